// Finding verdicts, opening what a link points to, enlarging pictures, and printing what is shown. Without it the page reads the same.
const form = document.getElementById("filter");
const rows = [...document.querySelectorAll(".verdicts > tbody > tr")];
const texts = rows.map(row =>
  (row.closest("section").querySelector("h4").textContent + " " + row.id + " " + row.textContent).toLowerCase());

function show() {
  const words = form.querySelector("[type=search]").value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = new Set([...form.querySelectorAll(":checked")].map(box => box.value));
  rows.forEach((row, i) => {
    const kinds = [row.dataset.word, row.dataset.severity].filter(Boolean);  // only a refutation is more or less grave
    row.hidden = !kinds.every(kind => wanted.has(kind)) || !words.every(word => texts[i].includes(word));
  });
  for (const section of document.querySelectorAll(".statement"))
    section.hidden = !section.querySelector(".verdicts > tbody > tr:not([hidden])");
  form.querySelector("output").textContent = rows.filter(row => !row.hidden).length + " of " + rows.length + " shown";
}

function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest("[hidden]")) {
    form.reset();
    show();
  }
  if (target.matches("tr")) target.querySelectorAll("details").forEach(part => { part.open = true; });
  target.scrollIntoView();
}

function reach(part) {  // by keyboard, what is wider than the screen
  for (const wide of part.querySelectorAll(".math, .numbers, .wide, .latex"))
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}

for (const picture of document.images) picture.addEventListener("click", () => picture.classList.toggle("large"));
form.hidden = false;
form.addEventListener("input", show);
form.addEventListener("submit", event => event.preventDefault());
addEventListener("hashchange", follow);
document.addEventListener("toggle", event => reach(event.target), true);
addEventListener("beforeprint", () => {
  document.querySelectorAll("details").forEach(part => { part.open = true; });
});
show();
follow();
reach(document);

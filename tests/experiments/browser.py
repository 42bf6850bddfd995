"""A page in headless Chromium, as people see it: in a frame of any width, in light or dark, looked at from outside."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from html import unescape
from pathlib import Path

import pytest

# The frame's page is left as it is; its script runs under its own content security policy.
LOOK = r"""
const frame = document.querySelector("iframe");
frame.addEventListener("load", () => setTimeout(() => {
  const page = frame.contentDocument, all = [...page.querySelectorAll("*")];
  const parts = colour => colour.match(/[\d.]+/g).map(Number);
  const light = rgb => {
    const [r, g, b] = rgb.slice(0, 3).map(x => x / 255).map(x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const behind = node => {
    for (; node; node = node.parentElement) {
      const colour = parts(getComputedStyle(node).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  let contrast = 99, faintest = "";
  for (const node of all) {
    if (![...node.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !node.checkVisibility()) continue;
    if (["SCRIPT", "STYLE", "TITLE"].includes(node.tagName)) continue;
    const [low, high] = [light(parts(getComputedStyle(node).color)), light(behind(node))].sort((a, b) => a - b);
    if ((high + .05) / (low + .05) < contrast) {
      contrast = (high + .05) / (low + .05);
      faintest = node.outerHTML.slice(0, 200);
    }
  }
  const levels = [...page.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(h => Number(h.tagName[1]));
  const target = page.getElementById(decodeURIComponent(frame.contentWindow.location.hash.slice(1)));
  const seen = {
    title: page.title,
    rows: page.querySelectorAll("table.verdicts > tbody > tr").length,
    height: page.querySelector("table.verdicts")?.getBoundingClientRect().height,
    pictures: [...page.images].map(i => [i.complete, i.naturalWidth, i.getBoundingClientRect().width]),
    wide: page.documentElement.scrollWidth, window: frame.contentWindow.innerWidth,
    dark: light(behind(page.body)) < .2, contrast, faintest,
    headings: levels.filter((level, i) => i ? level > levels[i - 1] + 1 : level !== 1),
    nameless: [...page.querySelectorAll("img, input, [role=region]")].filter(
      n => !(n.alt || n.getAttribute("aria-label") || n.labels?.length)).map(n => n.outerHTML.slice(0, 200)),
    unscoped: page.querySelectorAll("th:not([scope])").length,
    opened: target && [...target.querySelectorAll("details")].some(d => d.open),
    "on top": target?.getBoundingClientRect().top,
  };
  const box = page.querySelector("[type=search]");
  box.value = "theorem-1 EQ-6";
  box.dispatchEvent(new frame.contentWindow.Event("input", {bubbles: true}));
  seen.found = [...page.querySelectorAll(".verdicts > tbody > tr")]
    .filter(row => row.checkVisibility()).map(row => row.id);
  seen.said = page.querySelector("#filter output").textContent;
  box.value = "";
  page.querySelectorAll("[name=severity]").forEach(grave => { grave.checked = grave.value === "CONSTANT"; });
  box.dispatchEvent(new frame.contentWindow.Event("input", {bubbles: true}));
  seen.grave = [...page.querySelectorAll(".verdicts > tbody > tr[data-word=REFUTED]")]
    .filter(row => row.checkVisibility()).map(row => row.id);
  document.body.setAttribute("data-seen", JSON.stringify(seen));
}, 300));
"""


def look(path, width=1200, scheme="light", fragment=""):
    """What a browser makes of the page at `path`: see LOOK; skipped where there is no browser, except in CI."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        assert "CI" not in os.environ, (
            "continuous integration looks at the report in a browser: install chromium"
        )
        pytest.skip("no chromium on this machine")
    address = Path(path).resolve().as_uri() + fragment
    with tempfile.TemporaryDirectory() as place:
        outer = Path(place) / "outer.html"
        frame = f"<iframe src='{address}' style='border:0;width:{width}px;height:900px'></iframe>"
        outer.write_text(f"<body style='margin:0'>{frame}<script>{LOOK}</script></body>", encoding="utf-8")
        command = [
            *(found, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"),
            *(f"--user-data-dir={place}/profile", f"--window-size={max(width, 500)},900"),
            *(f"--blink-settings=preferredColorScheme={1 if scheme == 'light' else 0}",),
            *("--virtual-time-budget=5000", "--dump-dom", outer.as_uri()),
        ]
        shown = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    return json.loads(unescape(re.search(r'data-seen="(.*?)"', shown)[1]))

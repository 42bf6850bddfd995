"""The report: what it holds, and that a real browser shows the verdict table and every picture."""

import json
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from experiments.report import build, write_report
from spectral.errors import InputError

CHOSEN = ("defed-regression", "decefl-consensus")
PICTURES = len(CHOSEN) + 2  # and two of the weights


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    out = tmp_path_factory.mktemp("report") / "new"
    said = []
    files = build(
        out,
        claims=["decefl.theorem-1"],
        studies=CHOSEN,
        networks=["path:n=5"],
        seconds=0.3,
        size="small",
        progress=said.append,
    )
    assert said[-2:] == list(CHOSEN)
    return out / "report.html", files


class Outside(HTMLParser):
    """Everything a page would fetch."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found += [v for k, v in attributes if k in ("src", "href") and not v.startswith(("#", "data:"))]
        self.found += [tag] if tag in ("script", "link", "iframe") else []


def test_the_page_needs_nothing_but_itself(report):
    path, files = report
    assert files[0] == str(path) and len(files) == 1 + 4 * PICTURES - 4
    assert all(os.path.isfile(name) for name in files)
    text = path.read_text(encoding="utf-8")
    parser = Outside()
    parser.feed(text)
    assert parser.found == [] and "url(" not in text and "@import" not in text
    assert text.count("data:image/png;base64,") == PICTURES


def test_the_page_holds_verdicts_witnesses_weights_and_conclusions(report):
    text = report[0].read_text(encoding="utf-8")
    assert re.search(r"decefl\.theorem-1</b> eq-5", text) and "DeceFL, main text, Theorem 1" in text
    assert text.count("<summary>counterexample</summary>") >= 2
    witness = re.search(r"<pre>left = (.*?)</pre>", text, re.S).group(1)
    assert "right = " in witness and "Gamma = " in witness and "W = " in witness
    assert "0.809" in text  # cos(pi/5), the optimum on a path of five
    for name in CHOSEN:
        place = report[0].parent / "studies" / f"{name}.json"
        from html import escape

        assert escape(json.loads(place.read_text())["conclusion"]) in text


def browser():
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        assert "CI" not in os.environ, (
            "continuous integration looks at the report in a browser: install chromium"
        )
        pytest.skip("no chromium on this machine")
    return found


LOOK = """<script>addEventListener("load", () => { document.body.setAttribute("data-seen", JSON.stringify({
  rows: document.querySelectorAll("table.verdicts tbody tr").length,
  height: document.querySelector("table.verdicts").getBoundingClientRect().height,
  pictures: [...document.images].map(i => [i.complete, i.naturalWidth, i.getBoundingClientRect().width]),
  wide: document.documentElement.scrollWidth, window: innerWidth })) })</script></body>"""


@pytest.mark.parametrize("width", [1200, 500])
def test_a_browser_shows_the_verdict_table_and_every_picture(report, tmp_path, width):
    text = report[0].read_text(encoding="utf-8")
    copy = tmp_path / "looked-at.html"
    copy.write_text(text.replace("</body>", LOOK), encoding="utf-8")
    command = [
        browser(),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path / 'profile'}",
    ]
    command += [f"--window-size={width},900", "--virtual-time-budget=3000", "--dump-dom", copy.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    raw = re.search(r'data-seen="(.*?)"', shown).group(1)
    seen = json.loads(raw.replace("&quot;", '"'))
    assert seen["rows"] == text.count("<div class='faint'>") >= 3 and seen["height"] > 100
    assert len(seen["pictures"]) == PICTURES
    assert all(
        complete and natural > 500 and 200 < drawn <= width for complete, natural, drawn in seen["pictures"]
    )
    assert seen["wide"] <= seen["window"]  # nothing to scroll sideways for


def test_bad_input_is_refused(tmp_path):
    for options, name in (({"studies": ["no-such-thing"]}, "study"), ({"claims": ["no-such-thing"]}, "id")):
        with pytest.raises(InputError, match=f"^{name}"):
            build(tmp_path / "out", **options)
    with pytest.raises(InputError, match=r"^study="):
        write_report(tmp_path, [], {}, [{"study": "rates", "files": [], "algorithms": []}])
    assert not (tmp_path / "out").exists()

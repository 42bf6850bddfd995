"""The written pages as a browser shows them: Sphinx renders them, and its HTML is read again.

`sphinx-build -W` accepts a page whose text is garbled; these tests do not.
"""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
CONF = f"""
import sys
sys.path.insert(0, {str(DOCS)!r})
from make.docstrings import as_rest
extensions = ["sphinx.ext.autodoc", "myst_parser"]
source_suffix = {{".md": "markdown"}}
autodoc_default_options = {{"members": True}}
myst_heading_anchors = 3
html_theme = "basic"
def setup(app):
    app.connect("autodoc-process-docstring", as_rest)
"""
BLOCKS = {"p", "li", "h1", "h2", "h3", "dt", "dd", "pre", "td", "th"}


class _Page(HTMLParser):
    """The text of every block element of a page's body, in order, without formulas, numbers and permalinks."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.blocks: list[tuple[str, str]] = []
        self._open: list[list[str]] = []
        self._hidden = 0
        self.feed(html.partition('<div class="body"')[2].partition('<div class="sphinxsidebar"')[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("math", "a") and (tag == "math" or ("class", "headerlink") in attrs)
        if tag in BLOCKS:
            self._open.append([tag])

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= self._hidden > 0 and tag in ("math", "a")
        if tag in BLOCKS and self._open:
            name, *parts = self._open.pop()
            if not any(block[0] in ("td", "th") for block in self._open):
                self.blocks.append((name, " ".join("".join(parts).split())))

    def handle_data(self, data: str) -> None:
        if self._open and not self._hidden:
            self._open[-1].append(data)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, _Page]:
    """Folder/name -> page, of what docs/make writes: of the reference all, of the rest a spread.

    What a writer does to one page it does to all of its kind; .ci/docs builds every one.
    """
    pytest.importorskip("sphinx")
    place = tmp_path_factory.mktemp("docs")
    (place / "conf.py").write_text(CONF)
    (place / "index.md").write_text("# mixproof\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS))
        write, papers, printed, new, methods = (
            import_module(f"make.{name}") for name in ("pages", "papers", "printed", "new", "methods")
        )
        patch.setattr(papers, "PAPERS", dict(list(papers.PAPERS.items())[::6]))
        patch.setattr(printed, "ALL", printed.ALL[::6])
        patch.setattr(new, "GROUPS", {title: group[:1] for title, group in new.GROUPS.items()})
        patch.setattr(methods, "METHODS", methods.METHODS[::6])
        write.write(place / "generated")
    build = [sys.executable, "-m", "sphinx", "-q", "-b", "html", ".", "html"]
    subprocess.run(build, cwd=place, check=True, capture_output=True)
    out = place / "html" / "generated"
    files = sorted(out.rglob("*.html"))
    return {str(file.relative_to(out)): _Page(file.read_text(encoding="utf-8")) for file in files}


def test_no_page_has_lines_of_one_letter(pages: dict[str, _Page]) -> None:
    """A string that is taken for a list of lines."""
    assert len(pages) > 30
    for name, page in pages.items():
        text = [block for tag, block in page.blocks if tag in ("p", "li", "h1", "h2", "h3")]
        assert text, name
        short = [block for block in text if len(block) == 1]
        assert not short, f"{name}: {short[:9]}"
        spelled = [block for block in text if re.search(r"(?:\b\w ){6}", block)]
        assert not spelled, f"{name}: {spelled[:3]}"


def test_every_paper_says_how_to_verify_it(pages: dict[str, _Page]) -> None:
    papers = {name: page for name, page in pages.items() if re.match(r"papers/(?!index)", name)}
    assert len(papers) > 8
    for name, page in papers.items():
        told = "\n".join(block for _, block in page.blocks)
        assert f"mixproof verify {Path(name).stem}" in told and "the names: notation" in told, name


def test_every_entry_of_the_reference_has_a_signature_and_a_docstring(pages: dict[str, _Page]) -> None:
    reference = {name: page for name, page in pages.items() if re.match(r"reference/(?!index)", name)}
    entries = 0
    for name, page in reference.items():
        own = Path(name).stem
        for number, (tag, text) in enumerate(page.blocks):
            if tag != "dt" or own not in text.replace(" ", ""):
                continue
            entries += 1
            described = page.blocks[number + 1 : number + 2]
            assert described and len(described[0][1]) > 15, f"{name}: {text} has no description"
            assert not re.search(r"A _?\w+_wrapper|A function|A method", described[0][1]), f"{name}: {text}"
            assert (
                "class" in text or "(" in text or re.match(r"Keys: |Holds: |An? |\d+ of ", described[0][1])
            ), f"{name}: {text} has no signature"
    assert entries > 150

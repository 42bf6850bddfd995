"""Every example of the documentation runs, and prints what the page says.

A page is read from top to bottom in an empty folder, its Python blocks in one namespace. After a `python` block a
`text` block is what it prints; in a `console` block the lines after a command are. `...` stands for anything. `sh`
blocks need more than one machine has: their commands are only parsed.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import re
import shlex
from pathlib import Path

import pytest

from mixproof.experiments.cli.main import main as command
from mixproof.experiments.cli.options import parser

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted([*DOCS.glob("*.md"), *DOCS.glob("guides/*.md")])
NOTEBOOKS = sorted(DOCS.glob("notebooks/*.ipynb"))
BLOCK = re.compile(r"^```(python|console|text|sh)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SAME = doctest.OutputChecker()
LOOSELY = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def _agree(told: str, printed: str) -> None:
    assert SAME.check_output(told, printed, LOOSELY), f"the page says\n{told}\nand this is printed\n{printed}"


def _run(script: str, names: dict[str, object]) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(script, "page", "exec"), names)
    return printed.getvalue()


def _enter(line: str, told: str) -> None:
    """One line of a console block."""
    if line.startswith("cat "):
        Path(line.removeprefix("cat ")).write_text(told)
        return
    program, *words = shlex.split(line, comments=True)
    assert program == "mixproof"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        assert command(words) == 0
    _agree(told, printed.getvalue())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_does_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    printed = ""
    for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "python":
            printed = _run(text, names)
        elif kind == "text":
            _agree(text, printed)
        elif kind == "console":
            for line, told in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                _enter(line, told)
        else:
            for words in re.findall(r"\bmixproof (.*)$", text, re.MULTILINE):
                parser().parse_args(shlex.split(words, comments=True))


@pytest.mark.slow  # the build of the documentation runs them, too
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_cells_of_a_notebook_run(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {"__name__": "notebook"}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], (
                "notebooks are kept without outputs; the build of the documentation makes them"
            )
            _run("".join(cell["source"]), names)


def test_there_is_something_to_run() -> None:
    guides = [page for page in PAGES if page.parent.name == "guides"]
    assert len(guides) == 16 and len(NOTEBOOKS) == 3
    assert all(BLOCK.search(page.read_text(encoding="utf-8")) for page in guides)

"""The pages that are written at every build: each statement with its verdict, each public name, no link to nowhere."""

from __future__ import annotations

import doctest
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import mixproof
from mixproof.bounds import PAPERS
from mixproof.bounds.theorems import ALL

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def make():
    """The package `make` of the folder docs, as docs/conf.py finds it; each kind of pages is made once.

    What takes proofs to write, printed ones and what is new, is a word here; test_rendered.py writes and reads it.
    """
    kinds = ("methods", "papers", "reference")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs"))
        made = {name: import_module(f"make.{name}") for name in ("docstrings", "pages", "printed", *kinds)}
        for kind in kinds:
            patch.setattr(made[kind], "pages", cache(made[kind].pages))
        patch.setattr(made["pages"].new, "page", lambda: "new")
        patch.setattr(made["pages"].printed, "pages", lambda: {"index.md": "printed"})
        yield made


def test_the_examples_of_the_writers_run(make):
    results = [doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE) for module in make.values()]
    assert sum(result.attempted for result in results) > 1 and not any(result.failed for result in results)


def test_every_paper_has_a_page_with_every_form(make):
    pages = make["papers"].pages()
    assert set(pages) == {f"{theorem.paper}.md" for theorem in ALL} | {"index.md"}
    known = make["papers"].verdicts((ROOT / "docs" / "VERDICTS.md").read_text(encoding="utf-8"))
    assert len(known) > 400
    for theorem in ALL:
        page = pages[f"{theorem.paper}.md"].partition(f"## `{theorem.id}`")[2].partition("\n## ")[0]
        for variant in theorem.variants:
            own = page.partition(f"### `{variant.label}` ")[2].partition("\n### ")[0]
            word = known.get((theorem.id, variant.label), ("", ""))[0]
            assert f"<span class='verdict {word}'>" in own if word else "Not judged yet" in own
            assert "<math" in own
    assert PAPERS["defed"].note in pages["defed.md"]


def test_the_reference_has_every_public_name(make):
    pages = make["reference"].pages()
    for name in mixproof.__all__:
        assert (
            name.startswith("__")
            or f"``{name}``" in pages["mixproof.md"]
            or f".{name}" in pages["mixproof.md"]
        )
    for module in make["reference"].MODULES[1:]:
        for name in make["reference"].names(import_module(module)):
            assert f"{module}.{name}\n" in pages[f"{module}.md"] or f"``{name}`` is" in pages[f"{module}.md"]


def test_written_pages_keep_their_time_and_old_ones_go(make, tmp_path):
    make["pages"].write(tmp_path)
    page = tmp_path / "papers" / "defed.md"
    before = page.stat().st_mtime_ns
    gone = tmp_path / "papers" / "withdrawn.md"
    gone.write_text("")
    make["pages"].write(tmp_path)
    assert page.stat().st_mtime_ns == before and not gone.exists()
    assert "](notation.md)" in (tmp_path / "contributing.md").read_text(encoding="utf-8")


def test_links_lead_to_files_of_a_clone_and_to_pages_of_the_build(make, tmp_path):
    linked, pattern = make["pages"].linked, make["pages"].LINK
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/guides/*.md")]
    targets = {
        (file, link.partition("#")[0]) for file in files for link in pattern.findall(file.read_text("utf-8"))
    }
    lost = [(file.name, to) for file, to in targets if "://" not in to and not (file.parent / to).exists()]
    assert len(targets) > 100 and not lost
    text = "[a](../NOTATION.md#clients) [b](derivations.md) [c](#here) [d](https://a.b/c)"
    read = linked(text, ROOT / "docs" / "guides", ROOT / "docs" / "generated")
    assert read == text.replace("../NOTATION.md", "../generated/notation.md")

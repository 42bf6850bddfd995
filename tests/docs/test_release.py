"""What a release says of itself agrees: version, citation, change log, figures, and what the sdist holds."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from pathlib import Path

import pytest

from mixproof.bounds import PAPERS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _module(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def figures():
    return _module("committed_figures", ROOT / "docs" / "figures" / "__main__.py")


def test_the_citation_is_that_of_the_project_and_its_papers():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert text == _module("citation", ROOT / "docs" / "make" / "citation.py").citation(), (
        "python docs/make/citation.py writes it again"
    )
    assert f"version: {PROJECT['version']}\n" in text
    for paper in filter(lambda paper: paper.link, PAPERS.values()):
        assert paper.title in text and f"url: {paper.link}\n" in text


def test_the_entry_for_bibtex_has_the_version_and_the_title():
    (entry,) = re.findall(r"```bibtex\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    told = dict(re.findall(r"^  (\w+) += \{+(.*?)\}+,?$", entry, re.MULTILINE))
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert told["version"] == PROJECT["version"] and f'title: "{told["title"]}"' in cited
    assert told["author"] == PROJECT["authors"][0]["name"] and told["license"] == PROJECT["license"]


def test_the_change_log_has_the_version():
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[{re.escape(PROJECT['version'])}\]", log, re.MULTILINE)


def test_figures_are_not_stale(figures):
    assert {name: why for name in figures.FIGURES if (why := figures.stale(name))} == {}, (
        "python docs/figures makes them again"
    )


def test_a_figure_of_the_gallery_is_made_by_name(figures, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert figures.main(["spectra"]) == 0 and (tmp_path / "out" / "spectra.png").stat().st_size > 5000
    assert figures.main(["--help"]) == 2 and "spectra" in capsys.readouterr().err


def test_a_figure_of_other_numbers_is_stale(figures, monkeypatch):
    monkeypatch.setitem(figures.FIGURES, "weights.png", lambda: ({"network": "ring:n=3"}, None))
    assert "and not network" in figures.stale("weights.png")
    monkeypatch.setitem(figures.FIGURES, "nothing.png", figures.FIGURES["weights.png"])
    assert figures.stale("nothing.png") == "missing"
    assert figures._difference({"a": [0.5, 0.25]}, {"a": [0.5001, 0.25]}) == ""
    assert figures._difference({"a": [0.5, 0.25]}, {"a": [0.52, 0.25]}) == "a has changed"
    assert figures._difference({"a": [0.5]}, {"a": [0.5, 0.25]}) == "a has changed"

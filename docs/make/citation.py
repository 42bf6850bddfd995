"""CITATION.cff from pyproject.toml and the papers that the library holds: `python docs/make/citation.py`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

from mixproof.bounds import PAPERS, Paper

__all__ = ["citation"]

ROOT = Path(__file__).parents[2]


def citation() -> str:
    """The text of CITATION.cff."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    lines = [
        "# written by docs/make/citation.py from pyproject.toml and mixproof.bounds.PAPERS",
        "cff-version: 1.2.0",
        "message: If you use mixproof, please cite it as below, and the paper whose statement is meant.",
        'title: "mixproof: exact verification of decentralized-learning theorems and certified mixing weights"',
        "type: software",
        "authors:",
        *(f"  - name: {author['name']}" for author in project["authors"]),
        f"version: {project['version']}",
        f"license: {project['license']}",
        "keywords:",
        *(f"  - {word}" for word in project["keywords"]),
        "references:",
    ]
    return (
        "\n".join([*lines, *(line for paper in PAPERS.values() if paper.link for line in _reference(paper))])
        + "\n"
    )


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _reference(paper: Paper) -> Iterator[str]:
    kinds = {"International": "conference-paper", "Advances": "conference-paper", "Applied": "book"}
    kind = kinds.get(paper.venue.partition(" ")[0], "article")
    yield f"  - type: {kind}"
    yield f"    title: {_text(paper.title)}"
    yield "    authors:"
    for author in paper.authors:
        given, _, family = author.rpartition(" ")
        if author == "and others" or not given:
            yield f"      - name: {_text(author)}"
        else:
            yield f"      - family-names: {_text(family)}"
            yield f"        given-names: {_text(given)}"
    yield f"    year: {paper.year}"
    yield f"    url: {paper.link}"
    if paper.venue:
        yield f"    {'journal' if kind == 'article' else 'collection-title'}: {_text(paper.venue)}"
    if paper.doi:
        yield f"    doi: {paper.doi}"
    if paper.note:
        yield f"    notes: {_text(paper.note)}"


if __name__ == "__main__":
    (ROOT / "CITATION.cff").write_text(citation(), encoding="utf-8")

"""A page a paper: its statements as `mixproof.bounds` holds them, each form with the verdict that VERDICTS.md gives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from mixproof.bounds import PAPERS, Paper, Theorem, Variant
from mixproof.bounds.theorems import ALL
from mixproof.experiments.report.mathml import comparison, formula, name
from mixproof.experiments.tables import markdown_table

__all__ = ["badge", "formulas", "pages", "plain", "verdicts"]

VERDICTS = Path(__file__).parents[1] / "VERDICTS.md"
ROW = re.compile(r"^\| `([\w.-]+)` \| ([\w.-]+) \| ([A-Z]+) \| ([^|]*) \| (.*) \|$", re.MULTILINE)

Known = Mapping[tuple[str, str], tuple[str, str]]


def verdicts(text: str) -> Known:
    """(statement, variant) -> (word, what is known), from the table of VERDICTS.md.

    >>> verdicts(r"| `a.b` | main | HOLDS | 0.5 | tight \\|x\\| |")
    {('a.b', 'main'): ('HOLDS', 'tight \\\\|x\\\\|')}
    """
    return {(id, label): (word, known) for id, label, word, _, known in ROW.findall(text)}


def pages() -> dict[str, str]:
    """File name -> text: one page a paper that has statements, in the order of `PAPERS`, and their list."""
    known = verdicts(VERDICTS.read_text(encoding="utf-8"))
    own = {key: [theorem for theorem in ALL if theorem.paper == key] for key in PAPERS}
    texts = {
        f"{key}.md": "\n".join(_paper(PAPERS[key], stated, known)) for key, stated in own.items() if stated
    }
    return texts | {"index.md": _index([key for key, stated in own.items() if stated], own, known)}


def _index(keys: Sequence[str], own: Mapping[str, Sequence[Theorem]], known: Known) -> str:
    rows = []
    for key in keys:
        forms = sum(len(theorem.variants) for theorem in own[key])
        link = f"[{PAPERS[key].title}]({key}.md)"
        rows.append((link, len(own[key]), forms, _counts(own[key], known)))
    counts = ("statements", "forms")
    lines = [
        "# Papers",
        "",
        "What the library holds. The page of a paper says of which version its verdicts speak.",
        "",
        markdown_table(("paper", *counts, "verdicts"), rows, numbers=counts),
    ]
    return "\n".join([*lines, "", "```{toctree}", ":hidden:", *keys, "```", ""])


def _counts(stated: Sequence[Theorem], known: Known) -> str:
    words = Counter(known.get((t.id, v.label), ("not yet judged", ""))[0] for t in stated for v in t.variants)
    return ", ".join(f"{number} {word}" for word, number in words.most_common())


def _paper(paper: Paper, stated: Sequence[Theorem], known: Known) -> Iterator[str]:
    link = f" [{paper.link}]({paper.link})" if paper.link else ""
    yield from (f"# {paper.title}", "", f"{paper.citation}.{link}", "")
    if paper.note:
        yield from (f"{paper.note}.", "")
    yield from (
        f"{_counts(stated, known)}. The same by command: `mixproof verify {paper.id}`; what the words mean:",
        "[trust](../../trust.md); the names: [notation](../notation.md).",
        "",
    )
    for theorem in stated:
        yield from (
            f"## `{theorem.id}`: {plain(theorem.title)}",
            "",
            f"{plain(theorem.place)}. {plain(theorem.statement)}",
            "",
        )
        for variant in theorem.variants:
            yield from _variant(theorem, variant, known.get((theorem.id, variant.label)))


def badge(verdict: str, word: str = "") -> str:
    """A word in the colour of a verdict: the verdict's own, or another."""
    return f"<span class='verdict {verdict}'>{word or verdict}</span>"


def _variant(theorem: Theorem, variant: Variant, verdict: tuple[str, str] | None) -> Iterator[str]:
    word, found = verdict or ("", f"Not judged yet; `mixproof verify {theorem.id}:{variant.label}` does it")
    told = f"{badge(word)} " if word else ""
    yield from ("", f"### `{variant.label}` {told}", "", plain(variant.statement), "")
    yield from ("<div class='claim'>", *formulas(variant), "</div>", "", f"{found}.".replace("..", "."), "")
    if variant.note:
        yield from (f"{plain(variant.note)}.".replace("..", "."), "")


def formulas(variant: Variant) -> Iterator[str]:
    """The claim of a variant, its definitions and its assumptions, a paragraph each."""
    yield f"<p>{comparison(variant.left, variant.relation, variant.right)}</p>"
    for key, text in variant.where.items():
        yield f"<p class='where'>where {name(key)} = {formula(text)}</p>"
    if variant.assume:
        yield "<p class='assume'>if " + ", ".join(formula(text) for text in variant.assume) + "</p>"


def plain(text: str) -> str:
    """Plain text of the library as Markdown: no sign of it is markup, except backquotes."""
    parts = re.split(r"(`[^`]*`)", text.strip().removesuffix("."))
    return "".join(
        part if n % 2 else re.sub(r"([\\*_<>\[\]|#$~{}^])", r"\\\1", part) for n, part in enumerate(parts)
    )

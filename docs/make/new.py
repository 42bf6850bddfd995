"""The page of what is new: proved variants that are sharper or more general than what is printed, in one table."""

from __future__ import annotations

from collections.abc import Iterator

from mixproof.bounds import PAPERS, Variant
from mixproof.bounds.kept import derived
from mixproof.bounds.theorems import ALL
from mixproof.bounds.theorems.sharper import GROUPS, SHARPER, Sharper
from mixproof.experiments.report.mathml import formula, name

from .papers import plain

__all__ = ["page"]

ABOUT = """Bounds of the library that are sharper, or more general, than what is printed, each proved line by
line: the kernel accepts its derivation while this page is built. A ratio is ours over the printed bound, the printed
limit of the step over ours, or our number of rounds over the printed one, the smallest and the largest over the grid
below it; it is computed from the two variants' formulas at every build. Where both sides speak of a run (gaps,
distances, losses), these are numbers of the grid too, the same in both. Many papers of the library were read as they
are commonly cited, and later work may have what stands here: each comparison is with the paper that it names."""

CHANGING = """These were stated of one mixing matrix, the same in every round. Their derivations never use that: the
kernel accepts the same lines where W may be another one at every round, lambda and lambda_n bounding all of them."""


def page() -> str:
    """The text of the page: every comparison in one table, then each with its formulas."""
    groups = {title: [one for one in group if _proved(one)] for title, group in GROUPS.items()}
    proved = [one for group in groups.values() for one in group]
    ratios = {_anchor(one): _ratio(one) for one in proved}
    lines = ["# What is new", "", ABOUT, ""]
    lines += [f"{len(proved)} comparisons, of {len({one.ours for one in proved})} variants.", ""]
    lines += ["| ours, and what is printed | what is better, and the ratio |", "|---|---|"]
    lines += [
        f"| [`{one.ours}`](#{_anchor(one)})<br>`{one.printed}` | {plain(one.says)}<br>**{ratios[_anchor(one)]}** |"
        for one in proved
    ]
    for title, group in groups.items():
        lines += ["", f"## {title}", ""]
        for one in group:
            lines += _compared(one, ratios[_anchor(one)])
    return "\n".join([*lines, *_changing()])


def _changing() -> Iterator[str]:
    """The statements of one W that the same lines prove where W changes."""
    yield from ("", "## A matrix that may change", "", CHANGING, "")
    for stated in ALL:
        labels = [v.label.removesuffix("-changing") for v in stated.variants if v.label.endswith("-changing")]
        if labels:
            yield f"- {plain(PAPERS[stated.paper].title)}, {stated.title}: `{stated.id}`, {', '.join(labels)}"


def _anchor(one: Sharper) -> str:
    return f"new-{SHARPER.index(one)}"


def _ratio(one: Sharper) -> str:
    ratios = one.ratios()
    low, high = f"{min(ratios):.3g}", f"{max(ratios):.3g}"
    return low if low == high else f"{low} to {high}"


def _proved(one: Sharper) -> bool:
    found = derived(*one.variants()[1])
    return found is not None and found["proved"]


def _compared(one: Sharper, ratio: str) -> Iterator[str]:
    (stated, printed), (_, ours) = one.variants()
    yield f"({_anchor(one)})="
    yield f"### `{one.ours}`"
    yield ""
    yield f"{plain(PAPERS[stated.paper].title)}: {plain(one.says)}. Ratio **{ratio}**."
    yield ""
    yield "<blockquote style='overflow-x: auto; font-style: normal'>"
    for word, variant, side, over in zip(("printed", "ours"), (printed, ours), one.sides(), one.over):
        text = f"{one.limit} {one.relation} {side}" if one.limit else side
        shown = formula(text) + (f" over {formula(over)}" if over != "1" else "")
        yield f"<p><small>{word}</small><br>{shown}{''.join(_where(variant)) if not one.limit else ''}</p>"
    yield "</blockquote>"
    grid = "; ".join(f"{name(key)} = {', '.join(map(formula, texts))}" for key, texts in one.grid.items())
    yield f"<details><summary>{len(list(one.points()))} points</summary>{grid}</details>"
    yield ""


def _where(variant: Variant) -> Iterator[str]:
    for key, text in variant.where.items():
        yield f"<br>{name(key)} = {formula(text)}"

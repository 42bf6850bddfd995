"""The page of what is new: proved variants that are sharper or more general than what is printed, in one table."""

from __future__ import annotations

from collections.abc import Iterator

from mixproof.bounds import PAPERS, Variant
from mixproof.bounds.kept import derived
from mixproof.bounds.theorems.sharper import SHARPER, Sharper
from mixproof.experiments.report.mathml import formula, name

from .papers import plain

__all__ = ["page"]

ABOUT = """Bounds of the library that are sharper, or hold for longer steps, than what is printed, each proved line by
line: the kernel accepts its derivation while this page is built. A ratio is ours over the printed bound, or the printed
limit of the step over ours, the smallest and the largest over the grid below each row; it is computed from the two
variants' formulas at every build. Where both sides speak of a run (gaps, distances, losses), these are numbers of the
grid too, the same in both."""


def page() -> str:
    """The text of the page."""
    proved = [one for one in SHARPER if _proved(one)]
    lines = ["# What is new", "", ABOUT, "", "<table>"]
    lines.append("<tr><th>statement</th><th>printed</th><th>ours, proved</th><th>ratio</th></tr>")
    for one in proved:
        lines += _row(one)
    lines += [
        "</table>",
        "",
        f"{len(proved)} comparisons, of {len({one.ours for one in proved})} variants.",
        "",
    ]
    return "\n".join(lines)


def _proved(one: Sharper) -> bool:
    found = derived(*one.variants()[1])
    return found is not None and found["proved"]


def _row(one: Sharper) -> Iterator[str]:
    (stated, printed), (_, ours) = one.variants()
    paper = PAPERS[stated.paper].title
    ratios = one.ratios()
    low, high = f"{min(ratios):.3g}", f"{max(ratios):.3g}"
    yield f"<tr><td><code>{one.ours}</code><br>{plain(paper)}: {plain(one.says)}</td>"
    for variant, side, over in zip((printed, ours), one.sides(), one.over):
        text = f"{one.limit} <= {side}" if one.limit else side
        shown = formula(text) + (f" over {formula(over)}" if over != "1" else "")
        yield f"<td>{shown}{''.join(_where(variant)) if not one.limit else ''}</td>"
    yield f"<td>{low if low == high else f'{low} to {high}'}</td></tr>"
    grid = "; ".join(f"{name(key)} = {', '.join(map(formula, texts))}" for key, texts in one.grid.items())
    yield f"<tr><td colspan='4'><details><summary>{len(ratios)} points</summary>{grid}</details></td></tr>"


def _where(variant: Variant) -> Iterator[str]:
    for key, text in variant.where.items():
        yield f"<br>{name(key)} = {formula(text)}"

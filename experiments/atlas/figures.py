"""Pictures of the atlas: one cell a square, kappa across and lambda up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixproof.spectral.plots import COLOURS, figure, save

from .cells import Rate, Slack, Step
from .tables import best, times_printed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]

SHADES = "cividis"  # readable in grey and by the colour-blind
POWERS = 4  # of ten that the shades span
DARK = 0.6  # of them, below which a text is white
Results = Mapping[Any, Any]


def draw(results: Results, out: Path) -> list[Path]:
    """The figures whose cells there are, PNG and PDF, into `out`."""
    found: list[Path] = []
    for paint, cells in ((_steps, Step), (_methods, Rate), (_bounds, Slack)):
        chosen = {cell: value for cell, value in results.items() if isinstance(cell, cells)}
        if chosen:
            found += paint(chosen, out)
    return found


def _steps(cells: Results, out: Path) -> list[Path]:
    """How many times larger steps may be than printed."""
    across, up = _axes_of(cells)
    names = list(dict.fromkeys(cell.algorithm for cell, found in cells.items() if found["printed"]))
    if not names:
        return []
    rows, columns = -(-len(names) // 2), min(2, len(names))  # two beside each other can be read on a phone
    with figure(2.9 * columns + 0.8, 2.9 * rows) as drawn:
        for place, name in enumerate(names):
            ax = drawn.add_subplot(rows, columns, place + 1)
            of = {(c.lam, c.kappa): times_printed(v) for c, v in cells.items() if c.algorithm == name}
            times = [[of.get((lam, kappa)) for kappa in across] for lam in up]
            mesh = _squares(ax, across, up, times, digits=3)
            _plane(ax, name, first=place % columns == 0)
        _bar(drawn, mesh, drawn.axes, "smallest diverging step / printed step")
        return save(drawn, out, "atlas-steps")


def _methods(cells: Results, out: Path) -> list[Path]:
    """Which method has the best certified rate, a round and a message."""
    across, up = _axes_of(cells)
    at: dict[tuple[int, str], dict[str, Any]] = {}
    for cell, found in cells.items():
        at.setdefault((cell.kappa, cell.lam), {})[cell.name] = found
    names = list(dict.fromkeys(cell.name for cell in cells))
    with figure(8.4, 3.6) as drawn:
        for place, (measure, title) in enumerate((("rho", "a round"), ("per_message", "a message"))):
            ax = drawn.add_subplot(1, 2, place + 1)
            for (kappa, lam), methods in at.items():
                if (least := best(methods, measure)) is not None:
                    i, j, (name, factor) = up.index(lam), across.index(kappa), least
                    colour = COLOURS[names.index(name) % len(COLOURS)]
                    ax.fill_between([j, j + 1], i, i + 1, color=colour, alpha=0.45, linewidth=0)
                    _write(ax, i, j, "\n".join([*name.split(", "), f"{factor:.5g}"]))
            _ticks(ax, across, up)
            _plane(ax, f"best certified factor {title}", first=place == 0)
        return save(drawn, out, "atlas-methods")


def _bounds(cells: Results, out: Path) -> list[Path]:
    """How many times too large each bound is, a row a form, a column a point of the grid."""
    forms = list(dict.fromkeys(str(cell.task) for cell, found in cells.items() if found["slack"] is not None))
    if not forms:
        return []
    points = list(dict.fromkeys(cell.point for cell in cells))
    of = {(str(cell.task), cell.point): found["slack"] for cell, found in cells.items()}
    slack = [[of.get((form, point)) for point in points] for form in forms]
    with figure(max(7.0, 0.62 * len(points) + 4.2), 0.28 * len(forms) + 1.7) as drawn:
        ax = drawn.add_subplot(1, 1, 1)
        names = [f"{point.kappa}, {float(point.lam):g}" for point in points]
        mesh = _squares(ax, names, forms, slack, digits=2)
        ax.tick_params(axis="x", rotation=60)
        ax.set_xlabel("kappa, lambda (steps at the edge of the statement's range)")
        _bar(drawn, mesh, ax, "bound / worst case")
        return save(drawn, out, "atlas-bounds")


def _axes_of(cells: Results) -> tuple[list[Any], list[Any]]:
    return list(dict.fromkeys(cell.kappa for cell in cells)), list(dict.fromkeys(cell.lam for cell in cells))


def _squares(
    ax: Axes, across: Sequence[Any], up: Sequence[Any], numbers: Sequence[Sequence[float | None]], digits: int
) -> Any:
    """A square for each number, shaded by its powers of ten, its text in a colour that can be read there."""
    shades = [[math.log10(max(x, 1)) if x else math.nan for x in row] for row in numbers]
    edges = range(len(across) + 1), range(len(up) + 1)
    drawn = ax.pcolormesh(*edges, shades, cmap=SHADES, vmin=0, vmax=POWERS)
    for i, row in enumerate(numbers):
        for j, x in enumerate(row):
            dark = shades[i][j] < DARK * POWERS  # False where there is none
            _write(ax, i, j, _in_full(x, digits) if x else "–", "white" if dark else "black")
    _ticks(ax, across, up)
    return drawn


def _in_full(x: float, digits: int) -> str:
    """A number to some digits, without an exponent.

    >>> _in_full(205.95, 2), _in_full(192529.2, 2), _in_full(1.0252, 2)
    ('210', '190,000', '1')
    """
    return f"{float(f'{x:.{digits}g}'):,.12g}"


def _write(ax: Axes, i: int, j: int, text: str, colour: str = "black") -> None:
    """Into the square of row i and column j."""
    ax.text(j + 0.5, i + 0.5, text, ha="center", va="center", color=colour, fontsize=8)


def _ticks(ax: Axes, across: Sequence[Any], up: Sequence[Any]) -> None:
    """The squares' names, in their middle, without lines through them; no margin beside them."""
    ax.grid(False)
    ax.set_xticks([i + 0.5 for i in range(len(across))], [str(x) for x in across])
    ax.set_yticks([i + 0.5 for i in range(len(up))], [str(y) for y in up])
    ax.set_xlim(0, len(across))
    ax.set_ylim(0, len(up))


def _plane(ax: Axes, title: str, first: bool) -> None:
    """What is across and up, the latter once."""
    ax.set_title(title)
    ax.set_xlabel("condition number kappa = L/mu")
    if first:
        ax.set_ylabel("lambda = ||W - J||")


def _bar(drawn: Figure, mesh: Any, beside: Any, label: str) -> None:
    """The shades of `_squares`, as powers of ten."""
    bar = drawn.colorbar(mesh, ax=beside, ticks=range(POWERS + 1))
    bar.set_label(label)
    bar.ax.set_yticklabels([f"{10**i:,}" for i in range(POWERS + 1)])

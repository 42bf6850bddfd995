"""Pictures of a comparison of weights: how each method converges, and the network with its weights."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mixproof.spectral import MixingMatrix, rho_second_moment
from mixproof.spectral.drawing import colour_map, draw_matrix, is_tangled, links
from mixproof.spectral.layout import places_of
from mixproof.spectral.plots import COLOURS, axes_of, figure, save
from mixproof.spectral.weights import WEIGHTS

from .goals import objective_value
from .optimize import METHODS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .comparison_rows import Compared

__all__ = ["draw_convergence", "draw_gaps", "draw_weights", "stem"]

REFERENCE = "metropolis"
TITLES = {
    "mean": "fastest mixing on average",
    "second-moment": "least mean square where links fail",
    "learning": "for learning",
}


def stem(network: str) -> str:
    """The network's description as part of a file name.

    >>> stem("grid:rows=4,cols=5"), stem("data/links.csv")
    ('grid-rows-4-cols-5', 'links')
    """
    name = network if ":" in network else Path(network).stem
    return re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-")


def draw_convergence(found: Sequence[Compared], network: str, out: Path) -> list[Path]:
    """Objective and lower bound, and their difference, against seconds and, where there are any, messages; PNG, PDF."""
    searching = _searching(found)
    fixed = [one for one in found if one.best.method == REFERENCE]
    columns = 2 if any(one.best.messages for one in searching) else 1
    with figure(3.6 * columns + 0.4, 5.0) as drawn:
        axes = drawn.subplots(2, columns, sharey="row", sharex="col", squeeze=False)
        for column, (values, gaps) in enumerate(zip(*axes)):
            for colour, marker, one in zip(COLOURS, "osD^v", searching):
                _curve(values, one, column, colour, marker)
                _curve(gaps, one, column, colour, marker, gap=True)
        for ax in axes[0]:
            for one in fixed:
                ax.axhline(one.best.rho, color="0.5", ls=":", label="metropolis")
            ax.plot([], [], "--", color="0.3", label="lower bound")
        low = min((one.best.lower_bound for one in searching), default=0.0)
        high = max((one.best.rho for one in [*searching, *fixed]), default=1.0)
        axes[0, 0].set_ylim(max(0.0, low - 1.2 * (high - low) - 0.02), min(1.02, high + (high - low) + 0.02))
        axes[0, 0].set_ylabel("rho, lower bound")
        axes[1, 0].set_ylabel("certified gap")
        for ax, label in zip(axes[1], ("seconds", "messages sent, all nodes together")):
            ax.set_xlabel(label)
            if searching:
                ax.set_xscale("log")
                ax.set_yscale("log")
        drawn.legend(
            *axes[0, 0].get_legend_handles_labels(),
            loc="outside lower center",
            ncols=3 * columns,
            frameon=False,
        )
        drawn.suptitle(f"{network}: the way to optimal weights", fontsize=10)
        return save(drawn, out, f"{stem(network)}-convergence")


def _curve(ax: Axes, one: Compared, column: int, colour: str, marker: str, gap: bool = False) -> None:
    """A method's progress; a single point where it tells only its end."""
    x, value, bound = one.curve[:, column], one.curve[:, 2], one.curve[:, 3]
    if np.isnan(x).all():  # sends no messages
        return
    known = np.isfinite(value) & (x > 0)
    ends: dict[str, Any] = {"marker": marker, "ms": 4, "markevery": [-1], "color": colour, "label": one.name}
    if gap:
        ax.plot(x[known], np.maximum(value - bound, 1e-12)[known], **ends)
        return
    ax.plot(x[known], value[known], **ends)
    ax.plot(
        x[known],
        np.where(bound > 0, bound, np.nan)[known],
        "--",
        **{**ends, "ms": 8, "mfc": "none", "label": None},
    )


def draw_gaps(found: Sequence[Compared], ax: Axes | None = None) -> Axes:
    """Certified gap against seconds, a line a method that searches for the mean; both axes logarithmic."""
    ax = axes_of(ax, 5.0, 3.6)
    for colour, marker, one in zip(COLOURS, "osD^v", _searching(found)):
        _curve(ax, one, 0, colour, marker, gap=True)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("seconds")
    ax.set_ylabel("certified gap")
    if ax.lines:
        ax.legend(frameon=False)
    return ax


def _searching(found: Sequence[Compared]) -> list[Compared]:
    """Methods that search, for the mean, in the order of METHODS: a colour a method on every network."""
    searching = [one for one in found if one.best.iterations and one.best.objective == "mean"]
    return sorted(searching, key=lambda one: list(METHODS).index(one.best.method))


def draw_weights(found: Sequence[Compared], network: str, out: Path) -> list[Path]:
    """The best weights for each objective beside Metropolis's, on one scale of colours; PNG and PDF."""
    graph = found[0].best.weights.network
    panels: dict[str, MixingMatrix] = {}
    for objective in TITLES:
        if own := [one for one in found if one.best.objective == objective and one.best.iterations]:
            best = min(own, key=lambda one: one.best.value)
            panels[TITLES[objective]] = best.best.weights
    panels["Metropolis"] = WEIGHTS[REFERENCE](graph)
    places = places_of(graph)
    top = max(float(W.weights.max(initial=0)) for W in panels.values()) or 1.0
    rows = 2 if is_tangled(graph) else 1
    with figure(3.1 * len(panels) + 0.6, 3.6 * rows) as drawn:
        from matplotlib.cm import ScalarMappable
        from matplotlib.colors import Normalize

        axes = drawn.subplots(rows, len(panels), squeeze=False)
        for ax, (title, W) in zip(axes[0], panels.items()):
            links(ax, graph, W.weights, places, top)
            ax.set_title(f"{title}\n{_values(W)}", fontsize=9)
        if rows == 2:
            for ax, W in zip(axes[1], panels.values()):
                draw_matrix(W, ax)
        scale = ScalarMappable(Normalize(0, top), colour_map())
        drawn.colorbar(scale, ax=list(axes[0]), label="weight of a link (also its width)", shrink=0.8)
        dashed = any((W.weights <= 1e-6 * top).any() for W in panels.values())
        note = " (dashed: less than 1e-6 of the largest weight)" if dashed else ""
        drawn.suptitle(f"{network}{note}", fontsize=10)
        return save(drawn, out, f"{stem(network)}-weights")


def _values(W: MixingMatrix) -> str:
    rho = f"rho {objective_value(W):.4f}"
    return f"{rho}, 2nd moment {rho_second_moment(W):.4f}" if W.network.is_lossy else rho

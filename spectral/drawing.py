"""Pictures of networks, of the numbers on their links, and of mixing matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .layout import places_of
from .plots import axes_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

    from .mixing import MixingMatrix
    from .network import Network

__all__ = ["colour_map", "draw_links", "draw_matrix", "draw_mixing", "is_tangled", "links"]

NAMED = 40  # nodes up to which their names are readable
NUMBERED = 12  # links up to which the numbers on them are readable
TANGLED = 4  # links a node from which a drawing is a ball of hair


def draw_links(network: Network, values: np.ndarray, label: str | None, ax: Axes | None = None) -> Axes:
    """The network with `values`, (m,), as width and colour of its links, and a scale when there is a label.

    Negative values are drawn by their size. Directed arcs are arrows.
    """
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    size = np.abs(values)
    top = (float(size.max(initial=0)) or 1.0) * (5 if label is None else 1)  # links that say nothing are thin
    places = places_of(network)
    ax = axes_of(ax, 5.0, 4.0)
    links(ax, network, size, places, top, label is not None)
    if label is not None:
        scale = ScalarMappable(Normalize(0, top), colour_map())
        ax.figure.colorbar(scale, ax=ax, label=label, shrink=0.8)
    return ax


def draw_mixing(matrix: MixingMatrix, ax: Axes | None = None) -> Axes:
    """The network with its weights; where that is a ball of hair and `ax` is not given, the matrix beside it."""
    label = "weight of a link"
    if ax is not None or not is_tangled(matrix.network):
        return draw_links(matrix.network, matrix.weights, label, ax)
    first = axes_of(None, 8.6, 4.0)
    parent = first.figure
    first.remove()
    left, right = parent.subplots(1, 2)
    draw_links(matrix.network, matrix.weights, label, left)
    draw_matrix(matrix, right)
    return left


def draw_matrix(matrix: MixingMatrix, ax: Axes | None = None) -> Axes:
    """W as a square of colours, self-weights on the diagonal; white where nodes are not linked."""
    ax = axes_of(ax, 4.4, 4.0)
    W = np.abs(matrix.dense())
    shown = ax.imshow(np.ma.masked_equal(W, 0), cmap=colour_map(), vmin=0, interpolation="nearest")
    ax.grid(False)
    ax.set(xlabel="from node", ylabel="to node")
    if matrix.network.names is not None and matrix.n <= NAMED:
        names = [matrix.network.name(node) for node in range(matrix.n)]
        ax.set_xticks(range(matrix.n), names, rotation=90, fontsize=7)
        ax.set_yticks(range(matrix.n), names, fontsize=7)
    ax.figure.colorbar(shown, ax=ax, label="weight (diagonal: a node's own)", shrink=0.8)
    return ax


def is_tangled(network: Network) -> bool:
    """Whether there are too many links to follow one by eye."""
    return network.n > NUMBERED and network.m > TANGLED * network.n


def links(
    ax: Axes, network: Network, values: np.ndarray, places: np.ndarray, top: float, numbered: bool = True
) -> None:
    """Nodes at `places`, (n, 2), and links as wide and dark as their values, (m,), of at most `top`, say.

    Dashed: less than 1e-6 of `top`. On small networks nodes have their names, and links their numbers if `numbered`.
    """
    from matplotlib.collections import LineCollection

    used = values > 1e-6 * top
    ends = places[network.edges]
    idle = LineCollection(list(ends[~used]), colors="0.72", linewidths=0.6, linestyles=(0, (3, 3)), zorder=1)
    order = np.argsort(values[used], kind="stable")  # heavy links on top
    share = values[used][order] / top
    heavy = LineCollection(
        list(ends[used][order]), colors=colour_map()(share), linewidths=0.4 + 4 * share, zorder=2
    )
    ax.add_collection(idle)
    ax.add_collection(heavy)
    if network.directed:
        tails, steps = ends[used][:, 0], ends[used][:, 1] - ends[used][:, 0]
        middle = tails + 0.6 * steps  # an arrowhead there, on the line
        ax.quiver(*middle.T, *(1e-3 * steps).T, angles="xy", headwidth=8, minlength=0, color="0.15", zorder=3)
    ax.scatter(
        places[:, 0],
        places[:, 1],
        s=min(22, 1200 / len(places)),
        color="white",
        edgecolors="0.15",
        linewidths=0.8,
        zorder=3,
    )
    if network.n <= NAMED:
        _names(ax, network, places)
    if numbered and network.m <= NUMBERED:
        _numbers(ax, network, values, ends)
    ax.set_aspect("equal")
    ax.margins(0.15 if network.n <= NAMED else 0.05)
    ax.axis("off")


def _names(ax: Axes, network: Network, places: np.ndarray) -> None:
    """Each node's name on the side that faces away from its neighbours, readable on links too."""
    from matplotlib.patheffects import withStroke

    halo = [withStroke(linewidth=2.5, foreground="white")]
    away = np.zeros_like(places)
    for u, v in network.edges:
        step = (places[u] - places[v]) / max(float(np.linalg.norm(places[u] - places[v])), 1e-12)
        away[u] += step
        away[v] -= step
    for node, place in enumerate(places):
        length = float(np.linalg.norm(away[node]))
        x, y = away[node] / length if length > 0.2 else (0.7, 0.7)
        ax.annotate(
            network.name(node),
            place,
            (7 * x, 7 * y),
            textcoords="offset points",
            fontsize=7,
            zorder=4,
            path_effects=halo,
            ha="left" if x > 0.4 else "right" if x < -0.4 else "center",
            va="bottom" if y > 0.4 else "top" if y < -0.4 else "center",
        )


def _numbers(ax: Axes, network: Network, values: np.ndarray, ends: np.ndarray) -> None:
    """On each link its number, and p where the number is another."""
    p = network.reliability
    for link, (value, middle) in enumerate(zip(values, ends.mean(axis=1))):
        text = f"{value:.2g}"
        if p is not None and not np.array_equal(p, values):
            text += f"\np={p[link]:.2g}"
        box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
        ax.annotate(text, middle, fontsize=6.5, ha="center", va="center", zorder=5, bbox=box)


def colour_map() -> Colormap:
    """Light to dark, even in grey and for colour-blind eyes; without the lightest part, lost on white."""
    import matplotlib
    from matplotlib.colors import ListedColormap

    return ListedColormap(matplotlib.colormaps["cividis_r"](np.linspace(0.12, 1, 256)), "weights")

"""Pictures of networks and of the numbers on their links."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .plots import axes_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

    from .network import Network

__all__ = ["colour_map", "draw_links", "links", "places_of"]

SMALL = 200  # nodes up to which a layout by all distances is quick
NAMED = 40  # nodes up to which their names are readable


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
    links(ax, network, size, places, top)
    if network.n <= NAMED:
        for node, place in enumerate(places):
            ax.annotate(network.name(node), place, (4, 4), textcoords="offset points", fontsize=7, zorder=4)
    if label is not None:
        scale = ScalarMappable(Normalize(0, top), colour_map())
        ax.figure.colorbar(scale, ax=ax, label=label, shrink=0.8)
    return ax


def links(ax: Axes, network: Network, values: np.ndarray, places: np.ndarray, top: float) -> None:
    """Nodes at `places`, (n, 2), and links as wide and dark as their values, (m,), of at most `top`, say.

    Dashed: less than 1e-6 of `top`.
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
    ax.set_aspect("equal")
    ax.margins(0.05)
    ax.axis("off")


def colour_map() -> Colormap:
    """Light to dark, even in grey and for colour-blind eyes; without the lightest part, lost on white."""
    import matplotlib
    from matplotlib.colors import ListedColormap

    return ListedColormap(matplotlib.colormaps["cividis_r"](np.linspace(0.12, 1, 256)), "weights")


def places_of(network: Network) -> np.ndarray:
    """(n, 2) where the nodes are, or a layout that keeps the distances in the graph."""
    if network.positions is not None:
        return network.positions
    import networkx as nx

    graph = replace(network, reliability=None, names=None).to_networkx()
    if network.n > SMALL:
        layout = nx.spring_layout(graph, seed=0)
    else:  # slow modes unfold what a circle leaves folded; the jitter parts nodes that coincide
        slow, jitter = (
            nx.spectral_layout(graph, dim=2),
            np.random.default_rng(0).normal(0, 0.05, (network.n, 2)),
        )
        layout = nx.kamada_kawai_layout(graph, pos={v: slow[v] + jitter[v] for v in graph})
    return np.array([layout[node] for node in range(network.n)])

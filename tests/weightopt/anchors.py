"""Published and closed-form optima of mixing weights, as data.

Sources: ICM 2006 (Boyd, Convex optimization of graph Laplacian eigenvalues; CVX example library `graph_laplacian`),
Xiao and Boyd, Systems and Control Letters 53, 2004 (the graph is the one with 8 nodes and 17 links that has all four
printed values), Boyd, Diaconis and Xiao, SIAM Review 46(4), 2004. Closed forms for edge-transitive graphs: the best
weight is the same on all links, by symmetry and convexity.
"""

from __future__ import annotations

import networkx as nx
import numpy as np

from mixproof.spectral.network import Network

__all__ = [
    "COMPLETE_LOSSY",
    "EDGE_TRANSITIVE",
    "HEURISTICS",
    "ICM",
    "ICM_LOSSY",
    "LOSSY",
    "OPTIMA",
    "TIMES",
    "constant_value",
    "constant_weight",
    "with_reliability",
]


def _graph(g: nx.Graph) -> Network:
    return Network.from_networkx(nx.convert_node_labels_to_integers(g))


def with_reliability(network: Network, p: float) -> Network:
    """The network with every link up with probability p."""
    return Network(network.n, network.edges, np.full(network.m, p))


def constant_weight(network: Network, p: float = 1.0, signed: bool = True) -> float:
    """The weight w that minimises max over l in {l2, ln} of (1 - p w l)^2 + 2 p (1 - p) w^2 l.

    l2, ln: smallest positive and largest eigenvalue of the Laplacian; not signed: w <= 1 / largest degree. Each of the
    two is a convex parabola in w; the largest is smallest at a vertex or where they cross.
    """
    laplacian = np.diag(network.degrees) - network.reliable().reliability_matrix()
    ends = np.linalg.eigvalsh(laplacian)[[1, -1]]
    candidates = [1 / (p * end + 2 * (1 - p)) for end in ends]
    gap = p * (ends[1] ** 2 - ends[0] ** 2) + 2 * (1 - p) * (ends[1] - ends[0])
    candidates += [2 * (ends[1] - ends[0]) / gap] if gap > 1e-9 else []
    most = np.inf if signed else 1 / network.degrees.max()
    return min((min(w, most) for w in candidates), key=lambda w: _parabolas(w, ends, p))


def constant_value(network: Network, p: float = 1.0, signed: bool = True) -> float:
    """The largest eigenvalue of E[W_hat^2] - J at `constant_weight`."""
    laplacian = np.diag(network.degrees) - network.reliable().reliability_matrix()
    return _parabolas(constant_weight(network, p, signed), np.linalg.eigvalsh(laplacian)[[1, -1]], p)


def _parabolas(w: float, ends: np.ndarray, p: float) -> float:
    return float(np.max((1 - p * w * ends) ** 2 + 2 * p * (1 - p) * w**2 * ends))


_ICM_EDGES = "0-1 1-2 2-3 0-4 1-7 1-3 4-5 4-6 2-6 3-7 5-6 6-7 1-6"
_XB_EDGES = "0-3 0-4 0-7 1-2 1-3 1-4 1-5 1-6 1-7 2-5 2-6 2-7 3-4 3-7 5-6 5-7 6-7"


def _edges(text: str) -> Network:
    pairs = [tuple(map(int, pair.split("-"))) for pair in text.split()]
    return Network.from_edges(8, pairs)


ICM, XIAO_BOYD = _edges(_ICM_EDGES), _edges(_XB_EDGES)
_P4, _WHEEL = _graph(nx.path_graph(4)), _graph(nx.wheel_graph(5))
_PAW = Network.from_edges(4, [(0, 1), (1, 2), (1, 3), (2, 3)])  # a triangle and one more link
_K23 = _graph(nx.complete_bipartite_graph(2, 3))


def _cycle(n: int) -> float:
    c, d = np.cos(2 * np.pi / n), np.cos(np.pi / n)
    return float((1 + c) / (3 - c) if n % 2 == 0 else (d + c) / (2 + d - c))


def _bipartite(p: int, q: int) -> tuple[float, float]:
    return max((q - p) / q, q / (2 * p + q)), q / (2 * p + q)


# name: network, fastest mixing (entries in [0, 1]), fastest linear averaging (signed), digits that the source gives
OPTIMA: dict[str, tuple[Network, float, float | None, float]] = {
    "ICM 2006 8/13": (ICM, 0.6809607, 0.6433314, 5e-8),
    "Xiao-Boyd 8/17": (XIAO_BOYD, 2 / 3, 0.6, 0),
    "triangle and a link": (_PAW, 7 / 11, None, 0),
    "square and centre": (_WHEEL, 1 / 4, None, 0),
    **{f"P{n}": (_graph(nx.path_graph(n)), *2 * (np.cos(np.pi / n),), 0) for n in (3, 4, 5, 8, 12)},
    **{f"C{n}": (_graph(nx.cycle_graph(n)), *2 * (_cycle(n),), 0) for n in (3, 4, 5, 6, 9, 10)},
    **{f"Q{d}": (_graph(nx.hypercube_graph(d)), *2 * ((d - 1) / (d + 1),), 0) for d in (2, 3, 4)},
    **{f"K{n}": (_graph(nx.complete_graph(n)), 0.0, 0.0, 0) for n in (5, 6, 10)},
    **{f"star, {q} leaves": (_graph(nx.star_graph(q)), 1 - 1 / q, q / (q + 2), 0) for q in (3, 4, 7)},
    **{
        f"K({p},{q})": (_graph(nx.complete_bipartite_graph(p, q)), *_bipartite(p, q), 0)
        for p, q in ((2, 3), (3, 3), (2, 5), (3, 7))
    },
    "Petersen": (_graph(nx.petersen_graph()), 3 / 7, 3 / 7, 0),
    "octahedron": (_graph(nx.octahedral_graph()), 1 / 5, 1 / 5, 0),
    "icosahedron": (_graph(nx.icosahedral_graph()), 0.447214, 0.447214, 5e-7),
    "dodecahedron": (_graph(nx.dodecahedral_graph()), 0.745356, 0.745356, 5e-7),
    "Heawood": (_graph(nx.heawood_graph()), 0.581906, 0.581906, 5e-7),
    "Pappus": (_graph(nx.pappus_graph()), 0.651085, 0.651085, 5e-7),
    "Paley 13": (_graph(nx.circulant_graph(13, [1, 3, 4])), 0.277350, 0.277350, 5e-7),
    "torus 4x4": (_graph(nx.grid_2d_graph(4, 4, periodic=True)), 0.6, 0.6, 0),
    "torus 5x5": (_graph(nx.grid_2d_graph(5, 5, periodic=True)), 0.679285, 0.679285, 5e-7),
}
EDGE_TRANSITIVE = [name for name in OPTIMA if name[0] in "CQK" or "star" in name]
EDGE_TRANSITIVE += ["Petersen", "octahedron", "icosahedron", "dodecahedron", "Heawood", "Pappus"]
EDGE_TRANSITIVE += ["Paley 13", "torus 4x4", "torus 5x5"]

# network, weights, rho as printed (or with more digits), half a unit of its last digit
HEURISTICS: list[tuple[Network, str, float, float]] = [
    (ICM, "metropolis-max", 0.7743035, 5e-8),
    (ICM, "max-degree", 0.7792542, 5e-8),
    (ICM, "best-constant", 0.7118580, 5e-8),
    (ICM, "metropolis", 0.8125545, 5e-8),  # the other convention, 1 / (1 + max degree)
    (ICM, "max-degree-lazy", 0.8160452, 5e-8),
    (XIAO_BOYD, "metropolis-max", 0.7431528, 5e-8),
    (XIAO_BOYD, "max-degree", 0.7462254, 5e-8),
    (XIAO_BOYD, "best-constant", 0.6549406, 5e-8),
    (_P4, "max-degree", np.cos(np.pi / 4), 0),
    (_P4, "metropolis-max", np.cos(np.pi / 4), 0),
    (_PAW, "max-degree", 2 / 3, 0),
    (_PAW, "metropolis-max", 2 / 3, 0),
    (_K23, "max-degree", 2 / 3, 0),
    (_K23, "metropolis-max", 2 / 3, 0),
    (_WHEEL, "max-degree", 1 / 4, 0),
    (_WHEEL, "metropolis-max", 7 / 12, 0),
]
# printed 1 / log(1 / rho): network, weights (or objective), tau
TIMES: list[tuple[Network, str, float]] = [
    *(
        (ICM, name, tau)
        for name, tau in (("signed", 2.2671), ("optimal", 2.6025), ("metropolis-max", 3.9094))
    ),
    *((ICM, name, tau) for name, tau in (("max-degree", 4.0093), ("best-constant", 2.9422))),
    *((XIAO_BOYD, name, tau) for name, tau in (("max-degree", 3.413), ("metropolis-max", 3.366))),
    *((XIAO_BOYD, name, tau) for name, tau in (("best-constant", 2.363), ("signed", 1.957))),
]

# second moment, every link up with probability p, signed weights: name, p, value
LOSSY: list[tuple[str, float, float]] = [
    *(("C6", p, value) for p, value in ((0.5, 0.673469), (0.8, 0.471074))),
    *(("Petersen", p, value) for p, value in ((0.5, 0.506173), (0.8, 0.288889))),
    *(("Q3", p, value) for p, value in ((0.5, 0.52), (0.8, 0.335640))),
]
COMPLETE_LOSSY = [(5, 0.5, 0.285714), (5, 0.8, 0.090909), (10, 0.5, 0.166667), (10, 0.8, 0.047619)]
# on ICM 2006 8/13: p, optimum, value of the weights optimal without losses, of Metropolis's 1 / (1 + max degree)
ICM_LOSSY = [
    (1.0, 0.413875, 0.413875, 0.660245),
    (0.9, 0.463788, 0.486421, 0.696780),
    (0.7, 0.567406, 0.622341, 0.768151),
    (0.5, 0.678352, 0.745871, 0.837248),
]

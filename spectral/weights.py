"""Mixing weights in closed form, each under the name of one convention.

Papers differ by a 1 in the denominator: weights that divide by max(d_i, d_j) or by the largest degree (Xiao
and Boyd 2004; Boyd, Diaconis and Xiao 2004) can leave a self weight of zero; with 1 + in front of the degree
(most learning code) every node keeps a share of itself. Here they never share a name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .eigenvalues import laplacian_ends
from .errors import InputError
from .mixing import MixingMatrix
from .network import Network
from .parsing import as_network

__all__ = ["WEIGHTS", "lazy", "mixing_matrix"]


def uniform(network: Network) -> MixingMatrix:
    """w_ij = 1/(degree + 1) on a regular network (DeFed, section 9). Raises InputError if degrees differ."""
    degrees = _undirected(network, "uniform").degrees
    if degrees.min() != degrees.max():
        shown = f"degrees {degrees.min()} to {degrees.max()}"
        raise InputError(
            "network", shown, "uniform weights need a regular network; metropolis weights need not"
        )
    return MixingMatrix.from_edge_weights(network, np.full(network.m, 1 / (degrees[0] + 1)))


def max_degree(network: Network) -> MixingMatrix:
    """w_ij = 1/dmax (Xiao and Boyd 2004)."""
    dmax = max(1, _undirected(network, "max-degree").degrees.max())
    return MixingMatrix.from_edge_weights(network, np.full(network.m, 1 / dmax))


def max_degree_lazy(network: Network) -> MixingMatrix:
    """w_ij = 1/(1 + dmax)."""
    dmax = _undirected(network, "max-degree-lazy").degrees.max()
    return MixingMatrix.from_edge_weights(network, np.full(network.m, 1 / (1 + dmax)))


def laplacian(network: Network) -> MixingMatrix:
    """W = I - L/(dmax + 1), L the graph Laplacian (DeceFL's experiments); the same as `max-degree-lazy`."""
    _undirected(network, "laplacian")
    return max_degree_lazy(network)


def metropolis(network: Network) -> MixingMatrix:
    """w_ij = 1/(1 + max(d_i, d_j)) (Metropolis weights of learning code)."""
    return MixingMatrix.from_edge_weights(
        network, 1 / (1 + _larger(_undirected(network, "metropolis"), network.degrees))
    )


def metropolis_max(network: Network) -> MixingMatrix:
    """w_ij = 1/max(d_i, d_j) (Metropolis-Hastings; Boyd, Diaconis and Xiao 2004)."""
    return MixingMatrix.from_edge_weights(
        network, 1 / _larger(_undirected(network, "metropolis-max"), network.degrees)
    )


def best_constant(network: Network) -> MixingMatrix:
    """W = I - a L with a = 2/(l_2 + l_n), the constant weight of least rho (Xiao and Boyd 2004, eq. 21).

    l_2 and l_n are the smallest positive and the largest eigenvalue of the Laplacian L. When a exceeds 1/dmax
    some self weight is negative and the matrix is marked `signed`; rho = (l_n - l_2)/(l_n + l_2) either way.
    """
    _undirected(network, "best-constant")
    if network.n == 1:
        return MixingMatrix.from_edge_weights(network, [])
    low, high = laplacian_ends(network)
    a, most = 2 / (low + high), 1 / network.degrees.max()
    if a <= most * (1 + 1e-12):
        # equal on paths and other bipartite graphs, where rounding must not make W signed
        a = min(a, most)
    return MixingMatrix.from_edge_weights(network, np.full(network.m, a), signed=bool(a > most))


def reliability(network: Network) -> MixingMatrix:
    """w_ij = p_ij/max(d_i, d_j), d_i = sum_k p_ik (dawo, eq. 27). Raises InputError without reliabilities."""
    _undirected(network, "reliability")
    p = network.reliability
    if p is None:
        raise InputError("network", "has no reliabilities", "reliability weights need p on every link")
    u, v = network.edges.T
    d = np.bincount(u, p, minlength=network.n) + np.bincount(v, p, minlength=network.n)
    return MixingMatrix.from_edge_weights(network, p / _larger(network, d))


def out_degree(network: Network) -> MixingMatrix:
    """w_ij = 1/(1 + out-degree of i) on every arc and on i itself: row-stochastic, for directed networks."""
    if not network.directed:
        raise InputError("network", "undirected", "out-degree weights need a directed network")
    share = 1 / (1 + network.degrees)
    return MixingMatrix(network, share[network.edges[:, 0]], share)


def lazy(W: MixingMatrix, share: float = 0.5) -> MixingMatrix:
    """share * I + (1 - share) * W: each node keeps at least `share` in [0, 1) of itself.

    >>> lazy(mixing_matrix(Network.from_edges(2, [(0, 1)]), "max-degree")).dense().tolist()
    [[0.5, 0.5], [0.5, 0.5]]
    """
    if not 0 <= share < 1:
        raise InputError("share", share, "lies in [0, 1)")
    return MixingMatrix(W.network, (1 - share) * W.weights, share + (1 - share) * W.self_weights, W.signed)


WEIGHTS: dict[str, Callable[[Network], MixingMatrix]] = {
    "uniform": uniform,
    "max-degree": max_degree,
    "max-degree-lazy": max_degree_lazy,
    "metropolis": metropolis,
    "metropolis-max": metropolis_max,
    "best-constant": best_constant,
    "laplacian": laplacian,
    "reliability": reliability,
    "out-degree": out_degree,
}


def mixing_matrix(network: Any, name: str | None = None, *, attribute: str | None = "p") -> MixingMatrix:
    """The mixing matrix of a network under the named convention, one of WEIGHTS.

    network: a Network, or any form that `as_network` takes (`attribute` as there). name: None is `metropolis`, on a
    directed network `out-degree`. Raises InputError for an unknown name, or a network that the convention is not for.

    >>> mixing_matrix("path:n=3", "metropolis").weights.round(4).tolist()
    [0.3333, 0.3333]
    """
    network = as_network(network, attribute)
    if name is None:
        name = "out-degree" if network.directed else "metropolis"
    if not isinstance(name, str) or name not in WEIGHTS:
        raise InputError("weights", name, f"one of {', '.join(WEIGHTS)}")
    return WEIGHTS[name](network)


def _undirected(network: Network, name: str) -> Network:
    if network.directed:
        raise InputError(
            "network",
            "directed",
            f"{name} weights need an undirected network; out-degree ones a directed one",
        )
    return network


def _larger(network: Network, d: np.ndarray) -> np.ndarray:
    u, v = network.edges.T
    return np.maximum(d[u], d[v])

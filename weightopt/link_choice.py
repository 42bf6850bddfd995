"""Which links to keep, at most k of them, together with their weights, and how far from the best choice that can be.

Lower bounds of rho for every choice of k links: that of all links, by its certificate; and, as row i of the mean matrix
has d_i + 1 entries that sum to 1,

    (n - 1) rho^2 >= ||E[W_hat] - J||_F^2 = ||E[W_hat]||_F^2 - 1 >= sum_i 1 / (d_i + 1) - 1 >= n^2 / (n + 2 k) - 1

(Cauchy and Schwarz, twice). The choice drops links of least weight, a share at a time, and solves for the weights of
those that are left; a spanning tree of greatest weight always stays. Then links that the certificate prices highest
come in for the one of least weight, as long as rho falls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network
from mixproof.spectral.parsing import as_network
from mixproof.spectral.showing import Shown

from .arrays import Array
from .certify.certificate import Certificate
from .certify.duals import edge_coefficients
from .optimize import optimize
from .problem import Problem
from .result import OptimizedWeights

__all__ = ["ChosenLinks", "choose_links"]

Links = NDArray[np.int64]

CANDIDATES, SWAPS = 8, 50  # links tried in the place of another at a time, and exchanges in all
WORTH = 1e-6  # fall of rho
DROPPED = 0.15  # of the links, at most, before weights are found again


@dataclass(frozen=True, eq=False, repr=False)
class ChosenLinks(Shown):
    """Weights on the links that were kept, and a number that no choice of so many links gets below."""

    result: OptimizedWeights
    lower_bound: float

    @property
    def gap(self) -> float:
        """The proved upper end of rho less the lower bound."""
        return self.result.enclosure[1] - self.lower_bound

    def title(self) -> str:
        return f"{self.result.weights.network.m} links chosen: rho {self.result.rho:.8g}"

    def shown(self) -> list[tuple[str, str]]:
        bound = f"{self.lower_bound:.8g} (gap {self.gap:.2e})"
        return [*self.result.shown(), ("no choice of so many links is below", bound)]


def choose_links(network: Any, links: int, gap: float | None = None) -> ChosenLinks:
    """At most `links` links of an undirected network, and the weights on them that mix fastest (objective `mean`).

    gap: that of `optimize`, on the links kept. Raises InputError for fewer links than a connected network has.

    >>> chosen = choose_links("complete:n=6", 6)        # a ring of six has 3/5
    >>> round(chosen.result.rho, 6), round(chosen.lower_bound, 6)
    (0.6, 0.447214)
    """
    network = as_network(network)
    if network.directed:
        raise InputError("network", f"{network.n} nodes, directed", "undirected")
    if count("links", links) < network.n - 1:
        raise InputError("links", links, f"at least n - 1 = {network.n - 1}: fewer do not connect the nodes")
    result = optimize(network, gap=gap)
    lower = result.lower_bound
    chosen = np.arange(network.m)
    while len(chosen) > links:
        chosen = chosen[_kept(result, links)]
        result = optimize(_part(network, chosen), gap=gap)
    for _ in range(SWAPS if len(chosen) < network.m else 0):
        better = _exchanged(network, chosen, result, gap)
        if better is None:
            break
        chosen, result = better
    sparse = max(network.n**2 / (network.n + 2 * links) - 1, 0.0) / max(network.n - 1, 1)
    return ChosenLinks(result, max(lower, sparse**0.5 * (1 - 1e-12)))


def _part(network: Network, links: Links) -> Network:
    """The network with these links alone."""
    reliability = None if network.reliability is None else network.reliability[links]
    return replace(network, edges=network.edges[links], reliability=reliability)


def _exchanged(
    network: Network, chosen: Links, result: OptimizedWeights, gap: float | None
) -> tuple[Links, OptimizedWeights] | None:
    """One link for another such that rho falls; None where no candidate does it."""
    certificate, problem = result.certificate, Problem.of(network)
    assert isinstance(certificate, Certificate) and certificate.cover is not None
    c = edge_coefficients(problem, certificate.plus, certificate.minus, None)
    price = c - certificate.cover[problem.tails] - certificate.cover[problem.heads]
    price[chosen] = -np.inf
    for new in np.argsort(-price, kind="stable")[: min(CANDIDATES, network.m - len(chosen))]:
        more = np.union1d(chosen, [new])
        wider = optimize(_part(network, more), gap=gap)
        tried = more[_kept(wider, len(chosen))]
        found = optimize(_part(network, tried), gap=gap)
        if found.rho < result.rho - WORTH:
            return tried, found
    return None


def _kept(result: OptimizedWeights, links: int) -> Links:
    """Links of the next round: the tree, and of the others those of greatest weight."""
    network, weights = result.weights.network, result.weights.weights
    tree = _spanning_tree(network, weights)
    target = max(links, int((1 - DROPPED) * network.m))
    value = np.where(tree, np.inf, weights)
    return np.sort(np.argsort(-value, kind="stable")[:target])


def _spanning_tree(network: Network, weights: Array) -> NDArray[np.bool_]:
    """(m,) whether a link is in a spanning tree of greatest weight."""
    u, v = network.edges.T
    length = 2.0 - weights / max(weights.max(), 1e-300)  # positive: the tree of least length
    graph = scipy.sparse.csr_array((length, (u, v)), shape=(network.n, network.n))
    tree = scipy.sparse.csgraph.minimum_spanning_tree(graph).tocoo()
    found = set(zip(tree.row.tolist(), tree.col.tolist()))
    return np.array([(a, b) in found or (b, a) in found for a, b in network.edges.tolist()])

"""Mixing over links that fail at random: mean matrix, second moment, samples.

In every round link e of an undirected network works with probability p_e, independently, in both directions
together; the weight of a link that fails returns to its two ends (dawo, eqs. (3), (5)). With a_e = e_u - e_v
for the link (u, v), W_hat = I - sum_e s_e w_e a_e a_e', s_e Bernoulli(p_e).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy

from . import checks
from .eigenvalues import DENSE_LIMIT, symmetric_spectrum
from .errors import InputError
from .mixing import MixingMatrix
from .network import Network

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["mean_matrix", "realization", "rho_second_moment", "sample", "sample_links", "second_moment"]

DENSER = 8  # where one entry in so many is not 0, a product of arrays is quicker than a sparse one


def mean_matrix(W: MixingMatrix) -> MixingMatrix:
    """E[W_hat]: weight w_e p_e on link e (dawo, eq. (7)); W itself when every link always works.

    >>> network = Network.from_edges(2, [(0, 1)], [0.5])
    >>> mean_matrix(MixingMatrix.from_edge_weights(network, [0.5])).dense().tolist()
    [[0.75, 0.25], [0.25, 0.75]]
    """
    return MixingMatrix.from_edge_weights(
        W.network, W.weights * link_probabilities(W.network), signed=W.signed
    )


def second_moment(W: MixingMatrix) -> csr_array:
    """E[W_hat^2] = E[W_hat]^2 + 2 sum_e p_e (1 - p_e) w_e^2 a_e a_e', (n, n), sparse.

    The terms of different links are uncorrelated, and (a a')^2 = 2 a a' (dawo, eqs. (32)-(36)). Rows sum to
    1. Its pattern is that of paths of two links: on a large network use `rho_second_moment`, which never
    forms it.
    """
    mean = mean_matrix(W).sparse()
    if W.n <= DENSE_LIMIT and mean.nnz > W.n**2 / DENSER:
        whole = mean.toarray()
        return scipy.sparse.csr_array(whole @ whole + _scatter(W))
    return scipy.sparse.csr_array(mean @ mean + _scatter(W))


def rho_second_moment(W: MixingMatrix) -> float:
    """rho(E[W_hat^2]): its largest eigenvalue on the complement of ones (it is positive semidefinite).

    To the accuracy of an eigendecomposition, or of Lanczos above 1000 nodes; the matrix is not formed there.

    >>> network = Network.from_edges(2, [(0, 1)], [0.5])
    >>> rho_second_moment(MixingMatrix.from_edge_weights(network, [0.5]))
    0.5
    """
    n = W.n
    if n <= DENSE_LIMIT:
        return symmetric_spectrum(second_moment(W)).rho
    mean, scatter = mean_matrix(W).sparse(), _scatter(W)

    def apply(x: np.ndarray) -> np.ndarray:
        x = x.ravel() - x.mean()
        y: np.ndarray = mean @ (mean @ x) + scatter @ x
        return y - y.mean()

    operator = scipy.sparse.linalg.LinearOperator((n, n), matvec=apply, dtype=np.float64)
    start = np.random.default_rng(0).standard_normal(n)
    return float(scipy.sparse.linalg.eigsh(operator, k=1, which="LA", v0=start, return_eigenvectors=False)[0])


def sample_links(network: Network, rng: np.random.Generator, count: int) -> np.ndarray:
    """Which links work in each of `count` independent rounds, bool, (count, m). Raises InputError."""
    checks.count("count", count)
    return rng.random((count, network.m)) < link_probabilities(network)


def realization(W: MixingMatrix, up: np.ndarray) -> MixingMatrix:
    """W_hat when exactly the links with up[e] work, `up` (m,) of booleans. Raises InputError for other shapes."""
    if np.shape(up) != (W.network.m,):
        raise InputError("up", f"array of shape {np.shape(up)}", f"one per link, ({W.network.m},)")
    return MixingMatrix.from_edge_weights(W.network, W.weights * np.asarray(up, bool), signed=W.signed)


def sample(W: MixingMatrix, rng: np.random.Generator, count: int) -> np.ndarray:
    """`count` independent draws of W_hat, dense, (count, n, n); for large networks use `sample_links`."""
    weights = W.weights * sample_links(W.network, rng, count)
    u, v = W.network.edges.T
    drawn = np.zeros((count, W.n, W.n))
    drawn[:, u, v] = drawn[:, v, u] = weights
    diagonal = np.arange(W.n)
    drawn[:, diagonal, diagonal] = 1 - drawn.sum(axis=2)
    return drawn


def _scatter(W: MixingMatrix) -> csr_array:
    """E[W_hat^2] - E[W_hat]^2."""
    p = link_probabilities(W.network)
    incidence = W.network.incidence()
    return scipy.sparse.csr_array(incidence.multiply(2 * p * (1 - p) * W.weights**2) @ incidence.T)


def link_probabilities(network: Network) -> np.ndarray:
    """The network's `probabilities`; InputError for a directed one."""
    if network.directed:
        rule = "random links are undirected: both directions work or fail together"
        raise InputError("network", "directed", rule)
    return network.probabilities

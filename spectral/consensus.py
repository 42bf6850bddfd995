"""How many rounds of plain averaging a consensus error takes, exactly, over reliable links and lossy ones.

The worst start decides. With W_hat(t) independent, the error after t rounds from x is x' A_t x in mean square, where

    A_0 = I - J,    A_{t+1} = E[W_hat A_t W_hat]
                            = E[W_hat] A_t E[W_hat] + sum_e p_e (1 - p_e) w_e^2 (a_e' A_t a_e) a_e a_e'

(the cross terms of different links vanish: the links are independent). The largest eigenvalue of A_t is the worst
start's error: rho^(2t) when all links are reliable, and else between rho(E W_hat)^(2t) and rho(E W_hat^2)^t.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import scipy

from .checks import is_number, of_kind
from .errors import InputError
from .links import link_probabilities, mean_matrix
from .mixing import MixingMatrix
from .spectrum import spectrum

__all__ = ["consensus_rounds", "mean_congruence"]

MOST_ROUNDS, MOST_WORK = 100_000, 1e11  # MOST_WORK: rounds times n^3, a minute


def mean_congruence(W: MixingMatrix) -> Callable[[np.ndarray], np.ndarray]:
    """The linear map A -> E[W_hat A W_hat] of symmetric (n, n) arrays, exactly.

    >>> from mixproof.spectral import Network, second_moment
    >>> W = MixingMatrix.from_edge_weights(Network.from_edges(2, [(0, 1)], [0.5]), [0.25])
    >>> bool(np.allclose(mean_congruence(W)(np.eye(2)), second_moment(W).toarray()))
    True
    """
    p, (u, v) = link_probabilities(W.network), W.network.edges.T
    mean, variance = mean_matrix(W).dense(), p * (1 - p) * W.weights**2
    diagonal = np.arange(W.n)

    def apply(A: np.ndarray) -> np.ndarray:
        lost = variance * (A[u, u] + A[v, v] - 2 * A[u, v])
        excess = np.zeros_like(mean)
        excess[u, v] = excess[v, u] = -lost
        excess[diagonal, diagonal] = -excess.sum(axis=1)
        return np.asarray(mean @ A @ mean + excess)

    return apply


def consensus_rounds(W: MixingMatrix, error: float = 1e-3) -> int | None:
    """Least t at which the root mean square consensus error is at most `error` times the worst start's.

    None if it never gets there; over lossy links also if it takes more than 100,000 rounds, or dense products for
    more than about a minute. Raises InputError unless 0 < error < 1, or for a directed network.

    >>> from mixproof.spectral import mixing_matrix, parse_network
    >>> consensus_rounds(mixing_matrix(parse_network("ring:n=4"), "metropolis"))   # (1/3)^7 < 1e-3
    7
    """
    of_kind("W", W, MixingMatrix, "a MixingMatrix: as_mixing makes one of what you have")
    if not is_number(error) or not 0 < float(error) < 1:
        raise InputError("error", error, "a share of the first error, above 0 and below 1")
    if bool((link_probabilities(W.network) == 1).all()):
        return _reliable(W, error)
    return _lossy(W, error**2)


def _reliable(W: MixingMatrix, error: float) -> int | None:
    found = spectrum(W)
    if found.enclosure[1] >= 1:
        return None
    if found.rho <= error:
        return 1
    t = math.ceil(math.log(error) / math.log(found.rho))  # rounding may put it on either side
    while found.rho**t > error:
        t += 1
    while found.rho ** (t - 1) <= error:
        t -= 1
    return t


def _lossy(W: MixingMatrix, target: float) -> int | None:
    n, step = W.n, mean_congruence(W)
    A = np.eye(n) - 1 / n
    for t in range(1, int(min(MOST_ROUNDS, MOST_WORK / n**3)) + 1):
        A = step(A)
        trace = np.trace(A)
        if trace > 1e100:  # signed weights can make the error grow
            return None
        if trace > (n - 1) * target and t != n:  # then some eigenvalue is above the target
            continue
        worst = scipy.linalg.eigvalsh(A, subset_by_index=(n - 1, n - 1))[0]
        if worst <= target:
            return t
        # W_hat lengthens nothing, so the starts that A_t keeps form ever smaller spaces: settled by t = n
        if t == n and worst >= 1 - 1e-12 and not W.signed:
            return None
    return None

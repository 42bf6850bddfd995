"""Constants of row-stochastic mixing on directed networks, as push-sum needs them (ops, Lemmas 6 and 7).

W[i, j] is what i sends to j and rows sum to 1, so W^t tends to 1 psi' when W is strongly connected and
aperiodic (a positive self weight suffices), psi the Perron vector: psi'W = psi', 1'psi = 1. Dense
computations, for networks of up to a few thousand nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import scipy

from .checks import count
from .coercion import as_matrix
from .components import components
from .dense import gamma
from .errors import InputError
from .mixing import check_rows

__all__ = [
    "GeometricRate",
    "delta_min",
    "geometric_rate",
    "perron_vector",
    "push_sum_floor",
    "row_stochastic",
    "smallest_entries",
]


class GeometricRate(NamedTuple):
    """|[W^t]_ij - psi_j| <= C q^t for all t >= 0, i and j."""

    C: float
    q: float


def perron_vector(W: Any) -> np.ndarray:
    """psi with psi'W = psi', positive, sum 1, shape (n,). Raises InputError if W is not strongly connected.

    >>> perron_vector([[0.5, 0.5], [0.25, 0.75]]).round(4).tolist()
    [0.3333, 0.6667]
    """
    matrix = row_stochastic(W)
    n = len(matrix)
    pattern = scipy.sparse.csr_array(matrix)
    if components(pattern, directed=True)[0] > 1:
        raise InputError("W", "not strongly connected", "only then is its Perron vector unique and positive")
    # I - W' + 1 1'/n is regular, and maps psi to 1/n, because 1'psi = 1
    psi = np.linalg.solve(np.eye(n) - matrix.T + 1 / n, np.full(n, 1 / n))
    return psi / psi.sum()


def smallest_entries(W: Any, horizon: int) -> np.ndarray:
    """min_ij [W^t]_ij for t = 1, ..., horizon, (horizon,), never above the truth.

    The truth never decreases in t: a row of W^(t+1) is an average of rows of W^t.
    """
    return np.array([power.min() for power in _powers(row_stochastic(W), horizon)])


def delta_min(W: Any, horizon: int) -> float:
    """min_ij [W^horizon]_ij, a lower bound on all entries of W^t for every t >= horizon (ops, Lemma 6).

    It is 0 until every node reaches every other in exactly `horizon` rounds.

    >>> round(delta_min([[0.5, 0.5, 0], [0, 0.5, 0.5], [0.5, 0, 0.5]], horizon=2), 12)
    0.25
    """
    return float(smallest_entries(W, horizon)[-1])


def push_sum_floor(W: Any, horizon: int) -> float:
    """A number that no push-sum weight omega_t^(i) = [(W^t)'1]_i falls below, for any t >= 0.

    The smallest column sum over t < horizon, and from there on n delta_min(W, horizon): positive when that is.
    """
    matrix = row_stochastic(W)
    early = 1.0  # omega_0
    for power in _powers(matrix, horizon):
        floor = min(early, len(matrix) * float(power.min()))
        early = min(early, float(power.sum(axis=0).min()))
    return floor * (1 - gamma(len(matrix) + 2))


def geometric_rate(W: Any) -> GeometricRate:
    """(C, q), proven: |[W^t]_ij - psi_j| <= C q^t for all t >= 0.

    Dobrushin's coefficient tau(P) = max_ik sum_j |P_ij - P_kj| / 2 is at most 1, submultiplicative, and
    bounds the spread of every column of P, which contains psi_j; so the error at t is at most tau(W^t) <=
    tau(W^k)^floor(t/k) <= C q^t with q = tau(W^k)^(1/k), C = q^(1-k). Here k is the first power of 2 with
    tau(W^k) <= 1/2; the rounding of the power is added to tau. Raises InputError when no power gets there
    (periodic, or disconnected, or too slow).

    >>> C, q = geometric_rate([[0.5, 0.5], [0.25, 0.75]])
    >>> round(C, 6), round(q, 6)
    (1.0, 0.25)
    """
    power = row_stochastic(W)
    n, error, k = len(power), float(np.abs(power.sum(axis=1) - 1).max()) + gamma(len(power) + 2), 1
    while error < 0.1:
        tau = max(float(np.abs(power - row).sum(axis=1).max()) for row in power) / 2
        tau = (tau + error) * (1 + gamma(n + 4))
        if tau <= 0.5:
            q = tau ** (1 / k) * (1 + 2**-50)
            return GeometricRate(q ** (1 - k) * (1 + 1e-12), q)
        power, k = power @ power, 2 * k
        error = (2 * error + error**2 + gamma(n + 1)) * 1.01  # of the row sums of the power's errors
    raise InputError(
        "W", f"tau(W^{k}) is not below 1/2", "strongly connected and aperiodic, with a gap above rounding"
    )


def _powers(matrix: np.ndarray, horizon: int) -> Iterator[np.ndarray]:
    """W, ..., W^horizon, never above the truth: sums of nonnegative products have a relative error."""
    power, down = np.eye(len(matrix)), 1 - gamma(len(matrix) + 2)
    for _ in range(count("horizon", horizon, 1)):
        power = power @ matrix * down
        yield power


def row_stochastic(W: Any) -> np.ndarray:
    """W as a dense (n, n); raises InputError unless it is square, nonnegative and its rows sum to 1."""
    matrix = as_matrix(W)
    check_rows(matrix)
    if matrix.nnz and matrix.data.min() < 0:
        raise InputError("W", f"an entry is {matrix.data.min():.6g}", "nonnegative")
    return matrix.toarray()

"""How many eigenvalues lie beyond a number, proven by a sparse LDL' factorization."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy

from .dense import UNIT, defect, gamma, longest_row, row_norm

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import SuperLU

__all__ = ["Inertia", "affordable", "count_beyond"]

BUDGET = 4e9  # multiplications of a factorization that takes about a second


class Inertia(NamedTuple):
    """At most `beyond` eigenvalues lie more than `error` beyond the shift."""

    beyond: int
    error: float
    factors: SuperLU


def count_beyond(W: csr_array, shift: float, side: int) -> Inertia | None:
    """Bound on the number of eigenvalues of S above (side 1) or below (side -1) the shift.

    S is W with rows of sum exactly 1, see `defect`. SuperLU factors A = side (shift I - W) with diagonal
    pivots and one permutation for rows and columns; None when it cannot. With L its unit lower factor and D
    the diagonal of its U, LDL' has as many negative eigenvalues as D has negative entries (Sylvester). LDL' -
    A is symmetric, and entrywise at most gamma |L||U| + |L||U - DL'| (Higham 2002, theorem 9.3, with one more
    rounding for the reciprocal of each pivot), so its row sums bound its 2-norm, and Weyl's inequality
    carries the count over to S.
    """
    n = W.shape[0]
    matrix = (side * (shift * scipy.sparse.eye_array(n) - W)).tocsc()
    try:
        factors = scipy.sparse.linalg.splu(
            matrix, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True}
        )
    except RuntimeError:  # a pivot is exactly zero
        return None
    if not np.array_equal(factors.perm_r, factors.perm_c):
        return None
    lower, upper = scipy.sparse.csr_array(factors.L), scipy.sparse.csr_array(factors.U)
    pivots = upper.diagonal()
    if not np.isfinite(upper.data).all() or not np.isfinite(lower.data).all():
        return None
    scaled = scipy.sparse.csr_array(lower.T.multiply(pivots[:, None]))  # DL'
    ones = np.ones(n)
    steps = gamma(2 * longest_row(lower) + 8)
    rows = steps * (abs(lower) @ (abs(upper) @ ones + abs(scaled) @ ones))
    rows += abs(lower) @ (abs(upper - scaled) @ ones)
    forming = 2 * UNIT * (abs(shift) + row_norm(W))
    error = (float(rows.max()) * (1 + gamma(2 * n)) + forming + defect(W)) * 1.01
    return Inertia(int((pivots < 0).sum()), error, factors)


def affordable(W: csr_array, budget: float = BUDGET) -> bool:
    """Whether factoring is within a budget, judged by the envelope of a reverse Cuthill-McKee order."""
    order = scipy.sparse.csgraph.reverse_cuthill_mckee(W, symmetric_mode=True)
    place = np.empty_like(order)
    place[order] = np.arange(len(order), dtype=order.dtype)
    coo = W.tocoo()
    row, col = place[coo.row], place[coo.col]
    first = np.arange(len(order))
    np.minimum.at(first, row, col)
    width = (np.arange(len(order)) - first).astype(np.float64)
    return float((width**2).sum()) <= budget

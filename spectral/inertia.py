"""How many eigenvalues lie beyond a number, proven by a sparse LDL' factorization."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy

from .dense import UNIT, defect, gamma, longest_row, row_norm
from .shifted import factored

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import SuperLU

__all__ = ["Inertia", "count_beyond"]


class Inertia(NamedTuple):
    """At most `beyond` eigenvalues lie more than `error` beyond the shift."""

    beyond: int
    error: float
    factors: SuperLU


def count_beyond(W: csr_array, shift: float, side: int) -> Inertia | None:
    """Bound on the number of eigenvalues of S above (side 1) or below (side -1) the shift.

    S is W with rows of sum exactly 1, see `defect`. SuperLU factors A = side (shift I - W), see
    `factored`; None when it cannot. With L its unit lower factor and D
    the diagonal of its U, LDL' has as many negative eigenvalues as D has negative entries (Sylvester). LDL' -
    A is symmetric, and entrywise at most gamma |L||U| + |L||U - DL'| (Higham 2002, theorem 9.3, with one more
    rounding for the reciprocal of each pivot), so its row sums bound its 2-norm, and Weyl's inequality
    carries the count over to S.
    """
    n = W.shape[0]
    factors = factored(W, shift, side)
    if factors is None:
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

"""Shift and invert: on long networks eigenvalues crowd at the ends of the spectrum, and an inverse spreads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import scipy
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh

from .dense import centre

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import SuperLU

__all__ = ["affordable", "factored", "inverse", "shift_beyond"]

BUDGET = 4e9  # multiplications of a factorization that takes about a second
SMALL = 1e6  # multiplications not worth a closer look
BORDERS = (
    4  # a dissection's multiplications, in units of those inside pieces and separators: measured on grids
)
DEPTH = 12  # of a dissection
LEAVES = 0.1  # share of nodes with one link that is worth a look at the rest alone
RESTARTS = 100  # of Lanczos, where eigenvalues crowd
ROUGH = 1e-3  # error of an eigenvalue that only says where to shift
HUB = 10  # links of a node, in units of the root of the number of nodes, that make it a hub
BEYOND = 1e-9  # distance of a shift from a bound of the spectrum


def factored(W: csr_array, shift: float, side: int) -> SuperLU | None:
    """side (shift I - W) factored with diagonal pivots and one permutation for rows and columns; None if it cannot."""
    matrix = (side * (shift * scipy.sparse.eye_array(W.shape[0]) - W)).tocsc()
    hub = np.diff(matrix.indptr).max() > HUB * W.shape[0] ** 0.5
    # the time of minimum degree is quadratic in the links of a hub
    order: Literal["COLAMD", "MMD_AT_PLUS_A"] = "COLAMD" if hub else "MMD_AT_PLUS_A"
    try:
        factors = scipy.sparse.linalg.splu(
            matrix, permc_spec=order, diag_pivot_thresh=0.0, options={"SymmetricMode": True}
        )
    except RuntimeError:  # a pivot is exactly zero
        return None
    return factors if np.array_equal(factors.perm_r, factors.perm_c) else None


def inverse(factors: SuperLU) -> LinearOperator:
    """The inverse of what was factored, on the complement of the ones vector."""

    def apply(x: np.ndarray) -> np.ndarray:
        y: np.ndarray = factors.solve(x.ravel() - x.mean())
        return y - y.mean()

    return LinearOperator(factors.shape, matvec=apply, dtype=np.float64)


def shift_beyond(W: csr_array, side: int) -> float:
    """A number just above the largest (side 1) or below the smallest (side -1) eigenvalue on the complement of ones.

    Near a rough value of it by Lanczos, or near a bound on it where that is closer. Nothing is proved.
    """
    n, limit, mean = W.shape[0], _bound(W, side), centre(W)

    def apply(x: np.ndarray) -> np.ndarray:
        y: np.ndarray = W @ x.ravel() + (mean - 1) * x.mean() + away * x.ravel()
        return y

    away = 2.0 * side  # ARPACK's tolerance is relative: an end near 0 would not be found
    operator = LinearOperator((n, n), matvec=apply, dtype=np.float64)
    which: Literal["LA", "SA"] = "LA" if side > 0 else "SA"
    start = np.random.default_rng(0).standard_normal(n)
    try:
        rough = float(
            eigsh(operator, 1, which=which, v0=start, tol=ROUGH, maxiter=RESTARTS, return_eigenvectors=False)[
                0
            ]
        )
    except ArpackNoConvergence:
        return limit + side * BEYOND
    return side * min(side * (rough - away) + 3 * ROUGH, side * limit + BEYOND)


def _bound(W: csr_array, side: int) -> float:
    """Of all eigenvalues: I - W = L(w) is at most L of the positive weights, and that at most the largest sum of two
    linked nodes' weights (Anderson, Morley, Linear and Multilinear Algebra 18, 1985); above, the negative ones."""
    coo = W.tocoo()
    size = np.where(coo.row != coo.col, np.maximum(-side * coo.data, 0), 0)
    sums = np.bincount(coo.row, size, W.shape[0])
    return 1 + side * float((sums[coo.row] + sums[coo.col])[size > 0].max(initial=0.0))


def affordable(W: csr_array, budget: float = BUDGET) -> bool:
    """Whether factoring stays within a budget of multiplications, estimated from the pattern."""
    coo = W.tocoo()
    off = coo.row != coo.col
    ends = coo.row[off], coo.col[off]
    return (
        _work(scipy.sparse.csr_array((np.ones(len(ends[0])), ends), shape=W.shape), budget, DEPTH) <= budget
    )


def _work(links: csr_array, budget: float, depth: int) -> float:
    """Multiplications inside the envelope of a reverse Cuthill-McKee order; where that is wide, of a dissection.

    Leaves go first, at no cost. A dissection halves the order; nodes of the later half that touch the earlier one
    come last.
    """
    while (leaf := np.diff(links.indptr) <= 1).mean() > LEAVES:
        links = links[~leaf][:, ~leaf]
        if not links.shape[0]:
            return 0.0
    n = links.shape[0]
    order = scipy.sparse.csgraph.reverse_cuthill_mckee(links, symmetric_mode=True)
    place = np.empty_like(order)
    place[order] = np.arange(n, dtype=order.dtype)
    coo = links.tocoo()
    first = np.arange(n)
    np.minimum.at(first, place[coo.row], place[coo.col])
    envelope = float(((np.arange(n) - first).astype(np.float64) ** 2).sum())
    if envelope <= min(budget, SMALL) or depth == 0:
        return envelope
    half = n // 2
    touched = (np.arange(n) >= half) & (first < half)
    dissected = BORDERS * float(touched.sum()) ** 3
    for part in (order[:half], order[half:][~touched[half:]]):
        if len(part) and dissected <= budget:
            dissected += _work(links[part][:, part], budget, depth - 1)
    return min(envelope, dissected)

"""Newton systems H s = r of a linear model with several outputs, whose Hessian is too large to be formed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

__all__ = ["system"]


def system(
    rows: np.ndarray, curvature: np.ndarray, shares: np.ndarray, l2: float, rtol: float = 1e-4
) -> Callable[[np.ndarray], np.ndarray]:
    """r (p C,) -> s with ||H s - r|| <= rtol ||r||, for H = sum_i shares_i (a_i a_i') (x) D_i + l2 I.

    `rows` (n, p) are the a_i, `curvature` (n, C, C) the D_i, l2 > 0; s and r are row-major (p, C). By conjugate
    gradients, preconditioned with (sum_i shares_i a_i a_i') (x) D + l2 I, D the mean of the D_i: equal to H
    where all samples curve alike, and inverted by two small eigenvalue problems.

    Raises ArithmeticError when the iteration does not get there.
    """
    from scipy.sparse.linalg import LinearOperator, cg

    shape = rows.shape[1], curvature.shape[1]
    weighted = shares[:, None, None] * curvature
    lengths, left = np.linalg.eigh(rows.T @ (shares[:, None] * rows))
    curves, right = np.linalg.eigh(weighted.sum(axis=0) / shares.sum())
    scales = np.maximum(lengths, 0)[:, None] * np.maximum(curves, 0) + l2

    def product(vector: np.ndarray) -> np.ndarray:
        model = vector.reshape(shape)
        slopes = np.einsum("nce,ne->nc", weighted, rows @ model)
        return (rows.T @ slopes + l2 * model).reshape(-1)

    def precondition(vector: np.ndarray) -> np.ndarray:
        turned = left.T @ vector.reshape(shape) @ right
        return (left @ (turned / scales) @ right.T).reshape(-1)

    size = shape[0] * shape[1]
    H, M = (LinearOperator((size, size), matvec=f, dtype=float) for f in (product, precondition))

    def solve(r: np.ndarray) -> np.ndarray:
        found, stopped = cg(H, r, rtol=rtol, M=M, maxiter=size)
        if stopped:
            raise ArithmeticError(f"conjugate gradients stopped after {stopped} iterations above rtol={rtol}")
        return np.asarray(found)

    return solve

"""The norm of an affine matrix: an enclosure at a point, and what a certificate proves (`weightopt.norms`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import scipy
from numpy.typing import NDArray

from mixproof.spectral.dense import UNIT, gamma
from mixproof.spectral.errors import InputError

from ..arrays import Array
from .check import finite

if TYPE_CHECKING:
    from .certificate import NormCertificate

__all__ = ["Affine", "norm_bound", "norm_enclosure"]

EPS = float(np.finfo(float).eps)
Interval = tuple[float, float]
Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Affine:
    """B(x) = base - sum_k x_k B_k, (r, n); x >= 0, its sums at nodes at most `limits`, balance x = 0."""

    base: Array  # (r, n)
    which: Indices  # of each entry of the B_k: k, row, column, value
    row: Indices
    column: Indices
    entry: Array
    ends: tuple[Indices, ...]  # (k,) each: the nodes in whose sums x_k counts
    limits: Array  # (nodes,)
    balance: scipy.sparse.csr_array | None  # (nodes, k)

    @classmethod
    def of(
        cls,
        base: Array,
        entries: Sequence[tuple[Indices, Indices, Indices, Array]],
        ends: Sequence[Indices],
        limits: Array,
        balance: scipy.sparse.csr_array | None = None,
    ) -> Affine:
        """From parts that are put together."""
        which, row, column, entry = (np.concatenate(part) for part in zip(*entries))
        return cls(base, which, row, column, entry, tuple(ends), limits, balance)

    @property
    def size(self) -> int:
        """Number of variables."""
        return len(self.ends[0])

    def at(self, x: Array) -> Array:
        """B(x)."""
        B = self.base.copy()
        np.subtract.at(B, (self.row, self.column), self.entry * x[self.which])
        return B

    def sums(self, x: Array) -> Array:
        """Of x at the nodes."""
        found = np.zeros(len(self.limits))
        for end in self.ends:
            np.add.at(found, end, x)
        return found

    def slopes(self, G: Array) -> Array:
        """(k,) <G, B_k>."""
        return np.asarray(np.bincount(self.which, self.entry * G[self.row, self.column], self.size), float)


def norm_bound(affine: Affine, certificate: NormCertificate) -> float:
    """A number that ||B(x)|| is not below for any feasible x. What a cover misses is charged to the bound.

    Rounding is on the safe side. Raises InputError for arrays of a wrong shape, or NaN.
    """
    r, n = affine.base.shape
    if not certificate.left.size:
        return 0.0
    left = finite("left", certificate.left, (r, None))
    right = finite("right", certificate.right, (n, None))
    if left.shape[1] != right.shape[1]:
        raise InputError("certificate.right", f"{right.shape[1]} columns", f"{left.shape[1]}, as left has")
    y = np.maximum(finite("cover", certificate.cover, affine.limits.shape), 0.0)
    G, size = left @ right.T, abs(left) @ abs(right).T
    doubt = (left.shape[1] + affine.base.size + 64) * EPS
    constant = float(np.vdot(G, affine.base)) - doubt * float(np.vdot(size, abs(affine.base)))
    most = np.bincount(affine.which, abs(affine.entry) * size[affine.row, affine.column], affine.size)
    c = affine.slopes(G) + (left.shape[1] + 64) * EPS * most
    covered = sum(y[end] for end in affine.ends)
    if affine.balance is not None:
        z = finite("potential", certificate.potential, (affine.balance.shape[0],))
        covered = covered + affine.balance.T @ z - 64 * EPS * (abs(affine.balance).T @ abs(z))
    missing = np.maximum(c - covered * (1 - 64 * EPS * np.sign(covered)), 0.0)
    charge = np.zeros(len(y))
    np.maximum.at(charge, affine.ends[0], missing)
    worst = float(affine.limits @ (y + charge)) * (1 + (n + 64) * EPS)
    trace = float(np.sum(left**2) + np.sum(right**2)) * (1 + (left.size + right.size + 64) * EPS)
    return max(2 * (constant - worst) / trace * (1 - 16 * EPS), 0.0)


def norm_enclosure(B: Array, slip: float) -> tuple[float, Interval]:
    """||M||_2 of a matrix M with ||M - B|| <= slip: the root of the largest eigenvalue of B'B, and an interval.

    The radius of that eigenvalue is derived as in `spectral.dense`, from residual and defect of the eigenvectors.
    """
    G = B.T @ B
    n = len(G)
    values, vectors = scipy.linalg.eigh((G + G.T) / 2)
    size = float(abs(G).sum(axis=1).max()) * (1 + gamma(n))
    reach = size + float(abs(values).max())
    residual = float(np.linalg.norm(G @ vectors - vectors * values)) * (1 + gamma(n * n))
    skew = float(np.linalg.norm(vectors.T @ vectors - np.eye(n))) * (1 + gamma(n * n)) + gamma(n + 1) * 2 * n
    residual += gamma(n + 3) * reach * 2 * n**0.5
    rounding = gamma(len(B) + 4) * float(np.linalg.norm(B)) ** 2 + 4 * UNIT * size
    radius = (residual + reach * skew + rounding) * 1.01
    top = float(values[-1])
    low, high = max(top - radius, 0.0) ** 0.5, (top + radius) ** 0.5
    return max(top, 0.0) ** 0.5, (max(low - slip, 0.0) * (1 - EPS), (high + slip) * (1 + 2 * EPS))

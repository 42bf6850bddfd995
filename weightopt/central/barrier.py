"""A primal-dual interior-point method for a smooth convex function of weights: w >= 0, sums at the nodes <= 1.

With multipliers z of w >= 0 and u of 1 - N w >= 0 an iteration takes Newton's step for

    grad F(w) - z + N'u = 0,    w z = mu,    (1 - N w) u = mu,

and shortens it until F - mu (sum log w + sum log (1 - N w)) falls. F may be infinite outside a domain of its own. Some
ten to twenty iterations reach any gap above rounding; the multiplier u is the guess of a certificate's node cover.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
import scipy

from mixproof.spectral.clock import check_time

from ..arrays import Array

__all__ = ["Barrier", "Model", "cholesky", "first_parameter", "next_parameter", "reach"]

TO_BOUNDARY = 0.95
DESCENT = 1e-4
SHRINK = 0.5
SHORTEST = 1e-8
BLOCK = 512  # columns factored at a time
CENTRE, BETTER = 0.3, 0.1  # of mu after a short step, and after a long one


class Model(Protocol):
    """F at a point."""

    @property
    def value(self) -> float:
        """F."""

    def slope(self) -> Array:
        """(k,) gradient."""

    def curvature(self) -> Array:
        """(k, k) lower triangle of the Hessian, or of what stands in for it; positive semidefinite."""


class Barrier:
    """Weights w (k,) inside, multipliers z (k,) and u (r,), and F at w."""

    def __init__(
        self, at: Callable[[Array], Model], sums: scipy.sparse.csr_array, w: Array, mu: float | None = None
    ):
        self.at, self.N, self.w = at, sums, w
        self.point = at(w)
        room = 1 - sums @ w
        start = first_parameter(abs(self.point.value), len(w) + len(room)) if mu is None else mu
        self.z, self.u = start / w, start / room
        self.factor = CENTRE

    @property
    def complementarity(self) -> float:
        """z'w + u'(1 - N w): the gap, where the gradient's equation holds."""
        return float(self.z @ self.w + self.u @ (1 - self.N @ self.w))

    def _distance(self) -> float:
        """How far from optimal F can be: by u, raised until it covers the gradient; between z'w + u'(1 - N w) and |F|.

        A mu far below what the gradient's equation still lacks would press weights against 0 that have to grow again.
        """
        c = -self.point.slope()
        missing = np.maximum(c - self.N.T @ self.u, 0.0) / self.N.sum(axis=0)
        entries = self.N.tocoo()
        raised = self.u.copy()
        np.maximum.at(raised, entries.row, self.u[entries.row] + missing[entries.col])
        gap = float(raised.sum() - c @ self.w)
        return max(min(gap, abs(self.point.value)), self.complementarity)

    def step(self) -> bool:
        """One iteration; False where rounding leaves no step."""
        w, room = self.w, 1 - self.N @ self.w
        mu = self.factor * self._distance() / (len(w) + len(room))
        H = self.point.curvature()
        H += ((self.N.T * (self.u / room)) @ self.N).toarray()
        H[np.arange(len(w)), np.arange(len(w))] += self.z / w
        slope = self.point.slope() - mu / w + self.N.T @ (mu / room)
        change = _solve(H, -slope)
        if change is None:
            return False
        along = float(slope @ change)
        into = self.N @ change
        length = min(reach(w, change), reach(room, -into))
        here = self._merit(self.point.value, w, room, mu)
        while True:
            new = w + length * change
            left = 1 - self.N @ new
            point = self.at(new)
            if np.isfinite(point.value):
                reached = self._merit(point.value, new, left, mu)
                if reached <= here + DESCENT * length * along + 1e-13 * abs(here):
                    break
            length *= SHRINK
            if length < SHORTEST:
                return False
        dz = mu / w - self.z - self.z / w * change
        du = mu / room - self.u + self.u / room * into
        dual = min(reach(self.z, dz), reach(self.u, du))
        self.w, self.point = new, point
        self.z, self.u = self.z + dual * dz, self.u + dual * du
        self.factor = BETTER if min(length, dual) > 0.5 else CENTRE
        return True

    @staticmethod
    def _merit(value: float, w: Array, room: Array, mu: float) -> float:
        return value - mu * float(np.sum(np.log(w)) + np.sum(np.log(room)))


def reach(x: Array, change: Array) -> float:
    """Of a step, at most 1, that keeps x positive."""
    falling = change < 0
    if not falling.any():
        return 1.0
    return float(min(1.0, TO_BOUNDARY * np.min(-x[falling] / change[falling])))


def _solve(H: Array, right: Array) -> Array | None:
    scale = 1 / np.sqrt(np.diag(H))
    H *= scale
    H *= scale[:, None]
    for ridge in (0.0, 1e-12, 1e-9):  # rounding may leave H slightly indefinite
        if ridge:
            H[np.diag_indices(len(H))] += ridge
        try:
            factor = cholesky(H)
        except np.linalg.LinAlgError:
            continue
        return np.asarray(scale * scipy.linalg.cho_solve((factor, True), scale * right, check_finite=False))
    return None


def cholesky(H: Array) -> Array:
    """The lower triangle of H's factor, by blocks of columns: LAPACK takes as long, and nothing stops it.

    Raises LinAlgError of a matrix that is not positive definite.
    """
    F = H.copy(order="F")
    for first in range(0, len(F), BLOCK):
        check_time()
        own, below = slice(first, first + BLOCK), slice(first + BLOCK, len(F))
        if first:
            F[first:, own] -= (F[own, :first] @ F[first:, :first].T).T
        F[own, own], failed = scipy.linalg.lapack.dpotrf(F[own, own], lower=True)
        if failed:
            raise np.linalg.LinAlgError("not positive definite")
        if below.start < below.stop:
            F[below, own] = scipy.linalg.blas.dtrsm(
                1.0, F[own, own], F[below, own], side=1, lower=1, trans_a=1
            )
    return F


# the barrier's part of the value, how fast it falls, and of the gap where it ends
FIRST, FALL, LAST = 0.1, 0.2, 0.25
DECREMENT = 0.5  # of the barrier's part: a smaller slope of the step is close enough to its minimum


def first_parameter(value: float, terms: float) -> float:
    """mu where F is `value`."""
    return FIRST * value / terms


def next_parameter(mu: float, slope: float, value: float, share: float, terms: float) -> float:
    """mu after a step of that slope; `share`: of the value, the gap that is asked for."""
    if -slope >= DECREMENT * mu * terms:
        return mu
    return max(FALL * mu, min(mu, LAST * share * value / terms))

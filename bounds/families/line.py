"""Losses on the line whose derivatives are linear in pieces, with bends and jumps: one kind, in floats or exactly.

F_k' passes through 0 at the minimizer c_k or jumps over it there. It has the slope a_k left of all places, which grows
by bend_kj at place_kj, and it jumps by jump_kj there; at the place itself it has done the share taken_kj of the jump.
Places come in any order, and some may be equal. Three shapes of such losses are made here:

`bent`, convex and piecewise quadratic: F_k'' = after_kj of the largest bend_kj <= w (of equal bends that of largest j),
    a_k left of all bends. What another bend hides counts in L_k and mu_k too: L errs above, mu below.
`kinked`, convex and piecewise linear: F_k' = -left_k sum_j rise_kj left of all kinks, and rises by rise_kj at kink_kj,
    0 <= left_k <= 1, so that every F_k has a minimum; it has no curvature.
`dented`, smooth, of any curvature: F_k'(c_k) = 0 and F_k'' = a_k > 0, but for a rise by dent_kj between bend_kj and
    bend_kj + width_kj. c_k need not be the minimizer then, and L_k is the largest |F_k''|.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .client_vectors import ClientVectors

__all__ = ["Line", "bent", "dented", "kinked"]

DECIMALS = 12  # to which the derivative of a sum of kinks is 0 in floats: a sum of a few numbers of order one


@dataclass(frozen=True)
class Line:
    """Losses of K clients; c (K,), where each is stationary or jumps over 0; before (K,): F_k' left of all places where
    a = 0, else 0; a (K,); places, bends, jumps, taken (K, M); curvatures (K, ...): all that count in mu_k and L_k.

    convex: False where the sum of such losses may have several local minima
    """

    c: np.ndarray
    before: np.ndarray
    a: np.ndarray
    places: np.ndarray
    bends: np.ndarray
    jumps: np.ndarray
    taken: np.ndarray
    curvatures: np.ndarray | None
    convex: bool = True

    affine = None

    @property
    def minimizers(self) -> np.ndarray:
        return self.c[:, None]

    @property
    def flattest(self) -> np.ndarray:
        return self._curved.min(1)

    @property
    def steepest(self) -> np.ndarray:
        return abs(self._curved).max(1)

    @property
    def _curved(self) -> np.ndarray:
        if self.curvatures is None:
            raise ArithmeticError("a piecewise linear loss has no curvature")
        return self.curvatures

    @cached_property
    def lipschitz(self) -> Any:
        """The largest |F_k'| of any client, where that is bounded."""
        if (self.a != 0).any() or (self.bends != 0).any():
            raise AttributeError("these derivatives have no bound")
        return max(*-self.before, *(self.before + self.jumps.sum(1)))

    # --- derivatives and values, w of shape (..., K)

    def pulls(self, w: np.ndarray) -> np.ndarray:
        """F_k'(w_k)."""
        bent = (self.bends * (self._beyond(w) - self._beyond_c)).sum(-1)
        smooth = self.a * (w - self.c) + bent
        return smooth + self.before + self._jumped(w) if self._jump else smooth

    def backward(self, z: np.ndarray, eta: np.ndarray) -> np.ndarray:
        """The w with w + eta F_k'(w_k) = z_k of convex clients without jumps; z (T, K), eta (T, 1)."""
        if self._jump or not self.convex:
            raise ArithmeticError("backward is of convex clients whose gradients do not jump")
        x = np.sort(self.places, 1).T  # (M, K)
        curved = self.a + (self.bends * (x[..., None] >= self.places)).sum(-1)
        reached = x + eta[:, None] * self.pulls(x)
        passed = (reached <= z[:, None]).sum(1, keepdims=True)
        at = np.maximum(passed - 1, 0)
        start, height = (
            np.take_along_axis(np.broadcast_to(y, reached.shape), at, 1)[:, 0] for y in (x, reached)
        )
        slope = np.take_along_axis(np.broadcast_to(curved, reached.shape), at, 1)[:, 0]
        return start + (z - height) / (1 + eta * np.where(passed[:, 0], slope, self.a))

    def rises(self, w: np.ndarray) -> np.ndarray:
        """F_k(w_k) - F_k^*."""
        return self._rises_from_c(w) - self._lowest

    def _rises_from_c(self, w: np.ndarray) -> np.ndarray:
        past, start, away = self._beyond(w), self._beyond_c, w - self.c
        bent = self.bends * ((past * past - start * start) / 2 - start * away[..., None])
        found = self.a * away * away / 2 + bent.sum(-1)
        if self._jump:
            found = found + self.before * away + (self.jumps * (past - start)).sum(-1)
        return found

    @cached_property
    def _jump(self) -> bool:
        return bool((self.jumps != 0).any())

    def _beyond(self, w: np.ndarray) -> np.ndarray:
        """max(w_k - place, 0); the last axis is that of the places."""
        return np.maximum(w[..., None] - self.places, 0)

    @cached_property
    def _beyond_c(self) -> np.ndarray:
        return self._beyond(self.c)

    def _jumped(self, w: np.ndarray) -> np.ndarray:
        past = w[..., None] - self.places
        return (self.jumps * np.where(past == 0, self.taken, past > 0)).sum(-1)

    @cached_property
    def _lowest(self) -> np.ndarray:
        """F_k^* - F_k(c_k), (K,)."""
        if self.convex:
            return self.c * 0
        return np.array(
            [self._sum(self._leftmost_lowest(one), one) for one in np.eye(len(self.c), dtype=int)]
        )

    def _sum(self, x: Any, shares: np.ndarray) -> Any:
        """sum_k shares_k (F_k(x) - F_k(c_k)), x of any shape."""
        return (shares * self._rises_from_c(self._everywhere(x))).sum(-1)

    def _slope(self, x: Any, shares: np.ndarray) -> Any:
        return (shares * self.pulls(self._everywhere(x))).sum(-1)

    def _everywhere(self, x: Any) -> np.ndarray:
        """x of shape (...) at all clients, (..., K)."""
        return np.repeat(np.asarray(x)[..., None], len(self.c), -1)

    # --- as `clients.Losses` has them

    def gradient(self, x: ClientVectors) -> ClientVectors:
        return ClientVectors(self.pulls(x.sure[..., 0])[..., None])

    def heights(self, x: ClientVectors) -> Any:
        return self.rises(x.sure[..., 0])

    def above(self, x: ClientVectors, shares: np.ndarray, minimizer: np.ndarray) -> Any:
        return self._sum(x.sure[..., 0], shares) - self._sum(minimizer[0], shares)

    def minimizer(self, shares: np.ndarray, near: np.ndarray) -> np.ndarray:
        """Of several the one next to `near` where the losses are convex, else the leftmost."""
        if not self.convex:
            return np.array([self._leftmost_lowest(shares)])
        return np.array([self._next_flat(shares, near[0]) if self._jump else self._crossing(shares)])

    def _crossing(self, shares: np.ndarray) -> Any:
        """Where the derivative, continuous and increasing, is zero."""
        corners = np.array(sorted(self.places.reshape(-1)))
        heights = self._slope(corners, shares)
        k = next((k for k, height in enumerate(heights) if height >= 0), len(corners))
        if k == 0:
            return corners[0] - heights[0] / (shares * self.a).sum()
        x = corners[k - 1]
        curvature = (shares * (self.a + (self.bends * (self.places <= x)).sum(-1))).sum()
        return x - heights[k - 1] / curvature

    def _next_flat(self, shares: np.ndarray, near: Any) -> Any:
        """Where a derivative constant between jumps is zero or jumps over it, next to `near`."""
        corners = np.array(sorted(self.places.reshape(-1)))
        reached = corners[:, None, None] >= self.places
        left = (shares * self.before).sum()  # of all corners
        right = left + (shares * (self.jumps * reached).sum(-1)).sum(-1)  # of each
        if right.dtype == float:
            left, right = round(left, DECIMALS), right.round(DECIMALS)
        low = next((x for x, slope in zip(corners, right) if slope >= 0), corners[-1])
        high = next((x for x, slope in zip(corners, right) if slope > 0), None)
        if left < 0 and near < low:
            return low
        return near if high is None or near < high else high

    def _leftmost_lowest(self, shares: np.ndarray) -> Any:
        """The leftmost of the points where the sum is least.

        It is quadratic between the corners and of positive curvature beyond. Points that are tried in vain do no harm:
        the function is nowhere less than its least value.
        """
        outside = (shares * self.a).sum()
        corners = np.array(sorted(self.places[shares != 0].reshape(-1)))
        at = self._slope(corners, shares)
        points = [corners[0] - at[0] / outside, corners[-1] - at[-1] / outside, *corners]
        for x, y, left, right in zip(corners, corners[1:], at, at[1:]):
            if left < 0 < right:  # elsewhere there is no minimum inside
                points.append(x - left * (y - x) / (right - left))
        return min(zip(self._sum(np.array(points), shares), points))[1]


def bent(a: np.ndarray, c: np.ndarray, bend: np.ndarray, after: np.ndarray) -> Line:
    """a, c (K, 1), bend, after (K, M)."""
    order = np.array([sorted(range(len(row)), key=row.__getitem__) for row in bend])  # stable
    slopes = np.take_along_axis(after, order, 1)
    rises = slopes - np.concatenate([a, slopes[:, :-1]], 1)
    rises = np.take_along_axis(rises, np.argsort(order, 1), 1)  # as the bends stand
    curved, none = np.concatenate([a, after], 1), bend * 0
    return Line(c[:, 0], c[:, 0] * 0, a[:, 0], bend, rises, none, none, curved)


def kinked(kink: np.ndarray, rise: np.ndarray, left: np.ndarray, taken: np.ndarray) -> Line:
    """kink, rise, taken (K, M), left (K,)."""
    before = -left * rise.sum(1)
    order = np.argsort(kink, 1, kind="stable")
    at = np.take_along_axis(kink, order, 1)
    right = before[:, None] + np.add.accumulate(np.take_along_axis(rise, order, 1), 1)
    first = [next((j for j, x in enumerate(row) if x >= 0), len(row) - 1) for row in right]
    c = np.array([row[j] for row, j in zip(at, first)])  # a minimizer of each client
    return Line(c, before, c * 0, kink, kink * 0, rise, taken, None)


def dented(a: np.ndarray, c: np.ndarray, bend: np.ndarray, width: np.ndarray, dent: np.ndarray) -> Line:
    """a, c (K, 1), bend, width, dent (K, M)."""
    places, bends = np.concatenate([bend, bend + width], 1), np.concatenate([dent, -dent], 1)
    right = a + (bends[:, None, :] * (places[:, :, None] >= places[:, None, :])).sum(-1)
    curved, none = np.concatenate([a, right], 1), places * 0
    return Line(c[:, 0], c[:, 0] * 0, a[:, 0], places, bends, none, none, curved, convex=False)

"""Gossip gradient descent on clients on the line whose gradients bend: piecewise quadratic losses, all of it rational.

    w_k(t+1) = sum_j W_kj(t) w_j(t) - eta_t * scale_k * F_k'(w_k(t)),    eta_t = delta/(t + Gamma)  or  eta

The worst cases of many bounds over all smooth, strongly convex clients are met on the line by clients that are not
quadratic. In a setting of the family `gossip`, the clients are of this kind where it holds, beside d = 1 and what
quadratic clients have (`W`, `a` (K, 1), `c` (K, 1), `w0` (K, 1) or `start` (1,), perhaps `o`, `samples`; never `s` nor
`v`: there is no noise),

    M       a size, the number of bends of each client's gradient, at least 1
    bend    (K, M), where F_k' bends: any rational numbers, in any order, equal ones allowed
    after   (K, M), positive

and then F_k'(w) is the integral from c_k to w of the slope s_k, F_k(w) that of F_k' plus o_k, where

    s_k(u) = after[k][j] of the largest bend[k][j] <= u (of equal bends that of largest j), a[k][0] left of all bends.

So F_k is convex with its minimum o_k at c_k. Constants: L_k is the largest of a[k][0] and after[k][0], ...,
after[k][M-1], mu_k the smallest (what another bend hides counts too: L errs above, mu below); L = max_k L_k, mu =
min_k mu_k, sharpest = max_k scale_k L_k, flattest = min_k scale_k mu_k. chi2 = max_k F_k'(x)^2 over the smallest
and the largest x of all starts and c: every model stays between these while eta_t * sharpest <= own, for F_k'(w)
is mu_k to L_k times w - c_k. All metrics are those of `gossip` with these F_k: F = sum_k share_k F_k, w* its
minimizer.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..arithmetic import FLOAT
from ..family import constant
from ..rounds import at_round
from .gossip import GossipRun

__all__ = ["BendsRun"]


class BendsRun(GossipRun):
    """One run; values: W (S, K, K), a, c (K, 1), bend, after (K, M), w0 (K, 1) or start (1,), as in `gossip`."""

    # --- clients

    @constant
    def _slopes(self) -> np.ndarray:
        """Slopes of the F_k', (K, M + 1)."""
        return np.concatenate([self.a, self._values["after"]], 1)

    @constant
    def _bends(self) -> tuple[np.ndarray, np.ndarray]:
        """The bends (K, M) in order, and by how much the slope rises at each."""
        bends = self._values["bend"]
        order = np.array([sorted(range(len(row)), key=row.__getitem__) for row in bends])  # stable
        after = np.take_along_axis(self._values["after"], order, 1)
        rises = after - np.concatenate([self.a, after[:, :-1]], 1)
        return np.take_along_axis(bends, order, 1), rises

    def _beyond(self, w: Any) -> np.ndarray:
        """max(w_k - bend, 0), w of shape (..., K); the last axis is that of the bends."""
        past = np.asarray(w)[..., None] - self._bends[0]
        if self._arithmetic is FLOAT:
            return np.maximum(past, 0.0)
        zero, larger = self._arithmetic.number(0), self._arithmetic.functions["max"]
        return np.frompyfunc(lambda x: larger(x, zero), 1, 1)(past)

    @constant
    def _beyond_c(self) -> np.ndarray:
        return self._beyond(self._c)

    @constant
    def _c(self) -> np.ndarray:
        return self.c[:, 0]

    def _pulls(self, w: Any) -> np.ndarray:
        """F_k'(w_k), w of shape (..., K)."""
        rises = self._bends[1]
        return self.a[:, 0] * (w - self._c) + (rises * (self._beyond(w) - self._beyond_c)).sum(-1)

    def _losses(self, w: Any) -> np.ndarray:
        """F_k(w_k) - F_k^*, w of shape (..., K)."""
        past, start, away = self._beyond(w), self._beyond_c, w - self._c
        bent = self._bends[1] * ((past * past - start * start) / 2 - start * away[..., None])
        return self.a[:, 0] * away * away / 2 + bent.sum(-1)

    def _everywhere(self, x: Any) -> np.ndarray:
        """x of shape (...) at all clients."""
        return np.repeat(np.asarray(x)[..., None], len(self.c), -1)

    def _slope(self, x: Any) -> Any:
        """F'(x)."""
        return (self.share * self._pulls(self._everywhere(x))).sum(-1)

    def _loss(self, x: Any) -> Any:
        """F(x) - sum_k share_k F_k^*."""
        return (self.share * self._losses(self._everywhere(x))).sum(-1)

    # --- constants

    @constant
    def _steepest(self) -> np.ndarray:
        """L_k."""
        return self._slopes.max(1)

    @constant
    def _flattest(self) -> np.ndarray:
        """mu_k."""
        return self._slopes.min(1)

    @constant
    def L(self) -> Any:
        return max(self._steepest)

    @constant
    def mu(self) -> Any:
        return min(self._flattest)

    @constant
    def sharpest(self) -> Any:
        return max(self.scale * self._steepest)

    @constant
    def flattest(self) -> Any:
        return min(self.scale * self._flattest)

    @constant
    def chi2(self) -> Any:
        """max_k F_k'(x)^2 at the ends x of the interval that holds all starts and minimizers."""
        points = [*self.w0[:, 0], *self._c]
        ends = np.array([self._pulls(self._everywhere(x)) for x in (min(points), max(points))])
        return (ends * ends).max()

    @constant
    def wstar(self) -> np.ndarray:
        """Where F', piecewise linear and increasing, crosses zero."""
        corners = sorted(self._bends[0].reshape(-1))
        heights = [self._slope(x) for x in corners]
        k = next((k for k, height in enumerate(heights) if height >= 0), len(corners))
        if k == 0:
            x, height, slope = corners[0], heights[0], (self.share * self.a[:, 0]).sum()
        else:  # F' to the right of the corner before
            x, height = corners[k - 1], heights[k - 1]
            slope = (self.share * (self.a[:, 0] + (self._bends[1] * (self._bends[0] <= x)).sum(-1))).sum()
        return np.array([x - height / slope])

    @constant
    def gaps_at_optimum(self) -> np.ndarray:
        return self._losses(self._everywhere(self.wstar[0]))

    @constant
    def gstar(self) -> Any:
        pulls = self.scale * self._pulls(self._everywhere(self.wstar[0]))
        return self._arithmetic.functions["sqrt"]((pulls * pulls).sum())

    @property
    def _leaps(self) -> bool:
        return False

    # --- the trajectory: models (rounds + 1, K)

    @cached_property
    def _path(self) -> np.ndarray:
        return self._long(self.w0[:, 0], self._followed_from)

    def _followed_from(self, x: np.ndarray) -> np.ndarray:
        path = [x]
        for t in range(self.rounds):
            step = self.step(self._arithmetic.number(t))
            x = self.W[self._place(t)] @ x - step * self.scale * self._pulls(x)
            path.append(x)
        return np.array(path)

    def _at(self, t: Any) -> np.ndarray:
        """w(t), (..., K)."""
        return self._path[at_round(t)]

    def _mean(self, t: Any) -> Any:
        return self._at(t).sum(-1) / self.K

    @property
    def at_models(self) -> np.ndarray:
        """Bends (K, M) at the models that each client meets in the first M rounds, as near as some tries come."""
        bends = self._values["bend"]
        for _ in range(bends.shape[1] + 1):
            run = BendsRun(
                self._sizes, {**self._values, "bend": bends}, bends.shape[1], self._arithmetic, self._scaled
            )
            bends = run._path[: bends.shape[1]].T
        return bends

    # --- metrics, as in `GossipRun`

    def spread2(self, t: Any) -> Any:
        return ((self._at(t) - self._everywhere(self._mean(t))) ** 2).sum(-1)

    def error2(self, t: Any) -> Any:
        return (self._mean(t) - self.wstar[0]) ** 2

    def distance2(self, t: Any) -> Any:
        return ((self._at(t) - self.wstar[0]) ** 2).sum(-1)

    def gap(self, t: Any) -> Any:
        return self._loss(self._mean(t)) - self._loss(self.wstar[0])

    def gap_of_average(self, t: Any) -> Any:
        """F(wbar averaged over the rounds before t) - F*."""
        sums = np.add.accumulate(self._path.sum(-1) / self.K)
        at = at_round(t)
        if not isinstance(at, np.ndarray):
            if not 1 <= at <= len(sums):
                raise ArithmeticError(f"no average of {at} rounds")
            return self._loss(sums[at - 1] / self._arithmetic.number(at)) - self._loss(self.wstar[0])
        known = (at >= 1) & (at <= len(sums))
        average = sums[np.where(known, at, 1) - 1] / np.where(known, at, np.nan)
        return self._loss(average) - self._loss(self.wstar[0])

    def gradients2(self, t: Any) -> Any:
        return (self._pulls(self._at(t)) ** 2).sum(-1)

    def local_gaps(self, t: Any) -> Any:
        return self._losses(self._at(t)).sum(-1)

    def curved_gaps(self, t: Any) -> Any:
        return (2 * self._flattest * self._losses(self._at(t))).sum(-1)

    def steep_gaps(self, t: Any) -> Any:
        return (2 * self._steepest * self._losses(self._at(t))).sum(-1)

    def tilde_gaps(self, t: Any) -> Any:
        return (self.share * self._losses(self._at(t))).sum(-1)

    def F_of_clients(self, t: Any) -> Any:
        return self._loss(self._at(t)).sum(-1) / self.K - self._loss(self.wstar[0])

    def _direction(self, t: Any) -> Any:
        return (self.scale * self._pulls(self._at(t))).sum(-1) / self.K

    def mean_gradient2(self, t: Any) -> Any:
        return self._direction(t) ** 2

    def global_gradient2(self, t: Any) -> Any:
        return self._slope(self._mean(t)) ** 2

    def dissimilarity2(self, t: Any) -> Any:
        mean = self._mean(t)
        apart = self._pulls(self._everywhere(mean)) - self._everywhere(self._slope(mean))
        return (apart * apart).sum(-1) / self.K

    def alignment(self, t: Any) -> Any:
        return self._direction(t) * self._slope(self._mean(t))

    def fedavg_distance2(self, t: Any) -> Any:
        w = self.w0[:, 0].sum() / self.K
        path = [w]
        for s in range(int(np.max(at_round(t)))):
            w = w - self.step(self._arithmetic.number(s)) * self._slope(w)
            path.append(w)
        return (self._mean(t) - np.array(path)[at_round(t)]) ** 2

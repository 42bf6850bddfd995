"""Clients on the line whose losses are no parabolas throughout: convex with kinks, or smooth and not convex.

Beside W and the start a setting has, for each client k and M pieces of its loss,

`Kinks`, convex and piecewise linear:
    kink    (K, M), where F_k' jumps: any rational numbers, in any order, equal ones allowed
    rise    (K, M), positive, by how much
    left    (K,), in [0, 1]: F_k' = -left_k sum_j rise_kj left of all kinks, so that every F_k has a minimum
    taken   (K, M), in [0, 1]: the subgradient taken at kink j is F_k' just left of it plus taken_kj rise_kj
  G is the largest |subgradient| of any client, w* the minimizer of F next to the mean of the starts; no L, no mu.

`Dents`, smooth and piecewise quadratic, of any curvature between bounds:
    a, c    (K, 1), a positive: F_k'(c_k) = 0 and F_k'' = a_k but for
    bend, width, dent   (K, M), width positive: F_k'' rises by dent_kj between bend_kj and bend_kj + width_kj
  L is the largest |F_k''|, mu the smallest F_k'', of any sign; w* is the leftmost minimizer of F.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..arithmetic import FLOAT, Arithmetic
from ..family import constant
from .bends import BendsRun

__all__ = ["Dents", "Kinks"]

DECIMALS = 12  # to which a slope in floats is 0: a sum of a few numbers of order one


class Kinks(BendsRun):
    """Part of a run on the line: convex piecewise linear clients."""

    def __init__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        rounds: int,
        arithmetic: Arithmetic,
        **of: Any,
    ):
        self._kink, self._rise = values["kink"], values["rise"]
        self._far = -values["left"] * self._rise.sum(1)  # F_k' left of all kinks
        order = np.argsort(self._kink, 1, kind="stable")
        at = np.take_along_axis(self._kink, order, 1)
        right = self._far[:, None] + np.add.accumulate(np.take_along_axis(self._rise, order, 1), 1)
        first = [next((j for j, x in enumerate(row) if x >= 0), len(row) - 1) for row in right]
        own = np.array([[row[j]] for row, j in zip(at, first)])  # a minimizer of each client
        super().__init__(sizes, {**values, "a": own * 0, "c": own}, rounds, arithmetic, **of)

    def _apart(self, w: Any) -> np.ndarray:
        return np.asarray(w)[..., None] - self._kink

    def _pulls(self, w: Any) -> np.ndarray:
        apart = self._apart(w)
        if self._arithmetic is FLOAT:
            share = np.where(apart == 0, self._values["taken"], apart > 0)
        else:
            share = np.where(_is(apart, "zero"), self._values["taken"], _is(apart, "positive") * self._one)
        return self._far + (self._rise * share).sum(-1)

    @property
    def _one(self) -> Any:
        return self._arithmetic.number(1)

    def _heights(self, w: Any) -> np.ndarray:
        """F_k(w_k) but for a constant, w of shape (..., K)."""
        apart, zero = self._apart(w), self._arithmetic.number(0)
        larger = self._arithmetic.functions["max"]
        past = (
            larger(apart, zero) if self._arithmetic is FLOAT else np.vectorize(larger, [object])(apart, zero)
        )
        return self._far * w + (self._rise * past).sum(-1)

    def _losses(self, w: Any) -> np.ndarray:
        return self._heights(w) - self._heights(self._c)

    @constant
    def G(self) -> Any:
        """The largest |subgradient| of any client."""
        return max(*-self._far, *(self._far + self._rise.sum(1)))

    @constant
    def wstar(self) -> np.ndarray:
        """The minimizer of F that is next to the mean of the starts."""
        corners = sorted(self._kink.reshape(-1))
        apart = np.array(corners)[:, None, None] - self._kink
        far = (self.share * self._far).sum()
        # just right of each
        slopes = [far + (self.share * (self._rise * (x >= 0)).sum(-1)).sum() for x in apart]
        if self._arithmetic is FLOAT:
            far, slopes = round(float(far), DECIMALS), [round(float(s), DECIMALS) for s in slopes]
        x = self.w0[:, 0].sum() / self.K
        low = next(corner for corner, slope in zip(corners, slopes) if slope >= 0 or corner == corners[-1])
        if far < 0 and x < low:
            x = low
        high = next((corner for corner, slope in zip(corners, slopes) if slope > 0), None)
        return np.array([x if high is None or x < high else high])

    @property
    def _undefined(self) -> Any:
        raise ArithmeticError("a piecewise linear loss has no curvature")

    _steepest = _flattest = _undefined


class Dents(BendsRun):
    """Part of a run on the line: clients whose curvature dents, to either side."""

    @constant
    def _bends(self) -> tuple[np.ndarray, np.ndarray]:
        bend, dent = self._values["bend"], self._values["dent"]
        return np.concatenate([bend, bend + self._values["width"]], 1), np.concatenate([dent, -dent], 1)

    @constant
    def _curvatures(self) -> np.ndarray:
        """F_k'' just right of each bend and left of all of them, (K, 2 M + 1)."""
        bends, rises = self._bends
        right = self.a + (rises[:, None, :] * (bends[:, :, None] >= bends[:, None, :])).sum(-1)
        return np.concatenate([self.a, right], 1)

    @constant
    def _steepest(self) -> np.ndarray:
        return abs(self._curvatures).max(1)

    @constant
    def _flattest(self) -> np.ndarray:
        return self._curvatures.min(1)

    def _losses(self, w: Any) -> np.ndarray:
        return super()._losses(w) - self._own_minima

    @constant
    def _own_minima(self) -> np.ndarray:
        """F_k^* - F_k(c_k)."""
        found = []
        for k in range(len(self.a)):

            def heights(x: np.ndarray, k: int = k) -> np.ndarray:
                return BendsRun._losses(self, self._everywhere(x))[..., k]

            def slopes(x: np.ndarray, k: int = k) -> np.ndarray:
                return self._pulls(self._everywhere(x))[..., k]

            found.append(heights(self._lowest(self._bends[0][k], heights, slopes, self.a[k, 0])))
        return np.array(found).reshape(-1)

    @constant
    def wstar(self) -> np.ndarray:
        mean = (self.share * self.a[:, 0]).sum()
        return self._lowest(self._bends[0].reshape(-1), self._loss, self._slope, mean)

    def _lowest(self, bends: np.ndarray, heights: Any, slopes: Any, outside: Any) -> np.ndarray:
        """The leftmost of the points where a function is least, (1,).

        It is quadratic between the bends and of the positive curvature `outside` beyond. Points that are tried in vain
        do no harm: the function is nowhere less than its least value.
        """
        corners = np.array(sorted(bends))
        at = slopes(corners)
        points = [corners[0] - at[0] / outside, corners[-1] - at[-1] / outside, *corners]
        for x, y, left, right in zip(corners, corners[1:], at, at[1:]):
            if left < 0 < right:  # elsewhere there is no minimum inside
                points.append(x - left * (y - x) / (right - left))
        found = heights(np.array(points))
        return np.array([min(zip(found, points))[1]])


def _is(numbers: np.ndarray, what: str) -> np.ndarray:
    """Which exact numbers are zero, or positive; ArithmeticError where a ball leaves it open."""

    def sign(x: Any) -> int:
        if x > 0 or x < 0:
            return 1 if x > 0 else -1
        if x == 0:
            return 0
        raise ArithmeticError("on which side of a kink a model is, is not known")

    wanted = {"zero": 0, "positive": 1}[what]
    return np.vectorize(lambda x: sign(x) == wanted, [bool])(numbers)

"""The clients of a setting as `programmed` asks them, in floats: gradients and losses of stacked vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .stacked import Stacked, Stacks

__all__ = ["Losses", "nearest"]


class Losses:
    """The clients of a run of `gossip`, `bends` or `kinks`, whose constants it has.

    curves: (smallest, largest) curvature of each client, two arrays (K,); wstar: the minimizer of F, (d,)
    """

    def __init__(self, run: Any):
        self.run = run
        self.line = hasattr(run, "_pulls")

    @property
    def curves(self) -> tuple[np.ndarray, np.ndarray]:
        if self.line:
            return self.run._flattest, self.run._steepest
        return self.run.a.min(1), self.run.a.max(1)

    @property
    def wstar(self) -> np.ndarray:
        return np.asarray(self.run.wstar, dtype=float)

    def grad(self, stacks: Stacks, v: Stacked) -> Stacked:
        if self.line:
            return _of_values(stacks, v, lambda x: self.run._pulls(x[..., 0])[..., None])
        H, c = self.run.H, stacks.constant(self.run.c)
        return (v - c).each(lambda array: np.einsum("kij,tgkj->tgki", H, array))

    def heights(self, stacks: Stacks, v: Stacked) -> Any:
        """E F_k(v_k) - F_k^*, (T, K)."""
        if self.line:
            return self.run._losses(stacks.sure(v)[..., 0])
        return stacks.own_products(v - stacks.constant(self.run.c), self.grad(stacks, v)) / 2


def _of_values(stacks: Stacks, v: Stacked, change: Callable[[np.ndarray], np.ndarray]) -> Stacked:
    return Stacked({(): change(stacks.sure(v))[:, None]})


def nearest(z: Any, weight: Any, regular: Any) -> Any:
    """Where weight l1 |w| + (w - z)^2/2 is least from low to high, coordinate by coordinate."""
    shrink = weight * regular.get("l1", 0.0)
    w = np.sign(z) * np.maximum(np.abs(z) - shrink, 0.0)
    return np.clip(w, regular.get("low", -np.inf), regular.get("high", np.inf))


class Composite(Losses):
    """Quadratic losses, each plus l1 |w|_1 and held from low to high; grad is of the smooth part."""

    def __init__(self, run: Any, regular: dict[str, float]):
        super().__init__(run)
        self.regular = regular
        least = nearest(run.c, 1 / run.a, regular)
        self.least = self._unsettled(Stacks(*run.c.shape), Stacked({(): least[None, None]}))

    @property
    def wstar(self) -> np.ndarray:
        weight = self.run.share[:, None] * self.run.a
        total = weight.sum(0)
        return nearest((weight * self.run.c).sum(0) / total, 1 / total, self.regular)

    def _unsettled(self, stacks: Stacks, v: Stacked) -> Any:
        x = stacks.sure(v)
        held = (x >= self.regular.get("low", -np.inf)) & (x <= self.regular.get("high", np.inf))
        found = super().heights(stacks, v) + self.regular.get("l1", 0.0) * np.abs(x).sum(-1)
        return np.where(held.all(-1), found, np.nan)

    def heights(self, stacks: Stacks, v: Stacked) -> Any:
        return self._unsettled(stacks, v) - self.least

"""The clients of a setting as `programmed` asks them, in floats: gradients and losses of stacked vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..algorithms.evaluate import nearest
from .clients import Clients
from .line import Line
from .quadratics import Quadratics
from .stacked import Stacked, Stacks

__all__ = ["Composite", "Losses"]


class Losses:
    """Clients whose losses are quadratic or on the line.

    curves: (smallest, largest) curvature of each client, two arrays (K,); wstar: the minimizer of F, (d,)
    """

    def __init__(self, clients: Clients):
        self.clients, self.of = clients, clients.losses

    @property
    def curves(self) -> tuple[np.ndarray, np.ndarray]:
        return self.of.flattest, self.of.steepest

    @property
    def wstar(self) -> np.ndarray:
        return np.asarray(self.clients.wstar, dtype=float)

    def grad(self, stacks: Stacks, v: Stacked) -> Stacked:
        if isinstance(self.of, Line):
            pulls = self.of.pulls
            return _of_values(stacks, v, lambda x: pulls(x[..., 0])[..., None])
        if not isinstance(self.of, Quadratics):
            raise ArithmeticError("the answers that are given do not say it")
        H, c = self.of.H, stacks.constant(self.of.minimizers)
        return (v - c).each(lambda array: np.einsum("kij,tgkj->tgki", H, array))

    def backward(self, stacks: Stacks, v: Stacked, eta: np.ndarray) -> Stacked:
        """The w with w + eta grad F_k(w) = v_k; eta (T,)."""
        if isinstance(self.of, Line):
            moved = self.of.backward
            return _of_values(stacks, v, lambda x: moved(x[..., 0], eta[:, None])[..., None])
        if not isinstance(self.of, Quadratics):
            raise ArithmeticError("the answers that are given do not say it")
        H, c = self.of.H, stacks.constant(self.of.minimizers)
        inverse = np.linalg.inv(np.eye(H.shape[-1]) + eta[:, None, None, None] * H)
        return c + (v - c).each(lambda array: np.einsum("tkij,tgkj->tgki", inverse, array))

    def heights(self, stacks: Stacks, v: Stacked) -> Any:
        """E F_k(v_k) - F_k^*, (T, K)."""
        if isinstance(self.of, Line):
            return self.of.rises(stacks.sure(v)[..., 0])
        return stacks.own_products(v - stacks.constant(self.of.minimizers), self.grad(stacks, v)) / 2


def _of_values(stacks: Stacks, v: Stacked, change: Callable[[np.ndarray], np.ndarray]) -> Stacked:
    return Stacked({(): change(stacks.sure(v))[:, None]})


class Composite(Losses):
    """Quadratic losses, each plus l1 |w|_1, finite on a set alone; grad is of the smooth part."""

    def __init__(self, clients: Clients, regular: dict[str, float]):
        super().__init__(clients)
        assert isinstance(clients.losses, Quadratics)
        self.a, self.c, self.regular = clients.losses.curvatures, clients.losses.minimizers, regular
        least = nearest(self.c, 1 / self.a, regular)
        self.least = self._unsettled(Stacks(*self.c.shape), Stacked({(): least[None, None]}))

    @property
    def wstar(self) -> np.ndarray:
        weight = self.clients.share[:, None] * self.a
        total = weight.sum(0)
        return nearest((weight * self.c).sum(0) / total, 1 / total, self.regular)

    def _unsettled(self, stacks: Stacks, v: Stacked) -> Any:
        x = stacks.sure(v)
        held = np.abs(nearest(x, 1.0, {**self.regular, "l1": 0.0}) - x) <= 1e-9 * (1 + np.abs(x))
        found = super().heights(stacks, v) + self.regular.get("l1", 0.0) * np.abs(x).sum(-1)
        return np.where(held.all(-1), found, np.nan)

    def heights(self, stacks: Stacks, v: Stacked) -> Any:
        return self._unsettled(stacks, v) - self.least

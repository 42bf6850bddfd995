"""The projection of dawo's Algorithm 2, device after device, on symmetric pair weights Y that need not be feasible."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ..family import Family, Parameter
from .links import LossyMatrices
from .mixing_domain import MIXING, PAIRS, laplacian
from .network import extreme_eigenvalues

__all__ = ["PROJECTION", "ProjectionRun", "Sequential", "sweep"]


class Sequential:
    """dawo's projection: devices 1, ..., K in turn, each its own row beyond its own index ((22), (23), (26)).

    Y: symmetric (K, K) pair weights. weights: what is left, zeros on the diagonal; own: the self-weights 1 - row sum;
    rows: (l_i, sum of the row's new weights, nu_i) of every device that has weights to set. Where l_i < 0, problem (23)
    has no feasible point, and all its weights become 0: (26) with a large nu.
    """

    def __init__(self, Y: np.ndarray):
        self.weights = Y.copy()
        n = len(Y)
        self.rows: list[tuple[Any, Any, Any]] = []
        for i in range(n - 1):
            room = 1 - self.weights[i, :i].sum()
            row, nu = _onto_simplex(self.weights[i, i + 1 :], room)
            self.weights[i, i + 1 :] = self.weights[i + 1 :, i] = row
            self.rows.append((room, row.sum(), nu))
        self.own = 1 - self.weights.sum(1)


def sweep(Y: np.ndarray) -> np.ndarray:
    """Each device in turn projects all its pair weights onto {q >= 0, 1'q <= 1}: no feasible point gets farther."""
    weights = Y.copy()
    for i in range(len(Y)):
        others = np.arange(len(Y)) != i
        weights[i, others] = weights[others, i] = _onto_simplex(weights[i, others], 1 + 0 * Y[0, 0])[0]
    return weights


def _onto_simplex(w: np.ndarray, room: Any) -> tuple[np.ndarray, Any]:
    """argmin ||q - w||^2 over q >= 0, 1'q <= room, and its multiplier nu: q_j = max(0, w_j - nu/2)."""
    zero = 0 * w
    q = np.where(w > 0, w, zero)
    if q.sum() <= room:
        return q, 0 * room
    total, falling = 0 * room, sorted(q, reverse=True)
    for count, x in enumerate(falling, 1):
        total = total + x
        half = (total - room) / count
        if count == len(falling) or falling[count] <= half:
            break
    shifted = w - half
    return np.where(shifted > 0, shifted, zero), 2 * half


class ProjectionRun(LossyMatrices):
    """values: Y (K, K), W (1, K, K)."""

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int):
        super().__init__(sizes, {**values, "P": values["Y"]}, rounds)
        self._Y = values["Y"]
        self._W0 = self.W[0] * (1 - self.links.eye)

    @cached_property
    def _after(self) -> Sequential:
        return Sequential(self._Y)

    @cached_property
    def own_after(self) -> Any:
        """Smallest self-weight after the projection."""
        return min(self._after.own)

    @cached_property
    def room(self) -> Any:
        """Smallest l_i that a device finds."""
        return min(room for room, _, _ in self._after.rows)

    @cached_property
    def after2(self) -> Any:
        """|projection of Y - Y|^2 over the pairs i < j."""
        return ((self._after.weights - self._Y) ** 2).sum() / 2

    @cached_property
    def other2(self) -> Any:
        """|W - Y|^2 over the pairs i < j."""
        return ((self._W0 - self._Y) ** 2).sum() / 2

    @cached_property
    def after_other2(self) -> Any:
        """|projection of Y - W|^2 over the pairs i < j."""
        return ((self._after.weights - self._W0) ** 2).sum() / 2

    @cached_property
    def sweep_other2(self) -> Any:
        """|Y after a sweep of whole-row projections - W|^2 over the pairs i < j."""
        return ((sweep(self._Y) - self._W0) ** 2).sum() / 2

    @cached_property
    def first2(self) -> Any:
        """|projection of Y - Y|^2 over the first device's row."""
        return ((self._after.weights - self._Y)[0] ** 2).sum()

    @cached_property
    def first_other2(self) -> Any:
        return ((self._W0 - self._Y)[0] ** 2).sum()

    @cached_property
    def slack_printed(self) -> Any:
        """max_i |nu_i (1'q_i - 1)|."""
        return max(abs(nu * (total - 1)) for _, total, nu in self._after.rows)

    @cached_property
    def slack(self) -> Any:
        """max_i |nu_i (1'q_i - l_i)|."""
        return max(abs(nu * (total - room)) for room, total, nu in self._after.rows)

    @cached_property
    def unused(self) -> Any:
        """max_i (l_i - 1'q_i)."""
        return max(room - total for room, total, _ in self._after.rows)

    @cached_property
    def magnitude(self) -> Any:
        """Largest |eigenvalue| of the matrix with rows of sum 1 that has the pair weights Y, of any sign."""
        low, high = extreme_eigenvalues(self.links.eye - laplacian(self._Y))
        return max(-low, high)


PROJECTION = Family(
    "projection",
    {"K": (2, 3), "S": (1,)},
    (Parameter("W", ("S", "K", "K"), MIXING), Parameter("Y", ("K", "K"), PAIRS)),
    ProjectionRun,
)

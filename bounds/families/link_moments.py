"""Moments over lossy links by enumeration of every pattern, against the closed forms of `lossy`."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..family import Family, Parameter
from ..rounds import each_round
from .links import LossyMatrices, realizations
from .mixing_domain import LINKS, MIXING

__all__ = ["MOMENTS", "MomentsRun"]


class MomentsRun(LossyMatrices):
    """Largest errors of the printed formulas, and products of W_hat; values: W (1, K, K), P (K, K)."""

    @cached_property
    def _patterns(self) -> list[tuple[Any, np.ndarray]]:
        return list(realizations(self.W[0], self.links.P))

    @cached_property
    def _first(self) -> np.ndarray:
        return sum(p * W for p, W in self._patterns)

    @cached_property
    def _variance(self) -> np.ndarray:
        """sum_k (E W_hat_ki W_hat_kj - E W_hat_ki E W_hat_kj), the definition (34) of Wtilde."""
        return sum(p * (W.T @ W) for p, W in self._patterns) - self._first.T @ self._first

    @cached_property
    def _printed(self) -> np.ndarray:
        """(35) off the diagonal, (36) on it."""
        w, p = self.W[0] * (1 - self.links.eye), self.links.P
        return 2 * w * w * (p * p - p) + self.links.eye * (2 * (w * w * (p - p * p)).sum(0))

    @cached_property
    def round_error(self) -> Any:
        """Largest |entry| of (3) applied to unit vectors minus W_hat, over all patterns."""
        largest = 0.0
        n = len(self.links.P)
        for _, W in self._patterns:
            up = np.array([[i != j and W[i, j] != 0 for j in range(n)] for i in range(n)])
            received = self.links.eye * 0
            for i in range(n):
                for j in range(n):
                    x = (
                        self.links.eye[j] if i == j or up[i, j] else self.links.eye[i]
                    )  # lost: replaced by its own
                    received[i] = received[i] + self.W[0][i, j] * x
            largest = max(largest, abs(received - W).max())
        return largest

    @cached_property
    def weights_error(self) -> Any:
        """Largest |entry| of I + (1/2) sum_ij w_ij E_ij minus E W_hat (16)."""
        n = len(self.links.P)
        total = 2 * self.links.eye
        for i in range(n):
            for j in range(n):
                E = self.links.eye * 0
                E[i, j] = E[j, i] = self.links.P[i, j]
                E[i, i] = E[j, j] = -self.links.P[i, j]
                total = total + self.W[0][i, j] * E
        return abs(total / 2 - self._first).max()

    @cached_property
    def mean_error(self) -> Any:
        """Largest |entry| of E W_hat minus (7)."""
        return abs(self._first - self.links.expected).max()

    @cached_property
    def moment_error(self) -> Any:
        """Largest |entry| of E W_hat^2 minus (32) with (34)."""
        second = sum(p * (W @ W) for p, W in self._patterns)
        return abs(second - self._first @ self._first - self._variance).max()

    @cached_property
    def off_error(self) -> Any:
        """Largest |entry| off the diagonal of Wtilde minus (35)."""
        return abs((self._variance - self._printed) * (1 - self.links.eye)).max()

    @cached_property
    def diagonal_error(self) -> Any:
        """Largest |entry| on the diagonal of Wtilde minus (36)."""
        return abs((self._variance - self._printed) * self.links.eye).max()

    @cached_property
    def dominance(self) -> Any:
        """Smallest wtilde_ii - sum_j |wtilde_ij|."""
        return (2 * np.diag(self._printed) - abs(self._printed).sum(1)).min()

    @cached_property
    def scatter_min(self) -> Any:
        """Smallest wtilde_ii of (36)."""
        return min(np.diag(self._printed))

    @cached_property
    def scatter_excess(self) -> Any:
        """Largest wtilde_ii - (1/2) sum_k w_ki^2."""
        w = self.W[0] * (1 - self.links.eye)
        return (np.diag(self._printed) - (w * w).sum(0) / 2).max()

    @cached_property
    def second_of_square(self) -> Any:
        """lambda_2 of (E W_hat)^2."""
        return self.links.second_eigenvalue(self.links.expected @ self.links.expected)

    @cached_property
    def smallest_entry(self) -> Any:
        """Smallest entry of W_hat in any pattern, of E W_hat and of E W_hat^2."""
        return min(
            [W.min() for _, W in self._patterns] + [self.links.expected.min(), self.links.second_moment.min()]
        )

    @cached_property
    def _products2(self) -> list[Any]:
        J = (self.links.eye * 0 + 1) / self.K
        series, C = [], self.links.eye
        for _ in range(self.rounds + 1):
            series.append(max(np.diag(C)))
            C = sum(p * ((W - J) @ C @ (W - J)) for p, W in self._patterns)
        return series

    def product2(self, t: Any) -> Any:
        """max_i E||(J - W_hat(1)) ... (J - W_hat(t)) e_i||^2."""
        return each_round(t, self._products2.__getitem__)


MOMENTS = Family(
    "link-moments",
    {"K": (2, 3), "S": (1,)},
    (Parameter("W", ("S", "K", "K"), MIXING), Parameter("P", ("K", "K"), LINKS)),
    MomentsRun,
)

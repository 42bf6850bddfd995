"""What ALI-DPFL's Theorem 2 reads of a whole run of K intervals of tau local steps, T = K tau."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

__all__ = ["WholeRun"]


class WholeRun:
    """Ends and extremes of a run (`local_steps`), from its gaps, thetas and states."""

    _K: int
    _tau: int
    wstar: Any
    _zero: Any
    gap: Callable[[Any], Any]
    theta: Callable[[Any], Any]
    _at: Callable[[int], Any]

    def _ends(self) -> list[tuple[Any, Any]]:
        """(F(w(k tau)) - F*, theta_[k](k tau)) for k = 1, ..., K."""
        times = [k * self._tau for k in range(1, self._K + 1)]
        return [(self.gap(t), self.theta(t)) for t in times]

    @cached_property
    def smallest_theta(self) -> Any:
        """min_k theta_[k](k tau)."""
        return min(theta for _, theta in self._ends())

    @cached_property
    def smallest_product(self) -> Any:
        """min_{k < K} theta_[k](k tau) theta_[k+1](k tau), for K >= 2."""
        return min(gap * theta for gap, theta in self._ends()[:-1])

    @cached_property
    def inverse_jumps(self) -> Any:
        """sum_{k < K} 1/theta_[k+1](k tau) - 1/theta_[k](k tau)."""
        return sum((1 / gap - 1 / theta for gap, theta in self._ends()[:-1]), self._zero)

    @cached_property
    def smallest_gap(self) -> Any:
        """min_{1 <= t <= T} F(w(t)) - F*."""
        return min(self.gap(t) for t in range(1, self._K * self._tau + 1))

    @cached_property
    def average_gap(self) -> Any:
        """(1/T) sum_{t < T} F(w(t)) - F*."""
        return sum((self.gap(t) for t in range(self._K * self._tau)), self._zero) / (self._K * self._tau)

    @cached_property
    def farthest(self) -> Any:
        """max_k |v_[k]((k-1) tau) - w*|, so that omega = 1/farthest or 1/farthest^2."""
        return max(abs(self._at(k * self._tau).mean[0] - self.wstar) for k in range(self._K))

    @cached_property
    def first_gap(self) -> Any:
        """F(w(tau)) - F*, which is theta_[2](tau)."""
        return self._ends()[0][0]

    @cached_property
    def first_theta(self) -> Any:
        """theta_[1](tau)."""
        return self._ends()[0][1]

    @cached_property
    def final_gap(self) -> Any:
        """F(w(T)) - F*."""
        return self._ends()[-1][0]

    @cached_property
    def final_theta(self) -> Any:
        """theta_[K](T)."""
        return self._ends()[-1][1]

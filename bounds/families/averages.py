"""The average of a gossip run's models over rounds, with its exact mean and covariance."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..rounds import at_round

__all__ = ["Averages"]


class Averages:
    """Part of `gossip.GossipRun`: what a theorem may ask of z(t) = x(0) + ... + x(t-1), x its stacked models."""

    @cached_property
    def _sums(self: Any) -> tuple[np.ndarray, np.ndarray]:
        """Mean (n, K d) and covariance (n, K d, K d) of z(t) at the n rounds whose moments are followed.

        z(t+1) = z(t) + x(t) and x(t+1) = A x(t) + noise, the noise independent of the past, so that
        Cov(z(t+1), x(t+1)) = (Cov(z(t), x(t)) + Cov x(t)) A'.
        """
        means, covariances = self._moments
        eye = self._arithmetic.eye(len(self.wstar))
        mixing = [np.kron(W, eye) for W in self.W]
        z, of_z = means[0] * 0, np.multiply.outer(means[0] * 0, means[0] * 0)
        with_x = of_z
        sums, squares = [z], [of_z]
        for t in range(len(means) - 1):
            z = z + means[t]
            if covariances is not None:
                of_z = of_z + with_x + with_x.T + covariances[t]
                A = mixing[self._place(t)] - self.step(self._arithmetic.number(t)) * self._blocks
                with_x = (with_x + covariances[t]) @ A.T
            sums.append(z)
            squares.append(of_z)
        return np.array(sums), np.array(squares)

    def gap_of_average(self: Any, t: Any) -> Any:
        """E F((wbar(0) + ... + wbar(t-1))/t) - F(w*), t >= 1."""
        sums, squares = self._sums
        at, averaging = at_round(t), self._averaging
        if isinstance(at, np.ndarray):
            number = np.where((at > 0) & (at < len(sums)), at, np.nan)
            at = np.minimum(at, len(sums) - 1)
        elif not 1 <= at < len(sums):
            raise ArithmeticError(f"no average of {at} rounds")
        else:
            number = self._arithmetic.number(at)
        z = sums[at] @ averaging.T
        off = (z.T / number).T - self.wstar
        noise = ((averaging.T @ self._hessian @ averaging) * squares[at]).sum((-1, -2))
        return ((off * (off @ self._hessian)).sum(-1) + noise / number**2) / 2

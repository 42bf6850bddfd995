"""The same weights on links that work less often, and the weights that make up for it on the better links."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..family import Family, Parameter
from .links import LossyMatrices
from .mixing_domain import MIXING
from .network import norm_off_average
from .pairs import LINKS, laplacian

__all__ = ["WORSE_LINKS", "WorseLinksRun"]


class WorseLinksRun(LossyMatrices):
    """values: W (1, K, K), P (K, K), the better links, Y (K, K), the share of P_ij with which a worse link works."""

    @cached_property
    def _moved(self) -> np.ndarray:
        """Pair weights w_ij p'_ij/p_ij, 0 on the diagonal; a link that never works needs none."""
        return self.W[0] * self._values["Y"] * (self.links.P > 0)

    @cached_property
    def rho_worse(self) -> Any:
        """rho of E W_hat for W over the worse links."""
        return norm_off_average(
            self.links.eye - laplacian(self.W[0] * self.links.P * self._values["Y"]), self._arithmetic
        )

    @cached_property
    def rho_moved(self) -> Any:
        """rho of E W_hat for the moved weights over P."""
        return norm_off_average(self.links.mean(self._moved), self._arithmetic)

    @cached_property
    def least_moved(self) -> Any:
        """Smallest moved weight, self-weights included."""
        return min(self._moved.min(), (1 - self._moved.sum(1)).min())

    @cached_property
    def largest_link(self) -> Any:
        """Largest p_ij of the better links."""
        return self.links.P.max()


WORSE_LINKS = Family(
    "worse-links",
    {"K": (2, 3, 4), "S": (1,)},
    (
        Parameter("W", ("S", "K", "K"), MIXING),
        Parameter("P", ("K", "K"), LINKS),
        Parameter("Y", ("K", "K"), LINKS),
    ),
    WorseLinksRun,
)

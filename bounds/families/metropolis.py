"""Reliability-weighted Metropolis weights over lossy links (dawo, (27))."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any

import numpy as np

from ..arithmetic import Arithmetic
from ..family import Family, Parameter
from .lossy_mixing import LossyMatrices
from .pairs import LINKS, laplacian

__all__ = ["METROPOLIS", "MetropolisRun", "metropolis"]


class MetropolisRun(LossyMatrices):
    """W (1, K, K) from P (K, K): w_ij = p_ij/(extra + max(d_i, d_j)), d_i = sum_k p_ik; 0 where no link is."""

    def __init__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        rounds: int,
        arithmetic: Arithmetic,
        extra: int = 0,
    ):
        super().__init__(sizes, values, rounds, arithmetic)
        self._extra = extra

    @cached_property
    def W(self) -> np.ndarray:
        d = self._P.sum(1)
        n = len(d)
        weights = self._eye * 0
        for i in range(n):
            for j in range(n):
                if self._P[i, j] > 0:
                    weights[i, j] = self._P[i, j] / (self._extra + max(d[i], d[j]))
        return (self._eye - laplacian(weights))[None]


@cache
def metropolis(extra: int = 0) -> Family:
    """Links alone; extra: what is added to the larger d."""
    options = {"extra": extra} if extra else {}
    return Family(
        "metropolis", {"K": (2, 3, 4)}, (Parameter("P", ("K", "K"), LINKS),), MetropolisRun, options=options
    )


METROPOLIS = metropolis()

"""Reliability-weighted Metropolis weights over lossy links (dawo, (27))."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ..arithmetic import Arithmetic
from ..family import Family, Parameter
from .links import LossyMatrices
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
        self._extra = extra
        super().__init__(sizes, values, rounds, arithmetic)

    def _weights(self, values: Mapping[str, Any], arithmetic: Arithmetic) -> np.ndarray:
        P, eye = values["P"], arithmetic.eye(len(values["P"]))
        d, weights = P.sum(1), eye * 0
        for i in range(len(d)):
            for j in range(len(d)):
                if P[i, j] > 0:
                    weights[i, j] = P[i, j] / (self._extra + max(d[i], d[j]))
        return (eye - laplacian(weights))[None]


@cache
def metropolis(extra: int = 0) -> Family:
    """Links alone; extra: what is added to the larger d."""
    options = {"extra": extra} if extra else {}
    return Family(
        "metropolis", {"K": (2, 3, 4)}, (Parameter("P", ("K", "K"), LINKS),), MetropolisRun, options=options
    )


METROPOLIS = metropolis()

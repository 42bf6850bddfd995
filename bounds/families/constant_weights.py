"""One weight for every link (Xiao and Boyd 2004, section 4.1): W = I - a Lap(A), A the links, which may have
weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ..domains import POSITIVE
from ..family import Family, Parameter
from .mixing_domain import LINKS, laplacian
from .network import connected, extreme_eigenvalues, norm_off_average

__all__ = ["CONSTANT_WEIGHTS", "ConstantWeightsRun"]


class ConstantWeightsRun:
    """values: P (K, K), the links, alpha, the weight that each is given."""

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int):
        self._sizes, self._values, self.rounds = sizes, values, rounds
        self.K = float(len(values["P"]))
        self.alpha = values["alpha"].item()

    @cached_property
    def _laplacian(self) -> np.ndarray:
        return laplacian(self._values["P"])

    @cached_property
    def laplacian_top(self) -> Any:
        """Largest eigenvalue of Lap(A)."""
        return extreme_eigenvalues(self._laplacian)[1]

    @cached_property
    def laplacian_gap(self) -> Any:
        """Smallest eigenvalue of Lap(A) but that of the vector 1."""
        high = self._laplacian.trace() + 1  # moves the vector 1 out of the way, above all others
        return extreme_eigenvalues(self._laplacian + high * (self._laplacian * 0 + 1) / self.K)[0]

    @cached_property
    def rho_constant(self) -> Any:
        """||I - alpha Lap(A) - J||."""
        eye = np.eye(len(self._laplacian))
        return norm_off_average(eye - self.alpha * self._laplacian)

    @cached_property
    def links_connected(self) -> Any:
        """1 if the links connect all nodes, else 0."""
        return float(int(connected(self._values["P"])))


CONSTANT_WEIGHTS = Family(
    "constant-weights",
    {"K": (2, 3, 4, 5)},
    (Parameter("P", ("K", "K"), LINKS), Parameter("alpha", (), POSITIVE)),
    ConstantWeightsRun,
    steps=(("alpha", -1),),
)

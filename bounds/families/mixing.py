"""Runs over mixing matrices that are no programs on clients: they offer what their network does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ..arithmetic import Arithmetic
from .model import Composed
from .network import Network, extreme_eigenvalues, norm_off_average

__all__ = ["Mixing"]


class Mixing(Composed):
    """Values: W (S, K, K), of which `head` and B, optional sizes, make a schedule."""

    _sizes: Mapping[str, int]
    _values: Mapping[str, Any]
    _arithmetic: Arithmetic

    @property
    def parts(self) -> tuple[Any, ...]:
        return (self.network,)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *super().__dir__()})

    @cached_property
    def network(self) -> Network:
        return Network(self._arithmetic, self.W, self._sizes.get("head", 0), self._sizes.get("B", 1))

    @cached_property
    def W(self) -> np.ndarray:
        return self._values["W"]

    def _norm(self, matrix: np.ndarray) -> Any:
        return norm_off_average(matrix, self._arithmetic)

    def _ends(self, matrix: np.ndarray) -> tuple[Any, Any]:
        return extreme_eigenvalues(matrix, self._arithmetic)

    def _W(self, t: int) -> np.ndarray:
        return self.network.matrix(t)

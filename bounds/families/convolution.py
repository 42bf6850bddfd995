"""Geometric convolutions of a nonnegative sequence (ops, Lemma 8)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ..domains import POSITIVE, UNIT
from ..family import Family, Parameter
from ..rounds import each_round

__all__ = ["ConvolutionRun", "convolution"]


class ConvolutionRun:
    """a_t = sum_{s=1}^t rho^(t-s) b_s for b (m,) >= 0 (zero from m + 1 on) and rho in [0, 1)."""

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int):
        self._b, self.rho = values["b"], values["rho"].item()
        self._rounds = rounds

    @cached_property
    def _convolved(self) -> np.ndarray:
        a = [0.0]
        for t in range(self._rounds + 1):
            a.append(self.rho * a[-1] + (self._b[t] if t < len(self._b) else 0.0))
        return np.array(a)

    def squares(self, k: Any) -> Any:
        """D_k = sum_{t=1}^k a_t^2."""
        return each_round(k, lambda k: (self._convolved[: k + 1] ** 2).sum())

    def sums(self, k: Any) -> Any:
        """S_k = sum_{t=1}^k a_t."""
        return each_round(k, lambda k: self._convolved[: k + 1].sum())

    def inputs(self, k: Any) -> Any:
        """sum_{s=1}^k b_s."""
        return each_round(k, lambda k: self._b[:k].sum())

    def inputs2(self, k: Any) -> Any:
        """sum_{s=1}^k b_s^2."""
        return each_round(k, lambda k: (self._b[:k] ** 2).sum())


def convolution() -> Family:
    """Sequences of the lemma on geometric convolutions."""
    parameters = (Parameter("b", ("m",), POSITIVE), Parameter("rho", (), UNIT))
    return Family("convolution", {"m": (1, 2, 3, 5)}, parameters, ConvolutionRun)

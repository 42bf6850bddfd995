"""Runs that are no runs: statements about matrices, and statements about printed numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from ..rounds import each_round
from .model import Composed
from .network import Network, extreme_eigenvalues, norm_off_average

__all__ = ["ConstantsRun", "KroneckerRun", "MatricesRun", "Mixing"]


class Mixing(Composed):
    """Values: W (S, K, K), of which `head` and B, optional sizes, make a schedule."""

    _sizes: Mapping[str, int]
    _values: Mapping[str, Any]

    @property
    def parts(self) -> tuple[Any, ...]:
        return (self.network,)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *super().__dir__()})

    @cached_property
    def network(self) -> Network:
        return Network(self.W, self._sizes.get("head", 0), self._sizes.get("B", 1))

    @cached_property
    def W(self) -> np.ndarray:
        return self._values["W"]

    def _norm(self, matrix: np.ndarray) -> Any:
        return norm_off_average(matrix)

    def _ends(self, matrix: np.ndarray) -> tuple[Any, Any]:
        return extreme_eigenvalues(matrix)

    def _W(self, t: int) -> np.ndarray:
        return self.network.matrix(t)


class MatricesRun(Mixing):
    """Mixing matrices alone; values: W (S, K, K), optionally a printed product (K, K)."""

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int):
        self._sizes, self._values = sizes, values
        self.K = float(self.W.shape[-1])
        self._known = [np.eye(self.W.shape[-1])]

    def _product(self, t: int) -> np.ndarray:
        """W(t-1) ... W(0)."""
        while len(self._known) <= t:
            self._known.append(self._W(len(self._known) - 1) @ self._known[-1])
        return self._known[t]

    def smallest(self, t: Any) -> Any:
        """Smallest entry of W(t-1) ... W(0)."""
        return each_round(t, lambda n: self._product(n).min())

    def farthest_column2(self, t: Any) -> Any:
        """max_i ||W(t-1) ... W(0) e_i - 1/K||^2."""
        return each_round(t, lambda n: max(((self._product(n) - 1 / self.K) ** 2).sum(0)))

    def product_error(self, t: Any) -> Any:
        """Largest |entry| of W(t-1) ... W(0) minus the printed matrix."""
        return each_round(t, lambda n: abs(self._product(n) - self._values["printed"]).max())


class KroneckerRun:
    """Upper triangular A (p, p) and D (q, q), so that their eigenvalues are their diagonals, and c (n, n) for
    P(u, v) = sum_ij c_ij u^i v^j. Power sums determine eigenvalues, multiplicities included.
    """

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int):
        self._A, self._D, self._c = np.triu(values["A"]), np.triu(values["D"]), values["c"]
        self.size = float(len(self._A) * len(self._D))

    def trace(self, t: Any) -> Any:
        """trace of (sum_ij c_ij A^i (x) D^j) to the power t."""
        polynomial = sum(
            self._c[i, j] * np.kron(_power(self._A, i), _power(self._D, j))
            for i in range(len(self._c))
            for j in range(len(self._c))
        )
        return each_round(t, lambda n: np.trace(_power(polynomial, n)))

    def power_sum(self, t: Any) -> Any:
        """sum over pairs of eigenvalues of P(lambda_i, theta_j) to the power t."""
        values = [
            sum(self._c[i, j] * u**i * v**j for i in range(len(self._c)) for j in range(len(self._c)))
            for u in np.diag(self._A)
            for v in np.diag(self._D)
        ]
        return each_round(t, lambda n: sum(value**n for value in values))


def _power(matrix: np.ndarray, n: int) -> np.ndarray:
    result = matrix * 0 + np.eye(len(matrix), dtype=int)
    for _ in range(n):
        result = result @ matrix
    return result


class ConstantsRun:
    """No parameters: the statement compares printed or computed numbers, given by name to the family's options."""

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, **numbers: Any):
        for name, text in numbers.items():
            setattr(self, name, float(Fraction(text)))

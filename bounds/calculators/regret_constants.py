"""The constants of online push-sum's regret bound, as printed and as W has them.

Proofs: `mixproof.bounds.theorems.ops.theorem_2` and, for the printed constants, `mixproof.bounds.theorems.ops.uniform`.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from mixproof.spectral import MixingMatrix
from mixproof.spectral.checks import count
from mixproof.spectral.directed import geometric_rate, push_sum_floor, row_stochastic

__all__ = ["OnlineConstants", "computed_constants", "printed_constants"]


class OnlineConstants(NamedTuple):
    """What (1) of ops needs to know of W: ||W^k - 1 psi'||_F <= n C q^k, and omega >= n delta_min at all times."""

    C: float
    q: float
    delta_min: float

    @property
    def C_1(self) -> float:
        """8 C q/(delta_min (1 - q)) + 1, beside G^2 T n gamma."""
        return 4 * self.C_2 + 1

    @property
    def C_2(self) -> float:
        """2 C q/(delta_min (1 - q)), beside n sigma^2 T gamma; inf beyond the range of floats."""
        below = self.delta_min * (1 - self.q)
        if self.q == 0:
            return 0.0
        return 2 * self.C * self.q / below if below else math.inf


def printed_constants(n: int) -> OnlineConstants:
    """C = 4, q = 1 - n^-n, delta_min = n^-n (ops, Lemmas 6 and 7); q rounds to 1 from n = 14 on, and then C_1 to inf.

    Raises InputError.

    >>> printed_constants(2).C_1
    385.0
    """
    floor = float(count("n", n, 1)) ** -n
    return OnlineConstants(4.0, 1 - floor, floor)


def computed_constants(W: MixingMatrix | np.ndarray | Any) -> OnlineConstants:
    """Constants that are valid for this W, strongly connected and aperiodic, (n, n): Theorem 2 holds with them.

    C and q from Dobrushin's coefficient; n delta_min a floor of the push-sum weights at all times, from the products of
    up to 4096 matrices (fewer when more do not raise it).

    >>> C, q, delta_min = computed_constants([[0.5, 0.5], [0.25, 0.75]])
    >>> round(q, 6), round(2 * delta_min, 3)
    (0.25, 0.667)
    """
    matrix = row_stochastic(W)
    C, q = geometric_rate(matrix)
    n, rounds, best = len(matrix), 1, 0.0
    while rounds <= 4096:
        floor = push_sum_floor(matrix, rounds)
        if floor <= best * (1 + 1e-6) and floor > 0:
            break
        best, rounds = floor, 2 * rounds
    return OnlineConstants(C, q, max(best, floor) / n)

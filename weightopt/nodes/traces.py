"""What the root of the tree makes of Lanczos' numbers for `learning`: traces, and functions of L(w) at the nodes.

Lanczos' method that starts from B = I - J, or from the data's B, knows L(w) on all that it has seen: with eigenvalues
t_k and first entries e_k of the eigenvectors of its tridiagonal matrix, tr B'f(L)B = |B|^2 sum_k e_k^2 f(t_k) (Gauss'
quadrature), and f(L)B is a combination of the basis. It has seen everything after as many steps as L has eigenvalues,
and smooth functions are known to rounding long before.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy

from ..arrays import Array
from .lanczos import ENDED

__all__ = ["Traces"]

SAME = 1e-9  # relative change of the value, twice, at which the nodes have seen enough
TWICE = 2


class Traces:
    """`value(t, e)` of eigenvalues t and shares e; `functions(t)`, (f, k), of which the nodes want f(L)B.

    Ends with infinity as soon as an eigenvalue is seen to reach `top`: weights outside the objective's domain.
    """

    def __init__(
        self,
        nodes: int,
        top: float,
        value: Callable[[Array, Array], float],
        functions: Callable[[Array], Array],
    ):
        self.nodes, self.top, self.of, self.functions = nodes, top, value, functions
        self.diagonal: list[float] = []
        self.beside: list[float] = []
        self.length, self.value, self.calm = 0.0, np.inf, 0

    def step(self, first: Array, total: Array) -> Array:
        """See `lanczos.Judging`; ends with the value and, if that is finite, the functions' coefficients (f k,)."""
        second = total[:-1]
        left = float(np.sqrt(max(total[-1] - second @ second, 0.0)))
        if not len(second):
            self.length = left
            return np.array([1.0, left])
        self.diagonal.append(float(first[-1] + second[-1]))
        values, vectors = scipy.linalg.eigh_tridiagonal(self.diagonal, self.beside)
        t, share = 1 - np.asarray(values, float), np.asarray(vectors[0], float)
        if t.max() >= self.top:
            return np.array([0.0, np.inf])
        last, self.value = self.value, self.of(t, (self.length * share) ** 2)
        self.calm = self.calm + 1 if abs(self.value - last) <= SAME * abs(self.value) else 0
        if left <= ENDED or len(self.diagonal) == self.nodes - 1 or self.calm == TWICE:
            wanted = self.length * (self.functions(t) * share) @ vectors.T
            return np.concatenate([[0.0, self.value], wanted.ravel()])
        self.beside.append(left)
        return np.concatenate([[1.0, left], second])

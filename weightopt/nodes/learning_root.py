"""What the root of the spanning tree makes of sums alone for `learning`: which steps all nodes take, traces, functions.

Lanczos' method that starts from B = I - J, or from the data's B, knows L(w) on all that it has seen: with eigenvalues
t_k and first entries e_k of the eigenvectors of its tridiagonal matrix, tr B'f(L)B = |B|^2 sum_k e_k^2 f(t_k) (Gauss'
quadrature), and f(L)B is a combination of the basis. It has seen everything after as many steps as L has eigenvalues,
and smooth functions are known to rounding long before.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import scipy

from ..arrays import Array
from ..central.barrier import first_parameter, next_parameter
from ..method import Progress
from .lanczos import ENDED

__all__ = ["GO_ON", "LATE", "SHORTER", "STUCK", "Judge", "Traces"]

GO_ON, SHORTER, STUCK, DONE, LATE = range(5)
DESCENT = 1e-4
SHORTEST = 1e-6
MARGIN = 1e-3  # of the gap: room for rounding, and for what Lanczos' method has not seen


class Judge:
    """Best value and bound so far, the barrier's parameter, which steps to take, and when to stop."""

    def __init__(
        self, nodes: int, links: float, gap: float, deadline: float | None, progress: Progress | None
    ):
        self.terms, self.gap = nodes + links, gap * (1 - MARGIN)
        self.deadline, self.progress = deadline, progress
        self.value, self.bound, self.mu, self.iteration = np.inf, 0.0, 0.0, 0
        self.here = (np.inf, 0.0)  # value and sum of logarithms where the nodes are

    def try_step(self, value: float, length: float, slope: float, total: Array) -> Array:
        """From the sums of logarithms and of c'w at a point tried: whether the step is taken, and mu."""
        logs, self.inner = float(total[0]), float(total[1])
        if self.iteration == 0:
            self.mu = first_parameter(value, self.terms)
        old = self.here[0] - self.mu * self.here[1]
        if not value - self.mu * logs <= old + DESCENT * length * slope + 1e-12 * abs(old):
            return np.array([STUCK if length < SHORTEST else SHORTER, self.mu])
        self.here, self.slope = (value, logs), slope
        return np.array([GO_ON, self.mu])

    def conclude(self, total: Array) -> Array:
        """From the sum of a cover: what to do next, whether to keep weights and proof, the next mu."""
        value, bound = self.here[0], self.here[0] + self.inner - float(total[0])
        keep, better = value < self.value, bound > self.bound
        self.value, self.bound = min(value, self.value), max(bound, self.bound)
        if self.iteration:
            self.mu = next_parameter(self.mu, self.slope, value, self.gap, self.terms)
        self.iteration += 1
        if self.progress is not None:
            self.progress(self.iteration, self.value, self.bound)
        act = GO_ON
        if self.value - self.bound <= self.gap * self.value:
            act = DONE
        elif self.deadline is not None and time.perf_counter() > self.deadline:
            act = LATE
        return np.array([act, keep, better, self.mu])


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

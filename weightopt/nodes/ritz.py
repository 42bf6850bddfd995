"""What the root of the spanning tree works out for all nodes, from sums alone (`weightopt.nodes.distributed`)."""

from __future__ import annotations

import time
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..central.dense_step import shrink
from ..method import Progress
from .lanczos import Judge

__all__ = ["DONE", "EXAMINE", "GO_ON", "LATE", "Root", "products"]

GO_ON, EXAMINE, DONE, LATE = range(4)
SPARE = 3  # vectors carried beyond those that Y keeps: they find the next ones
MARGIN = 1e-3  # of the gap: room for the rounding that the certificate's check allows for
# The steps are balanced again and again, at ever longer intervals: a residual of w that is large against that of Y
# asks for longer steps of w. Which ratio is best was measured on small networks.
FIRST_BALANCING, NEXT_BALANCING, RATIO = 10, 1.5, 0.2


class Root:
    """Small eigenproblems, step lengths and the stopping rule, from k x k sums and no node's own numbers."""

    def __init__(
        self,
        nodes: int,
        steps: tuple[float, float],
        gap: float,
        deadline: float | None,
        progress: Progress | None,
        share: float = np.inf,
    ):
        self.nodes, self.progress, self.deadline = nodes, progress, deadline
        self.tau, self.sigma = steps
        self.gap, self.share = gap * (1 - MARGIN), share * (1 - MARGIN)
        self.value, self.bound = np.inf, 0.0
        self.s = np.zeros(0)
        self.iteration, self.next_examination, self.next_balancing = 0, 0, FIRST_BALANCING
        self.moved = np.zeros(2)  # sums of squares by which w, and Y with mu, have moved

    def orthonormal(self, total: Array) -> Array:
        """From the sums of v (k) and of v v': the mean, and T that makes the centred columns orthonormal."""
        k = int((np.sqrt(8 * len(total) + 9) - 3) / 2)
        mean, gram = total[:k] / self.nodes, _symmetric(total[k:])
        gram -= self.nodes * np.outer(mean, mean)
        self.s = np.zeros(k)
        return np.append(mean, _whiten(gram))

    def first(self, total: Array) -> Array:
        """Sums after Z = M V: keeps them and the bound; returns V'Z."""
        k = len(self.s)
        self.shift = total[: 2 * k] / self.nodes
        cover, inner = total[2 * k : 2 * k + 2]
        norm = float(np.sum(abs(self.s)))
        self.new_bound = float(inner - cover) / norm if norm > 0 else 0.0
        half = k * (k + 1) // 2
        rest = total[2 * k + 2 :]
        self.vv, self.zz = map(_symmetric, rest[: 2 * half].reshape(2, -1))
        self.vz = rest[2 * half :].reshape(k, k)  # symmetric only as far as the columns of V are orthonormal
        return self.vz

    def second(self, total: Array) -> Array:
        """Sums after M Z and B [V Z]: flags, the change of the steps, the next s and how [V Z] turns into V."""
        k = len(self.s)
        small = 2 + k * (k + 1) // 2
        zmz, inner, square = map(_symmetric, (total[2:small], *total[small:].reshape(2, -1)))
        gram = np.block([[self.vv, self.vz], [self.vz.T, self.zz]])
        image = np.block([[(self.vz + self.vz.T) / 2, self.zz], [self.zz, zmz]])
        basis = _whiten(gram)
        found, turn = np.linalg.eigh(basis.T @ image @ basis)
        order = np.argsort(-abs(found), kind="stable")
        found, turn = found[order], basis @ turn[:, order]
        wanted = int(np.count_nonzero(shrink(found, 1.0))) + SPARE
        kept = min(wanted, len(found), self.nodes - 1)
        s, turn = shrink(found[:kept], 1.0), turn[:, :kept]

        self.iteration += 1
        overlap = np.hstack([self.vv, self.vz]) @ turn  # of the columns of V, old and new
        apart = float(s @ s + self.s @ self.s - 2 * self.s @ overlap**2 @ s)  # ||Y' - Y||^2
        self.moved += total[0], total[1] + max(apart, 0.0)
        flags = self._assess(basis, inner, square)
        self.s = s
        shift = self.shift @ turn
        return np.concatenate([flags, [self._balance(), kept], s, shift, turn.ravel()])

    def judge(self) -> Judge:
        """Of an examination of the present weights."""
        return Judge(self.nodes, self._limit(), self._is_late, self._conclude)

    def _assess(self, basis: Array, inner: Array, square: Array) -> list[float]:
        """Whether to keep the weights and the dual matrix, and what to do next.

        Of weights the smallest Ritz value of B plus its residual is kept, which rarely errs on the low side. The
        Ritz value alone often does: it only says when an examination may pay.
        """
        found, vectors = np.linalg.eigh(basis.T @ inner @ basis)
        worst = int(np.argmax(abs(found)))
        u, ritz = basis @ vectors[:, worst], float(abs(found[worst]))
        residual2 = max(float(u @ square @ u) - ritz**2, 0.0)
        self.kept = ritz + residual2**0.5 < self.value
        if self.kept:
            self.value = ritz + residual2**0.5
        raised = self.new_bound > self.bound
        if raised:
            self.bound = self.new_bound
        if self.progress is not None:
            self.progress(self.iteration, self.value, self.bound)
        act = GO_ON
        if self._is_late():
            act = LATE
        elif ritz + residual2 <= self._limit() and self.iteration >= self.next_examination:
            act = EXAMINE
        return [self.kept, raised, act]

    def _conclude(self, known: bool, value: float, residual: float) -> list[float]:
        """After an examination: what to do next, whether to keep the weights, whether the vector is of use."""
        if self.kept or value + residual < self.value:
            self.kept, self.value = True, value + residual
        self.next_examination = self.iteration + self.nodes // 2  # as dear as that many iterations
        if known and self.value <= self._limit():
            return [DONE, self.kept, False]
        return [LATE if self._is_late() else GO_ON, self.kept, True]

    def _limit(self) -> float:
        """The largest value within the gap of the bound: `gap`, and `share` of 1 - value."""
        least = self.bound + self.gap
        return least if self.share == np.inf else min(least, (self.bound + self.share) / (1 + self.share))

    def _is_late(self) -> bool:
        return self.deadline is not None and time.perf_counter() > self.deadline

    def _balance(self) -> float:
        """The factor of tau, and of 1 / sigma."""
        if self.iteration < self.next_balancing:
            return 1.0
        self.next_balancing = int(NEXT_BALANCING * self.iteration)
        moved, self.moved = np.sqrt(self.moved) / [self.tau, self.sigma], np.zeros(2)
        factor = float(np.clip((moved[0] + 1e-12) / (moved[1] + 1e-12) / RATIO, 0.25, 4) ** 0.25)
        self.tau, self.sigma = self.tau * factor, self.sigma / factor
        return factor


@cache
def _triangle(k: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the entries of a symmetric (k, k) matrix that need to be sent."""
    return np.triu_indices(k)


def products(a: Array, b: Array) -> Array:
    """A node's share, (k (k + 1) / 2,), of the symmetric matrix A'B whose rows a and b it holds."""
    rows, columns = _triangle(len(a))
    return a[rows] * b[columns]


def _symmetric(numbers: Array) -> Array:
    k = int((np.sqrt(8 * len(numbers) + 1) - 1) / 2)
    matrix, (rows, columns) = np.empty((k, k)), _triangle(k)
    matrix[rows, columns] = matrix[columns, rows] = numbers
    return matrix


def _whiten(gram: Array) -> Array:
    """T with T' gram T = I on the part of the span that rounding leaves."""
    scale = 1 / np.sqrt(np.diag(gram))
    values, vectors = np.linalg.eigh(gram * np.outer(scale, scale))
    kept = values > 1e-10
    return scale[:, None] * vectors[:, kept] / np.sqrt(values[kept])

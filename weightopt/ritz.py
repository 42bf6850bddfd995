"""What the root of the spanning tree works out for all nodes, from sums alone (`weightopt.distributed`)."""

from __future__ import annotations

import time

import numpy as np

from .dense_step import shrink
from .method import Progress
from .problem import Array

__all__ = ["Root"]

SPARE = 3  # vectors carried beyond those that Y keeps: they find the next ones


class Root:
    """Small eigenproblems and the stopping rule; it sees k x k sums over nodes and no node's own numbers."""

    def __init__(
        self, nodes: int, sigma: float, gap: float, deadline: float | None, progress: Progress | None = None
    ):
        self.nodes, self.sigma, self.gap, self.deadline, self.progress = nodes, sigma, gap, deadline, progress
        self.value, self.bound = np.inf, 0.0
        self.s = np.zeros(0)
        self.history: list[tuple[float, float]] = []  # value and bound, an iteration an entry

    def orthonormal(self, total: Array) -> Array:
        """From the sums of v (k) and v v' (k, k): the mean, and T that makes the centred columns orthonormal."""
        k = int((np.sqrt(4 * len(total) + 1) - 1) / 2)
        mean = total[:k] / self.nodes
        gram = total[k:].reshape(k, k) - self.nodes * np.outer(mean, mean)
        self.s = np.zeros(k)
        return np.append(mean, _whiten(gram))

    def first(self, total: Array) -> Array:
        """Sums after Z = M V: keeps them and the bound; returns V'Z."""
        k = len(self.s)
        self.shift = total[: 2 * k] / self.nodes
        cover, inner = total[2 * k : 2 * k + 2]
        norm = float(np.sum(abs(self.s)))
        self.new_bound = float(inner - cover) / norm if norm > 0 else 0.0
        self.vv, self.vz, self.zz = total[2 * k + 2 :].reshape(3, k, k)
        return self.vz

    def second(self, total: Array) -> Array:
        """Sums after M Z and B [V Z]: the flags, the next s and how [V Z] turns into the next V."""
        k = len(self.s)
        zmz, rest = total[: k * k].reshape(k, k), total[k * k :].reshape(2, 2 * k, 2 * k)
        zz = (self.zz + self.zz.T) / 2
        gram = np.block([[self.vv, self.vz], [self.vz.T, zz]])
        image = np.block([[(self.vz + self.vz.T) / 2, zz], [zz, (zmz + zmz.T) / 2]])
        basis = _whiten(gram)
        found, turn = np.linalg.eigh(basis.T @ image @ basis)
        order = np.argsort(-abs(found), kind="stable")
        found, turn = found[order], basis @ turn[:, order]
        wanted = int(np.count_nonzero(shrink(found, 1.0))) + SPARE
        kept = min(wanted, len(found), self.nodes - 1)
        s, turn = shrink(found[:kept], 1.0), turn[:, :kept]

        value = self._estimate(basis, rest[0], rest[1])
        better_weights = self.bound <= value < self.value
        better_bound = self.new_bound > self.bound
        if better_weights:
            self.value = value
        if better_bound:
            self.bound = self.new_bound
        self.history.append((value, self.bound))
        if self.progress is not None:
            self.progress(len(self.history), self.value, self.bound)
        stop = float(self.value - self.bound <= self.gap)
        if not stop and self.deadline is not None and time.perf_counter() > self.deadline:
            stop = 2.0
        shift = self.shift @ turn
        self.s = s
        return np.concatenate([[better_weights, better_bound, stop, kept], s, shift, turn.ravel()])

    @staticmethod
    def _estimate(basis: Array, inner: Array, square: Array) -> float:
        """The largest |Ritz value| of B on the span, plus its squared residual."""
        found, vectors = np.linalg.eigh(basis.T @ ((inner + inner.T) / 2) @ basis)
        worst = int(np.argmax(abs(found)))
        u = basis @ vectors[:, worst]
        return float(abs(found[worst]) + max(u @ square @ u - found[worst] ** 2, 0.0))


def _whiten(gram: Array) -> Array:
    """T with T' gram T = I on the part of the span that rounding leaves."""
    scale = 1 / np.sqrt(np.diag(gram))
    values, vectors = np.linalg.eigh((gram + gram.T) / 2 * np.outer(scale, scale))
    kept = values > 1e-10
    return scale[:, None] * vectors[:, kept] / np.sqrt(values[kept])

"""The first phase of the method `fast` on large sparse networks: a dual matrix of a fixed low rank.

The dual matrix Y = U U' - V V' of `certificate` is kept by its factors, as in Burer, Monteiro, Mathematical
Programming 95, 2003, and the dual problem

    max <Y, I> - sum_i y_i    over |U|^2 + |V|^2 = 1 and y >= 0, with c_e(U, V) <= y_i + y_j at every edge,

is solved by the augmented Lagrangian, whose multipliers of the edges are the weights:

    F(U, V, y) = <Y, I> - sum_i y_i - sum_e (f_e^2 - w_e^2) / (2 b_e),  f_e = max(w_e + b_e (c_e - y_i - y_j), 0).

With f for weights the gradient of F is 2 B(f) U and -2 B(f) V: one sparse product a step. Each step climbs with
momentum, then w moves towards f. The slow modes that decide rho may live on a few poorly connected nodes, so
that rows of U and V differ in size by orders of magnitude. With b_e inverse to that size every part of the
network moves at the same pace.

A low rank restricts Y: the gap stalls at a few percent of rho. From there `splitting` goes on.
"""

from __future__ import annotations

import numpy as np

from mixproof.spectral.clock import check_time

from ..arrays import Array
from ..certify.certificate import Certificate
from ..certify.duals import certify
from ..problem import Problem, repair
from .anytime import Anytime
from .sparse_mean import Block, SparseMean

__all__ = ["LowRankDual", "climb"]

PLUS, MINUS = 48, 32  # columns of U and of V
SHARE = 0.75  # of the trace that U begins with; where no cover is needed the optimum has (1 + rho) / 2
PENALTY = 0.3  # b_e, in units of 1 / degree over the size of c_e / p_e
STEP, MOMENTUM, DAMPING = 0.8, 0.7, 0.3
LEAST = 1e-9  # of a row's share of the trace, in mean shares
COVER_STEPS = 2  # of y, for each of U and V
LOOK, EARLY = 50, (10, 25)  # steps between looks, and of early ones that an end of the time may need
STALLED = 0.9  # a look that leaves this much of the gap is the last one
CHUNK = 1 << 11  # edges handled at a time


class LowRankDual:
    """Factors Z = [U V] of Y with trace 1, the node cover y and the weights."""

    def __init__(self, problem: Problem, w: Array, tolerance: float):
        self.problem, self.w = problem, w
        self.tolerance = tolerance  # of `value`
        self.mean = SparseMean(problem)
        self.cover = np.zeros(problem.n)
        self.degrees = problem.degrees[problem.tails] + problem.degrees[problem.heads]
        self.mean.set(w)
        plus, minus = self.mean.fresh(PLUS), self.mean.fresh(MINUS)
        for _ in range(10):  # power steps towards both ends of the spectrum
            plus, minus = (
                self._normal(plus + self.mean.image(plus)),
                self._normal(minus - self.mean.image(minus)),
            )
        self.Z: Block = np.hstack([plus * SHARE**0.5, minus * (1 - SHARE) ** 0.5]).astype(self.mean.precision)
        self.velocity: Block = np.zeros_like(self.Z)
        self.signs: Block = np.repeat([1, -1], [PLUS, MINUS]).astype(self.mean.precision)

    def step(self) -> None:
        """One step of y, of U and V, and of the weights."""
        problem, (i, j), p = self.problem, self.problem.ends, self.problem.p
        plus, minus = self._edge_squares()
        size = np.maximum(np.einsum("ik,ik->i", self.Z, self.Z).astype(float), LEAST / problem.n)
        b = 4 * PENALTY / (p * self.degrees * (size[i] + size[j]))
        room = 2 * problem.node_sums(b)
        for _ in range(COVER_STEPS):
            f = np.maximum(self.w + b * (p * (plus - minus) - self.cover[i] - self.cover[j]), 0)
            self.cover = np.maximum(self.cover + (problem.node_sums(f) - 1) / room, 0)
        f = np.maximum(self.w + b * (p * (plus - minus) - self.cover[i] - self.cover[j]), 0)
        self.mean.set(f)
        slope: Block = self.signs * self.mean.image(self.Z)
        slope -= np.vdot(slope, self.Z) * self.Z
        curvature = problem.node_sums(4 * b * p**2 * (plus + minus) * (f > 0))  # a bound on that of F
        steps = 1 / (1 / STEP + curvature)
        self.velocity *= self.mean.precision(MOMENTUM)
        self.velocity += steps.astype(self.mean.precision)[:, None] * slope
        self.Z = self._normal(self.Z + self.velocity)
        self.w = self.w + DAMPING * (f - self.w)

    def value(self, w: Array) -> float:
        """||B(w)||."""
        return self.mean.norm(w, self.Z, self.tolerance)

    def slack(self) -> Array:
        """(m,) y_i + y_j - c_e where it is positive."""
        plus, minus = self._edge_squares()
        cover = self.cover[self.problem.tails] + self.cover[self.problem.heads]
        return np.maximum(cover - self.problem.p * (plus - minus), 0)

    def factors(self) -> tuple[Array, Array]:
        """U and V, in double precision."""
        return self.Z[:, :PLUS].astype(float), self.Z[:, PLUS:].astype(float)

    def certificate(self) -> Certificate:
        """What Y and y prove."""
        return certify(self.problem, *self.factors(), guess=self.cover)

    def _normal(self, block: Block) -> Block:
        """Columns of sum 0, Frobenius norm 1."""
        block = block - block.mean(axis=0)
        block /= np.linalg.norm(block)
        return block

    def _edge_squares(self) -> tuple[Array, Array]:
        """(m,) |U_i - U_j|^2 and (m,) |V_i - V_j|^2."""
        (i, j), m = self.problem.ends, self.problem.m
        squares = np.empty((2, m))
        for first in range(0, m, CHUNK):
            check_time()
            part = slice(first, first + CHUNK)
            difference = self.Z.take(i[part], 0)
            difference -= self.Z.take(j[part], 0)
            for row, columns in zip(squares, (difference[:, :PLUS], difference[:, PLUS:])):
                row[part] = np.einsum("ek,ek->e", columns, columns)
        return squares[0], squares[1]


def climb(dual: LowRankDual, run: Anytime) -> None:
    """Climb until the run is finished or the gap stalls."""
    run.look(repair(dual.problem, dual.w), dual.value, dual.certificate)
    gap = np.inf
    while True:
        dual.step()
        if run.due(run.iterations + 1, LOOK) or run.iterations in EARLY:
            run.look(repair(dual.problem, dual.w), dual.value, dual.certificate)
            last, gap = gap, run.value - run.bound
            if run.assured(dual) or (gap > STALLED * last and run.iterations > LOOK):
                return

"""Operator splitting on edge variables, any-time and certified: a phase of the method `fast`, on any network.

The problem is min ||X||_2 over w, X, v, s subject to

    X = B(w),    v = w >= 0,    s = 1 - N w >= 0   (N w: sums at the nodes),

with B(w) = I - J - L(w) for the mean, and for the second moment the (n + m) x n matrix of `dense_step`,
whose squared norm is the objective. The alternating direction method of multipliers with over-relaxation
(Boyd, Parikh, Chu, Peleato, Eckstein, Foundations and Trends in Machine Learning 3(1), 2011, section 3.4)
takes three steps in turn:

- w minimizes a quadratic: its Hessian is diagonal plus 2n rank-one terms (`NormalEquations`);
- X by projecting the spectrum onto an l1 ball: one eigendecomposition (`dense_step`), or a few
  extreme eigenpairs of a sparse plus a low-rank matrix (`sparse_step`);
- v and s are clipped at 0.

The scaled multiplier of X = B(w) is always a matrix of bounded nuclear norm, and of low rank: the dual
matrix Y of a certificate. Every few iterations v is made exactly feasible and valued, and Y becomes a lower
bound.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

import numpy as np
import scipy

from mixproof.spectral.clock import check_time

from ..arrays import Array
from ..certify.certificate import Certificate
from ..certify.duals import certify
from ..problem import Problem, repair
from .anytime import Anytime, Valued, tolerance
from .dense_step import DenseStep, MomentStep
from .lowrank import LowRankDual
from .sparse_step import SparseStep

__all__ = ["MAX_ITERATIONS", "NormalEquations", "SpectralStep", "spectral_step", "split"]

RELAXATION = 1.8
ADAPT = (10, 25, 50, 75, 100, 125, 150, 300, 600, 1200)  # iterations at which the penalties are balanced anew
MAX_ITERATIONS = 100_000


class SpectralStep(Valued, Protocol):
    """The X step: keeps X and its scaled multiplier U, of nuclear norm at most 1 / penalty."""

    def start(self, w: Array, penalty: float) -> Array:
        """Set X = B(w), U = 0; returns the adjoint values of `step`."""

    def step(self, w: Array) -> Array:
        """One step; returns (m,) the adjoint of B(0) - X + U."""

    def change(self) -> tuple[float, float]:
        """Of the last step: the residual ||B(w) - X|| and the movement of X."""

    def rescale(self, factor: float) -> Array:
        """The penalty grows by `factor`, U shrinks by it; returns the adjoint values of `step`."""

    def factors(self) -> tuple[Array, Array]:
        """U and V with U U' - V V' the dual matrix Y."""


def spectral_step(problem: Problem, gap: float) -> SpectralStep:
    """The X step that fits the problem."""
    if problem.objective.counts_losses:
        return MomentStep(problem, RELAXATION)
    if problem.is_sparse:
        return SparseStep(problem, tolerance(gap))
    return DenseStep(problem, RELAXATION)


def split(
    problem: Problem,
    run: Anytime,
    dual: LowRankDual | None = None,
    most: int = MAX_ITERATIONS,
    enough: Callable[[int], bool] = lambda iteration: False,
) -> None:
    """Iterate until the run is finished, `most` times at most, from the weights and multipliers found by `lowrank`.

    enough: whether to leave after an iteration that was looked at, for the next phase to go on.
    """
    spectral = spectral_step(problem, run.request.gap)
    w = run.start() if dual is None else dual.w
    penalties = _first_penalties(problem)
    normal = NormalEquations(problem, penalties)
    adjoint = spectral.start(w, penalties[0])
    bounded = np.maximum(_bounded(problem, w), 0)  # (m + n,) v and s
    multiplier = np.zeros_like(bounded)  # scaled
    if dual is not None and isinstance(spectral, SparseStep):
        adjoint = spectral.resume(*dual.factors())
        multiplier = -np.concatenate([dual.slack() / penalties[1], dual.cover / penalties[2]])
    run.look(repair(problem, w), spectral.value)
    done = run.iterations
    for iteration in range(1, most + 1):
        w = normal.solve(adjoint, bounded - multiplier)
        adjoint = spectral.step(w)
        image, before = _bounded(problem, w), bounded
        relaxed = RELAXATION * image + (1 - RELAXATION) * bounded
        bounded = np.maximum(relaxed + multiplier, 0)
        multiplier = multiplier + relaxed - bounded
        if iteration in ADAPT:
            change = (
                _balance(*spectral.change()),
                *_balances(problem, image - bounded, bounded - before),
            )
            penalties = penalties * change
            multiplier /= np.repeat(change[1:], [problem.m, problem.n])
            adjoint = spectral.rescale(change[0])
            normal = NormalEquations(problem, penalties)
        if run.due(done + iteration):
            candidate = repair(problem, w if problem.signed else bounded[: problem.m])
            cover = -penalties[2] / penalties[0] * multiplier[problem.m :]
            run.look(candidate, spectral.value, partial(_certificate, problem, spectral, candidate, cover))
            if run.assured(spectral) or enough(iteration):
                return


def _first_penalties(problem: Problem) -> Array:
    """(3,) of X, v, s: near the ratios of the multipliers' sizes to the variables', as they were measured."""
    n, degree = problem.n, 2 * problem.m / problem.n
    first = np.array([np.clip(n**-0.5, 0.01, 0.1), min(0.1, degree / n), min(1.0, 15 / n)])
    return first * (np.array([1, 0, 0]) if problem.signed else 1)


def _bounded(problem: Problem, w: Array) -> Array:
    """(m + n,) what must not be negative: the weights and what they leave of 1 at each node."""
    return np.concatenate([w, 1 - problem.node_sums(w)])


def _balance(residual: float, movement: float) -> float:
    """The factor of a penalty: a residual large against the movement asks for a larger one (Boyd et al.,
    3.4.1)."""
    return float(np.clip(np.sqrt((residual + 1e-12) / (movement + 1e-12)), 0.5, 2))


def _balances(problem: Problem, residual: Array, movement: Array) -> list[float]:
    if problem.signed:
        return [1.0, 1.0]
    parts = slice(0, problem.m), slice(problem.m, None)
    return [_balance(float(np.linalg.norm(residual[k])), float(np.linalg.norm(movement[k]))) for k in parts]


def _certificate(problem: Problem, spectral: SpectralStep, w: Array, cover: Array) -> Certificate:
    plus, minus = spectral.factors()
    if not problem.objective.counts_losses:
        return certify(problem, plus, minus, guess=cover)
    slope = 2 * np.sqrt(spectral.value(w))  # d ||B||^2 = 2 ||B|| d ||B||
    return certify(problem, plus, minus, w, slope * cover)


class NormalEquations:
    """Minimizes bX ||B(w) - X + U||^2 + bv ||w - v + q||^2 + bs ||1 - N w - s + r||^2 over w.

    The Hessian is D + G'G: ||L(u)||_F^2 = 2 |u|^2 + |N u|^2, so D = 2 bX (p^2 + spread) + bv on the
    diagonal (spread for the second moment only) and G stacks sqrt(bX) N diag(p) and sqrt(bs) N. With the
    matrix inversion lemma only I + G D^-1 G', of order 2n (n when all p agree or there is no bs), is
    solved: by a Cholesky factor, or on large sparse networks by conjugate gradients from the last solution.
    """

    def __init__(self, problem: Problem, penalties: Array):
        self.problem = problem
        self.bX, self.bv, self.bs = (float(b) for b in penalties)
        p = problem.p
        spread = problem.spread if problem.objective.counts_losses else 0.0
        self.diagonal = 2 * self.bX * (p**2 + spread) + self.bv
        N = abs(problem.incidence())
        if np.ptp(p) == 0 or self.bs == 0:
            self.G = N @ scipy.sparse.diags_array(np.sqrt(self.bX * p**2 + self.bs))
        else:
            weighted = N @ scipy.sparse.diags_array(np.sqrt(self.bX) * p)
            self.G = scipy.sparse.vstack([weighted, np.sqrt(self.bs) * N])
        self.G = scipy.sparse.csr_array(self.G)
        self.GT = scipy.sparse.csr_array(self.G.T)
        reduced = self.G @ scipy.sparse.diags_array(1 / self.diagonal) @ self.GT
        self.reduced = scipy.sparse.csr_array(reduced + scipy.sparse.eye_array(self.G.shape[0]))
        self.solve_reduced = self._direct() if not problem.is_sparse else self._iterative()

    def solve(self, adjoint: Array, bounded: Array) -> Array:
        """(m,) w, from the adjoint of B(0) - X + U and the (m + n,) targets of w and 1 - N w."""
        right = self.bX * adjoint
        if self.bv:
            m, (i, j) = self.problem.m, self.problem.ends
            sums = 1 - bounded[m:]
            right = right + self.bv * bounded[:m] + self.bs * (sums[i] + sums[j])
        first = right / self.diagonal
        return first - (self.GT @ self.solve_reduced(self.G @ first)) / self.diagonal

    def _direct(self) -> Callable[[Array], Array]:
        factor = scipy.linalg.cho_factor(self.reduced.toarray(), lower=True, check_finite=False)
        return lambda right: scipy.linalg.cho_solve(factor, right, check_finite=False)

    def _iterative(self) -> Callable[[Array], Array]:
        preconditioner = scipy.sparse.diags_array(1 / self.reduced.diagonal())
        last = np.zeros(self.G.shape[0])

        def solve(right: Array) -> Array:
            nonlocal last
            last, _ = scipy.sparse.linalg.cg(
                self.reduced, right, last, rtol=1e-8, M=preconditioner, callback=lambda _: check_time()
            )
            return last

        return solve

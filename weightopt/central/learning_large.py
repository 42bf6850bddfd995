"""The objective `learning` on large networks: Newton's method in a barrier, its Hessian learnt (BFGS).

The Fenchel bound of `certify.large` at the weights themselves is tangent to the objective there, up to the square
of the polynomials' error: one pass of columns gives value, gradient, the Hessian's diagonal nearly, and what is proved.
The step is that of `nodes.newton`, with all numbers in one place; some ten passes come within a few percent.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from scipy.sparse import csr_array

from mixproof.spectral.clock import check_time

from ..arrays import Array
from ..certify.certificate import PolynomialCertificate
from ..certify.duals import MOST_LINKS, node_cover, tighten_cover
from ..certify.large import Line, laplacian, polynomials_at, tangent
from ..learning import Learning
from ..problem import Problem, repair
from .anytime import Anytime
from .barrier import first_parameter, next_parameter, reach
from .learning_columns import node_sums_of

__all__ = ["large_certificate_at", "solve_large"]

PAIRS = 20
START, SHORTER = 0.9, 0.8  # of even weights; of weights outside the domain
SHRINK, DESCENT = 0.5, 1e-4
NOISE = 1e-5  # of the value: what the polynomials leave out
SHORTEST, MOST = 1e-3, 200
# of the gap expected at a point: the barrier's part, at least, where nodes have few links and may mix slowly: it falls
# faster than the gap does, and weights that it has let go to 0 do not come back
TIED, FEW_LINKS = 0.3, 12
STILL = 3  # steps within NOISE after which a local search ends
LEAST, LEAST_ROOM = 1e-100, 1e-9  # weight: its square is still a number; what a node keeps for itself


@dataclass(frozen=True, eq=False)
class _Point:
    """Weights inside the domain, and the tangent there."""

    w: Array
    room: Array  # (n,)
    line: Line
    certificate: PolynomialCertificate

    @property
    def value(self) -> float:
        return self.line.constant - float(self.line.c @ self.w)

    def merit(self, mu: float) -> float:
        """Value and barrier."""
        return self.value - mu * float(np.sum(np.log(self.w)) + np.sum(np.log(self.room)))


def solve_large(problem: Problem, run: Anytime, objective: Learning) -> None:
    """Until the run is finished or no step lowers the objective; where it is not convex, to a local optimum."""
    N = node_sums_of(problem, np.arange(problem.m))
    even = np.maximum(
        START * problem.even(), problem.even(1)
    )  # not below Metropolis's, which damp every mode less
    w = even if run.request.start is None else START * run.start() + (1 - START) / 2 * even
    if run.request.deadline is not None and not np.isfinite(run.value):
        _offer(problem, run, objective, w)
    while (at := _point(problem, objective, N, w)) is None:
        w = SHORTER * w
    terms, still = problem.m + problem.n, 0
    tied = TIED if problem.m < FEW_LINKS * problem.n else 0.0
    mu = first_parameter(at.value, terms)
    pairs: list[tuple[Array, Array]] = []
    for _ in range(MOST):
        run.due(run.iterations + 1)
        gap = _look(problem, run, at, mu, objective.is_convex)
        if run.finished() or still > STILL:
            return
        step, slope = _direction(N, at, mu, pairs)
        length = min(reach(at.w, step), reach(at.room, -(N @ step)))
        while True:
            new = _point(problem, objective, N, np.maximum(at.w + length * step, LEAST))
            goal = at.merit(mu) + DESCENT * length * slope + NOISE * abs(at.value) * (length < SHRINK)
            if new is not None and new.merit(mu) <= goal:
                break
            length *= SHRINK
            if length < SHORTEST or run.out_of_time():
                run.finished()
                return
        pairs = [*pairs[1 - PAIRS :], (new.w - at.w, at.line.c - new.line.c)]
        small = not objective.is_convex and at.value - new.value < NOISE * abs(at.value)
        still = still + 1 if small else 0
        at = new
        mu = max(next_parameter(mu, slope, at.value, run.request.share, terms), min(mu, tied * gap / terms))


def large_certificate_at(problem: Problem, objective: Learning, w: Array) -> PolynomialCertificate:
    """The certificate from weights w, shrunk into the objective's domain."""
    N = node_sums_of(problem, np.arange(problem.m))
    while (at := _point(problem, objective, N, w)) is None:
        w = SHORTER * w
    return _proof(problem, at, np.zeros(problem.n))


def _offer(problem: Problem, run: Anytime, objective: Learning, w: Array) -> None:
    """An answer before the first pass has ended: the start, its value estimated from a few columns."""

    def estimated(w: Array) -> float:
        return objective.hurried(objective.matrix(run.request.network, w), np.inf, 0.0)[0]

    while not np.isfinite(estimated(w)):  # outside the domain
        w = SHORTER * w
    run.look(repair(problem, w), estimated, lambda: objective.trivial(problem.n, problem.m))


def _look(problem: Problem, run: Anytime, at: _Point, mu: float, convex: bool) -> float:
    """Offer the weights; and what is proved there if it halves the gap, as its check takes a pass of its own. The gap
    that is expected here, 0 where nothing is."""
    value, proof, gap = min(run.value, at.value), None, 0.0
    if convex:
        proof = _proof(problem, at, mu / at.room)
        expected = at.line.constant - float(proof.cover.sum())
        gap = at.value - expected
        if not (run.request.within(value, expected) or value - expected < (value - run.bound) / 2):
            proof = None
    run.look(repair(problem, at.w), lambda _: at.value, None if proof is None else lambda: proof)
    return gap


def _point(problem: Problem, objective: Learning, N: csr_array, w: Array) -> _Point | None:
    room = 1 - N @ w
    if room.min() < LEAST_ROOM:  # rounding would decide whether a step keeps any
        kept = np.where(room < LEAST_ROOM, 1 - 2 * LEAST_ROOM, 1.0)
        w = w * kept[problem.tails] * kept[problem.heads]
        room = 1 - N @ w
    if room.min() <= 0:
        return None
    L = laplacian(problem.n, *problem.ends, w * problem.p)
    polynomials = polynomials_at(L, objective)
    if polynomials is None:
        return None
    # six digits are enough to search by, at half the time; what is proved of these weights is computed in full
    line = tangent(L.astype(np.float32), polynomials, objective, problem.ends, problem.p)
    return _Point(w, room, line, PolynomialCertificate(w, polynomials, np.zeros(problem.n)))


def _proof(problem: Problem, at: _Point, guess: Array) -> PolynomialCertificate:
    """With the least node cover where a linear program is quick, else with a guess made valid."""
    few = problem.m <= MOST_LINKS
    cover = node_cover(problem, at.line.c) if few else tighten_cover(problem, at.line.c, guess)
    return PolynomialCertificate(at.w, at.certificate.polynomials, cover)


def _direction(N: csr_array, at: _Point, mu: float, pairs: list[tuple[Array, Array]]) -> tuple[Array, float]:
    """Step and slope of the barrier function along it; see `nodes.newton`."""
    w, room = at.w, at.room
    D = at.line.curvature + mu / w**2
    K = csr_array(scipy.sparse.diags_array(room**2 / mu) + N @ scipy.sparse.diags_array(1 / D) @ N.T)
    diagonal = scipy.sparse.diags_array(1 / K.diagonal())
    slope = -at.line.c - mu / w + N.T @ (mu / room)
    known = [(s, y + mu / w**2 * s + N.T @ (mu / room**2 * (N @ s))) for s, y in pairs if s @ y > 0]
    q, first = slope.copy(), []
    for s, y in reversed(known):
        first.append((s @ q) / (s @ y))
        q = q - first[-1] * y
    inner, _ = scipy.sparse.linalg.cg(
        K, N @ (q / D), rtol=1e-9, maxiter=2 * len(room), M=diagonal, callback=lambda _: check_time()
    )
    z = (q - N.T @ inner) / D
    for (s, y), a in zip(known, reversed(first)):
        z = z + s * (a - (y @ z) / (s @ y))
    return -z, -float(slope @ z)

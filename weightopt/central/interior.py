"""The last phase of the method `fast` on networks of up to some thousand links: a primal-dual interior-point method.

The problem for the mean is the semidefinite program

    min t   subject to   S+ = t I - (I - J - L(w)) >= 0,   S- = t I + (I - J - L(w)) >= 0,   w >= 0,   1 - N w >= 0

(N w: sums at the nodes). Its dual variables Y+, Y- >= 0, of traces that sum to 1, are the two parts of the matrix Y of
a `certificate`, and the multiplier of 1 - N w >= 0 is the node cover. An iteration moves both points along the
direction of Helmberg, Rendl, Vanderbei, Wolkowicz (SIAM Journal on Optimization 6(2), 1996), predicted and corrected
as by Mehrotra (same journal 2(4), 1992). A link's matrix has rank one, so the system of `newton` takes two products
for each pair of links. The primal point is always feasible: t is a value. The dual one becomes so on the way.

Ten to thirty iterations reach any gap above rounding, also where slow mixing stalls methods of first order. Of a dense
network only the links that may carry weight are there; others join where Y says that they gain.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array
from ..certify.certificate import Certificate
from ..certify.duals import Chosen, certify, edge_coefficients, on_all_links, promising
from ..problem import Problem
from .anytime import Anytime
from .newton import SIGNS, Links, NewtonSystem

__all__ = ["InteriorPoint", "close_gap", "likely_links"]

EVEN = 0.1  # share of even weights in the start
SHORT, LONG = 0.9, 0.08  # of the way to the boundary: SHORT + LONG * (length of the shorter step)
STUCK = 0.01  # a corrected step below this is replaced by one towards the central path
LEAST_STEP = 1e-3  # rounding makes steps shorter
ALL = 300  # links up to which all are there from the start
CLOSE = 0.9  # of `promising`
SHARPER = 0.1  # of the gap: that of the chosen links, before others are asked
SIGN = SIGNS[:, None, None]


@dataclass(frozen=True, eq=False)
class Direction:
    """A change of the point."""

    w: Array
    t: float
    slack: Array
    S: Array
    Y: Array
    multiplier: Array


class InteriorPoint:
    """Weights w, level t, dual matrices Y (2, n, n) and the multiplier of the slack (w, 1 - N w), empty if signed."""

    def __init__(self, problem: Problem, w: Array):
        self.problem, self.links = problem, Links(problem)
        self.identity = np.eye(problem.n)
        self.w = w if problem.signed else (1 - EVEN) * w + EVEN * problem.even(1)
        rest = self._rest(self.w)
        value = _norm(rest)
        self.t = value + 0.1 * abs(1 - value) + 1e-3
        self.S = self.t * self.identity - SIGN * rest
        self.slack = self.links.slack(self.w, 1.0)
        self.roots_S = _roots(self.S)
        self.inverses = _squared(self.roots_S)
        mu = 1 / float(np.einsum("kii->", self.inverses))
        self.Y, self.multiplier = mu * self.inverses, mu / self.slack
        self.factors = np.linalg.cholesky(self.Y)

    def step(self) -> bool:
        """One iteration; False where rounding leaves no step, and the point is the last one."""
        try:
            system = NewtonSystem(self.links, self.Y, self.inverses, self.multiplier / self.slack)
            roots = self.roots_S, np.linalg.inv(self.factors)
            change = self._direction(system, 0.0)
            primal, dual = self._lengths(change, *roots)
            now = self.gap()
            reached = self._complementarity(primal, dual, change)
            target = now * min(1.0, reached / now) ** (3 if min(primal, dual) > 0.3 else 1)
            pairs = len(self.slack) + 2 * self.problem.n
            change = self._direction(system, target / pairs, change)
            primal, dual = self._lengths(change, *roots)
            if min(primal, dual) < STUCK:
                change = self._direction(system, now / pairs)
                primal, dual = self._lengths(change, *roots)
            if not min(primal, dual) > LEAST_STEP:
                return False
            share = SHORT + LONG * min(primal, dual)
            S, Y = self.S + share * primal * change.S, self.Y + share * dual * change.Y
            roots_S, factors = _roots(S), np.linalg.cholesky(Y)
        except np.linalg.LinAlgError:
            return False
        self.w, self.t, self.S = self.w + share * primal * change.w, self.t + share * primal * change.t, S
        self.Y, self.factors, self.roots_S, self.inverses = Y, factors, roots_S, _squared(roots_S)
        self.slack = self.links.slack(self.w, 1.0)
        self.multiplier = self.multiplier + share * dual * change.multiplier
        return True

    def gap(self) -> float:
        """Of t above the dual value, once the dual point is feasible."""
        return float(np.vdot(self.Y, self.S)) + float(self.multiplier @ self.slack)

    def norm(self, w: Array) -> float:
        """||I - J - L(w)||."""
        return _norm(self._rest(w))

    def rounded(self) -> Array:
        """(m,) the weights, those at 0 whose multiplier is the larger one of the pair that tends to 0."""
        if self.problem.signed:
            return self.w
        m = self.problem.m
        return np.where(self.slack[:m] < self.multiplier[:m], 0, self.w)

    def certificate(self, problem: Problem) -> Certificate:
        """What Y and the multiplier prove of a problem on these links, and others perhaps."""
        plus, minus = self.factors
        return certify(problem, plus, minus, guess=self.multiplier[self.problem.m :])

    def gains(self, problem: Problem) -> Array:
        """(m,) what Y says that weight on a link of such a problem gains, above the multipliers of its ends."""
        plus, minus = self.factors
        cover, gains = self.multiplier[self.problem.m :], edge_coefficients(problem, plus, minus, None)
        return gains if problem.signed else gains - cover[problem.tails] - cover[problem.heads]

    def _rest(self, w: Array) -> Array:
        """I - J - L(w)."""
        return self.identity - 1 / self.problem.n - self.links.laplacian(w)

    def _direction(self, system: NewtonSystem, mu: float, predicted: Direction | None = None) -> Direction:
        """Towards products Y S = mu I and multiplier * slack = mu, by the second order of `predicted` corrected.

        dY = mu S^-1 - Y - sym((Y dS + C) S^-1), C = dY dS of the prediction; likewise for the slack.
        """
        links = self.links
        goal = mu / self.slack
        trace, pulled = -1.0, np.zeros(links.m)
        if mu:
            trace += mu * float(np.einsum("kii->", self.inverses))
            pulled = mu * (SIGNS @ links.own_forms(self.inverses))
        C = None
        if predicted is not None:
            C = predicted.Y @ predicted.S
            goal = goal - predicted.multiplier * predicted.slack / self.slack
            trace -= float(np.vdot(C.swapaxes(1, 2), self.inverses))
            pulled = pulled - SIGNS @ system.product(C)
        pulled = pulled + links.pull(goal)
        dw, dt = system.solve(np.append(pulled, trace))
        dS = SIGN * links.laplacian(dw) + dt * self.identity
        product = (self.Y @ dS if C is None else self.Y @ dS + C) @ self.inverses
        dY = mu * self.inverses - self.Y - (product + product.swapaxes(1, 2)) / 2
        slack = links.slack(dw, 0.0)
        multiplier = goal - self.multiplier - self.multiplier / self.slack * slack
        return Direction(dw, dt, slack, dS, dY, multiplier)

    def _lengths(self, change: Direction, roots_S: Array, roots_Y: Array) -> tuple[float, float]:
        """Of a primal and a dual step, at most 1, that stay inside the cones."""
        return (
            _length(self.slack, change.slack, roots_S, change.S),
            _length(self.multiplier, change.multiplier, roots_Y, change.Y),
        )

    def _complementarity(self, primal: float, dual: float, change: Direction) -> float:
        """Sum of the products Y S and multiplier * slack after these steps."""
        total = (self.multiplier + dual * change.multiplier) @ (self.slack + primal * change.slack)
        return float(total + np.vdot(self.Y + dual * change.Y, self.S + primal * change.S))


def close_gap(problem: Problem, run: Anytime) -> None:
    """Go on from the best weights until others close the gap, exactly 0 where the optimum is, or rounding stops it."""
    links: Chosen | None = likely_links(problem, run)
    while links is not None:
        links = _close_on(problem, run, links)


def likely_links(problem: Problem, run: Anytime) -> Chosen:
    """Links that may carry weight, by the best weights and certificate so far; all on small networks."""
    known = run.certificate
    if problem.m <= ALL or run.bound == 0 or not isinstance(known, Certificate) or known.cover is None:
        return np.arange(problem.m)
    gains = edge_coefficients(problem, known.plus, known.minus, None)
    return promising(problem, gains, run.weights, known.cover, CLOSE)


def _close_on(problem: Problem, run: Anytime, links: Chosen) -> Chosen | None:
    """The same on these links: None at the end, or the links that they and others outside, which would gain, make."""
    part = replace(problem, tails=problem.tails[links], heads=problem.heads[links], p=problem.p[links])
    try:
        point, moved = InteriorPoint(part, run.best()[links]), True
    except np.linalg.LinAlgError:  # too close to singular to start from
        return None
    while moved and not run.out_of_time():
        moved = point.step()
        due, gap = run.due(run.iterations + 1), point.gap()
        if due or not moved or run.request.within(point.t, point.t - gap):
            run.look(
                on_all_links(problem, links, point.w), lambda _: point.t, lambda: point.certificate(problem)
            )
            zeros = on_all_links(problem, links, point.rounded())
            if run.finished() and run.settle(zeros, lambda w: point.norm(w[links])):
                return None
            if run.request.within(point.t, point.t - gap / SHARPER):
                gains = point.gains(problem)
                gains[links] = 0.0
                if gains.max() > 0:
                    return np.union1d(links, np.flatnonzero(gains > 0))
    return None


def _length(x: Array, dx: Array, roots: Array, changes: Array) -> float:
    """The longest step, at most 1, after which x >= 0 and the matrices, of these inverse Cholesky factors, are >= 0."""
    shrinks = dx < 0
    high = float((-x[shrinks] / dx[shrinks]).min(initial=1.0))
    lowest = float(np.linalg.eigvalsh(roots @ changes @ roots.swapaxes(1, 2))[:, 0].min())
    return high if lowest >= 0 else min(high, -1 / lowest)


def _roots(matrices: Array) -> Array:
    """(2, n, n) inverses of the Cholesky factors."""
    return np.linalg.inv(np.linalg.cholesky(matrices))


def _squared(roots: Array) -> Array:
    """(2, n, n) the inverses that these are Cholesky factors of."""
    return roots.swapaxes(1, 2) @ roots


def _norm(matrix: Array) -> float:
    values = np.linalg.eigvalsh(matrix)
    return float(max(values[-1], -values[0]))

"""The last phase of the method `fast` on networks of up to some thousand links: a primal-dual interior-point method.

The problem for the mean is the semidefinite program

    min t   subject to   S+ = t I - (I - J - L(w)) >= 0,   S- = t I + (I - J - L(w)) >= 0,   w >= 0,   1 - N w >= 0

(N w: sums at the nodes). Its dual variables Y+, Y- >= 0, of traces that sum to 1, are the two parts of the matrix Y of
a `certificate`, and the multiplier of 1 - N w >= 0 is the node cover. An iteration moves both points along the
direction of Helmberg, Rendl, Vanderbei, Wolkowicz (SIAM Journal on Optimization 6(2), 1996), predicted and corrected
as by Mehrotra (same journal 2(4), 1992). A link's matrix has rank one, so the system of `newton` takes two products
for each pair of links. The primal point is always feasible: t is a value. The dual one becomes so on the way.

Ten to thirty iterations reach any gap above rounding, also where slow mixing stalls methods of first order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy

from ..certify.certificate import Certificate
from ..certify.duals import certify
from ..problem import Array, Problem
from .anytime import Anytime
from .newton import Links, NewtonSystem, inverse

__all__ = ["InteriorPoint", "close_gap"]

SIGNS = 1, -1
EVEN = 0.1  # share of even weights in the start
HALVINGS = 4  # of the interval in which a step that leaves the cone is shortened
SHORT, LONG = 0.9, 0.08  # of the way to the boundary: SHORT + LONG * (length of the shorter step)
STUCK = 0.01  # a corrected step below this is replaced by one towards the central path
LEAST_STEP = 1e-3  # rounding makes steps shorter


@dataclass(frozen=True, eq=False)
class Direction:
    """A change of the point."""

    w: Array
    t: float
    slack: Array
    S: list[Array]
    Y: list[Array]
    multiplier: Array


class InteriorPoint:
    """Weights w and level t, the dual matrices Y and the multiplier of the slack (w, 1 - N w), empty if signed."""

    def __init__(self, problem: Problem, w: Array):
        self.problem, self.links, self.identity = problem, Links(problem), np.eye(problem.n)
        degree = problem.node_sums(np.ones(problem.m))
        even = 1 / (1 + np.maximum(degree[problem.tails], degree[problem.heads]))
        self.w = w if problem.signed else (1 - EVEN) * w + EVEN * even
        value = self.norm(self.w)
        self.t = value + 0.1 * abs(1 - value) + 1e-3
        self.S = [self.t * self.identity - sign * self._rest(self.w) for sign in SIGNS]
        self.slack = self.links.slack(self.w, 1.0)
        self.inverses = [inverse(S) for S in self.S]
        mu = 1 / sum(float(np.trace(X)) for X in self.inverses)
        self.Y, self.multiplier = [mu * X for X in self.inverses], mu / self.slack
        self.factors = [_factor(Y) for Y in self.Y]

    def step(self) -> bool:
        """One iteration; False where rounding leaves no step, and the point is the last one."""
        try:
            system = NewtonSystem(self.links, self.Y, self.inverses, self.multiplier / self.slack)
            change = self._direction(system, 0.0)
            primal, dual = self._lengths(change)
            now = self._complementarity(0.0, 0.0, change)
            reached = self._complementarity(primal, dual, change)
            target = now * min(1.0, reached / now) ** (3 if min(primal, dual) > 0.3 else 1)
            pairs = len(self.slack) + 2 * self.problem.n
            change = self._direction(system, target / pairs, change)
            primal, dual = self._lengths(change)
            if min(primal, dual) < STUCK:
                change = self._direction(system, now / pairs)
                primal, dual = self._lengths(change)
            if not min(primal, dual) > LEAST_STEP:
                return False
            share = SHORT + LONG * min(primal, dual)
            S = [a + share * primal * b for a, b in zip(self.S, change.S)]
            inverses = [inverse(a) for a in S]
            Y = [a + share * dual * b for a, b in zip(self.Y, change.Y)]
            self.factors = [_factor(a) for a in Y]
        except np.linalg.LinAlgError:
            return False
        self.w, self.t, self.S = self.w + share * primal * change.w, self.t + share * primal * change.t, S
        self.Y, self.inverses = Y, inverses
        self.slack = self.links.slack(self.w, 1.0)
        self.multiplier = self.multiplier + share * dual * change.multiplier
        return True

    def norm(self, w: Array) -> float:
        """||I - J - L(w)||."""
        values = np.linalg.eigvalsh(self._rest(w))
        return float(max(values[-1], -values[0]))

    def rounded(self) -> Array:
        """(m,) the weights, those at 0 whose multiplier is the larger one of the pair that tends to 0."""
        if self.problem.signed:
            return self.w
        m = self.problem.m
        return np.where(self.slack[:m] < self.multiplier[:m], 0, self.w)

    def certificate(self) -> Certificate:
        """What Y and the multiplier prove."""
        plus, minus = self.factors
        return certify(self.problem, plus, minus, guess=self.multiplier[self.problem.m :])

    def _rest(self, w: Array) -> Array:
        """I - J - L(w)."""
        return self.identity - 1 / self.problem.n - self.links.laplacian(w).toarray()

    def _direction(self, system: NewtonSystem, mu: float, predicted: Direction | None = None) -> Direction:
        """Towards products Y S = mu I and multiplier * slack = mu, by the second order of `predicted` corrected.

        dY = mu S^-1 - Y - sym((Y dS + C) S^-1), C = dY dS of the prediction; likewise for the slack.
        """
        links, n = self.links, self.problem.n
        fixed = [mu * a - b for a, b in zip(self.inverses, self.Y)]
        fixed_slack = mu / self.slack - self.multiplier
        trace = sum(float(np.trace(b + f)) for b, f in zip(self.Y, fixed)) - 1
        pulled = links.pull(self.multiplier + fixed_slack)
        for k, sign in enumerate(SIGNS):
            pulled = pulled + sign * links.quadratic(self.Y[k] + fixed[k])
        C: list[Array] | None = None
        if predicted is not None:
            C = [a @ b for a, b in zip(predicted.Y, predicted.S)]
            second = predicted.multiplier * predicted.slack / self.slack
            fixed_slack, pulled = fixed_slack - second, pulled - links.pull(second)
            for k, sign in enumerate(SIGNS):
                trace -= float(np.vdot(C[k].T, self.inverses[k]))
                pulled = pulled - sign * system.product(C[k], k)
        dw, dt = system.solve(np.append(pulled, trace))
        laplacian = links.laplacian(dw)
        dS, dY = [], []
        for k, sign in enumerate(SIGNS):
            change = (sign * laplacian + dt * scipy.sparse.eye_array(n)).tocsr()
            product = (change @ self.Y[k]).T  # Y dS
            product = (product if C is None else product + C[k]) @ self.inverses[k]
            dS.append(change.toarray())
            dY.append(fixed[k] - (product + product.T) / 2)
        slack = links.slack(dw, 0.0)
        return Direction(dw, dt, slack, dS, dY, fixed_slack - self.multiplier / self.slack * slack)

    def _lengths(self, change: Direction) -> tuple[float, float]:
        """Of a primal and a dual step, at most 1, that stay inside the cones."""
        return (
            _length(self.slack, change.slack, self.S, change.S),
            _length(self.multiplier, change.multiplier, self.Y, change.Y),
        )

    def _complementarity(self, primal: float, dual: float, change: Direction) -> float:
        """Sum of the products Y S and multiplier * slack after these steps."""
        total = (self.multiplier + dual * change.multiplier) @ (self.slack + primal * change.slack)
        for S, dS, Y, dY in zip(self.S, change.S, self.Y, change.Y):
            total += np.vdot(Y + dual * dY, S + primal * dS)
        return float(total)


def close_gap(problem: Problem, run: Anytime) -> None:
    """Go on from the best weights until others close the gap, exactly 0 where the optimum is, or rounding stops it."""
    try:
        point, moved = InteriorPoint(problem, run.weights), True
    except np.linalg.LinAlgError:  # too close to singular to start from
        return
    while moved and not run.out_of_time():
        moved = point.step()
        run.due(run.iterations + 1)
        run.look(point.w, lambda _: point.t, point.certificate)
        if run.finished() and run.settle(point.rounded(), point.norm):
            return


def _length(x: Array, dx: Array, matrices: list[Array], changes: list[Array]) -> float:
    """The longest step tried, at most 1, after which x >= 0 and the matrices are positive definite."""
    shrinks = dx < 0
    high = min(1.0, float((-x[shrinks] / dx[shrinks]).min(initial=np.inf)))

    def inside(length: float) -> bool:
        return all(_positive(a + length * b) for a, b in zip(matrices, changes))

    if inside(high):
        return high
    low, tries = 0.0, 0
    while tries < HALVINGS or (low == 0 and high > LEAST_STEP):
        middle, tries = (low + high) / 2, tries + 1
        low, high = (middle, high) if inside(middle) else (low, middle)
    return low


def _factor(matrix: Array) -> Array:
    factor: Array = scipy.linalg.cholesky(matrix, lower=True, check_finite=False)
    return factor


def _positive(matrix: Array) -> bool:
    return not scipy.linalg.lapack.dpotrf(matrix, lower=True)[1]

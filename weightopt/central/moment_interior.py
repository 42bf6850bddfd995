"""The last phase of the method `fast` for the second moment, on networks of up to some thousand links: any gap.

With A = I - J - L(w) and spread_e = 2 p_e (1 - p_e) the matrix

    G(w, t) = t I - A^2 - sum_e spread_e w_e^2 a_e a_e'

is concave in (w, t), and positive exactly where t is above the objective. Newton's method follows the minimizers of

    t / mu - log det G - sum log w - sum log (1 - N w)        (no bounds of w if signed)

as mu falls to 0. There mu G^-1 is the dual matrix Y of a `certificate` linearised at w, and mu / (1 - N w) its cover;
before, Newton's step corrects both.

With dG_e = a_e c_e' + c_e a_e', c_e = (p_e A - spread_e w_e I) a_e, and S = G^-1 the Hessian over links is

    2 (a_e'S a_f)(c_e'S c_f) + 2 (a_e'S c_f)(c_e'S a_f) + 2 p_e p_f (a_e'a_f)(a_e'S a_f)

and 2 spread_e a_e'S a_e on the diagonal.
"""

from __future__ import annotations

import numpy as np
import scipy

from ..arrays import Array
from ..certify.certificate import Certificate
from ..certify.duals import certify
from ..certify.inverses import dense_laplacian
from ..problem import Problem, repair
from .anytime import Anytime
from .dense_step import DenseStep
from .newton import inverse

__all__ = ["close_moment_gap"]

FALL = 0.2  # of mu, once a step is nearly a full one
NEAR = 0.3  # Newton decrement at which mu falls
DESCENT, SHRINK, SHORTEST = 0.1, 0.6, 1e-9
EVEN = 0.1  # share of even weights in the start
FIRST = 0.05  # of a start that hardly mixes: the path begins far from it
LEAST_MU = 1e-17
MOST_STEPS = 300


def close_moment_gap(problem: Problem, run: Anytime) -> None:
    """From the best weights so far until the run is finished or rounding leaves no step."""
    path = _Path(problem, run.start())
    value = DenseStep(problem, 1.0)

    def objective(w: Array) -> float:
        A = value.image(w)
        return float(np.linalg.eigvalsh(A @ A + path.scatter(w))[-1])

    for _ in range(MOST_STEPS):
        moved = path.step()
        run.due(run.iterations + 1)
        if path.settled or not moved:
            w = repair(problem, path.w)
            run.look(w, objective, path.certificate)
            path.mu *= FALL
        if run.finished() or not moved or path.mu < LEAST_MU:
            return


class _Path:
    """Weights w, level t and mu."""

    def __init__(self, problem: Problem, w: Array):
        self.problem, self.bounded = problem, not problem.signed
        self.i, self.j = problem.ends
        self.N = scipy.sparse.csr_array(abs(problem.incidence()))
        self.dense = DenseStep(problem, 1.0)
        self.w = (1 - EVEN) * w + EVEN * problem.even(1)
        A = self.dense.image(self.w)
        top = float(np.linalg.eigvalsh(A @ A + self.scatter(self.w))[-1])
        room = max(1 - top, FIRST)
        self.t, self.mu, self.settled = top + 0.1 * room, 0.1 * room / problem.n, False
        self.S = inverse(self._matrix(self.w, self.t))
        self.Y, self.reference = self.mu * self.S, self.w
        self.cover: Array | None = self.mu / (1 - self.N @ self.w) if self.bounded else None

    def scatter(self, w: Array) -> Array:
        """(n, n) sum_e spread_e w_e^2 a_e a_e'."""
        return self._laplacian(self.problem.spread * w**2)

    def _laplacian(self, values: Array) -> Array:
        return dense_laplacian(self.problem.n, self.i, self.j, values)

    def certificate(self) -> Certificate:
        """What the dual matrix of the last step proves."""
        values, vectors = np.linalg.eigh(self.Y)
        plus = vectors * np.sqrt(np.maximum(values, 0))
        return certify(self.problem, plus, plus[:, :0], self.reference, self.cover)

    def step(self) -> bool:
        """One step for the present mu; False where rounding leaves none. `settled`: mu may fall."""
        problem, w, m, p = self.problem, self.w, self.problem.m, self.problem.p
        A, S = self.dense.image(w), self.S
        lost = problem.spread * w
        SA = S @ A
        own, mixed, both = self._gram(S), self._gram(SA), self._gram(A @ SA)
        diagonal = np.diag(own).copy()
        ac = p * mixed - lost * own  # a_e'S c_f
        cc = (
            np.outer(p, p) * both
            - np.outer(p, lost) * mixed.T
            - np.outer(lost, p) * mixed
            + np.outer(lost, lost) * own
        )
        H = np.zeros((m + 1, m + 1))
        H[:m, :m] = 2 * own * cc + 2 * ac * ac.T + 2 * np.outer(p, p) * self._gram(np.eye(problem.n)) * own
        H[np.arange(m), np.arange(m)] += 2 * problem.spread * diagonal
        SS = S @ S
        forms = 2 * (p * problem.forms(SS @ A) - lost * problem.forms(SS))  # <S dG_e S, I>
        H[m, :m] = H[:m, m] = forms
        H[m, m] = float(np.sum(S**2))
        slope = np.append(-2 * np.diag(ac), 1 / self.mu - float(np.trace(S)))
        if self.bounded:
            room = 1 - self.N @ w
            slope[:m] += self.N.T @ (1 / room) - 1 / w
            H[:m, :m] += ((self.N.T * room**-2) @ self.N).toarray()
            H[np.arange(m), np.arange(m)] += w**-2
        scale = 1 / np.sqrt(np.diag(H))
        try:
            factor = scipy.linalg.cho_factor(H * np.outer(scale, scale), lower=True, check_finite=False)
        except np.linalg.LinAlgError:
            return False
        change = -scale * scipy.linalg.cho_solve(factor, scale * slope, check_finite=False)
        decrement = float(-slope @ change)
        self.settled = decrement < NEAR**2
        self._correct_dual(A, change[:m], float(change[m]))
        length, here = 1.0, self._merit(w, 0.0, S)
        while length > SHORTEST:
            new, level = w + length * change[:m], self.t + length * float(change[m])
            try:
                inverted = inverse(self._matrix(new, level))
            except np.linalg.LinAlgError:
                inverted = None
            if inverted is not None:
                reached = self._merit(new, level - self.t, inverted)
                if reached <= here - DESCENT * length * decrement + 1e-10 * (1 + abs(here)):
                    self.w, self.t, self.S = new, level, inverted
                    return True
            length *= SHRINK
        return False

    def _matrix(self, w: Array, t: float) -> Array:
        A = self.dense.image(w)
        return t * np.eye(len(A)) - A @ A - self.scatter(w)

    def _correct_dual(self, A: Array, dw: Array, dt: float) -> None:
        """Y, its reference and the cover to first order at the end of Newton's step, where slopes balance.

        mu G^-1 itself is as far off as the step is long, however small mu is: its weights within the top eigenspace
        are quotients of differences of the size of mu.
        """
        moved = self.dense.image(dw) - self.dense.identity  # of A
        lost = self.problem.spread * 2 * self.w * dw
        change = dt * np.eye(len(A)) - A @ moved - moved @ A - self._laplacian(lost)
        self.Y = self.mu * (self.S - self.S @ change @ self.S)
        self.reference = self.w + dw
        if self.bounded:
            room = 1 - self.N @ self.w
            self.cover = np.maximum(self.mu / room * (1 + (self.N @ dw) / room), 0)

    def _merit(self, w: Array, t: float, S: Array) -> float:
        bounds = np.append(w, 1 - self.N @ w) if self.bounded else np.ones(1)
        if bounds.min() <= 0:
            return np.inf
        return t / self.mu + float(np.linalg.slogdet(S)[1]) - float(np.log(bounds).sum())

    def _gram(self, X: Array) -> Array:
        """(m, m) a_e'X a_f."""
        columns = X[:, self.i] - X[:, self.j]
        return np.asarray(columns[self.i] - columns[self.j])

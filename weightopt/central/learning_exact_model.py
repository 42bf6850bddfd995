"""The objective `learning-exact` and its gradient, for `barrier`.

With C of `learning_exact` and the adjoint P = A P A + sum_e lossy_e (a_e'P a_e) a_e a_e' + I - J, where lossy_e is
p_e (1 - p_e) w_e^2, the derivative of tr C + tr N along w_e is

    2 p_e (1 - p_e) w_e (a_e'(C + N) a_e) (a_e'P a_e) - p_e a_e'(sym(2 C A P) + sym(2 Y P0 N)) a_e,

P0 = I - J + sum_e lossy_e (a_e'P a_e) a_e a_e'. The Hessian of the objective over reliable links, with the diagonal
that losses add, stands in for that of this one.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..certify.inverses import dense_laplacian
from ..learning_exact import settled_forms
from .learning_model import Links, Point

__all__ = ["ExactPoint"]


class ExactPoint(Point):
    """See `Point`."""

    def _value(self) -> float:
        plain = super()._value()
        if not np.isfinite(plain):
            return np.inf
        one, problem = self.objective, self.problem
        self.lossy = problem.p * (1 - problem.p) * self.w**2
        Q, d = self.Q, 1 / (self.t + one.low)
        if one.factor is None:
            self.N = (Q * d**2) @ Q.T
        else:
            rows = Q @ (self.rows * d[:, None])
            self.N = rows @ rows.T
        self.parts: list[tuple[float, Array | None, Array, Array]] = []
        total = float(np.trace(self.N))
        for shift, bias, noise in ((one.low, self.N, 0.0), (one.top, None, one.kappa)):
            found = settled_forms(1 - self.t - shift, Q, problem.ends, self.lossy, bias, noise)
            if found is None:
                return np.inf
            C, x = found
            total += float(np.trace(C))
            self.parts.append((shift, bias, C, x))
        return total

    def gradient(self) -> Array:
        problem, Q, p = self.problem, self.Q, self.problem.p
        i, j = problem.ends
        total = np.zeros(problem.m)
        self.added = np.zeros(problem.m)
        for shift, bias, C, x in self.parts:
            inside = 1 - self.t - shift
            adjoint = settled_forms(inside, Q, problem.ends, self.lossy, None, 1.0)
            assert adjoint is not None
            P, y = adjoint
            U = Q @ ((C * inside) @ P) @ Q.T  # C A P
            forms = problem.forms(U + U.T)
            if bias is not None:
                rest = np.eye(problem.n) - 1 / problem.n
                P0 = rest + dense_laplacian(problem.n, i, j, self.lossy * y)
                T: Array = self.power(self.objective.low, 1) @ P0 @ bias
                forms += problem.forms(T + T.T)
            spread = 2 * p * (1 - p) * x * y
            total += spread * self.w - p * forms
            self.added += spread
        return total

    def hessian(self, links: Links) -> Array:
        H = super().hessian(links)
        H[np.arange(len(links)), np.arange(len(links))] += self.added[links]
        return H

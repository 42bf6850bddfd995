"""The objective `learning` and its derivatives on chosen links, for `barrier` and `learning_columns`.

With Y = (L + s1)^-1 and a_e'X a_f written X[e, f], over links e and f and up to the factors p_e p_f

    tr Y^2        gradient -2 Y^3[e, e]     Hessian 4 Y^3[e, f] Y[e, f] + 2 Y^2[e, f]^2
    tr M Y        gradient -(Y M Y)[e, e]   Hessian 2 (Y M Y)[e, f] Y[e, f]
    tr M Y^2      gradient -T[e, e]         Hessian 2 T[e, f] Y[e, f] + 2 (Y M Y)[e, f] Y^2[e, f],  T = sym(2 Y M Y Y)

entrywise products of Gram matrices, so positive semidefinite where both are: T need not be, and its absolute value
stands in for it, which keeps Newton's direction one of descent.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy
from numpy.typing import NDArray

from mixproof.spectral.clock import check_time

from ..arrays import Array
from ..certify.certificate import LearningCertificate
from ..certify.duals import node_cover, tighten_cover
from ..certify.inverses import dense_laplacian
from ..learning import Learning
from ..problem import Problem
from .anytime import Anytime

__all__ = ["Point", "learning_certificate_at", "look_at", "remembering"]

Links = NDArray[np.int64]
FEW = 300  # nodes on which several points are tried for one certificate
CHUNK = 64  # columns of a Hessian built at a time


class Point:
    """The objective at weights w (m,) of all links; `value` is infinite outside its domain."""

    def __init__(self, problem: Problem, objective: Learning, w: Array):
        self.problem, self.objective, self.w = problem, objective, w
        check_time()
        n = problem.n
        L = dense_laplacian(n, problem.tails, problem.heads, w * problem.p)
        t, Q = scipy.linalg.eigh(L + 1 / n * 4.0, check_finite=False)  # 4 on the vector 1: above all others
        self.t, self.Q = t[:-1], Q[:, :-1]
        self.value = self._value()

    def _value(self) -> float:
        one, t = self.objective, self.t
        if t[-1] >= one.most or t[0] + one.low <= 0:
            return np.inf
        noise = np.sum(1 / (t + one.top)) + np.sum(1 / (one.most - t))
        if one.factor is None:
            return float(np.sum((t + one.low) ** -2) + one.kappa / 2 * noise)
        self.rows = self.Q.T @ one.factor
        weights = np.sum(self.rows**2, axis=1)
        if one.convex:
            self.form = float(np.sum(weights / (t + one.low)))
            return float(self.form**2 / weights.sum() + one.kappa / 2 * noise)
        return float(np.sum(weights / (t + one.low) ** 2) + one.kappa / 2 * noise)

    def power(self, shift: float, k: int, sign: float = 1.0) -> Array:
        """(n, n) (shift + sign L)^-k over the complement of 1."""
        return np.asarray((self.Q * (shift + sign * self.t) ** -k) @ self.Q.T)

    def slopes(self) -> Array:
        """(n, n) S with gradient p_e a_e'S a_e."""
        one, t = self.objective, self.t
        noise = one.kappa / 2 * ((one.most - t) ** -2 - (t + one.top) ** -2)
        if one.factor is None:
            return np.asarray((self.Q * (noise - 2 * (t + one.low) ** -3)) @ self.Q.T)
        S = (self.Q * noise) @ self.Q.T
        if one.convex:
            rows = self.Q @ (self.rows / (t + one.low)[:, None])
            return np.asarray(S - 2 * self.form / self.trace * (rows @ rows.T))
        return np.asarray(S - self._twice())

    @property
    def trace(self) -> float:
        """tr M."""
        assert self.objective.factor is not None
        return float(np.sum(self.objective.factor**2))

    def _twice(self, absolute: bool = False) -> Array:
        """T of the module's first lines."""
        d = 1 / (self.t + self.objective.low)
        inner = (self.rows * d[:, None]) @ (self.rows * d[:, None]).T  # Y M Y in the eigenvectors
        T = inner * d
        T = T + T.T
        if absolute:
            values, vectors = np.linalg.eigh(T)
            T = (vectors * abs(values)) @ vectors.T
        return np.asarray(self.Q @ T @ self.Q.T)

    def gradient(self) -> Array:
        """(m,) over all links."""
        return self.problem.forms(self.slopes()) * self.problem.p

    def hessian(self, links: Links) -> Array:
        """(k, k) over the chosen links, positive semidefinite; only the lower triangle is filled."""
        one, k = self.objective, len(links)
        i, j, p = self.problem.tails[links], self.problem.heads[links], self.problem.p[links]
        products = [
            (one.kappa, self.power(one.top, 1), self.power(one.top, 2)),
            (one.kappa, self.power(one.most, 1, -1), self.power(one.most, 2, -1)),
            *self._bias_products(),
        ]
        H = np.zeros((k, k), order="F")
        for first in range(0, k, CHUNK):  # in the cache
            check_time()
            part, rest = slice(first, min(first + CHUNK, k)), slice(first, k)
            block = np.zeros((k - first, part.stop - first))
            for factor, A, B in products:
                a = _gram(A, i, j, rest, part)
                a *= a if A is B else _gram(B, i, j, rest, part)
                a *= factor
                block += a
            block *= p[part]
            block *= p[rest, None]
            H[rest, part] = block
        if one.convex:
            rows = self.Q @ (self.rows / (self.t + one.low)[:, None])
            g = self.problem.forms(rows @ rows.T)[links] * p
            H += 2 / self.trace * np.outer(g, g)
        return H

    def _bias_products(self) -> list[tuple[float, Array, Array]]:
        """Factor, A and B of the terms factor * A[e, f] B[e, f] of the bias's Hessian."""
        one = self.objective
        Y, Y2 = self.power(one.low, 1), self.power(one.low, 2)
        if one.factor is None:
            return [(4.0, self.power(one.low, 3), Y), (2.0, Y2, Y2)]
        rows = self.Q @ (self.rows / (self.t + one.low)[:, None])
        N = rows @ rows.T
        if one.convex:
            return [(4 * self.form / self.trace, N, Y)]
        return [(2.0, self._twice(absolute=True), Y), (2.0, N, Y2)]

    def certificate(self, cover: Array | None = None) -> LearningCertificate:
        """What the gradient here proves; `cover` (n,) a guess of the node cover. The objective is convex."""
        one, c = self.objective, -self.gradient()
        found = node_cover(self.problem, c) if cover is None else tighten_cover(self.problem, c, cover)
        slow, fast = self.power(one.top, 1), self.power(one.most, 1, -1)
        if one.factor is None:
            return LearningCertificate(self.Q * (self.t + one.low) ** -0.5, slow, fast, found)
        Z = self.Q @ (self.rows / (self.t + one.low)[:, None])
        return LearningCertificate(Z, slow, fast, found, self.form)


def remembering(at: Callable[[Array], Point]) -> Callable[[Array], Point]:
    """`at`, which does not compute its last point anew: a barrier's step ends where the next look begins."""
    last: Point | None = None

    def remembered(w: Array) -> Point:
        nonlocal last
        if last is None or not np.array_equal(last.w, w):
            last = at(w)
        return last

    return remembered


def _gram(X: Array, i: Links, j: Links, rest: slice, part: slice) -> Array:
    """a_e'X a_f for links e of `rest` and f of `part`."""
    columns = X[:, i[part]] - X[:, j[part]]
    result: Array = columns[i[rest]]
    result -= columns[j[rest]]
    return result


def look_at(run: Anytime, w: Array, point: Point, u: Array | None) -> None:
    """Offer weights (m,), feasible ones, and what their gradient proves with u for a guess of the node cover."""
    run.look(w, lambda _: point.value, None if u is None else lambda: point.certificate(u))


def learning_certificate_at(problem: Problem, objective: Learning, w: Array) -> LearningCertificate:
    """The certificate from weights w, or from the best of shrunken ones: near the domain's end slopes are steep."""
    found: list[tuple[float, LearningCertificate]] = []
    for share in (1.0, 0.9, 0.75, 0.5):
        if found and problem.n > FEW:
            break
        point = Point(problem, objective, share * w)
        if np.isfinite(point.value):
            certificate = point.certificate()
            bound = point.value - float(certificate.cover.sum()) - share * float(point.gradient() @ w)
            found.append((bound, certificate))
    if not found:
        return learning_certificate_at(problem, objective, 0.5 * w)
    return max(found, key=lambda pair: pair[0])[1]

"""Proofs of linear rates, checked: `check(record)`, standard library only, in exact fractions.

What is proved. For every number of clients K and every dimension, all client losses F_k that are mu-strongly convex
and L-smooth, every W of the class and every step in the interval, the declared algorithm has

    V(t+1) <= rho^2 V(t) + c ||h||^2,   V = K e'P e + (sum over directions of disagreement of x'Q x),   P, Q > 0,

e the means of the states that are not balanced; states are counted from their point of rest, models from w*;
h = (grad F_k(w*))_k. Where there is a floor c, V >= K ||mean||^2 + spread^2 of the first state's error, so that in the
end these squared errors are at most c/(1 - rho^2) ||h||^2. Without a gradient V is the disagreement alone (the mean is
kept).

Why. Along an orthonormal eigenbasis of W, the mean direction first, forms split, and so does, summed over them,
    sum_k (u_k - mu y_k)'(L y_k - u_k) >= 0,   u_k = grad F_k(y_k) - grad F_k(w*), y_k counted from w*.
So it is enough that in each direction, for multipliers m_i >= 0 of the oracle calls, the same in all,
    next' Q next - rho^2 x'Qx + sum_i m_i (u_i - mu y_i)(L y_i - u_i) - c h^2 <= 0   for all numbers x, u_i, h
(with P, balanced states 0 and h = 0 in the mean, where W is 1). What is known of W, by tier:
  norm   doubly stochastic, ||W - J|| <= hi, any at every round: v_i stands for W z_i, and
         sum_ij R_ij (hi^2 z_i z_j - v_i v_j) >= 0, R >= 0, is added
  sym    symmetric, W 1 = 1, other eigenvalues in [lo, hi], any at every round: `next` is affine in nu and so the form
         convex in nu (Q constant), thus the two ends suffice. With r2: W random, independent of the past, its mean as
         said and E W'W - J <= r2; the form's expectation is affine in nu with r2 for nu^2; V is an expectation.
  fixed  one such W at all rounds: Q(nu) a polynomial, -form(nu) = S0(nu) + (nu - lo)(hi - nu) S1(nu), S0 and S1 sums
         of squares
`average` is the mean in the inner product of the statement: the plain one beside a mix, else weighted by the shares.
For an interval of steps `next` is affine in eta, so the form is convex in it: both ends, with multipliers of their own.
Noise: gradients g + n, n independent, of mean 0 and E ||n_k||^2 <= sigma^2, add at most sigma^2 (p + (K-1) q) a round.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .psd import Matrix, add, gram_at, need, negative, positive, quadratic, triangle
from .rate_record import Record, listed
from .tracer import Form, Round, at, degree, plus, trace

__all__ = ["NotProved", "Proof", "check", "holds"]

ONE = Fraction(1)


class NotProved(Exception):
    """The record is a certificate, and does not prove what it says."""


def holds(condition: Any, sentence: str) -> None:
    if not condition:
        raise NotProved(sentence)


def check(record: Any) -> dict[str, Any]:
    """{"proved", "what", "reason"} of a certificate. Raises NotACertificate for what is none."""
    proof = Proof(record)
    try:
        proof.check()
    except NotProved as reason:
        return {"proved": False, "what": proof.what, "reason": str(reason)}
    return {"proved": True, "what": proof.what, "reason": ""}


class Proof(Record):
    """One certificate, checked."""

    def check(self) -> None:
        holds(0 < self.mu <= self.L and 0 < self.share[0] <= self.share[1], "0 < mu <= L or a share fails")
        holds(
            self.lo <= self.hi and 0 <= self.rho < 1 and self.floor >= 0,
            "lo <= hi, 0 <= rho < 1 or c >= 0 fails",
        )
        holds(
            self.eta[0] > 0 and self.eta == sorted(set(self.eta)),
            "the steps are no interval of positive numbers",
        )
        holds(all(m >= 0 for ms in self.m for m in ms), "a multiplier is negative")
        self.declared()
        self.shapes()
        holds(positive(self._above(self.P), strictly=True), "P is not positive definite")
        for i, eta in enumerate(self.eta):
            if self.P:
                holds(positive(negative(self.form(self.P, i, ONE, True))), f"the form of the mean, eta={eta}")
        if self.noise is not None:
            self._noise(self.noise)
        if self.tier == "fixed":
            return self._sums_of_squares()
        holds(positive(self._above(self.Q[0]), strictly=True), "Q is not positive definite")
        holds(positive(self.R), "R is not positive semidefinite")
        for i, eta in enumerate(self.eta):
            for nu in sorted({self.lo, self.hi}) if self.tier == "sym" else [self.hi]:
                form = self.form(self.Q[0], i, nu, False)
                holds(positive(negative(form)), f"the form of the disagreement, eta={eta}, nu={nu}")
        return None

    def declared(self) -> None:
        """Balance, the shift of the origin to w*, the point of rest."""
        algorithm, free = self.algorithm, self.round.next
        for state in algorithm["balanced"]:
            holds(not free[state][1], f"{state} does not stay balanced")
        models = algorithm["models"]
        weight = {s: Fraction(int(s in models)) for s in self.states}  # what a shift of the origin adds
        for s in self.states:
            holds(s not in models or s not in algorithm["balanced"], f"{s} is a model and balanced")
            holds(_shifted(free[s][1], weight) == _constant(weight[s]), f"{s} does not move with the origin")
        for point, _ in self.round.calls:
            holds(_shifted(point[1], weight) == _constant(ONE), "a gradient is not taken at a model")
        if algorithm["rest"] is not None:
            start = {s: _rest(text) for s, text in algorithm["rest"].items()}
            names = {key[0] for point in start.values() for key in point[0]}
            holds(names <= {"h"}, "a point of rest is a multiple of h")
            after = trace(algorithm, True, start)  # mix(z) is unknown there, so this holds for every W
            holds(all(after.next[s] == start[s] for s in start), "the point of rest moves")

    def shapes(self) -> None:
        """That forms are convex where the ends of an interval stand for all of it."""
        ahead = [pair[0] for pair in self.round.next.values()] + [z for z, _ in self.round.mixes]
        points = [y for y, _ in self.round.calls]
        if self.tier == "norm":
            holds(self.lo == -self.hi, "tier norm speaks of lo = -hi")
        if self.tier == "sym":
            holds(all(degree(form, 2) <= 1 for form in ahead), "an update is not affine in nu")
            holds(not any(degree(y, 2) for y, _ in points), "a gradient's point moves with nu")
        if len(self.eta) == 2:
            holds(self.tier != "fixed", "tier fixed speaks of one step")
            ahead += [pair[1] for pair in self.round.next.values()]
            holds(all(degree(form, 1) <= 1 for form in ahead), "an update is not affine in eta")
            holds(not any(degree(y, 1) for pair in points for y in pair), "a gradient's point moves with eta")
        holds(self.r2 is None or self.tier == "sym", "r2 goes with tier sym")
        holds(self.r2 is None or self.r2 >= max(self.lo**2, self.hi**2), "r2 is below the square of the mean")

    def form(self, Q: Matrix, i: int, nu: Fraction, mean: bool) -> Matrix:
        """next'Q next - rho^2 x'Qx + the inequalities, over the basis, at step i and eigenvalue nu."""
        eta, side = self.eta[i], 1 if mean else 0
        basis = self.mean_basis if mean else self.basis
        states = self.free if mean else self.states

        def row(form: Form) -> list[Fraction]:
            values = at(form, eta, nu)
            return [values.get(name, Fraction(0)) for name in basis]

        ahead = [self.round.next[s][side] for s in states]
        here = [row({(s, 0, 0): ONE}) for s in states]
        total = quadratic(Q, [row(f) for f in ahead], [row(f) for f in ahead])
        total = add(total, quadratic(Q, here, here), -self.rate2)
        if self.r2 is not None and not mean:
            # next = a + W b: E next'Q next <= (...at nu) + (r2 - nu^2) b'Qb
            b = [row({(n, p, 0): v for (n, p, j), v in f.items() if j == 1}) for f in ahead]
            total = add(total, quadratic(Q, b, b), self.r2 - nu**2)
        low, high = self.share[0] * self.mu, self.share[1] * self.L
        for m, (y, u) in zip(self.m[i], self.round.calls):
            point, gradient = row(y[side]), row(u[side])
            above = [g - low * p for g, p in zip(gradient, point)]
            below = [high * p - g for g, p in zip(gradient, point)]
            total = add(total, quadratic([[m]], [above], [below]))
        if self.floored and not mean:
            total[-1][-1] -= self.floor
        if self.tier == "norm" and not mean:
            z, v = [row(z) for z, _ in self.round.mixes], [row(v) for _, v in self.round.mixes]
            if z:
                total = add(add(total, quadratic(self.R, z, z), self.hi**2), quadratic(self.R, v, v), -1)
        return total

    def _above(self, A: Matrix) -> Matrix:
        """A; less the square of the first state's error where there is a floor, which V then bounds."""
        return [[x - int(self.floored and i + j == 0) for j, x in enumerate(row)] for i, row in enumerate(A)]

    def _sums_of_squares(self) -> None:
        """Q(nu) > 0 and -form(nu) >= 0 on [lo, hi]: polynomials that agree at degree + 1 points are equal."""
        need(len(self.Q) % 2 == 1, "Q(nu) is of even degree")
        ahead = [pair[0] for pair in self.round.next.values()]
        calls = max((degree(y[0], 2) for y, _ in self.round.calls), default=0)
        top = max(len(self.Q) - 1 + 2 * max(degree(f, 2) for f in ahead), 2 * calls)
        targets: list[tuple[str, int, int, Callable[[Fraction], Matrix]]] = [
            ("gram", len(self.basis), top, lambda nu: negative(self.form(self._Q(nu), 0, nu, False))),
            ("gram_Q", len(self.states), len(self.Q) - 1, lambda nu: self._above(self._Q(nu))),
        ]
        for name, size, top, target in targets:
            pair = listed(name, self.record.get(name))
            need(len(pair) == 2, f"{name} is no pair of matrices")
            G0 = triangle(name, pair[0], size * (top // 2 + 1))
            G1 = triangle(name, pair[1], size * (top // 2))
            holds(positive(G0, strictly=name == "gram_Q") and positive(G1), f"{name} is not positive")
            for nu in map(Fraction, range(-(top // 2), top - top // 2 + 1)):
                sums = gram_at(G0, G1, size, nu, lambda nu: (nu - self.lo) * (self.hi - nu))
                holds(sums == target(nu), f"{name} is not the polynomial that it should be")

    def _Q(self, nu: Fraction) -> Matrix:
        total = self.Q[0]
        for power, Q in enumerate(self.Q[1:], 1):
            total = add(total, Q, nu**power)
        return total

    def _noise(self, noise: list[Fraction]) -> None:
        """p >= b'Pb and q >= b'Qb, b what a unit of gradient noise adds to the next states, scaled as gradients are."""
        need(len(noise) == 2, "noise is no pair p, q")
        one = len(self.round.calls) == 1  # so that no gradient is taken where noise has moved the point
        holds(one and self.tier == "sym" and self.r2 is None, "noise: one gradient a round, tier sym")
        name, scale = "grad 1", self.share[1] ** 2
        for eta in self.eta:
            b = [at(self.round.next[s][1], eta, ONE).get(name, Fraction(0)) for s in self.free]
            holds(scale * _value(self.P, b) <= noise[0], "p is too small")
            for nu in (self.lo, self.hi):
                b = [at(self.round.next[s][0], eta, nu).get(name, Fraction(0)) for s in self.states]
                holds(scale * _value(self.Q[0], b) <= noise[1], "q is too small")


def _value(A: Matrix, b: list[Fraction]) -> Fraction:
    return sum((x * y * A[i][j] for i, x in enumerate(b) for j, y in enumerate(b)), Fraction(0))


def _constant(value: Fraction) -> Form:
    return {("", 0, 0): value} if value else {}


def _shifted(form: Form, weight: dict[str, Fraction]) -> Form:
    """What the form adds when each vector is moved by its weight; gradients and mixes of the mean are not moved."""
    total: Form = {}
    for (name, i, j), value in form.items():
        total = plus(total, {("", i, j): value * weight.get(name, Fraction(0))})
    return total


def _rest(text: str) -> tuple[Form, Form]:
    """A point of rest, a multiple of h: it has no mean."""
    line: dict[str, Any] = {"name": "rest", "let": {}, "next": {"x": text}, "balanced": [], "rest": None}
    known: dict[str, tuple[Form, Form]] = {"x": ({}, {}), "h": ({("h", 0, 0): ONE}, {})}
    made: Round = trace(line, True, known)
    return made.next["x"]

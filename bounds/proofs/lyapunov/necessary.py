"""Steps from which on a method cannot converge, in closed form: scalar quadratics of one curvature l.

With F_k = l x^2/2 for all k, a round is a matrix A(eta l, nu) in each direction, nu an eigenvalue of W (1 in the mean).
Its eigenvalues leave the unit disk where det(z - A) vanishes at z = -1, at z = 1, or, for two states, where a complex
pair has modulus 1, which is det A = 1 (Jury). Each gives a polynomial in eta, l and nu; its zero is a necessary limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ...algorithms import Algorithm, Form, Trace, disagreement, mean
from .constants import Constants

__all__ = ["Necessary", "necessary", "necessary_step"]

NUS = 65  # eigenvalues at which a formula is looked at


@dataclass(frozen=True)
class Necessary:
    """One way out of the unit disk.

    where: "disagreement" or "mean"; at: "z = -1", "z = 1" or "|z| = 1" (a complex pair)
    equation: a polynomial in eta, l, nu that vanishes there; formula: eta there, or None where it is not linear in eta
    """

    where: str
    at: str
    equation: str
    formula: str | None
    terms: tuple[tuple[tuple[int, int, int], float], ...]  # powers of eta, l, nu -> coefficient

    def step(self, l: float, nu: float) -> float | None:
        """The smallest positive eta at which the equation holds; None where there is none."""
        coefficients = np.zeros(1 + max(powers[0] for powers, _ in self.terms))
        for (i, j, k), value in self.terms:
            coefficients[i] += value * l**j * nu**k
        roots = np.roots(coefficients[::-1]) if np.abs(coefficients[1:]).max(initial=0) > 0 else np.array([])
        found = [float(r.real) for r in roots if abs(r.imag) < 1e-9 and r.real > 1e-12]
        return min(found, default=None)


@cache
def necessary(algorithm: Algorithm) -> tuple[Necessary, ...]:
    """All of them that some eta > 0 reaches for curvature 1 and an eigenvalue in (-1, 1). Empty without a gradient."""
    found: list[Necessary] = []
    for where, trace in (("disagreement", disagreement(algorithm)), ("mean", mean(algorithm))):
        if not trace.oracles or not trace.states:
            continue
        for at, equation in _crossings(trace, where == "mean"):
            for factor, _ in equation.factor()[1]:
                made = _necessary(where, at, factor)
                nus = np.linspace(-0.99, 0.99, NUS) if where == "disagreement" else [1.0]
                if any(made.step(1.0, nu) for nu in nus) and made.equation not in {f.equation for f in found}:
                    found.append(made)
    return tuple(found)


def necessary_step(algorithm: Algorithm, at: Constants) -> tuple[float, Necessary] | None:
    """The smallest of these limits over the eigenvalues [lo, hi] and curvatures mu, L; which one it is. None: none."""
    best: tuple[float, Necessary] | None = None
    for limit in necessary(algorithm):
        nus = np.linspace(float(at.lo), float(at.hi), NUS) if limit.where == "disagreement" else [1.0]
        for l in map(float, at.sector):
            for nu in nus:
                step = limit.step(l, float(nu))
                if step is not None and (best is None or step < best[0] - 1e-12):
                    best = step, limit
    return best


def _crossings(trace: Trace, together: bool) -> list[tuple[str, Any]]:
    """(place on the unit circle, polynomial that vanishes there)."""
    import flint

    ring = flint.fmpq_mpoly_ctx.get(("eta", "l", "nu"), flint.Ordering.lex)
    eta, l, nu = ring.gens()
    one = ring.constant(1)
    n = len(trace.states)
    rows = {s: [one if i == j else 0 * one for j in range(n)] for i, s in enumerate(trace.states)}
    rows["h"] = [0 * one] * n

    def value(form: Form) -> list[Any]:
        total = [0 * one] * n
        for (name, i, j), number in form.terms.items():
            factor = one * flint.fmpq(number.numerator, number.denominator) * eta**i
            factor = factor if together else factor * nu**j
            total = [a + factor * b for a, b in zip(total, rows[name])]
        return total

    for y, u in trace.oracles:
        (name,) = u.at()
        rows[name] = [l * a for a in value(y)]
    A = [value(form) for form in trace.next.values()]
    p = _characteristic(A, one)
    found = [("z = -1", sum(((-1) ** k * c for k, c in enumerate(p)), 0 * one)), ("z = 1", sum(p, 0 * one))]
    if n == 2:
        found.append(("|z| = 1", p[0] - one))
    return [(at, equation) for at, equation in found if equation != 0]


def _characteristic(A: list[list[Any]], one: Any) -> list[Any]:
    """Coefficients of det(z - A), that of z^0 first (Faddeev and LeVerrier)."""
    n = len(A)
    coefficients, M = [one], [[0 * one] * n for _ in range(n)]
    for k in range(1, n + 1):
        M = [[M[i][j] + (coefficients[-1] if i == j else 0) for j in range(n)] for i in range(n)]
        M = [[sum((A[i][k] * M[k][j] for k in range(n)), 0 * one) for j in range(n)] for i in range(n)]
        coefficients.append(-sum((M[i][i] for i in range(n)), 0 * one) / k)
    return coefficients[::-1]


def _necessary(where: str, at: str, factor: Any) -> Necessary:
    terms = {(int(i), int(j), int(k)): value for (i, j, k), value in factor.to_dict().items()}
    formula = None
    if max(powers[0] for powers in terms) == 1:
        ring = factor.context()
        parts = [
            ring.from_dict({(0, *powers[1:]): value for powers, value in terms.items() if powers[0] == i})
            for i in (0, 1)
        ]
        sign = -1 if parts[1].leading_coefficient() > 0 else 1
        bottom = _factored(-sign * parts[1])
        formula = f"{_factored(sign * parts[0])}/{bottom if bottom.isalnum() else f'({bottom})'}"
    return Necessary(
        where, at, str(factor), formula, tuple((p, float(v.p) / float(v.q)) for p, v in terms.items())
    )


def _factored(polynomial: Any) -> str:
    """The polynomial as a product.

    >>> import flint
    >>> x, y = flint.fmpq_mpoly_ctx.get(("x", "y"), flint.Ordering.lex).gens()
    >>> _factored(2 * (x + 1) ** 2)
    '2*(x + 1)^2'
    """
    constant, factors = polynomial.factor()
    parts = [f"({base})" + (f"^{power}" if power > 1 else "") for base, power in factors]
    parts = [part.strip("()") if part.strip("()").isidentifier() else part for part in parts]
    if constant != 1 or not parts:
        parts.insert(0, str(constant))
    return "*".join(parts)

"""Rates that cannot be beaten, checked: `check(record)`, standard library only, in exact fractions.

Two clients F_k = l_k x^2/2 in one dimension, mu <= l_k <= L (times a share each), W = ((1+nu)/2, (1-nu)/2) and its
mirror image, nu running through a cycle. Both have w* = 0, so in the coordinates mean and disagreement the states move
by a matrix each round, M(nu), and over a cycle of n rounds by their product. If that has an eigenvalue of modulus at
least rate^n, then from some start the states shrink no faster than rate^t (grow, where rate > 1), so no smaller rate is
true.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .psd import Matrix, need, number, numbers
from .tracer import Form, at, balance, declaration, trace

__all__ = ["characteristic", "check", "inside", "motion", "times"]

CYCLE = 12


def check(record: Any) -> dict[str, Any]:
    """{"proved", "what", "reason"} of a witness. Raises NotACertificate for what is none."""
    need(isinstance(record, dict) and record.get("kind") == "rate-witness", "no witness of a rate")
    algorithm = declaration(record.get("algorithm"))
    mu, L, lo, hi, eta, rate = (
        number(key, record.get(key)) for key in ("mu", "L", "lo", "hi", "eta", "rate")
    )
    nus, share = numbers("nus", record.get("nus")), numbers("share", record.get("share"))
    curvatures = numbers("curvatures", record.get("curvatures"))
    need(1 <= len(nus) <= CYCLE and len(curvatures) == len(share) == 2, "nus, curvatures or share: how many")
    what = (
        f"{algorithm['name']}, eta={eta}: with curvatures {curvatures[0]}, {curvatures[1]} and eigenvalues of W "
        f"{', '.join(map(str, nus))} in turn no rate below {float(rate):.9g} is true"
    )
    why = ""
    if not (0 < mu <= L and 0 < share[0] <= share[1] and eta > 0 and rate > 0):
        why = "a constant is out of its range"
    elif not all(share[0] * mu <= l <= share[1] * L for l in curvatures):
        why = "a curvature lies outside [mu, L]"
    elif not all(lo <= nu <= hi and abs(nu) <= 1 for nu in nus):
        why = "an eigenvalue lies outside [lo, hi]"
    else:
        product = motion(algorithm, eta, nus[0], curvatures)
        for nu in nus[1:]:
            product = times(motion(algorithm, eta, nu, curvatures), product)
        if inside(characteristic(product), rate ** len(nus)):
            why = "every eigenvalue is smaller"
    return {"proved": not why, "what": what, "reason": why}


def motion(algorithm: dict[str, Any], eta: Fraction, nu: Fraction, curvatures: list[Fraction]) -> Matrix:
    """What a round does to (means of the states not balanced, disagreements of all), w* = 0.

    Without a gradient the mean is kept and only the disagreement is looked at.
    """
    made = trace(algorithm, norm=False)
    balance(algorithm, made)
    free = [s for s in algorithm["next"] if s not in algorithm["balanced"] and made.calls]
    places = [("mean", s) for s in free] + [("apart", s) for s in algorithm["next"]]
    width = len(places)
    rows = {place: [Fraction(int(i == j)) for j in range(width)] for i, place in enumerate(places)}

    def value(side: str, form: Form) -> list[Fraction]:
        total = [Fraction(0)] * width
        for name, factor in at(form, eta, nu).items():
            if name != "h":  # zero: every client has its minimum at 0
                total = [a + factor * b for a, b in zip(total, rows[side, name])]
        return total

    half = (curvatures[0] + curvatures[1]) / 2, (curvatures[0] - curvatures[1]) / 2
    for i, (y, _) in enumerate(made.calls):
        apart, mean = value("apart", y[0]), value("mean", y[1])
        rows["apart", f"grad {i + 1}"] = [half[0] * a + half[1] * m for a, m in zip(apart, mean)]
        rows["mean", f"grad {i + 1}"] = [half[0] * m + half[1] * a for a, m in zip(apart, mean)]
    return [
        value("mean", made.next[s][1]) if side == "mean" else value("apart", made.next[s][0])
        for side, s in places
    ]


def times(A: Matrix, B: Matrix) -> Matrix:
    return [[sum((a * b for a, b in zip(row, column)), Fraction(0)) for column in zip(*B)] for row in A]


def characteristic(A: Matrix) -> list[Fraction]:
    """Coefficients of det(z - A), that of z^0 first (Faddeev and LeVerrier)."""
    n = len(A)
    coefficients, power = [Fraction(1)], [[Fraction(0)] * n for _ in range(n)]
    for k in range(1, n + 1):
        power = [
            [x + (coefficients[-1] if i == j else 0) for j, x in enumerate(r)] for i, r in enumerate(power)
        ]
        power = times(A, power)
        coefficients.append(-sum((power[i][i] for i in range(n)), Fraction(0)) / k)
    return coefficients[::-1]


def inside(p: list[Fraction], radius: Fraction) -> bool:
    """Whether every root of the polynomial p (lowest coefficient first) has modulus below `radius` (Schur and Cohn).

    |p_0| >= |p_n| says that the product of the moduli, so one of them, is at least 1; else (p_n p - p_0 p*)/z, p* the
    reversed polynomial, has its roots inside if and only if p has (Rouche).
    """
    p = [value * radius**i for i, value in enumerate(p)]
    while len(p) > 1:
        if abs(p[0]) >= abs(p[-1]):
            return False
        p = [p[-1] * p[i] - p[0] * p[-1 - i] for i in range(1, len(p))]
    return True

"""From a solver's floats to a certificate in fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from ...algorithms import Trace
from .conditions import Conditions, Solution
from .directions import Direction
from .exact import inverse
from .squares import rounded, text, triangle

__all__ = ["certificate"]

Target = Callable[[Fraction], np.ndarray]


def certificate(
    conditions: Conditions, found: Solution, rho: Fraction, bits: int, noise: bool = False
) -> dict[str, Any]:
    """The JSON document that `mixproof.bounds.checker.lyapunov` checks; numbers rounded to `bits` binary places.

    It proves nothing before it is checked.
    """
    at, tier = conditions.at, conditions.tier
    unit = Fraction(1, 2**bits)
    c = max(_rounded(found["c"][0], bits), Fraction(0)) + unit if conditions.floored else Fraction(0)
    P, Qs = rounded(found["P"], bits), [rounded(found[f"Q{j}"], bits) for j in range(conditions.degree + 1)]
    m = [[max(_rounded(x, bits), Fraction(0)) for x in found[f"m{i}"]] for i in range(len(at.eta))]
    document = {
        "kind": "lyapunov",
        "algorithm": conditions.algorithm.to_json(),
        "tier": tier,
        "mu": at.mu,
        "L": at.L,
        "lo": at.lo,
        "hi": at.hi,
        "share": at.share,
        "eta": at.eta,
        "rho": rho,
        "floor": c,
        "multipliers": m,
        "P": triangle(P),
        "Q": [triangle(Q) for Q in Qs],
    }
    if at.r2 is not None:
        document["r2"] = at.r2
    if tier == "norm":
        document["R"] = triangle(rounded(found["R"], bits))
    if noise:
        document["noise"] = _noise(conditions, P, Qs[0])
    if tier == "fixed":

        def value(nu: Fraction) -> np.ndarray:
            return sum((nu**j * Q for j, Q in enumerate(Qs)), start=np.zeros(Qs[0].shape, dtype=int))

        def form(nu: Fraction) -> np.ndarray:
            d, Q = conditions.apart(0, nu, exact=True), value(nu)
            return rho**2 * d.kept(Q) - d.motion(Q) - d.sector(m[0]) + d.input(document["floor"])

        def bound(nu: Fraction) -> np.ndarray:
            Q = value(nu)
            if conditions.floored:
                Q[0, 0] -= 1
            return Q

        for (name, size, top), key, target in zip(conditions.grams, ("gram", "gram_Q"), (form, bound)):
            document[key] = _fitted(found, name, size, top, target, (at.lo, at.hi), bits)
    written: dict[str, Any] = text(document)
    return written


def _noise(conditions: Conditions, P: np.ndarray, Q: np.ndarray) -> list[Fraction]:
    """p, q: what a unit of noise in the gradient adds to V, in the mean and in a direction of disagreement.

    The noise is scaled with its gradient, by the largest share at most.
    """
    ends = range(len(conditions.at.eta))
    name = next(iter(conditions.traces[0].oracles[0][1].at()))

    def largest(trace: Trace, A: np.ndarray, directions: list[Direction]) -> Fraction:
        column = trace.basis.index(name)
        added = [d.next[:, column] for d in directions]
        return conditions.at.share[1] ** 2 * max(Fraction(b @ A @ b) for b in added)

    return [
        largest(conditions.traces[0], P, [conditions.mean_direction(i, exact=True) for i in ends]),
        largest(
            conditions.traces[1],
            Q,
            [conditions.apart(i, nu, exact=True) for i in ends for nu in conditions.nus],
        ),
    ]


def _rounded(value: float, bits: int) -> Fraction:
    return Fraction(round(float(value) * 2**bits), 2**bits)


def _fitted(
    found: Solution,
    name: str,
    size: int,
    top: int,
    target: Target,
    ends: tuple[Fraction, Fraction],
    bits: int,
) -> list[list[list[Fraction]]]:
    """G0, G1 with S0(nu) + (nu - lo)(hi - nu) S1(nu) = target(nu) exactly.

    What rounding leaves of each coefficient of nu goes in equal parts to the blocks of G0 that make it.
    """
    G0, G1 = rounded(found[f"{name}0"], bits), rounded(found[f"{name}1"], bits)
    G1 = G1 + np.diag([Fraction(4, 2**bits)] * len(G1)) if len(G1) else G1
    lo, hi = ends
    points = [Fraction(i) for i in range(-(top // 2), top - top // 2 + 1)]
    rests = []
    for nu in points:
        rest = target(nu)
        for G, weight in ((G0, Fraction(1)), (G1, (nu - lo) * (hi - nu))):
            blocks = len(G) // size
            for a in range(blocks):
                for b in range(blocks):
                    rest = rest - weight * nu ** (a + b) * _block(G, size, a, b)
        rests.append(rest)
    blocks = top // 2 + 1
    for degree, row in enumerate(inverse([[nu**k for k in range(top + 1)] for nu in points])):
        left = sum(weight * rest for weight, rest in zip(row, rests))
        cells = [(a, degree - a) for a in range(blocks) if 0 <= degree - a < blocks]
        for a, b in cells:
            _block(G0, size, a, b)[...] += left / Fraction(len(cells))
    return [triangle(G0), triangle(G1)]


def _block(G: np.ndarray, size: int, a: int, b: int) -> np.ndarray:
    return G[size * a : size * (a + 1), size * b : size * (b + 1)]

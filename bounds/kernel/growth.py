"""Rates that cannot be beaten: clients F_k = l_k x^2/2 and a cycle of W under which a method is no faster.

Every client's minimizer is 0, so a round maps the stacked states, those that are balanced with mean 0, linearly, and a
cycle of n rounds is the product of n such maps. Where that has an eigenvalue of modulus at least rate^n, the states
shrink from some start no faster than rate^t (and grow, where rate > 1): no smaller rate is true, whatever multiplies
it. Without a gradient the mean is kept, and all states are to be balanced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import lcm

from .exact import STANDARD, characteristic, exact
from .matrix import Rows, flat, is_between, times
from .program import Program
from .text import fields, need, number, spend
from .vectors import Space, Vector

RECORD = {
    **{"kind": str, "program": dict, "balanced": list, "eta": str, "rate": str, "curvatures": list},
    **{"matrices": list, "mu": str, "L": str, "lam": str, "lam_n": str},
}
CLIENTS, CYCLE, COORDINATES = 6, 12, 36


@dataclass(frozen=True)
class Growth:
    """What a record is of, and why it is not so; empty if it is."""

    sentence: str
    reason: str = ""


def check(record: object) -> Growth:
    """Decide a record; Refused for what is none."""
    told = fields(record, RECORD)
    mu, L, lam, lam_n, eta, rate = (number(told[name]) for name in ("mu", "L", "lam", "lam_n", "eta", "rate"))
    curvatures = [number(l) for l in told["curvatures"]]
    K = len(curvatures)
    need(
        2 <= K <= CLIENTS and 1 <= len(told["matrices"]) <= CYCLE,
        "2 to {} clients, 1 to {} matrices",
        CLIENTS,
        CYCLE,
    )
    need(
        all(type(W) is list and all(type(row) is list for row in W) for W in told["matrices"]),
        "W is rows of numbers",
    )
    Ws = [[[number(w) for w in row] for row in W] for W in told["matrices"]]
    need(all(len(W) == K == len(row) for W in Ws for row in W), "W has a row and a column for each client")
    need(mu > 0 and eta > 0 and rate > 0, "mu, eta and rate are > 0")
    program = Program(told["program"], "1")
    need(program.affine, "a round is no linear map of the states")
    need(set(told["balanced"]) <= set(program.states), "what is balanced is a state")
    signs = "nonnegative" if all(w >= 0 for W in Ws for row in W for w in row) else "signed"
    sentence = (
        f"{program.updates}: eta = {eta}, F_k = l_k x^2/2 with l = {', '.join(map(str, curvatures))} in [{mu}, {L}], "
        f"{len(Ws)} {signs} symmetric W in turn, their eigenvalues beside the 1 in [{lam_n}, {lam}]: from some start "
        f"of all states they are not below ({rate})^t times a constant"
    )
    if not all(mu <= l <= L for l in curvatures):
        return Growth(sentence, "a curvature lies outside [mu, L]")
    if not all(is_between(W, lam_n, lam) for W in Ws):
        return Growth(sentence, "a matrix is not symmetric with W 1 = 1 and eigenvalues in [lam_n, lam]")
    cycle = Motion(program, told["balanced"], curvatures, eta).cycle(Ws)
    scale = lcm(*(x.denominator for x in flat(cycle)))
    spend(len(cycle) ** 4)
    p = characteristic([[int(x * scale) for x in row] for row in cycle])
    inside = _inside([Fraction(c) for c in reversed(p)], rate ** len(Ws) * scale)
    return Growth(sentence, "every eigenvalue is smaller" if inside else "")


class Motion:
    """A round of a program on clients l_k x^2/2, as a matrix of the stacked states."""

    def __init__(
        self, program: Program, balanced: list[str], curvatures: list[Fraction], eta: Fraction
    ) -> None:
        self.program, self.curvatures, self.eta = program, curvatures, eta
        K = len(curvatures)
        units = [[Fraction(int(i == j)) for i in range(K)] for j in range(K)]
        apart = [[x - y for x, y in zip(unit, units[-1])] for unit in units[:-1]]
        self.bases = {s: apart if s in balanced else units for s in program.states}
        need(sum(map(len, self.bases.values())) <= COORDINATES, "too many coordinates")

    def cycle(self, Ws: Sequence[Rows]) -> Rows:
        product = self.round(Ws[0])
        for W in Ws[1:]:
            product = times(self.round(W), product)
        return product

    def round(self, W: Rows) -> Rows:
        space = Space(STANDARD, len(self.curvatures), 1, [W])
        words = {
            "mix": lambda z: space.mix(z, 0),
            "grad": lambda y: y.each(lambda row: [l * x for l, x in zip(self.curvatures, row)]),
            "share": lambda u: u,  # the curvatures are those of the losses as they are scaled
            "average": space.average,
        }
        columns = []
        for s, basis in self.bases.items():
            for unit in basis:
                states = {r: Vector({(): unit}) if r == s else space.zero() for r in self.bases}
                after = self.program.following(states, words, {"eta": self.eta}, STANDARD)
                columns.append(list(chain.from_iterable(self.coordinates(r, v) for r, v in after.items())))
        return [list(row) for row in zip(*columns)]

    def coordinates(self, state: str, v: Vector) -> list[Fraction]:
        row = [exact(x) for x in v.terms[()]]
        size = len(self.bases[state])
        need(size == len(row) or sum(row) == 0, "{} does not stay balanced", state)
        return row[:size]


def _inside(p: list[Fraction], radius: Fraction) -> bool:
    """Whether every root of p (lowest coefficient first) has modulus below `radius` (Schur and Cohn).

    |p_0| >= |p_n| says that the product of the moduli, so one of them, is at least 1; else (p_n p - p_0 p*)/z, p* the
    reversed polynomial, has its roots inside if and only if p has (Rouche).
    """
    p = [value * radius**i for i, value in enumerate(p)]
    while len(p) > 1:
        if abs(p[0]) >= abs(p[-1]):
            return False
        p = [p[-1] * p[i] - p[0] * p[-1 - i] for i in range(1, len(p))]
    return True

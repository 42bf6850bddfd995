"""The matrix inequalities of a proof of a rate, as a program in the unknowns P, Q, multipliers and c.

Why they suffice stands in `record`, which writes what is found as a derivation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from ...algorithms import Algorithm, Trace, disagreement, mean
from .constants import Constants
from .directions import Direction, direction
from .sdp import Program

__all__ = ["Conditions", "Solution", "feasible"]

Solution = dict[str, np.ndarray]
Parts = dict[int, tuple[np.ndarray, np.ndarray]]  # variable -> a, b: its coefficient is a + rho^2 b
MARGIN = 1e-7  # of the inequalities when the floor is minimized


@dataclass(frozen=True, eq=False)
class Conditions:
    """Those for one algorithm, one set of constants and one tier; `degree` is that of Q in nu (tier fixed)."""

    algorithm: Algorithm
    at: Constants
    tier: str
    degree: int = 0

    def __post_init__(self) -> None:
        at = self.at
        if self.tier != "norm" and at.lo == at.hi:  # the lines divide by the width
            object.__setattr__(self, "at", replace(at, lo=at.lo - (1 + at.lo) / 1000))

    @cached_property
    def traces(self) -> tuple[Trace, Trace]:
        return mean(self.algorithm), disagreement(self.algorithm, norm=self.tier == "norm")

    @property
    def calls(self) -> int:
        return len(self.traces[0].oracles)

    @property
    def sizes(self) -> tuple[int, int]:
        """Of P and of Q."""
        together, apart = self.traces
        return (len(together.states) if self.calls else 0), len(apart.states)

    @property
    def floored(self) -> bool:
        return "h" in self.traces[1].basis

    @property
    def top(self) -> int:
        """The degree in nu of the form of tier fixed; even."""
        apart = self.traces[1]
        ahead = max(form.powers("nu") for form in apart.next.values())
        points = max((y.powers("nu") for y, _ in apart.oracles), default=0)
        return max(self.degree + 2 * ahead, 2 * points)

    def mean_direction(self, i: int, exact: bool = False) -> Direction:
        return direction(self.traces[0], self.at, self.at.eta[i], Fraction(1), exact)

    def apart(self, i: int, nu: Fraction, exact: bool = False) -> Direction:
        return direction(self.traces[1], self.at, self.at.eta[i], nu, exact)

    @cached_property
    def nus(self) -> tuple[Fraction, ...]:
        """Where the form of the disagreement is looked at: the ends, or enough points to fix the polynomial."""
        lo, hi = self.at.lo, self.at.hi
        if self.tier == "norm":
            return (hi,)
        if self.tier == "sym":
            return tuple(sorted({lo, hi}))
        angles = (2 * np.arange(self.top + 1) + 1) * np.pi / (2 * self.top + 2)
        mid, half = (lo + hi) / 2, max((hi - lo) / 2, Fraction(1, 1000))
        return tuple(mid + half * Fraction(float(np.cos(a))).limit_denominator(10**6) for a in angles)

    @cached_property
    def variables(self) -> Program:
        """A program with the unknowns and no constraint."""
        program, (p, n) = Program(), self.sizes
        program.variable("s", 1)
        program.variable("P", p, symmetric=True)
        for j in range(self.degree + 1):
            program.variable(f"Q{j}", n, symmetric=True)
        for i in range(len(self.at.eta)):
            program.variable(f"m{i}", self.calls)
        program.variable("c", 1)
        program.variable("R", len(self.traces[1].mixes), symmetric=True)
        if self.tier == "fixed":
            for name, size, top in self.grams:
                program.variable(f"{name}0", size * (top // 2 + 1), symmetric=True)
                program.variable(f"{name}1", size * (top // 2), symmetric=True)
        return program

    @property
    def grams(self) -> tuple[tuple[str, int, int], ...]:
        """(name, block size, degree) of the two sums of squares of tier fixed."""
        return ("G", len(self.traces[1].basis), self.top), ("H", self.sizes[1], self.degree)

    @cached_property
    def inequalities(self) -> list[tuple[int, Parts]]:
        """(size, minus the form): each must be a matrix >= s I. Tier fixed: the mean's only."""
        found = []
        for i in range(len(self.at.eta)):
            if self.calls:
                found.append(self._parts(self.mean_direction(i), i, ["P"]))
            if self.tier != "fixed":
                for nu in self.nus:
                    found.append(self._parts(self.apart(i, nu), i, ["Q0"], nu))
        return found

    @cached_property
    def identities(self) -> list[tuple[int, Parts]]:
        """Tier fixed: what must vanish at each point of `nus`, (minus the form) - (sum of squares)."""
        found: list[tuple[int, Parts]] = []
        program = self.variables
        if self.tier != "fixed":
            return found
        for nu in self.nus:
            size, parts = self._parts(self.apart(0, nu), 0, [f"Q{j}" for j in range(self.degree + 1)], nu)
            parts |= dict(self._squares("G", float(nu)))
            found.append((size, parts))
        for nu in self.nus[: self.degree + 1]:
            terms = {}
            for j in range(self.degree + 1):
                for k, unit in program.units(f"Q{j}"):
                    terms[k] = (float(nu) ** j * unit, 0 * unit)
            found.append((self.sizes[1], terms | dict(self._squares("H", float(nu)))))
        return found

    def _parts(self, d: Direction, i: int, Qs: list[str], nu: Fraction = Fraction(1)) -> tuple[int, Parts]:
        program, size = self.variables, d.next.shape[1]
        none = np.zeros((size, size))
        extra = 0.0 if self.at.r2 is None or Qs == ["P"] else float(self.at.r2 - nu**2)
        parts: Parts = {}
        for power, name in enumerate(Qs):
            factor = float(nu) ** power
            for k, unit in program.units(name):
                parts[k] = (-factor * d.motion(unit, extra), factor * d.kept(unit))
        for k, unit in program.units(f"m{i}"):
            parts[k] = (-d.sector(unit), none)
        if d.floored:
            parts[program.blocks["c"][0]] = (d.input(1.0), none)
        if self.tier == "norm" and Qs != ["P"]:
            for k, unit in program.units("R"):
                parts[k] = (-d.mixing(unit, float(self.at.hi)), none)
        return size, parts

    def _squares(self, name: str, nu: float) -> Iterator[tuple[int, tuple[np.ndarray, np.ndarray]]]:
        _, size, top = next(g for g in self.grams if g[0] == name)
        inside = (nu - float(self.at.lo)) * (float(self.at.hi) - nu)
        for which, length, weight in ((0, top // 2 + 1, 1.0), (1, top // 2, inside)):
            powers = np.kron(nu ** np.arange(length), np.eye(size).reshape(size, 1, size)).reshape(
                size, length * size
            )
            for k, unit in self.variables.units(f"{name}{which}"):
                square = weight * powers @ unit @ powers.T
                yield k, (-square, 0 * square)

    def solve(self, rho: float, least_floor: bool = False) -> Solution | None:
        """Unknowns with the largest margin "s" at rate rho; with `least_floor` the least c among those V that
        bound the squared errors of the first state, K||mean||^2 + spread^2 <= V. None where the solver fails."""
        program, base = Program(), self.variables
        program.blocks, program.size = base.blocks, base.size
        s = base.blocks["s"][0]
        fixed = MARGIN if least_floor else None

        def inequality(size: int, parts: Parts, margin: bool = True, constant: float = 0.0) -> None:
            terms = {k: a + rho**2 * b for k, (a, b) in parts.items()}
            eye, first = np.eye(size), np.zeros((size, size))
            first[:1, :1] = constant
            if fixed is None and margin:
                terms[s] = -eye
            program.semidefinite(terms, -(fixed or 0.0) * margin * eye - first)

        def block(name: str, margin: bool = True, first: bool = False) -> None:
            size = base.blocks[name][1]
            units = {k: (unit, 0 * unit) for k, unit in base.units(name)}
            inequality(size, units, margin, float(first and least_floor))

        for size, parts in self.inequalities:
            inequality(size, parts)
        for index, (size, parts) in enumerate(self.identities):
            j, i = np.tril_indices(size)
            terms = {k: (a + rho**2 * b)[i, j] for k, (a, b) in parts.items()}
            of_Q = index > self.top  # those of Q(nu), or of Q(nu) less the model's square
            program.zero(terms, -1.0 * (i + j == 0) * (of_Q and least_floor))
        block("P", first=True)
        block("R", margin=False)
        if self.tier == "fixed":
            for name, margin in (("G0", True), ("G1", False), ("H0", True), ("H1", False)):
                block(name, margin)
        else:
            block("Q0", first=True)
        for name in (*(f"m{i}" for i in range(len(self.at.eta))), "c"):
            program.nonnegative(dict(base.units(name)), np.zeros(base.blocks[name][1]))
        if least_floor:
            program.zero({s: np.ones(1)}, np.zeros(1))
            x = program.maximize({base.blocks["c"][0]: -1.0})
        else:
            program.nonnegative({s: -np.ones(1)}, np.ones(1))
            trace = {k: np.array([np.trace(unit)]) for name in ("P", "Q0") for k, unit in base.units(name)}
            program.zero(trace, -np.array([float(sum(self.sizes))]))
            x = program.maximize({s: 1.0})
        return None if x is None else {name: program.value(x, name) for name in base.blocks}


def feasible(solution: Solution | None, margin: float = 1e-9) -> bool:
    return solution is not None and float(solution["s"][0]) > margin

"""A rate for a whole family of constants: Lyapunov functions whose matrices are polynomials in a parameter s in (0, 1].

How that becomes a derivation stands in `family_record`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from ...algorithms import Algorithm, Trace, disagreement, mean
from ...kernel.records import decide
from .constants import Constants, constants, fraction
from .directions import Direction, direction
from .family_record import FamilyRecord, Powers, Range
from .limits import unsuitable
from .lines import Short
from .parts import squares
from .sdp import Program

__all__ = ["DGD_STEPS", "DIGING_LAMBDAS", "Orders", "prove_family", "search"]

BITS = (24, 32, 40)
Polynomial = Sequence[Any]  # coefficients, that of s^0 first


@dataclass(frozen=True)
class Orders:
    """Powers of s taken out of the unknowns P, Q, m, c and out of the forms of the mean and of the disagreement.

    They say how things vanish at s = 0; what is left should be positive on the closed interval.
    """

    P: Powers
    Q: Powers
    m: int
    mean: Powers
    apart: Powers
    c: int = 0


# gradient tracking with eta = a (1 - lambda)^2, s = 1 - lambda
DIGING_LAMBDAS = Orders(P=(0, (0,)), Q=(1, (0, 1)), m=2, mean=(2, (0, 0)), apart=(2, (0, 1, 0)))
# DGD with eta = a s at one lambda
DGD_STEPS = Orders(P=(0, (0,)), Q=(1, (0,)), m=1, mean=(1, (0, 0)), apart=(1, (0, 0, 1)), c=3)


def prove_family(algorithm: Algorithm, **told: Any) -> dict[str, Any] | None:
    """A derivation for every s in (0, 1], already checked; None where none is found.

    told: as `search` takes them. Raises InputError as it does.
    """
    return search(algorithm, **told).derivation()


def search(
    algorithm: Algorithm,
    *,
    L: Any,
    mu: Any,
    lam: Polynomial,
    eta: Polynomial,
    rate2: Polynomial,
    orders: Orders,
    degree: int = 1,
) -> Search:
    """What a derivation is looked for with.

    lam, eta, rate2: coefficients in s of lambda, of the step and of the squared rate
    degree: of the unknown polynomials

    Raises InputError for an algorithm that has no proof for changing symmetric W (tier sym), and for other ranges than
    of lambda or of steps from 0 on.
    """
    at = constants(L=L, mu=mu, lam=0, eta=1)
    if why := unsuitable(algorithm, at, "sym"):
        raise InputError("algorithm", algorithm.name, why)
    lam, eta, rate2 = ([fraction(n, v) for v in p] for n, p in (("lam", lam), ("eta", eta), ("rate2", rate2)))
    return Search(algorithm, at.mu, at.L, lam, eta, rate2, orders, degree, _range(at, lam, eta))


def _range(at: Constants, lam: Sequence[Fraction], eta: Sequence[Fraction]) -> Range:
    """What varies: lam and eta as polynomials in s. Raises InputError for what is neither a range of one of them."""
    known = {"mu": str(at.mu), "L": str(at.L)}
    if len(lam) == 1 and len(eta) == 2 and eta[0] == 0 < min(eta[1], lam[0]):
        return Range.of_eta(eta[1], known, lam[0])
    if len(lam) == 2 and lam[1] < 0 <= sum(lam):
        return Range.of_lam(lam[0] + lam[1], lam[0], known, eta)
    raise InputError("lam", " + s ".join(map(str, lam)), "a number > 0 with steps from 0 on, or falling in s")


def _value(p: Polynomial, s: Any) -> Any:
    return sum(value * s**power for power, value in enumerate(p))


class Search:
    def __init__(
        self,
        algorithm: Algorithm,
        mu: Fraction,
        L: Fraction,
        lam: Polynomial,
        eta: Polynomial,
        rate2: Polynomial,
        orders: Orders,
        degree: int,
        over: Range,
    ):
        self.algorithm, self.mu, self.L, self.over = algorithm, mu, L, over
        self.lam = [*lam, over.more] if over.more else lam  # up to which W is looked at
        self.eta, self.rate2, self.orders, self.degree = eta, rate2, orders, degree
        self.together, self.apart = mean(algorithm), disagreement(algorithm)
        self.calls, self.floored = len(self.together.oracles), "h" in self.apart.basis
        self.program = Program()
        self.program.variable("t", 1)
        for j in range(degree + 1):
            self.program.variable(f"P{j}", len(self.together.states), symmetric=True)
            self.program.variable(f"Q{j}", len(self.apart.states), symmetric=True)
            self.program.variable(f"m{j}", self.calls)
            self.program.variable(f"c{j}", 1)
        even = degree + degree % 2
        self.grams = {"P": (len(self.together.states), even), "Q": (len(self.apart.states), even)}
        self.grams |= {f"call {i}": (1, even) for i in range(self.calls)}
        self.grams |= {"0": (len(self.together.basis), self._top(self.together, orders.P, orders.mean))}
        self.grams |= {
            k: (len(self.apart.basis), self._top(self.apart, orders.Q, orders.apart)) for k in "12"
        }
        for name, (size, top) in self.grams.items():
            self.program.variable(f"{name} G0", size * (top // 2 + 1), symmetric=True)
            self.program.variable(f"{name} G1", size * (top // 2), symmetric=True)

    def _top(self, trace: Trace, unknown: Powers, form: Powers) -> int:
        eta, lam = len(self.eta) - 1, len(self.lam) - 1 if trace is self.apart else 0
        ahead = max(i * eta + j * lam for f in trace.next.values() for _, i, j in f.terms)
        square = self.degree + unknown[0] + 2 * max(unknown[1]) + max(2 * ahead, len(self.rate2) - 1)
        top = max(square, self.degree + self.orders.m, self.degree + self.orders.c) - form[0]
        return top + top % 2

    def _direction(self, key: str, s: Any, exact: bool) -> Direction:
        at = constants(L=self.L, mu=self.mu, lam=0, eta=1)
        eta, lam = (_value(p, s) for p in (self.eta, self.lam))
        if key == "0":
            return direction(self.together, at, eta, Fraction(1), exact)
        return direction(self.apart, at, eta, lam if key == "1" else -lam, exact)

    def form(self, key: str, s: Any, X: np.ndarray, m: Any, c: Any, exact: bool = False) -> np.ndarray:
        """Minus the form, divided by its powers of s, for P or Q divided by theirs."""
        (order, shift), (out, scale) = (
            (self.orders.P, self.orders.mean) if key == "0" else (self.orders.Q, self.orders.apart)
        )
        d = self._direction(key, s, exact)
        s = s if exact else float(s)
        weights = np.array([s**k for k in shift], dtype=object if exact else float)
        A = s**order * weights[:, None] * X * weights[None, :]
        total = _value(self.rate2, s) * d.kept(A) - d.motion(A) - s**self.orders.m * d.sector(m)
        total = total + d.input(s**self.orders.c * c)
        units = np.array([1 / s**k for k in scale], dtype=object if exact else float)
        return units[:, None] * total * units[None, :] / s**out

    @cached_property
    def solution(self) -> np.ndarray | None:
        """The largest margin t of all Gram matrices; None without one."""
        program = self.program
        for name, (size, top) in self.grams.items():
            nodes = [(1 + np.cos((2 * k + 1) * np.pi / (2 * top + 2))) / 2 for k in range(top + 1)]
            for s in (Fraction(float(node)).limit_denominator(10**6) for node in nodes):
                terms = self._terms(name, s)
                for number in (0, 1):
                    for k, unit in program.units(f"{name} G{number}"):
                        terms[k] = -squares(unit, size, float(s)) * (float(s * (1 - s)) if number else 1.0)
                j, i = np.tril_indices(size)
                program.zero({k: matrix[i, j] for k, matrix in terms.items()}, np.zeros(len(i)))
            for which in ("G0", "G1"):
                G = dict(program.units(f"{name} {which}"))
                length = program.blocks[f"{name} {which}"][1]
                if which == "G0" and not name.startswith("call"):
                    G[program.blocks["t"][0]] = -np.eye(length)
                program.semidefinite(G, np.zeros((length, length)))
        program.nonnegative({program.blocks["t"][0]: -np.ones(1)}, np.ones(1))
        trace = {k: np.array([np.trace(u)]) for name in ("P G0", "Q G0") for k, u in program.units(name)}
        program.zero(trace, -np.array([float(len(self.together.states) + len(self.apart.states))]))
        x = program.maximize({program.blocks["t"][0]: 1.0})
        return x if x is not None and x[program.blocks["t"][0]] > 0 else None

    def _terms(self, name: str, s: Fraction) -> dict[int, np.ndarray]:
        program, value = self.program, float(s)
        terms: dict[int, np.ndarray] = {}
        for j in range(self.degree + 1):
            if name in ("P", "Q"):
                terms |= {k: value**j * unit for k, unit in program.units(f"{name}{j}")}
            elif name.startswith("call"):
                terms[program.blocks[f"m{j}"][0] + int(name[5:])] = value**j * np.ones((1, 1))
            else:
                unknown, n = (
                    ("P", len(self.together.states)) if name == "0" else ("Q", len(self.apart.states))
                )
                none, zero = np.zeros(self.calls), np.zeros((n, n))
                for k, unit in program.units(f"{unknown}{j}"):
                    terms[k] = value**j * self.form(name, s, unit, none, 0.0)
                for k, unit in program.units(f"m{j}"):
                    terms[k] = value**j * self.form(name, s, zero, unit, 0.0)
                if self.floored and name != "0":
                    terms[program.blocks[f"c{j}"][0]] = value**j * self.form(name, s, zero, none, 1.0)
        return terms

    def written(self, bits: int) -> FamilyRecord:
        """The solution, its numbers rounded to `bits` binary places."""
        assert self.solution is not None
        value = {name: self.program.value(self.solution, name) for name in self.program.blocks}
        told = self.grams, self.degree, self.orders, self.form, self.rate2
        return FamilyRecord(self.algorithm, (self.together, self.apart), value, *told, self.over, bits)

    def derivation(self) -> dict[str, Any] | None:
        """The solution in fractions, checked by the kernel."""
        for bits in BITS if self.solution is not None else ():
            try:
                record = self.written(bits).document()
            except Short:
                continue
            if decide(record).confirmed:
                return record
        return None

"""A rate for a whole family of constants as one derivation: as `record`, with polynomials in s for numbers.

A form is s^order D(s) (S0(s) + s (1 - s) S1(s)) D(s), D(s) = diag(s^shift), S0 and S1 sums of squares over powers of s:
so its parts are squares times s and 1 - s, which are facts. What divides by the width of [-lam, lam] is multiplied by
lam > 0 first. The claim is s^k distance2(t) <= rate2^t V(0), with the power of s that V needs to be above that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import comb
from typing import Any

import numpy as np

from ...algorithms import Algorithm, Form, Trace
from .lines import ONE, Short, Terms, derivation, less_one, line, parts
from .parts import Parts, fitted, fractions, rounded, short_rows
from .record import ROOM
from .texts import Texts, combination

__all__ = ["FamilyRecord", "Range"]

MORE = Fraction(1, 10**5)  # s^2 times this is what W is looked at beyond [-lam, lam]
Powers = tuple[int, tuple[int, ...]]  # order, shift


@dataclass(frozen=True)
class Range:
    """What varies. s: its text; at: values of numbers; assume: what bounds them; low, high, width: the terms that make
    s >= 0, s <= 1 and lam + more s^2 > 0 of it, up to which W is looked at."""

    s: str
    at: dict[str, str]
    assume: tuple[str, ...]
    low: Terms
    high: Terms
    width: Terms
    more: Fraction = Fraction(0)

    @classmethod
    def of_lam(cls, low: Fraction, high: Fraction, at: dict[str, str], eta: Sequence[Fraction]) -> Range:
        """Every lam from low up to high, not itself; eta: coefficients in s."""
        unit = str(1 / (high - low))
        s = f"({high} - lam)" if high - low == 1 else f"({high} - lam)/({high - low})"
        step = combination((c, f"{s}**{k}" if k else "1") for k, c in enumerate(eta))
        return cls(
            s,
            {**at, "lam_n": "-lam", "eta": step},
            (f"lam >= {low}", f"lam < {high}"),
            [[unit, ["assume2"]]],
            [[unit, ["assume1"]]],
            [["1", ["lam"]], [str(MORE), ["low", "low"]]],
            MORE,
        )

    @classmethod
    def of_eta(cls, last: Fraction, at: dict[str, str], lam: Fraction) -> Range:
        """Every eta in (0, last]."""
        unit = str(1 / last)
        at = {**at, "lam": str(lam), "lam_n": str(-lam)}
        return cls(
            f"eta/({last})",
            at,
            (f"eta <= {last}",),
            [[unit, ["eta"]]],
            [[unit, ["assume1"]]],
            [[str(lam), []]],
        )


@dataclass(frozen=True, eq=False)
class FamilyRecord:
    """value: name -> array of floats of the solution; grams: name -> (size, degree); orders: as in `family.Orders`;
    form: minus a form at s, exact, divided by its powers of s, for P or Q divided by theirs."""

    algorithm: Algorithm
    traces: tuple[Trace, Trace]
    value: dict[str, np.ndarray]
    grams: dict[str, tuple[int, int]]
    degree: int
    orders: Any
    form: Callable[..., np.ndarray]
    rate2: Sequence[Fraction]
    over: Range
    bits: int

    # --- numbers

    @cached_property
    def texts(self) -> Texts:
        return Texts(self.algorithm, *self.traces)

    @cached_property
    def scaled(self) -> dict[str, np.ndarray]:
        """The solution, S0 of P and Q at least the square of the first state."""
        scale = ROOM * max(float(np.linalg.inv(self.value[f"{name} G0"])[0, 0]) for name in "PQ")
        return {name: max(scale, 1.0) * value for name, value in self.value.items()}

    @cached_property
    def terms(self) -> dict[str, list[np.ndarray]]:
        """Coefficients of P, Q, m, c, that of s^0 first."""
        return {
            n: [rounded(self.scaled[f"{n}{j}"], self.bits) for j in range(self.degree + 1)] for n in "PQmc"
        }

    def at(self, name: str, s: Fraction) -> Any:
        return sum((s**j * term for j, term in enumerate(self.terms[name])), start=0 * self.terms[name][0])

    def multiplier(self, k: int, s: Fraction) -> np.ndarray:
        return np.array([[self.at("m", s)[k]]], dtype=object)

    def least_at(self, name: str, s: Fraction) -> np.ndarray:
        return less_one(self.at(name, s))

    def gram(
        self, name: str, target: Callable[[Fraction], np.ndarray], less: bool = False
    ) -> tuple[Parts, Parts]:
        """The parts of S0, S1; less: of what is left without the square of the first state."""
        size, top = self.grams[name]
        rows = short_rows(self.scaled[f"{name} G1"], self.bits)
        near = self.scaled[f"{name} G0"]
        near = fractions(less_one(near) if less else near, self.bits)
        G0 = fitted(near, rows.T @ rows, size, top, target, (Fraction(0), ONE))
        return parts(G0), [(ONE, list(row)) for row in rows]

    def of_form(self, key: str) -> tuple[Parts, Parts]:
        unknown = "P" if key == "0" else "Q"
        return self.gram(
            key, lambda s: self.form(key, s, self.at(unknown, s), self.at("m", s), self.at("c", s)[0], True)
        )

    # --- texts

    def polynomial(self, coefficients: Sequence[Any], order: int = 0) -> str:
        """c_0 s^order + c_1 s^(order + 1) + ... as text."""
        return combination((c, power(k + order) or "1") for k, c in enumerate(coefficients))

    def spread(
        self, told: tuple[Parts, Parts], names: Sequence[str], powers: Powers, facts: Sequence[str] = ()
    ) -> Terms:
        """s^order (S0 + s (1 - s) S1) as terms with squares of vectors."""
        order, shift = powers
        size, terms = len(names), Terms()
        for parts_, extra in zip(told, (0, 1)):
            odd = ["low"] * ((order + extra) % 2) + ["high"] * extra
            half = (order + extra) // 2
            for c, row in parts_:
                found = [
                    (x, "*".join(filter(None, (power(k // size + shift[k % size] + half), names[k % size]))))
                    for k, x in enumerate(row)
                ]
                terms.append([str(c), [*facts, *odd], combination(found)])
        return terms

    # --- lines

    def decrease(self) -> Terms:
        """The width times (rate2 V + c ||h||^2 - next(V)), as a sum."""
        texts, orders, terms = self.texts, self.orders, Terms()
        for k in range(len(self.traces[0].oracles)):
            told = self.gram(f"call {k}", partial(self.multiplier, k))
            found = self.spread(told, ["1"], (orders.m, (0,)))
            point = f"cocoercive({texts.name('y', str(k + 1))}, o)"
            terms += [[c, ["width", *facts, point], square] for c, facts, square in found]
        terms += self.spread(self.of_form("0"), texts.names("m"), orders.mean, facts=["width"])
        more = self.over.more
        for key, rule in (("2", "largest"), ("1", "least")):
            for c, facts, v in self.spread(self.of_form(key), texts.names("b"), orders.apart):
                half = Fraction(c) / 2
                terms.append([str(half), [*facts, f"{rule}({v})"]])
                terms += [[str(half * more), facts, f"s*({v})"]] if more else []
        apart = self.traces[1]
        slopes = [
            Form({(v, i, 0): c for (v, i, j), c in f.terms.items() if j == 1}) for f in apart.next.values()
        ]
        moved = [f"({texts.words(form, 'b')})" for form in slopes]
        whole = self.gram("Q", lambda s: self.at("Q", s))
        for c, facts, v in self.spread(whole, moved, orders.Q, facts=["width"]):
            terms.append([c, [*facts, f"spectrum_flat({v})"]])
            if more:
                terms.append([str(2 * Fraction(c) * more), [*facts, "lam"], f"s*({v})"])
                terms.append([str(Fraction(c) * more**2), facts, f"s**2*({v})"])
        return terms

    def above(self) -> Terms:
        """V - s^k times the squared error, as a sum."""
        texts, terms = self.texts, Terms()
        for name, side in (("P", "m"), ("Q", "b")):
            powers = getattr(self.orders, name)
            names = texts.names(side)[: self.grams[name][0]]
            told = self.gram(name, partial(self.least_at, name), less=True)
            terms += self.spread(told, names, powers)
            own = self.least(name)
            terms += [["1", ["low"] * j + ["high"], names[0]] for j in range(own, self.k)]
        return terms

    def least(self, name: str) -> int:
        """The power of s before the square of the first state."""
        order, shift = getattr(self.orders, name)
        return int(order + 2 * shift[0])

    @property
    def k(self) -> int:
        return max(self.least("P"), self.least("Q"))

    # --- the record

    def V(self) -> str:
        texts, found = self.texts, []
        for name, side, trace in (("P", "m", self.traces[0]), ("Q", "b", self.traces[1])):
            order, shift = getattr(self.orders, name)
            for i, s in enumerate(trace.states):
                for k, r in enumerate(trace.states[: i + 1]):
                    entry = [(1 + (k < i)) * term[i, k] for term in self.terms[name]]
                    told = self.polynomial(entry, order + shift[i] + shift[k])
                    found.append(f"({told})*{texts.pair(side, s, r, 0)}")
        return " + ".join(found)

    def document(self) -> dict[str, Any]:
        texts, over = self.texts, self.over
        V, rate2 = texts.name("V"), f"({self.polynomial(self.rate2)})"
        left = "*".join(filter(None, (power(self.k), "distance2(t)")))
        c = self.polynomial([x[0] for x in self.terms["c"]], self.orders.c)
        shares = f"1/(1 - {rate2}) >= 0"
        floored = "h" in self.traces[1].basis
        added, floor = (
            (f" + ({c})*sq(grad(o))", f" + ({c})/(1 - {rate2})*sq(grad(o))") if floored else ("", "")
        )
        lines = [
            line("low", "s >= 0", over.low),
            line("high", "s <= 1", over.high),
            line("width", f"lam + {over.more}*s**2 > 0" if over.more else "lam > 0", over.width),
        ]
        if floored:
            lines.append(
                line("floor", f"{c} >= 0", bernstein([x[0] for x in self.terms["c"]], self.orders.c))
            )
        decrease = line("decrease", f"next({V}) <= {rate2}*{V}{added}", self.decrease())
        decrease["proof"]["over"] = ["width"]
        return derivation(
            self.algorithm,
            "symmetric",
            texts,
            left=left,
            right=f"{rate2}**t*start({V}){floor}",
            where={"s": over.s, **texts.errors, V: self.V()},
            at=over.at,
            assume=over.assume,
            noisy=False,
            lines=[
                *lines,
                line("rate", f"{rate2} >= 0", bernstein(self.rate2)),
                decrease,
                line("above", f"{left} <= {V}", self.above()),
            ],
            start=[["1", ["floor", shares], "grad(o)"]] if floored else [],
            after=[["1", ["decrease"]], ["1", ["rate", "bounded"]]],
        )


def bernstein(p: Sequence[Any], order: int = 0) -> Terms:
    """s^order p(s) >= 0 as a sum over powers of s and 1 - s. Raises Short where a coefficient is negative."""
    n, terms = len(p) - 1, Terms()
    for i in range(n + 1):
        b = comb(n, i) * sum((Fraction(comb(i, j), comb(n, j)) * p[j] for j in range(i + 1)), Fraction(0))
        if b < 0:
            raise Short
        terms.append([str(b), ["low"] * (i + order) + ["high"] * (n - i)])
    return [term for term in terms if term[0] != "0"]


def power(k: int) -> str:
    """s^k as a factor; none of s^0."""
    return "" if not k else "s" if k == 1 else f"s**{k}"

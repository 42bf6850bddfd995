"""From a solver's floats to a derivation in fractions; it proves nothing before the kernel checks it.

Its lines: V decreases; V is at least the squared error; by induction V is at most rho^(2t) V(0) and the floor. A form
splits into the mean and the disagreement, with one multiplier for both of each `cocoercive(y, o)`. In the disagreement
minus the form is, by tier,
  norm    a positive definite matrix over states, gradients and the W(z), and `mixing` at combinations of the z
  sym     affine in W but for b'Q b W^2: the matrices at both ends, at `largest` and `least`, and Q at `spectrum_flat`;
          with random W affine in E W, and Q at `links`
  fixed   S0(W) + (W - lo)(hi - W) S1(W): squares, and `spectrum_flat`, at words of W
An interval [A, B] of steps takes both ends, times B - eta and eta - A, and what is quadratic in eta times both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from .conditions import Conditions, Solution
from .directions import Direction
from .lines import ONE, Terms, derivation, less_one, line, parts, rule, squares, up
from .parts import Parts, fitted, rounded, short_rows
from .texts import Texts, combination, mixed

__all__ = ["ROOM", "Written"]

CLASS = {"norm": "norm", "sym": "symmetric", "fixed": "one"}
ROOM = 1.001  # of V above the squared error


@dataclass(frozen=True, eq=False)
class Written:
    """A solution as a derivation of rate rho, numbers rounded to `bits` binary places; raises Short."""

    conditions: Conditions
    found: Solution
    rho: Fraction
    bits: int
    noise: bool

    # --- numbers

    @cached_property
    def texts(self) -> Texts:
        return Texts(self.conditions.algorithm, *self.conditions.traces)

    @cached_property
    def scaled(self) -> Solution:
        """The solution, V at least the squared error of the first state."""
        floored, found = self.conditions.floored, self.found
        blocks = [found["P"], found["H0" if self.conditions.tier == "fixed" else "Q0"]]
        least = [float(np.linalg.inv(A)[0, 0]) for A in blocks if len(A)]
        scale = 1.0 if floored or min(least) <= 0 else max(1.0, ROOM * max(least))
        return {name: scale * value for name, value in found.items()}

    @cached_property
    def P(self) -> np.ndarray:
        return rounded(self.scaled["P"], self.bits)

    @cached_property
    def Qs(self) -> list[np.ndarray]:
        return [rounded(self.scaled[f"Q{j}"], self.bits) for j in range(self.conditions.degree + 1)]

    def Q(self, nu: Fraction) -> Any:
        return sum((nu**j * Q for j, Q in enumerate(self.Qs)), start=0 * self.Qs[0])

    @cached_property
    def m(self) -> list[list[Fraction]]:
        ends = range(len(self.conditions.at.eta))
        return [[max(x, Fraction(0)) for x in rounded(self.scaled[f"m{i}"], self.bits)] for i in ends]

    @cached_property
    def c(self) -> Fraction:
        if not self.conditions.floored:
            return Fraction(0)
        return max(Fraction(rounded(self.scaled["c"], self.bits)[0]), Fraction(0)) + Fraction(1, 2**self.bits)

    @cached_property
    def R(self) -> np.ndarray:
        """Rows r of the multipliers of tier norm, R = sum of r r'."""
        return short_rows(self.scaled["R"], self.bits)

    def minus(self, d: Direction, A: np.ndarray, i: int, extra: Any = 0) -> np.ndarray:
        """Minus the form, at one end of the steps."""
        total = self.rho**2 * d.kept(A) - d.motion(A, extra) - d.sector(self.m[i]) + d.input(self.c)
        return np.asarray(total)

    # --- lines

    def decrease(self) -> Terms:
        """rho^2 V + what is added - next(V), as a sum."""
        conditions, texts, terms = self.conditions, self.texts, Terms()
        steps = conditions.at.eta
        for i in range(len(steps)):
            facts = [["assume2"], ["assume1"]][i] if len(steps) == 2 else []
            factor = 1 / (steps[1] - steps[0]) if len(steps) == 2 else ONE
            calls = enumerate(self.m[i], 1)
            terms += [
                [str(factor * m), [*facts, f"cocoercive({texts.name('y', str(k))}, o)"]]
                for k, m in calls
                if m
            ]
            if conditions.calls:
                d = conditions.mean_direction(i, exact=True)
                terms += squares(parts(self.minus(d, self.P, i)), texts.names("m"), factor, facts)
            terms += self.disagreement(i, factor, facts)
        zs = [texts.name("z", str(k + 1)) for k in range(len(conditions.traces[1].mixes))]
        terms += rule("mixing", [(ONE, list(row)) for row in self.R], zs)
        return terms + (self.bent() if len(steps) == 2 else []) + (self.noisy() if self.noise else [])

    def disagreement(self, i: int, factor: Fraction, facts: Sequence[str]) -> Terms:
        conditions, at, names = self.conditions, self.conditions.at, self.texts.names("b")
        if conditions.tier == "norm":
            d = conditions.apart(i, at.hi, exact=True)
            # the form at the z and v, of which `mixing` is taken apart
            form = self.minus(d, self.Qs[0], i) - d.mixing(self.R.T @ self.R, at.hi)
            return squares(parts(form), names, factor, facts)
        if conditions.tier == "fixed":
            size = len(names)
            S0, S1 = self.fitted("G", size, conditions.top, self.form)
            return self.words(S0, names) + self.words(S1, names, "spectrum_flat")
        terms, width = Terms(), at.hi - at.lo
        for nu, name in ((at.lo, "largest"), (at.hi, "least")):
            d = conditions.apart(i, nu, exact=True)
            extra = 0 if at.r2 is None else at.r2 - nu**2
            form = self.minus(d, self.Qs[0], i, extra)
            terms += rule(name, parts(form), names, factor / width, facts)
        rows = [[Fraction(x) for x in part] for part in conditions.apart(i, at.hi, exact=True).slope]
        moved = [combination(zip(row, names)) for row in rows]
        curved = "spectrum_flat" if at.r2 is None else "links"
        return terms + rule(curved, parts(self.Qs[0]), [f"({text})" for text in moved], factor, facts)

    def form(self, nu: Fraction) -> np.ndarray:
        return self.minus(self.conditions.apart(0, nu, exact=True), self.Q(nu), 0)

    def bent(self) -> Terms:
        """What the interval adds: (eta - A)(B - eta) times what is quadratic in eta."""
        conditions, texts, facts = self.conditions, self.texts, ["assume1", "assume2"]
        mean, apart = conditions.traces
        terms = Terms()
        for trace, side, A in ((mean, "m", self.P), (apart, "b", self.Qs[0])):
            if len(A):
                moved = [f"({texts.words(trace.next[s], side, eta=1)})" for s in trace.states]
                terms += squares(parts(A), moved, ONE, facts)
        zs = [f"({texts.words(z, 'b', eta=1)})" for z, _ in apart.mixes]
        return terms + squares([(conditions.at.hi**2, list(row)) for row in self.R], zs, ONE, facts)

    def above(self) -> Terms:
        """V - the squared error, as a sum."""
        texts, conditions = self.texts, self.conditions
        terms = squares(parts(less_one(self.P)), texts.names("m"))
        if conditions.tier != "fixed":
            return terms + squares(parts(less_one(self.Qs[0])), texts.names("b"))
        size = len(self.Qs[0])
        S0, S1 = self.fitted("H", size, conditions.degree, lambda nu: less_one(self.Q(nu)))
        names = texts.names("b")[:size]
        return terms + self.words(S0, names) + self.words(S1, names, "spectrum_flat")

    def fitted(self, name: str, size: int, top: int, target: Any) -> tuple[Parts, Parts]:
        """The parts of S0, S1 with S0(nu) + (nu - lo)(hi - nu) S1(nu) = target(nu)."""
        at, rows = self.conditions.at, short_rows(self.scaled[f"{name}1"], self.bits)
        near = self.scaled[f"{name}0"]
        if name == "H":
            near = less_one(near)
        G0 = fitted(rounded(near, self.bits), rows.T @ rows, size, top, target, (at.lo, at.hi))
        return parts(G0), [(ONE, list(row)) for row in rows]

    def words(self, told: Parts, names: Sequence[str], at: str = "") -> Terms:
        """Squares, or a rule, at words of W: a row has a block for each power."""
        size, terms = len(names), Terms()
        for c, row in told:
            blocks = [row[k : k + size] for k in range(0, len(row), size)]
            text = combination(
                (1, mixed(combination(zip(block, names)), j)) for j, block in enumerate(blocks) if any(block)
            )
            terms.append([str(c), [f"{at}({text})"]] if at else [str(c), [], text])
        return terms

    # --- the record

    def V(self) -> str:
        texts, found = self.texts, []
        for side, states, powers in (("m", texts.mean.states, [self.P]), ("b", texts.apart.states, self.Qs)):
            for j, A in enumerate(powers):
                for i, s in enumerate(states[: len(A)]):
                    found += [
                        (A[i, k] * (1 + (k < i)), texts.pair(side, s, states[k], j)) for k in range(i + 1)
                    ]
        return combination(found)

    def document(self) -> dict[str, Any]:
        conditions, texts, at = self.conditions, self.texts, self.conditions.at
        V, rate2 = texts.name("V"), self.rho**2
        added = self.added()
        more = "".join(f" + {c}*{text}" for c, text, _, _ in added)
        last = "".join(f" + {up(c / (1 - rate2))}*{text}" for c, text, _, _ in added)
        known = {"lam": at.hi} | ({} if conditions.tier == "norm" else {"lam_n": at.lo})
        known |= {} if at.r2 is None else {"r2": at.r2}
        if conditions.calls:
            known |= {"mu": at.sector[0], "L": at.sector[1]}
            known |= {"eta": at.eta[0]} if len(at.eta) == 1 else {}
        metric = "distance2(t)" if conditions.calls else "spread2(t)"
        ends = [(c, up(c / (1 - rate2)), told) for c, _, *told in added]
        left = [[str(end * (1 - rate2) - c), *told] for c, end, told in ends if end * (1 - rate2) > c]
        return derivation(
            conditions.algorithm,
            "random" if at.r2 is not None else CLASS[conditions.tier],
            texts,
            left=metric,
            right=f"({self.rho})**(2*t)*start({V}){last}",
            where={**texts.errors, V: self.V()},
            at=known,
            assume=[f"eta >= {at.eta[0]}", f"eta <= {at.eta[1]}"] if len(at.eta) == 2 else [],
            noisy=self.noise,
            lines=[
                line("decrease", f"next({V}) <= {rate2}*{V}{more}", self.decrease()),
                line("above", f"{metric} <= {V}", self.above()),
            ],
            start=[[str(end), *told] for _, end, told in ends if end],
            after=[["1", ["decrease"]], [str(rate2), ["bounded"]], *left],
        )

    def added(self) -> list[tuple[Fraction, str, list[str], str]]:
        """What a round adds to V: constants, what they are times, and that as a fact and a square."""
        found: list[tuple[Fraction, str, list[str], str]] = []
        if self.conditions.floored:
            found.append((self.c, "sq(grad(o))", [], "grad(o)"))
        if self.noise:
            p, q = self.noises
            found.append((p, "sigma2", ["sigma2"], ""))
            found.append((q, "(K - 1)*sigma2", ["K - 1 >= 0", "sigma2"], ""))
        return found

    @cached_property
    def noises(self) -> tuple[Fraction, Fraction]:
        """What noise of a gradient adds: in the mean, and at most in a direction of disagreement."""
        at = self.conditions.at
        p = self.noise_at(self.conditions.mean_direction(0, exact=True), self.P)
        ends = [self.conditions.apart(0, nu, exact=True) for nu in (at.lo, at.hi)]
        return p, max(self.noise_at(d, self.Qs[0]) for d in ends)

    def noise_at(self, d: Direction, A: np.ndarray, part: str = "next") -> Fraction:
        b = getattr(d, part)[:, len(d.here)]  # of the one gradient, which comes after the states
        return Fraction(b @ A @ b)

    def noisy(self) -> Terms:
        """What the noise xi adds to V, at most."""
        conditions, at, (p, q) = self.conditions, self.conditions.at, self.noises
        terms: Terms = [[str(p), ["mean_noise"]], [str(q), ["noise"]]]
        for nu, name in ((at.lo, "largest"), (at.hi, "least")):
            left = q - self.noise_at(conditions.apart(0, nu, exact=True), self.Qs[0])
            terms.append([str(left / (at.hi - at.lo)), [f"{name}(xi)"]])
        slope = self.noise_at(conditions.apart(0, at.hi, exact=True), self.Qs[0], "slope")
        return [term for term in [*terms, [str(slope), ["spectrum_flat(xi)"]]] if term[0] != "0"]

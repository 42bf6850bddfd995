"""A bound on a mean over rounds where no linear rate is true: of convex losses (mu = 0) the gap, of losses that are not
convex (mu < 0) the squared gradient, both at the mean model.

Its lines: the metric is at most V - next(V) and what a round adds; V >= 0; by induction the sum of the metric is at
most V at the start and what was added. It proves nothing before the kernel checks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...algorithms import Algorithm, mean
from ...kernel.records import decide
from .constants import Constants
from .lines import ONE, Short, Terms, line, parts, rule, squares
from .mean_forms import MeanForms, Values
from .record import CLASS
from .texts import Texts, combination

__all__ = ["MeanBound", "mean_bound", "meanless"]

BITS = (24, 36, 48)


@dataclass(frozen=True)
class MeanBound:
    """tier: of W; record: the derivation; what: what the kernel says of it."""

    tier: str
    record: dict[str, Any]
    what: str


def meanless(algorithm: Algorithm, at: Constants, tier: str | None, more: bool) -> str:
    """Why no mean over rounds can be bounded; empty where it can. more: something else than a bound is asked for."""
    if more:
        return "a rate, a step limit and a bound on noise need mu > 0"
    if (
        algorithm.uses("share")
        or "at their limit" in algorithm.name
        or at.share != (Fraction(1), Fraction(1))
    ):
        return "gradients that are scaled need mu > 0"
    if len(at.eta) == 2:
        return "an interval of steps needs mu > 0"
    if tier == "fixed":
        return "tier fixed needs mu > 0"
    return "" if mean(algorithm).oracles else "a method without gradients needs mu > 0"


def mean_bound(algorithm: Algorithm, at: Constants, tiers: Sequence[str]) -> MeanBound | None:
    """A bound whose derivation the kernel has checked, of the first tier that has one."""
    for tier in tiers:
        if tier == "fixed":
            continue
        forms = MeanForms(algorithm, at, tier)
        solution = forms.solve()
        if solution is None:
            continue
        for bits in BITS:
            try:
                record = Written(forms, forms.exact(solution, bits)).document()
            except Short:
                continue
            decision = decide(record)
            if decision.confirmed:
                return MeanBound(tier, record, decision.sentence.removeprefix("PROVED: "))
    return None


@dataclass(frozen=True, eq=False)
class Written:
    """A solution in fractions as a derivation; raises Short."""

    forms: MeanForms
    found: Values

    @cached_property
    def texts(self) -> Texts:
        forms = self.forms
        return Texts(forms.algorithm, *forms.traces, origin="o" if forms.convex else "J(x)")

    @cached_property
    def scale(self) -> Fraction:
        """How much of the metric V pays for."""
        return sum(self.found["n"], start=Fraction(0)) if self.forms.convex else ONE

    def called(self) -> Terms:
        """The rules at the points of gradients, and those that bound the metric."""
        forms, texts, L = self.forms, self.texts, self.forms.at.L
        points = [texts.name("y", str(i)) for i in range(1, len(mean(forms.algorithm).oracles) + 1)]
        o = texts.origin
        terms = [[str(m), [f"cocoercive({y}, {o})"]] for m, y in zip(self.found["m"], points) if m]
        if forms.convex:
            for n, y in zip(self.found["n"], points):
                if n:
                    terms += [[str(n / (2 * L)), [f"interpolation(o, {y})"]], [str(n), [f"above(J(x), {y})"]]]
            return terms
        a, d = self.found["a"][0], self.found["m"][-1]
        terms += [[str(a), ["above(J(next(x)), J(x))"]]]
        return terms + ([[str(d), ["cocoercive(J(next(x)), J(x))"]]] if d else [])

    def together(self) -> Terms:
        """Squares in the mean; of convex losses over differences of models, as nothing changes when all move."""
        forms, names = self.forms, self.texts.names("m")
        form = forms.together(self.found)
        if not forms.convex:
            return squares(parts(form), names)
        first = names[0]
        told = [f"({n} - {first})" if v in forms.models else n for n, v in zip(names, forms.traces[0].basis)]
        return squares(parts(form[1:, 1:]), told[1:])

    def apart(self) -> Terms:
        """Squares beside the mean, and the rules of W."""
        forms, at, names = self.forms, self.forms.at, self.texts.names("b")
        if forms.tier == "norm":
            zs = [self.texts.name("z", str(k + 1)) for k in range(len(forms.traces[1].mixes))]
            terms = squares(parts(forms.apart(self.found, at.hi)), names)
            return terms + rule("mixing", [(ONE, list(row)) for row in self.found["rows"]], zs)
        terms, width = Terms(), at.hi - at.lo
        for nu, name in ((at.lo, "largest"), (at.hi, "least")):
            terms += rule(name, parts(forms.apart(self.found, nu)), names, 1 / width)
        moved = [f"({combination(zip(row, names))})" for row in forms.slope]
        curved = "spectrum_flat" if at.r2 is None else "links"
        return terms + rule(curved, parts(self.found["Q"]), moved)

    def V(self) -> str:
        texts, told = self.texts, []
        for side, trace, A in zip("mb", self.forms.traces, (self.found["P"], self.found["Q"])):
            for i, s in enumerate(trace.states):
                pairs = (
                    (A[i, k] * (1 + (k < i)), texts.pair(side, s, trace.states[k], 0)) for k in range(i + 1)
                )
                told += [(c / self.scale, text) for c, text in pairs]
        more = [] if self.forms.convex else [(self.found["a"][0], "(F(J(x)) - F(o))")]
        return combination([*more, *told])

    def above(self) -> Terms:
        """V as a sum of squares, and of F less its least value."""
        terms = Terms()
        for side, A in (("m", self.found["P"]), ("b", self.found["Q"])):
            terms += squares(parts(A), self.texts.names(side), 1 / self.scale)
        return terms + ([] if self.forms.convex else [[str(self.found["a"][0]), ["mean_least(x)"]]])

    def document(self) -> dict[str, Any]:
        forms, at, V = self.forms, self.forms.at, self.texts.name("V")
        s = next(
            name
            for name in ("s", "past", "then")
            if name not in {*forms.algorithm.states, *forms.algorithm.let}
        )
        floor = self.found["c"][0] / self.scale if len(self.found["c"]) else Fraction(0)
        metric, stays, once = (
            ("gap", f"{floor}*sq(grad(o))", f"{floor}*sq(grad(o))/K")
            if forms.convex
            else (
                "global_gradient2",
                f"{floor}*K*dissimilarity2(t)",
                f"{floor}*mean({s} < t, dissimilarity2({s}))",
            )
        )
        summed = f"t*{stays}" if forms.convex else f"{floor}*K*sum({s} < t, dissimilarity2({s}))"
        more = [f" + {text}" if floor else "" for text in (stays, summed, once)]
        decrease = [
            [str(Fraction(c) / self.scale), *rest]
            for c, *rest in [*self.called(), *self.together(), *self.apart()]
        ]
        known = {"lam": at.hi} | ({} if forms.tier == "norm" else {"lam_n": at.lo})
        known |= {} if at.r2 is None else {"r2": at.r2}
        known |= {"mu": at.mu, "L": at.L, "eta": at.eta[0]}
        total = f"K*sum({s} < t, {metric}({s})) + {V} <= start({V}){more[1]}"
        options = {"algorithm": forms.algorithm.to_json(), "step": "eta", "losses": "smooth"}
        return {
            "kind": "derivation",
            "statement": {
                "family": "declared",
                "options": options | {"matrices": "random" if at.r2 is not None else CLASS[forms.tier]},
                "parameters": [],
                "sizes": {},
                "claim": f"mean({s} < t, {metric}({s})) <= start({V})/(K*t){more[2]}",
                "assume": [],
                "where": {**self.texts.errors, V: self.V()},
                "first": 1,
                "at": {name: str(value) for name, value in known.items()},
            },
            "steps": [
                *({"let": name, "is": text} for name, text in self.texts.lets.items()),
                line("positive", "t > 0", [["1", ["t >= 1"]], ["1", []]]),
                line("decrease", f"K*{metric}(t) <= {V} - next({V}){more[0]}", decrease),
                line("above", f"{V} >= 0", self.above()),
                {
                    "always": [["bounded", total]],
                    "start": [{"terms": []}],
                    "lines": [],
                    "next": [{"terms": [["1", ["decrease"]], ["1", ["bounded"]]]}],
                },
            ],
            "conclusion": {"over": ["K", "positive"], "terms": [["1", ["bounded"]], ["1", ["above"]]]},
        }

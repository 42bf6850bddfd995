"""Steps of a setting, moved to the edge of the assumptions, where bounds break, or to where one fixes them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .. import Family, Formula, Setting, Variant
from ..arithmetic import fraction
from ..dependencies import needed
from ..formula import FUNCTIONS, parse, range_of
from ..kernel.text import nodes
from ..names import reader
from ..theorem import scope

__all__ = ["Fit", "Relation", "needs"]

Relation = tuple[Formula, str, Formula]
Edge = tuple[Formula, float]  # and by how much of itself a step keeps off it


def needs(variant: Variant, *formulas: Formula) -> frozenset[str]:
    """Names that the formulas read, definitions followed."""
    return needed(formulas, variant.where)


def _last_round(variant: Variant, formulas: list[Formula]) -> int | None:
    """The last round at which the formulas read a metric, 0 if they read none; None where no number says it."""
    read = [*formulas, *(parse(variant.where[name]) for name in needs(variant, *formulas) & {*variant.where})]
    calls = [node for formula in read for node in nodes(formula.tree) if node.kind == "call"]
    rounds = [0]
    for call in calls:
        if call.value not in FUNCTIONS or range_of(call) is not None:
            if len(call.parts) > 1 or call.parts[0].kind != "number":
                return None
            rounds.append(int(call.parts[0].value))
    return max(rounds)


class Fit:
    """Where the assumptions of a variant allow each step of the family, in the order in which they are fixed.

    fixed: the assumptions that no step can mend
    """

    def __init__(self, family: Family, variant: Variant, assume: list[Relation]):
        self._family, self._variant = family, variant
        directions = dict(family.steps)
        # steps that an assumption fixes, eta == ...: name -> what it is to be
        self._pins = {
            name: other
            for name in directions
            for left, relation, right in assume
            for side, other in ((left, right), (right, left))
            if relation == "==" and side.text == name and name not in needs(variant, other)
        }
        names = self._in_order([*directions])
        self._pins = {name: self._pins[name] for name in names if name in self._pins}
        read = [(relation, needs(variant, relation[0], relation[2])) for relation in assume]
        self.fixed = [relation for relation, free in read if not free & {*names}]
        # a step can be fitted to the assumptions that need it and none of the later ones
        self._fits = [
            (name, direction, [r for r, free in read if name in free and not free & {*names[i + 1 :]}])
            for i, (name, direction) in enumerate((name, directions[name]) for name in names)
        ]
        self._edges = {name: self._told(name, direction, fits) for name, direction, fits in self._fits}
        self._last = _last_round(variant, [f for left, _, right in assume for f in (left, right)])

    @property
    def rooted(self) -> bool:
        """Whether a root fixes a step."""
        return any("sqrt" in formula.text for formula in self._pins.values())

    def _in_order(self, names: list[str]) -> list[str]:
        """The steps as the family fixes them, but what an assumption fixes after the steps by which it does."""
        order: list[str] = []
        while len(order) < len(names):
            left = [name for name in names if name not in order]
            fixed = {name: needs(self._variant, of) for name, of in self._pins.items()}
            order.append(next((name for name in left if not fixed.get(name, frozenset()) & {*left}), left[0]))
        return order

    def __call__(
        self,
        run: Any,
        setting: tuple[Mapping[str, int], Mapping[str, np.ndarray]],
        horizon: int,
        slack: Callable[[Any, list[Relation]], float],
        inside: float,
    ) -> tuple[Any, dict[str, float]]:
        """The run with each step at the edge of the assumptions that it breaks, and these steps.

        setting: sizes and values of the run, `horizon` rounds long; slack: of these assumptions in a run, not negative
        where it meets them; inside: how far from the edge the last step is put, where it is easier to meet
        """
        sizes, values = setting
        fitted: dict[str, float] = {}

        def at(name: str, value: float, rounds: int = horizon) -> Any:
            if value == values[name]:
                return run
            moved = {**fitted, name: value}
            if hasattr(run, "at"):
                return run.at(rounds, **moved)
            return self._family.start(sizes, {**values, **moved}, rounds)

        tried = horizon if self._last is None else min(self._last + 1, horizon)

        def known(formula: Formula) -> float:
            return float(formula.evaluate(scope(self._variant, reader(run, horizon), 0.0)))

        for i, (name, direction, relations) in enumerate(self._fits):
            if name in self._pins:
                pinned = known(self._pins[name])
                if pinned > 0 and math.isfinite(pinned):  # else no step meets the assumption here
                    run, fitted[name] = at(name, pinned), pinned
                continue
            met, unmet = float(values[name]), None
            if edges := self._edges[name]:
                nearer = max if direction > 0 else min
                met = nearer(met, *(known(formula) * margin for formula, margin in edges))
                if not (met > 0 and math.isfinite(met)):
                    met = float(values[name])
            for _ in range(30 if relations else 0):
                if slack(at(name, met, tried), relations) >= 0:
                    break
                unmet, met = met, met * 4.0**direction
            if unmet is not None:
                for _ in range(9):
                    middle = math.sqrt(met * unmet)
                    kept = slack(at(name, middle, tried), relations) >= 0
                    met, unmet = (middle, unmet) if kept else (met, middle)
            if i == len(self._fits) - 1:
                met *= inside**direction
            run = at(name, met)
            fitted[name] = met
        return run, fitted

    def _told(self, name: str, direction: int, relations: list[Relation]) -> list[Edge]:
        """Of every assumption that tells a step's edge in so many words, eta <= ..."""
        edges = []
        for left, relation, right in relations:
            for side, other, sign in (
                (left, right, relation[0]),
                (right, left, {"<": ">", ">": "<"}.get(relation[0])),
            ):
                edge = side.text == name and sign == "<>"[direction > 0]
                if edge and name not in needs(self._variant, other):
                    edges.append((other, 1.0 if relation[1:] else 1 + 1e-6 * direction))
        return edges

    def pinned(self, setting: Setting) -> Setting:
        """The setting with steps exactly where assumptions fix them (eta == ...).

        As it is where that is irrational or no step of the family, or a number of the setting is too long to be
        computed with.
        """
        values = dict(setting.values)
        domains = {parameter.name: parameter.domain for parameter in self._family.parameters}
        for name, formula in self._pins.items():
            try:
                now = self._family.exact(Setting(setting.sizes, values)).at(0, self._variant.where)
                exact = fraction(now.read(formula.text))
            except (ArithmeticError, ValueError):
                exact = None
            if exact is not None and domains[name].retract([exact], ()) == [exact]:
                values[name] = np.array(exact, dtype=object)
        return Setting(setting.sizes, values) if self._pins else setting

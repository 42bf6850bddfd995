"""Claims on numbers alone: settings at the edges, kinks and poles of their formulas, and at many integers.

A claim that fails at one number only, or nearly so, fails where an assumption is tight, where the argument of an `abs`,
a root or a power changes sign, where two arguments of a `max` or `min` meet, or at a pole. In one number at a time,
the others as they are, all these places are found and compared with a grid of others; the worst is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from .. import Setting
from ..dependencies import needed
from ..domains import REAL, UNIT, Domain
from ..formula import COMPARE, Formula, parse, range_of, relations
from ..kernel.text import Node, nodes, written
from ..theorem import scope
from .evaluation import DECIMALS, FARTHEST, Evaluator

__all__ = ["critical"]

SWEEPS = 2  # over all numbers of a setting
INTEGERS = 1000  # all up to this one
SIMPLE = 10**3  # a place this near a fraction of such a denominator is that fraction
CLOSE = 1e-12
FEW = 4  # zeros of a formula on the grid; one with more of them hardly changes there
BESIDE = (1e-6, 1e-3)  # a pole is evaluated on either side


def critical(evaluator: Evaluator, random: Random, count: int) -> Iterator[Setting]:
    """So many settings of a family of numbers, each moved to the worst of these places; none of another family.

    As many more have a number held at one of its places, whatever the claim is there: sides that are equal for some
    number, as (1 - x)**n and 1 - n*x are at n = 1, are as tight as can be and would draw the search to it.
    """
    family = evaluator.family
    if not family.parameters or any(parameter.shape for parameter in family.parameters):
        return
    places = _Places(evaluator)
    names = [p.name for p in family.parameters if p.name in places.read]
    if not names or not evaluator.variant.free <= {*names}:  # a run computes more
        return
    domains = {p.name: p.domain for p in family.parameters}
    for number in range(2 * count):
        drawn = family.sample(random)
        values = {name: array.item() for name, array in drawn.values.items()}
        t = random.randrange(random.choice((evaluator.rounds, FARTHEST)) + 1)
        held = random.choice(names) if number >= count else None
        if held and (at := places.roots(held, domains[held], values, float(t))):
            values[held] = random.choice(at)
        for name in SWEEPS * random.sample(names, len(names)):
            if name == held:
                continue
            values[name] = places.worst(name, domains[name], values, float(t))
        yield Setting(drawn.sizes, {name: np.array(value, dtype=object) for name, value in values.items()})


class _Places:
    """Where the formulas of a variant change their form."""

    def __init__(self, evaluator: Evaluator):
        self._variant = variant = evaluator.variant
        self._left, self._right = parse(variant.left), parse(variant.right)
        self._assume = [triple for text in variant.assume for triple in relations(text)]
        sides = [(a, b) for a, _, b in self._assume] + [(self._left, self._right)]
        texts = [f"({a.text}) - ({b.text})" for a, b in sides]
        trees = [formula.tree for formula in variant.formulas]
        texts += [text for tree in trees for node in nodes(tree) for text in _changes(node)]
        self._differences = [parse(text) for text in dict.fromkeys(texts)]
        self._reads = [needed([difference], variant.where) for difference in self._differences]
        self.read = needed(variant.formulas, variant.where)

    def worst(self, name: str, domain: Domain, values: Mapping[str, Fraction], t: float) -> Fraction:
        """The value of that number, allowed in its domain, at which the claim is tightest, the others as they are."""
        tried = _grid(domain)
        roots = self.roots(name, domain, values, t)
        near = [r * (1 + sign * Fraction(by)) for r in roots for by in BESIDE for sign in (-1, 1)]
        tried = [*tried, *roots, *(domain.array([x], ()).item() for x in near)]
        find = self._finder(name, np.array(tried, dtype=float), values, t)
        excess = self._excess(find, len(tried))
        return values[name] if np.isnan(excess).all() else tried[int(np.nanargmax(excess))]

    def roots(self, name: str, domain: Domain, values: Mapping[str, Fraction], t: float) -> list[Fraction]:
        """Places of that number where a formula changes its form or an assumption is tight, the others as they are."""
        if not domain.moving:
            return []
        return [
            domain.array([root], ()).item()
            for f, read in zip(self._differences, self._reads)
            if name in read
            for root in self._roots(f, name, _grid(domain), values, t)
        ]

    def _finder(self, name: str, at: Any, values: Mapping[str, Fraction], t: float) -> Any:
        return scope(self._variant, lambda n: at if n == name else float(values[n]), t)

    def _excess(self, find: Any, count: int) -> np.ndarray:
        """Left less right, relative to both, at each place that meets the assumptions; NaN at the others."""
        with np.errstate(all="ignore"):
            try:
                left, right = self._left.evaluate(find), self._right.evaluate(find)
                excess = np.broadcast_to((left - right) / (abs(left) + abs(right) + CLOSE), count)
                if self._variant.relation == "==":
                    excess = abs(excess)
                met = np.ones(count, dtype=bool)
                for a, relation, b in self._assume:
                    x, y = a.evaluate(find), b.evaluate(find)
                    equal = abs(x - y) <= CLOSE * (abs(x) + abs(y))
                    met &= (
                        equal
                        if relation == "=="
                        else COMPARE[relation](x, y) | (equal & (relation[1:] == "="))
                    )
            except (ArithmeticError, ValueError):
                return np.full(count, np.nan)
        return np.where(met & np.isfinite(excess), excess, np.nan).round(DECIMALS)

    def _roots(
        self, f: Formula, name: str, grid: list[Fraction], values: Mapping[str, Fraction], t: float
    ) -> Iterator[Fraction]:
        """Where f changes sign between two numbers of the grid, or beyond if it is linear."""
        from scipy.optimize import brentq

        def at(x: Any) -> Any:
            return f.evaluate(self._finder(name, x, values, t))

        x = np.array(grid, dtype=float)
        with np.errstate(all="ignore"):
            try:
                y = np.broadcast_to(at(x), x.shape)
                changes = np.flatnonzero(np.sign(y[1:]) * np.sign(y[:-1]) < 0)
                roots = [brentq(lambda z: float(at(z)), x[k], x[k + 1], xtol=1e-15) for k in changes]
            except (ArithmeticError, ValueError, KeyError):  # not defined, or of the rounds of a sum
                return
        zeros = x[y == 0]
        for root in [*roots, *(zeros if len(zeros) <= FEW else ())]:
            short = Fraction(root).limit_denominator(SIMPLE)
            yield short if abs(short - Fraction(root)) <= CLOSE * max(1, abs(root)) else Fraction(root)


def _changes(node: Node) -> Iterator[str]:
    """Formulas at whose zeros a part of a formula changes its form, or has a pole."""
    match node.kind, node.value:
        case "call", "abs" | "sqrt" | "log":
            yield written(node.parts[0])
        case "call", "max" | "min" if range_of(node) is None:
            for a, b in combinations(node.parts, 2):
                yield f"({written(a)}) - ({written(b)})"
        case "/", _:
            yield written(node.parts[1])
        case "**", _:
            yield written(node.parts[0])


@cache
def _grid(domain: Domain) -> list[Fraction]:
    """Numbers of a domain, in order."""
    if not domain.moving:
        return [Fraction(n) for n in range(1, INTEGERS + 1)]
    steps = [Fraction(k, 64) for k in range(65)]
    if domain.name == UNIT.name:
        return sorted({*steps, *domain.choices, *(1 - Fraction(1, k) for k in (100, 1000))})
    powers = [Fraction(2) ** k for k in range(-10, 21)]
    found = {*domain.choices, *powers, *(64 * x for x in steps), *(8 * x for x in steps)}
    if domain.name == REAL.name:
        return sorted({*found, *(-x for x in found)})
    return sorted(x for x in found if x > 0)

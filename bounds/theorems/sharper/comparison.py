"""A printed variant beside ours, and their ratio over a grid of constants."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mixproof.spectral.errors import InputError

from ...formula import parse, relations
from ...theorem import Theorem, Variant, scope
from .. import theorem

__all__ = ["Sharper"]


@dataclass(frozen=True)
class Sharper:
    """A printed variant and ours, `ID:VARIANT` each.

    grid: name -> values, formulas over the names before it; a name that is called is a metric, the same at all rounds
    limit: empty to compare the right sides, else what both bound in their assumptions, from above, so that the larger
        limit is ours (a step), or from below, so that the smaller one is (a number of rounds)
    over: formulas that the printed right side and ours are divided by first
    says: what is better, in a phrase
    """

    printed: str
    ours: str
    says: str
    grid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    limit: str = ""
    over: tuple[str, str] = ("1", "1")

    def variants(self) -> tuple[tuple[Theorem, Variant], tuple[Theorem, Variant]]:
        return _named(self.printed), _named(self.ours)

    def sides(self) -> tuple[str, str]:
        """The formulas that are compared: ours has to be the smaller; of a limit, the printed one."""
        (_, printed), (_, ours) = self.variants()
        if not self.limit:
            return printed.right, ours.right
        return _limit(printed, self.limit)[0], _limit(ours, self.limit)[0]

    @property
    def relation(self) -> str:
        """How the limit stands to what bounds it."""
        return "<=" if _limit(self.variants()[1][1], self.limit)[1] else ">="

    def points(self) -> Iterator[dict[str, Any]]:
        """The constants of the grid's points."""
        for texts in itertools.product(*self.grid.values()):
            known: dict[str, Any] = {}
            for name, text in zip(self.grid, texts):
                known[name] = parse(text).evaluate(known.__getitem__)
            yield known

    def ratios(self) -> list[float]:
        """Ours over the printed at the grid's points, for limits from above the reverse; at most 1 is sharper."""
        found = []
        from_above = bool(self.limit) and self.relation == "<="
        for known in self.points():
            first, second = (
                self._value(variant, side, over, known)
                for (_, variant), side, over in zip(self.variants(), self.sides(), self.over)
            )
            found.append(first / second if from_above else second / first)
        return found

    def _value(self, variant: Variant, side: str, over: str, known: Mapping[str, Any]) -> float:
        def lookup(name: str) -> Any:
            if name not in known:
                raise InputError("grid", name, f"is not in the grid of {self.ours}")
            return known[name]

        called = frozenset().union(*(each.called for each in (*variant.formulas, parse(side))))
        find = scope(
            variant,
            lambda name: _metric(lookup(name)) if name in called else lookup(name),
            known.get("t"),
        )
        return float(parse(side).evaluate(find)) / float(parse(over).evaluate(find))


def _metric(value: float) -> Any:
    return lambda t: value


def _named(name: str) -> tuple[Theorem, Variant]:
    id, _, label = name.partition(":")
    stated = theorem(id)
    return stated, stated.variant(label)


def _limit(variant: Variant, bounded: str) -> tuple[str, bool]:
    """What bounds it in the assumptions, and whether from above: of several, the narrowest."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for text in variant.assume:
        for left, relation, right in relations(text):
            above = relation not in (">", ">=")
            for side, other, from_above in ((left, right, above), (right, left, not above)):
                if side.text.replace(" ", "") == bounded.replace(" ", ""):
                    found[from_above].append(other.text)
    for above, texts in found.items():
        if texts:
            narrowest = "min" if above else "max"
            return texts[0] if len(texts) == 1 else f"{narrowest}({', '.join(texts)})", above
    raise InputError("limit", bounded, f"no assumption of {variant.label} bounds it")

"""A theorem as data: a family of settings, variants of a claim on them, each claim a formula.

A claim reads: for every setting of the family that meets the assumptions, and every round t it speaks of,
`left relation right`. `left` reads the trajectory; `right` and the assumptions read the setting (a few lemmas bound one
round by the previous one, and say so by using metrics on the right too).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from random import Random
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from .arithmetic import FLOAT, Arithmetic
from .family import Family
from .formula import Formula, parse, relations
from .verdict import Severity

__all__ = ["Theorem", "Variant", "check_names", "claim", "scope"]


@dataclass(frozen=True)
class Variant:
    """One printed (or repaired) form of a statement.

    label: `main`, `proof`, `repaired`, ...
    statement: one line for people
    left, relation, right: the claim; relation is <=, < or ==
    assume: comparisons that a setting must meet, in the order printed; one that names t says of which rounds the claim
        speaks (`t < tau`): the text of a claim is the whole claim, and the rounds and sizes of a search are not
    where: definitions used by the claim, name -> formula, in order
    vacuous: why no setting meets the assumptions or the bound says nothing, where that is proved
    proved: True where the theorem's docstring proves this variant
    severity: how grave it is that this form is false, where it is; remains: a sentence on what is true instead
    note: what a reader of the verdict must know (a reading chosen, why no small repair exists)
    family: where a reading changes the kind of setting; rounds: where it takes a longer look than the theorem's
    examples: settings, as JSON, that the search looks at first: hard cases found by thought
    """

    label: str
    statement: str
    left: str
    right: str
    relation: str = "<="
    assume: tuple[str, ...] = ()
    where: Mapping[str, str] = field(default_factory=dict)
    vacuous: str = ""
    proved: bool = False
    severity: Severity | None = None
    remains: str = ""
    note: str = ""
    family: Family | None = None
    rounds: int | None = None
    examples: tuple[Mapping[str, Any], ...] = ()

    def __post_init__(self) -> None:
        if self.relation not in ("<=", "<", "=="):
            raise InputError("relation", self.relation, "<=, < or ==; turn a claim with >= round")

    @property
    def formulas(self) -> tuple[Formula, ...]:
        sides = [side for text in self.assume for a, _, b in relations(text) for side in (a, b)]
        return (parse(self.left), parse(self.right), *map(parse, self.where.values()), *sides)

    @property
    def free(self) -> frozenset[str]:
        """Names that a setting has to supply: constants and metrics."""
        return frozenset().union(*(f.free for f in self.formulas)) - set(self.where) - {"t"}


@dataclass(frozen=True)
class Theorem:
    """One statement of one paper.

    id: `paper.kind-number`; place: where it is printed; family: the settings it speaks of
    rounds: how many rounds the search looks at; first: the first round t the claim speaks of (None: no round)
    """

    id: str
    title: str
    place: str
    statement: str
    family: Family
    variants: tuple[Variant, ...]
    rounds: int = 20
    first: int | None = 0

    @property
    def paper(self) -> str:
        return self.id.split(".")[0]

    def variant(self, label: str) -> Variant:
        for variant in self.variants:
            if variant.label == label:
                return variant
        known = ", ".join(v.label for v in self.variants)
        raise InputError("variant", label, f"{self.id} has the variants {known}")

    def family_of(self, variant: Variant) -> Family:
        return variant.family or self.family

    def rounds_of(self, variant: Variant) -> int:
        return self.rounds if variant.rounds is None else variant.rounds


def scope(
    variant: Variant, lookup: Callable[[str], Any], arithmetic: Arithmetic, t: Any
) -> Callable[[str], Any]:
    """Name lookup for a variant's formulas: the round, its definitions (each evaluated once), then the setting."""
    known: dict[str, Any] = {"t": t}

    def find(name: str) -> Any:
        if name not in known:
            text = variant.where.get(name)
            known[name] = lookup(name) if text is None else parse(text).evaluate(find, arithmetic)
        return known[name]

    return find


def claim(
    text: str,
    *assume: str,
    family: Family,
    where: Mapping[str, str] | None = None,
    rounds: int = 20,
    first: int | None = 0,
) -> Theorem:
    """A claim of one's own: a theorem with the one variant `claim`, ready for `mixproof.bounds.search.verify.verify`.

    text: `left <= right` (also <, ==, >=, >), for every setting of the family that meets all of `assume` and every
    round t from `first` up to the `rounds` that the search looks at; first=None where the claim speaks of no round.
    The names that formulas may use are in NOTATION.md; `where` defines more: name -> formula, in order. Raises
    InputError for a text that is no formula, and for a name that the family does not know.

    >>> from mixproof.bounds.families.shared import gossip
    >>> mine = claim("spread(0) >= spread(t)", "eta <= 1/L", family=gossip(fixed=True))
    >>> mine.variant("claim").left, mine.variant("claim").relation, mine.variant("claim").right
    ('spread(t)', '<=', 'spread(0)')
    """
    parts = relations(text)
    if len(parts) != 1:
        raise InputError("claim", text, "one comparison, left <= right")
    ((left, relation, right),) = parts
    if relation.startswith(">"):
        left, relation, right = right, relation.replace(">", "<"), left
    variant = Variant("claim", text, left.text, right.text, relation, assume, where or {})
    check_names(family, variant)
    return Theorem("own.claim", text, "", text, family, (variant,), rounds, first)


def check_names(family: Family, variant: Variant) -> None:
    """Raises InputError where a formula uses a name that settings of the family lack, or a metric without its round."""
    setting = family.sample(Random(0))
    run = family.start(setting.sizes, setting.values, 1, FLOAT)
    for formula in variant.formulas:
        for name in sorted(formula.free - set(variant.where) - {"t"}):
            try:
                with np.errstate(all="ignore"):
                    value = getattr(run, name)
            except (AttributeError, KeyError, TypeError):  # not there, or made from a parameter that is not
                value = None
            except (ArithmeticError, ValueError):  # there, only not defined for this one setting
                continue
            if value is None:
                known = [known for known in {*dir(run), *variant.where} if not known.startswith("_")]
                near = ", ".join(sorted(get_close_matches(name, known, 3)))
                rule = f"settings of family {family.name} have no {name}"
                raise InputError("formula", formula.text, rule + (f"; did you mean {near}?" if near else ""))
            if callable(value) != (name in formula.called):
                rule = f"{name} {'needs a round' if callable(value) else 'takes no round'}"
                raise InputError("formula", formula.text, f"{rule}: {name}{'(t)' if callable(value) else ''}")

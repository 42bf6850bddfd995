"""A theorem as data: a family of settings, variants of a claim on them, each claim a formula.

A claim reads: for every setting of the family that meets the assumptions, and every round t it speaks of,
`left relation right`. `left` reads the trajectory; `right` and the assumptions read the setting (a few lemmas bound one
round by the previous one, and say so by using metrics on the right too).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from mixproof.spectral.errors import InputError
from mixproof.spectral.showing import as_table, shortened

from .arithmetic import FLOAT, flint_numbers
from .family import Family, again
from .formula import Formula, comparison, parse, relations
from .kernel.exact import Numbers
from .kernel.scope import Scope
from .kernel.text import Refused, Undefined
from .severity import Severity

__all__ = ["Theorem", "Variant", "scope", "unmet"]


@dataclass(frozen=True)
class Variant:
    """One printed (or repaired) form of a statement.

    label: `main`, `proof`, `repaired`, ...
    claim: one comparison (<=, <, ==, >= or >), the text from which `left`, `relation` and `right` are read
    assume: comparisons that a setting must meet, in the order printed; one that names t says of which rounds the claim
        speaks (`t < tau`): the text of a claim is the whole claim, and the rounds and sizes of a search are not
    where: definitions used by the claim, name -> formula, in order
    statement: what this reading is, in a line, where the claim and the theorem's own statement do not say it
    vacuous: why no setting meets the assumptions or the bound says nothing, where that is proved
    proved: True where the theorem's docstring proves this variant, and no derivation does
    severity: how grave it is that this form is false, where it is; remains: a sentence on what is true instead
    note: what a reader of the verdict must know (a reading chosen, why no small repair exists)
    family: where a reading changes the kind of setting; rounds: where it takes a longer look than the theorem's
    examples: settings, as JSON, that the search looks at first: hard cases found by thought, or kept (`theorems.found`)
    derivation: the text of a proof, line by line (docs/guides/derivations.md); variants may share one
    """

    label: str
    claim: str
    assume: tuple[str, ...] = ()
    where: Mapping[str, str] = field(default_factory=dict)
    statement: str = ""
    vacuous: str = ""
    proved: bool = False
    severity: Severity | None = None
    remains: str = ""
    note: str = ""
    family: Family | None = None
    rounds: int | None = None
    examples: tuple[Mapping[str, Any], ...] = ()
    derivation: str = ""

    @property
    def left(self) -> str:
        return comparison(self.claim)[0]

    @property
    def relation(self) -> str:
        """<=, < or ==: a claim with >= or > is turned round."""
        return comparison(self.claim)[1]

    @property
    def right(self) -> str:
        return comparison(self.claim)[2]

    @property
    def compared(self) -> str:
        """The claim as it is recorded: left relation right."""
        return " ".join(comparison(self.claim))

    def with_sides(self, left: str = "", right: str = "") -> Variant:
        """The same with another left or right side, and all else as it is."""
        return replace(self, claim=f"{left or self.left} {self.relation} {right or self.right}")

    @property
    def holds(self) -> bool:
        """Whether a proof stands beside it: in prose, or a derivation."""
        return self.proved or bool(self.derivation)

    @property
    def text(self) -> str:
        """The claim and its assumptions in a line."""
        assumed = f" if {', '.join(self.assume)}" if self.assume else ""
        return f"{self.compared}{assumed}"

    @property
    def formulas(self) -> tuple[Formula, ...]:
        sides = [side for text in self.assume for a, _, b in relations(text) for side in (a, b)]
        return (parse(self.left), parse(self.right), *map(parse, self.where.values()), *sides)

    @property
    def free(self) -> frozenset[str]:
        """Names that a setting has to supply: constants and metrics."""
        return frozenset().union(*(f.free for f in self.formulas)) - set(self.where) - {"t"}


@dataclass(frozen=True, repr=False)
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

    def changing(self, *labels: str) -> Theorem:
        """With these variants of a W that may change from round to round too, by the same lines: `LABEL-changing`."""
        more = []
        for told in map(self.variant, labels):
            said = f"{told.statement}; W may change from round to round" if told.statement else "W may change"
            label = f"{told.label}-changing"
            more.append(
                replace(
                    told,
                    label=label,
                    statement=said,
                    family=again(self.family_of(told), changing=True),
                    derivation=told.derivation.replace(f"\nclaim {told.label} by", f"\nclaim {label} by"),
                )
            )
        return replace(self, variants=(*self.variants, *more))

    def __repr__(self) -> str:
        """The claims as they are written, for people; the fields have the rest.

        >>> from mixproof.bounds import claim
        >>> from mixproof.bounds.families import gossip
        >>> claim("spread(t) <= spread(0)", "eta <= 1/L", "lam < 1", family=gossip(fixed=True))
        own.claim (gossip)
          claim  spread(t) <= spread(0) if eta <= 1/L, lam < 1
        """
        wide = max(len(each.label) for each in self.variants)
        lines = (f"  {each.label:<{wide}}  {shortened(each.text)}" for each in self.variants)
        return "\n".join([f"{self.id} ({self.family.name})", *lines])

    def _repr_html_(self) -> str:
        return as_table(
            f"{self.id} ({self.family.name})", ((each.label, each.text) for each in self.variants)
        )

    def family_of(self, variant: Variant) -> Family:
        return variant.family or self.family

    def rounds_of(self, variant: Variant) -> int:
        return self.rounds if variant.rounds is None else variant.rounds


def scope(
    variant: Variant, lookup: Callable[[str], Any], t: Any, numbers: Numbers = FLOAT
) -> Callable[[str], Any]:
    """Name lookup for a variant's formulas: the round, its definitions (each evaluated once), then the setting."""
    known: dict[str, Any] = {"t": t}

    def find(name: str) -> Any:
        if name not in known:
            text = variant.where.get(name)
            known[name] = lookup(name) if text is None else parse(text).evaluate(find, numbers)
        return known[name]

    return find


def unmet(variant: Variant, constants: Mapping[str, Any]) -> str:
    """The first assumption that these constants alone break, or at which it is not defined; empty where they meet all.

    One that speaks of more than constants is left out.
    """
    numbers = flint_numbers()
    known = {name: numbers.rational(value) for name, value in constants.items()}
    here = Scope(known, {}, numbers=numbers)
    for name, text in variant.where.items():
        with suppress(Refused):  # it speaks of more
            here.let({name: text})
    for text in variant.assume:
        for left, relation, right in relations(text):
            if "t" in left.free | right.free:  # it says of which rounds the claim speaks
                continue
            try:
                met = here.holds(f"{left.text} {relation} {right.text}")
            except (ArithmeticError, Undefined):  # it divides by zero there
                met = False
            except Refused:  # it speaks of the start, or of the network
                continue
            if not met:
                return text
    return ""

"""Richtarik, Sokolov and Fatkhullin 2021 (EF21): the largest step that a quadratic condition allows, up to a factor 2.

Statement. Let a, b > 0. If 0 < gamma <= 1/(sqrt(a) + b), then a gamma^2 + b gamma <= 1 (`main`). The bound is tight up
to the factor 2, as min(1/sqrt(a), 1/b) <= 2/(sqrt(a) + b) (`tight`); a step that meets the condition is at most that
minimum (`needed`).

Proof. gamma sqrt(a) <= 1 - b gamma <= 1, so a gamma^2 <= gamma sqrt(a). The larger of sqrt(a) and b is at least half of
their sum. Where a gamma^2 + b gamma <= 1, both a gamma^2 <= 1 and b gamma <= 1.
"""

from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .constants import CITED

_MAIN_PROOF = """
short: gamma*(sqrt(a) + b) <= 1 by gamma <= 1/(sqrt(a) + b)
low: gamma*sqrt(a) <= 1 by short, gamma > 0, b > 0
claim main by short, low, gamma > 0, sqrt(a) >= 0
"""
_TIGHT_PROOF = """
claim tight
"""
_NEEDED_PROOF = """
first: sqrt(a)*gamma <= 1 by root
low: gamma <= 1/b
other: gamma <= 1/sqrt(a) by first
both: gamma <= min(1/sqrt(a), 1/b) by cases min(1/sqrt(a), 1/b) == 1/sqrt(a), min(1/sqrt(a), 1/b) == 1/b
  case
    gamma <= min(1/sqrt(a), 1/b) by case, other
  case
    gamma <= min(1/sqrt(a), 1/b) by case, low
claim needed by both
"""

STEP = Theorem(
    id="richtarik2021.step",
    title="EF21: a step that meets its quadratic condition",
    place=f"Richtarik, Sokolov and Fatkhullin 2021, the lemma on the step, {CITED}",
    statement="gamma <= 1/(sqrt(a) + b) implies a gamma^2 + b gamma <= 1, tight up to a factor 2",
    family=scalars("", "a b gamma"),
    first=None,
    variants=(
        Variant(
            "main",
            "a*gamma**2 + b*gamma <= 1",
            statement="a gamma^2 + b gamma <= 1 for gamma <= 1/(sqrt(a) + b)",
            assume=("gamma <= 1/(sqrt(a) + b)",),
            derivation=_MAIN_PROOF,
        ),
        Variant(
            "tight",
            "min(1/sqrt(a), 1/b) <= 2/(sqrt(a) + b)",
            derivation=_TIGHT_PROOF,
        ),
        Variant(
            "needed",
            "gamma <= min(1/sqrt(a), 1/b)",
            statement="gamma <= min(1/sqrt(a), 1/b) where a gamma^2 + b gamma <= 1",
            assume=("a*gamma**2 + b*gamma <= 1",),
            derivation=_NEEDED_PROOF,
        ),
    ),
)

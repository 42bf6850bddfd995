"""Claims that only settings of a rare kind break: more vectors, clients or coordinates than are drawn at first, a start
at the minimizer, powers that are roots."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from mixproof.bounds import Family, Setting, claim
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.domains import UNIT
from mixproof.bounds.families import declared, gossip, matrices
from mixproof.bounds.families.compressed import QUANTISED
from mixproof.bounds.families.federated import federated
from mixproof.bounds.families.scalars import scalars
from mixproof.bounds.families.vectors import vectors
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.evaluation import Evaluator
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import theorem

AVERAGING = declared(Algorithm("averaging", {"x": "mix(x)"}))


@pytest.mark.parametrize(
    ("text", "assume", "family", "first"),
    [
        ("weighted_scatter2 <= scatter2/(n - 1)", (), vectors(), None),  # true for n <= 3
        ("farthest2(t) <= 2/3*spread2(t)", (), AVERAGING, 0),  # true for K <= 3
        ("lost2 <= sqrt(d)/(2*s)*norm2", (), QUANTISED, None),  # true for d <= 4
        # local steps rest elsewhere than at w*
        ("gap(t) <= (1 - eta*mu)**t*gap(0)", ("eta <= 1/L",), federated(noisy=False, fixed=True), 0),
        ("spread(t) <= lam**(3*t/2)*spread(0)", ("t >= 1",), AVERAGING, 0),
        ("rho*(1 - rho)**2 <= 37/250", (), scalars(rho=UNIT), None),  # one number, 1/3
    ],
)
def test_they_are_found_and_confirmed(
    text: str, assume: tuple[str, ...], family: Family, first: int | None
) -> None:
    mine = claim(text, *assume, family=family, first=first)
    verdict = verify(mine)
    assert verdict.outcome.name == "REFUTED"
    assert decide(verdict.witness).confirmed


def test_one_client_is_a_network() -> None:
    alone = claim("smallest(t) == 1", family=matrices(K=(1,)), rounds=3)
    assert verify(alone, seconds=0.1).outcome.name == "HOLDS"


def test_a_setting_of_too_long_numbers_keeps_its_step() -> None:
    """One that floats drew near 0, of which a run in fractions is refused, where an assumption fixes the step."""
    stated = theorem("mishchenko2022.theorem-3-6")
    variant = stated.variant("square-root")
    evaluator = Evaluator(stated, variant)
    setting = evaluator.family.from_json(variant.examples[0])
    start = setting.values["w0"].copy()
    start.flat[0] = Fraction(1, 10**3000)
    long = Setting(setting.sizes, {**setting.values, "w0": start})
    assert evaluator.pinned(long).to_json() == long.to_json()


def test_no_step_leaves_its_domain_for_an_assumption() -> None:
    resting = claim("spread2(t + 1) <= 0", "eta == 0", family=gossip(fixed=True))
    evaluator = Evaluator(resting, resting.variant("claim"))
    setting = evaluator.family.sample(Random(0))
    assert evaluator.pinned(setting).values["eta"] > 0

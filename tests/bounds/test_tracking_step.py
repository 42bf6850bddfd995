"""The step limit of gradient tracking, from both sides."""

import json
from dataclasses import replace
from fractions import Fraction as F

import pytest

from mixproof import check
from mixproof.bounds import Outcome
from mixproof.bounds.algorithms import algorithm
from mixproof.bounds.kept import derived, place
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs.lyapunov import necessary_step
from mixproof.bounds.proofs.lyapunov.constants import constants
from mixproof.bounds.search.verify import verify as search
from mixproof.bounds.theorems.mixproof.tracking_step import APART, TRACKING_STEP


def test_below_the_limit_it_is_derived_for_all_constants():
    record = json.loads(place(TRACKING_STEP, TRACKING_STEP.variant("below")).read_text())
    assert derived(TRACKING_STEP, TRACKING_STEP.variant("below"))["proved"]
    told = record["statement"]
    for i in range(3):
        fewer = told | {"assume": told["assume"][:i] + told["assume"][i + 1 :]}
        assert decide(record | {"statement": fewer}).word == "REFUSED"
    stronger = told | {"claim": told["claim"].replace("12*", "1188/100*")}
    assert stronger != told and decide(record | {"statement": stronger}).word == "REFUSED"


@pytest.mark.parametrize("lam", ["0", "1/2", "9/10", "99/100"])
def test_the_formula_is_the_necessary_limit(lam):
    step, limit = necessary_step(algorithm("diging"), constants(L=1, mu="1/10", lam=lam, eta=1))
    assert step == pytest.approx(float((1 - F(lam)) ** 2 / 2)) and limit.at == "z = -1"


def test_the_search_breaks_it_above_and_not_below():
    below = TRACKING_STEP.variant("below")
    beyond = replace(
        below, assume=("lam < 1", "L <= 1000*mu", "eta == 21/40*(1 - lam)**2/L"), examples=(APART,)
    )
    above = search(replace(TRACKING_STEP, rounds=90), beyond, seconds=0.1)
    assert above.outcome is Outcome.REFUTED and check(
        above.witness, replace(TRACKING_STEP, variants=(beyond,))
    )
    assert search(TRACKING_STEP, below, seconds=0.3).outcome is Outcome.HOLDS

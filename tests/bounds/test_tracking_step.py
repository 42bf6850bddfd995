"""The step limit of gradient tracking, from both sides."""

from dataclasses import replace
from fractions import Fraction as F

import pytest

from mixproof import check
from mixproof.bounds import Outcome
from mixproof.bounds.algorithms import algorithm
from mixproof.bounds.checker import lyapunov_family
from mixproof.bounds.proofs.lyapunov import necessary_step
from mixproof.bounds.proofs.lyapunov.constants import constants
from mixproof.bounds.search.verify import verify as search
from mixproof.bounds.theorems.mixproof.tracking_step import APART, TRACKING_STEP, certificate


def test_below_the_limit_a_certificate_of_every_lambda_proves_it():
    document = certificate()
    result = lyapunov_family.check(document)
    assert (
        result["proved"] and "every s in (0, 1]" in result["what"] and "1 - 199/400000 s^2" in result["what"]
    )
    assert [(document[name]["order"], document[name]["shift"]) for name in "PQ"] == [(0, [0]), (1, [0, 1])]

    def at(name, s):
        first, second = document[name]["terms"]
        return [[F(a) + s * F(b) for a, b in zip(*rows)] for rows in zip(first, second)]

    for s in (F(0), F(1)):
        [[P]], [[a], [b, c]] = at("P", s), at("Q", s)
        assert F("0.3437") <= min(P, a - b * b / c) and c > 0  # the least over p of Q
        top = F("3.965")
        assert top >= P and top >= a and (top - a) * (top - c) >= b * b  # Q <= top


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

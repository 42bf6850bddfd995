"""The step limit of gradient tracking, from both sides."""

from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest

from mixproof import check
from mixproof.bounds import Outcome
from mixproof.bounds.algorithms import algorithm
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs.lyapunov import necessary_step
from mixproof.bounds.proofs.lyapunov.constants import constants
from mixproof.bounds.search.verify import verify as search
from mixproof.bounds.theorems.mixproof.tracking_step import APART, TRACKING_STEP, certificate

from .stacks import Stacks


def test_below_the_limit_a_derivation_of_every_lambda_proves_it():
    record = certificate()
    sentence = decide(record).sentence
    assert sentence.startswith("PROVED: s*distance2(t) <= (1 - 199/400000*s**2)**t*start(V); s = (1 - lam)")
    where = record["statement"]["where"]

    def V(s, mean, x, p):
        """Of two clients: the mean of their errors, how x and the tracker differ over them."""
        apart = np.array([[1.0], [-1.0]]) / np.sqrt(2)
        names = {"x": mean / np.sqrt(2) + x * apart, "p": p * apart, "o": np.zeros((2, 1)), "lam": 1 - s}
        return Stacks(names, [np.eye(2)], np.zeros_like, where).value("V")

    def at(s):
        """P, and Q = s (a, s b; s b, s^2 c)."""
        a, c = V(s, 0, 1, 0), V(s, 0, 0, 1)
        b = (V(s, 0, 1, 1) - a - c) / 2
        return np.array([V(s, 1, 0, 0), a / s, b / s**2, c / s**3])

    half, one = at(0.5), at(1.0)
    least, most = np.inf, 0.0
    for P, a, b, c in (2 * half - one, one):  # both ends of what is linear in s
        least = min(least, P, a - b * b / c)
        most = max(most, P, np.linalg.eigvalsh([[a, b], [b, c]])[-1])
    assert c > 0 and 0 < most / least < 12


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

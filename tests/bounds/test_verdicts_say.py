"""What a verdict says it looked at, steps that an assumption fixes, and why a claim is undecided."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from mixproof.bounds import Outcome, claim
from mixproof.bounds.arithmetic import middle
from mixproof.bounds.families import declared
from mixproof.bounds.families.local_steps import local_steps
from mixproof.bounds.families.shared import gossip, matrices
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search import verify
from mixproof.bounds.search.coverage import Coverage

FAMILY = gossip(fixed=True, noisy=False, offsets=False)


def test_holds_names_rounds_and_sizes():
    found = verify(
        claim("spread(t) <= spread(t) + K", "eta <= (1 + lam_n)/L", family=FAMILY, rounds=5), seconds=0.1
    )
    assert found.outcome is Outcome.HOLDS
    (first, last), sizes = found.looked["rounds"], found.looked["sizes"]
    assert first == 0 and last >= 5 and {2, 3} <= {*sizes["K"]} and {*sizes["d"]} == {1, 2}
    assert found.to_json()["looked"] == found.looked
    assert {kind["kind"] for kind in found.looked["kinds"]} == {"quadratic clients", "clients that bend"}
    assert "(quadratic clients: rounds 0 to 399, K=2.." in found.sentence and "d=1..2" in found.sentence
    assert f"; clients that bend: rounds 0 to {last}, " in found.sentence


def test_what_no_setting_met_is_not_said_to_be_looked_at():
    found = verify(claim("t <= t", "K <= 2", "1 <= t < 3", family=FAMILY, rounds=5), seconds=0.1)
    assert found.looked["rounds"] == [1, 2] and found.looked["sizes"]["K"] == [2]
    none = verify(claim("lam <= 1", family=matrices(), first=None), seconds=0.05)
    assert none.looked["rounds"] is None and "round" not in none.sentence


def test_refuted_names_all_sizes_and_what_they_count():
    found = verify(claim("gap(t) <= 0", family=local_steps(K=(1, 2)), rounds=2), seconds=0.1)
    assert found.outcome is Outcome.REFUTED
    assert "with N=1 (clients), tau=1 (local steps), K=1 (intervals)" in found.sentence


@pytest.mark.parametrize(
    ("text", "step", "outcome"),
    [
        ("spread(t) <= spread(0) + t*L", "eta == 1/(2*L)", "REFUTED"),  # at a large spread of the minimizers
        ("eta*L == 1/2", "eta == 1/(2*L)", "HOLDS"),
        ("eta*L == 1/2", "1/(3*L) == eta", "REFUTED"),
        ("eta == twice/2", "eta == half", "HOLDS"),  # by definitions
    ],
)
def test_a_step_that_a_theorem_fixes(text, step, outcome):
    where = {"half": "1/(2*L)", "twice": "2*half"}
    found = verify(claim(text, step, family=FAMILY, where=where, rounds=5), seconds=0.1)
    assert found.outcome.name == outcome
    if outcome == "REFUTED":
        numbers = found.setting
        L = max(Fraction(a) for row in numbers["a"] for a in row)
        assert Fraction(numbers["eta"]) in (1 / (2 * L), 1 / (3 * L))
        assert decide(dict(found.witness)).confirmed


@pytest.mark.parametrize(
    ("assume", "said"),
    [
        (("lam < 1", "K > 9"), "none of 200 drawn anew met K > 9"),
        (("K > 9", "d > 2"), "met K > 9 nor d > 2"),
        (("K == 2", "K == 3"), "each assumption is met by some, never all by one"),
        (("t < 0",), "none of 200 drawn anew met t < 0"),
        (("eta == sqrt(2)/L",), "no setting among"),  # irrational: no exact setting has it
    ],
)
def test_undecided_names_the_assumption(assume, said):
    found = verify(claim("spread(t) <= 1", *assume, family=FAMILY, rounds=4), seconds=0.05)
    assert found.outcome is Outcome.UNDECIDED and said in found.sentence


@pytest.mark.parametrize(
    ("text", "assume"),
    [
        ("spread(t) <= 1/(lam - lam)", ()),
        ("spread(t) <= -log(lam - lam)", ()),
        ("0 <= spread(t) + 1", ("eta <= 1/(lam - lam)",)),
    ],
)
def test_what_is_no_number_is_no_bound_and_meets_no_assumption(text, assume):
    found = verify(claim(text, *assume, family=FAMILY, rounds=4), seconds=0.05)
    assert found.outcome is Outcome.UNDECIDED


@pytest.mark.parametrize("method", ["NIDS", "EXTRA", "DIGing", "diffusion", "local-2"])
def test_growth_that_shows_late_is_refuted_with_defaults(method):
    """Alike clients, step 2.01/L: the error is multiplied by -1.01 a round, and exceeds its double from t = 35 on."""
    mine = claim("error2(t) <= 2*error2(0)", "eta <= 201/(100*L)", "gstar == 0", family=declared(method))
    assert verify(mine).outcome is Outcome.REFUTED


def test_rounds_are_said_of_the_settings_that_were_followed_through_them():
    coverage = Coverage()
    for _ in range(9):
        coverage.add("", {"K": 2}, range(21))
    coverage.add("", {"K": 3}, range(1, 161))
    coverage.add("", {"K": 3}, [*range(21), 40, 80])
    assert coverage.said(True, {}) == "rounds 0 to 20, of 1 setting to 160, K=2..3"
    coverage.add("", {"K": 3}, [*range(21), 40, 320])
    assert (
        coverage.said(True, {}) == "rounds 0 to 20, of 1 setting to 160, of 1 setting some up to 320, K=2..3"
    )
    assert coverage.to_json(True)["rounds"] == [0, 20] and coverage.settings == 12


def test_rounds_of_a_declared_method_found_two_at_a_time_are_those_one_by_one():
    random = Random(4)
    for family in (
        declared("EXTRA", "quadratic"),
        declared("chebyshev-gossip-3-1/2"),
        declared("FEDAVG", "quadratic"),
    ):
        for _ in range(4):
            setting = family.sample(random)
            quick = family.start(setting.sizes, setting.values, 5)
            exact = family.exact(setting)
            assert quick.reach > 399
            with np.errstate(all="ignore"):
                for name in ("distance2", "error2", "spread2"):
                    known = [middle(getattr(exact, name)(t)) for t in range(41)]
                    assert np.allclose(getattr(quick, name)(np.arange(41)), known, rtol=1e-6, atol=1e-9)

"""The search: what is false is refuted exactly, what is proved never is, and the same seed says the same."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds import Outcome
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.evaluation import Evaluator
from mixproof.bounds.search.hunt import simplest
from mixproof.bounds.search.replay import replay
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import theorem


def test_the_same_seed_gives_the_same_verdict():
    t = theorem("decefl.theorem-1")
    first, second = (verify(t, t.variant("eq-6"), 0.3, 5) for _ in range(2))
    assert replace(first, seconds=0) == replace(second, seconds=0)


def test_an_exact_replay_refuses_what_only_floats_break():
    """A setting on the wrong side of an assumption by less than float rounding is no witness."""
    t = theorem("decefl.lambda-range")
    v = t.variant("repaired")
    swap = {"K": 2, "S": 1, "W": [[["1/1000000000000000000", "999999999999999999/1000000000000000000"]] * 2]}
    swap["W"][0][1] = swap["W"][0][0][::-1]
    setting = t.family.from_json(swap)
    assert not replay(t, v, setting, 0).refuted


def test_planted_errors_are_refuted():
    """A constant halved, an exponent changed, the wrong eigenvalue: each in a proved statement."""
    plants = [
        ("decefl.theorem-1", "repaired", "where:zeta", "delta*G/", "delta*G/(3*K)/"),
        ("decefl.contraction", "main", "right", "lam*", "lam**2*"),
        ("decefl.si-eq-42", "proof", "right", " + 2*(1 - step(t)*L)/K*spread2(t)", ""),
        ("defed.global-constants", "smooth", "right", "2*L", "2*mu"),
        ("decefl.si-average-gradient", "proof", "right", "2*step", "1/4*step"),
    ]
    for id_, label, place, old, new in plants:
        t = theorem(id_)
        v = t.variant(label)
        if place.startswith("where:"):
            name = place.split(":")[1]
            assert old in v.where[name]
            v = replace(v, where={**v.where, name: v.where[name].replace(old, new)})
        else:
            assert old in v.right
            v = v.with_sides(right=v.right.replace(old, new))
        assert verify(t, v, 2.0, 1).outcome is Outcome.REFUTED, (id_, new)


def test_errors_that_only_show_in_a_limit_or_after_the_horizon_are_refuted():
    """Each fails, but not at the sizes or rounds that are drawn first; both statements are true as they were."""
    bound = theorem("ops.corollary-3")
    true = bound.variant("repaired")  # met as G and C2 go to 0, and as G grows, where the change does no harm
    less = replace(
        true, where={**true.where, "C1": f"({true.where['C1']})*99/100"}, proved=False, derivation=""
    )
    verdict = verify(bound, less, 2.0, 0)
    assert verdict.outcome is Outcome.REFUTED
    regret = theorem("ops.theorem-2")
    true = regret.variant("all-rounds")  # without connection a node's weight may halve in each round
    apart = replace(
        true, assume=tuple(a for a in true.assume if "connected" not in a), proved=False, derivation=""
    )
    verdict = verify(regret, apart, 6.0, 0)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None and verdict.witness["t"] > regret.rounds
    assert decide(dict(verdict.witness)).confirmed


@given(st.fractions(min_value=Fraction(1, 50), max_value=50), st.fractions(min_value=0, max_value=2))
def test_the_simplest_fraction_lies_between_and_is_simplest(low, width):
    a, b = float(low), float(low + width)
    found = simplest(a, b)
    assert a <= found <= b
    for denominator in range(1, min(found.denominator, 60)):
        assert -(-Fraction(a) * denominator // 1) > Fraction(b) * denominator


def test_steps_are_moved_to_the_edge():
    t = theorem("decefl.theorem-1")
    v = t.variant("eq-5")
    evaluator = Evaluator(t, v)
    setting = t.family.from_json(
        {
            "K": 2,
            "d": 1,
            "S": 1,
            "W": [[["3/4", "1/4"], ["1/4", "3/4"]]],
            "a": [[1], [1]],
            "s": [0, 0],
            "c": [[1], [-1]],
            "w0": [[1], [-1]],
            "delta": "1/8",
            "Gamma": "1/8",
        }
    )
    steps = evaluator(setting, fit=True).steps
    assert steps["delta"] == pytest.approx(1, rel=1e-2)  # delta > 1/mu
    assert steps["Gamma"] == pytest.approx(1, rel=1e-2)  # Gamma > lam/(1 - lam) and delta/Gamma <= 1/L


def test_a_replay_names_the_first_assumption_that_is_not_proved():
    t = theorem("decefl.theorem-1")
    v = replace(t.variant("eq-5"), assume=("L > 0", "L < 0", "K == 9"))
    result = replay(t, v, t.family.sample(Random(0)), 1)
    assert not result.refuted and result.unmet == "L < 0"

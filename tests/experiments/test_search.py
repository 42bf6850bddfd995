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
from mixproof.bounds.theorems import ALL, theorem

MINE = [t for t in ALL if t.paper in ("defed", "decefl")]
VARIANTS = [pytest.param(t, v, id=f"{t.id}:{v.label}") for t in MINE for v in t.variants]

# Every printed variant of DeFed and DeceFL that is false, from the derivations in the statements' docstrings.
FALSE = {
    "defed.theorem-1": {
        "garbled-lambda",
        "epsilon-sum",
        "epsilon-end-every-k",
        "epsilon-end-mean-some-k",
        "epsilon-end-mean-every-k",
    },
    "defed.proposition-1": {
        "statement",
        "statement-equal-start",
        "scaled-mean-equal-start",
        "unscaled",
        "unscaled-equal-start",
    },
    "defed.optimum": {"main"},
    "defed.eq-23": {"proof", "agreeing", "mean", "unscaled"},
    "defed.gradient-norm": {"first", "second", "second-local"},
    "defed.recursion": {"proof", "unscaled"},
    "defed.experiment-difference": {"lower-end"},
    "decefl.theorem-1": {"eq-5", "eq-6", "eq-5-equal-start", "eq-6-equal-start"},
    "decefl.lambda-range": {"positive", "below-one", "footnote", "covers-fedavg"},
    "decefl.performance-gap": {"main"},
    "decefl.consensus": {"swarm-spread-any-step", "main-literal", "eq-38", "eq-38-all-windows"},
    "decefl.swarm-limit": {"main"},
    "decefl.fedavg-equivalence": {"algorithm-1", "swarm"},
    "decefl.si-theorem-1": {
        "statement-implicit",
        "proof-lambda",
        "epsilon-minima",
        "epsilon-mean-minima",
        "epsilon-end-1-every-k",
        "epsilon-end-2-some-k",
    },
    "decefl.si-theorem-2": {"statement-implicit"},
    "decefl.si-theorem-3": {"statement-lambda", "proof-implicit"},
    "decefl.si-eq-42": {"long-step"},
    "decefl.si-eq-46": {"proof-lambda", "statement"},
    "decefl.si-eq-50": {"proof", "agreeing", "variance"},
    "decefl.si-eq-56": {"proof"},
    "decefl.si-eq-57": {"proof", "proof-lambda"},
    "decefl.si-proposition-1": {"statement", "proof"},
    "decefl.gradient-norm": {"first", "second", "second-scaled", "second-tilde"},
    "decefl.si-remark-3": {"assumptions"},
    "decefl.si-assumption-3-remark": {"main", "three-or-more"},
    "decefl.five-step-product": {"information"},
    "decefl.random-graph-edges": {"connected"},
    "decefl.table-samples": {"rounded", "cut-off"},
}


@pytest.mark.parametrize("t, v", VARIANTS)
def test_verdict(t, v):
    verdict = verify(t, v, seconds=0.6, seed=11)
    if v.label in FALSE.get(t.id, set()):
        assert verdict.outcome is Outcome.REFUTED, verdict.sentence
        assert verdict.witness is not None
        checked = decide(dict(verdict.witness))
        assert checked.confirmed, checked
        setting = t.family_of(v).from_json(verdict.witness["setting"])
        assert replay(t, v, setting, verdict.witness["t"]).refuted
        if not v.examples:
            assert verdict.witness["t"] <= 20
    else:
        assert verdict.outcome in (Outcome.HOLDS, Outcome.VACUOUS), verdict.sentence
        assert v.holds == (verdict.outcome is Outcome.HOLDS)  # nothing holds by search alone


def test_what_is_proved_is_never_refuted():
    """Under another seed each than in `test_verdict`."""
    proved = [(t, v) for t in MINE for v in t.variants if v.holds]
    for seed, (t, v) in enumerate(proved, 100):
        assert verify(t, v, seconds=0.05, seed=seed).outcome is not Outcome.REFUTED


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
            v = replace(v, right=v.right.replace(old, new))
        assert verify(t, v, 2.0, 1).outcome is Outcome.REFUTED, (id_, new)


def test_errors_that_only_show_in_a_limit_or_after_the_horizon_are_refuted():
    """Each fails, but not at the sizes or rounds that are drawn first; both statements are true as they were."""
    bound = theorem("ops.corollary-3")
    true = bound.variant("repaired")  # met as G and C2 go to 0, and as G grows, where the change does no harm
    less = replace(true, where={**true.where, "C1": f"({true.where['C1']})*99/100"}, proved=False)
    verdict = verify(bound, less, 2.0, 0)
    assert verdict.outcome is Outcome.REFUTED
    regret = theorem("ops.theorem-2")
    true = regret.variant("all-rounds")  # without connection a node's weight may halve in each round
    apart = replace(true, assume=tuple(a for a in true.assume if "connected" not in a), proved=False)
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

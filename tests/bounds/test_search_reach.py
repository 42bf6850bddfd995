"""What the search draws and follows: special starts, domains, rounds far away."""

from __future__ import annotations

import runpy
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds import Family, Outcome, Parameter, claim
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.domains import Domain
from mixproof.bounds.families.declared import declared
from mixproof.bounds.families.moments import Moments
from mixproof.bounds.families.shared import gossip, matrices
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.evaluation import Evaluator
from mixproof.bounds.search.evolution import generations
from mixproof.bounds.search.hunt import Hunt
from mixproof.bounds.search.recursions import without_common
from mixproof.bounds.search.settings import settings as looked_at
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import theorem

FIXED = gossip(fixed=True, noisy=False)


# --- rounds far away


@settings(deadline=None, max_examples=20)
@given(gossip(fixed=True).strategy(), st.sampled_from([130, 399]))
def test_repeated_squaring_reaches_the_same_models(setting, far):
    family = gossip(fixed=True)
    followed = family.start(setting.sizes, setting.values, far)
    if followed.eta * followed.L > 1 + followed.lam_n:
        return  # the run explodes, and floats with it
    one = Moments(followed).one_round
    x = followed.start.reshape(-1)
    for _ in range(far):
        x = one.A @ x + one.b
    mean = x.reshape(followed.start.shape).mean(0) - followed.wstar
    assert followed.state(far).mean.reshape(-1) == pytest.approx(x, rel=1e-6, abs=1e-7)
    exact = family.exact(setting)
    noise_free = float(followed.error2(far)) - float(mean @ mean)
    assert noise_free >= -1e-6
    low, high = enclosure(exact.error2(far))
    assert float(low) == pytest.approx(float(followed.error2(far)), rel=1e-6, abs=1e-7)
    assert high - low <= Fraction(1, 10**20) * max(1, abs(high))


DIVERGES = "distance2(t) <= 1000*(distance2(0) + gstar**2/mu**2)"


def test_a_slow_divergence_is_seen():
    """Of clients that hardly mix: distances grow by at most 1.042 a round, so that no early round breaks the claim."""
    for scope in ((), ("t > 60",)):
        mine = claim(DIVERGES, "eta <= 51/(25*L)", "own >= 999/1000", *scope, family=FIXED)
        verdict = verify(mine, mine.variant("claim"), 0.2)
        assert verdict.outcome.name == "REFUTED" and decide(dict(verdict.witness)).confirmed
        assert verdict.witness["t"] > 60


@pytest.mark.parametrize(
    ("text", "assume"),
    [
        (DIVERGES.replace("1000", "10**6"), ("eta <= 2001/(1000*L)", "own >= 9999/10000")),
        ("spread(t) <= spread(0)/1000", ("eta <= 1/L", "lam < 1", "t >= 2000")),
    ],
)
def test_what_thousands_of_rounds_break_is_seen(text, assume):
    mine = claim(text, *assume, family=FIXED)
    verdict = verify(mine, mine.variant("claim"), 0.4)
    assert verdict.outcome.name == "REFUTED" and verdict.witness["t"] >= 2000
    assert decide(dict(verdict.witness)).confirmed


@pytest.mark.parametrize(
    ("text", "noise", "last"),
    [("mean(s < t + 1, gap(s)) <= 1", 0, 320), ("spread2(t) <= 1", 1, 320), ("spread2(t) <= 1", 0, 81920)],
)
def test_no_round_is_looked_at_that_the_kernel_does_not_reach(text, noise, last):
    """It follows sums over rounds, and noise, one by one."""
    family = gossip(fixed=True)
    mine = claim(text, "eta <= 1/L", family=family)
    evaluator = Evaluator(mine, mine.variant("claim"))
    evaluator.farthest = 10**5
    drawn = family.sample(Random(1))
    setting = family.put(drawn, {"v": [Fraction(noise)] * drawn.values["v"].size})
    run = family.start(setting.sizes, setting.values, 22)
    assert run.reach > last == evaluator._rounds(run)[-1]


def test_far_rounds_of_a_run_that_explodes_hide_no_near_one() -> None:
    """spread(t) first exceeds the bound at a near round; rounds far away, where it is 1e77, are looked at too."""
    dgd = gossip(fixed=True, common=True, noisy=False)
    mine = claim("spread(t) <= eta*sqrt(2*L*eps0)/(1 - lam)", "lam < 1", "eta <= 1/L", family=dgd)
    found = verify(mine, mine.variant("claim"), seconds=1)
    assert found.outcome is Outcome.REFUTED and found.exact is not None and found.exact["t"] < 20


# --- special starts


def test_special_starts_are_where_they_say():
    family = FIXED
    setting = family.sample(Random(3))
    minimum, own, around, slowest, rest = (family.started(setting, start) for start in range(5))
    assert family.exact(minimum).distance2(0) == 0
    assert family.exact(own).gradients2(0) == 0
    run = family.exact(around)
    assert run.error2(0) == 0 != run.spread2(0)
    assert run.spread2(0) == family.exact(setting).spread2(0)
    run = family.exact(slowest)
    W, x = (slowest.values[name].astype(float) for name in ("W", "w0"))
    assert np.linalg.norm(W[0] @ x - x.mean(0)) == pytest.approx(
        float(run.lam) * float(run.spread(0)), rel=1e-3
    )
    run = family.exact(rest)
    assert run.measured("sq(x - w0)")(3) == 0


def test_a_claim_that_only_a_model_at_rest_breaks():
    mine = claim("distance(t + 1) < distance(t)", "eta < (1 + lam_n)/(L + mu)", "spread(0) > 0", family=FIXED)
    verdict = verify(mine, mine.variant("claim"), 0.3)
    assert verdict.outcome.name == "REFUTED"


# --- domains


def test_every_setting_looked_at_lies_in_the_domains_given():
    within = (Fraction(1, 2), Fraction(3))

    def clip(coordinates, shape):
        return [min(max(x, type(x)(within[0])), type(x)(within[1])) for x in coordinates]

    narrow = [
        replace(p, domain=replace(p.domain, retract=clip)) if p.name == "a" else p for p in FIXED.parameters
    ]
    family = replace(FIXED, parameters=tuple(narrow), also=())
    mine = claim("error(t) <= 10**9*(1 + error(0))", "eta <= 1/L", family=family)
    evaluator, seen = Evaluator(mine, mine.variant("claim")), []
    kept = evaluator.floats
    evaluator.floats = lambda sizes, values, *rest, **more: (  # type: ignore[method-assign]
        seen.append(values["a"]) or kept(sizes, values, *rest, **more)
    )
    list(looked_at(evaluator, (), 200, 0))
    assert len(seen) > 150
    assert all((a >= 0.5).all() and (a <= 3).all() for a in seen)


def test_matrices_of_four_nodes_and_more_are_looked_at():
    mine = claim("0 < smallest(t)", "connected == 1", "own > 0", "t >= 2", family=matrices(), rounds=4)
    verdict = verify(mine, mine.variant("claim"), 0.6)
    assert verdict.outcome.name == "REFUTED" and verdict.setting["K"] == 4


def test_clients_in_two_camps_break_what_is_true_up_to_four_clients():
    """False where K > 4 L^2/(L - mu)^2: the spread acts through (L - mu)/2 times its sum over clients."""
    text = "error(t + 1) <= (1 - eta*mu)*error(t) + eta*L*spread(t)/K"
    mine = claim(text, "eta <= 1/L", family=FIXED, rounds=2)
    verdict = verify(mine, mine.variant("claim"), 1)
    assert verdict.outcome.name == "REFUTED" and verdict.setting["K"] == 5


def test_a_parameter_of_ones_own_domain_is_drawn_from_it():
    pairs = Domain(
        "even",
        (Fraction(2), Fraction(4)),
        lambda coordinates, shape: [2 * round(x / 2) or 2 for x in coordinates],
        lambda shape: 1,
        lambda coordinates, shape: np.array(coordinates[0], dtype=object),
        lambda array: [array.item()],
        lambda array, axis, index: array,
    )
    family = Family("own", {}, (Parameter("n", (), pairs),), object)
    drawn = family.sample(Random(0))
    assert family.put(drawn, {"n": [Fraction(7)]}).values["n"].item() == 8


def test_a_verdict_names_what_every_form_of_clients_looked_at() -> None:
    mine = claim("0 <= spread(t)", family=gossip(fixed=True, noisy=False), rounds=3)
    looked = verify(mine, mine.variant("claim"), seconds=0.1).looked
    assert looked is not None and {"K", "d", "M"} <= set(looked["sizes"])


# --- hunts


def test_the_evolution_strategy_finds_the_bottom_of_a_long_valley():
    def cost(x):
        return float(((10.0 ** np.arange(len(x)) * (x - 1)) ** 2).sum())

    steps = generations(cost, [0.0] * 4, [1.0] * 4, 0, 1e-9)
    lowest, best = list(islice(steps, 375))[-1]
    assert cost(best) == lowest < 1e-3


def test_a_hunt_that_is_left_goes_on_where_it_stood():
    stated = theorem("decefl.theorem-1")
    costs = []
    for stops in ((60, 120, 160), (160,)):
        evaluator = Evaluator(stated, stated.variant("repaired"))
        hunt = Hunt(evaluator, evaluator.family.sample(Random(2)), None, 0)
        found = [setting for stop in stops for _, setting in hunt.until(stop)]
        assert found and evaluator(found[-1]).cost == pytest.approx(hunt.cost, abs=1e-3)
        costs.append(hunt.cost)
    assert costs[0] == costs[1]


def test_the_search_comes_near_the_exact_worst_case():
    """README's spread after two rounds: the value of a semidefinite program; quadratic clients reach .74 of it."""
    share = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "worst_case_share.py"))
    row = share["ROWS"][0]
    assert 0.95 < share["found"](row, 2, 2.0, 1, proved=True) / row.worst[2] < 1.0005


def test_a_claim_on_late_rounds_alone_is_looked_at_there() -> None:
    """Clients that bend are followed round by round, to where the claim begins and on."""
    dgd = declared("DGD", "bent")
    mine = claim("error2(t) <= error2(0)", "118 <= t < 122", "eta <= 1/L", family=dgd)
    found = verify(mine, seconds=0.1)
    assert found.outcome is Outcome.REFUTED and found.exact is not None and 118 <= found.exact["t"] < 122


# --- recursions


def test_a_recursion_is_searched_with_what_both_sides_have_on_the_left():
    """The constant is 1/12; both sides are nearly gap(t) wherever little happens, and their ratio says nothing."""
    stated = claim("gap(t + 1) <= gap(t) + L*spread2(t)/(14*K)", "step(0) <= 1/L", family=gossip(noisy=False))
    moved = without_common(stated.variants[0])
    assert moved is not None and moved.claim == "(gap(t + 1)) - (gap(t)) <= (L*spread2(t)/(14*K))"
    found = verify(stated, seed=0)
    assert found.outcome is Outcome.REFUTED and decide(dict(found.witness)).word == "REFUTED"


@pytest.mark.parametrize(
    "text", ["spread(t) <= gap(t)", "gap(t + 1) <= gap(t)", "sum(s < t, gap(s)) <= t*gap(0)"]
)
def test_other_claims_are_searched_as_they_are(text):
    assert without_common(claim(text, family=FIXED).variants[0]) is None

"""What the search draws and follows: clients that bend, special starts, domains, rounds far away, any processor."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds import EXACT, FLOAT, Family, Outcome, Parameter, claim
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.checker import check
from mixproof.bounds.domains import Domain
from mixproof.bounds.families.shared import gossip, matrices
from mixproof.bounds.search.evolution import generations
from mixproof.bounds.search.hunt import Hunt
from mixproof.bounds.search.look import Looker
from mixproof.bounds.search.settings import settings as looked_at
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import theorem

FIXED = gossip(fixed=True, noisy=False)
METRICS = [
    *("spread2", "error2", "distance2", "gap", "gradients2", "local_gaps", "curved_gaps", "steep_gaps"),
    *("tilde_gaps", "F_of_clients", "mean_gradient2", "noise2", "global_gradient2", "alignment"),
    "fedavg_distance2",
]


def bent(family: Family) -> Family:
    return family.also[0]


# --- clients that bend


def _plain(setting, rounds):
    """Models by a loop, each gradient an integral of slopes over the pieces between bends."""
    v = {name: array.tolist() for name, array in setting.values.items()}

    def pull(k, w):
        c, total = v["c"][k][0], Fraction(0)
        low, high = min(c, w), max(c, w)
        cuts = sorted({low, high, *(b for b in v["bend"][k] if low < b < high)})
        for left, right in pairwise(cuts):
            passed = [(b, j) for j, b in enumerate(v["bend"][k]) if b <= left]
            slope = v["after"][k][max(passed)[1]] if passed else v["a"][k][0]
            total += slope * (right - left)
        return total if w >= c else -total

    x, K = [row[0] for row in v["w0"]], len(v["c"])
    path = [x]
    for t in range(rounds):
        step = v["eta"] if "eta" in v else v["delta"] / (t + v["Gamma"])
        mixed = [sum(v["W"][0][k][j] * x[j] for j in range(K)) for k in range(K)]
        x = [mixed[k] - step * pull(k, x[k]) for k in range(K)]
        path.append(x)
    return path, pull


@settings(deadline=None, max_examples=40)
@given(bent(gossip(noisy=False, offsets=False)).strategy())
def test_bent_clients_follow_their_integrals(setting):
    path, pull = _plain(setting, 3)
    run = bent(gossip(noisy=False, offsets=False)).start(setting.sizes, setting.values, 3, EXACT)
    K = len(path[0])
    for t, x in enumerate(path):
        mean = sum(x) / K
        assert run.spread2(t) == EXACT.number(sum((y - mean) ** 2 for y in x))
        assert run.gradients2(t) == EXACT.number(sum(pull(k, y) ** 2 for k, y in enumerate(x)))
    best = enclosure(run.wstar[0])[0]
    assert sum(pull(k, best) for k in range(K)) == 0


@settings(deadline=None, max_examples=40)
@given(bent(gossip(scaled=True)).strategy())
def test_bent_clients_in_floats_are_the_exact_ones_and_their_losses_obey_their_constants(setting):
    family = gossip(scaled=True)
    floats, exact = (
        family.start(setting.sizes, setting.values, 4, arithmetic) for arithmetic in (FLOAT, EXACT)
    )
    for name in METRICS:
        low, _ = enclosure(EXACT.number(getattr(exact, name)(2)))
        assert float(getattr(floats, name)(2)) == pytest.approx(float(low), rel=1e-6, abs=1e-6), name
    assert exact.gradients2(2) <= exact.steep_gaps(2)
    assert exact.curved_gaps(2) <= exact.gradients2(2)
    assert exact.gap(2) >= 0
    assert family.from_json(setting.to_json()).to_json() == setting.to_json()


@settings(deadline=None, max_examples=20)
@given(bent(FIXED).strategy())
def test_a_bend_that_changes_no_slope_makes_a_quadratic_client(setting):
    after = np.repeat(setting.values["a"], setting.sizes["M"], axis=1)
    unbent = FIXED.start(setting.sizes, {**setting.values, "after": after}, 5, EXACT)
    plain = {name: array for name, array in setting.values.items() if name not in ("bend", "after")}
    turns = {"s": np.array([Fraction(0)] * setting.sizes["K"])}
    quadratic = FIXED.start(
        {n: x for n, x in setting.sizes.items() if n != "M"}, {**plain, **turns}, 5, EXACT
    )
    assert type(unbent) is not type(quadratic)
    for name in METRICS:
        assert getattr(unbent, name)(4) == getattr(quadratic, name)(4), name
    assert (unbent.L, unbent.mu, unbent.gstar**2) == (quadratic.L, quadratic.mu, quadratic.gstar**2) or (
        enclosure(unbent.gstar)[0] <= enclosure(quadratic.gstar)[1]
    )


# --- rounds far away


@settings(deadline=None, max_examples=20)
@given(gossip(fixed=True).strategy(), st.sampled_from([130, 399, 3000]))
def test_repeated_squaring_reaches_the_same_models(setting, far):
    family = gossip(fixed=True)
    followed = family.start(setting.sizes, setting.values, far, FLOAT)
    if followed.eta * followed.L > 1 + followed.lam_n:
        return  # the run explodes, and floats with it
    x, A, b = followed.w0.reshape(-1), *followed._round[:2]
    for _ in range(far):
        x = A @ x + b
    mean = x.reshape(followed.w0.shape).mean(0) - followed.wstar
    assert followed._moments_at(far)[0] == pytest.approx(x, rel=1e-6, abs=1e-7)
    exact = family.start(setting.sizes, setting.values, 4, EXACT)
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
        assert verdict.outcome.name == "REFUTED" and check(dict(verdict.witness))["refuted"]
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
    assert check(dict(verdict.witness))["refuted"]


@pytest.mark.parametrize(
    ("text", "noise", "last"),
    [("mean(s < t + 1, gap(s)) <= 1", 0, 320), ("spread2(t) <= 1", 1, 320), ("spread2(t) <= 1", 0, 81920)],
)
def test_no_round_is_looked_at_that_the_checker_does_not_reach(text, noise, last):
    """It follows sums over rounds, and noise, one by one."""
    family = gossip(fixed=True)
    mine = claim(text, "eta <= 1/L", family=family)
    looker = Looker(mine, mine.variant("claim"))
    looker.farthest = 10**5
    drawn = family.sample(Random(1))
    setting = family.put(drawn, {"v": [Fraction(noise)] * drawn.values["v"].size})
    run = family.start(setting.sizes, setting.values, 22, FLOAT)
    assert run.leaps and looker._rounds(run)[-1] == last


# --- special starts


def test_special_starts_are_where_they_say():
    family = FIXED
    setting = family.sample(Random(3))
    minimum, own, around, rest = (family.started(setting, start) for start in range(4))
    assert family.start(minimum.sizes, minimum.values, 1, EXACT).distance2(0) == 0
    assert family.start(own.sizes, own.values, 1, EXACT).gradients2(0) == 0
    run = family.start(around.sizes, around.values, 1, EXACT)
    assert run.error2(0) == 0 != run.spread2(0)
    assert run.spread2(0) == family.start(setting.sizes, setting.values, 1, EXACT).spread2(0)
    run = family.start(rest.sizes, rest.values, 3, EXACT)
    assert (run._moments_at(3)[0] == run._moments_at(0)[0]).all()


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
    looker, seen = Looker(mine, mine.variant("claim")), []
    kept = looker.floats
    looker.floats = lambda sizes, values, *rest, **more: (  # type: ignore[method-assign]
        seen.append(values["a"]) or kept(sizes, values, *rest, **more)
    )
    list(looked_at(looker, (), 200, 0))
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


# --- the same on every processor


class _Noisy(Looker):
    """A looker on a processor that rounds differently: every number of a setting's look is off by parts in 1e13."""

    def _score(self, left, right):
        flip = 1e-13 * np.cos(1e5 * np.arange(len(left)) + self.count)
        return super()._score(left * (1 + flip), right * (1 - flip))


@pytest.mark.parametrize(
    ("id", "label"),
    [
        ("dawo.remark-4", "sign-19"),
        ("decefl.theorem-1", "eq-5"),
        ("decefl.theorem-1", "repaired"),
        ("defed.proposition-1", "repaired"),
        ("decefl.consensus", "eq-38"),
    ],
)
def test_verdicts_do_not_follow_the_last_digits(id, label, monkeypatch):
    t = theorem(id)
    plain = [verify(t, t.variant(label), 0.08, seed) for seed in (1, 2)]
    monkeypatch.setattr(import_module("mixproof.bounds.search.verify"), "Looker", _Noisy)
    noisy = [verify(t, t.variant(label), 0.08, seed) for seed in (1, 2)]
    for a, b in zip(plain, noisy):
        assert (a.outcome, a.tried, a.setting) == (b.outcome, b.tried, b.setting)


def test_verdicts_do_not_depend_on_the_matrix_kernels():
    script = (
        "import json; from mixproof.bounds.search.verify import verify\n"
        "from mixproof.bounds.theorems import theorem\n"
        "t = theorem('dawo.remark-4'); v = t.variant('sign-19')\n"
        "told = [verify(t, v, 0.1, seed) for seed in (1, 2)]\n"
        "print(json.dumps([(x.outcome.name, x.tried, x.setting) for x in told]))"
    )
    told = []
    for kernels in ("Haswell", "Prescott"):  # names of OpenBLAS; another library ignores them
        environment = {**os.environ, "OPENBLAS_CORETYPE": kernels}
        run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True)
        told.append(json.loads(run.stdout))
    assert told[0] == told[1]
    assert told[0][0][0] == "REFUTED"


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
        looker = Looker(stated, stated.variant("repaired"))
        hunt = Hunt(looker, looker.family.sample(Random(2)), None, 0)
        found = [setting for stop in stops for _, setting in hunt.until(stop)]
        assert found and looker(found[-1]).cost == pytest.approx(hunt.cost, abs=1e-3)
        costs.append(hunt.cost)
    assert costs[0] == costs[1]


def test_the_search_comes_near_the_exact_worst_case():
    """README's spread after two rounds: the value of a semidefinite program; quadratic clients reach .74 of it."""
    share = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "worst_case_share.py"))
    row = share["ROWS"][0]
    assert 0.95 < share["found"](row, 2, 2.0, 1) / row.worst[2] < 1.0005


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


def test_far_rounds_of_a_run_that_explodes_hide_no_near_one() -> None:
    """spread(t) first exceeds the bound at a near round; rounds far away, where it is 1e77, are looked at too."""
    dgd = gossip(fixed=True, common=True, noisy=False)
    mine = claim("spread(t) <= eta*sqrt(2*L*eps0)/(1 - lam)", "lam < 1", "eta <= 1/L", family=dgd)
    found = verify(mine, mine.variant("claim"), seconds=1)
    assert found.outcome is Outcome.REFUTED and found.exact is not None and found.exact["t"] < 20


def test_a_verdict_names_what_every_form_of_clients_looked_at() -> None:
    mine = claim("0 <= spread(t)", family=gossip(fixed=True, noisy=False), rounds=3)
    looked = verify(mine, mine.variant("claim"), seconds=0.1).looked
    assert looked is not None and {"K", "d", "M"} <= set(looked["sizes"])

"""Clients whose slope bends: followed by integrals, in floats as in exact numbers, and quadratic where none bends."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from mixproof.bounds import Family, Setting
from mixproof.bounds.arithmetic import enclosure, fraction
from mixproof.bounds.families.shared import gossip

FIXED = gossip(fixed=True, noisy=False)
METRICS = [
    *("spread2", "error2", "distance2", "gap", "gradients2", "local_gaps", "curved_gaps", "steep_gaps"),
    *("tilde_gaps", "F_of_clients", "mean_gradient2", "noise2", "global_gradient2", "alignment"),
    "fedavg_distance2",
]


def bent(family: Family) -> Family:
    return family.also[0]


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


@settings(deadline=None, max_examples=20)
@given(bent(gossip(noisy=False, offsets=False)).strategy())
def test_bent_clients_follow_their_integrals(setting):
    path, pull = _plain(setting, 3)
    family = bent(gossip(noisy=False, offsets=False))
    run = family.exact(setting)
    K = len(path[0])
    for t, x in enumerate(path):
        mean = sum(x) / K
        assert fraction(run.spread2(t)) == sum((y - mean) ** 2 for y in x)
        assert fraction(run.gradients2(t)) == sum(pull(k, y) ** 2 for k, y in enumerate(x))
    best = Fraction(family.start(setting.sizes, setting.values, 0).wstar[0])
    assert abs(sum(pull(k, best) for k in range(K))) < 1e-9


@settings(deadline=None, max_examples=20)
@given(bent(gossip(scaled=True)).strategy())
def test_bent_clients_in_floats_are_the_exact_ones_and_their_losses_obey_their_constants(setting):
    family = gossip(scaled=True)
    floats, exact = family.start(setting.sizes, setting.values, 4), family.exact(setting)
    for name in METRICS:
        low, _ = enclosure(getattr(exact, name)(2))
        assert float(getattr(floats, name)(2)) == pytest.approx(float(low), rel=1e-6, abs=1e-6), name
    assert exact.gradients2(2) <= exact.steep_gaps(2)
    assert exact.curved_gaps(2) <= exact.gradients2(2)
    assert exact.gap(2) >= 0
    assert family.from_json(setting.to_json()).to_json() == setting.to_json()


@settings(deadline=None, max_examples=20)
@given(bent(FIXED).strategy())
def test_a_bend_that_changes_no_slope_makes_a_quadratic_client(setting):
    after = np.repeat(setting.values["a"], setting.sizes["M"], axis=1)
    unbent = FIXED.exact(Setting(setting.sizes, {**setting.values, "after": after}))
    plain = {name: array for name, array in setting.values.items() if name not in ("bend", "after")}
    turns = {"s": np.array([Fraction(0)] * setting.sizes["K"])}
    sizes = {n: x for n, x in setting.sizes.items() if n != "M"}
    quadratic = FIXED.exact(Setting(sizes, {**plain, **turns}))
    for name in METRICS:
        assert getattr(unbent, name)(4) == getattr(quadratic, name)(4), name
    assert (unbent.L, unbent.mu, unbent.gstar**2) == (quadratic.L, quadratic.mu, quadratic.gstar**2) or (
        enclosure(unbent.gstar)[0] <= enclosure(quadratic.gstar)[1]
    )

"""Exact moments of gossip runs against enumeration of the noise and against plain loops."""

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.families.shared import GOSSIP, gossip
from mixproof.bounds.kernel.exact import STANDARD, ends
from mixproof.bounds.kernel.witness import offered, opened

NOISY = gossip(scaled=True)
ROUNDS = 2


def _plain(setting, signs):
    """One realisation by a loop over clients; signs[t][k] is the noise's sign."""
    v = {name: np.array(value, dtype=float) for name, value in setting.values.items()}
    K, d = v["w0"].shape
    share = v["samples"] / v["samples"].sum()
    hessians = []
    for k in range(K):
        if d == 1:
            hessians.append(v["a"][k][:, None])
        else:
            s = v["s"][k]
            turn = np.array([[1 - s * s, -2 * s], [2 * s, 1 - s * s]]) / (1 + s * s)
            hessians.append(turn @ np.diag(v["a"][k]) @ turn.T)
    w, path = v["w0"].copy(), [v["w0"].copy()]
    for t in range(ROUNDS):
        eta = v["delta"] / (t + v["Gamma"])
        gradients = [hessians[k] @ (w[k] - v["c"][k]) + signs[t][k] * v["v"][k] for k in range(K)]
        w = np.array(
            [sum(v["W"][0][k][j] * w[j] for j in range(K)) - eta * share[k] * gradients[k] for k in range(K)]
        )
        path.append(w)
    F = sum(share[k] * hessians[k] for k in range(K))
    wstar = np.linalg.solve(F, sum(share[k] * hessians[k] @ v["c"][k] for k in range(K)))
    return path, wstar, F, hessians, share, v


@settings(deadline=None, max_examples=25)
@given(NOISY.strategy())
def test_expectations_equal_the_average_over_all_signs(setting):
    K = setting.sizes["K"]
    run = NOISY.start(setting.sizes, setting.values, ROUNDS)
    expected = {
        "spread2": 0.0,
        "error2": 0.0,
        "gap": 0.0,
        "gap_of_average": 0.0,
        "gradients2": 0.0,
        "local_gaps": 0.0,
        "mean_gradient2": 0.0,
    }
    outcomes = list(product([-1, 1], repeat=K * ROUNDS))
    for outcome in outcomes:
        path, wstar, F, hessians, share, v = _plain(setting, np.reshape(outcome, (ROUNDS, K)))
        w = path[-1]
        mean = w.mean(0)
        local = [hessians[k] @ (w[k] - v["c"][k]) for k in range(K)]
        expected["spread2"] += ((w - mean) ** 2).sum()
        expected["error2"] += ((mean - wstar) ** 2).sum()
        average = np.mean(path[:-1], axis=(0, 1))
        expected["gap_of_average"] += (average - wstar) @ F @ (average - wstar) / 2
        expected["gap"] += (mean - wstar) @ F @ (mean - wstar) / 2
        expected["gradients2"] += sum((g**2).sum() for g in local)
        expected["local_gaps"] += sum((w[k] - v["c"][k]) @ local[k] / 2 for k in range(K))
        expected["mean_gradient2"] += (np.mean([share[k] * local[k] for k in range(K)], axis=0) ** 2).sum()
    for name, total in expected.items():
        value = getattr(run, name)(ROUNDS)
        assert value == pytest.approx(total / len(outcomes), rel=1e-9, abs=1e-9), name


@settings(deadline=None, max_examples=25)
@given(
    st.one_of(
        GOSSIP.strategy(), NOISY.strategy(), gossip(scaled=True, turned=False, changing=True).strategy()
    )
)
def test_the_exact_run_is_the_float_run(setting):
    family = next(
        f
        for f in (GOSSIP, NOISY, gossip(scaled=True, turned=False, changing=True))
        if {p.name for p in f.parameters} == set(setting.values) and set(f.sizes) == set(setting.sizes)
    )
    floats = family.start(setting.sizes, setting.values, 3)
    exact = family.exact(setting)
    names = ["L", "mu", "lam", "lam_n", "own", "sharpest", "gstar", "Fstar", "sigma2"]
    names += ["lam_windows", "lam_all_windows", "chi2"] if "B" in setting.sizes else []
    for name in names:
        try:
            low, high = enclosure(getattr(exact, name))
        except ArithmeticError as why:
            assert "a step is too long" in str(why), name  # the kernel bounds no gradients there
            continue
        assert float(getattr(floats, name)) == pytest.approx(float(low), rel=1e-7, abs=1e-7), name
        assert high - low < 1e-30
    for name in [
        "spread",
        "error",
        "distance2",
        "gap",
        "alignment",
        "curved_gaps",
        "steep_gaps",
        "F_of_clients",
    ]:
        low, _ = enclosure(getattr(exact, name)(3))
        assert float(getattr(floats, name)(3)) == pytest.approx(float(low), rel=1e-6, abs=1e-6), name


@settings(deadline=None, max_examples=20)
@given(gossip(scaled=True, turned=False).strategy())
def test_chi2_is_never_below_a_gradient_met_along_the_run(setting):
    family = gossip(scaled=True, turned=False)
    run = family.start(setting.sizes, setting.values, 60)
    run = run.at(60, Gamma=max(run.Gamma, run.delta * run.sharpest / max(run.own, 1e-3)))
    if run.step(0.0) * run.sharpest > run.own:
        return
    # E||g_k||^2 summed over clients is at most K chi^2; the largest client is at most the sum
    t = np.arange(61.0)
    noise = (np.array(setting.values["v"], dtype=float) ** 2).sum()
    assert (run.gradients2(t) + noise <= float(run.K) * run.chi2 * (1 + 1e-9) + 1e-9).all()


@pytest.mark.parametrize(
    "family", [gossip(), gossip(fixed=True, noisy=False), gossip(scaled=True, changing=True)]
)
def test_the_average_of_one_model_is_that_model(family):
    """Every kind of client that the family has."""
    for form in [form for form in (family, *family.also) if form.drawn]:
        for seed in range(4):
            setting = form.sample(Random(seed))
            run = form.exact(setting)
            assert run.gap_of_average(1) == run.gap(0)
            floats = form.start(setting.sizes, setting.values, 3).gap_of_average(np.arange(4.0))
            exact = [float(run.gap_of_average(t)) for t in range(1, 4)]
            assert np.isnan(floats[0]) and floats[1:] == pytest.approx(exact, rel=1e-9, abs=1e-9)


def test_the_distance_from_fedavg_counts_the_noise() -> None:
    """Of a run with noise it is an expectation, as the kernel has it: the variance of the mean model is part of it."""
    family = gossip(scaled=True, fixed=True)
    for seed in range(4):
        setting = family.sample(Random(seed))
        run = family.start(setting.sizes, setting.values, 4)
        known = offered(opened("gossip", setting.to_json(), {"scaled": True}, STANDARD), 3, STANDARD)
        low, _ = ends(known.read("fedavg_distance2(3)"))
        assert run.fedavg_distance2(3) == pytest.approx(float(low), rel=1e-9, abs=1e-12)

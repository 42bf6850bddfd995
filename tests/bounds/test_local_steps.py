"""ALI-DPFL's local steps: exact, in floats, and written out once more; noise and sampling."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mixproof.bounds import Family, Setting, claim
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.families.local_steps import LocalStepsRun, local_steps
from mixproof.bounds.families.noisy_steps import NoisyStepsRun, noisy_steps
from mixproof.bounds.search.evaluation import Evaluator
from mixproof.bounds.vocabulary import names

SETTINGS = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))

READ_AT_ROUND = ["theta", "gap", "noisy_slope", "distance", "inner"]
READ = [
    *("steepest", "xi", "smallest_theta", "farthest", "smallest_gap"),
    *("first_gap", "first_theta", "final_gap", "final_theta", "average_gap", "gstar2"),
]


# F' is 0 between the clients' minimizers, but not in floats
FLAT = {
    **{"N": 2, "tau": 1, "K": 1, "a": [1, 100], "c": [0, -1], "p": ["1/2", "1/2"], "w0": 0},
    **{"C": "1/4", "eta": 1, "beta": 1, "lam": 1},
}


def test_losses_are_smooth_to_beta_where_a_claim_assumes_it() -> None:
    meant = {name.name: name.meaning for name in names(local_steps())}
    assert "steepest <= beta" in meant["beta"]
    free, smooth = (
        claim("apart(t) <= 1", *said, family=local_steps()) for said in ((), ("steepest <= beta",))
    )
    flat = local_steps().from_json({**FLAT, "eta": "1/100"})
    assert (
        Evaluator(free, free.variants[0])(flat).slack >= 0 > Evaluator(smooth, smooth.variants[0])(flat).slack
    )


def _floats(family: Family, setting: Setting) -> Any:
    return family.start(setting.sizes, setting.values, 4)


@pytest.mark.parametrize("noise", ["none", "path"])
def test_local_steps_exact_and_float_agree(noise: str) -> None:
    family = local_steps(noise, K=(1, 2))

    @SETTINGS
    @example(family.from_json(FLAT | ({"z": [0, 0], "u": 0} if noise == "path" else {})), 0)
    @given(family.strategy(), st.sampled_from([0, 1, 3]))
    def agree(setting: Setting, t: int) -> None:
        exact, rough = family.exact(setting), _floats(family, setting)
        for name in READ + READ_AT_ROUND:
            called = name in READ_AT_ROUND
            value = getattr(exact, name)(t) if called else getattr(exact, name)
            low, high = enclosure(value)
            assert low == high, name
            float_value = getattr(rough, name)(t) if called else getattr(rough, name)
            assert float(float_value) == pytest.approx(float(low), rel=1e-6, abs=1e-6), name

    agree()


@SETTINGS
@given(local_steps("path", K=(2,)).strategy())
def test_local_steps_are_those_of_the_algorithm(setting: Setting) -> None:
    """The trajectory written out once more, with losses integrated from their slopes."""
    run = _floats(local_steps("path", K=(2,)), setting)
    a, c, p, z = (np.array(setting.values[name], dtype=float) for name in "acpz")
    w0, C, eta, u = (float(setting.values[name].item()) for name in ("w0", "C", "eta", "u"))
    tau = setting.sizes["tau"]

    def slope(i: int, w: float) -> float:
        return float(np.clip(a[i] * (w - c[i]), -C, C))

    w = v = w0
    for _ in range(2):
        v, models = w, [w] * len(a)
        for _ in range(tau):
            v -= eta * (sum(p[i] * slope(i, v) for i in range(len(a))) + u)
            models = [x - eta * (slope(i, x) + z[i]) for i, x in enumerate(models)]
        w = float(np.dot(p, models))
    low, high = sorted((float(run.wstar), w))  # slopes are linear between corners: trapezoids are exact
    grid = np.unique(np.clip([low, *(c - C / a), *(c + C / a), high], low, high))
    slopes = sum(p[i] * np.clip(a[i] * (grid - c[i]), -C, C) for i in range(len(a)))
    area = abs(float(np.trapezoid(slopes, grid)))
    assert float(run.final_gap) == pytest.approx(area, rel=1e-7, abs=1e-9 * C * (high - low + 1000))
    assert float(run.apart(2 * tau)) == pytest.approx(abs(w - v), rel=1e-9, abs=1e-9 * (1 + abs(w) + abs(v)))
    fine = np.linspace(-60, 60, 60_001)
    apart = [np.clip(a[i] * (fine - c[i]), -C, C) for i in range(len(a))]
    mean = sum(p[i] * apart[i] for i in range(len(a)))
    assert float(run.xi) >= sum(p[i] * abs(apart[i] - mean).max() for i in range(len(a))) - 1e-9


def test_signs_are_all_paths() -> None:
    sizes = {"N": 2, "tau": 2, "K": 1}
    values = {"a": [1.0, 0.5], "c": [0.0, 1.0], "p": [0.25, 0.75], "w0": 2.0, "C": 1.0, "eta": 0.5}
    values |= {"beta": 1.0, "lam": 1.0, "s": 0.3}
    arrays = {name: np.array(value) for name, value in values.items()}
    run = LocalStepsRun(sizes, arrays, 3, noise="signs")
    a, c, p = (arrays[name] for name in "acp")
    total = []
    for signs in product((-1, 1), repeat=6):  # two clients, three steps
        w = np.array([2.0, 2.0])
        for t in range(3):
            if t == 2:
                w[:] = p @ w
            w = w - 0.5 * (np.clip(a * (w - c), -1, 1) + 0.3 * np.array(signs[2 * t : 2 * t + 2]))
        total.append(p @ w)
    assert sorted(run._at(3).mean) == pytest.approx(sorted(total))


# --- noise and sampling


def test_floors_and_roots_enclose_simulated_means() -> None:
    """Algorithm 1 on linear losses: N = 2, m = 3, B = 2, two steps, 200000 runs."""
    b, B, C, sigma, eta, t = np.array([[1.0, 0.5, -1.0], [0.25, 1.0, 0.0]]), 2, 1.0, 0.5, 0.5, 2
    values = {"b": b, "B": np.array(2.0), "C": np.array(C), "sigma": np.array(sigma), "eta": np.array(eta)}
    run = NoisyStepsRun({"N": 2, "m": 3}, values | {"beta": np.array(1.0)}, 3)
    rng, runs = np.random.default_rng(1), 200_000
    w, v = np.zeros((runs, 2)), np.zeros(runs)
    for _ in range(t):
        drawn = rng.random((runs, 2, 3)) < B / 3
        gradient = ((drawn * b).sum(2) + sigma * C * rng.standard_normal((runs, 2))) / B
        deviation = abs(gradient - b.mean(1)).mean(0)
        w -= eta * gradient
        v -= eta * (b.mean() + sigma * C / B * rng.standard_normal(runs))
    apart = abs(w.mean(1) - v)
    error = 4 * apart.std() / math.sqrt(runs)
    assert float(run.apart_floor(2.0)) - error <= apart.mean() <= float(run.apart_rms(2.0)) + error
    assert math.sqrt((apart**2).mean()) == pytest.approx(float(run.apart_rms(2.0)), rel=0.01)
    assert float(run.deviation_floor) - 0.01 <= deviation.max() <= float(run.deviation_rms) + 0.01


def _folded_normal(mean: float, deviation: float) -> float:
    """E|N(mean, deviation^2)|."""
    z = mean / (deviation * math.sqrt(2))
    return deviation * math.sqrt(2 / math.pi) * math.exp(-z * z) + mean * math.erf(z)


# the first client's bias makes up for most of its batches: E|bias + error| is below E|error|
SKEWED = {"N": 2, "m": 3, "b": [[3, 0, 0], [0, 0, 0]], "B": 1, "C": 3, "sigma": "1/1000", "eta": 1, "beta": 1}


@SETTINGS
@example(noisy_steps().from_json(SKEWED), 1)
@given(noisy_steps().strategy(), st.sampled_from([1, 2]))
def test_client_floors_and_roots_enclose_the_mean_over_all_batches(setting: Setting, t: int) -> None:
    b = setting.values["b"].astype(float)
    m = b.shape[1]
    batch = np.array(min(setting.values["B"].item(), Fraction(m)), dtype=object)
    setting = replace(setting, values={**setting.values, "B": batch})
    B, C, sigma, eta, beta = (
        float(setting.values[name].item()) for name in ("B", "C", "sigma", "eta", "beta")
    )
    mean, deviation = b.mean(), sigma * C / B * math.sqrt(2 * t)
    excess = []
    for row in b:
        expected = 0.0
        for drawn in product((0, 1), repeat=m * t):
            chance = math.prod(B / m if x else 1 - B / m for x in drawn)
            apart = np.dot(drawn, np.tile(row, t)) / B - t * mean
            expected += chance * _folded_normal(eta * apart, eta * deviation)
        grown = math.expm1(t * math.log1p(eta * beta)) / beta
        excess.append(expected - abs(row.mean() - mean) * grown)
    run = _floats(noisy_steps(), setting)
    rounding = 1e-9 * (1 + abs(b).max()) * (1 + eta) * (1 + max(map(abs, excess)))
    assert run.client_excess_floor(float(t)) <= max(excess) + rounding
    assert run.client_excess_rms(float(t)) >= max(excess) - rounding

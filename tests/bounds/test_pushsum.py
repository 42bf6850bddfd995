"""Online push-sum: the run against the algorithm written out, exact against float, its numbers against the runs."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from mixproof.bounds import (
    Setting,
    computed_constants,
    printed_constants,
    regret_bound,
    regret_step,
)
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.families.digraphs import OUT_DEGREE, ROWS, row_matrices
from mixproof.bounds.families.pushsum_proof import push_sum
from mixproof.spectral import InputError, mixing_matrix, parse_network

QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
METRICS = """slopes1 farthest_play
regret regret_from_0 reach2 radius2 radius2_from_0 inverse_weights smallest_weight deviations deviation
gradients2 slopes2 slopes2_from_1 network_term network_terms average_term gain gains excess influence schur
influence_norm2 mix_first_distance identity_error scaled_error weights_error dol_distance"""


def written_out(setting: Setting, rounds: int, signs: Any) -> list[list[Fraction]]:
    """Algorithm 1 of the paper node by node, the noise of round t at node i being v_i signs[t][i]."""
    value = {name: array.tolist() for name, array in setting.values.items()}
    n, W = setting.sizes["n"], value["W"]
    v = value.get("v", [Fraction(0)] * n)
    z, omega = [Fraction(0)] * n, [Fraction(1)] * n
    models = []
    for t in range(rounds + 1):
        x = [z[i] / omega[i] for i in range(n)]
        models.append(x)
        if t == rounds:
            return models
        g, b = (value[name][min(t, setting.sizes["P"] - 1)] for name in ("g", "b"))
        half = [
            z[i] - value["gamma"] * (abs(g[i]) * ((x[i] > b[i]) - (x[i] < b[i])) + v[i] * signs[t][i])
            for i in range(n)
        ]
        now = W[t % len(W)]
        z = [sum(now[k][i] * half[k] for k in range(n)) for i in range(n)]
        omega = [sum(now[k][i] * omega[k] for k in range(n)) for i in range(n)]
    return models


@QUICK
@given(push_sum(OUT_DEGREE, noisy=True, nodes=(1, 2)).strategy())
def test_expectations_are_sums_over_all_signs(setting: Setting) -> None:
    rounds, n = 2, setting.sizes["n"]
    run: Any = push_sum(noisy=True).exact(setting)
    paths = list(itertools.product(itertools.product((1, -1), repeat=n), repeat=rounds))
    g, b = (setting.values[name] for name in ("g", "b"))
    total = Fraction(0)
    for signs in paths:
        for t, x in enumerate(written_out(setting, rounds, signs)):
            at = min(t, setting.sizes["P"] - 1)
            total += sum(abs(g[at, i] * (x[i] - b[at, i])) for i in range(n))
    candidates = [Fraction(0), *b.reshape(-1)]
    best = min(
        sum(
            abs(g[min(t, len(g) - 1), i] * (c - b[min(t, len(g) - 1), i]))
            for t in range(rounds + 1)
            for i in range(n)
        )
        for c in candidates
    )
    assert enclosure(run.regret_from_0(rounds + 1))[0] == total / len(paths) - best


@QUICK
@given(push_sum(OUT_DEGREE, schedule=(1, 2, 3)).strategy())
def test_distances_to_the_average_of_what_is_sent(setting: Setting) -> None:
    """The lemma's z and xbar, from the plays written out: the sum of z moves by the steps alone."""
    run: Any = push_sum(OUT_DEGREE).exact(setting)
    n, sent = setting.sizes["n"], Fraction(0)
    g, b = (setting.values[name] for name in ("g", "b"))
    for t, x in enumerate(written_out(setting, 3, [[0] * n] * 3)):
        assert enclosure(run.farthest_play(t))[0] == max(abs(play - sent / n) for play in x)
        at = min(t, len(g) - 1)
        slopes = [abs(g[at, i]) * ((x[i] > b[at, i]) - (x[i] < b[at, i])) for i in range(n)]
        assert enclosure(run.slopes1(t))[0] == sum(map(abs, slopes))
        sent -= setting.values["gamma"].item() * sum(slopes)


@QUICK
@given(push_sum(ROWS, schedule=(1, 2)).strategy(), st.sampled_from([1, 3]))
def test_floats_and_rationals_agree(setting: Setting, t: int) -> None:
    exact: Any = push_sum().exact(setting)
    with np.errstate(all="ignore"):
        near: Any = push_sum().start(setting.sizes, setting.values, t + 2)
        for name in METRICS.split():
            try:
                meant = float(enclosure(getattr(exact, name)(t))[0])
            except ZeroDivisionError:
                continue
            got = float(getattr(near, name)(t))
            # at a kink rounding may pick another subgradient: only then may the rest of the run differ
            kinks = any(
                abs(x - b) < 1e-9 for now in near._history for x in now.x[0] for b in near._b.reshape(-1)
            )
            assert kinks or math.isclose(got, meant, rel_tol=1e-5, abs_tol=1e-5 * float(near.G) ** 2), name


@QUICK
@given(row_matrices().strategy())
def test_products(setting: Setting) -> None:
    run: Any = row_matrices().start(setting.sizes, setting.values, 5)
    W = setting.values["W"].astype(float)
    product = np.eye(setting.sizes["n"])
    for t in range(4):
        product = product @ W[t % len(W)]
        assert_allclose(run.smallest(t), product.min(), atol=1e-14)
        assert_allclose(run.half_spread(t), np.ptp(product, axis=0).max() / 2, atol=1e-14)
        assert_allclose(run.error(t), abs(product - product.mean(0)).max(), atol=1e-14)
        assert_allclose(run.frobenius2(t), ((product - product.mean(0)) ** 2).sum(), atol=1e-14)


def digraph(n: int, seed: int = 0) -> np.ndarray:
    return mixing_matrix(parse_network(f"directed:n={n},max_out=2,seed={seed}"), "out-degree").dense()


def play(W: np.ndarray, gamma: float, T: int, slope: Any) -> tuple[np.ndarray, np.ndarray]:
    z, omega, xs, gs = np.zeros(len(W)), np.ones(len(W)), [], []
    for t in range(T):
        xs.append(z / omega)
        gs.append(slope(t, xs[-1]))
        z, omega = W.T @ (z - gamma * gs[-1]), W.T @ omega
    return np.array(xs), np.array(gs)


@pytest.mark.parametrize("n", [3, 5, 9])
@pytest.mark.parametrize("sigma", [0.0, 3.0])
def test_regret_bound_holds_on_runs(n: int, sigma: float) -> None:
    W, T, rng = digraph(n), 300, np.random.default_rng(n)
    gamma = regret_step(W, 1, sigma, 1, T)
    assert regret_bound(W, 1, sigma, 1, T, gamma) <= regret_bound(W, 1, sigma, 1, T, gamma * 1.1)
    regrets = []
    for _ in range(20 if sigma else 1):
        noise = sigma * rng.choice([-1.0, 1.0], (T, n))
        xs, _ = play(W, gamma, T, lambda t, x, noise=noise: np.sign(x - 1) + noise[t])
        regrets.append(abs(xs - 1).sum())
    bound = regret_bound(W, 1, sigma, 1, T, gamma)
    assert np.mean(regrets) <= bound * (1 + (0.2 if sigma else 0))
    if not sigma:
        assert bound <= 2 * np.mean(regrets)  # and it is near


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 6), st.integers(0, 10**6), st.floats(0.01, 1))
def test_regret_bound_holds_for_linear_losses_of_any_signs(n: int, seed: int, gamma: float) -> None:
    rng = np.random.default_rng(seed)
    W = np.where(rng.random((n, n)) < 0.5, rng.random((n, n)), 0) + np.diag(rng.random(n) + 0.01)
    W /= W.sum(1, keepdims=True)
    signs = rng.choice([-1.0, 1.0], (30, n))
    xs, gs = play(W, gamma, 30, lambda t, x: np.where(x >= 0, 1.0, -1.0) if seed % 2 else signs[t])
    regret = (xs * gs).sum() + abs(gs.sum())
    assert regret <= regret_bound(W, 1, 0, 1, 30, gamma) * (1 + 1e-9)


def test_long_horizons_cost_no_more_rounds_than_the_weights_need_to_settle() -> None:
    """What a round costs no longer changes once the weights have settled, however many rounds there are."""
    W = digraph(6)

    def cost(T: int) -> float:
        return regret_bound(W, 1, 1, 0, T, 1)

    each = (cost(20_000) - cost(10_000)) / 10_000
    assert cost(10**9) == pytest.approx(cost(10_000) + each * (10**9 - 10_000), rel=1e-5)


def test_influence_part_of_the_bound() -> None:
    """W = 1 psi': consensus in one round, so skewed weights cost nothing beyond the first round, and noise averages."""
    W, T = np.array([[0.999, 0.001]] * 2), 400
    weights = np.array([[1.0, 1.0], *[[1.998, 0.002]] * (T - 1)])
    bound = regret_bound(W, 1, 0, 1, T, 0.1)
    assert bound == pytest.approx(2 / 0.2 + 0.1 * (2 * T / 2), rel=1e-3)
    assert bound < 2 / 0.2 + 0.1 * (1 / weights).sum() / 2
    J = np.full((4, 4), 0.25)
    assert regret_bound(J, 1, 10, 1, T, 0.1) == pytest.approx(
        4 / 0.2 + 0.1 * (4 * T / 2 + 100 * T / 2), rel=1e-6
    )


def test_constants() -> None:
    assert printed_constants(3) == (4.0, 1 - 3.0**-3, 3.0**-3)
    assert math.isinf(printed_constants(50).C_1) and printed_constants(1).C_1 == 1
    W = digraph(6)
    C, q, delta = computed_constants(W)
    power, psi = np.eye(6), np.linalg.matrix_power(W, 4000)[0]
    for k in range(60):
        assert abs(power - psi).max() <= C * q**k + 1e-12
        assert power.sum(0).min() >= 6 * delta
        power = power @ W


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("W", ([[0.5, 0.6], [0.5, 0.5]], 1, 0, 1, 10, 0.1)),
        ("W", ([[1.0, 0.0], [1.0, 0.0]], 1, 0, 1, 10, 0.1)),
        ("G", ([[1.0]], -1, 0, 1, 10, 0.1)),
        ("sigma", ([[1.0]], 1, math.nan, 1, 10, 0.1)),
        ("W", ([[0.5, 0.5], [1.5, -0.5]], 1, 0, 1, 10, 0.1)),
        *(("T", ([[1.0]], 1, 0, 1, T, 0.1)) for T in (2.5, 0, math.nan, math.inf, "10")),
        ("G", ([[1.0]], "1", 0, 1, 10, 0.1)),
        ("gamma", ([[1.0]], 1, 0, 1, 10, math.inf)),
        ("gamma", ([[1.0]], 1, 0, 1, 10, 0)),
    ],
)
def test_bad_input(name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(InputError, match=f"^{name}="):
        regret_bound(*arguments)

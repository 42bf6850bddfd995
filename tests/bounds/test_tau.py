"""G(tau) and its minimizers: the printed search by enumeration, the repaired bound on simulated local steps."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds import G, LocalConstants, best_tau, gap_function, repaired_best_tau, repaired_G
from mixproof.spectral.errors import InputError

BASE = LocalConstants(beta=1, rho=1, xi=0.5, eta=0.1, C=1, sigma=1, B=20, d=4, distance=3, overlap=0.1)
POSITIVE = st.floats(0.01, 10)
CONSTANTS = st.builds(
    LocalConstants,
    beta=POSITIVE,
    rho=POSITIVE,
    xi=st.floats(0, 5),
    eta=st.floats(1e-4, 0.02),
    C=POSITIVE,
    sigma=st.floats(0, 5),
    B=st.integers(1, 100),
    d=st.integers(1, 100),
    distance=POSITIVE,
    q=st.floats(0.01, 1),
    overlap=st.floats(0.01, 1),
)


@settings(max_examples=50, deadline=None)
@given(CONSTANTS, st.integers(1, 300), st.integers(1, 300))
def test_repaired_choice_is_the_best_feasible_one(constants: LocalConstants, R_s: int, R_c: int) -> None:
    best = repaired_best_tau(constants, R_s, R_c)
    assert best.rounds <= R_s and best.steps <= R_c and best.steps == best.tau * best.rounds >= 1
    assert math.isfinite(best.value) and best.informative
    for tau in {1, 2, 3, 7, R_c} & set(range(1, R_c + 1)):
        assert best.value <= repaired_G(tau, tau * min(R_s, R_c // tau), constants)
    if R_s >= R_c:
        assert best.tau == 1


@settings(max_examples=25, deadline=None)
@given(CONSTANTS, st.integers(1, 20), st.integers(1, 500))
def test_repaired_bound_grows_with_tau_and_falls_with_T(constants: LocalConstants, tau: int, T: int) -> None:
    here = repaired_G(tau, T, constants)
    assert here <= repaired_G(tau + 1, T, constants) and here > repaired_G(tau, T + 1, constants)


def test_more_rounds_than_steps_need_no_local_steps_and_scarce_rounds_do() -> None:
    assert repaired_best_tau(BASE, 500, 100).tau == 1
    taus = [repaired_best_tau(BASE, R_s, 400).tau for R_s in (400, 200, 100, 50)]
    assert taus == sorted(taus) and taus[0] == 1 < taus[-1] <= 8


@pytest.mark.parametrize("tau", [1, 2, 5])
def test_repaired_bound_covers_noisy_local_steps(tau: int) -> None:
    """Huber losses of different curvature, Gaussian noise, 10000 runs; the average gap and 4 standard errors."""
    a, c, C, s, eta, T = np.array([1.0, 0.3]), np.array([-1.0, 2.0]), 1.0, 0.4, 0.2, 20
    rng, runs = np.random.default_rng(0), 10_000

    def slopes(w: np.ndarray) -> np.ndarray:
        return np.clip(a * (w - c), -C, C)

    def loss(w: np.ndarray) -> np.ndarray:
        g = slopes(w[:, None])
        return (g**2 / (2 * a) + C * (abs(w[:, None] - c) - abs(g) / a)).mean(1)

    grid = np.linspace(-5, 5, 200_001)
    best, star = float(loss(grid).min()), float(grid[loss(grid).argmin()])
    xi = np.abs(slopes(grid[:, None]) - slopes(grid[:, None]).mean(1, keepdims=True)).max(0)
    local, gaps = np.full((runs, 2), 4.0), np.zeros(runs)
    for t in range(T):
        if t % tau == 0:
            local[:] = local.mean(1, keepdims=True)
        gaps += (loss(local.mean(1)) - best) / T
        local = local - eta * (slopes(local) + s * rng.standard_normal((runs, 2)))
    constants = LocalConstants(
        beta=1,
        rho=C,
        xi=math.sqrt((xi**2).mean()),
        eta=eta,
        C=C,
        sigma=s,
        B=1,
        d=1,
        distance=4 - star,
        overlap=0.5,
    )
    assert constants.variance == pytest.approx(s**2)
    bound = repaired_G(tau, T, constants)
    assert gaps.mean() + 4 * gaps.std() / math.sqrt(runs) <= bound <= 12 * gaps.mean()


@settings(max_examples=25, deadline=None)
@given(CONSTANTS, st.integers(0, 20))
def test_gap_functions(constants: LocalConstants, x: int) -> None:
    c, n, grown = constants, constants.noise, ((1 + constants.eta * constants.beta) ** x - 1) / constants.beta
    scale = 1e-9 * (1 + (c.xi + n) * (grown + x))
    assert gap_function(x, c, "sum") == pytest.approx((c.xi + n) * (grown - c.eta * x), abs=scale)
    eleven = (c.xi + n) * grown - c.eta * (c.xi + 2 * math.sqrt(c.d) * c.sigma * c.C) / c.B * x
    assert gap_function(x, c, "eq-11") == pytest.approx(eleven, abs=scale)
    full = replace(c, q=1.0)  # the repair charges both noises, as the paper does, but not against themselves
    assert gap_function(x, full, "repaired") == pytest.approx(
        (c.xi + n) * grown - c.eta * c.xi * x, abs=scale
    )


@pytest.mark.parametrize("reading", ["fixed", "communication", "capped"])
@pytest.mark.parametrize("omega", ["theorem-2", "lemma-7"])
@pytest.mark.parametrize("h", ["eq-11", "sum"])
def test_printed_search_is_what_it_prints(reading: str, omega: str, h: str) -> None:
    steps = {"fixed": lambda t: 60, "communication": lambda t: 20 * t, "capped": lambda t: min(20 * t, 60)}[
        reading
    ]
    values = {t: G(t, steps(t), BASE, 2.0, h, omega) for t in range(1, 31)}
    best = best_tau(BASE, 20, 60, 2.0, reading=reading, h=h, omega=omega, tau_max=30)
    assert best.value == min(values.values()) == values[best.tau] and best.steps == steps(best.tau)


def test_printed_search_prefers_a_negative_bound() -> None:
    constants = replace(BASE, rho=10.0)
    best = best_tau(constants, 100, 1000, 0.5, h="sum")
    assert not best.informative and best.value < math.sqrt(3) / 3 < G(1, 100, constants, 0.5, "sum")


def test_printed_search_runs_to_its_cap_where_clients_are_alike() -> None:
    alike = replace(BASE, xi=0.0, sigma=0.0)
    assert best_tau(alike, 100, 1000, 0.5, reading="communication", h="sum", tau_max=77).tau == 77
    assert best_tau(alike, 100, 1000, 0.5, reading="capped", h="sum").tau == 10
    assert best_tau(alike, 100, 1000, 0.5, reading="fixed", h="sum").tau == 1


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: G(0, 10, BASE, 1.0), "tau"),
        (lambda: G(1, 0, BASE, 1.0), "T"),
        (lambda: G(1, 10, BASE, 0.0), "lam"),
        (lambda: G(1, 10, BASE, 1.0, h="repaired"), "h"),
        (lambda: G(1, 10, BASE, 1.0, omega="3"), "omega"),
        (lambda: repaired_G(0, 10, BASE), "tau"),
        (lambda: repaired_G(1, 2.5, BASE), "T"),
        (lambda: repaired_G(1, 10, replace(BASE, eta=0.3)), "eta"),
        (lambda: repaired_best_tau(BASE, 0, 10), "R_s"),
        (lambda: best_tau(BASE, 1, 0, 1.0), "R_c"),
        (lambda: best_tau(BASE, 1, 1, 1.0, reading="x"), "reading"),
        (lambda: gap_function(-1, BASE), "x"),
        (lambda: replace(BASE, beta=0), "beta"),
        (lambda: replace(BASE, q=2), "q"),
        (lambda: replace(BASE, xi=-1), "xi"),
    ],
)
def test_bad_input(call: object, name: str) -> None:
    with pytest.raises(InputError, match=f"^{name}"):
        call()  # type: ignore[operator]


def test_growth_beyond_floats_is_infinite_and_never_chosen() -> None:
    wild = replace(BASE, beta=1e5, eta=1.0)
    assert gap_function(100, wild) == math.inf and math.isfinite(gap_function(2, wild))
    assert best_tau(replace(wild, xi=0.0, sigma=0.0), 10, 10, 0.5, h="sum").tau == 1

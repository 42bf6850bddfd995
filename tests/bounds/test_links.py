"""Lossy links: exact moments against enumeration and mixproof.spectral.links, projections against scipy."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds import Setting
from mixproof.bounds.families.link_moments import MOMENTS
from mixproof.bounds.families.lossy_learning import bent, curved, learning, lossy
from mixproof.bounds.families.projection import PROJECTION, Sequential, sweep
from mixproof.spectral import MixingMatrix, Network
from mixproof.spectral.links import mean_matrix, rho_second_moment
from mixproof.spectral.spectrum import spectrum


def run_of(family, setting: Setting, rounds: int):  # type: ignore[no-untyped-def]
    return family.start(setting.sizes, setting.values, rounds)


@settings(max_examples=25, deadline=None)
@given(lossy(clients=(3,)).strategy())
def test_moments_are_those_of_spectral_links(setting: Setting) -> None:
    P, W = setting.values["P"].astype(float), setting.values["W"][0].astype(float)
    edges = [(i, j) for i in range(3) for j in range(i + 1, 3) if P[i, j] > 0]
    if len(edges) < 2:
        return  # such a network is not connected, which spectral refuses
    network = Network.from_edges(3, edges, [P[e] for e in edges])
    weights = MixingMatrix.from_edge_weights(network, [W[e] for e in edges])
    run = run_of(lossy(), setting, 0)
    assert run.rho_mean == pytest.approx(spectrum(mean_matrix(weights)).rho, abs=1e-9)
    assert run.rho2 == pytest.approx(rho_second_moment(weights), abs=1e-9)


@settings(max_examples=10, deadline=None)
@given(curved(clients=(2,)).strategy())
def test_learning_against_enumeration_of_links_and_signs(setting: Setting) -> None:
    v = {name: array.astype(float) for name, array in setting.values.items()}
    W, p, a, eta = v["W"][0][0, 1], v["P"][0, 1], v["a"], min(v["eta"].item(), 1.0)
    setting = Setting(
        setting.sizes, {**setting.values, "eta": np.array(min(setting.values["eta"].item(), 1))}
    )
    states = [(1.0, v["w0"])]
    for t in range(3):
        run = run_of(curved(), setting, 3)
        spread = sum(q * ((x - x.mean()) ** 2).sum() for q, x in states)
        slope2 = sum(q * (a * (x.mean() - v["c"])).mean() ** 2 for q, x in states)
        assert run.spread2(t) == pytest.approx(spread, rel=1e-9, abs=1e-9)
        assert run.gradient2(t) == pytest.approx(slope2, rel=1e-9, abs=1e-9)
        states = [
            (
                q * (p if up else 1 - p) / 4,
                x + W * up * (x[::-1] - x) - eta * (a * (x - v["c"]) + v["v"] * np.array([s0, s1])),
            )
            for q, x in states
            for up, s0, s1 in product((0, 1), (-1, 1), (-1, 1))
        ]


@pytest.mark.parametrize(
    "family", [lossy(2), learning(), curved(), bent(), MOMENTS, PROJECTION], ids=lambda f: f.name
)
def test_floats_agree_with_the_exact_run(family) -> None:  # type: ignore[no-untyped-def]
    names = {
        "links": ("rho2", "rho_mean", "rho2_halfway", "lam2", "lam_low", "scatter_top"),
        "quadratic-links": ("gap", "spread2", "spread2_before", "gradients2_before"),
        "curved-links": ("gap", "error2", "spread2", "gradients2_before", "omega", "mu", "gstar"),
        "bent-links": ("gap", "spread2", "gradients2_before"),
        "link-moments": ("product2", "moment_error", "smallest_entry"),
        "projection": ("own_after", "after2", "sweep_other2", "slack_printed", "magnitude"),
    }[family.name]

    @settings(max_examples=10, deadline=None)
    @given(family.strategy(), st.integers(0, 3))
    def agree(setting: Setting, t: int) -> None:
        rough, exact = run_of(family, setting, 4), family.exact(setting)
        for name in names:
            a, b = getattr(rough, name), getattr(exact, name)
            a, b = (a(t), b(t)) if callable(a) else (a, b)
            assert float(a) == pytest.approx(float(b), rel=1e-8, abs=1e-8), name

    agree()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(-2, 2), min_size=6, max_size=6))
def test_row_projections_are_nearest_points(entries: list[float]) -> None:
    Y = np.zeros((4, 4))
    Y[np.triu_indices(4, 1)] = entries
    Y += Y.T
    first = Sequential(Y).weights[0, 1:]
    answer = scipy.optimize.minimize(
        lambda q: ((q - Y[0, 1:]) ** 2).sum(),
        np.full(3, 0.1),
        jac=lambda q: 2 * (q - Y[0, 1:]),
        bounds=[(0, None)] * 3,
        constraints={"type": "ineq", "fun": lambda q: 1 - q.sum(), "jac": lambda q: -np.ones(3)},
        options={"ftol": 1e-14},
    )
    assert first == pytest.approx(answer.x, abs=1e-5)
    swept = Y
    for _ in range(200):
        swept = sweep(swept)
    assert swept.min() >= 0 and swept.sum(1).max() <= 1 + 1e-6

"""The study `decefl-rate`: its bound, its rounding floor, its slopes, and what it writes."""

import csv
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.experiments.learning.algorithms import DECEFL, decefl
from mixproof.experiments.learning.problems import Quadratic, logistic
from mixproof.experiments.learning.simulate import Diminishing, simulate
from mixproof.experiments.studies import STUDIES, study
from mixproof.experiments.studies.decefl_bound import bound, rounding_floor, step_offset
from mixproof.experiments.studies.decefl_rate import _judgement
from mixproof.experiments.studies.slopes import slope
from mixproof.spectral import parse_network, spectral_norm
from mixproof.spectral.errors import InputError


def quadratics(seed, K, d, heterogeneity):
    rng = np.random.default_rng(seed)
    diagonals = rng.uniform(0.1, 1.0, size=(K, d))
    return Quadratic(diagonals[:, :, None] * np.eye(d), heterogeneity * rng.normal(size=(K, d)))


def mixing(seed, K):
    """A symmetric doubly stochastic matrix: two permutations with their inverses, and some of the average."""
    rng = np.random.default_rng(seed)
    parts = [np.eye(K)[rng.permutation(K)] for _ in range(2)]
    weights = rng.dirichlet([0.3, 0.3, 0.3])
    symmetric = sum(w * (p + p.T) / 2 for w, p in zip(weights, parts))
    return symmetric + weights[2] * np.full((K, K), 1 / K)


@settings(deadline=None, max_examples=30)
@given(
    seed=st.integers(0, 10**6),
    K=st.integers(2, 6),
    d=st.integers(1, 3),
    heterogeneity=st.sampled_from([0.0, 1.0, 30.0]),
    spread=st.sampled_from([0.0, 1.0, 30.0]),
    delta_mu=st.sampled_from([1.01, 2.0, 8.0]),
)
def test_the_repaired_bound_holds_on_quadratics(seed, K, d, heterogeneity, spread, delta_mu):
    task, W = quadratics(seed, K, d, heterogeneity), mixing(seed, K)
    lam, lam_min = spectral_norm(W) + 1e-12, np.linalg.eigvalsh(W)[0] - 1e-12
    if lam > 0.999 or lam_min < -0.999:
        return
    delta = delta_mu / task.mu.min()
    step = Diminishing(delta, step_offset(delta, task.L.max(), task.mu.min(), lam, lam_min))
    start = spread * np.random.default_rng(seed + 1).normal(size=(K, d))
    limits = bound(task, start, step, lam, lam_min)
    run = simulate(task, DECEFL, mixing=W, eta=step, rounds=300, start=start)
    x, floor = run.rounds + step.Gamma, rounding_floor(task, start[None], step, 300)
    assert (run.consensus_error[0] <= limits.consensus / x + floor).all()
    assert (run.mean_error[0] <= limits.mean / x + floor).all()


def test_the_printed_gradient_bound_would_fail_where_the_repaired_one_holds():
    """At their own minima the clients have no initial gap: sqrt(2 L eps_0) = 0, yet they must move."""
    task = Quadratic(np.ones((2, 1, 1)), np.array([[-1.0], [1.0]]))
    W, start, step = np.array([[0.95, 0.05], [0.05, 0.95]]), np.array([[-1.0], [1.0]]), Diminishing(2.0, 10.0)
    run = simulate(task, DECEFL, mixing=W, eta=step, rounds=200, start=start)
    printed = step.Gamma * np.sqrt(2)  # zeta with eps_0 = 0: the start alone
    assert (run.consensus_error[0] > printed / (run.rounds + step.Gamma)).any()
    limits = bound(task, start, step, 0.9 + 1e-12, 0.9 - 1e-12)
    assert (run.consensus_error[0] <= limits.consensus / (run.rounds + step.Gamma)).all()


def test_steps_outside_the_theorem_are_refused():
    task, start = quadratics(0, 3, 1, 1.0), np.zeros((3, 1))
    mu, L = task.mu.min(), task.L.max()
    assert bound(task, start, Diminishing(2 / mu, 100 * L / mu), 0.5, 0.0).mean > 0
    for step, said in (
        (Diminishing(1 / mu, 1e4), r"delta\*mu > 1"),
        (Diminishing(2 / mu, 1.0 * L / mu), "lam_n"),
        (Diminishing(2 / mu, 100 * L / mu), r"Gamma > lam"),
    ):
        lam = 1 - 1e-6 if "Gamma >" in said else 0.5
        with pytest.raises(InputError, match=said):
            bound(task, start, step, lam, 0.0)
    with pytest.raises(InputError, match="below 1"):
        step_offset(2 / mu, L, mu, 1.0, 0.0)


def test_rounding_floor_covers_a_run_in_double_precision():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 4)), rng.integers(0, 2, 60)
    task, W = logistic(X, y, np.split(np.arange(60), 4), 0.1), mixing(3, 4)
    step, rounds = Diminishing(20.0, 400.0), 300
    start = rng.normal(size=(4, 4))
    floor = rounding_floor(task, start[None], step, rounds)
    x, precise = start, start.astype(np.longdouble)
    for t in range(rounds):
        eta = np.longdouble(step.delta) / (t + np.longdouble(step.Gamma))
        x = decefl(x, W, task.gradient, step(t))
        precise = decefl(precise, W.astype(np.longdouble), task.gradient, eta)
        assert np.linalg.norm((x - precise).astype(float)) <= floor[t + 1]
    assert floor[-1] < 1e-9  # and it stays far below anything the study looks at


def test_slopes_of_known_curves():
    x = np.geomspace(10, 1e4, 300)
    curves = np.stack([3 * x**-1.0, 5 * x**-1.2])
    fit = slope(x, curves, np.zeros(300))
    assert np.allclose((fit.value, fit.low, fit.high), (-1.1, -1.2, -1.0))
    bent = np.where(x < 100, 1 / x, 100 / x**2)[None]
    fit = slope(x, bent, np.zeros(300))
    assert np.allclose((fit.low, fit.high), (-2, -1)) and -2 < fit.value < -1
    floored = np.maximum(curves, 1e-2)
    assert slope(x, floored, np.full(300, 1e-2)) is None  # the last window lies on the floor
    assert slope(x[::50], curves[:, ::50], np.zeros(6)) is None


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    out = tmp_path_factory.mktemp("study") / "new"
    return study("decefl-rate")(data="breast-cancer", rounds=1500, seed=1, out=out), out


def test_study_reports_every_algorithm(small):
    result, _ = small
    algorithms = result["algorithms"]
    assert [a["name"] for a in algorithms[:4]] == [f"DeceFL, degree {k}" for k in (2, 4, 6, 8)]
    assert "optimized" in algorithms[4]["name"] and algorithms[5]["name"] == "FedAvg"
    for entry in algorithms[:5]:
        assert entry["bound_violations"] == 0 and 0 < entry["closest"] < 1
        assert entry["slope_interval"][0] <= entry["slope"] <= entry["slope_interval"][1]
        assert entry["consensus_slope"] == pytest.approx(-1, abs=0.2)
        assert 0.9 < entry["accuracy"] <= 1
    assert algorithms[5]["bound_violations"] is None
    assert json.loads(json.dumps(dict(result))) == result


def test_study_writes_what_it_lists_and_nothing_else(small):
    result, out = small
    assert sorted(result["files"]) == sorted(str(path) for path in out.iterdir())
    assert {path.suffix for path in out.iterdir()} == {".png", ".pdf", ".csv", ".json"}
    assert (out / "decefl-rate.png").read_bytes()[:4] == b"\x89PNG"
    assert (out / "decefl-rate.pdf").read_bytes()[:4] == b"%PDF"
    assert json.loads((out / "decefl-rate.json").read_text()) == result
    with (out / "decefl-rate.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert {row["algorithm"] for row in rows} >= {"degree 2", "FedAvg"}
    last = [row for row in rows if row["algorithm"] == "degree 4" and row["round"] == "1500"]
    mean = np.mean([float(row["mean_error"]) for row in last])
    assert len(last) == 3 and mean == pytest.approx(result["algorithms"][1]["final_mean_error"], rel=1e-12)
    assert all(float(row["mean_error"]) <= float(row["mean_bound"]) for row in rows if row["mean_bound"])


def test_study_is_the_same_for_the_same_seed_and_without_files(small):
    result, _ = small
    again = STUDIES["decefl-rate"]("breast-cancer", 1500, 1, None)
    assert again["files"] == []
    for old, new in zip(result["algorithms"], again["algorithms"]):
        assert old == new


def test_short_runs_have_no_slope(tmp_path):
    result = study("decefl-rate")(rounds=1, out=tmp_path)
    assert result["algorithms"][0]["slope"] is None and result["algorithms"][0]["slope_interval"] is None
    assert len(result["files"]) == 4


def test_bad_input_is_refused(tmp_path):
    run = study("decefl-rate")
    with pytest.raises(InputError, match=r"study=no-such-thing: known: .*decefl-rate"):
        study("no-such-thing")
    for options, name in (
        ({"rounds": 0}, "rounds"),
        ({"seed": -1}, "seed"),
        ({"data": "no-such-set"}, "data"),
        ({"data": write(tmp_path, X=np.ones((9, 2)), y=np.arange(9) % 2)}, "clients"),
        ({"data": write(tmp_path, X=np.ones((40, 2)), y=np.linspace(0, 1, 40))}, "labels"),
        ({"rounds": 1, "out": write(tmp_path, X=np.ones(1))}, "out"),
    ):
        with pytest.raises(InputError, match=f"^{name}="):
            run(**options)


def write(directory, **arrays):
    path = directory / f"{len(list(directory.iterdir()))}.npz"
    np.savez(path, **arrays)
    return str(path)


def test_the_irregular_network_is_really_irregular():
    from mixproof.experiments.studies.decefl_rate import IRREGULAR

    degrees = np.bincount(parse_network(IRREGULAR).edges.ravel())
    assert len(degrees) == 10 and len(set(degrees.tolist())) > 2


@pytest.mark.parametrize(("exponent", "held"), [(-1.0, True), (-1.3, None), (-0.8, False)])
def test_a_slope_is_a_rate_neither_where_it_is_too_flat_nor_where_the_start_still_fades(exponent, held):
    entry = {"bound_violations": 0, "slope": exponent, "closest": 0.5, "closest_printed": 0.5}
    assert _judgement([entry])["held"] is held

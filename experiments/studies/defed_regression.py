"""`defed-regression`: does DeFed fit 0.5 sin(x) + 1 as well as FedAvg does?

The paper's model is linear too. 6000 training points on [-6, 6], 1000 test points on [-12, 12], squared error
with l2 = 0.1, fixed rate 0.1, batch 64, ten clients with a uniformly random share, circulant graphs of degree
2, 4, 6, 8 (DeFed, section of experiments, second task). The noise is not given: N(0, 0.1^2) here. The model is
w_1 x + w_0, and the loss has the factor 1/2; without it the rate is above 2/L and FedAvg diverges.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from mixproof.spectral import mixing_matrix, parse_network
from mixproof.spectral.errors import InputError
from mixproof.spectral.plots import COLOURS, figure, save

from ..learning.algorithms import DEFED, FEDAVG, Method
from ..learning.data import Dataset, load
from ..learning.partition import iid
from ..learning.problems import least_squares
from ..learning.simulate import simulate
from .certified import certified, certified_entries, certified_words
from .form import choose, count, entry, extremes, judged, publish, settled
from .record import StudyResult

__all__ = ["run", "sine"]

CLIENTS, DEGREES, L2, RATE, BATCH, NOISE = 10, (2, 4, 6, 8), 0.1, 0.1, 64, 0.1


def sine(seed: int = 0) -> Dataset:
    """The paper's data: y = 0.5 sin(x) + 1 + noise, 6000 points on [-6, 6] and 1000 on [-12, 12]."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(8,)))
    x, z = rng.uniform(-6, 6, 6000), rng.uniform(-12, 12, 1000)
    y, v = (0.5 * np.sin(a) + 1 + NOISE * rng.normal(size=a.shape) for a in (x, z))
    return Dataset("sine", x[:, None], y, z[:, None], v, ())


def run(
    data: str = "sine",
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    size: str = "full",
    rate: float = RATE,
) -> StudyResult:
    """Run the study on `sine`, or on any data with real labels. Ranges are over the seeds' mini-batches.

    `held`: DeFed's training error is below FedAvg's at every degree, and its test error within 2 % of it.
    """
    rounds, seeds = count(rounds, choose(size, 2000, 200)), choose(size, 20, 3)
    dataset = (sine(seed) if data == "sine" else load(data, seed)).with_intercept()
    if dataset.classes:
        raise InputError("labels", dataset.name, "regression needs labels that are real numbers")
    problem = least_squares(dataset.X_train, dataset.y_train, iid(len(dataset.y_train), CLIENTS, seed), L2)
    tasks: dict[str, tuple[Method, Any]] = {
        f"DeFed, degree {k}": (
            DEFED,
            mixing_matrix(parse_network(f"regular:n={CLIENTS},degree={k}"), "uniform"),
        )
        for k in DEGREES
    }
    tasks["FedAvg"] = (FEDAVG, None)
    algorithms, train, test = [], {}, {}
    for name, (algorithm, W) in tasks.items():
        run = simulate(
            problem,
            algorithm,
            eta=rate,
            mixing=W,
            rounds=rounds,
            seeds=seeds,
            seed=seed,
            batch=BATCH,
            record_every=rounds,
        )
        settled(run.diverged_at, rate, name)
        weights = problem.shares("mean" if algorithm.gossip else "samples")
        models = np.einsum("k,skd->sd", weights, run.final)
        train[name], test[name] = (
            ((X @ models.T - y[:, None]) ** 2).mean(axis=0)
            for X, y in ((dataset.X_train, dataset.y_train), (dataset.X_test, dataset.y_test))
        )
        errors: dict[str, Any] = {
            "train_mse": float(train[name].mean()),
            "train_mse_range": extremes(train[name]),
        }
        errors |= {"test_mse": float(test[name].mean()), "test_mse_range": extremes(test[name])}
        if algorithm.gossip:
            zero = np.zeros((CLIENTS, problem.dimension))
            curve = certified(problem, [W], zero, rate, rounds, scaled=True, batch=BATCH)
            errors |= certified_entries(
                curve, run.rounds, error=run.mean_error, spread=run.consensus_error, gap=run.gap
            )
        algorithms.append(entry(name, gap=run.gap[:, -1], **errors))
    best = problem.minimum("samples").w
    result: dict[str, Any] = {
        "study": "defed-regression",
        "data": dataset.name,
        "setting": {
            "rounds": rounds,
            "seed": seed,
            "seeds": seeds,
            "l2": L2,
            "rate": rate,
            "batch": BATCH,
            "noise": NOISE,
            "optimum_train_mse": float(((dataset.X_train @ best - dataset.y_train) ** 2).mean()),
            "optimum_test_mse": float(((dataset.X_test @ best - dataset.y_test) ** 2).mean()),
        },
        "algorithms": algorithms,
    }
    result.update(_judgement(algorithms))
    result["conclusion"] += certified_words(algorithms)
    rows = [[name, s, float(train[name][s]), float(test[name][s])] for name in tasks for s in range(seeds)]
    header = ["algorithm", "seed", "train_mse", "test_mse"]
    return publish(result, header, rows, lambda place: _draw(train, test, result, place), out)


def _judgement(algorithms: list[dict[str, Any]]) -> dict[str, Any]:
    *decentralized, server = algorithms
    below = all(a["train_mse"] < server["train_mse"] for a in decentralized)
    apart = max(abs(a["test_mse"] / server["test_mse"] - 1) for a in decentralized)
    held = bool(below and apart <= 0.02)
    least = min(a["train_mse"] for a in decentralized)
    why = "less of the mini-batch noise stays" if below else "it is not yet at the minimum"
    words = (
        f"DeFed's training error is {'below' if below else 'not below'}"
        f" FedAvg's ({least:.4f} against {server['train_mse']:.4f}), the test errors differ by at most"
        f" {100 * apart:.1f} %. The step of DeFed's mean is ten times smaller, so {why}."
    )
    most = max(a["train_mse"] for a in decentralized)
    measured = f"training {most:.4f} against {server['train_mse']:.4f}, test {100 * apart:.1f} %"
    return judged(
        held, "training error below FedAvg's at every degree, test error within 2 %", measured, words
    )


def _draw(
    train: dict[str, np.ndarray], test: dict[str, np.ndarray], result: dict[str, Any], place: Path
) -> list[Path]:
    with figure(7.2, 3.0) as drawn:
        for ax, errors, part in zip(drawn.subplots(1, 2), (train, test), ("train", "test")):
            means = np.array([values.mean() for values in errors.values()])
            ends = np.array([[values.min(), values.max()] for values in errors.values()])
            names = [name.removeprefix("DeFed, ") for name in errors]
            colours = [COLOURS[0]] * (len(names) - 1) + ["0.45"]
            # dots, not bars: the differences are far smaller than the values
            for i, colour in enumerate(colours):
                ax.plot([i, i], ends[i], color=colour, lw=1.2)
                ax.plot(i, means[i], "o", color=colour)
            optimum = result["setting"][f"optimum_{part}_mse"]
            ax.axhline(optimum, color=COLOURS[3], ls="--", lw=1, label="minimiser of the regularised loss")
            ax.set_xticks(range(len(names)), names, fontsize=8)
            ax.set_title(f"{'Training' if part == 'train' else 'Test'} mean squared error")
            ax.legend(frameon=False, fontsize=7)
        drawn.suptitle(
            f"DeFed (blue) and FedAvg (grey) on {result['data']}: mean and range over seeds", fontsize=10
        )
        return save(drawn, place, "defed-regression")

"""`decefl-bearings`: does DeceFL reach FedAvg's accuracy, iid or not, on 4, 8 and 16 nodes?

The paper trains a network besides this linear model; softmax regression here. Random graphs with p = 0.3, 0.5, 0.7, 0.9
and Laplacian weights; data divided at random, or by the label shares of table 3, which is about two classes: its
positives are here the upper half of the class codes (on the bearings: inner and outer race faults). One full gradient a
round with a fixed step instead of 10 local epochs of mini-batches. `--data` the CWRU features for the paper's 4-way
task (DeceFL's supplement, tables 2 to 4 and Fig. 18).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from mixproof.bounds import CertifiedCurve
from mixproof.spectral import mixing_matrix, parse_network
from mixproof.spectral.errors import InputError
from mixproof.spectral.plots import COLOURS, figure, save

from ..learning.algorithms import DECEFL, FEDAVG, SWARM
from ..learning.data import load
from ..learning.partition import TABLE_3, by_label_share, iid, largest_total
from ..learning.problems import LinearModel, softmax
from ..learning.simulate import simulate
from ..learning.trajectory import Trajectory, log_rounds
from .certified import certified, certified_entries, certified_words
from .fixed_step import fixed_step_entries, fixed_step_words
from .form import band, choose, count, device_accuracy, entry, judged, measure, publish
from .record import StudyResult

__all__ = ["run"]

CHANCES, L2 = (0.3, 0.5, 0.7, 0.9), 1e-2
LEVEL = 0.01  # "the same level": within a point of accuracy


def run(
    data: str = "digits",
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    size: str = "full",
) -> StudyResult:
    """Run the study. Seeds differ in the graphs; `accuracy` is the average over the local models, as in the paper.

    `held`: in every setting that average ends within a point of FedAvg's test accuracy.
    """
    rounds, seeds = count(rounds, choose(size, 400, 30)), choose(size, 3, 2)
    sizes = choose(size, (4, 8, 16), (4,))
    dataset = load(data, seed).standardized().with_intercept()
    if len(dataset.classes) < 2:
        raise InputError("labels", dataset.name, "a classification study needs class labels")
    upper = (dataset.y_train >= len(dataset.classes) / 2).astype(int)
    algorithms: list[dict[str, Any]] = []
    shown: dict[tuple[int, str], dict[str, Trajectory]] = {}
    curves: dict[tuple[int, str], dict[str, CertifiedCurve]] = {}
    for n in sizes:
        shares = by_label_share(upper, TABLE_3[n], seed, total=largest_total(upper, n))
        divided = {"iid": iid(len(upper), n, seed), "table 3": shares}
        for kind, parts in divided.items():
            problem = softmax(dataset.X_train, dataset.y_train, parts, L2)
            options: dict[str, Any] = {
                "rounds": rounds,
                "record_every": log_rounds(rounds, 60),
                "accuracy": measure(problem, dataset),
            }
            # 1/L is a step that FedAvg can take, and swarm learning; DeceFL needs (1 + lambda_n)/L, lambda_n > -1
            step = 0.9 / float(problem.L.max())
            watched = {**options, "watch": device_accuracy(problem, dataset)}
            gossip = _over_graphs(problem, n, seeds, seed, step, watched)
            runs = {
                "FedAvg": simulate(problem, FEDAVG, eta=step, **options),
                "swarm learning": simulate(problem, SWARM, eta=step, **options),
                **{name: run for name, (run, _, _) in gossip.items()},
            }
            shown[n, kind] = runs
            curves[n, kind] = {name: curve for name, (_, _, curve) in gossip.items()}
            for name, run in runs.items():
                limits = gossip[name][1] if name in gossip else {}
                algorithms.append(_summary(f"{name}, {n} nodes, {kind}", run, limits))
    result: dict[str, Any] = {
        "study": "decefl-bearings",
        "data": dataset.name,
        "setting": {
            "rounds": rounds,
            "seed": seed,
            "seeds": seeds,
            "l2": L2,
            "classes": list(dataset.classes),
        },
        "algorithms": algorithms,
    }
    result.update(_judgement(algorithms))
    result["conclusion"] += fixed_step_words(algorithms) + certified_words(algorithms)
    rows = [
        [f"{name}, {n} nodes, {kind}", s, int(t), float(run.gap[s, i]), float(_averages(run)[s, i])]
        for (n, kind), runs in shown.items()
        for name, run in runs.items()
        for s in range(len(run.gap))
        for i, t in enumerate(run.rounds)
    ]
    header = ["run", "seed", "round", "gap", "accuracy"]
    return publish(result, header, rows, lambda place: _draw(shown, curves, place, dataset.name), out)


def _over_graphs(
    problem: LinearModel, n: int, seeds: int, seed: int, step: float, options: dict[str, Any]
) -> dict[str, tuple[Trajectory, dict[str, Any], CertifiedCurve]]:
    """Runs, a row a graph, with their entries on Proposition 1 and the certified curve of all of them."""
    found = {}
    for p in CHANCES:
        graphs = [parse_network(f"er:n={n},p={p},seed={seed + s}") for s in range(seeds)]
        weights = [mixing_matrix(graph, "laplacian") for graph in graphs]
        W = np.stack([one.dense() for one in weights])
        low = min(float(np.linalg.eigvalsh(one)[0]) for one in W)
        eta = min(step, 0.9 * (1 + low) / float(problem.L.max()))
        run = simulate(problem, DECEFL, eta=eta, mixing=W, seeds=seeds, **options)
        # full gradients: nothing is random, the worst graph counts
        limits = fixed_step_entries(problem, weights, eta, run.rounds, run.gap.max(axis=0), scaled=False)
        zero = np.zeros((problem.clients, problem.dimension))
        curve = certified(problem, weights, zero, eta, int(run.rounds[-1]), fixed=True)
        limits |= certified_entries(curve, run.rounds, gap=run.gap, spread=run.consensus_error)
        found[f"DeceFL, p = {p}"] = run, limits, curve
    return found


def _averages(run: Trajectory) -> np.ndarray:
    """(seeds, T): test accuracy averaged over the local models; a server has one model."""
    if run.watched is not None:
        return run.watched[:, :, 0]
    assert run.accuracy is not None
    return run.accuracy


def _summary(name: str, run: Trajectory, limits: dict[str, Any]) -> dict[str, Any]:
    more = dict(limits)
    if run.watched is not None:
        more["smallest_accuracy"] = float(run.watched[:, -1, 1].min())
    return entry(name, gap=run.gap[:, -1], accuracy=_averages(run)[:, -1], **more)


def _judgement(algorithms: list[dict[str, Any]]) -> dict[str, Any]:
    servers = {
        a["name"].removeprefix("FedAvg"): a["accuracy"] for a in algorithms if a["name"].startswith("FedAvg")
    }
    apart = {}
    for a in algorithms:
        if a["name"].startswith("DeceFL"):
            where = ", " + a["name"].split(", ", 2)[2]
            apart[a["name"]] = servers[where] - a["accuracy"]
    gaps, server_gaps = (
        [a["final_gap"] for a in algorithms if a["name"].startswith(name)] for name in ("DeceFL", "FedAvg")
    )
    worst = max(apart, key=lambda name: abs(apart[name]))
    iid_worst = max(abs(value) for name, value in apart.items() if name.endswith("iid"))
    held = bool(abs(apart[worst]) <= LEVEL)
    words = (
        "averaged over the local models the accuracy is at most"
        f" {100 * iid_worst:.2f} points from FedAvg's where the data are iid, and {100 * abs(apart[worst]):.2f} points"
        f" {'below' if apart[worst] > 0 else 'above'} it in the worst case ({worst}). The loss of DeceFL's mean, whose"
        f" step is fixed, ends up to {max(gaps):.1e} above its minimum, FedAvg's up to {max(server_gaps):.1e}."
    )
    criterion = f"accuracy within {100 * LEVEL:g} point of FedAvg's in every setting"
    return judged(held, criterion, f"{100 * abs(apart[worst]):.2f} points at most", words)


def _draw(
    shown: dict[tuple[int, str], dict[str, Trajectory]],
    curves: dict[tuple[int, str], dict[str, CertifiedCurve]],
    place: Path,
    data: str,
) -> list[Path]:
    sizes = sorted({n for n, _ in shown})
    with figure(7.2, 7.6) as drawn:
        grid = drawn.subplots(4, len(sizes), sharex=True, sharey="row", squeeze=False)
        for (n, kind), runs in shown.items():
            gap, accuracy = grid[2 * int(kind != "iid") :, sizes.index(n)][:2]
            for colour, (name, run) in zip(("0.3", "0.6", *COLOURS), runs.items()):
                style: dict[str, Any] = {"ls": "--"} if run.watched is None else {}
                later = run.rounds > 0
                band(gap, run.rounds[later], np.maximum(run.gap[:, later], 1e-16), colour, name, **style)
                band(accuracy, run.rounds[later], 100 * _averages(run)[:, later], colour, name, **style)
                if name in curves[n, kind]:
                    proved = curves[n, kind][name].gap[run.rounds[later]]
                    gap.plot(run.rounds[later], proved, ":", color=colour)
            gap.set_title(f"{n} nodes, {kind}", fontsize=9)
            gap.set(xscale="log", yscale="log")
        for ax in grid[-1]:
            ax.set_xlabel("rounds")
        for row, label in enumerate((r"loss gap of $\bar w$", "test accuracy (%)") * 2):
            grid[row, 0].set_ylabel(label)
        drawn.legend(
            *grid[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False
        )
        drawn.suptitle(
            f"{data}: loss of the mean (dotted: proved), accuracy averaged over the local models", fontsize=10
        )
        return save(drawn, place, "decefl-bearings")

"""`learning-weights`: do weights chosen for learning learn better than those that mix fastest, and than Metropolis?

The paper's question (dawo) asked of the objective itself: its networks and reliable ones, softmax regression by DSGD
with mini-batches, one class a device (`dawo_runs`). For each network: Metropolis, the least rho, the least second
moment where links fail, the best constant weight where it is feasible, the weights of least predicted disagreement
(`learning`, which knows nothing of the data), and with `labels` those that know each device's label shares. On WIDE
networks also means of these, lazy ones and random ones, MATRICES in all: is accuracy ordered as predicted? And other
methods on the same networks, with their messages. On the first network also longer steps, and devices whose data are
alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from mixproof.spectral import MixingMatrix, parse_network
from mixproof.spectral.errors import InputError

from .certified import certified_words
from .dawo_runs import Federation, federation, learn, learned_bound
from .form import choose, count, entry, interval, publish
from .learning_weights_matrices import BLIND, REFERENCE, variety, weights_of
from .learning_weights_methods import Other, others
from .learning_weights_output import draw
from .learning_weights_prediction import predicted, shares_of
from .learning_weights_words import judgement
from .record import StudyResult

__all__ = ["Row", "run"]

LOSSY = tuple(f"geometric:n=40,r=2,v=2,seed={seed}" for seed in range(5))
RELIABLE = (
    "ring:n=20",
    "grid:rows=5,cols=8",
    "er:n=40,p=0.12,seed=1",
    "barbell:clique=12,path=4",
    "smallworld:n=40,degree=4,p=0.2,seed=0",
)
WIDE = (LOSSY[0], *RELIABLE)
SMALL = ("ring:n=10", "geometric:n=10,r=2,v=2,seed=0")
MOST = 2000  # samples
MATRICES = 22
LONGER = (3.0, 10.0)  # times the step


@dataclass(frozen=True, eq=False)
class Row:
    """One matrix on one network: test accuracy over the devices of each seed, and the test error predicted.

    setting: "" for the study's own, else what is different. `of_many`: only there for the order of accuracy.
    """

    network: str
    weights: str
    average: np.ndarray  # (seeds,)
    worst: np.ndarray  # (seeds,) of the worst device
    gap: np.ndarray  # (seeds,)
    predicted: float
    setting: str = ""
    of_many: bool = False
    bound: Mapping[str, Any] = field(default_factory=dict)


def run(
    data: str = "digits",
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    size: str = "full",
    rate: float | None = None,
    network: Sequence[str] | None = None,
    labels: bool = False,
) -> StudyResult:
    """Run the study; seeds differ in mini-batches and lost models, and are the same for all weights of a network.

    network: other networks than the study's own, all of them wide. labels: also the weights that know the label shares.
    `held`: on no network is the mean accuracy of learning's weights below Metropolis's. `tau`: Kendall's, of predicted
    error and accuracy, for each wide network; `tau_of_seeds`: of the first
    seed's error and the others' accuracy, the best that noise lets a prediction be.
    """
    rounds, seeds = count(rounds, choose(size, 150, 10), 2), choose(size, 3, 2)
    names = tuple(network) if network else choose(size, (*LOSSY, *RELIABLE), SMALL)
    if len(set(names)) < len(names):
        raise InputError("network", ", ".join(names), "networks differ")
    graphs = {name: parse_network(name) for name in names}
    wide = names if network or size == "small" else WIDE
    rows, found, rates = list[Row](), dict[str, list[Other]](), dict[str, float]()
    options: dict[str, Any] = {"rounds": rounds, "seeds": seeds, "seed": seed}
    for name, graph in graphs.items():
        task = federation(data, graph.n, seed, choose(size, MOST, 300), rate)
        known = weights_of(graph, shares_of(task) if labels else None)
        many = variety(known, choose(size, MATRICES, 4), seed) if name in wide else {}
        rates[name], own = task.rate, _Setting(name, task, options)
        rows += [own.row(weights, W, bound=True) for weights, W in known.items()]
        rows += [own.row(weights, W, of_many=True) for weights, W in many.items()]
        if name in wide:
            found[name] = others(task, {key: known[key] for key in (REFERENCE, BLIND)}, **options)
        if name == names[0]:
            for times in LONGER:
                longer = replace(task, rate=times * task.rate)
                other = _Setting(name, longer, options, f"step {longer.rate:.2g}")
                rows += [other.row(weights, W) for weights, W in known.items()]
            even = federation(data, graph.n, seed, choose(size, MOST, 300), rate, alike=True)
            other = _Setting(name, even, options, "data alike")
            rows += [other.row(weights, W) for weights, W in known.items()]
    result: dict[str, Any] = {
        "study": "learning-weights",
        "data": task.dataset.name,
        "setting": {"rounds": rounds, "seed": seed, "seeds": seeds, "rates": rates, "labels": labels},
        "algorithms": [_entry(row, rows) for row in rows]
        + [_other(one, name) for name, own_methods in found.items() for one in own_methods],
    }
    result |= judgement(rows, found)
    result["conclusion"] += certified_words(result["algorithms"])
    header = ["network", "setting", "weights", "seed", "accuracy", "worst_device", "predicted"]
    table = [
        [r.network, r.setting, r.weights, s, float(r.average[s]), float(r.worst[s]), r.predicted]
        for r in rows
        for s in range(seeds)
    ]
    return publish(result, header, table, lambda place: draw(rows, found, place, task.dataset.name), out)


@dataclass(frozen=True)
class _Setting:
    """Where rows are measured."""

    network: str
    task: Federation
    options: Mapping[str, Any]
    name: str = ""

    def row(self, weights: str, W: MixingMatrix, bound: bool = False, of_many: bool = False) -> Row:
        rounds = self.options["rounds"]
        found = learn(self.task, W, **self.options, every=rounds)
        assert found.watched is not None
        average, worst = found.watched[:, -1].T
        told = predicted(W, self.task, rounds)
        more = learned_bound(self.task, [W], found) if bound else {}
        return Row(self.network, weights, average, worst, found.gap[:, -1], told, self.name, of_many, more)


def _entry(row: Row, rows: list[Row]) -> dict[str, Any]:
    base = next(r for r in rows if (r.network, r.setting, r.weights) == (row.network, row.setting, REFERENCE))
    gain = row.average - base.average  # paired: the same seeds
    where = f"{row.network}, {row.setting}" if row.setting else row.network
    return entry(
        f"{row.weights}, {where}",
        gap=row.gap,
        accuracy=row.average,
        network=row.network,
        setting=row.setting,
        weights=row.weights,
        interval=interval(row.average),
        worst_device=float(row.worst.mean()),
        predicted=row.predicted,
        gain=float(gain.mean()),
        gain_interval=None if row.weights == REFERENCE else interval(gain),
        **row.bound,
    )


def _other(one: Other, network: str) -> dict[str, Any]:
    known = bool(np.isfinite(one.average).all())
    return entry(
        f"{one.method}, {one.weights}, {network}",
        gap=one.gap if known else None,
        accuracy=one.average if known else None,
        network=network,
        method=one.method,
        weights=one.weights,
        messages=one.messages,
        worst_device=float(one.worst.mean()) if known else None,
    )

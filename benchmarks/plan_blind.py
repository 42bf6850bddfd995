"""Claim: without labels and data `plan` orders weights as well as it guesses their curvature; not knowing which node
holds what costs less.

    OMP_NUM_THREADS=1 python -m benchmarks.plan_blind [--data NAME_OR_FILE ...] [--ways 6] [NETWORK ...]

On the networks of `plan_held_out`, one class a node, at 1, 3 and 10 times the study's step: 12 candidates of the blind
plan, as in `benchmarks.plan`, are run on the data's own classes (`planning.models`; where data and labels are known its
order is the measured one to a tau of -.94) for several random ways in which nodes share the classes out. Kendall's tau
with each way's own order, the median over ways:

- blind: of what the plan predicted, which knows neither data nor labels
- curvature: of what a plan with `classes` and `curvature` predicts, the number of classes and L of the nodes' losses
- best blind: of the mean over all other ways on the true data: of a predictor that knows all but the way
- ways: of two ways, one taken for the other

A line a network and step; then the medians. Of several data sets also how alike their own orders are, of the means over
ways: with tau = 1 - 2 d, d the share of pairs in another order, d(a, b) <= d(a, p) + d(p, b) says of one order p for
both that tau(p, a) + tau(p, b) <= 1 + tau(a, b); half of that is what no plan that does not know the data can pass.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.stats import kendalltau

import mixproof as mx
from mixproof.experiments.planning import Candidate
from mixproof.experiments.planning.assumed import classes_of, from_data
from mixproof.experiments.planning.forms import form_of
from mixproof.experiments.planning.models import Classes
from mixproof.experiments.studies.dawo_runs import Federation, federation
from mixproof.experiments.studies.learning_weights_prediction import shares_of
from mixproof.spectral import Network

from .plan import MOST, TIMES
from .plan_held_out import SETS, made

ROUNDS = 150


def tau(a: np.ndarray, b: np.ndarray) -> float:
    return float(kendalltau(a, b).statistic)


def errors_of(model: Classes, kept: Sequence[Candidate], step: float) -> np.ndarray:
    """(candidates,) predicted on the model."""
    found = np.zeros(len(kept))
    for form in {one.form for one in kept}:
        own = [k for k, one in enumerate(kept) if one.form == form]
        matrices = [kept[k].weights for k in own]
        found[own] = model.predict(form_of(form).method, matrices, step, np.full(len(own), ROUNDS))
    return found


def line(graph: Network, task: Federation, step: float, ways: int) -> tuple[Sequence[float], np.ndarray]:
    found = mx.plan(graph, step=step, rounds=ROUNDS)
    everyone = [*found.unstable, *found.candidates]
    kept = [everyone[k] for k in np.unique(np.linspace(0, len(everyone) - 1, MOST).round().astype(int))]
    shares, rng = shares_of(task), np.random.default_rng(0)
    errors = np.zeros((ways, len(kept)))
    for row in errors:
        model = from_data(task.dataset, shares[rng.permutation(graph.n)], graph.n)
        row[:] = errors_of(model, kept, step)
    told = np.array([one.predicted for one in kept])
    L, classes = float(task.problem.L.max()), shares.shape[1]
    scaled = errors_of(classes_of(graph.n, L=L, classes=classes), kept, step)
    rest = (errors.sum(axis=0) - errors) / (ways - 1)
    taus = (
        float(np.median([tau(told, row) for row in errors])),
        float(np.median([tau(scaled, row) for row in errors])),
        float(np.median([tau(mean, row) for mean, row in zip(rest, errors)])),
        float(np.median([tau(a, b) for a, b in combinations(errors, 2)])),
    )
    return taus, errors.mean(axis=0)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", nargs="+", default=["classification", "digits"])
    parser.add_argument("--ways", type=int, default=6)
    parser.add_argument("networks", nargs="*")
    arguments = parser.parse_args()
    networks = {
        name: graph
        for name, graph in SETS["first"]().items()
        if not arguments.networks or name in arguments.networks
    }
    orders: dict[tuple[str, float], list[np.ndarray]] = {}  # by network and step, of each data set
    for data in arguments.data:
        print(f"\n{data:38} {'step':>6} {'blind':>7} {'curvature':>10} {'best blind':>11} {'ways':>7}")
        rows = []
        for name, graph in networks.items():
            task = federation(made(data), graph.n, 0)
            for times in TIMES:
                row, own = line(graph, task, task.rate * times, arguments.ways)
                rows.append(row)
                orders.setdefault((name, task.rate * times), []).append(own)
                told = "{:7.2f} {:10.2f} {:11.2f} {:7.2f}".format(*rows[-1])
                print(f"{name:38} {task.rate * times:6.3g} {told}", flush=True)
        print("medians {:37} {:7.2f} {:10.2f} {:11.2f} {:7.2f}".format("", *np.median(rows, axis=0)))
    alike = [tau(a, b) for each in orders.values() for a, b in combinations(each, 2)]
    if alike:
        most = np.mean(alike) / 2 + 0.5
        print(
            f"two data sets: {np.median(alike):.2f}, mean {np.mean(alike):.2f}; one order for both: {most:.2f} at most"
        )


if __name__ == "__main__":
    main()

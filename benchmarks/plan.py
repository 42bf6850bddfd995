"""Claim: `plan` learns at least as well as Metropolis, fastest mixing and the old objectives in either form.

    OMP_NUM_THREADS=1 python -m benchmarks.plan [--data NAME_OR_FILE [--pool K]] [--seeds N] [--least] [--held-out]
        [NETWORK ...]

Softmax regression with mini-batches of 32, one class a node (`studies.dawo_runs`), at 1, 3 and 10 times the study's
step, for plans that know nothing, the losses' curvature, labels, and labels with the data. A line a network and step,
in points of accuracy:

- best: of Metropolis, least rho (and second moment), `learning` at its defaults, with and without labels, in both forms
- unknowing: of those without labels; cta: of all in combine-then-adapt alone
- blind, curvature, labels, data: accuracy of each plan less `best`, of the first two, which know no labels, less
  `unknowing`; all but the first know L of the nodes' losses, the second also how many classes there are
- tau: Kendall's, of prediction and measurement, over 12 candidates of both forms

--run: a declared method instead of the two forms, with full gradients; `cta` is then the same as `best`.
--pool: images of a file are averaged over squares of K x K pixels first.
--held-out: the networks of `plan_held_out`, all or those of these names, on which nothing was improved before; with
`later`, those chosen when `curvature` had been added to the plans, with `latest` those when nodes had got samples of
the data; --data takes `classification`, `classification-2` and `classification-3` too.
--least: least squares on the same partition with one-hot labels, at 1, 1/3 and 1/10 of 1/L, `curvature` known; what is
measured is the mean over nodes of F less its minimum, and `best`, `plans` are ratios of it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import kendalltau

import mixproof as mx
from mixproof.experiments.learning.algorithms import UnreliableLinks
from mixproof.experiments.learning.problems import LinearModel
from mixproof.experiments.learning.problems.losses import Squared
from mixproof.experiments.learning.simulate import simulate
from mixproof.experiments.planning import FORMS, Plan
from mixproof.experiments.studies.dawo_runs import BATCH, Federation, federation
from mixproof.experiments.studies.learning_weights_prediction import shares_of
from mixproof.spectral import MixingMatrix, Network, mixing_matrix, parse_network

from .plan_held_out import SETS, made

NETWORKS = (
    "ring:n=22",
    "path:n=17",
    "star:n=13",
    "grid:rows=3,cols=9",
    "hypercube:d=4",
    "er:n=26,p=0.18,seed=12",
    "barbell:clique=6,path=5",
    "smallworld:n=28,degree=4,p=0.3,seed=8",
    "geometric:n=24,r=3,v=2,seed=21",
    "geometric:n=32,r=5,v=2,seed=22",
    "rgg:n=30,radius=0.32,seed=5",
    "regular:n=20,degree=6",
)
TIMES = (1.0, 3.0, 10.0)
SAME = 1e-6
UNKNOWING = ("blind", "curvature")  # plans that know no labels
MOST = 12  # candidates that are measured for tau


@dataclass
class Bench:
    """Measurements on one network, each weight, form and step once."""

    task: Federation
    rounds: int
    seeds: int
    least: bool
    run: str | None = None

    @property
    def forms(self) -> Sequence[str]:
        return tuple(FORMS) if self.run is None else (self.run,)

    def __post_init__(self) -> None:
        self.seen: list[tuple[np.ndarray, str, float, float]] = []

    def measure(self, W: MixingMatrix, form: str, step: float) -> float:
        """Test accuracy in percent, the mean over nodes and seeds; or the loss above its minimum. 0, inf: diverged."""
        for weights, other, eta, value in self.seen:
            if other == form and eta == step and np.allclose(weights, W.weights, atol=SAME):
                return value
        value = self._run(W, form, step)
        self.seen.append((W.weights, form, step, value))
        return value

    def _run(self, W: MixingMatrix, form: str, step: float) -> float:
        batch = None if self.least or self.run else BATCH
        seeds = self.seeds if W.network.is_lossy or batch else 1
        links: Any = UnreliableLinks(W, seeds, 0) if W.network.is_lossy else W
        options: dict[str, Any] = {"rounds": self.rounds, "seeds": seeds, "record_every": self.rounds}
        method = FORMS.get(form, form)
        if self.least:
            run = simulate(self.task.problem, method, mixing=links, eta=step, **options)
            problem = self.task.problem
            value = float(problem.objective(run.final).mean()) - problem.minimum().value
            return value if np.isfinite(value) else np.inf
        run = simulate(
            self.task.problem, method, mixing=links, eta=step, batch=batch, watch=self.task.watch, **options
        )
        assert run.watched is not None
        return 100 * float(np.nan_to_num(run.watched[:, -1, 0]).mean())


def rivals(graph: Network, shares: np.ndarray) -> dict[str, MixingMatrix]:
    found = {
        "metropolis": mixing_matrix(graph, "metropolis"),
        "least rho": mx.optimize(graph, gap=1e-2).weights,
    }
    if graph.is_lossy:
        found["least second moment"] = mx.optimize(graph, "second-moment", gap=1e-2).weights
    found["learning"] = mx.optimize(graph, "learning").weights
    found["learning, labels"] = mx.optimize(graph, "learning", heterogeneity=shares).weights
    return found


def plans(
    graph: Network, task: Federation, shares: np.ndarray, step: float, bench: Bench
) -> Mapping[str, Plan]:
    options: dict[str, Any] = {"run": bench.run, "step": step, "rounds": bench.rounds}
    if bench.least:
        L = float(task.problem.L.max())
        return {"L": mx.plan(graph, curvature=(L, float(task.problem.mu.min())), **options)}
    L = float(task.problem.L.max())
    return {
        "blind": mx.plan(graph, **options),
        "curvature": mx.plan(graph, curvature=L, classes=shares.shape[1], **options),
        "labels": mx.plan(graph, labels=shares, curvature=L, **options),
        "data": mx.plan(graph, labels=shares, data=task.dataset, **options),
    }


def tau(found: Plan, bench: Bench) -> float:
    """Over `MOST` candidates, evenly spaced in the order of the prediction, the first and the last among them."""
    everyone = [*found.unstable, *found.candidates]
    kept = [everyone[k] for k in np.unique(np.linspace(0, len(everyone) - 1, MOST).round().astype(int))]
    measured = [bench.measure(one.weights, one.form, one.step) for one in kept]
    return float(kendalltau([one.predicted for one in kept], measured).statistic)


def pooled(file: str, k: int) -> str:
    """A file of the same images, (m, a, a) with a a multiple of k, averaged over squares; in a temporary directory."""
    arrays = dict(np.load(file))
    for name in [name for name, array in arrays.items() if array.ndim == 3]:
        m, a, _ = arrays[name].shape
        arrays[name] = arrays[name].reshape(m, a // k, k, a // k, k).mean(axis=(2, 4)) / 255
    place = Path(tempfile.mkdtemp()) / Path(file).name
    np.savez(place, **arrays)
    return str(place)


def squares(task: Federation) -> Federation:
    """The least squares problem of one class against the others, the same samples at each node."""
    soft = task.problem
    parts = [(X[:count], y[:count]) for X, y, count in zip(soft.features, soft.targets, soft.counts)]
    problem = LinearModel([X for X, _ in parts], [2.0 * (y % 2) - 1 for _, y in parts], 1e-2, Squared())
    return replace(task, problem=problem, rate=1 / float(problem.L.max()))


def line(text: str, step: float, bench: Bench, graph: Network, shares: np.ndarray) -> dict[str, float]:
    base = {
        (name, form): bench.measure(W, form, step)
        for name, W in rivals(graph, shares).items()
        for form in bench.forms
    }
    pick = min if bench.least else max
    first = bench.forms[0]
    best, cta = pick(base.values()), pick(v for (_, form), v in base.items() if form == first)
    unknowing = pick(value for (name, _), value in base.items() if "labels" not in name)
    row = {
        "metropolis": base["metropolis", first],
        "cta": cta,
        "unknowing": unknowing,
        "best": best,
    }
    for name, found in plans(graph, bench.task, shares, step, bench).items():
        value = bench.measure(found.weights, found.chosen.form, step)
        fair = unknowing if name in UNKNOWING else best
        row[name] = value / fair if bench.least else value - fair
        row[f"tau {name}"] = tau(found, bench)
    print(
        f"{text:40} {step:8.3g}  " + "  ".join(f"{key} {value:.2f}" for key, value in row.items()), flush=True
    )
    return row


def summary(rows: Sequence[Mapping[str, float]], least: bool) -> None:
    for name in [key for key in rows[0] if f"tau {key}" in rows[0]]:
        gains = np.array([row[name] for row in rows])
        taus = np.array([row[f"tau {name}"] for row in rows])
        over = np.array(
            [row["unknowing" if name in UNKNOWING else "best"] + row[name] - row["cta"] for row in rows]
        )
        worst = gains.max() if least else gains.min()
        print(f"{name}: against the best, median {np.median(gains):.2f}, worst {worst:.2f}; tau median "
              f"{np.median(taus):.2f}, worst {taus.max():.2f}" + ("" if least else
              f"; over the best combine-then-adapt, median {np.median(over):.2f}"))  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", default="digits")
    parser.add_argument("--pool", type=int)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--least", action="store_true")
    parser.add_argument("--run")
    parser.add_argument("--held-out", nargs="?", const="first", choices=SETS)
    parser.add_argument("networks", nargs="*")
    arguments = parser.parse_args()
    rows = []
    data = pooled(arguments.data, arguments.pool) if arguments.pool else made(arguments.data)
    if arguments.held_out:
        known = SETS[arguments.held_out]()
        networks = {name: known[name] for name in arguments.networks or known}
    else:
        networks = {text: parse_network(text) for text in arguments.networks or NETWORKS}
    for text, graph in networks.items():
        task = federation(data, graph.n, 0)
        shares = shares_of(task)
        task = squares(task) if arguments.least else task
        for times in TIMES:
            step = task.rate * (1 / times if arguments.least else times)
            bench = Bench(task, arguments.rounds, arguments.seeds, arguments.least, arguments.run)
            rows.append(line(text, step, bench, graph, shares))
    summary(rows, arguments.least)


if __name__ == "__main__":
    main()

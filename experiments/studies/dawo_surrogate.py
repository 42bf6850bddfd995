"""`dawo-surrogate`: does test accuracy fall with rho(Wbar), so that rho is a good thing to minimise?

The paper trains a network; softmax regression here. Devices in the unit square, links up with probability
exp(-r d^v), the samples of one class a group of devices, 150 rounds of DSGD with lost models replaced (dawo, Figs. 2
and 3). The paper's matrices with different rho come from CVXPY; here they are of four kinds, each with shares of
the identity mixed in: along one kind rho moves alone, between the kinds everything else moves too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from mixproof.spectral import MixingMatrix, lazy, mean_matrix
from mixproof.spectral.families import geometric
from mixproof.spectral.plots import COLOURS, figure, save

from ..learning.trajectory import Trajectory
from .certified import certified_words
from .dawo_runs import equal, federation, learn, learned_bound, metropolis, optimal, rhos, step_words
from .form import choose, count, entry, extremes, judged, publish
from .record import StudyResult

__all__ = ["run"]

R, V = 2.0, 2.0


def run(
    data: str = "digits",
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    size: str = "full",
    rate: float | None = None,
) -> StudyResult:
    """Run the study; seeds differ in mini-batches and lost models. `accuracy` averages the devices after the last
    round, `smallest_accuracy` is the worst device's.

    `held`: over all matrices accuracy and rho(Wbar) are ordered oppositely (Kendall's tau at most -0.9), for the
    average and for the minimum.
    """
    from scipy.stats import kendalltau

    rounds, seeds = count(rounds, choose(size, 150, 20), 5), choose(size, 3, 2)
    devices, shares = choose(size, (40, (0.0, 0.3, 0.6, 0.8, 0.9)), (10, (0.0, 0.8)))
    task, network = federation(data, devices, seed, rate=rate), geometric(devices, R, V, seed)
    kinds = {
        "optimal rho": optimal(devices, R, V, seed),
        "optimal second moment": optimal(devices, R, V, seed, "second-moment"),
        "equal": equal(network),
        "Metropolis (27)": metropolis(network),
    }
    found: list[tuple[str, MixingMatrix, Trajectory]] = []
    for kind, W in kinds.items():
        for share in shares:
            mixed = lazy(W, share)
            found.append(
                (kind, mixed, learn(task, mixed, rounds=rounds, seeds=seeds, seed=seed, every=rounds))
            )
    algorithms, points = [], []
    for i, (kind, W, run) in enumerate(found):
        assert run.watched is not None
        average, smallest = run.watched[:, -1].T
        rho, second = rhos(W)
        points.append((rho, float(average.mean()), float(smallest.mean()), second, _disagreement(W)))
        more: dict[str, Any] = {"rho": rho, "rho_second_moment": second, "disagreement": points[-1][4]}
        more |= {"smallest_accuracy": float(smallest.mean()), "smallest_accuracy_range": extremes(smallest)}
        name = f"{kind}, {shares[i % len(shares)]:g} of the identity"
        more |= learned_bound(task, [W], run)
        algorithms.append(entry(name, gap=run.gap[:, -1], accuracy=average, **more))
    table = np.array(points)
    order = {
        measure: [float(kendalltau(table[:, column], table[:, accuracy]).statistic) for accuracy in (1, 2)]
        for measure, column in (("rho", 0), ("rho_second_moment", 3), ("disagreement", 4))
    }
    held = max(order["rho"]) <= -0.9
    n = len(shares)
    falling = sum(
        bool((np.diff(table[i : i + n][np.argsort(table[i : i + n, 0]), 1]) < 0).all())
        for i in range(0, len(table), n)
    )
    unlazy = [a for a in algorithms if a["name"].endswith(" 0 of the identity")]
    best, least = max(unlazy, key=lambda a: a["accuracy"]), min(unlazy, key=lambda a: a["rho"])
    result: dict[str, Any] = {
        "study": "dawo-surrogate",
        "data": task.dataset.name,
        "setting": {
            "rounds": rounds,
            "seed": seed,
            "seeds": seeds,
            "devices": devices,
            "r": R,
            "v": V,
            "rate": task.rate,
        },
        "algorithms": algorithms,
        "kendall_tau": order,
        **judged(
            held,
            "Kendall's tau at most -0.9",
            f"{order['rho'][0]:.2f} average, {order['rho'][1]:.2f} minimum",
            f"along {falling} of"
            f" {len(kinds)} kinds of matrix average accuracy falls as rho grows; over all matrices Kendall's tau is"
            f" {order['rho'][0]:.2f} (average) and {order['rho'][1]:.2f} (minimum);"
            f" {best['name'].split(',')[0]} weights with rho {best['rho']:.2f} reach {100 * best['accuracy']:.1f} %,"
            f" those of the least rho, {least['rho']:.2f}, {100 * least['accuracy']:.1f} %. rho sees the slowest"
            " direction only; the mean of 1/(1 - eigenvalue)^2 over all directions has tau"
            f" {order['disagreement'][0]:.2f}.{step_words(task, kinds.values())}{certified_words(algorithms)}",
        ),
    }
    rows = [
        [
            a["name"],
            a["rho"],
            a["rho_second_moment"],
            a["disagreement"],
            a["accuracy"],
            a["smallest_accuracy"],
        ]
        for a in algorithms
    ]
    header = ["matrix", "rho", "rho_second_moment", "disagreement", "accuracy", "smallest_accuracy"]
    return publish(
        result, header, rows, lambda place: _draw(algorithms, list(kinds), place, result["data"]), out
    )


def _disagreement(W: MixingMatrix) -> float:
    """The mean of 1/(1 - lambda)^2 over the eigenvalues of Wbar but the first: how far devices that always pull
    in independent directions end up from each other, in units of the step."""
    n = W.network.n
    eigenvalues = np.linalg.eigvalsh(mean_matrix(W).dense())[:-1]
    return float(np.sum(1 / (1 - eigenvalues) ** 2) / (n - 1))


def _draw(algorithms: list[dict[str, Any]], kinds: list[str], place: Path, data: str) -> list[Path]:
    with figure(7.2, 3.4) as drawn:
        axes = drawn.subplots(1, 2)
        for colour, kind, marker in zip(COLOURS, kinds, "os^D"):
            own = [a for a in algorithms if a["name"].startswith(kind + ",")]
            for ax, x in zip(axes, ("rho", "disagreement")):
                for key, face in (("accuracy", colour), ("smallest_accuracy", "none")):
                    values = np.array([a[key] for a in own])
                    low, high = np.array([a[f"{key}_range"] for a in own]).T
                    errors = 100 * np.array([values - low, high - values]).clip(0)
                    at = [a[x] for a in own]
                    style: dict[str, Any] = {
                        "marker": marker,
                        "color": colour,
                        "markerfacecolor": face,
                        "ms": 4.5,
                    }
                    label = kind if face != "none" else None
                    ax.errorbar(at, 100 * values, yerr=errors, lw=0.8, label=label, **style)
        axes[0].set_xlabel(r"$\rho(\bar W)$")
        axes[1].set_xlabel(r"mean of $1/(1-\lambda)^2$ over all eigenvalues of $\bar W$")
        axes[1].set_xscale("log")
        axes[0].set_ylabel("test accuracy after the last round (%)")
        drawn.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
        drawn.suptitle(f"{data}: average over devices (filled) and worst device (open)", fontsize=10)
        return save(drawn, place, "dawo-surrogate")

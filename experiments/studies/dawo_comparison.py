"""`dawo-comparison`: do optimized aggregation weights learn nearly as well as reliable links, and Metropolis worse?

The paper trains a network; softmax regression here. Three parts (dawo, Figs. 6 to 11). Schemes at r = 4, v = 2: weights
of least rho(Wbar) (WD via CO), those that the nodes find by messages alone (in the place of the proposed algorithm,
whose weights `dawo-convergence` finds infeasible), of least rho of the exact second moment, which the paper does not
have, of least disagreement of learners (`learning`, without and with each device's labels), which it does not have
either, equal weights (EW w/o RC), Metropolis (27), and equal weights over links that never fail (WD with RC). Then
r = 2 with v from 2 to 10. Then positions and weights anew every round (dynamic) against fixed ones (static).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mixproof.spectral import MixingMatrix
from mixproof.spectral.families import geometric
from mixproof.spectral.plots import COLOURS, figure, save
from mixproof.weightopt import optimize

from ..learning.trajectory import Trajectory
from .certified import certified_words
from .dawo_runs import (
    Federation,
    equal,
    federation,
    found_by_nodes,
    learn,
    learned_bound,
    metropolis,
    optimal,
    rhos,
    step_words,
    without_losses,
)
from .form import band, choose, count, entry, extremes, judged, publish
from .record import StudyResult

__all__ = ["run"]

RELIABLE = "reliable links"
PRINTED = {2.0: 0.54, 10.0: 0.15}  # optimized rho at r = 2, by v


def run(
    data: str = "digits",
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    size: str = "full",
    rate: float | None = None,
) -> StudyResult:
    """Run the study; seeds differ in mini-batches and lost models. `accuracy` averages the devices.

    `held` ("WD via CO close to WD with RC, MH lags far behind, EW worst"): the accuracies are in that order.
    """
    rounds, seeds = count(rounds, choose(size, 150, 10), 2), choose(size, 3, 2)
    devices, few, powers = choose(size, (100, 40, (2.0, 4.0, 6.0, 8.0, 10.0)), (10, 10, (2.0, 10.0)))
    most, network = choose(size, 2000, 300), geometric(devices, 4.0, 2.0, seed)
    task, smaller = (federation(data, n, seed, most, rate) for n in (devices, few))
    options: dict[str, Any] = {"rounds": rounds, "seeds": seeds, "seed": seed, "every": max(1, rounds // 30)}
    schemes: dict[str, MixingMatrix] = {
        RELIABLE: without_losses(network),
        "optimal rho": optimal(devices, 4.0, 2.0, seed),
        "found by the nodes": found_by_nodes(network),
        "optimal second moment": optimal(devices, 4.0, 2.0, seed, "second-moment"),
        "Metropolis (27)": metropolis(network),
        "equal": equal(network),
        "learning": optimize(network, "learning", gap=1e-2).weights,
    }
    classes = len(task.dataset.classes)
    shares = np.eye(classes)[np.arange(devices) % classes]
    schemes["learning, labels"] = optimize(network, "learning", heterogeneity=shares, gap=1e-2).weights
    runs = {name: learn(task, W, **options) for name, W in schemes.items()}
    algorithms = [_summary(task, f"{name}, r = 4, v = 2", runs[name], [W]) for name, W in schemes.items()]

    sweep = {v: optimal(few, 2.0, v, seed) for v in powers}
    by_power = {v: learn(smaller, W, **options) for v, W in sweep.items()}
    algorithms += [
        _summary(smaller, f"optimal rho, r = 2, v = {v:g}", by_power[v], [W]) for v, W in sweep.items()
    ]

    places = {"static": [seed], "dynamic": [seed + 1000 + t for t in range(min(40, rounds))]}
    moved = {name: [optimal(few, 4.0, 2.0, one) for one in drawn] for name, drawn in places.items()}
    motion = {name: learn(smaller, lambda t, W=W: W[t % len(W)], **options) for name, W in moved.items()}
    algorithms += [
        _summary(smaller, f"optimal rho, r = 4, v = 2, {name}", run, moved[name])
        for name, run in motion.items()
    ]
    result: dict[str, Any] = {
        "study": "dawo-comparison",
        "data": task.dataset.name,
        "setting": {"rounds": rounds, "seed": seed, "seeds": seeds, "devices": devices, "rate": task.rate}
        | {"devices_of_sweeps": few, "rate_of_sweeps": smaller.rate},
        "algorithms": algorithms,
    }
    result.update(_judgement(runs, by_power, motion, sweep))
    result["conclusion"] += step_words(task, [W for name, W in schemes.items() if name != RELIABLE])
    result["conclusion"] += certified_words(algorithms)
    every = {**runs, **{f"v = {v:g}": run for v, run in by_power.items()}, **motion}
    rows = [
        [name, s, int(t), *(float(value) for value in run.watched[s, i])]
        for name, run in every.items()
        if run.watched is not None
        for s in range(seeds)
        for i, t in enumerate(run.rounds)
    ]
    header = ["scheme", "seed", "round", "accuracy", "smallest_accuracy"]
    name = task.dataset.name
    return publish(result, header, rows, lambda place: _draw(runs, by_power, motion, sweep, place, name), out)


def _final(run: Trajectory) -> np.ndarray:
    """(2,) average and smallest accuracy after the last round, mean over seeds."""
    assert run.watched is not None
    return run.watched[:, -1].mean(axis=0)


def _summary(
    task: Federation, name: str, run: Trajectory, matrices: Sequence[MixingMatrix]
) -> dict[str, Any]:
    assert run.watched is not None
    average, smallest = run.watched[:, -1].T
    more: dict[str, Any] = {
        "smallest_accuracy": float(smallest.mean()),
        "smallest_accuracy_range": extremes(smallest),
    }
    more |= learned_bound(task, matrices, run)
    if len(matrices) == 1:
        more["rho"], more["rho_second_moment"] = rhos(matrices[0])
    return entry(name, gap=run.gap[:, -1], accuracy=average, **more)


def _judgement(
    runs: dict[str, Trajectory],
    by_power: dict[float, Trajectory],
    motion: dict[str, Trajectory],
    sweep: dict[float, MixingMatrix],
) -> dict[str, Any]:
    reached = {name: 100 * float(_final(run)[0]) for name, run in runs.items()}
    order = [reached[name] for name in (RELIABLE, "optimal rho", "Metropolis (27)", "equal")]
    held = order == sorted(order, reverse=True)
    powers = sorted(by_power)
    ends = [100 * float(_final(by_power[v])[0]) for v in (powers[0], powers[-1])]
    still, moved = (100 * float(_final(motion[name])[0]) for name in ("static", "dynamic"))
    gains = [reached[name] - reached["Metropolis (27)"] for name in ("learning", "learning, labels")]
    words = (
        "average accuracies are "
        + ", ".join(f"{value:.1f} % ({name})" for name, value in reached.items())
        + f"; points over Metropolis: learning {gains[0]:+.1f}, with labels {gains[1]:+.1f}."
        f" From v = {powers[0]:g} to {powers[-1]:g} the optimized rho falls from {rhos(sweep[powers[0]])[0]:.2f} to"
        f" {rhos(sweep[powers[-1]])[0]:.2f}, as printed, and accuracy {'falls' if ends[1] < ends[0] else 'rises'} from"
        f" {ends[0]:.1f} % to {ends[1]:.1f} % (printed: it decreases). Moving devices reach {moved:.1f} %, fixed ones"
        f" {still:.1f} %."
    )
    paper = [
        {
            "quantity": f"optimized rho at r = 2, v = {v:g}",
            "printed": PRINTED[v],
            "measured": round(rhos(W)[0], 3),
        }
        for v, W in sweep.items()
        if v in PRINTED
    ]
    measured = ", ".join(f"{value:.1f} %" for value in order)
    criterion = "reliable links above optimal rho above Metropolis above equal"
    return judged(held, criterion, measured, words, paper)


def _draw(
    runs: dict[str, Trajectory],
    by_power: dict[float, Trajectory],
    motion: dict[str, Trajectory],
    sweep: dict[float, MixingMatrix],
    place: Path,
    data: str,
) -> list[Path]:
    with figure(7.2, 5.2) as drawn:
        (average, smallest), (power, moving) = drawn.subplots(2, 2)
        for i, ax in enumerate((average, smallest)):
            widths = (1.4, 5.0, 3.6, 2.4, 1.4, 1.0, 1.4, 1.4)  # four of the schemes may coincide
            for colour, width, (name, run) in zip(("0.4", *COLOURS), widths, runs.items()):
                assert run.watched is not None
                style: dict[str, Any] = {"ls": "--" if name == RELIABLE else "-", "lw": width}
                band(ax, run.rounds, 100 * run.watched[:, :, i], colour, name, **style)
            ax.set_xlabel("rounds")
        average.set_title("r = 4, v = 2: average accuracy (%)", fontsize=9)
        smallest.set_title("r = 4, v = 2: worst device (%)", fontsize=9)
        values = sorted(by_power)
        ends = np.array([by_power[v].watched[:, -1, 0] for v in values]).T  # type: ignore[index]
        band(power, np.array(values), 100 * ends, COLOURS[0], "", marker="o", ms=4)
        power.set_xlabel("v")
        power.set_title("r = 2: optimal rho for several v", fontsize=9)
        power.set_ylabel("average accuracy (%)", color=COLOURS[0])
        twin = power.twinx()
        twin.plot(values, [rhos(sweep[v])[0] for v in values], "s--", color=COLOURS[1], ms=4)
        twin.grid(False)
        twin.set_ylim(0, 1)
        twin.set_ylabel(r"optimized $\rho(\bar W)$ (dashed)", color=COLOURS[1])
        for colour, (name, run) in zip(COLOURS, motion.items()):
            assert run.watched is not None
            band(moving, run.rounds, 100 * run.watched[:, :, 0], colour, f"{name}, average")
            moving.plot(
                run.rounds, 100 * run.watched[:, :, 1].mean(axis=0), ":", color=colour, label=f"{name}, worst"
            )
        moving.set_xlabel("rounds")
        moving.set_title("r = 4, v = 2: devices fixed or moving (%)", fontsize=9)
        moving.legend(frameon=False, fontsize=7)
        drawn.legend(*average.get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
        drawn.suptitle(f"{data}: weights over unreliable links", fontsize=10)
        return save(drawn, place, "dawo-comparison")

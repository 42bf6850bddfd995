"""Push-sum on one data set over a list of networks: the common part of `ops-size` and `ops-density`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mixproof.spectral.plots import COLOURS, figure, save

from .form import band, entry, extremes, publish
from .ops_runs import GAMMAS, Curves, bounded, online_data, split, tuned
from .record import StudyResult

__all__ = ["finish", "sweep", "trend", "within"]


def sweep(
    study: str,
    data: str,
    networks: Sequence[tuple[str, int, int]],
    *,
    rounds: int,
    seed: int,
    seeds: int,
    share: float,
    gammas: Sequence[float] = GAMMAS,
) -> tuple[dict[str, Any], dict[str, Curves]]:
    """OPS on networks (label, nodes, largest number of receivers), each with its best step; result and curves."""
    name, X, y = online_data(data, seed)
    found = {
        label: tuned("OPS", split(X, y, n, rounds, share, seed, seeds), neighbours, seed, gammas)
        for label, n, neighbours in networks
    }
    algorithms = []
    for (label, n, neighbours), c in zip(networks, found.values()):
        losses = c.average_loss[:, -1]
        more: dict[str, Any] = {
            "average_loss": float(losses.mean()),
            "average_loss_range": extremes(losses),
            "gamma": c.gamma,
        }
        more |= {"nodes": n, "neighbours": neighbours, "smallest_omega": c.smallest_omega}
        algorithms.append(entry(f"OPS, {label}", gap=c.above, **{**more, **bounded(c, n)}))
    setting = {"rounds": rounds, "seed": seed, "seeds": seeds, "stochastic_share": share, "samples": len(y)}
    result = {"study": study, "data": name, "setting": setting, "algorithms": algorithms}
    return result, found


def finish(
    result: dict[str, Any], found: dict[str, Curves], title: str, out: str | Path | None
) -> StudyResult:
    rows = [
        [label, s, int(t), float(c.average_loss[s, i])]
        for label, c in found.items()
        for s in range(len(c.average_loss))
        for i, t in enumerate(c.rounds)
    ]

    def draw(place: Path) -> list[Path]:
        with figure(7.2, 3.2) as drawn:
            loss, regret = drawn.subplots(1, 2)
            for colour, (label, c) in zip(COLOURS, found.items()):
                later = c.rounds >= 3
                x = c.rounds[later]
                band(loss, x, c.average_loss[:, later], colour, label)
                band(regret, x, (c.average_loss - c.best_fixed[:, None])[:, later], colour, label)
            loss.set_title("Average loss")
            regret.set_title("Average loss above the best fixed model")
            for ax in (loss, regret):
                ax.set_xscale("log")
                ax.set_xlabel("rounds")
            regret.set_yscale("log")
            lowest = min(
                float((c.average_loss.mean(axis=0) - c.best_fixed.mean()).min()) for c in found.values()
            )
            regret.set_ylim(bottom=max(lowest, 1e-4) / 3)  # a seed may dip below the best fixed model
            drawn.legend(
                *loss.get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False
            )
            drawn.suptitle(title, fontsize=10)
            return save(drawn, place, result["study"])

    return publish(result, ["network", "seed", "round", "average_loss"], rows, draw, out)


def trend(found: dict[str, Curves]) -> np.ndarray:
    """(networks,) mean final average loss above the best fixed model."""
    return np.array([float(c.above.mean()) for c in found.values()])


def within(algorithms: Sequence[dict[str, Any]]) -> str:
    """In words: how the runs compare with the proved bound on their regret."""
    shown = [a for a in algorithms if a["bound_violations"] is not None]
    violations, closest = sum(a["bound_violations"] for a in shown), max(a["closest"] for a in shown)
    low, high = (f([a["printed_C_1_log10"] for a in shown]) for f in (min, max))
    constant = f"10^{low:.0f}" + ("" if high - low < 1 else f" to 10^{high:.0f}")
    return (
        f" {violations} final regrets exceed the proved bound (the largest"
        f" is {closest:.1e} of it; the step is tuned for the run, not for the bound); the printed constant C_1 is"
        f" {constant}."
    )

"""The cases of `alidpfl-resources` and its figure."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mixproof.spectral.plots import COLOURS, figure, save

__all__ = ["Case", "draw"]


@dataclass(frozen=True)
class Case:
    """A line of the paper's tables: R_s rounds, R_c supported steps, the fixed taus compared with."""

    name: str
    rounds: int
    steps: int
    taus: tuple[int, ...]


def draw(cases: tuple[Case, ...], algorithms: list[dict[str, Any]], place: Path, data: str) -> list[Path]:
    with figure(7.2, 3.2) as drawn:
        axes = drawn.subplots(1, len(cases), sharey=True)
        for ax, case in zip(axes, cases):
            own = [a for a in algorithms if a["case"] == case.name]
            for tau, a in zip(case.taus, own[2:]):
                low, high = a["accuracy_range"]
                ax.plot([tau, tau], [100 * low, 100 * high], color=COLOURS[0], lw=1)
                ax.plot(tau, 100 * a["accuracy"], "o", color=COLOURS[0], ms=4)
            for a, colour, style in zip(own, (COLOURS[3], COLOURS[1]), ("-", "--")):
                ax.axhline(100 * a["accuracy"], color=colour, ls=style, lw=1.2)
                ax.axhspan(*(100 * np.array(a["accuracy_range"])), color=colour, alpha=0.12, lw=0)
            ax.set_xticks(case.taus)
            title = case.name.replace("R_s", "$R_s$").replace("R_c", "$R_c$")
            ax.set_title(f"{title}\n{case.rounds} rounds, {case.steps} steps", fontsize=8)
            ax.set_xlabel(r"fixed $\tau$")
        axes[0].set_ylabel("test accuracy (%)")
        from matplotlib.lines import Line2D

        handles = [
            Line2D([], [], color=COLOURS[0], marker="o", label=r"fixed $\tau$, range over seeds"),
            Line2D([], [], color=COLOURS[3], label=r"adaptive $\tau$, repaired rule"),
            Line2D([], [], color=COLOURS[1], ls="--", label=r"adaptive $\tau$, printed rule"),
        ]
        drawn.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False)
        drawn.suptitle(f"{data}: private federated learning, sigma = 1.1", fontsize=10)
        return save(drawn, place, "alidpfl-resources")

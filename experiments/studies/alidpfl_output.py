"""The cases of `alidpfl-resources` and its figure."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mixproof.spectral.plots import COLOURS, figure, save

__all__ = ["RULES", "Case", "draw"]

RULES = ("budget", "measured", "repaired", "printed")  # the first entries of a case, before the fixed taus
STYLES = ("-", "--", "-.", ":")


@dataclass(frozen=True)
class Case:
    """A line of the paper's tables: R_s rounds, R_c supported steps, the fixed taus compared with.

    private: with the paper's noise and clipping; else with neither, and long steps: what drift there is shows.
    """

    name: str
    rounds: int
    steps: int
    taus: tuple[int, ...]
    private: bool = True


def draw(cases: tuple[Case, ...], algorithms: list[dict[str, Any]], place: Path, data: str) -> list[Path]:
    columns = min(3, len(cases))
    with figure(7.2, 2.6 * -(-len(cases) // columns) + 0.6) as drawn:
        axes = drawn.subplots(-(-len(cases) // columns), columns, squeeze=False)
        for ax, case in zip(axes.ravel(), cases):
            own = [a for a in algorithms if a["case"] == case.name]
            for tau, a in zip(case.taus, own[len(RULES) :]):
                low, high = a["interval"]
                ax.plot([tau, tau], [100 * low, 100 * high], color="0.4", lw=1)
                ax.plot(tau, 100 * a["accuracy"], "o", color="0.4", ms=4)
            for a, colour, style in zip(own, COLOURS, STYLES):
                ax.axhline(100 * a["accuracy"], color=colour, ls=style, lw=1.3)
            if case.taus[-1] > 20:
                ax.set_xscale("log")
            ax.set_xticks(case.taus, [str(tau) for tau in case.taus])
            ax.minorticks_off()
            title = case.name.replace("R_s", "$R_s$").replace("R_c", "$R_c$")
            ax.set_title(f"{title}\n{case.rounds} rounds, {case.steps} steps", fontsize=8)
            ax.set_xlabel(r"fixed $\tau$")
        for ax in axes.ravel()[len(cases) :]:
            ax.set_axis_off()
        for ax in axes[:, 0]:
            ax.set_ylabel("test accuracy (%)")
        from matplotlib.lines import Line2D

        handles = [Line2D([], [], color="0.4", marker="o", label=r"fixed $\tau$, 95 % interval")]
        handles += [
            Line2D([], [], color=colour, ls=style, label=rf"$\tau$ by the rule {rule}")
            for rule, colour, style in zip(RULES, COLOURS, STYLES)
        ]
        drawn.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False)
        drawn.suptitle(f"{data}: federated learning, private (sigma = 1.1) or with drift", fontsize=10)
        return save(drawn, place, "alidpfl-resources")

"""The figure of `decefl-consensus`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from mixproof.spectral.plots import COLOURS, figure, save

from .form import band

__all__ = ["CHANCES", "FIXED", "FLOOR", "NODES", "TASKS", "draw"]

NODES, CHANCES, FIXED = 8, (0.5, 0.3), 0.1
FLOOR = 1e-14  # below this, rounding decides
TASKS = ("printed toy", "consensus problem")


def draw(
    curves: dict[str, np.ndarray],
    proved: dict[str, np.ndarray],
    models: dict[Any, np.ndarray],
    ratios: dict[Any, np.ndarray],
    records: np.ndarray,
    place: Path,
) -> list[Path]:
    """Every node in one run, the error of all nodes (seeds, T), with its certified
    curve, and the consensus error over its bounds (seeds, 3, T)."""
    with figure(7.6, 5.0) as drawn:
        for row, task in zip(drawn.subplots(2, 3), TASKS):
            nodes, error, ratio = row
            w = models[task, "fixed"]
            nodes.plot(w, color=COLOURS[0], lw=0.9)
            nodes.axhline(
                1.0 if task == TASKS[0] else w[0].mean(), color=COLOURS[3], ls="--", lw=1, label="$w^*$"
            )
            nodes.legend(frameon=False)
            nodes.set_ylabel("$w_k(t)$")
            nodes.set_title(f"{task.capitalize()}:\neach node, step {FIXED}, p = 0.3", fontsize=8)
            for colour, p in zip(COLOURS, CHANCES):
                for label, style in (("fixed", "-"), ("diminishing", "--")):
                    errors = np.maximum(curves[f"{task}, {label} step, p = {p}"], FLOOR)[:, 1:]
                    band(error, records[1:], errors, colour, f"{label} step, p = {p}", ls=style)
                    limit = np.maximum(proved[f"{task}, {label} step, p = {p}"].mean(axis=0)[1:], FLOOR)
                    error.plot(records[1:], limit, ":", color=colour, lw=1)
            error.set_yscale("log")
            error.set_ylabel(r"$\|w(t) - 1\otimes w^*\|$")
            error.set_title("error of all nodes\n(dotted: proved)", fontsize=8)
            for colour, which, label in ((COLOURS[3], 0, "printed"), (COLOURS[2], 1, "repaired")):
                band(ratio, records[1:], ratios[task, 0.3][:, which, 1:], colour, f"over the {label} bound")
            ratio.axhline(1, color="0.3", ls=":", lw=1)
            ratio.set_ylim(bottom=0)
            ratio.set_title("consensus error / bound,\ndiminishing steps, p = 0.3", fontsize=8)
            for ax in row:
                ax.set_xlabel("rounds")
            for ax in row[1:]:
                ax.set_xscale("log")
        handles, labels = (
            [*a, *b] for a, b in zip(error.get_legend_handles_labels(), ratio.get_legend_handles_labels())
        )
        drawn.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
        drawn.suptitle(f"DeceFL on {NODES} nodes: mean and range over graphs and starts", fontsize=10)
        return save(drawn, place, "decefl-consensus")

"""The figure of `dawo-convergence`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from mixproof.spectral.plots import COLOURS, figure, save

from .dawo_subgradient import Descent
from .form import band

__all__ = ["DECLINING", "PRINTED", "REPAIRED", "draw"]

PRINTED, DECLINING, REPAIRED = "printed, gamma = 0.01", "printed, gamma = 1/n", "whole rows, gamma = 0.01"


def draw(
    runs: dict[str, Descent],
    nodes: np.ndarray,
    best: np.ndarray,
    P: np.ndarray,
    settings: tuple[tuple[float, float], ...],
    records: np.ndarray,
    place: Path,
) -> list[Path]:
    """The reliabilities, and rho by iteration in every setting; `best`, `nodes` and P have a row a setting and seed."""
    seeds, n, later = len(P) // len(settings), P.shape[-1], records[records > 0]
    upper = np.triu_indices(n, 1)
    with figure(7.2, 4.6) as drawn:
        grid = drawn.subplots(2, 3).ravel()
        for k, ((r, v), style) in enumerate(zip(settings, ("-", "--", "-.", ":"))):
            p = np.sort(P[k * seeds : (k + 1) * seeds][:, *upper].ravel())
            name = f"r = {r:g}, v = {v:g}"
            grid[0].plot(p, np.arange(1, len(p) + 1) / len(p), style, color="0.2", label=name)
        grid[0].set(xlabel="link reliability p", ylabel="share of links up to p", xlim=(0, 1), ylim=(0, 1))
        grid[0].set_title("Reliabilities (Fig. 4)", fontsize=8)
        for k, (ax, (r, v)) in enumerate(zip(grid[1:], settings)):
            rows = slice(k * seeds, (k + 1) * seeds)
            optimum = best[rows, :1]  # every placement has its own
            for colour, (name, found) in zip(COLOURS[1:], runs.items()):
                band(ax, later, found.rho[rows][:, later] - optimum, colour, name)
            proved = (runs[REPAIRED].bound[rows][:, later] - optimum).mean(axis=0)
            ax.plot(later, proved, ":", color=COLOURS[3], label="proved bound, whole rows")
            ax.axhline(0, color="0.2", ls="--", lw=1, label="centralized, certified to 1e-5")
            rho, iterations, _ = nodes[rows].mean(axis=0)
            above = rho - optimum.mean()
            ax.plot(
                iterations,
                above,
                "D",
                color=COLOURS[0],
                ms=5,
                ls="none",
                label="found by the nodes, certified",
            )
            low = min(float((found.rho[rows] - optimum).min()) for found in runs.values())
            high = float((runs[REPAIRED].rho[rows, 0] - optimum[:, 0]).max())
            # a first step of gamma = 1 may leave any scale
            ax.set(xscale="log", xlabel="iterations", ylim=(min(1.3 * low, -0.1 * high), 1.5 * high))
            ax.set_ylabel(r"$\rho(\bar W)$ above the optimum", fontsize=8)
            infeasible = 100 * float((runs[PRINTED].own[rows] < -1e-9).mean())
            head = f"r = {r:g}, v = {v:g}: optimum {optimum.mean():.3f}"
            ax.set_title(f"{head}\nprinted: {infeasible:.0f} % of the W infeasible", fontsize=8)
        for ax in grid[1 + len(settings) :]:
            ax.set_axis_off()
        networks, methods = grid[0].get_legend_handles_labels(), grid[1].get_legend_handles_labels()
        place_of: dict[str, Any] = {"loc": "upper left", "frameon": False, "fontsize": 7, "alignment": "left"}
        grid[-1].add_artist(
            grid[-1].legend(*networks, title="reliabilities", ncols=2, bbox_to_anchor=(-0.2, 1), **place_of)
        )
        grid[-1].legend(*methods, title="other panels", bbox_to_anchor=(-0.2, 0.62), **place_of)
        title = f"Algorithm 2 on {n} devices, {seeds} placements (mean and range)"
        drawn.suptitle(title + r", links with $p = e^{-r d^v}$", fontsize=10)
        return save(drawn, place, "dawo-convergence")

"""The picture of `learning-weights`: accuracy of each network's weights, and measured against predicted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from mixproof.spectral.plots import COLOURS, figure, save

__all__ = ["draw"]


class Shown(Protocol):
    """What is drawn of a row."""

    @property
    def network(self) -> str: ...
    @property
    def weights(self) -> str: ...
    @property
    def average(self) -> np.ndarray: ...
    @property
    def predicted(self) -> float: ...


def draw(rows: Sequence[Shown], place: Path, data: str) -> list[Path]:
    """PNG and PDF: bars a network, each bar's line the range over the seeds; points of the first network."""
    networks = list(dict.fromkeys(row.network for row in rows))
    first = [row for row in rows if row.network == networks[0]]
    kinds = [w for w in dict.fromkeys(row.weights for row in rows) if "lazy" not in w and " + " not in w]
    with figure(9.0, 4.2) as drawn:
        bars, points = drawn.subplots(1, 2, width_ratios=(2, 1))
        for k, kind in enumerate(kinds):
            own = [row for row in rows if row.weights == kind]
            x = np.array([networks.index(row.network) for row in own]) + 0.8 * (k + 0.5) / len(kinds)
            mean = np.array([100 * row.average.mean() for row in own])
            ends = np.array([[100 * row.average.min(), 100 * row.average.max()] for row in own]).T
            bars.bar(x, mean, 0.8 / len(kinds), color=COLOURS[k % len(COLOURS)], label=kind)
            bars.vlines(x, *ends, color="0.2", lw=1)
        bars.set_xticks(np.arange(len(networks)) + 0.4, networks, rotation=25, ha="right", fontsize=7)
        bars.set_ylabel("test accuracy over the devices (%)")
        known = [row for row in first if np.isfinite(row.predicted)]
        points.semilogx(
            [row.predicted for row in known], [100 * row.average.mean() for row in known], "o", ms=4
        )
        points.set_xlabel("predicted disagreement")
        points.set_title(networks[0], fontsize=8)
        drawn.legend(*bars.get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
        drawn.suptitle(f"{data}: weights that learn", fontsize=10)
        return save(drawn, place, "learning-weights")

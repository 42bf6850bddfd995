"""The picture of `learning-weights`: accuracy of each network's weights, and measured against predicted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from mixproof.spectral.plots import COLOURS, figure, save

from .learning_weights_matrices import REFERENCE
from .learning_weights_methods import Other
from .learning_weights_words import Measured

__all__ = ["draw"]


class Shown(Measured, Protocol):
    """What is drawn of a row."""

    @property
    def of_many(self) -> bool: ...


def draw(rows: Sequence[Shown], methods: Mapping[str, Sequence[Other]], place: Path, data: str) -> list[Path]:
    """PNG and PDF: above a dot a matrix, its line the range over the seeds; below measured against predicted."""
    rows = [row for row in rows if not row.setting]
    networks = list(dict.fromkeys(row.network for row in rows))
    kinds = [*dict.fromkeys(row.weights for row in rows if not row.of_many)]
    columns = max(3, len(methods))
    with figure(9.6, 5.4) as drawn:
        grid = drawn.add_gridspec(2, columns, height_ratios=(1.4, 1))
        dots = drawn.add_subplot(grid[0, :])
        for k, kind in enumerate(kinds):
            own = [row for row in rows if row.weights == kind and not row.of_many]
            x = np.array([networks.index(row.network) for row in own]) + 0.8 * (k + 0.5) / (len(kinds) + 3)
            _dots(dots, x, [row.average for row in own], COLOURS[k % len(COLOURS)], "o", kind)
        named = dict.fromkeys(
            one.method for own in methods.values() for one in own if "half" not in one.method
        )
        for k, method in enumerate(named):
            known = [
                (networks.index(name), one.average)
                for name, own in methods.items()
                for one in own
                if (one.method, one.weights) == (method, REFERENCE) and np.isfinite(one.average).all()
            ]
            x = np.array([at for at, _ in known]) + 0.8 * (len(kinds) + k + 0.5) / (len(kinds) + 3)
            _dots(dots, x, [average for _, average in known], "0.35", "s^D"[k % 3], f"{method}, {REFERENCE}")
        for at in range(1, len(networks)):
            dots.axvline(at - 0.1, color="0.85", lw=0.8)
        short = [name.replace(":", "\n").replace(",", "\n") for name in networks]
        dots.set_xticks(np.arange(len(networks)) + 0.4, short, fontsize=6)
        dots.set_ylabel("test accuracy (%)")
        for k, name in enumerate(methods):
            points = drawn.add_subplot(grid[1, k])
            for many, colour in ((True, "0.6"), (False, COLOURS[0])):
                own = [row for row in rows if row.network == name and row.of_many is many]
                predicted = [100 * (1 - r.predicted) for r in own]
                points.plot(predicted, [100 * r.average.mean() for r in own], "o", ms=3, color=colour)
            points.set_title(name.partition(":")[0], fontsize=8)
            points.tick_params(labelsize=6, which="both")
            if not k:
                points.set_ylabel("measured (%)", fontsize=8)
        drawn.supxlabel("predicted accuracy (%; blue: the matrices above)", fontsize=8)
        drawn.legend(
            *dots.get_legend_handles_labels(), loc="outside upper center", ncols=5, frameon=False, fontsize=7
        )
        return save(drawn, place, "learning-weights")


def _dots(ax: Any, x: np.ndarray, averages: Sequence[np.ndarray], colour: str, mark: str, label: str) -> None:
    mean = [100 * a.mean() for a in averages]
    ax.vlines(x, [100 * a.min() for a in averages], [100 * a.max() for a in averages], color=colour, lw=1)
    ax.plot(x, mean, mark, color=colour, ms=4, label=label)

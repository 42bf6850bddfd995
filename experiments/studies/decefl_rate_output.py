"""The figure and the table of `decefl-rate`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mixproof.bounds import CertifiedCurve
from mixproof.spectral.outputs import write_csv
from mixproof.spectral.plots import COLOURS, figure, save

from ..learning.simulate import Diminishing
from ..learning.trajectory import Trajectory
from .decefl_bound import Bound

__all__ = ["Curves", "draw", "table"]


@dataclass(frozen=True, eq=False)
class Curves:
    """One algorithm: its rows (one a start) of a trajectory, and each start's true and printed bound, if any."""

    name: str
    run: Trajectory
    rows: slice
    bounds: tuple[Bound, ...]
    printed: tuple[Bound, ...]
    certified: CertifiedCurve | None  # over all starts

    @property
    def rounds(self) -> np.ndarray:
        return self.run.rounds

    @property
    def mean_error(self) -> np.ndarray:
        return self.run.mean_error[self.rows]

    @property
    def consensus_error(self) -> np.ndarray:
        return self.run.consensus_error[self.rows]

    @property
    def gap(self) -> np.ndarray:
        return self.run.gap[self.rows]

    @property
    def accuracy(self) -> np.ndarray:
        assert self.run.accuracy is not None  # the study always measures it
        return self.run.accuracy[self.rows]

    def mean_bound(self, x: np.ndarray, printed: bool = False) -> np.ndarray:
        """(starts, T) at x = t + Gamma."""
        return np.array([bound.mean for bound in self._chosen(printed)])[:, None] / x

    def consensus_bound(self, x: np.ndarray, printed: bool = False) -> np.ndarray:
        return np.array([bound.consensus for bound in self._chosen(printed)])[:, None] / x

    def _chosen(self, printed: bool) -> tuple[Bound, ...]:
        return self.printed if printed else self.bounds


def draw(lines: Sequence[Curves], step: Diminishing, out: Path, title: str) -> list[Path]:
    """Measured errors (largest over the starts) and bounds, repaired and printed (smallest over the starts)."""
    from matplotlib.lines import Line2D

    gossip = [line for line in lines if line.bounds]
    with figure(7.2, 4.0) as drawn:
        mean, consensus = drawn.subplots(1, 2, sharey=True)
        for colour, line in zip(COLOURS, gossip):
            x = line.rounds + step.Gamma
            mean.loglog(x, line.mean_error.max(axis=0), color=colour)
            consensus.loglog(x, line.consensus_error.max(axis=0), color=colour)
            for printed, style in ((False, "--"), (True, ":")):
                mean.loglog(x, line.mean_bound(x, printed).min(axis=0), color=colour, ls=style, lw=1)
                consensus.loglog(
                    x, line.consensus_bound(x, printed).min(axis=0), color=colour, ls=style, lw=1
                )
            if line.certified is not None:
                mean.loglog(x, line.certified.error[line.rounds], color=colour, ls="-.", lw=1)
                consensus.loglog(x, line.certified.spread[line.rounds], color=colour, ls="-.", lw=1)
        # FedAvg leaves the picture once DeceFL's slope is -1; its numbers are in the table
        mean.set_ylim(bottom=0.2 * min(line.mean_error.min() for line in gossip))
        for line in lines:
            if not line.bounds:
                mean.loglog(
                    line.rounds + step.Gamma, line.mean_error.max(axis=0), color="0.4", ls=(0, (6, 2))
                )
        mean.set_title(r"Error of the mean $\|\bar w(t) - w^*\|$")
        consensus.set_title(r"Consensus error $\|w(t) - 1\otimes\bar w(t)\|$")
        mean.set_ylabel("Euclidean norm")
        for ax in (mean, consensus):
            ax.set_xlabel(r"$t + \Gamma$ (rounds)")
        handles = [
            Line2D([], [], color=colour, label=rf"{line.name} ($\lambda$ = {line.bounds[0].lam:.3f})")
            for colour, line in zip(COLOURS, gossip)
        ]
        handles += [
            Line2D([], [], color="0.4", ls=(0, (6, 2)), label="FedAvg"),
            Line2D([], [], color="0.2", label="measured, largest of all starts"),
            Line2D([], [], color="0.2", ls="--", lw=1, label="repaired bound, smallest of all starts"),
            Line2D(
                [], [], color="0.2", ls=":", lw=1, label="printed bound (refuted), smallest of all starts"
            ),
            Line2D([], [], color="0.2", ls="-.", lw=1, label="certified curve, for all starts"),
        ]
        drawn.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False)
        drawn.suptitle(title, fontsize=10)
        return save(drawn, out, "decefl-rate")


def table(lines: Sequence[Curves], step: Diminishing, out: Path) -> Path:
    """Every curve of the figure: one line an algorithm, start and recorded round."""
    rows = []
    for line in lines:
        for start, curves in enumerate(zip(line.mean_error, line.consensus_error, line.gap)):
            for i, t in enumerate(line.rounds):
                known = (line.bounds[start], line.printed[start]) if line.bounds else ()
                limits = [
                    size / (t + step.Gamma) for bound in known for size in (bound.mean, bound.consensus)
                ]
                rows.append(
                    [line.name, start, int(t), *(float(curve[i]) for curve in curves), *(limits or [""] * 4)]
                )
    header = [
        "algorithm",
        "start",
        "round",
        "mean_error",
        "consensus_error",
        "gap",
        "mean_bound",
        "consensus_bound",
        "printed_mean_bound",
        "printed_consensus_bound",
    ]
    return write_csv(out / "decefl-rate.csv", header, rows)

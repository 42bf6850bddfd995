"""What a run leaves: one record for every runner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.plots import COLOURS, axes_of
from mixproof.spectral.showing import Shown

from .algorithms import Method, State, average
from .problems import Problem

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Recorder", "Trajectory", "log_rounds", "until_divergence"]


@dataclass(frozen=True, eq=False, repr=False)
class Trajectory(Shown):
    """Curves of some runs side by side (repetitions, or steps) at the recorded rounds.

    method: its name; rounds: (R,) int, round 0 is the start
    curves: name -> (runs, R); what is measured of models is NaN from the round at which a run diverged
    final: (runs, K, d) the models when the runs ended, NaN of a run that diverged; K = 1 where a server's is all
    diverged: (runs,) the round at which a run's models were not finite or beyond `runner.GROWTH`, -1 where none were
    watched: (runs, R, q) what the runner was told to watch besides

    Which curves there are depends on the runner. Of all methods: `mean_error`, ||wbar(t) - w*||; `consensus_error`,
    ||w(t) - 1 (x) wbar(t)||, Euclidean, of the stacked vector; `gap`, F(wbar(t)) - F(w*), which rounding can leave just
    below 0; `accuracy` of wbar(t). wbar is the plain mean of the models for gossip, the server's weighted mean else.
    """

    method: str
    rounds: np.ndarray
    curves: Mapping[str, np.ndarray]
    final: np.ndarray
    diverged: np.ndarray
    watched: np.ndarray | None = None

    @property
    def diverged_at(self) -> int | None:
        """The round at which the first run diverged, None where none did."""
        rounds = self.diverged[self.diverged >= 0]
        return int(rounds.min()) if rounds.size else None

    @property
    def mean_error(self) -> np.ndarray:
        return self.curves["mean_error"]

    @property
    def consensus_error(self) -> np.ndarray:
        return self.curves["consensus_error"]

    @property
    def gap(self) -> np.ndarray:
        return self.curves["gap"]

    @property
    def accuracy(self) -> np.ndarray | None:
        """None where the runner was given no way to measure it."""
        return self.curves.get("accuracy")

    def title(self) -> str:
        return self.summary()

    def shown(self) -> list[tuple[str, str]]:
        runs, recorded = len(self.diverged), len(self.rounds)
        last = [(name, curve[:, -1]) for name, curve in self.curves.items() if curve.size]
        return [
            ("runs", str(runs)),
            ("rounds", f"{self.rounds[0]} to {self.rounds[-1]}, {recorded} recorded"),
            *((f"{name}, at the end", f"{ends.min():.6g} to {ends.max():.6g}") for name, ends in last),
        ]

    def plot(self, ax: Axes | None = None, curve: str | None = None) -> Axes:
        """Draw a curve (default `gap`, or else the first) against the rounds, a line a run; logarithmic if positive."""
        name = curve or ("gap" if "gap" in self.curves else next(iter(self.curves)))
        if name not in self.curves:
            raise InputError("curve", name, f"one of {', '.join(self.curves)}")
        ax = axes_of(ax, 5.0, 3.6)
        values = self.curves[name]
        for colour, run in zip(cycle(COLOURS), values):
            ax.plot(self.rounds, run, color=colour)
        if (values[np.isfinite(values)] > 0).all():
            ax.set_yscale("log")
        ax.set(xlabel="round", ylabel=name.replace("_", " "), title=self.method)
        return ax

    def summary(self) -> str:
        """One sentence: how the runs ended."""
        if self.diverged_at is not None:
            return f"{self.method} diverged: its models blew up, and were stopped at round {self.diverged_at}"
        ends = [
            f"{name.replace('_', ' ')} {curve[:, -1].mean():.3g} (at most {curve[:, -1].max():.3g})"
            for name, curve in self.curves.items()
        ]
        return f"{self.method} after {self.rounds[-1]} rounds: {', '.join(ends)}"


def until_divergence(
    curves: Mapping[str, np.ndarray], rounds: np.ndarray, diverged: np.ndarray
) -> dict[str, np.ndarray]:
    """The curves (runs, R) with NaN from the round at which a run diverged."""
    gone = (diverged[:, None] >= 0) & (rounds >= diverged[:, None])
    return {name: np.where(gone, np.nan, curve) for name, curve in curves.items()}


class Recorder:
    """Measures the models of some runs on one problem into arrays laid out beforehand."""

    def __init__(
        self,
        problem: Problem,
        method: Method,
        rounds: np.ndarray,
        seeds: int,
        accuracy: Callable[[np.ndarray], np.ndarray] | None,
        watch: Callable[[np.ndarray], np.ndarray] | None = None,
    ):
        self.problem, self.method, self.rounds, self.accuracy = problem, method, rounds, accuracy
        self.watch = watch
        self.watched: list[np.ndarray] = []
        self.minimum = problem.minimum(method.objective)
        self.shares = problem.shares("mean" if method.gossip else method.objective)
        names = ("mean_error", "consensus_error", "gap", *(("accuracy",) if accuracy is not None else ()))
        self.curves = {name: np.full((seeds, len(rounds)), np.nan) for name in names}
        self.kept = 0

    def __call__(self, t: int, state: State, x: np.ndarray) -> None:
        if self.kept == len(self.rounds) or self.rounds[self.kept] != t:
            return
        wbar = average(self.shares, x)
        models = wbar[:, 0]
        now = {
            "mean_error": np.linalg.norm(models - self.minimum.w, axis=-1),
            "consensus_error": np.linalg.norm((x - wbar).reshape(len(x), -1), axis=-1),
            "gap": self.problem.objective(models, self.method.objective) - self.minimum.value,
        }
        if self.accuracy is not None:
            now["accuracy"] = self.accuracy(models)
        for name, values in now.items():
            self.curves[name][:, self.kept] = values
        if self.watch is not None:
            self.watched.append(self.watch(x))
        self.kept += 1

    def trajectory(self, final: np.ndarray, diverged: np.ndarray) -> Trajectory:
        rounds = self.rounds[: self.kept]
        seen = {name: curve[:, : self.kept] for name, curve in self.curves.items()}
        watched = np.stack(self.watched, axis=1) if self.watched else None
        return Trajectory(
            self.method.name, rounds, until_divergence(seen, rounds, diverged), final, diverged, watched
        )


def log_rounds(rounds: int, count: int = 200) -> np.ndarray:
    """About `count` rounds from 0 to `rounds`, evenly spaced on a logarithmic axis.

    >>> log_rounds(1000, 5).tolist()
    [0, 1, 10, 100, 1000]
    """
    if rounds == 0:
        return np.array([0])
    spaced = np.round(np.geomspace(1, rounds, max(count - 1, 2))).astype(int)
    return np.unique(np.array([0, *spaced, rounds]))

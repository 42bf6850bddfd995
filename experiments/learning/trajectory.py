"""What a run leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .algorithms import Algorithm, average
from .problems import Problem

__all__ = ["Recorder", "Trajectory", "log_rounds"]


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Curves of a run at the recorded rounds, each of shape (seeds, T).

    `wbar` is the plain mean of the models for gossip algorithms and the server's weighted mean for the
    others. Norms are Euclidean, of the stacked vector (K d) for `consensus_error`.
    """

    algorithm: str
    rounds: np.ndarray  # (T,) int; round 0 is the start
    mean_error: np.ndarray  # ||wbar(t) - w*||
    consensus_error: np.ndarray  # ||w(t) - 1 (x) wbar(t)||
    gap: np.ndarray  # F(wbar(t)) - F(w*); rounding can leave it just below 0
    accuracy: np.ndarray | None  # of wbar(t), when `simulate` was given a way to measure it
    final: np.ndarray  # (seeds, K, d) the models when the run ended
    diverged_at: int | None  # the round at which the run was stopped as divergent
    watched: np.ndarray | None = None  # (seeds, T, q) what `simulate` was told to watch besides

    def summary(self) -> str:
        """One sentence: how the run ended."""
        if self.diverged_at is not None:
            return (
                f"{self.algorithm} diverged: its models blew up, and were stopped at round {self.diverged_at}"
            )
        gaps, errors = self.gap[:, -1], self.mean_error[:, -1]
        return (
            f"{self.algorithm} after {self.rounds[-1]} rounds: gap {gaps.mean():.3g}"
            f" (at most {gaps.max():.3g}), error of the mean {errors.mean():.3g}"
        )


class Recorder:
    """Measures the models of one run into arrays laid out beforehand."""

    def __init__(
        self,
        problem: Problem,
        algorithm: Algorithm,
        rounds: np.ndarray,
        seeds: int,
        accuracy: Callable[[np.ndarray], np.ndarray] | None,
        watch: Callable[[np.ndarray], np.ndarray] | None = None,
    ):
        self.problem, self.algorithm, self.rounds, self.accuracy = problem, algorithm, rounds, accuracy
        self.watch = watch
        self.watched: list[np.ndarray] = []
        self.minimum = problem.minimum(algorithm.objective)
        self.shares = problem.shares("mean" if algorithm.gossip else algorithm.objective)
        self.curves = np.full((4, seeds, len(rounds)), np.nan)
        self.kept = 0

    def look(self, t: int, x: np.ndarray) -> None:
        if self.kept == len(self.rounds) or self.rounds[self.kept] != t:
            return
        wbar = average(self.shares, x)
        models = wbar[:, 0]
        now = self.curves[:, :, self.kept]
        now[0] = np.linalg.norm(models - self.minimum.w, axis=-1)
        now[1] = np.linalg.norm((x - wbar).reshape(len(x), -1), axis=-1)
        now[2] = self.problem.objective(models, self.algorithm.objective) - self.minimum.value
        if self.accuracy is not None:
            now[3] = self.accuracy(models)
        if self.watch is not None:
            self.watched.append(self.watch(x))
        self.kept += 1

    def trajectory(self, final: np.ndarray, diverged_at: int | None) -> Trajectory:
        mean_error, consensus_error, gap, accuracy = self.curves[:, :, : self.kept]
        return Trajectory(
            self.algorithm.name,
            self.rounds[: self.kept],
            mean_error,
            consensus_error,
            gap,
            None if self.accuracy is None else accuracy,
            final,
            diverged_at,
            np.stack(self.watched, axis=1) if self.watched else None,
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

"""Run differentially private federated learning: fixed or adaptive numbers of local steps (alidpfl)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError

from .algorithms import average, private_step
from .algorithms.adaptive import Estimates, best_tau
from .clipping import Draws, Mechanism
from .problems import LinearModel

__all__ = ["Adaptive", "Mechanism", "PrivateRun", "run_private"]

GROWTH = 1e8


@dataclass(frozen=True)
class Adaptive:
    """Algorithm 2's choice of tau, see `best_tau`; tau_m = min(2 tau, 100) bounds the search."""

    control: float
    printed: bool = False


@dataclass(frozen=True, eq=False)
class PrivateRun:
    """What a run leaves; curves (seeds, rounds + 1) are of the aggregated model, entry 0 the start, or (seeds, 2):
    start and end."""

    taus: np.ndarray  # (seeds, rounds) local steps of every round; 0 after a seed has stopped
    iterations: np.ndarray  # (seeds,) local steps in all: what the privacy budget pays for
    gap: np.ndarray  # F(w) - F(w*); constant after a seed has spent its budget, NaN after it has diverged
    accuracy: np.ndarray | None
    final: np.ndarray  # (seeds, d)
    diverged_at: int | None  # the first round after which some seed's model was beyond 1e8 or not finite


def run_private(
    problem: LinearModel,
    mechanism: Mechanism,
    tau: int | Adaptive,
    *,
    rounds: int,
    iterations: int,
    seeds: int = 1,
    seed: int = 0,
    accuracy: Callable[[np.ndarray], np.ndarray] | None = None,
    curves: bool = True,
) -> PrivateRun:
    """DPFL (fixed tau) or ALI-DPFL (adaptive), from zero, until `rounds` aggregations or `iterations` local
    steps are spent, whichever comes first (R_s and the number the privacy budget supports, R_c).

    The last round is cut short where it would overspend the iterations. The printed Algorithm 2 looks at the
    budget between rounds only, and can exceed it by tau - 1 steps.

    Client i of repetition s samples and draws noise from streams of its own, indexed by the iteration: runs
    with other tau, clients or seeds meet the same draws. Without `curves` only start and end are measured: on many
    samples that takes longer than the steps. Raises InputError for counts below 1 and a batch
    larger than a client's data.
    """
    for name, value in (("rounds", rounds), ("iterations", iterations), ("seeds", seeds)):
        count(name, value, 1)
    if not isinstance(tau, Adaptive):
        count("tau", tau, 1)
    if mechanism.batch > problem.counts.min():
        raise InputError(
            "batch", mechanism.batch, f"a client holds {problem.counts.min()} samples: B/|D_i| is at most 1"
        )
    runs = [
        _one(problem, mechanism, tau, rounds, iterations, seed, s, accuracy, curves) for s in range(seeds)
    ]
    longest = max(len(run.taus) for run in runs)
    taus = np.array([run.taus + [0] * (longest - len(run.taus)) for run in runs])
    return PrivateRun(
        taus,
        taus.sum(axis=1),
        _as_long([run.gaps for run in runs]),
        None if accuracy is None else _as_long([run.accuracies for run in runs]),
        np.array([run.final for run in runs]),
        min((run.diverged_at for run in runs if run.diverged_at is not None), default=None),
    )


def _as_long(curves: list[list[float]]) -> np.ndarray:
    """Each goes on with its last value up to the end of the longest."""
    longest = max(len(curve) for curve in curves)
    return np.array([curve + curve[-1:] * (longest - len(curve)) for curve in curves])


class _Repetition(NamedTuple):
    """One seed of a `PrivateRun`; the lists end where it stopped."""

    taus: list[int]
    gaps: list[float]
    accuracies: list[float]
    final: np.ndarray
    diverged_at: int | None


def _one(
    problem: LinearModel,
    mechanism: Mechanism,
    tau: int | Adaptive,
    rounds: int,
    iterations: int,
    seed: int,
    repetition: int,
    accuracy: Callable[[np.ndarray], np.ndarray] | None,
    curves: bool,
) -> _Repetition:
    """One repetition. Repetitions choose their own tau, so they are no rows of one array."""
    draws = Draws(problem, mechanism, seed, repetition)
    shares, best = problem.shares("samples"), problem.minimum("samples").value
    w, spent, steps = np.zeros(problem.dimension), 0, 1
    taus: list[int] = []
    gaps: list[float] = []
    accuracies: list[float] = []
    noise = 2 * problem.dimension**0.5 * mechanism.sigma * mechanism.clip / mechanism.batch

    def look() -> None:
        gaps.append(float(problem.objective(w, "samples")) - best)
        if accuracy is not None:
            accuracies.append(float(accuracy(w[None])[0]))

    look()
    while len(taus) < rounds and spent < iterations:
        steps = min(tau if not isinstance(tau, Adaptive) else steps, iterations - spent)
        x = problem.everywhere(w)
        for _ in range(steps):
            samples, drawn, noised = draws.at(spent)

            def clipped(
                x: np.ndarray, samples: np.ndarray = samples, drawn: np.ndarray = drawn
            ) -> np.ndarray:
                return problem.clipped_sum(x, samples, drawn, mechanism.clip)

            x = private_step(x, clipped, noised, mechanism.eta, mechanism.batch)
            spent += 1
        taus.append(steps)
        w = average(shares, x)[0]
        if not np.abs(w).max() <= GROWTH:  # NaN fails this comparison too
            gaps.append(np.nan)
            accuracies += [np.nan] * (accuracy is not None)
            return _Repetition(taus, gaps, accuracies, w, len(taus))
        if curves:
            look()
        if isinstance(tau, Adaptive) and spent < iterations and len(taus) < rounds:
            steps = best_tau(
                _estimates(problem, shares, x, w),
                eta=mechanism.eta,
                noise=noise,
                control=tau.control,
                most=min(2 * steps, 100),
                rounds_left=rounds - len(taus),
                iterations_left=iterations - spent,
                printed=tau.printed,
            )
    if not curves:
        look()
    return _Repetition(taus, gaps, accuracies, w, None)


def _estimates(problem: LinearModel, shares: np.ndarray, x: np.ndarray, w: np.ndarray) -> Estimates:
    """rho, beta, xi from the clients' models x (K, d) and the aggregate w (Algorithm 2's estimates).

    They read the clients' data without noise, which the printed privacy analysis does not account for.
    """
    here, there = problem.gradients_at(w), problem.gradient(x)
    distance = np.maximum(np.linalg.norm(x - w, axis=1), 1e-300)
    rho = np.abs(problem.values(x) - problem.values(problem.everywhere(w))) / distance
    beta = np.linalg.norm(there - here, axis=1) / distance
    xi = np.linalg.norm(here - shares @ here, axis=1)
    return Estimates(float(shares @ rho), float(shares @ beta), float(shares @ xi))

"""Run differentially private federated learning: fixed or adaptive numbers of local steps (alidpfl)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral.errors import InputError

from .algorithms import average, private_step
from .algorithms.adaptive import Estimates, best_tau
from .problems import LinearModel
from .streams import streams

__all__ = ["Adaptive", "Mechanism", "PrivateRun", "run_private"]

BLOCK = 16  # iterations drawn at once; part of what a seed means
GROWTH = 1e8


@dataclass(frozen=True)
class Mechanism:
    """The sampled Gaussian mechanism of every local step, and its step size."""

    sigma: float  # noise multiplier: the noise on the sum of clipped gradients has deviation sigma clip
    clip: float  # C, the largest norm of a per-sample gradient
    batch: float  # B, the expected batch: each sample of client i is drawn with probability B/|D_i|
    eta: float

    def __post_init__(self) -> None:
        for name, least in (("sigma", 0.0), ("clip", None), ("batch", None), ("eta", None)):
            value = getattr(self, name)
            if not (np.isfinite(value) and (value > 0 or value == least)):
                rule = "finite and positive" if least is None else "finite and >= 0"
                raise InputError(name, value, rule)


@dataclass(frozen=True)
class Adaptive:
    """Algorithm 2's choice of tau, see `best_tau`; tau_m = min(2 tau, 100) bounds the search."""

    control: float
    printed: bool = False


@dataclass(frozen=True, eq=False)
class PrivateRun:
    """What a run leaves; curves (seeds, rounds + 1) are of the aggregated model, entry 0 the start."""

    taus: np.ndarray  # (seeds, rounds) local steps of every round; 0 after a seed has stopped
    iterations: np.ndarray  # (seeds,) local steps in all: what the privacy budget pays for
    gap: np.ndarray  # F(w) - F(w*)
    accuracy: np.ndarray | None
    final: np.ndarray  # (seeds, d)
    diverged_at: int | None


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
) -> PrivateRun:
    """DPFL (fixed tau) or ALI-DPFL (adaptive), from zero, until `rounds` aggregations or `iterations` local
    steps are spent, whichever comes first (R_s and the number the privacy budget supports, R_c).

    The last round is cut short where it would overspend the iterations. The printed Algorithm 2 looks at the
    budget between rounds only, and can exceed it by tau - 1 steps.

    Client i of repetition s samples and draws noise from streams of its own, indexed by the iteration: runs
    with other tau, clients or seeds meet the same draws. Raises InputError for counts below 1 and a batch
    larger than a client's data.
    """
    for name, value in (("rounds", rounds), ("iterations", iterations), ("seeds", seeds)):
        if int(value) != value or value < 1:
            raise InputError(name, value, "an integer >= 1")
    if not isinstance(tau, Adaptive) and (int(tau) != tau or tau < 1):
        raise InputError("tau", tau, "an integer >= 1")
    if mechanism.batch > problem.counts.min():
        raise InputError(
            "batch", mechanism.batch, f"a client holds {problem.counts.min()} samples: B/|D_i| is at most 1"
        )
    runs = [_one(problem, mechanism, tau, rounds, iterations, seed, s, accuracy) for s in range(seeds)]
    longest = max(len(taus) for taus, *_ in runs)
    taus = np.array([t + [0] * (longest - len(t)) for t, *_ in runs])
    gaps = np.array([gap + [gap[-1]] * (longest + 1 - len(gap)) for _, gap, *_ in runs])
    accuracies = np.array([a + a[-1:] * (longest + 1 - len(a)) for _, _, a, *_ in runs])
    stops = [stop for *_, stop in runs if stop is not None]
    return PrivateRun(
        taus,
        taus.sum(axis=1),
        gaps,
        accuracies if accuracy is not None else None,
        np.array([w for _, _, _, w, _ in runs]),
        min(stops) if stops else None,
    )


def _one(
    problem: LinearModel,
    mechanism: Mechanism,
    tau: int | Adaptive,
    rounds: int,
    iterations: int,
    seed: int,
    repetition: int,
    accuracy: Callable[[np.ndarray], np.ndarray] | None,
) -> tuple[list[int], list[float], list[float], np.ndarray, int | None]:
    """One repetition. Repetitions choose their own tau, so they are no rows of one array."""
    draws = _Draws(problem, mechanism, seed, repetition)
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
        if not np.abs(w).max() <= GROWTH:
            return taus[:-1], gaps, accuracies, w, len(taus)
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
    return taus, gaps, accuracies, w, None


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


class _Draws:
    """Poisson samples and noise of every local iteration, in order."""

    def __init__(self, problem: LinearModel, mechanism: Mechanism, seed: int, repetition: int):
        self.counts, self.dimension, self.mechanism = problem.counts, problem.dimension, mechanism
        self.sampling = streams(seed, repetition, problem.clients, purpose=5)
        self.noising = streams(seed, repetition, problem.clients, purpose=6)
        self.lots: list[np.ndarray] = []
        self.noise: np.ndarray = np.empty(0)

    def at(self, t: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Indices (K, b), which of them count (K, b), and the noise (K, d) of iteration t."""
        if t % BLOCK == 0:
            self.lots = [g.random((BLOCK, m)) for g, m in zip(self.sampling, self.counts)]
            scale = self.mechanism.sigma * self.mechanism.clip
            self.noise = scale * np.stack([g.standard_normal((BLOCK, self.dimension)) for g in self.noising])
        row = t % BLOCK
        chosen = [
            np.flatnonzero(lot[row] < self.mechanism.batch / m) for lot, m in zip(self.lots, self.counts)
        ]
        largest = max(1, max(map(len, chosen)))
        samples = np.zeros((len(chosen), largest), dtype=np.int64)
        drawn = np.zeros(samples.shape, dtype=bool)
        for k, own in enumerate(chosen):
            samples[k, : len(own)], drawn[k, : len(own)] = own, True
        return samples, drawn, self.noise[:, row]

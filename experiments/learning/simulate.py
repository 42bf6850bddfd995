"""Run a method on a problem: all nodes and all seeds in one array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy

from mixproof.bounds.algorithms import Algorithm
from mixproof.spectral.checks import count, of_kind
from mixproof.spectral.errors import InputError
from mixproof.spectral.mixing import MixingMatrix

from .algorithms import Gradient, Method, Round, State, declared
from .draws import Draws
from .problems import Problem
from .runner import play
from .trajectory import Recorder, Trajectory

__all__ = ["Diminishing", "simulate"]

MOST_ROUNDS = 10_000_000


@dataclass(frozen=True)
class Diminishing:
    """The step eta_t = delta/(t + Gamma)."""

    delta: float
    Gamma: float

    def __call__(self, t: int) -> float:
        return self.delta / (t + self.Gamma)


def simulate(
    problem: Problem,
    method: Method | Algorithm | str,
    *,
    eta: float | Callable[[int], float],
    rounds: int,
    mixing: Any = None,
    seeds: int = 1,
    seed: int = 0,
    batch: int | None = None,
    start: np.ndarray | None = None,
    record_every: int | Sequence[int] | np.ndarray = 1,
    accuracy: Callable[[np.ndarray], np.ndarray] | None = None,
    watch: Callable[[np.ndarray], np.ndarray] | None = None,
    quiet: bool = True,
) -> Trajectory:
    """Run `rounds` rounds of `method` with steps `eta` from `start` ((K, d) or (seeds, K, d); None: zeros).

    `method` is a `Method`, or a declared algorithm (`mixproof.Algorithm`, or the name of one in the library).
    `mixing` is a MixingMatrix, a (K, K) array or sparse matrix, a list of these (round t uses entry t
    modulo its length), or a function of the round; a dense (seeds, K, K) array has one matrix a seed.
    `batch` draws that many samples of each client, with replacement, in every round (None: full gradients).
    `record_every` is a stride or a list of rounds; the last round is always recorded. `accuracy` maps
    models (seeds, d) to (seeds,), and `watch` all models (seeds, K, d) to any (seeds, q).

    Node k of repetition s draws from its own stream, spawned from (seed, s, k): adding nodes or seeds
    changes no other draw. Models have the problem's dtype. A seed whose models are not finite, or exceed
    1e8 times the largest entry of the start and the minimum (or 1), is stopped; `diverged_at` says when.

    Raises InputError for rounds, seeds, a seed, batch or shapes that make no sense, a start that is not finite
    and a step that is not positive.

    >>> from mixproof.experiments.learning.algorithms import DECEFL
    >>> from mixproof.experiments.learning.problems import Quadratic
    >>> problem = Quadratic(np.ones((2, 1, 1)), np.array([[0.0], [2.0]]))
    >>> run = simulate(problem, DECEFL, mixing=np.full((2, 2), 0.5), eta=0.1, rounds=20)
    >>> bool(np.allclose(run.mean_error[0], 0.9 ** run.rounds))
    True
    """
    of_kind("problem", problem, Problem, "a Problem, such as logistic(...) makes")
    if not isinstance(method, Method):
        of_kind("method", method, (str, Algorithm), "a Method, an Algorithm, or the name of one")
        method = declared(method)
    rounds, seeds = count("rounds", rounds, 0), count("seeds", seeds, 1)
    if max(rounds, seeds) > MOST_ROUNDS:
        raise InputError("rounds", max(rounds, seeds), f"at most {MOST_ROUNDS:,} rounds and seeds")
    batch = None if batch is None else count("batch", batch, 1)
    seed = count("seed", seed, 0)
    if not 0 < method.participation <= 1:
        raise InputError("participation", method.participation, "a share of the clients lies in (0, 1]")
    schedule = _schedule(mixing, problem, seeds) if method.gossip else lambda t: None
    step = eta if callable(eta) else lambda t: eta
    x = _start(start, (seeds, problem.clients, problem.dimension)).astype(problem.dtype, copy=False)
    recorder = Recorder(problem, method, _recorded(record_every, rounds), seeds, accuracy, watch)
    drawn = None if batch is None else batch * method.local_steps
    draws = Draws(problem.counts, seed, seeds, drawn, method.participation)
    shares = problem.shares(method.objective).astype(problem.dtype, copy=False)

    def inputs(t: int, state: State) -> Round:
        samples, present = draws.at(t)
        gradients = _gradients(problem, samples, method.local_steps)
        return Round(schedule(t), gradients, _positive(step(t), t), shares, present)

    scale = max(float(np.abs(x).max()), float(np.abs(recorder.minimum.w).max()))
    return recorder.trajectory(*play(method, x, rounds, inputs, recorder, scale, quiet))


def _gradients(problem: Problem, samples: np.ndarray | None, steps: int) -> tuple[Gradient, ...]:
    """One gradient a local step; the samples of a round, in the order of the draws, serve one after the other."""
    if samples is None:
        return (problem.gradient,) * steps
    return tuple(lambda x, part=part: problem.gradient(x, part) for part in np.split(samples, steps, axis=-1))


def _positive(eta: float, t: int) -> float:
    if not 0 < eta < np.inf:
        raise InputError("eta", eta, f"the step of round {t} is positive and finite")
    return eta


def _start(start: np.ndarray | None, shape: tuple[int, int, int]) -> np.ndarray:
    if start is None:
        return np.zeros(shape)
    if np.shape(start) not in {shape, shape[1:]}:
        raise InputError("start", str(np.shape(start)), f"models have the shape {shape[1:]} or {shape}")
    if not np.isfinite(start).all():
        raise InputError("start", "nan or inf", "models are finite")
    return np.broadcast_to(np.asarray(start, dtype=float), shape)


def _schedule(mixing: Any, problem: Problem, seeds: int) -> Callable[[int], Any]:
    """The mixing matrix of every round, checked for its shape when first met."""
    if mixing is None:
        raise InputError("mixing", "None", "a gossip algorithm needs a mixing matrix")
    if callable(mixing):
        return lambda t: _plain(mixing(t), problem, seeds)
    if isinstance(mixing, list | tuple):
        if not mixing:
            raise InputError("mixing", "[]", "a schedule holds at least one matrix")
        cycle = [_plain(W, problem, seeds) for W in mixing]
        return lambda t: cycle[t % len(cycle)]
    fixed = _plain(mixing, problem, seeds)
    return lambda t: fixed


def _plain(W: Any, problem: Problem, seeds: int) -> Any:
    nodes = problem.clients
    if isinstance(W, MixingMatrix):
        # below some hundred nodes a dense product is the faster one at any sparsity
        W = W.dense() if W.network.n <= 256 else W.sparse()
    W = W if scipy.sparse.issparse(W) else np.asarray(W)
    if W.shape not in {(nodes, nodes), (seeds, nodes, nodes)}:
        raise InputError("mixing", str(W.shape), f"{nodes} clients need a matrix of shape {(nodes, nodes)}")
    return W.astype(problem.dtype, copy=False)


def _recorded(record_every: int | Sequence[int] | np.ndarray, rounds: int) -> np.ndarray:
    if np.ndim(record_every) == 0:
        every = np.arange(0, rounds + 1, count("record_every", record_every, 1))
    else:
        every = np.asarray(record_every)
        if not ((every >= 0) & (every <= rounds) & (every % 1 == 0)).all():
            raise InputError("record_every", str(every), f"rounds are integers in 0..{rounds}")
    return np.unique(np.append(every, rounds)).astype(int)

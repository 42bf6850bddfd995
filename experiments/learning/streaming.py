"""Run online learning over a network: push-sum or plain gossip on a stream of losses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy

from mixproof.spectral import MixingMatrix
from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network

from .algorithms import online_gossip, push_sum
from .problems.stream import Stream
from .trajectory import log_rounds

__all__ = ["OnlineRun", "mutual_weights", "run_online"]

GROWTH = 1e8


@dataclass(frozen=True, eq=False)
class OnlineRun:
    """What an online run leaves; with several steps every curve has a leading axis, one row a step.

    `rounds` (R,) counts from 1; curves hold what was suffered up to there, and are NaN after a divergence.
    """

    rounds: np.ndarray
    average_loss: np.ndarray  # (..., R) (1/(n t)) sum_{s<=t} sum_i f_{i,s}(x_i): the metric of ops, section 5
    consensus_error: np.ndarray  # (..., R) sqrt(sum_i ||x_i - zbar||^2), zbar the mean of z (ops, Theorem 4)
    final: np.ndarray  # (..., n, d) models after the last round
    smallest_omega: float  # over all rounds and nodes; 1 without push-sum
    diverged_at: np.ndarray  # (...) the round at which a run was stopped as divergent, 0 where none was


def run_online(
    stream: Stream,
    W: Any,
    gamma: float | Sequence[float],
    *,
    normalised: bool = True,
    records: int = 200,
) -> OnlineRun:
    """Every round: suffer the revealed loss, take a gradient step, exchange (ops, Algorithm 1, from zero).

    W (n, n) is a MixingMatrix, an array or a sparse matrix, rows summing to 1, W_ij what i sends to j.
    `gamma` is a step or several, which then run side by side on the same stream. `normalised` divides by the
    push-sum weights; without it the same W is plain gossip. A run whose models are not finite or exceed 1e8 is
    stopped, and `diverged_at` says in which round.

    Raises InputError for a W of the wrong shape or rows, and a step that is not positive.
    """
    n, d = stream.nodes, stream.X.shape[1]
    if isinstance(W, MixingMatrix):
        W = W.sparse()
    if W.shape != (n, n):
        raise InputError("W", str(W.shape), f"{n} nodes need a matrix of shape {(n, n)}")
    if not np.allclose(W.sum(axis=1), 1, rtol=0, atol=1e-9):
        raise InputError("W", "not row-stochastic", "every row sums to 1: it is what a node sends")
    steps = np.atleast_1d(np.asarray(gamma, dtype=float))
    if steps.ndim > 1 or not (np.isfinite(steps) & (steps > 0)).all():
        raise InputError("gamma", gamma, "a step is positive and finite")
    runs, step = len(steps), steps[:, None, None]
    recorded = log_rounds(stream.rounds, records)[1:]
    z, omega, kept, smallest = np.zeros((runs, n, d)), np.ones((runs, n)), 0, 1.0
    x, suffered, diverged = z, np.zeros(runs), np.zeros(runs, dtype=int)
    losses, consensus = np.full((2, runs, len(recorded)), np.nan)
    with np.errstate(over="ignore", invalid="ignore"):  # a divergent run is reported, not warned about
        for t in range(stream.rounds):
            wild = ~(np.abs(x).max(axis=(1, 2)) <= GROWTH)  # NaN fails this comparison too
            if wild.any():
                diverged[wild & (diverged == 0)] = t
                suffered[wild] = np.nan
                z[wild] = 0.0
                if diverged.all():
                    break
            suffered += stream.losses(t, x).sum(axis=1)

            def gradient(at: np.ndarray, t: int = t) -> np.ndarray:
                return stream.gradient(t, at)

            if normalised:
                z, omega = push_sum(z, omega, W, gradient, step)
                smallest = min(smallest, float(omega.min()))
                x = z / omega[..., None]
            else:
                x = z = online_gossip(z, W, gradient, step)
            if recorded[kept] == t + 1:
                losses[:, kept] = suffered / (n * (t + 1))
                consensus[:, kept] = np.linalg.norm(
                    (x - z.mean(axis=1, keepdims=True)).reshape(runs, -1), axis=1
                )
                kept += 1
    one = 0 if np.ndim(gamma) == 0 else slice(None)
    return OnlineRun(
        recorded[:kept], losses[one, :kept], consensus[one, :kept], x[one], smallest, diverged[one]
    )


def mutual_weights(network: Network) -> Any:
    """W of DOL-Symm: one-way links removed, Metropolis weights 1/(1 + max(d_i, d_j)) on the mutual ones.

    Sparse (n, n), symmetric, doubly stochastic. What is left may fall into several components, and a node
    without mutual links keeps to itself: that is the method, so it is not an error.

    >>> mutual_weights(Network.from_edges(3, [(0, 1), (1, 0), (1, 2), (2, 0)], directed=True)).toarray().tolist()
    [[0.5, 0.5, 0.0], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]
    """
    if not network.directed:
        raise InputError("network", "undirected", "one-way links exist on directed networks only")
    arcs = scipy.sparse.csr_array((np.ones(network.m), network.edges.T), shape=(network.n, network.n))
    mutual = scipy.sparse.coo_array(arcs.multiply(arcs.T))
    degrees = np.bincount(mutual.row, minlength=network.n)
    weights = 1 / (1 + np.maximum(degrees[mutual.row], degrees[mutual.col]))
    W = scipy.sparse.csr_array((weights, (mutual.row, mutual.col)), shape=mutual.shape)
    return scipy.sparse.csr_array(W + scipy.sparse.diags_array(1 - W.sum(axis=1)))

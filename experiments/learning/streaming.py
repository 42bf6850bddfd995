"""Run online learning over a network: push-sum or plain gossip on a stream of losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy

from mixproof.spectral import MixingMatrix
from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network

from .algorithms import ONLINE_GOSSIP, PUSH_SUM, Round, State
from .problems.stream import Stream
from .runner import play
from .trajectory import Trajectory, log_rounds, until_divergence

__all__ = ["mutual_weights", "run_online"]


def run_online(
    stream: Stream,
    W: Any,
    gamma: float | Sequence[float],
    *,
    normalised: bool = True,
    records: int = 200,
) -> Trajectory:
    """Every round: suffer the revealed loss, take a gradient step, exchange (ops, Algorithm 1, from zero).

    W (n, n) is a MixingMatrix, an array or a sparse matrix, rows summing to 1, W_ij what i sends to j.
    `gamma` is a step or several, which then run side by side on the same stream. `normalised` divides by the
    push-sum weights; without it the same W is plain gossip.

    The curves, a row a step, at rounds counted from 1: `average_loss`, what was suffered up to there,
    (1/(n t)) sum_{s<=t} sum_i f_{i,s}(x_i) (ops, section 5); `consensus_error`, sqrt(sum_i ||x_i - zbar||^2), zbar the
    mean of z (ops, Theorem 4); `smallest_weight`, the least push-sum weight so far, 1 without push-sum. A run whose
    models are not finite or exceed 1e8 is stopped, and `diverged` says in which round.

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
    look = _Suffered(stream, log_rounds(stream.rounds, records)[1:], len(steps))

    def inputs(t: int, state: State) -> Round:
        return Round(W, (lambda x: stream.gradient(t, x),), steps[:, None, None], np.full(n, 1 / n))

    method = PUSH_SUM if normalised else ONLINE_GOSSIP
    final, diverged = play(method, np.zeros((len(steps), n, d)), stream.rounds, inputs, look)
    rounds = look.rounds[: look.kept]
    seen = {name: curve[:, : look.kept] for name, curve in look.curves.items()}
    return Trajectory(method.name, rounds, until_divergence(seen, rounds, diverged), final, diverged)


class _Suffered:
    """Adds up the losses of a stream, and keeps the curves of a run at the recorded rounds."""

    def __init__(self, stream: Stream, rounds: np.ndarray, runs: int):
        self.stream, self.rounds, self.kept = stream, rounds, 0
        self.suffered, self.smallest = np.zeros(runs), np.ones(runs)
        names = ("average_loss", "consensus_error", "smallest_weight")
        self.curves = {name: np.full((runs, len(rounds)), np.nan) for name in names}

    def __call__(self, t: int, state: State, x: np.ndarray) -> None:
        if "omega" in state:
            self.smallest = np.minimum(self.smallest, state["omega"].min(axis=1))
        if self.kept < len(self.rounds) and self.rounds[self.kept] == t:
            zbar = state["x"].mean(axis=1, keepdims=True)
            now = {
                "average_loss": self.suffered / (self.stream.nodes * t),
                "consensus_error": np.linalg.norm((x - zbar).reshape(len(x), -1), axis=1),
                "smallest_weight": self.smallest,
            }
            for name, values in now.items():
                self.curves[name][:, self.kept] = values
            self.kept += 1
        if t < self.stream.rounds:
            self.suffered = self.suffered + self.stream.losses(t, x).sum(axis=1)


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

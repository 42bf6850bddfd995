"""The method `distributed`: the nodes find optimal weights themselves, with a certificate, by messages alone.

The problem is the saddle point

    min over w >= 0, max over ||Y||_* <= 1, mu >= 0 of   <Y, B(w)> + sum_i mu_i (sum_e at i of w_e - 1),

B(w) = I - J - L(w). The primal-dual method of Chambolle and Pock (J. Math. Imaging Vision 40, 2011, algorithm 1)
takes, with steps tau, sigma,

    w'  = max(0, w + tau (p_e a_e'Y a_e - mu_i - mu_j)),     wbar = 2 w' - w,
    mu' = max(0, mu + sigma_mu (sum of wbar at i - 1)),
    Y'  = the nearest matrix to M = Y + sigma B(wbar) of nuclear norm <= 1.

Y has low rank, Y = sum_k s_k v_k v_k', and node i keeps w of its own links, mu_i and row i of V. The first two
steps then need only what neighbours send: a weight moves by p_e sum_k s_k (v_ik - v_jk)^2 - mu_i - mu_j, which both
ends compute alike. Y' shrinks the eigenvalues of M that are largest in magnitude, and multiplying by M is
local too. Both ends of the spectrum are found at once: Rayleigh and Ritz on the span of V and M V tells
lambda from -lambda, which power iteration on a single vector cannot. The inner products it needs are sums over the
nodes, taken on a spanning tree; the root solves the small eigenproblem and sends the result back.

Lower bound: mu_i, raised by half of what is missing on the worst of its links, covers the coefficients
c_e = p_e a_e'Y a_e (`weightopt.certificate`), so each iteration gives one for one more number in a sum it takes anyway.
The objective is estimated by the largest Ritz value of B at the feasible weights plus its squared residual.
The nodes stop when that is within the gap asked for of the best bound.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from spectral.errors import InputError

from .certificate import Certificate
from .method import Answer, Progress, Request
from .problem import Array, Problem
from .result import Status
from .ritz import Root
from .transport import InProcess, Port, Program, Steps
from .tree import agree, grow_tree

__all__ = ["Row", "by_nodes", "collect", "node_program"]

BALANCE, ROW_SHARE = (
    2.0,
    0.3,
)  # tau / sigma = BALANCE^2; sigma_mu = ROW_SHARE sigma: measured on small networks
FIRST_VECTORS = 8
MAX_ITERATIONS = 20_000


@dataclass(frozen=True, eq=False)
class Row:
    """What a node publishes: its links' weights, its row of the dual factors and its share of the cover."""

    weights: Array  # (degree,) in the order of its neighbours
    factor: Array  # (k,) row of V
    signs: Array  # (k,) s, the same at every node
    cover: float
    iterations: int
    status: Status | None = None


def node_program(
    gap: float,
    deadline: float | None = None,
    start: dict[tuple[int, int], float] | None = None,
    progress: Progress | None = None,
) -> Program:
    """The program of every node; `deadline` (of time.perf_counter) and `progress` concern the root alone.

    `start`: a node reads the weights of its own links (smaller node first); without it they are
    1 / max(degree_i, degree_j).
    """

    def program(port: Port) -> Steps:
        tree = yield from grow_tree(port)
        p, degree = port.p, len(port.neighbours)
        port.tell_all([degree])
        degrees = np.array([v[0] for v in (yield port.neighbours).values()])
        if start is None:
            w = 1 / np.maximum(degree, degrees)
        else:
            w = np.array([start[min(port.me, v), max(port.me, v)] for v in port.neighbours])
        sizes = np.array([2 * np.sum(p**2), 2 * np.max(p**2), 2.0 * degree])
        sizes = yield from agree(port, tree, sizes, combine=np.maximum)
        norm = np.sqrt(sizes[0] + sizes[1] + ROW_SHARE * sizes[2])  # of the linear map w -> (L(w), node sums)
        tau, sigma = BALANCE / norm, 1 / BALANCE / norm

        root = Root(port.nodes, sigma, gap, deadline, progress) if tree.parent is None else None
        k = min(FIRST_VECTORS, port.nodes - 1)
        v = np.random.default_rng(port.me).standard_normal(k)
        decide = None if root is None else root.orthonormal
        answer = yield from agree(port, tree, np.append(v, np.outer(v, v)), decide)
        v = (v - answer[:k]) @ answer[k:].reshape(k, k)
        s, mu = np.zeros(k), 0.0
        weights, dual, cover = w, (v, s), 0.0
        slack = (degree + 2) * np.finfo(float).eps

        for iteration in range(1, MAX_ITERATIONS + 1):
            port.tell_all(np.append(v, mu))
            heard = np.array(list((yield port.neighbours).values()))
            dv, mus = v - heard[:, :k], heard[:, k] + mu
            c = p * (dv**2 * s).sum(axis=1)
            here = mu + max(float(np.max(c - mus)) / 2, 0.0)  # mu, raised to a share of a cover
            new = np.maximum(0.0, w + tau * (c - mus))
            bar, w = 2 * new - w, new
            z = sigma * (v - (bar * p) @ dv) + v * s
            overfull = max(float(w.sum()) / (1 - slack), 1.0)

            own = np.concatenate(
                [v, z, [here, s @ v**2], *(np.outer(a, b).ravel() for a, b in ((v, v), (v, z), (z, z)))]
            )
            decide = None if root is None else root.first
            vz = (yield from agree(port, tree, own, decide)).reshape(k, k)

            port.tell_all(np.append(z, overfull))
            heard = np.array(list((yield port.neighbours).values()))
            dz = z - heard[:, :k]
            factor = np.maximum(heard[:, k], overfull)
            feasible = np.where(factor > 1, w * ((1 - np.finfo(float).eps) / factor), w)
            mz = sigma * (z - (bar * p) @ dz) + (v * s) @ vz
            both = np.append(v, z)
            moved = both - (feasible * p) @ np.hstack([dv, dz])  # row of B(feasible) [V Z]
            own = np.concatenate(
                [np.outer(z, mz).ravel(), np.outer(both, moved).ravel(), np.outer(moved, moved).ravel()]
            )
            decide = None if root is None else root.second
            answer = yield from agree(port, tree, own, decide)

            better_weights, better_bound, stop = answer[:3]
            if better_weights:
                weights = feasible
            if better_bound:
                dual, cover = (v, s), here
            if better_weights or better_bound or stop:
                status = Status.TIME_LIMIT if stop == 2 else None
                port.publish(Row(weights, *dual, cover, iteration, status))
            if stop:
                break
            k = int(answer[3])
            s, shift, turn = answer[4 : 4 + k], answer[4 + k : 4 + 2 * k], answer[4 + 2 * k :]
            v = both @ turn.reshape(-1, k) - shift
            mu = max(0.0, mu + ROW_SHARE * sigma * (float(bar.sum()) - 1))
        return port.published

    return program


def by_nodes(request: Request) -> Answer:
    """The method `distributed` of `optimize`, on the transport within this process."""
    problem = request.problem
    if problem.objective != "mean" or problem.signed:
        raise InputError("method", "distributed", "the nodes minimise the objective mean, weights not signed")
    began = time.perf_counter()
    transport = InProcess(request.network)
    deadline = None if request.time_limit is None else began + request.time_limit
    start = None
    if request.start is not None:
        start = dict(zip(zip(problem.tails.tolist(), problem.heads.tolist()), request.start.tolist()))
    interrupted = False
    try:
        transport.run(node_program(request.gap, deadline, start, request.progress))
    except KeyboardInterrupt:
        interrupted = True
    rows = [port.published for port in transport.ports]
    messages = int(transport.traffic.messages.sum())
    if any(row is None for row in rows):  # cut short before the first iteration
        nothing = np.zeros(problem.m)
        return Answer(nothing, Certificate.trivial(problem.n, problem.m), 0, Status.INTERRUPTED, messages)
    weights, certificate = collect(problem, [port.neighbours for port in transport.ports], rows)
    status = Status.INTERRUPTED if interrupted else rows[0].status
    return Answer(weights, certificate, rows[0].iterations, status, messages)


def collect(
    problem: Problem, neighbours: list[tuple[int, ...]], rows: list[Any]
) -> tuple[Array, Certificate]:
    """Weights and certificate from what the nodes published.

    The two ends of a link hold the same weight, unless the run was cut short between them: then the smaller
    one is taken, which is feasible.
    """
    from .feasible import repair

    held = {(i, j): w for i, row in enumerate(rows) for j, w in zip(neighbours[i], row.weights.tolist())}
    pairs = zip(problem.tails.tolist(), problem.heads.tolist())
    weights = repair(problem, np.array([min(held[i, j], held[j, i]) for i, j in pairs]))
    if len({row.iterations for row in rows}) > 1 and len({row.signs.tobytes() for row in rows}) > 1:
        return weights, Certificate.trivial(problem.n, problem.m)  # cut short while the dual matrix changed
    factors, signs = np.array([row.factor for row in rows]), rows[0].signs
    cover = np.array([row.cover for row in rows])
    scaled = factors * np.sqrt(abs(signs))
    return weights, Certificate(scaled[:, signs > 0], scaled[:, signs < 0], cover, None)

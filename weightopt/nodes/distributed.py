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
c_e = p_e a_e'Y a_e (`certify.certificate`), so each iteration gives one for one more number in a sum it takes anyway.
The objective is estimated from below by the largest Ritz value of B at the feasible weights. When that comes within
the gap asked for of the best bound the nodes find rho itself (`nodes.lanczos`), and stop only if that does too.
"""

from __future__ import annotations

import numpy as np

from ..learning import Learning
from ..method import Answer, Progress, Request
from ..result import Status
from .lanczos import examine
from .learning import learn_by_nodes
from .port import agree, grow_tree
from .ritz import EXAMINE, GO_ON, LATE, Root, products
from .rows import Row, Start, collect, only_mean, publish, run_nodes, start_by_link, weights_of_links
from .transport import Port, Program, Steps

__all__ = ["Row", "by_nodes", "collect", "node_program"]

BALANCE, ROW_SHARE = 3.0, 0.3  # at first tau / sigma = BALANCE^2; sigma_mu = ROW_SHARE sigma: measured
FIRST_VECTORS = 8
MAX_ITERATIONS = 20_000


def node_program(
    gap: float,
    deadline: float | None = None,
    start: Start | None = None,
    progress: Progress | None = None,
    share: float = np.inf,
) -> Program:
    """The program of every node, to a certified `gap` that is at most `share` of 1 - rho.

    `deadline` (of time.perf_counter) and `progress` concern the root alone.
    `start`: a node reads the weights of its own links (smaller node first); without it they are
    1 / max(degree_i, degree_j).
    """

    def program(port: Port) -> Steps:
        tree = yield from grow_tree(port)
        p, degree = port.p, len(port.neighbours)
        port.tell_all([degree])
        degrees = np.array([v[0] for v in (yield port.neighbours).values()])
        w = 1 / np.maximum(degree, degrees) if start is None else weights_of_links(port, start)
        publish(port, Row(w, np.zeros(0), np.zeros(0), 0.0, 0))
        sizes = np.array([2 * np.sum(p**2), 2 * np.max(p**2), 2.0 * degree])
        sizes = yield from agree(port, tree, sizes, combine=np.maximum)
        norm = np.sqrt(sizes[0] + sizes[1] + ROW_SHARE * sizes[2])  # of the linear map w -> (L(w), node sums)
        tau, sigma = BALANCE / norm, 1 / BALANCE / norm

        root = Root(port.nodes, (tau, sigma), gap, deadline, progress, share) if tree.parent is None else None
        k = min(FIRST_VECTORS, port.nodes - 1)
        rng = np.random.default_rng(port.me)
        v = rng.standard_normal(k)
        decide = None if root is None else root.orthonormal
        answer = yield from agree(port, tree, np.append(v, products(v, v)), decide)
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
            bar, moved_w, w = 2 * new - w, float(np.sum((new - w) ** 2)) / 2, new
            z = sigma * (v - (bar * p) @ dv) + v * s
            new_mu = max(0.0, mu + ROW_SHARE * sigma * (float(bar.sum()) - 1))
            moved_mu, mu = (new_mu - mu) ** 2 / ROW_SHARE, new_mu
            overfull = max(float(w.sum()) / (1 - slack), 1.0)

            parts = [v, z, [here, s @ v**2], products(v, v), products(z, z), np.outer(v, z).ravel()]
            decide = None if root is None else root.first
            vz = (yield from agree(port, tree, np.concatenate(parts), decide)).reshape(k, k)

            port.tell_all(np.append(z, overfull))
            heard = np.array(list((yield port.neighbours).values()))
            dz = z - heard[:, :k]
            factor = np.maximum(heard[:, k], overfull)
            feasible = np.where(factor > 1, w * ((1 - np.finfo(float).eps) / factor), w)
            mz = sigma * (z - (bar * p) @ dz) + (v * s) @ vz
            both = np.append(v, z)
            image = both - (feasible * p) @ np.hstack([dv, dz])  # row of B(feasible) [V Z]
            parts = [
                np.array([moved_w, moved_mu]),
                products(z, mz),
                products(both, image),
                products(image, image),
            ]
            decide = None if root is None else root.second
            answer = yield from agree(port, tree, np.concatenate(parts), decide)

            keep, raised, act, change = answer[:4]
            k = int(answer[4])
            found = None
            if act == EXAMINE:
                judge = None if root is None else root.judge()
                (act, keep, useful), found = yield from examine(port, tree, feasible * p, rng, judge)
                found = found if useful else None
            if keep:
                weights = feasible
            if raised:
                dual, cover = (v, s), here
            publish(port, Row(weights, *dual, cover, iteration, Status.TIME_LIMIT if act == LATE else None))
            if act != GO_ON:
                break
            tau, sigma = tau * change, sigma / change
            s, shift, turn = answer[5 : 5 + k], answer[5 + k : 5 + 2 * k], answer[5 + 2 * k :]
            v = both @ turn.reshape(-1, k) - shift
            if found is not None:  # the eigenvector that the subspace has missed so far
                overlap = yield from agree(port, tree, v * found)
                left = 1 - float(overlap @ overlap)
                if left > 1e-6:
                    v, s = np.append(v, (found - v @ overlap) / left**0.5), np.append(s, 0.0)
                    k += 1
                    if root is not None:
                        root.s = s
        return port.published

    return program


def by_nodes(request: Request) -> Answer:
    """The method `distributed` of `optimize`; for `learning` that of `weightopt.nodes.learning`."""
    if isinstance(request.problem.objective, Learning):
        return learn_by_nodes(request)
    only_mean(request, "distributed")
    deadline = request.deadline
    start, share = start_by_link(request), request.share
    program = node_program(request.gap, deadline, start, request.progress, share=share)
    return run_nodes(request, "distributed", program)

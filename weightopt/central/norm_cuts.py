"""Objectives of `weightopt.norms` on networks too large for a semidefinite program: cuts, from singular vectors.

For unit u, v every x has ||B(x)|| >= u'B(x)v, which is affine in x. A linear program minimises the largest of these
cuts; where its answer lies between the best x so far and itself, the largest singular vectors of B give new ones
(Kelley's method, with points between as of Ben-Ameur and Neto, Networks 49(1), 2007). Its multipliers of the cuts, of
the sums at the nodes and of the balance are a certificate as they come, with U = [sqrt(l_q) u_q], V = [sqrt(l_q) v_q].

It starts at flows of largest entropy (`even_flows`), which are near the optimum where no node or arc is special. The
gap stays wide, a seventh of 1 - value on sixty nodes after sixty rounds, but it is proved. On a directed network of a
thousand nodes with five arcs each, where the semidefinite program does not fit into memory, six rounds of 18 CPU
seconds end at ||B|| = .851 with a bound of .802, where a random walk's equilibrium, as a start, has .980; four rounds
more, of 42 CPU seconds, gain .001. The undirected problem that the symmetric part of B poses, solved in 3 CPU seconds,
bounds it too, but by .586.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import scipy

from ..arrays import Array
from ..certify.certificate import NormCertificate
from ..certify.norms import Affine
from ..method import Answer, Request
from ..norms import AffineNorm
from ..result import Status
from .norms import even_flows, nearby_feasible
from .solving import waiting

__all__ = ["by_cuts"]

PAIRS = 8  # of singular vectors a round
ROUNDS, LEAST, NODES = 60, 6, 6000  # as many rounds as NODES / n, between these
MOST, YOUNG = 160, 3  # cuts; where there are more, rounds that one stays without a multiplier
INWARDS = 0.7  # of the way from the program's answer to the best x
Cut = tuple[Array, Array, int]  # u, v, and the round that it is of


def by_cuts(request: Request) -> Answer:
    """The method `fast` of `optimize` for these objectives on networks of more than some forty nodes."""
    goal, network = request.problem.objective, request.network
    assert isinstance(goal, AffineNorm)
    affine = goal.affine(network)
    x = nearby_feasible(affine, even_flows(affine))
    best, value, bound, status = x, np.inf, 0.0, Status.INEXACT
    certificate, cuts = goal.trivial(network.n, network.m), list[Cut]()
    done, last = 0, min(max(NODES // network.n, LEAST), ROUNDS)
    try:
        for done in range(1, last + 1):
            norm, found = waiting(partial(_largest, affine.at(x)), request.seconds)
            if norm < value:
                best, value = x, norm
            cuts += [(u, v, done) for u, v in found]
            solved = waiting(partial(_program, affine, cuts), request.seconds)
            if solved is None:
                break
            answer, shares, offered = solved
            proved = goal.lower_bound(network, offered)
            if proved > bound:
                certificate, bound = offered, proved
            if request.progress is not None:
                request.progress(done, value**goal.power, bound)
            if request.within(value**goal.power, bound, 0.1):
                break
            if len(cuts) > MOST:
                cuts = [cut for cut, share in zip(cuts, shares) if share > 0 or cut[2] > done - YOUNG]
            x = nearby_feasible(affine, INWARDS * best + (1 - INWARDS) * answer)
    except TimeoutError:
        status = Status.TIME_LIMIT
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    ended = None if request.within(value**goal.power, bound) else status
    return Answer(best, certificate, done, ended)


def _largest(B: Array) -> tuple[float, list[tuple[Array, Array]]]:
    """||B||, and unit singular vectors of its largest singular values."""
    n = B.shape[1]
    squares, vectors = scipy.linalg.eigh(B.T @ B, subset_by_index=[max(n - PAIRS, 0), n - 1])
    sizes = np.sqrt(np.maximum(squares, 0.0))
    return float(sizes[-1]), [(B @ v / size, v) for size, v in zip(sizes, vectors.T) if size > 0]


def _program(affine: Affine, cuts: list[Cut]) -> tuple[Array, Array, NormCertificate] | None:
    """x of the least largest cut, the cuts' multipliers, and what these prove."""
    k, nodes = affine.size, len(affine.limits)
    slopes = np.array(
        [np.bincount(affine.which, affine.entry * u[affine.row] * v[affine.column], k) for u, v, _ in cuts]
    )
    constants = np.array([u @ affine.base @ v for u, v, _ in cuts])
    # the last column is of the level
    of_cuts = scipy.sparse.csr_array(np.hstack([-slopes, -np.ones((len(cuts), 1))]))
    places = np.concatenate(affine.ends), np.tile(np.arange(k), len(affine.ends))
    of_sums = scipy.sparse.csr_array((np.ones(len(places[0])), places), shape=(nodes, k + 1))
    under = scipy.sparse.vstack([of_cuts, of_sums])
    balance: dict[str, Any] = {}
    if affine.balance is not None:
        flows = affine.balance.tocoo()
        balance["A_eq"] = scipy.sparse.csr_array((flows.data, (flows.row, flows.col)), shape=(nodes, k + 1))
        balance["b_eq"] = np.zeros(nodes)
    cost = np.append(np.zeros(k), 1.0)
    right = np.append(-constants, affine.limits)
    found = scipy.optimize.linprog(  # type: ignore[call-overload]
        cost, under, right, bounds=[(0, None)] * k + [(None, None)], method="highs", **balance
    )
    if found.x is None:
        return None
    shares = np.maximum(-found.ineqlin.marginals[: len(cuts)], 0.0)
    roots = np.sqrt(shares / shares.sum())
    kept = roots > 0
    left, beside = (np.array([cut[side] for cut in cuts])[kept].T * roots[kept] for side in (0, 1))
    cover = np.maximum(-found.ineqlin.marginals[len(cuts) :], 0.0)
    potential = -found.eqlin.marginals if balance else np.zeros(0)
    return found.x[:k], shares, NormCertificate(left, beside, cover, potential)

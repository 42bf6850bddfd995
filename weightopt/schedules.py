"""Schedules that mix fastest under a budget of messages: which links are active how often, and with which weights.

A link e of part j is active with probability p_j. With flows f_e = p_j w_e

    independent   E[W^2] - J = (I - J - L(f))^2 + 2 sum_e (1 / p_j - 1) f_e^2 a_e a_e',
    one           E[W^2] - J = I - J - sum_j p_j L_j / 2, with the weight 1/2 on every link of a matching.

The first is the second moment of links that fail, because links of a matching share no node: for given p the best
weights are those of the objective `second-moment`, with its certificate; for given flows the largest eigenvalue is
convex in p. The two take turns. The second is convex in p at once: Boyd, Ghosh, Prabhakar, Shah, "Randomized gossip
algorithms", IEEE Transactions on Information Theory 52(6), 2006, for matchings in the place of links.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy

from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network
from mixproof.spectral.parsing import as_network
from mixproof.spectral.schedule import Schedule
from mixproof.spectral.showing import Shown

from .central.solving import NoSolution, solve
from .matchings import Array, Links, best_connected, best_cycle, check_budget, laplacians, matcha, matchings

__all__ = ["OptimizedSchedule", "optimize_schedule"]

KINDS = ("independent", "one", "cycle")
TURNS, ENOUGH = 12, 1e-4  # of weights and probabilities; the relative improvement below which they end
LEAST = 1e-6  # probability
GAP = 1e-5


@dataclass(frozen=True, eq=False, repr=False)
class OptimizedSchedule(Shown):
    """A schedule, and a number that the factor of no schedule of its kind under the budget is below."""

    schedule: Schedule
    lower_bound: float
    objective: str

    def title(self) -> str:
        return self.schedule.title()

    def shown(self) -> list[tuple[str, str]]:
        return [*self.schedule.shown(), ("no schedule of this kind is below", f"{self.lower_bound:.6g}")]


def optimize_schedule(
    network: Any, messages: float, kind: str = "independent", objective: str = "second-moment", seed: int = 0
) -> OptimizedSchedule:
    """The schedule on `network` (undirected, without losses of its own) with a small factor under a budget.

    messages: a node sends so many in a round, in the mean. kind: `independent`, matchings active independently; `one`
    matching a round, at random; `cycle`, matchings in turn. objective: `second-moment`, or `mean`: rho of the mean
    matrix, for `independent` alone.

    Weights are not bounded: where all links of a node are active, its own weight may be negative, as MATCHA's may.
    For `one` the factor is the least but for the solver's accuracy, and `lower_bound` shows that. For `independent` it
    is a local optimum, never above MATCHA's; the bound is what the budget and the network allow by the mean matrix
    alone. For `cycle` it is the best of edge colourings and greedy cycles, per message, and the bound 0.
    Raises InputError for a budget above the mean degree, an unknown kind or objective, and beyond 150 nodes.

    >>> found = optimize_schedule("ring:n=6", 0.5, kind="one")
    >>> round(found.schedule.factor, 4), round(found.lower_bound, 4)
    (0.875, 0.875)
    """
    network = as_network(network)
    if kind not in KINDS:
        raise InputError("kind", kind, f"one of {', '.join(KINDS)}")
    if objective not in ("second-moment", "mean") or (kind != "independent" and objective == "mean"):
        raise InputError("objective", objective, "second-moment, or for independent also mean")
    check_budget(network, messages)
    if kind == "cycle":
        return OptimizedSchedule(best_cycle(network, messages, seed), 0.0, objective)
    groups = matchings(network)
    if kind == "one":
        return _one(network, groups, messages, seed)
    return _independent(network, groups, messages, objective, seed)


def _one(network: Network, groups: Sequence[Links], messages: float, seed: int) -> OptimizedSchedule:
    parts = laplacians(network, groups, np.ones(network.m))
    sent = _sent(network, groups)
    p = best_connected(parts, sent, messages, most=1.0)
    p = p * min(1 / max(float(p.sum()), 1e-12), messages / max(float(p @ sent), 1e-12), 1.0)
    schedule = Schedule("one", tuple(0.5 * L for L in parts), p, seed, "one matching a round")
    return OptimizedSchedule(schedule, _bound_of_one(parts, sent, messages, p), "second-moment")


def _bound_of_one(parts: Sequence[Any], sent: Array, messages: float, p: Array) -> float:
    """For every Y >= 0 of trace 1 with Y 1 = 0: lambda_2(sum q_j L_j) <= max over q of sum q_j <Y, L_j>, by duality.

    Y: of the eigenvectors near lambda_2, the one whose largest <Y, L_j>, less the budget's price, is least.
    """
    import cvxpy as cp

    mean = sum(q * L for q, L in zip(p, parts)).toarray()
    n = len(mean)
    values, vectors = np.linalg.eigh(mean + 2 / n * (1 + np.trace(mean)))
    near = vectors[:, values <= values[0] + 0.1 * max(values[0], 1e-9) + 1e-3 * values[-1]]
    Z = cp.Variable((near.shape[1],) * 2, PSD=True)
    per, one = cp.Variable(nonneg=True), cp.Variable(nonneg=True)
    forms = [near.T @ (L @ near) for L in parts]
    covered = [one + s * per >= cp.trace(F @ Z) for s, F in zip(sent, forms)]
    solve(cp.Problem(cp.Minimize(one + messages * per), [cp.trace(Z) == 1, *covered]))
    Y = near @ _positive(np.asarray(Z.value)) @ near.T
    c = np.array([float(np.sum(L.toarray() * Y)) for L in parts]) / float(np.trace(Y))
    price = max(float(np.asarray(per.value)), 0.0)
    top = max(float((c - sent * price).max()), 0.0) + messages * price
    return max(1 - top / 2 - 1e-12, 0.0)


def _independent(
    network: Network, groups: Sequence[Links], messages: float, objective: str, seed: int
) -> OptimizedSchedule:
    from .optimize import optimize

    start = matcha(network, messages, seed)
    part = np.empty(network.m, dtype=np.int64)
    for j, group in enumerate(groups):
        part[group] = j
    p = np.maximum(start.shares, LEAST)
    best, sent = start, _sent(network, groups)
    value = _measured(start, objective)
    for _ in range(TURNS):
        lossy = replace(network, reliability=p[part])
        w = optimize(lossy, objective, signed=True, gap=GAP).weights.weights
        found = Schedule(
            "independent", tuple(laplacians(network, groups, w)), p, seed, "independent matchings"
        )
        reached = _measured(found, objective)
        ended = reached > (1 - ENOUGH) * value
        if reached < value:
            best, value = found, reached
        if ended or objective == "mean":
            break
        p = _probabilities(network, groups, w * p[part], sent, messages)
        if p is None:
            break
    whole = optimize(network, signed=True, gap=GAP).lower_bound ** 2
    spare = (
        max(1 - network.n * messages / (network.n - 1), 0.0) ** 2
    )  # 2 sum f_e <= n messages, the trace of L(f)
    return OptimizedSchedule(best, max(whole, spare) * (1 - 1e-12), objective)


def _probabilities(
    network: Network, groups: Sequence[Links], flow: Array, sent: Array, messages: float
) -> Array | None:
    """(m,) probabilities that are best for these flows, by Clarabel; None where it fails."""
    import cvxpy as cp

    n = network.n
    V = scipy.linalg.null_space(np.ones((1, n)))
    (whole,) = laplacians(network, [np.arange(network.m)], flow)
    rest = np.eye(n) - whole.toarray()
    squares = [2 * (V.T @ (L @ V)) for L in laplacians(network, groups, flow**2)]
    fixed = V.T @ rest @ rest @ V - sum(squares)
    flat = np.column_stack([Q.ravel() for Q in squares])
    p, u, level = cp.Variable(len(groups)), cp.Variable(len(groups)), cp.Variable()
    spread = cp.reshape(flat @ u, (n - 1, n - 1), order="C")
    limits = [u >= cp.inv_pos(p), p <= 1, p >= LEAST, sent @ p <= messages]
    cone = level * np.eye(n - 1) - fixed - (spread + spread.T) / 2 >> 0
    try:
        solve(cp.Problem(cp.Minimize(level), [cone, *limits]))
    except NoSolution:
        return None
    if p.value is None:
        return None
    found = np.clip(np.asarray(p.value, dtype=float), LEAST, 1)
    return np.asarray(found * min(messages / (found @ sent), 1.0))


def _measured(schedule: Schedule, objective: str) -> float:
    if objective == "second-moment":
        return schedule.factor
    mean = np.eye(schedule.n) - sum(q * D for q, D in zip(schedule.shares, schedule.parts)).toarray()
    return float(np.linalg.norm(mean - 1 / schedule.n, 2))


def _sent(network: Network, groups: Sequence[Links]) -> Array:
    """Messages a node sends when a group is active, the mean over nodes."""
    return 2 * np.array([len(group) for group in groups]) / network.n


def _positive(Z: Array) -> Array:
    values, vectors = np.linalg.eigh((Z + Z.T) / 2)
    return np.asarray((vectors * np.maximum(values, 0)) @ vectors.T)

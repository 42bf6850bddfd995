"""The nearest feasible weights: Euclidean projection onto {w >= 0, the weights at each node sum to at most 1}.

With a multiplier mu_i >= 0 a node, the nearest point to y is w_e = max(0, y_e - mu_i - mu_j), where mu minimises

    sum_e max(0, y_e - mu_i - mu_j)^2 / 2 + sum_i mu_i,

convex and piecewise quadratic. Newton's method projected onto mu >= 0 (Bertsekas, SIAM J. Control and Optimization
20(2), 1982) ends on the right piece after a few steps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, diags_array, eye_array

from mixproof.spectral.checks import numbers
from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network

from ..arrays import Array
from ..feasible import repair
from ..problem import Problem

__all__ = ["Projection", "project"]

TOLERANCE = 1e-12  # of the residual, relative to the largest weight
MAX_STEPS = 500
RIDGE = 1e-10  # the Hessian is singular where a bipartite part of the network is full


@dataclass(frozen=True, eq=False)
class Projection:
    """The nearest feasible weights and how far the conditions for being nearest are from holding exactly."""

    weights: Array  # (m,) one a link, exactly feasible
    multipliers: Array  # (n,) mu >= 0 of the nodes: positive only where the weights sum to 1
    residual: float  # largest of |w - max(0, y - mu_i - mu_j)| on links and min(mu_i, 1 - sum) at nodes


def project(network: Network, weights: Array) -> Projection:
    """The feasible weights nearest to any (m,) numbers on the links of an undirected network.

    Raises InputError for a directed network, a wrong shape, NaN or infinity.

    >>> from mixproof.spectral import parse_network
    >>> project(parse_network("path:n=4"), [1.0, -1.0, 3.0]).weights.round(9).tolist()
    [1.0, 0.0, 1.0]
    >>> project(parse_network("path:n=3"), [1.0, 0.5]).weights.round(9).tolist()    # 1/4 less on each
    [0.75, 0.25]
    """
    problem = Problem.of(network)
    y = numbers("weights", weights)
    if y.shape != (problem.m,):
        raise InputError("weights", f"shape {y.shape}", f"one weight a link, shape ({problem.m},)")
    incidence = csr_array(abs(problem.incidence()))
    tolerance = TOLERANCE * max(1.0, float(abs(y).max()))
    mu = np.zeros(problem.n)
    for _ in range(MAX_STEPS):
        w, slope = _at(incidence, y, mu)
        if _residual(mu, slope) <= tolerance:
            break
        mu = _step(incidence, y, mu, w, slope)
    w, _ = _at(incidence, y, mu)
    nearest = repair(problem, w)
    room = 1 - problem.node_sums(nearest)
    residual = max(float(abs(nearest - w).max()), _residual(mu, room))
    return Projection(nearest, mu, residual)


def _at(incidence: csr_array, y: Array, mu: Array) -> tuple[Array, Array]:
    """The weights that go with mu, and the slope of the dual function: what the sums leave of 1."""
    w = np.maximum(y - incidence.T @ mu, 0.0)
    return w, 1 - incidence @ w


def _residual(mu: Array, slope: Array) -> float:
    """0 if every multiplier is 0 or its node full, and no node more than full."""
    return float(abs(np.minimum(mu, slope)).max())


def _step(incidence: csr_array, y: Array, mu: Array, w: Array, slope: Array) -> Array:
    """A Newton step on the nodes that are free to move, shortened until the dual function falls enough.

    Near the end rounding hides the fall: a step that halves the residual is as good.
    """
    from scipy.sparse.linalg import spsolve

    free = (mu > 0) | (slope < 0)
    rows = incidence[free] @ diags_array((w > 0).astype(float))
    hessian = rows @ rows.T + RIDGE * eye_array(int(free.sum()))
    direction = np.zeros_like(mu)
    direction[free] = -spsolve(hessian.tocsc(), slope[free])
    value, residual, length = float(w @ w) / 2 + float(mu.sum()), _residual(mu, slope), 1.0
    while length > 1e-12:
        moved = np.maximum(mu + length * direction, 0.0)
        there, slope_there = _at(incidence, y, moved)
        fall = value - float(there @ there) / 2 - float(moved.sum())
        hidden = abs(fall) <= 1e-12 * abs(value) and _residual(moved, slope_there) <= residual / 2
        if hidden or fall >= 1e-4 * float(slope @ (mu - moved)) >= 0:
            return moved
        length /= 2
    return np.maximum(mu - slope / (2 * incidence.sum(axis=1).max()), 0.0)  # a gradient step always falls

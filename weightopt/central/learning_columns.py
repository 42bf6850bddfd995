"""The objective `learning` on networks of any density: `barrier` on the links that carry weight, others join by price.

At the optimum few links of a dense network carry weight. `learning_scaling` finds those that may. With the multiplier u
of the node sums, a link outside whose gradient is below -(u_i + u_j) would lower the objective: the most promising
join, until the certificate over all links closes the gap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy

from ..arrays import Array
from ..certify.duals import Chosen, on_all_links, promising
from ..problem import Problem, repair
from .anytime import Anytime
from .barrier import Barrier, Model
from .learning_model import Point, look_at
from .learning_scaling import scale_weights

__all__ = ["inside", "node_sums_of", "solve_by_columns"]

ALL = 1000  # links up to which all are there from the start
DENSE = 10  # links a node above which few of them carry weight
CLOSE = 0.95  # of `promising`
JOIN = 1.5  # links a node, at most, that join at a time
FRESH = 0.02  # of a node's weight that goes to the links that join
SHARPER = 0.1  # of the gap over all links: the gap to which the chosen links are solved before the others are priced
MOST_STEPS = 200


@dataclass(frozen=True, eq=False)
class _OnLinks:
    """A point's derivatives on chosen links."""

    point: Point
    links: Chosen

    @property
    def value(self) -> float:
        return self.point.value

    def slope(self) -> Array:
        return self.point.gradient()[self.links]

    def curvature(self) -> Array:
        return self.point.hessian(self.links)


def solve_by_columns(
    problem: Problem, run: Anytime, at: Callable[[Array], Point], certify: bool = True
) -> None:
    """Until the run is finished or rounding ends it; without `certify` a local descent on the links that carry weight.

    `at`: the objective at weights (m,) of all links. `run` values the weights and reads certificates.
    """
    w, links, mu, last = inside(problem, run.start(), at), np.arange(problem.m), None, np.inf
    if run.request.deadline is not None and certify:  # there is an answer from now on
        run.look(
            repair(problem, w), lambda _: at(w).value, lambda: at(w).objective.trivial(problem.n, problem.m)
        )
    if problem.m > max(ALL, DENSE * problem.n if certify else 0):
        if certify:
            w, u = scale_weights(problem, run, at, w)
            if run.finished():
                return
            links = promising(problem, -at(w).gradient(), w, u, CLOSE)
        else:
            links = np.flatnonzero(w > 1e-6 * w.max())
    while True:
        w = inside(problem, _spread(problem, w, links), at)
        barrier = Barrier(_on(problem, at, links), node_sums_of(problem, links), w[links], mu)
        gap = _descend(problem, run, barrier, links, at, certify, last)
        if gap is None or not certify:
            return
        w = on_all_links(problem, links, barrier.w)
        price = -at(w).gradient() - barrier.u[problem.tails] - barrier.u[problem.heads]
        price[links] = 0
        new = np.argsort(-price)[: int(JOIN * problem.n) + 1]
        new = new[price[new] > 0]
        if not len(new) and gap >= last:
            return
        links, last = np.union1d(links, new), gap
        mu = barrier.complementarity / (len(barrier.w) + problem.n)


def inside(problem: Problem, w: Array, at: Callable[[Array], Point]) -> Array:
    """The weights, or what is left of them inside the objective's domain; room at each node."""
    w = 0.95 * w
    while not np.isfinite(at(w).value):
        w = 0.8 * w
    return w


def node_sums_of(problem: Problem, links: Chosen) -> scipy.sparse.csr_array:
    """(n, k) matrix that adds weights of these links at the nodes."""
    rows = np.concatenate([problem.tails[links], problem.heads[links]])
    columns = np.tile(np.arange(len(links)), 2)
    return scipy.sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=(problem.n, len(links)))


def _descend(
    problem: Problem,
    run: Anytime,
    barrier: Barrier,
    links: Chosen,
    at: Callable[[Array], Point],
    certify: bool,
    last: float,
) -> float | None:
    """Steps on these links until they are solved well enough; the relative gap over all links, None at the end."""
    stuck, before = 0, np.inf
    for _ in range(MOST_STEPS):
        moved = barrier.step()
        run.due(run.iterations + 1)
        w = repair(problem, on_all_links(problem, links, barrier.w))
        point = at(w)
        look_at(run, w, point, barrier.u if certify else None)
        if run.finished() or not moved:
            return None if run.finished() else _relative(run)
        value = abs(point.value)
        if not certify:
            small = barrier.complementarity < 1e-7 * value
            stuck = stuck + 1 if before - point.value < 1e-7 * value else 0
            before = min(before, point.value)
            if small and stuck >= 3:
                return None
        elif barrier.complementarity < SHARPER * min(_relative(run), last) * value:
            return _relative(run)
    return None


def _relative(run: Anytime) -> float:
    return (run.value - run.bound) / abs(run.value)


def _on(problem: Problem, at: Callable[[Array], Point], links: Chosen) -> Callable[[Array], Model]:
    return lambda x: _OnLinks(at(on_all_links(problem, links, x)), links)


def _spread(problem: Problem, w: Array, links: Chosen) -> Array:
    """The weights on these links, each positive: a small part of each node's weight is spread evenly."""
    own = np.zeros(problem.m)
    own[links] = 1
    degree = problem.node_sums(own)
    even = own / np.maximum(np.maximum(degree[problem.tails], degree[problem.heads]), 1)
    return (1 - FRESH) * w * own + FRESH * 0.5 * even

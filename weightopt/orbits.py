"""The first phase of the method `fast` on symmetric networks: one weight for all links of a class.

The problem is convex and no automorphism changes it, so averaging over the automorphisms loses nothing: some optimum
gives the same weight to all links of an orbit. Nodes are told apart by colour refinement, links by their ends'
colours, their reliability and what the eigenspaces of a symmetric mean matrix say of them: an automorphism maps each
eigenspace to itself, so sum_k (v_ki - v_kj)^2 over an orthonormal basis of it is constant on orbits. The classes are
unions of orbits, and nothing rests on their being orbits: the certificate of the result is checked like any other. If
the classes are too coarse the gap stays open and `splitting` goes on from these weights.

With few classes the problem is small. Each eigenspace near an end of the spectrum, P its projector, gives a cut

    ||B(z)|| >= +- <P, B(z)> / trace(P),    linear in the class weights z,

and the linear program over all cuts gives the next z (Kelley, Journal of SIAM 8(4), 1960). Its multipliers weigh the
projectors: their sum is the dual matrix Y of a certificate that is as good as the program's value.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from .anytime import Anytime
from .certificate import Certificate
from .dense_step import DenseStep
from .duals import certify, edge_coefficients
from .feasible import repair
from .problem import Array, Problem
from .sparse_mean import SparseMean

__all__ = ["Classes", "reduce_by_orbits", "refined", "split"]

MOST = 100  # classes of links
EIGENSPACES = 12  # near each end of the spectrum, a cut each
DENSE_NODES = 1000  # up to here eigenspaces are found by a full eigendecomposition
COLUMNS, RESTARTS = 24, 60  # of Lanczos above it, at each end
EQUAL, ALIKE = 1e-8, 1e-6  # eigenvalues; values of links, relative to the largest
PATIENCE = 4  # iterations in which the gap must halve

Labels = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Classes:
    """Nodes and links that no automorphism is yet known to tell apart."""

    nodes: Labels  # (n,) colour of each node
    links: Labels  # (m,) class of each link, 0 to count - 1
    count: int

    def averaged(self, w: Array) -> Array:
        """(m,) each link's weight replaced by the mean of its class."""
        return (np.bincount(self.links, w) / np.bincount(self.links))[self.links]


@dataclass(frozen=True, eq=False)
class Cut:
    """||B(w)|| >= sign (1 - sum_e slopes_e w_e)."""

    sign: int
    vectors: Array  # (n, r) columns of sum 0, their squares sum to 1
    slopes: Array  # (m,)


def refined(problem: Problem, links: Labels) -> Classes | None:
    """The coarsest classes, no coarser than `links`, whose nodes see the same classes; None if more than `MOST`."""
    (i, j), n = problem.ends, problem.n
    random = np.random.default_rng(0)
    ends = np.concatenate([i, j])
    colours, count = np.zeros(n, dtype=np.int64), 0
    while colours.max() + 1 > count:
        count = int(colours.max()) + 1
        if count > 2 * MOST:  # each class joins at most two colours
            return None
        seen = _labels(np.tile(links, 2), np.concatenate([colours[j], colours[i]]))
        sums = np.zeros(
            n, dtype=np.int64
        )  # equal for equal multisets; an accidental match only leaves a class coarser
        np.add.at(sums, ends, random.integers(1 << 40, size=len(seen))[seen])
        colours = _labels(colours, sums)
    links = _labels(np.minimum(colours[i], colours[j]), np.maximum(colours[i], colours[j]), links)
    found = int(links.max()) + 1
    return Classes(colours, links, found) if found <= MOST else None


def split(links: Labels, values: Array) -> Labels:
    """Classes split where `values` differ within them by more than `ALIKE`."""
    order = np.argsort(values, kind="stable")
    steps = np.diff(values[order]) > ALIKE * abs(values).max(initial=0.0)
    groups = np.empty(len(values), dtype=np.int64)
    groups[order] = np.concatenate([[0], np.cumsum(steps)])
    return _labels(links, groups)


def reduce_by_orbits(problem: Problem, run: Anytime, start: Array) -> None:
    """Cut until the run is finished, there are too many classes, or the gap no longer halves."""
    classes = refined(problem, _labels(problem.p))
    if classes is None:
        return
    w, cuts, gaps = repair(problem, classes.averaged(start)), list[Cut](), [np.inf] * PATIENCE
    while not run.out_of_time() and (found := _spectrum(problem, w)) is not None:
        value, new = found
        run.due(run.iterations + 1)
        cuts += new
        links = classes.links
        for cut in new:
            links = split(links, cut.slopes)
        if links.max() >= classes.count:
            classes = refined(problem, links)
        solution = None if classes is None else _program(problem, classes, cuts)
        if classes is None or solution is None:
            _offer(run, w, value)
            return
        z, certificate = solution
        _offer(run, w, value, certificate)
        gaps.append(run.value - run.bound)
        if run.finished() or gaps[-1] > gaps[-1 - PATIENCE] / 2:
            return
        w = repair(problem, z[classes.links])


def _offer(run: Anytime, w: Array, value: float, certificate: Certificate | None = None) -> None:
    run.look(w, lambda _: value, None if certificate is None else lambda: certificate)


def _labels(*keys: NDArray[np.int64] | Array) -> Labels:
    """The same label, counted from 0, where all keys are the same."""
    labels = np.unique(keys[0], return_inverse=True)[1]
    for key in keys[1:]:
        other = np.unique(key, return_inverse=True)[1]
        labels = np.unique(labels * (other.max() + 1) + other, return_inverse=True)[1]
    return labels


def _spectrum(problem: Problem, w: Array) -> tuple[float, list[Cut]] | None:
    """||B(w)|| and the cuts of the eigenspaces near both ends; None if Lanczos does not find them."""
    if problem.n <= DENSE_NODES:
        beyond = np.array([np.inf])
        values, vectors = np.linalg.eigh(DenseStep(problem, 1.0).image(w))
        ends = [(1, values[::-1], vectors[:, ::-1]), (-1, values, vectors)]
    else:
        beyond = np.zeros(0)  # the last eigenspace found may not be whole
        mean = SparseMean(problem).operator(w)
        first = np.random.default_rng(0).standard_normal(problem.n)
        try:
            high, low = (
                scipy.sparse.linalg.eigsh(mean, COLUMNS, which=which, v0=first, maxiter=RESTARTS)
                for which in ("LA", "SA")
            )
        except scipy.sparse.linalg.ArpackNoConvergence:
            return None
        ends = [(1, high[0][::-1], high[1][:, ::-1]), (-1, *low)]
    cuts = []
    for sign, values, vectors in ends:
        last = np.flatnonzero(abs(np.diff(values, append=beyond)) > EQUAL)
        for columns in np.split(vectors, last + 1, axis=1)[: min(EIGENSPACES, len(last))]:
            columns = columns - columns.mean(axis=0)
            size = np.linalg.norm(columns)
            if size > 0.5:  # else the eigenspace of the constant vector
                columns = columns / size
                cuts.append(Cut(sign, columns, edge_coefficients(problem, columns, columns[:, :0], None)))
    return max(float(ends[0][1][0]), -float(ends[1][1][0])), cuts


def _program(problem: Problem, classes: Classes, cuts: list[Cut]) -> tuple[Array, Certificate] | None:
    """The class weights where the largest cut is smallest, and the certificate of the multipliers."""
    k, links, nodes = classes.count, classes.links, classes.nodes
    signs = np.array([cut.sign for cut in cuts])
    slopes = np.array([np.bincount(links, cut.slopes, k) for cut in cuts])
    above = np.column_stack([-signs[:, None] * slopes, -np.ones(len(cuts))])
    size = np.bincount(nodes)
    sums = np.zeros((len(size), k + 1))  # of weights at a node of each colour
    for end in problem.ends:
        np.add.at(sums, (nodes[end], links), 1 / size[nodes[end]])
    bounds = [(0.0, None)] * (k + 1)
    if problem.signed:  # any W with ||Wbar - J|| <= 1 has |wbar_e - 1 / n| <= 1
        p = np.bincount(links, problem.p) / np.bincount(links)
        bounds = [*(((1 / problem.n - 1) / q, (1 / problem.n + 1) / q) for q in p), (0.0, None)]
        sums = sums[:0]
    solution = scipy.optimize.linprog(
        np.append(np.zeros(k), 1),
        np.vstack([above, sums]),
        np.append(-signs, np.ones(len(sums))),
        bounds=bounds,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if solution.x is None:
        return None
    shares = np.maximum(-solution.ineqlin.marginals, 0)
    empty = np.zeros((problem.n, 0))
    plus, minus = (
        np.hstack([empty, *(c.vectors * s**0.5 for c, s in zip(cuts, shares) if s > 0 and c.sign == sign)])
        for sign in (1, -1)
    )
    cover = None if problem.signed else (shares[len(cuts) :] / size)[nodes]
    return solution.x[:k], certify(problem, plus, minus, guess=cover)

"""The first phase of the method `fast` on symmetric networks: one weight for all links of a class, by cutting planes.

The problem is convex and no automorphism changes it, so averaging over the automorphisms loses nothing: some optimum
gives the same weight to all links of an orbit. The classes of `orbits` are unions of orbits. They are split where an
eigenspace of the mean matrix, for weights constant on classes, tells links apart: an automorphism maps the eigenspace
to itself, so sum_k (v_ki - v_kj)^2 over an orthonormal basis is constant on orbits.

With few classes the problem is small. Each eigenspace near an end of the spectrum, P its projector, gives a cut

    ||B(z)|| >= +- <P, B(z)> / trace(P),    linear in the class weights z,

and the linear program over all cuts gives the next z (Kelley, Journal of SIAM 8(4), 1960). Its multipliers weigh the
projectors: their sum is the dual matrix Y of a certificate that is as good as the program's value, and is checked like
any other. If the classes are too coarse, or too many for the cuts to close the gap soon, `fast` goes on from the
weights found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy
from scipy.sparse.linalg import ArpackNoConvergence, eigsh

from mixproof.spectral.shifted import affordable, factored, inverse, shift_beyond

from ..arrays import Array
from ..certify.certificate import Certificate
from ..certify.duals import certify, edge_coefficients
from ..problem import Problem, repair
from .anytime import Anytime
from .dense_step import DenseStep
from .orbits import Classes, first_classes, refined, split
from .sparse_mean import SparseMean

__all__ = ["Eigenspaces", "end_eigenspaces", "reduce_by_orbits"]

EIGENSPACES = 12  # near each end of the spectrum, a cut each
PATIENCE = 4  # iterations in which the gap must halve


@dataclass(frozen=True, eq=False)
class Cut:
    """||B(w)|| >= sign (1 - sum_e slopes_e w_e)."""

    sign: int
    vectors: Array  # (n, r) columns of sum 0, their squares sum to 1
    slopes: Array  # (m,)


def reduce_by_orbits(problem: Problem, run: Anytime, most: float = np.inf) -> None:
    """Cut until the run is finished, there are too many classes, the gap no longer halves, or for `most` iterations."""
    classes = first_classes(problem)
    if classes is None or classes.count > (problem.m + 1) / 2:  # too little symmetry to pay
        return
    w, cuts, gaps = repair(problem, classes.averaged(run.start())), list[Cut](), [np.inf] * PATIENCE
    while run.iterations < most and not run.out_of_time() and (found := _spectrum(problem, w)) is not None:
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


def _spectrum(problem: Problem, w: Array) -> tuple[float, list[Cut]] | None:
    """||B(w)|| and the cuts of the eigenspaces near both ends; None if they are not found."""
    ends = end_eigenspaces(problem, w)
    if ends is None:
        return None
    cuts = []
    for sign, spaces in zip((1, -1), ends):
        for _, columns in spaces[:EIGENSPACES]:
            columns = columns - columns.mean(axis=0)
            size = np.linalg.norm(columns)
            if size > 0.5:  # else the eigenspace of the constant vector
                columns = columns / size
                cuts.append(Cut(sign, columns, edge_coefficients(problem, columns, columns[:, :0], None)))
    top, bottom = ends
    return max(top[0][0], -bottom[0][0]), cuts


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


EQUAL = 1e-8  # eigenvalues of one eigenspace ...
NEAR = 1e-4  # ... in units of the spread of those found, which is small on long networks
DENSE_NODES = 1000  # up to here by a full eigendecomposition
MOST_DENSE_NODES = 2000  # up to here also where Lanczos fails
COLUMNS, RESTARTS = 32, 60  # of Lanczos, at each end
BUDGET = 3e5  # multiplications a node: with more than that, factoring takes longer than Lanczos without

Eigenspaces = list[tuple[float, Array]]  # eigenvalue and (n, r) orthonormal columns, from the end inwards


def end_eigenspaces(problem: Problem, w: Array) -> tuple[Eigenspaces, Eigenspaces] | None:
    """Those near the largest and those near the smallest eigenvalue; None if they are not found."""
    if problem.n > DENSE_NODES:
        try:
            return _lanczos(problem, w)
        except ArpackNoConvergence:
            if problem.n > MOST_DENSE_NODES:
                return None
    values, vectors = np.linalg.eigh(DenseStep(problem, 1.0).image(w))
    return _grouped(values[::-1], vectors[:, ::-1]), _grouped(values, vectors)


def _lanczos(problem: Problem, w: Array) -> tuple[Eigenspaces, Eigenspaces]:
    """By Lanczos; of the inverse, shifted beyond the end, where factoring is cheap: on long networks eigenvalues crowd.

    Copies of a multiple eigenvalue emerge one by one, so the innermost of the eigenvalues found may lack some.
    """
    sparse = SparseMean(problem)
    mean, operator = sparse.mean(w), sparse.operator(w)
    invert = affordable(mean, BUDGET * problem.n)
    start = np.random.default_rng(0).standard_normal(problem.n)
    ends = []
    sides: tuple[tuple[Literal["LA", "SA"], int], ...] = (("LA", 1), ("SA", -1))
    for which, sign in sides:
        shift = shift_beyond(mean, sign) if invert else 0.0
        factors = factored(mean, shift, sign) if invert else None
        if factors is None:
            values, vectors = eigsh(
                operator, COLUMNS, which=which, v0=start, ncv=3 * COLUMNS, maxiter=RESTARTS
            )
        else:
            inverses, vectors = eigsh(
                inverse(factors), COLUMNS, which="LM", v0=start, ncv=3 * COLUMNS, maxiter=RESTARTS
            )
            values = shift - sign / inverses
        order = np.argsort(-sign * values)
        found = _grouped(values[order], vectors[:, order])[:-1]
        if not found:
            raise ArpackNoConvergence("no whole eigenspace", values, vectors)
        kept = np.cumsum([space.shape[1] for _, space in found]) <= COLUMNS // 3
        ends.append(found[: max(1, int(kept.sum()))])
    return ends[0], ends[1]


def _grouped(values: Array, vectors: Array) -> Eigenspaces:
    equal = np.clip(NEAR * abs(values[-1] - values[0]), 1e-12, EQUAL)
    first = np.flatnonzero(abs(np.diff(values)) > equal) + 1
    groups = np.split(np.arange(len(values)), first)
    return [(float(values[group[0]]), vectors[:, group]) for group in groups]

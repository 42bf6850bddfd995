"""The networks of textbooks: what a search always tries, whatever else it draws.

Undirected graphs on n >= 2 nodes: path, ring, star, complete, two cliques joined by a link, grid, complete bipartite,
a triangle with a tail, a ring whose opposite nodes are linked, hypercube, wheel, binary tree; disconnected ones: two
cliques, pairs, a node alone beside a clique. Weights of their links:
Metropolis, 1/(1 + max(d_i, d_j)); 1/max(d_i, d_j), the most that all nodes can give alike (rings and bipartite graphs
keep nothing then); half of it, lazy; the best constant; weak. Directed graphs: ring with and without loops, Wielandt's
ring with one more arc, a directed path, and random walks on the undirected ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise

import numpy as np

__all__ = ["adjacencies", "graphs", "rings", "walks", "weightings"]

Edge = tuple[int, int]  # larger node first
WEAK = Fraction(1, 100)
SIMPLE = 50  # the best constant weight as a fraction of at most that denominator


def _clique(first: int, last: int) -> list[Edge]:
    return [(j, i) for i, j in combinations(range(first, last), 2)]


@cache
def graphs(n: int) -> tuple[tuple[Edge, ...], ...]:
    """The undirected graphs on n nodes, each once, by their edges.

    >>> graphs(2)
    (((1, 0),), ())
    """
    half = n // 2
    row = n // next(k for k in range(int(n**0.5), 0, -1) if n % k == 0)  # of a grid
    path = [(i + 1, i) for i in range(n - 1)]
    found = [
        path,
        [*path, (n - 1, 0)] if n > 2 else path,
        [(i, 0) for i in range(1, n)],
        _clique(0, n),
        [*_clique(0, half), *_clique(half, n), (half, half - 1)],
        [*((i + 1, i) for i in range(n - 1) if (i + 1) % row), *((i + row, i) for i in range(n - row))],
        [(j, i) for i in range(half) for j in range(half, n)],
        [*path, (2, 0)] if n > 2 else path,
        [*_clique(0, half), *_clique(half, n)],
        [(i + 1, i) for i in range(0, n - 1, 2)],
        _clique(1, n),
        [*path, *((j, i) for i in range(n) for j in range(i + 2, n) if j - i in (half, n - 1))],
        [(j, j ^ 1 << k) for j in range(n) for k in range(n.bit_length()) if j & 1 << k],
        [*path[1:], (n - 1, 1), *((i, 0) for i in range(1, n))] if n > 3 else path,
        [(i, (i - 1) // 2) for i in range(1, n)],
    ]
    return tuple(dict.fromkeys(tuple(sorted(edges)) for edges in found))


def _weights(n: int, edges: tuple[Edge, ...]) -> Iterator[dict[Edge, Fraction]]:
    degrees = [sum(k in edge for edge in edges) for k in range(n)]
    pairs = {(i, j): max(degrees[i], degrees[j]) for i, j in edges}
    yield {edge: Fraction(1, 1 + d) for edge, d in pairs.items()}
    yield {edge: Fraction(1, d) for edge, d in pairs.items()}
    yield {edge: Fraction(1, 2 * max(degrees)) for edge in edges}
    yield {edge: Fraction(1, 2 * (1 + d)) for edge, d in pairs.items()}
    yield dict.fromkeys(edges, WEAK)
    laplacian = np.diag(np.array(degrees, dtype=float))
    for i, j in edges:
        laplacian[i, j] = laplacian[j, i] = -1
    values = np.linalg.eigvalsh(laplacian)
    best = Fraction(2 / (values[1] + values[-1])).limit_denominator(SIMPLE)
    if best * max(degrees) <= 1:
        yield dict.fromkeys(edges, best)


def adjacencies(n: int) -> list[list[Fraction]]:
    """1 for each pair of nodes that is linked, else 0, of all these graphs."""
    return [[Fraction((i, j) in edges) for i in range(n) for j in range(i)] for edges in graphs(n)]


@cache
def weightings(n: int) -> tuple[tuple[Fraction, ...], ...]:
    """Weights of all pairs of nodes, (1, 0), (2, 0), (2, 1), ..., of all these graphs with all these weights."""
    pairs = [(i, j) for i in range(n) for j in range(i)]
    found = [
        tuple(weights.get(pair, Fraction(0)) for pair in pairs)
        for edges in graphs(n)
        for weights in (_weights(n, edges) if edges else [{}])
    ]
    return tuple(dict.fromkeys(found))


def rings(n: int) -> list[np.ndarray]:
    """Directed rings (n, n): nodes keep nothing, a half, nearly everything; two rings of halves, one step and two."""
    step = np.array([[Fraction((i + 1) % n == j) for j in range(n)] for i in range(n)])
    still = np.array([[Fraction(i == j) for j in range(n)] for i in range(n)])
    return [step, (step + still) / 2, WEAK * step + (1 - WEAK) * still, (step + step @ step) / 2]


@cache
def walks(n: int) -> tuple[tuple[Fraction, ...], ...]:
    """Row-stochastic matrices (n, n), entry by entry: what i sends to j."""
    ring = {(i, (i + 1) % n) for i in range(n)}
    loops = {(i, i) for i in range(n)}
    path = {*pairwise(range(n)), (n - 1, n - 1)}
    sent = [ring, ring | loops, ring | {(0, 0)}, ring | {((n - 2) % n, 0)}, path]
    for edges in graphs(n):
        arcs = {pair for i, j in edges for pair in ((i, j), (j, i))}
        sent += [arcs, arcs | loops]
    found = [_rows(n, dict.fromkeys(arcs, Fraction(1))) for arcs in sent]
    found.append(_rows(n, {**dict.fromkeys(ring, WEAK), **dict.fromkeys(loops, Fraction(1))}))
    return tuple(dict.fromkeys(found))


def _rows(n: int, weights: Mapping[Edge, Fraction]) -> tuple[Fraction, ...]:
    """Rows divided by their sums; a node that sends to none keeps everything."""
    found: list[Fraction] = []
    for i in range(n):
        row = [weights.get((i, j), Fraction(0)) for j in range(n)]
        total = sum(row)
        found += [x / total if total else Fraction(j == i) for j, x in enumerate(row)]
    return tuple(found)

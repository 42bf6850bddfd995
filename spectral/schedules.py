"""Schedules of papers: matrices that change from round to round.

Every function returns a list of arrays (n, n): of floats, or of Fractions (dtype object) when `exact`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from .checks import count
from .errors import InputError
from .families import er
from .products import identity
from .weights import mixing_matrix

__all__ = ["edge_varying", "embed", "exponential", "node_varying", "one_peer_exponential"]

PATHS = ((3, 4, 6, 7), (1, 8, 6, 7), (1, 8, 5, 2), (1, 8, 6, 7), (3, 4, 6, 7))  # nodes 1, ..., 8 as printed


def embed(matrix: np.ndarray, nodes: Sequence[int], n: int) -> np.ndarray:
    """The (n, n) matrix that mixes these nodes, in this order, by `matrix`; all others keep their own.

    Raises InputError.

    >>> embed(np.array([[0.0, 1.0], [1.0, 0.0]]), [2, 0], 3).tolist()
    [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
    """
    matrix, places = np.asarray(matrix), {count("node", node) for node in nodes}
    if len(places) < len(nodes) or not places <= set(range(n)) or matrix.shape != (len(nodes),) * 2:
        rule = f"distinct, from 0 to {n - 1}, one for each of the {len(matrix)} rows"
        raise InputError("nodes", list(nodes), rule)
    full = identity(np.empty((n, n), dtype=matrix.dtype))
    full[np.ix_(nodes, nodes)] = matrix
    return full


def edge_varying(*, exact: bool = False) -> list[np.ndarray]:
    """Five rounds on 8 nodes: a path of four exchanges, the others train alone (DeceFL's supplement, 5.2.3).

    The printed entries .6667 and .3333 are taken as 2/3 and 1/3, without which no row sums to 1.

    >>> from mixproof.spectral.products import window_product
    >>> window_product(edge_varying(exact=True), t=4, b=5)[0, 0]
    Fraction(13, 27)
    """
    third = Fraction(1, 3)
    rows = [
        [2 * third, third, Fraction(0), Fraction(0)],
        [third, third, third, Fraction(0)],
        [Fraction(0), third, third, third],
        [Fraction(0), Fraction(0), third, 2 * third],
    ]
    block = np.array(rows, dtype=object if exact else np.float64)
    return [embed(block, [i - 1 for i in path], 8) for path in PATHS]


def node_varying(
    n: int = 8,
    active: int = 6,
    p: float = 0.5,
    rounds: int = 300,
    seed: int = 0,
    *,
    weights: str = "laplacian",
) -> list[np.ndarray]:
    """Three phases of `rounds` rounds: `active` random nodes mix, then all n, then `active` again.

    The other nodes train alone. Each phase has one connected Erdos-Renyi graph and `weights` on it (DeceFL's
    supplement, 5.2.3: n = 8, active = 6, 300 rounds a phase, weights I - L/(1 + dmax)). Raises InputError.
    """
    if count("active", active, 1) > count("n", n):
        raise InputError("active", active, f"from 1 to n = {n}")
    count("rounds", rounds, 1)
    rng = np.random.default_rng(count("seed", seed))
    phases = []
    for size in (active, n, active):
        nodes = np.sort(rng.choice(n, size, replace=False)).tolist()
        network = er(size, p, seed=int(rng.integers(2**31)))
        phases += [embed(mixing_matrix(network, weights).dense(), nodes, n)] * rounds
    return phases


def one_peer_exponential(n: int, *, exact: bool = False) -> list[np.ndarray]:
    """Round k averages node i with node i + 2^k mod n, k = 0, ..., ceil(log2 n) - 1; doubly stochastic.

    The product over one period is exactly 11'/n when n is a power of 2 (Ying et al. 2021), and otherwise not.

    >>> from mixproof.spectral.products import joint_norm
    >>> joint_norm(one_peer_exponential(8, exact=True), b=3)
    Fraction(0, 1)
    """
    half = Fraction(1, 2)
    matrices = []
    for k in range(_hops(n)):
        W = identity(np.empty((n, n), dtype=object)) * half
        for i in range(n):
            W[i, (i + 2**k) % n] += half
        matrices.append(W if exact else W.astype(np.float64))
    return matrices


def exponential(n: int) -> np.ndarray:
    """Static exponential graph: weight 1/(h + 1) on a node and on those 1, 2, 4, ..., 2^(h-1) ahead, (n, n).

    h = ceil(log2 n); for even n its spectral norm is (h - 1)/(h + 1) (Ying et al. 2021, proposition 1).
    """
    return sum((2 * W - np.eye(n) for W in one_peer_exponential(n)), np.eye(n)) / (_hops(n) + 1)


def _hops(n: int) -> int:
    return (count("n", n, 2) - 1).bit_length()

"""Base-(k+1) graphs: rounds of at most k neighbours a node whose product is the average, for any number of nodes.

Takezawa, Sato, Bao, Niwa, Yamada, "Beyond Exponential Graph: Communication-Efficient Topologies for Decentralized
Learning via Finite-time Convergence", NeurIPS 2023, section 4; the Simple Base-(k+1) graph. The weights are derived
here again, and every product is checked by `Schedule.factor`.

Where all prime factors of n are at most k + 1, nodes are written in the mixed base of the factors, and round l
averages those that differ in digit l alone. Otherwise n = sum_l a_l (k + 1)^p_l, 1 <= a_l <= k: first each V_l of
a_l (k + 1)^p_l nodes averages itself. Then each node of the rest V' = V_2, V_3, ... hears one node of each of the a_1
parts of V_1, with weight |V_1| / (a_1 n): the mean over V', and that over each part of V_1, are then the mean of all,
and V' and the parts, which have the same structure, go on at the same time.
"""

from __future__ import annotations

from itertools import zip_longest

import numpy as np
import scipy

from .checks import count
from .schedule import Schedule

__all__ = ["base_graph"]

Links = list[tuple[int, int, float]]
Rounds = list[Links]


def base_graph(n: int, k: int = 1) -> Schedule:
    """The cycle of rounds, in each of which a node has at most `k` neighbours, that averages n nodes exactly.

    Raises InputError for n < 2 or k < 1.

    >>> schedule = base_graph(6, 1)
    >>> schedule.factor
    0.0
    """
    n, k = count("n", n, 2), count("k", k, 1)
    parts = [_laplacian(n, links) for links in _rounds(list(range(n)), k)]
    return Schedule("cycle", tuple(parts), name=f"base-{k + 1} graph")


def _rounds(nodes: list[int], k: int) -> Rounds:
    factors = _factors(len(nodes), k)
    if factors is not None:
        return _by_digits(nodes, factors)
    groups, rest, power = [], nodes, 0
    while (k + 1) ** (power + 1) <= len(nodes):
        power += 1
    for size in ((k + 1) ** p for p in range(power, -1, -1)):
        parts = len(rest) // size
        if parts:
            groups.append([rest[i * size : (i + 1) * size] for i in range(parts)])
            rest = rest[parts * size :]
    first = [_rounds([node for part in group for node in part], k) for group in groups]
    return _together(first) + _exchange(groups, k)


def _exchange(groups: list[list[list[int]]], k: int) -> Rounds:
    """From groups that each agree within to all agreeing."""
    if len(groups) == 1:
        return []
    parts, rest = groups[0], [node for group in groups[1:] for part in group for node in part]
    size = sum(map(len, parts))
    weight = size / (len(parts) * (size + len(rest)))
    links = [(part[i], node, weight) for part in parts for i, node in enumerate(rest)]
    return [links, *_together([*(_rounds(part, k) for part in parts), _exchange(groups[1:], k)])]


def _factors(n: int, k: int) -> list[int] | None:
    """Factors of n of at most k + 1, as few as greed finds; None where there are none."""
    found = []
    while n > 1:
        fitting = [f for f in range(min(n, k + 1), 1, -1) if n % f == 0]
        if not fitting:
            return None
        found.append(fitting[0])
        n //= fitting[0]
    return found


def _by_digits(nodes: list[int], factors: list[int]) -> Rounds:
    rounds, place = [], np.array(nodes).reshape(factors)
    for axis, factor in enumerate(factors):
        cliques = np.moveaxis(place, axis, -1).reshape(-1, factor).tolist()
        rounds.append(
            [(c[i], c[j], 1 / factor) for c in cliques for i in range(factor) for j in range(i + 1, factor)]
        )
    return rounds


def _together(several: list[Rounds]) -> Rounds:
    """Rounds of different nodes at the same time."""
    return [[link for links in at_once for link in links] for at_once in zip_longest(*several, fillvalue=[])]


def _laplacian(n: int, links: Links) -> scipy.sparse.csr_array:
    u, v = np.array([link[:2] for link in links], dtype=np.int64).reshape(-1, 2).T
    w = np.array([link[2] for link in links])
    off = scipy.sparse.csr_array((np.append(w, w), (np.append(u, v), np.append(v, u))), shape=(n, n))
    return scipy.sparse.csr_array(scipy.sparse.diags_array(off.sum(axis=1)) - off)

"""Gossip with compressed messages: exact moments against every outcome listed, and against plain gossip."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from mixproof.bounds.families.compressed import compressed

HALF = Fraction(1, 2)
W = [[HALF, HALF], [HALF, HALF]]


def _run(compressor, k, start, gamma, rounds=4, matrix=W):
    family = compressed(compressor)
    matrix = [[[str(x) for x in row] for row in matrix]]
    setting = {"K": len(start), "S": 1, "d": len(start[0]), "k": k, "W": matrix, "w0": start, "gamma": gamma}
    given = family.from_json(setting)
    return family.exact(given)


def _value(x):
    return Fraction(str(x))


@pytest.mark.parametrize("d, k", [(2, 1), (3, 1), (3, 2)])
def test_random_coordinates_are_the_mean_over_every_choice(d, k):
    """Two nodes, two rounds of messages: every pair of sets that nodes may send, followed one by one."""
    start = [[1, -2, 3][:d], [0, 4, -1][:d]]
    gamma, sets = Fraction(1, 3), list(combinations(range(d), k))
    spread, unsent = [], []
    for first, second in product(product(sets, repeat=2), repeat=2):
        x, copies = [[Fraction(v) for v in row] for row in start], [[Fraction(0)] * d for _ in start]
        for r, choice in enumerate((first, second)):
            for i in range(2):
                for j in choice[i]:
                    copies[i][j] = x[i][j]
            if r == 0:
                pull = [[gamma * (copies[1 - i][j] - copies[i][j]) / 2 for j in range(d)] for i in range(2)]
                x = [[a + b for a, b in zip(*rows)] for rows in zip(x, pull)]
        spread.append(sum((a - b) ** 2 / 2 for a, b in zip(*x)))
        unsent.append(sum((a - b) ** 2 for i in range(2) for a, b in zip(x[i], copies[i])))
    run = _run("random", k, start, "1/3")
    assert _value(run.spread2(1)) == sum(spread) / len(spread)
    assert _value(run.unsent2(1)) == sum(unsent) / len(unsent)


def test_messages_in_full_are_plain_gossip():
    """k = d: x <- ((1 - gamma) I + gamma W) x, whichever the coordinates."""
    for compressor in ("top", "random"):
        run = _run(compressor, 2, [[1, 0], [0, 3]], "1/4")
        for t in range(4):
            assert _value(run.spread2(t)) == Fraction(3, 4) ** (2 * t) * 5 and run.unsent2(t) == 0


def test_the_first_of_equal_coordinates_is_sent():
    run = _run("top", 1, [[2, -2], [0, 0]], 1)
    assert _value(run.unsent2(0)) == 4 and _value(run.lost2) == 4
    # node 1's first coordinate meets 0: 2 -> 1 and 0 -> 1, the second stays -2 and 0
    assert _value(run.spread2(1)) == 2

"""Stacked models against plain arithmetic: every map client by client, every mean over all outcomes of its chances."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from typing import Any

import numpy as np
import pytest

from mixproof.bounds.kernel.exact import STANDARD
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.kernel.vectors import Space, Vector

K, D = 3, 2
SHARES = [F(1, 2), F(1, 3), F(1, 6)]
ROWS = [[F(1), F(-2)], [F(3), F(5)], [F(-7), F(11)]]
OTHER = [[F(2), F(3)], [F(-1), F(4)], [F(5), F(-6)]]
W = [[F(1, 2), F(1, 3), F(1, 6)], [F(1, 3), F(1, 3), F(1, 3)], [F(1, 6), F(1, 3), F(1, 2)]]
SWAP = [[F(0), F(1), F(0)], [F(1), F(0), F(0)], [F(0), F(0), F(1)]]


def space(**told: Any) -> Space:
    return Space(STANDARD, K, D, **{"W": [W], "shares": SHARES, **told})


def array(v: Vector, label: tuple[int, ...] = ()) -> np.ndarray:
    return np.array(v.terms[label], dtype=object).reshape(K, D)


def outcomes(own: Space, v: Vector) -> list[np.ndarray]:
    """The values of a vector whose chances are fair signs times roots of their variances, which are squares here."""
    marks = sorted({mark for label in v.terms for mark in label})
    found = []
    for signs in product((-1, 1), repeat=len(marks)):
        at = dict(zip(marks, signs))
        terms = [array(v, label) * np.prod([at[m] for m in label], dtype=object) for label in v.terms]
        found.append(sum(terms[1:], terms[0]))
    return found


def test_linear_maps_client_by_client() -> None:
    own, x = space(), np.array(ROWS, dtype=object)
    v, shares, mixing = own.stacked(ROWS), np.array(SHARES, dtype=object), np.array(W, dtype=object)
    expected = {
        "share": (own.share(v), x * shares[:, None]),
        "average": (own.average(v), np.tile((shares[:, None] * x).sum(0), (K, 1))),
        "J": (own.J(v), np.tile(x.sum(0) / F(K), (K, 1))),
        "weighed": (own.weighed([F(2), F(3), F(5)], v), x * np.array([[2], [3], [5]], dtype=object)),
        "mix": (own.mix(v, 4), mixing @ x),
        "half": (v / F(2), x / F(2)),
        "over": (v / own.stacked(OTHER), x / np.array(OTHER, dtype=object)),
        "zero": (own.zero(), 0 * x),
        "ones": (own.ones(), 0 * x + 1),
    }
    for name, (found, value) in expected.items():
        assert (array(found) == value).all(), name
    assert own.rows(v.terms[()]) == ROWS
    assert Space(STANDARD, K, D).shares == [F(1, 3)] * K
    with pytest.raises(Refused, match="coordinates"):
        Space(STANDARD, 3, 67)
    assert Space(STANDARD, 4, 50).K == 4


@pytest.mark.parametrize(("head", "expected"), [(0, "swswsw"), (1, "swwwww"), (7, "swwwww")])
def test_matrices_come_in_turn_from_the_head_on(head: int, expected: str) -> None:
    own = space(W=[SWAP, W], head=head)
    assert [{id(SWAP): "s", id(W): "w"}[id(own.at(t))] for t in range(6)] == [*expected]


def test_products_are_means_over_all_outcomes() -> None:
    own = space()
    u = own.stacked(ROWS) + own.noise(OTHER, "a") * F(2)
    v = own.stacked(OTHER) + own.noise(ROWS, "a") + own.noise(OTHER, "b")
    both = outcomes(own, u + v), outcomes(own, u - v)
    for w in (u, v, u + v):
        values = outcomes(own, w)
        assert own.sq(w) == sum((x * x).sum() for x in values) / len(values)
        assert own.norms2(w) == [sum((x[k] * x[k]).sum() for x in values) / F(len(values)) for k in range(K)]
    plus, minus = (sum((x * x).sum() for x in values) / F(len(values)) for values in both)
    assert own.dot(u, v) == (plus - minus) / 4


def test_links_that_fail_and_matrices_that_are_drawn_have_the_moments_of_their_outcomes() -> None:
    x, chances = np.array(ROWS, dtype=object), {(0, 1): F(1, 3), (1, 2): F(3, 4)}
    own = space()
    own.links = chances
    found, mean, second = own.mix(own.stacked(ROWS), 0), 0, 0
    for works in product((0, 1), repeat=2):
        moved, p = x.copy(), F(1)
        for ((i, j), chance), on in zip(chances.items(), works):
            p *= chance if on else 1 - chance
            for a, b in ((i, j), (j, i)):
                moved[a] = moved[a] + on * W[i][j] * (x[b] - x[a])
        mean, second = mean + p * moved, second + p * (moved * moved).sum()
    assert (array(found) == mean).all() and own.sq(found) == second
    own = space(W=[W, SWAP])
    own.drawn = [F(1, 4), F(3, 4)]
    found = own.mix(own.stacked(ROWS), 0)
    values = [np.array(A, dtype=object) @ x for A in (W, SWAP)]
    assert (array(found) == sum(p * y for p, y in zip(own.drawn, values))).all()
    assert own.sq(found) == sum(p * (y * y).sum() for p, y in zip(own.drawn, values))
    with pytest.raises(Refused, match="twice in a row"):
        own.mix(found, 0)


def test_states_over_fewer_chances_have_the_same_products() -> None:
    own = space()
    states = {name: own.stacked(rows) for name, rows in (("x", ROWS), ("y", OTHER))}
    for t in range(5):
        states["x"] = own.mix(states["x"], t) + own.noise(OTHER, t) * F(1, t + 1)
        states["y"] = states["x"] * F(1, 2) - states["y"]
    fewer = own.settled(states)
    labels = {label for v in fewer.values() for label in v.terms} - {()}
    assert len(labels) <= 2 * K * D < len({label for v in states.values() for label in v.terms})
    for a, b in product(states, repeat=2):
        assert own.dot(states[a], states[b]) == own.dot(fewer[a], fewer[b])
        assert own.dot(own.share(states[a]), own.mix(states[b], 9)) == own.dot(
            own.share(fewer[a]), own.mix(fewer[b], 9)
        )

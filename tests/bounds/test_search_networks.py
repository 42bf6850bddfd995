"""Where the search goes by itself: whole networks, rounds that rest, eigenvectors, other steps."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from mixproof.bounds import Outcome, Setting, claim
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.families import declared, gossip, matrices
from mixproof.bounds.families.constant_weights import CONSTANT_WEIGHTS
from mixproof.bounds.families.digraphs import row_matrices
from mixproof.bounds.families.mixing_domain import MIXING
from mixproof.bounds.families.subgradients import subgradient
from mixproof.bounds.families.textbook import graphs, walks, weightings
from mixproof.bounds.search.hunt import started
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import theorem

SEEDS = range(3)
LAZY = Algorithm("lazy averaging", {"x": "(x + mix(x))/2"})


def test_rings_and_links_that_rest_are_drawn():
    four, random = matrices(K=(4,), S=(3,)), Random(1)
    drawn = [four.sample(random).values["W"] for _ in range(200)]
    apart = [W for stack in drawn for W in stack if not W.diagonal().any() and ((W > 0).sum(1) == 2).all()]
    assert any(set(W.reshape(-1)) == {0, Fraction(1, 2)} for W in apart)
    resting = [sum((np.eye(4, dtype=int) == W).all() for W in stack) for stack in drawn]
    assert resting.count(2) > 20


@pytest.mark.parametrize(
    ("id", "label"),
    [("ops.lemma-7", "no-self-loops"), ("decefl.si-assumption-3-remark", "three-or-more")],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_graphs_without_self_weights_need_no_example(id, label, seed):
    stated = theorem(id)
    alone = replace(stated.variant(label), examples=())
    assert verify(stated, alone, seed=seed).outcome is Outcome.REFUTED


def test_what_is_drawn_around_a_special_start_follows_it():
    """The second vector becomes an eigenvector exactly, and the first stays as far from it as it was drawn."""
    family = subgradient(second=True)
    path = np.array([[2, 1, 0], [1, 1, 1], [0, 1, 2]], dtype=object) * Fraction(1, 3)
    ones = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]], dtype=object) * Fraction(1)
    vr, near = np.array([3, 1, -2], dtype=object), np.array([1, 0, 0], dtype=object) * Fraction(1, 100)
    setting = Setting({"K": 3, "S": 2}, {"W": np.array([path, path]), "P": ones, "vr": vr, "v": vr + near})
    placed = family.started(setting, 0)
    assert placed.values["vr"].tolist() == [1, 0, -1]
    assert (placed.values["v"] - placed.values["vr"]).tolist() == near.tolist()
    run = family.exact(placed)
    assert run.residualr2 == 0 and run.quotientr == run.rho_mean
    floats = started(
        family, setting.sizes, {n: np.array(x, dtype=float) for n, x in setting.values.items()}, 0
    )
    assert all(np.allclose(floats[name], array.astype(float)) for name, array in placed.values.items())


def test_textbook_networks_are_what_they_say():
    for n in range(2, 9):
        for weights in weightings(n):
            (W,) = MIXING.array([*weights], (1, n, n))
            assert (W >= 0).all() and (W == W.T).all() and (W.sum(0) == 1).all()
            assert tuple(W[np.tril_indices(n, -1)]) == weights  # nothing had to be scaled back
        for rows in walks(n):
            W = np.array(rows, dtype=object).reshape(n, n)
            assert (W >= 0).all() and (W.sum(1) == 1).all()
    assert {((1, 0), (2, 1), (3, 2)), ((1, 0), (2, 1), (3, 0), (3, 2)), ((1, 0), (2, 0), (3, 0))} <= {
        *graphs(4)
    }


@pytest.mark.parametrize(
    ("text", "assume", "family", "first"),
    [
        ("smallest(5) > 0", ("connected == 1", "own > 0"), matrices(), None),  # a path of seven
        (
            "lam <= 19/20",
            ("connected == 1", "least >= 1/4", "own > 0"),
            matrices(),
            None,
        ),  # with lazy weights
        ("lam < 1", ("connected == 1", "K >= 5"), matrices(), None),  # bipartite, nothing kept
        ("lam < 1", ("own > 0",), matrices(), None),  # disconnected
        (
            "smallest(t) > 0",
            ("connected == 1", "own > 0", "t >= 2"),
            row_matrices(),
            0,
        ),  # a directed ring of five
        ("algebraic_connectivity >= 1/diameter", ("connected == 1",), matrices(), None),  # a path of nine
        (
            "diameter*degree >= K - 1",
            ("connected == 1",),
            matrices(),
            None,
        ),  # a ring of eight, opposite ones linked
        (
            "distance(t) <= (1 - eta*mu)**t*distance(0) + 9*gstar/(10*mu)",
            ("eta <= (1 + lam_n)/(L + mu)", "lam <= 9/10"),
            gossip(fixed=True, noisy=False),
            0,
        ),  # lam on the edge: gstar*19/(21*mu)
        ("spread(t) <= spread(0)/2", ("t >= 12", "connected == 1", "least >= 1/4"), declared(LAZY), 0),
        ("laplacian_gap >= 2/5", ("links_connected == 1",), CONSTANT_WEIGHTS, None),  # a path of five
        (
            "rho_constant <= 1/2",
            ("alpha == 2/(laplacian_top + laplacian_gap)",),
            CONSTANT_WEIGHTS,
            None,
        ),  # a star
    ],
)
def test_what_fails_on_a_textbook_network_is_refuted(text, assume, family, first):
    mine = claim(text, *assume, family=family, first=first)
    assert verify(mine).outcome is Outcome.REFUTED

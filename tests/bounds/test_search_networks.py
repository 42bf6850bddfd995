"""Where the search goes by itself: whole networks, rounds that rest, eigenvectors, other steps."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from mixproof.bounds import EXACT, FLOAT, Outcome, Setting
from mixproof.bounds.families.local_steps import local_steps
from mixproof.bounds.families.shared import matrices
from mixproof.bounds.families.subgradients import subgradient
from mixproof.bounds.search.hunt import started
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import theorem

SEEDS = range(3)


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
    run = family.start(placed.sizes, placed.values, 1, EXACT)
    assert run.residualr2 == 0 and run.quotientr == run.rho_mean
    floats = started(
        family, setting.sizes, {n: np.array(x, dtype=float) for n, x in setting.values.items()}, 0
    )
    assert all(np.allclose(floats[name], array.astype(float)) for name, array in placed.values.items())


def test_another_step_is_another_trajectory():
    family = local_steps(K=(2,))
    drawn = family.sample(Random(4))
    moved = {**drawn.values, "eta": drawn.values["eta"] / 3}
    run = family.start(drawn.sizes, drawn.values, 1, FLOAT)
    before = run.final_gap, run.gap(2)
    run.eta = float(moved["eta"])
    anew = family.start(drawn.sizes, moved, 1, FLOAT)
    assert (run.final_gap, run.gap(2)) == (anew.final_gap, anew.gap(2)) != before

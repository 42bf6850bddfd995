"""Federated averaging, losses at points and vectors: the same numbers by simulation, and by formulas."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from mixproof.bounds import Family
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.families.federated import federated
from mixproof.bounds.families.shared import gossip, matrices
from mixproof.bounds.families.vectors import vectors

LOSSES = {"left": [1, "1/2"], "right": [2, 3], "c": [0, 1]}
RUN = {"N": 2, "C": 2, "H": 2, **LOSSES, "w0": 4, "eta": "1/8"}


def exact(family: Family, setting: dict[str, Any], rounds: int = 4) -> Any:
    told = family.from_json(setting)
    return family.exact(told)


def number(value: Any) -> Fraction:
    low, high = enclosure(value)
    assert low == high
    return low


def pulled(w: Fraction, k: int) -> Fraction:
    left, right, c = (Fraction(LOSSES[name][k]) for name in ("left", "right", "c"))
    return (right if w > c else left) * (w - c)


def test_local_steps_with_noise_written_out() -> None:
    """Two clients, shares 1/4 and 3/4, three steps, an average after two: the mean over all signs."""
    run = exact(federated(fixed=True), {**RUN, "p": ["1/4", "3/4"], "v": [1, "1/2"]})
    p, v, eta = (Fraction(1, 4), Fraction(3, 4)), (Fraction(1), Fraction(1, 2)), Fraction(1, 8)
    errors, apart = Fraction(0), Fraction(0)
    for signs in product((-1, 1), repeat=6):
        w = [Fraction(4), Fraction(4)]
        for t in range(3):
            w = [x - eta * (pulled(x, k) + v[k] * signs[2 * t + k]) for k, x in enumerate(w)]
            mean = sum(q * x for q, x in zip(p, w))
            if t == 1:
                w = [mean, mean]
        errors += (mean - number(run.wstar)) ** 2 / 64
        apart += sum(q * (x - mean) ** 2 for q, x in zip(p, w)) / 64
    assert number(run.error2(3)) == errors and number(run.apart2(3)) == apart


@pytest.mark.parametrize("S", [1, 2])
def test_drawing_clients_adds_the_variance_that_the_formulas_say(S: int) -> None:
    after = [4 - pulled(Fraction(4), k) / 8 for k in (0, 1)]
    setting = {**RUN, "H": 1, "S": S}
    scattered = (after[0] - after[1]) ** 2
    run = exact(federated("with", noisy=False, fixed=True), {**setting, "p": ["1/4", "3/4"]})
    assert number(run.sampling2(1)) == Fraction(3, 16) * scattered / S
    assert number(run.bias2(1)) == 0
    run = exact(federated("without", noisy=False, uniform=True, fixed=True), setting)
    assert number(run.sampling2(1)) == Fraction(2 - S, S) * scattered / 4


def test_samples_of_vectors_by_permutations() -> None:
    """A sample without replacement is the beginning of a random order."""
    family = vectors()
    setting = family.sample(random.Random(3))
    run = family.exact(setting)
    v, S = [[Fraction(x) for x in row] for row in setting.values["v"]], setting.sizes["S"]
    found = []
    for order in permutations(range(len(v))):
        off = [sum(column[i] for i in order[:S]) / S - sum(column) / len(v) for column in zip(*v)]
        found.append(sum(x * x for x in off))
    assert number(run.without2) == sum(found) / len(found)


def test_dissimilarity_and_columns_in_floats() -> None:
    family = gossip(fixed=True, noisy=False, offsets=False)
    setting = family.sample(random.Random(5))
    run = family.start(setting.sizes, setting.values, 3)
    losses, mean = run.clients.losses, run.state(2).sure.mean(0)
    gradients = np.array([H @ (mean - c) for H, c in zip(losses.H, losses.minimizers)])
    apart = gradients - gradients.mean(0)
    assert run.dissimilarity2(2) == pytest.approx((apart**2).sum() / len(gradients))
    W = matrices().sample(random.Random(2))
    run = matrices().start(W.sizes, W.values, 3)
    power = np.linalg.matrix_power(np.array(W.values["W"][0], dtype=float), 3)
    assert run.farthest_column2(3) == pytest.approx(((power - 1 / len(power)) ** 2).sum(0).max())

"""Expectations by law against expectations by brute force: every outcome of every round written out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.kernel.chance import Chain, expected, law, masked, replaced, signs, subsets, unreplaced
from mixproof.bounds.kernel.exact import STANDARD
from mixproof.bounds.kernel.text import Refused, Undefined
from mixproof.bounds.kernel.tier2 import FAMILIES

SOME = st.fractions(-3, 3, max_denominator=4)
HALF = Fraction(1, 2)


def opened(family: str, setting: dict[str, Any], **options: str) -> Any:
    return FAMILIES[family](setting, options, STANDARD)


@pytest.mark.parametrize(
    "outcomes", [[(HALF, 0), (HALF, 1), (HALF, 2)], [(HALF, 0)], [(Fraction(3, 2), 0), (-HALF, 1)], []]
)
def test_chances_that_are_none(outcomes: Any) -> None:
    with pytest.raises(Refused, match="chance"):
        law(outcomes)


def test_too_many_outcomes_are_refused() -> None:
    with pytest.raises(Refused, match="outcomes"):
        signs([Fraction(k) for k in range(1, 17)], STANDARD)
    walk = Chain(Fraction(0), lambda t, x: law([(HALF, 3 * x + 1), (HALF, 3 * x - 1)]), STANDARD)
    with pytest.raises(Refused, match="outcomes"):
        walk.at(400)


@given(st.lists(st.integers(0, 4), min_size=2, max_size=3).filter(any), st.integers(1, 3))
def test_draws_with_replacement_are_sequences_of_draws(weights: list[int], count: int) -> None:
    p = [Fraction(x, sum(weights)) for x in weights]
    by_sequence: dict[Any, Fraction] = {}
    for drawn in product(range(len(p)), repeat=count):
        chance = Fraction(1)
        for i in drawn:
            chance *= p[i]
        key = tuple(drawn.count(i) for i in range(len(p)))
        by_sequence[key] = by_sequence.get(key, Fraction(0)) + chance
    assert {drawn: q for q, drawn in replaced(p, count, STANDARD)} == {
        k: q for k, q in by_sequence.items() if q
    }


def test_sets_are_all_of_that_size() -> None:
    assert {drawn for _, drawn in unreplaced(4, 2, STANDARD)} == {
        tuple(int(i in chosen) for i in range(4)) for chosen in combinations(range(4), 2)
    }
    assert expected(subsets(3, Fraction(1, 3), STANDARD), sum) == 1


def test_what_is_random_is_not_read_as_certain() -> None:
    walk = Chain(
        (Fraction(0), Fraction(5)),
        lambda t, x: law((q, (x[0] + y[0], x[1])) for q, y in signs([HALF], STANDARD)),
        STANDARD,
    )
    assert walk.known(2, lambda state: state[1]) == 5
    with pytest.raises(Undefined):
        walk.known(1)


@settings(max_examples=25)
@given(
    st.lists(SOME, min_size=9, max_size=9),
    st.lists(SOME, min_size=3, max_size=3),
    st.fractions(0, 1, max_denominator=5),
)
def test_a_masked_second_moment_is_the_mean_over_all_masks(
    told: list[Fraction], z: list[Fraction], w: Fraction
) -> None:
    B, G = [told[:3], told[3:6], told[6:]], [[x * y for y in z] for x in z]
    by_hand = [[Fraction(0)] * 3 for _ in range(3)]
    for mask in product((0, 1), repeat=3):
        chance = w ** sum(mask) * (1 - w) ** (3 - sum(mask))
        y = [x + m * sum(b * c for b, c in zip(row, z)) for x, m, row in zip(z, mask, B)]
        by_hand = [[old + chance * a * b for old, b in zip(row, y)] for row, a in zip(by_hand, y)]
    assert masked(G, B, w) == by_hand


def test_random_messages_by_every_choice_of_coordinates() -> None:
    # K = 2, d = 3, k = 2: every node's set in every round, of vectors, coordinates of a set being dependent
    start, gamma = [[Fraction(x) for x in row] for row in ([1, -2, 3], [0, 5, 1])], Fraction(1, 3)
    setting = {
        "K": 2,
        "S": 1,
        "d": 3,
        "k": 2,
        "W": [[["3/4", "1/4"], ["1/4", "3/4"]]],
        "w0": [[1, -2, 3], [0, 5, 1]],
        "gamma": "1/3",
    }
    sets = list(combinations(range(3), 2))
    spread = unsent = Fraction(0)
    for first, second in product(product(sets, repeat=2), repeat=2):
        x, copies = [list(row) for row in start], [[Fraction(0)] * 3 for _ in range(2)]
        for r, kept in enumerate((first, second)):
            if r:
                apart = [(b - a) / 4 for a, b in zip(*copies)]
                x = [
                    [a + gamma * y for a, y in zip(x[0], apart)],
                    [b - gamma * y for b, y in zip(x[1], apart)],
                ]
            for i in range(2):
                for j in kept[i]:
                    copies[i][j] = x[i][j]
        spread += sum((a - b) ** 2 for a, b in zip(*x)) / 2 / 81
        unsent += sum((a - b) ** 2 for i in range(2) for a, b in zip(x[i], copies[i])) / 81
    found = opened("compressed", setting, compressor="random")
    assert (found.metrics["spread2"](1), found.metrics["unsent2"](1)) == (spread, unsent)


@pytest.mark.parametrize("sampling", ["full", "with", "without"])
def test_federated_averaging_by_every_sign_and_draw(sampling: str) -> None:
    clients = [(Fraction(1), Fraction(2), Fraction(-1)), (Fraction(3), Fraction(1, 2), Fraction(2))]
    p, v, eta = [Fraction(1, 4), Fraction(3, 4)], [Fraction(1), Fraction(1, 2)], Fraction(1, 5)
    setting = {"N": 2, "C": 2, "H": 1, "left": [1, 3], "right": [2, "1/2"], "c": [-1, 2], "p": ["1/4", "3/4"]}
    setting |= {"v": [1, "1/2"], "w0": 1, "eta": "1/5"} | ({} if sampling == "full" else {"S": 1})
    draws: list[tuple[Fraction, Callable[[list[Fraction]], Fraction]]] = {
        "full": [(Fraction(1), lambda w: p[0] * w[0] + p[1] * w[1])],
        "with": [(p[0], lambda w: w[0]), (p[1], lambda w: w[1])],
        "without": [(HALF, lambda w: 2 * p[0] * w[0]), (HALF, lambda w: 2 * p[1] * w[1])],
    }[sampling]
    square = mean = Fraction(0)
    for kicks, drawn in product(product(product((1, -1), repeat=2), repeat=2), product(draws, repeat=2)):
        w, chance = [Fraction(1)] * 2, Fraction(1, 16)
        for kick, (q, server) in zip(kicks, drawn):
            slopes = [(right if x > c else left) * (x - c) for x, (left, right, c) in zip(w, clients)]
            w = [x - eta * (g + s * y) for x, g, s, y in zip(w, slopes, kick, v)]
            chance, w = chance * q, [server(w)] * 2
        square, mean = square + chance * w[0] ** 2, mean + chance * w[0]
    found = opened("federated", setting, sampling=sampling)
    best = found.constants["wstar"]
    assert found.metrics["error2"](2) == square - 2 * mean * best + best**2


def test_regret_with_noise_by_every_path_of_signs() -> None:
    W, g, b, v = [[HALF, HALF], [Fraction(1, 4), Fraction(3, 4)]], [1, 2], [1, -1], [HALF, Fraction(1, 3)]
    setting = {"n": 2, "S": 1, "P": 1, "W": [[["1/2", "1/2"], ["1/4", "3/4"]]], "g": [[1, 2]], "b": [[1, -1]]}
    suffered = Fraction(0)
    for path in product(product((1, -1), repeat=2), repeat=2):
        z, omega = [Fraction(0)] * 2, [Fraction(1)] * 2
        for t in range(3):
            x = [a / weight for a, weight in zip(z, omega)]
            suffered += sum(h * abs(y - c) for h, y, c in zip(g, x, b)) / 16
            if t == 2:
                break
            slopes = [h * ((y > c) - (y < c)) + s * e for h, y, c, s, e in zip(g, x, b, path[t], v)]
            sent = [a - Fraction(1, 4) * y for a, y in zip(z, slopes)]
            z = [sum(W[i][j] * sent[i] for i in range(2)) for j in range(2)]
            omega = [sum(W[i][j] * omega[i] for i in range(2)) for j in range(2)]
    found = opened("push-sum-noise", setting | {"v": ["1/2", "1/3"], "gamma": "1/4"})
    best = min(3 * sum(h * abs(y - c) for h, c in zip(g, b)) for y in (1, -1))
    assert found.metrics["regret_from_0"](3) == suffered - best


def test_private_steps_by_every_batch() -> None:
    setting = {
        "N": 2,
        "m": 2,
        "b": [[1, -2], ["1/2", 2]],
        "B": 1,
        "C": 2,
        "sigma": "1/100",
        "eta": 1,
        "beta": 1,
    }
    b = [[1, -2], [HALF, 2]]
    errors = [
        [
            sum(x for x, taken in zip(row, drawn) if taken) - sum(row) / Fraction(2)
            for drawn in product((0, 1), repeat=2)
        ]
        for row in b
    ]
    found = opened("noisy-steps", setting, v="algorithm")
    mean = sum(abs(x + y) for x, y in product(*errors)) / 16 / 2
    low, high = STANDARD.ends(found.metrics["apart_floor"](1))
    assert low == high == mean  # so little noise that sampling tells more
    rms = max(sum(x * x for x in row) / 4 for row in errors) + Fraction(1, 2500)
    low, high = STANDARD.ends(found.constants["deviation_rms"]())
    assert low * low <= rms <= high * high


@given(st.lists(SOME, min_size=1, max_size=3).filter(any), st.integers(1, 3))
def test_rounding_is_unbiased_and_its_variance_is_that_of_the_levels(v: list[Fraction], s: int) -> None:
    found = opened("quantised", {"d": len(v), "s": s, "v": [str(x) for x in v]}).constants
    norm = sum(x * x for x in v) ** HALF
    places = [float(s * abs(x) / norm) for x in v]
    variance = sum((x % 1) * (1 - x % 1) for x in places) * float(norm) ** 2 / s**2
    assert float(STANDARD.ends(found["lost2"]())[0]) == pytest.approx(variance, abs=1e-9)

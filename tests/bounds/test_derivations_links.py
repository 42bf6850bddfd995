"""Derivations over links that fail at random: random operators, and the table's rules on drawn settings."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds import Setting
from mixproof.bounds.families.links import realizations
from mixproof.bounds.families.lossy_learning import learning, lossy
from mixproof.bounds.families.random_pairs import RANDOM_PAIRS
from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.formal import Operator, Space
from mixproof.bounds.kernel.poly import Poly
from mixproof.bounds.kernel.table import Kind
from mixproof.bounds.kernel.tables.links import ATTAINED, GRAPHS, alone, of
from mixproof.bounds.kernel.text import Refused


def space() -> Space:
    found = Space()
    found.operators |= {
        "H": Operator(mean="M", second="M2"),
        "A": Operator(False, mean="B", second="C"),
        "M": Operator(),
        "M2": Operator(),
        "B": Operator(False),
        "C": Operator(),
    }
    return found


def between(space: Space, value: Poly) -> list[tuple[str, ...]]:
    """The operators between the two vectors of every inner product in the value."""
    return [space.atoms[a][1] for key in value for a, _ in key if space.atoms[a][0] == "<"]


def test_a_random_operator_gives_its_moments() -> None:
    s = space()
    x, y = s.generator("x"), s.generator("y")
    assert s.dot(s.apply("H", x), s.apply("H", y)) == s.dot(x, s.apply("M2", y))
    assert s.dot(s.apply("H", x), y) == s.dot(x, s.apply("M", y))
    assert s.dot(s.apply("J", s.apply("H", x)), s.apply("H", y)) == s.dot(s.apply("J", x), y)
    assert s.dot(s.apply("A", x), s.apply("A", y)) == s.dot(x, s.apply("C", y))
    assert s.dot(s.apply("A", x), y) == s.dot(s.apply("B", x), y) != s.dot(x, s.apply("B", y))


def test_no_other_moment_of_a_random_operator_is_read() -> None:
    """E H^4 is not (E H^2)^2, and E A A' not E A'A: such a mean stands for itself."""
    s = space()
    x = s.generator("x")
    s.operators["A'"] = Operator(False, mean="B", second="C")
    twice = s.apply("H", s.apply("H", x))
    for u, v in (
        (twice, twice),
        (twice, s.apply("H", x)),
        (s.apply("A", x), s.apply("A", s.apply("H", x))),
        (s.apply("A'", x), s.apply("A'", x)),
        (s.apply("H", x), s.apply("M", s.apply("H", x))),
    ):
        (word,) = between(s, s.dot(u, v))
        assert sum(name.rstrip("'") in "HA" for name in word) > 1, word


def test_a_model_of_the_next_round_is_not_independent_of_this_rounds_links() -> None:
    kind = Kind("quadratic-links", {}, frozenset(["W", "P", "a", "c", "w0", "v", "eta"]), {"K": 3, "S": 1})
    book = Book(of(kind))
    now = book.at("now")
    assert now.number("dot(W_hat(x), n) + dot(n, W_hat(grad(x)))") == {}
    with pytest.raises(Refused, match="independent"):
        now.number("dot(grad(next(x)), W_hat(x))")
    found = between(book.space, now.number("dot(W_hat(next(x)), x - W_hat(x))"))
    assert ("W_hat", "W_hat", "W_hat") in found, found


def value(text: str, names: dict[str, Any]) -> float:
    """A side of a rule, in floats; sums over indices run over the K clients."""
    return float(eval(text, {"__builtins__": {}}, names))


def excess(text: str, names: dict[str, Any]) -> float:
    """By how much a comparison fails, relative to its sides."""
    sign = next(sign for sign in ("<=", ">=", "==", ">") if f" {sign} " in text)
    left, right = (value(side, names) for side in text.split(f" {sign} "))
    gap = {"<=": left - right, ">=": right - left, "==": abs(left - right), ">": right - left}[sign]
    return gap / (1 + abs(left) + abs(right))


def words(K: int) -> dict[str, Any]:
    return {
        "J": lambda x: np.full(K, x.mean()),
        "dot": lambda x, y: float(x @ y),
        "sq": lambda x: float(x @ x),
        "K": K,
    }


@settings(max_examples=30, deadline=None)
@given(lossy().strategy(), st.integers(0, 2**20))
def test_facts_of_one_W_hold_on_drawn_settings(setting: Setting, seed: int) -> None:
    run = lossy().start(setting.sizes, setting.values, 0)
    K, rng = setting.sizes["K"], np.random.default_rng(seed)
    mean, second = run.links.expected.astype(float), run.links.second_moment.astype(float)
    J = np.full((K, K), 1 / K)
    patterns = list(realizations(run.W[0], run.links.P))
    names: dict[str, Any] = words(K) | {
        name: float(getattr(run, name))
        for name in ("rho2", "rho_mean", "lam", "lam2", "own", "scatter_top", "scatter_max", "unreliable")
    }
    names["largest_weight"] = float(run.largest_weight)

    def top(matrix: Any, off: bool = True) -> Any:
        shift = matrix - 2 * J if off else matrix
        return np.linalg.eigh(shift)[1][:, -1]

    own, vectors = np.linalg.eigh(mean - J)
    z = vectors[:, np.argmax(abs(own))] if max(abs(own)) > 1e-9 else top(np.zeros((K, K)))
    y, b = top(second), top(second - mean @ mean, off=False)
    e = np.eye(K)[np.argmax(np.diag(second - mean @ mean))]
    names |= {
        "W": lambda x: run.W[0].astype(float) @ x,
        "W_mean": lambda x: mean @ x,
        "W_second": lambda x: second @ x,
        **{"y": y, "z": z, "e": e, "m": float(z @ mean @ z)},
    }
    rules = alone(Kind("links", {}, frozenset("WP"), {"K": K, "S": 1})).rules
    for _ in range(3):
        u = rng.normal(size=K)
        for name, (_, text) in rules.items():
            if name not in ("own_spectrum", *GRAPHS):
                assert excess(text, names | {"u": u}) <= 1e-9, name
        for _, W in patterns:
            lower = 2 * names["own"] - 1
            assert (u - W @ u) @ (W @ u - lower * u) >= -1e-9
    for text in (ATTAINED[name] for name in ("y_attains", "z_size", "e_attains")):
        assert excess(text, names) <= 1e-9, text
    assert abs(z.sum()) + abs(y.sum()) + float(abs(mean @ z - names["m"] * z).max()) <= 1e-6
    w, p = run.W[0].astype(float) * (1 - np.eye(K)), run.links.P.astype(float)
    chances = w**2 * p * (1 - p)
    for v, total in ((y, y @ (second - mean @ mean) @ y), (b, names["scatter_top"])):
        assert (chances * (v[:, None] - v) ** 2).sum() == pytest.approx(total, abs=1e-9)
    assert 2 * chances.sum(1).max() <= names["scatter_max"] + 1e-9
    assert w.max() <= 1 / K + names["lam"] + 1e-9


@settings(max_examples=30, deadline=None)
@given(learning().strategy(), st.integers(0, 2**20))
def test_facts_and_metrics_of_learning_hold_on_drawn_settings(setting: Setting, seed: int) -> None:
    run = learning().start(setting.sizes, setting.values, 2)
    K, rng = setting.sizes["K"], np.random.default_rng(seed)
    a, c, v, x = float(run.omega), *(setting.values[n].astype(float) for n in ("c", "v", "w0"))
    table = of(
        Kind("quadratic-links", {}, frozenset(["W", "P", "a", "c", "w0", "v", "eta"]), {"K": K, "S": 1})
    )
    second = run.links.second_moment.astype(float)
    names: dict[str, Any] = words(K) | {
        "grad": lambda u: a * (u - c),
        "F": lambda u: float(a * ((u - c) ** 2).sum() / 2),
        "W_second": lambda u: second @ u,
        **{"o": np.full(K, float(run.wstar)), "omega": a, "x": x},
        **{name: float(getattr(run, name)) for name in ("rho2", "alpha2", "beta2", "eta")},
    }
    for name, (_, text) in table.rules.items():
        u, other = rng.normal(size=(2, K))
        assert excess(text, names | {"u": u, "v": other}) <= 1e-9, name
    assert (v**2).sum() <= K * names["alpha2"] + 1e-9
    assert (v**2).sum() / K <= names["alpha2"] + 1e-9
    for name in ("spread2", "error2", "gap", "gradient2"):
        shown = float(getattr(run, name)(0))
        assert value(table.metrics[name], names) == pytest.approx(shown, rel=1e-6, abs=1e-6), name


def test_that_a_number_is_positive_now_does_not_enter_a_sum_over_rounds() -> None:
    """t > 0 from round 1 on, and 1/t is no number at round 0."""
    book = Book(of(Kind("bent-links", {}, frozenset(["W", "P", "a", "b", "w0", "eta"]), {"K": 2, "S": 1})), 1)
    assert book.positive(book.at("now").number("t - 1"), strict=False)
    book.give("later", "t > 0", every=False)
    book.at("now").number("1/t")
    with pytest.raises(Refused, match="divisor"):
        book.at("now").number("sum(s < t, 1/s)")
    book.enter([])
    with pytest.raises(Refused, match="divisor"):
        book.at("now").number("1/t")


@settings(max_examples=30, deadline=None)
@given(RANDOM_PAIRS.strategy(), st.integers(0, 2**20))
def test_facts_of_random_pairs_hold_on_drawn_settings(setting: Setting, seed: int) -> None:
    run = RANDOM_PAIRS.start(setting.sizes, setting.values, 1)
    K, mean = setting.sizes["K"], run._mean.astype(float)
    assert sum(q * (W.T @ W) for q, W in run._pairs) == pytest.approx(mean, abs=1e-9)
    u = np.random.default_rng(seed).normal(size=K)
    assert u @ mean @ u - u.sum() ** 2 / K <= run.lam2 * ((u - u.mean()) ** 2).sum() + 1e-9
    assert -1e-9 <= run.lam2 <= 1 + 1e-9
    assert run.spread2(0) == pytest.approx(((run._values["w0"] - run._values["w0"].mean()) ** 2).sum())


@pytest.mark.parametrize(("n", "S"), [(2, 1), (2, 2), (3, 2), (4, 3), (2, 3)])
def test_moments_of_draws(n: int, S: int) -> None:
    """E of how often i and j are drawn, by every draw, against the facts of the table."""
    shares = [Fraction(i + 1, n * (n + 1) // 2) for i in range(n)]
    for i, j in product(range(n), repeat=2):
        if n >= S:
            sets = list(combinations(range(n), S))
            both = Fraction(sum(i in one and j in one for one in sets), len(sets))
            assert n * (n - 1) * both == S * (S - 1) + (i == j) * S * (n - S)
        found = sum(
            one.count(i) * one.count(j) * prod(shares[k] for k in one) for one in product(range(n), repeat=S)
        )
        assert found == S * (S - 1) * shares[i] * shares[j] + (i == j) * S * shares[i]

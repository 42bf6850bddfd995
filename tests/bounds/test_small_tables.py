"""The tables of draws, compressed messages, points and convolutions: facts and rules on drawn numbers.

A random vector is the vector of its outcomes, each times the root of its chance.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.families.two_slopes import loss, minimizer, slope
from mixproof.bounds.kernel.chance import replaced, unreplaced
from mixproof.bounds.kernel.exact import STANDARD
from mixproof.bounds.kernel.table import Kind
from mixproof.bounds.kernel.tables import TABLES

from .evaluated import Evaluated

SEEDS = st.integers(0, 2**20)
FEW = settings(max_examples=25, deadline=None)


def table(family: str, **options: Any) -> Any:
    return TABLES[family](Kind(family, options, frozenset(), {"S": 1}))


def shares(rng: np.random.Generator, n: int) -> list[Any]:
    """Of sum 1; some of them 0."""
    counts = rng.multinomial(5, np.full(n, 1 / n))
    return [STANDARD.rational(int(x)) / 5 for x in counts]


@FEW
@given(st.integers(2, 3), st.integers(1, 4), SEEDS)
def test_facts_of_draws_are_those_of_all_outcomes(n: int, S: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    v, p = rng.normal(size=(n, 2)), shares(rng, n)

    def stacked(law: Any) -> tuple[Any, Any]:
        """(k, v): each vector as often as it is drawn, and itself, over all outcomes."""
        roots = np.sqrt([float(q) for q, _ in law])
        times = np.array([drawn for _, drawn in law], dtype=float).T
        return (
            np.array([np.outer(roots * row, x).ravel() for row, x in zip(times, v)]),
            np.array([np.outer(roots, x).ravel() for x in v]),
        )

    facts = table("vectors", kind="vectors").facts
    constants = {"n": n, "S": S, "alpha": 1.0, "p": np.array(p, dtype=float), "c": float(n >= S)}
    k, often = stacked(replaced(p, S, STANDARD))
    here = Evaluated(n, constants | {"k": k, "v": often}, {}, {})
    here.check(facts, left_out=("drawn", "pairs"))
    d, once = stacked(unreplaced(n, min(S, n), STANDARD))
    Evaluated(n, constants | {"d": d, "v": once}, {}, {}).check(
        {name: facts[name] for name in ("drawn", "pairs")}
    )


@FEW
@given(st.integers(1, 3), SEEDS)
def test_facts_of_random_vectors_are_those_of_all_outcomes(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    chances = np.array(shares(rng, 3), dtype=float)
    X = rng.normal(size=(3, n, 2)) * rng.integers(0, 2, size=(1, n, 1))
    M = np.tensordot(chances, X, 1) + 0 * X
    X, M = (np.array([(np.sqrt(chances)[:, None] * A[:, i]).ravel() for i in range(n)]) for A in (X, M))
    sigma2 = float(max(((X - M) ** 2).sum(1)))
    Evaluated(n, {"n": n, "sigma2": sigma2, "X": X, "M": M}, {}, {}).check(
        table("vectors", kind="random").facts
    )


@pytest.mark.parametrize("compressor", ["top", "random"])
@FEW
@given(st.integers(1, 4), st.integers(1, 4), SEEDS)
def test_a_message_loses_as_much_as_its_rule_says(compressor: str, d: int, k: int, seed: int) -> None:
    rng, k = np.random.default_rng(seed), min(k, d)
    u = rng.integers(-2, 3, size=d).astype(float)
    laws = unreplaced(d, k, STANDARD)
    if compressor == "top":
        kept = sorted(range(d), key=lambda j: -abs(u[j]))[:k]
        laws = [(1, tuple(int(j in kept) for j in range(d)))]
    roots = np.sqrt([float(q) for q, _ in laws])
    masks = np.array([mask for _, mask in laws], dtype=float)
    words = {"keep": lambda z: (masks * z.reshape(masks.shape)).ravel()}
    values = {"omega": k / d, "u": np.outer(roots, u).ravel()}
    _, text = table("compressed", compressor=compressor).rules["kept"]
    assert Evaluated(1, values, words, {}).excess(text) <= 1e-12


@FEW
@given(st.integers(1, 3), SEEDS)
def test_rules_at_points_hold_of_losses_with_two_curvatures(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    left, right = rng.choice([0.5, 1.0, 3.0], size=(2, n))
    c = rng.integers(-2, 3, size=n).astype(float)
    of = table("points")
    constants = {"N": n, "mu": min(*left, *right), "L": max(*left, *right), "eta": 0.3}
    o = np.full(n, minimizer(left, right, c, np.full(n, 1 / n)))
    words = {
        "J": lambda u: np.full(n, u.mean()),
        "grad": lambda u: slope(u, left, right, c),
        "F": lambda u: loss(u, left, right, c).sum(),
    }
    here = Evaluated(n, constants | {"o": o}, words, {})
    here.check(of.facts)
    here.rules(of.rules, rng, n)


@FEW
@given(st.floats(0, 1), st.floats(0, 3))
def test_domains_of_a_convolution(rho: float, b: float) -> None:
    Evaluated(1, {"rho": rho, "b": b, "a": 0.0}, {}, {}).check(table("convolution").facts)

"""No file within the limits keeps the checker busy: the work is counted, whatever the machine's speed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mixproof.bounds import checker
from mixproof.bounds.checker import witness
from mixproof.bounds.checker.intervals import NotAWitness, Number, limited, spend, sqrt

from .known_witness import known_witness


def settled(n: int, denominator: int) -> list[list[str]]:
    """A symmetric doubly stochastic matrix of long fractions."""
    off = f"1/{denominator}"
    own = f"{denominator - n + 1}/{denominator}"
    return [[own if i == j else off for j in range(n)] for i in range(n)]


def spread_over(term: str) -> dict[str, str]:
    """A definition that adds the term at 2, ..., 401, in short formulas."""
    parts = {f"z{k}": "+".join(term.format(i) for i in range(k, k + 20)) for k in range(2, 400, 20)}
    return {"zeta": "+".join(parts), **parts}


def heavy() -> dict[str, dict[str, Any]]:
    """Records within all limits that would take from half a minute to hours."""
    known, prime = known_witness(), 10**28 + 331
    digits = str(10**56 + 7)
    many = [settled(12, prime + 2 * k) for k in range(12)]
    clients = {
        **{
            "K": 12,
            "d": 2,
            "S": 12,
            "W": many,
            "delta": f"1/{digits}",
            "Gamma": f"{digits}/3",
            "head": 3,
            "B": 12,
        },
        **{
            "a": [[f"1/{prime}", 3]] * 12,
            "c": [[1, f"5/{prime}"]] * 12,
            "w0": [[1, 2]] * 12,
            "s": [f"1/{prime}"] * 12,
        },
    }
    power = "*".join(["3**999"] * 24)
    formula = "+".join([f"({power})/7**{k}" for k in range(1, 20)])
    return {
        "98 kB of definitions": known
        | {
            "where": {
                "zeta": "+".join(f"z{k}" for k in range(60)),
                **{f"z{k}": f"{formula}+{k}" for k in range(60)},
            }
        },
        "logarithms": known | {"where": spread_over("log({}+lam)")},
        "exponentials": known | {"where": spread_over("exp({}+lam)")},
        "powers": known | {"where": spread_over("(lam+sqrt({}))**999")},
        "many rounds of long fractions": known | {"setting": clients, "t": 399},
        "windows": known | {"setting": clients, "where": {"zeta": "lam_windows + lam_all_windows"}},
        "products": known
        | {"setting": clients, "where": {"zeta": "+".join(f"smallest({k})" for k in range(399))}},
        "sums of sums": known
        | {"where": {"zeta": "sum(a < 390, sum(b < 390, sum(c < 390, sum(e < 390, a*b + c*e))))"}},
        "noise": known
        | {
            "setting": known["setting"] | {"v": [[f"1/{prime}"], [f"1/{prime + 2}"]]},
            "left": "sum(s < 390, spread2(s))",
            "t": 3,
        },
        "push-sum": {
            **known,
            **{
                "family": "push-sum",
                "left": "sum(s < 390, regret(s))",
                "right": "0",
                "assume": [],
                "where": {},
            },
            "setting": {
                "W": many,
                "g": [[f"1/{prime + k}" for k in range(12)]] * 12,
                "b": [[f"{k}/{prime}" for k in range(12)]] * 12,
                "gamma": f"1/{prime}",
            },
            "t": 399,
        },
    }


@pytest.mark.parametrize("name", list(heavy()))
def test_much_work_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "WORK", witness.WORK // 10)  # to spare the time of the tests
    record = heavy()[name]
    assert len(json.dumps(record)) < witness.BYTES
    with pytest.raises(NotAWitness, match="too much work for a witness"):
        checker.check(record)


def test_the_budget_is_spent_in_work_and_ends_with_it() -> None:
    with limited(100):
        x = Number(3) * Number(5) + 1
        with pytest.raises(NotAWitness, match="too much work"):
            for _ in range(101):
                x = x * Number(1)
    with limited(10), pytest.raises(NotAWitness):
        sqrt(Number(2))
    with limited(10**6):
        big = Number(3**20_000)
        with pytest.raises(NotAWitness):
            for _ in range(10_000):
                big = big * Number(1)
    spend(10**9)  # without limit outside


def test_a_number_cannot_grow_without_bound() -> None:
    with pytest.raises(ArithmeticError, match="grew too large"):
        Number(3**20_000) * Number(3**20_000)
    with pytest.raises(ArithmeticError, match="grew too large"):
        Number(3**200) ** 999

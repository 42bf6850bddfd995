"""No file within the limits keeps the kernel busy: the work is counted, whatever the machine's speed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mixproof.bounds.kernel import poly, records
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.kernel.text import Refused, limited, spend

from ..test_hostile_derivations import by, line, record
from .known import known_witness


def settled(n: int, denominator: int) -> list[list[str]]:
    """A symmetric doubly stochastic matrix of long fractions."""
    off, own = f"1/{denominator}", f"{denominator - n + 1}/{denominator}"
    return [[own if i == j else off for j in range(n)] for i in range(n)]


def heavy() -> dict[str, dict[str, Any]]:
    """Records within all limits that would take from some seconds to hours."""
    prime, digits = 10**28 + 331, str(10**56 + 7)
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
        **{"a": [[f"1/{prime}", 3]] * 12, "c": [[1, f"5/{prime}"]] * 12, "w0": [[1, 2]] * 12},
    }
    sizes = dict.fromkeys(("K", "d", "S", "head", "B"), "any")
    power = "*".join(["3**999"] * 24)
    formula = "+".join([f"({power})/7**{k}" for k in range(1, 20)])
    sums = "sum(a < 390, sum(b < 390, sum(c < 390, sum(e < 390, a*b + c*e))))"
    return {
        "definitions": known_witness(
            where={f"z{k}": f"{formula}+{k}" for k in range(50)}
            | {"zeta": "+".join(f"z{k}" for k in range(50))}
        ),
        "long fractions": known_witness(clients, sizes=sizes) | {"t": 399},
        "windows": known_witness(clients, sizes=sizes, where={"zeta": "lam_windows + lam_all_windows"}),
        "sums of sums": known_witness(where={"zeta": sums}),
    }


@pytest.mark.parametrize("name", list(heavy()))
def test_much_work_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "WORK", records.WORK // 10)  # to spare the time of the tests
    record = heavy()[name]
    assert len(json.dumps(record)) < records.BYTES
    assert "too much work" in decide(record).sentence


LONG = 10**590  # a fraction over it is within all limits
REAL = {f"a{i}": "real" for i in range(6)}
SUMS = "sum(s < 200, sum(r < 200, sum(q < 200, s*q + r))) >= 0"


def lasting() -> dict[str, Any]:
    """Derivations within all limits that would take from some seconds to hours."""

    def real(*steps: Any, terms: Any = (), **told: Any) -> Any:
        return record("a0 >= 0", list(steps), by(*terms), options=REAL, **told)

    wide = [line(f"q{i}", f"a0**2 + {i} >= 0", by((1, [], "a0"), (i, []))) for i in range(1, 999)]
    sums = [f"a{i % 6}**2*a{i % 5} + {i}*a0*a1 - a2 >= 0" for i in range(999)]
    powers = [{"let": f"b{i}", "is": f"a0**{i}/{LONG + 2 * i + 1}"} for i in range(1, 20)]
    fractions = [(f"1/{LONG + 2 * i + 1}", [], "a0") for i in range(99)]
    return {
        "assumptions that cannot be read": real(
            assume=[f"1/(a1 - {i}) >= 0" for i in range(999)], terms=[(1, [])] * 9
        )
        | {"steps": wide},
        "signs by many facts": real(terms=[(1, ["a3*a4 - a2 >= 0"]), (1, [])], assume=sums),
        "sums of sums of sums": real(terms=[(1, [SUMS])]),
        "many terms": real(*[line(f"q{i}", "a0 >= 0", by(*[(1, [], "a1")] * 3999)) for i in range(20)]),
        "a long sum of fractions": real(terms=fractions),
        "a long common denominator": real(
            *powers, terms=[(1, ["+".join(f"b{i}" for i in range(1, 20)) + ">= 0"])]
        ),
    }


@pytest.mark.parametrize("name", list(lasting()))
def test_a_derivation_that_takes_much_work_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(poly, "PRODUCTS", poly.PRODUCTS // 100)  # to spare the time of the tests
    said = decide(lasting()[name]).sentence
    assert "too much work" in said or "grew too long" in said


def test_long_texts_are_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "WORK", records.WORK // 100)
    texts = [{"let": f"b{i}", "is": f"{i}" + "+1" * 1300} for i in range(9)]
    assert "too much work" in decide(record("a >= 0", texts, by((1, ["a >= 0"])))).sentence


def test_a_matrix_of_long_fractions_is_refused() -> None:
    entries = [[0, i, j, f"1/{LONG + 9 * i + j}"] for i in range(9) for j in range(i, 9)]
    gossip = {"family": "gossip", "options": {}, "parameters": ["W", "eta", "w0"]}
    told = record("distance2(t) >= 0", [], {"squares": {"of": [["x"] * 9], "entries": entries}}, **gossip)
    assert "grew too long" in decide(told).sentence


def test_the_budget_is_spent_in_work_and_ends_with_it() -> None:
    with limited(100):
        spend(100)
        with pytest.raises(Refused, match="too much work"):
            spend(1)
    spend(10**9)  # without limit outside

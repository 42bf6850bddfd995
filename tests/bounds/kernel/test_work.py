"""No file within the limits keeps the kernel busy: the work is counted, whatever the machine's speed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mixproof.bounds.kernel import records
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.kernel.text import Refused, limited, spend

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


def test_the_budget_is_spent_in_work_and_ends_with_it() -> None:
    with limited(100):
        spend(100)
        with pytest.raises(Refused, match="too much work"):
            spend(1)
    spend(10**9)  # without limit outside

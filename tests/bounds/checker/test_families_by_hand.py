"""Proofs for a whole family of constants, written by hand: what they lack, and how many points an identity takes."""

from __future__ import annotations

from fractions import Fraction as F
from math import comb
from typing import Any

import numpy as np
import pytest

from mixproof.bounds.algorithms import Algorithm, algorithm
from mixproof.bounds.checker import lyapunov_family
from mixproof.bounds.checker.psd import NotACertificate


def constant(size: int, value: str | None = None, order: int = 0) -> dict[str, Any]:
    """s^order times the identity, or times a negative number; of None, a sum of nothing."""
    rows = [["0"] * i + [value] for i in range(size)] if value else []
    return {"order": str(order), "shift": ["0"] * size, "terms": [rows] if rows else [], "gram": [rows, []]}


def family(**change: Any) -> dict[str, Any]:
    """A record of two local steps, with P = Q = 1 and forms that are not what they should be."""
    record = {
        "kind": "lyapunov-family", "algorithm": algorithm("local-2").to_json(), "mu": "1/10", "L": "1",
        "share": ["1", "1"],
        "lam": ["1/2"], "eta": ["0", "1/2"], "rate2": ["1/2"], "P": constant(1, "1"), "Q": constant(1, "1"),
        "multipliers": [constant(1), constant(1)], "floor": constant(1),
        "forms": [constant(3), constant(4), constant(4)],
    }  # fmt: skip
    return record | change


RANGE, RATE, SHARE = "lambda is not in", "the rate is not in", "0 < mu <= L or a share"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, "form 0 is not the polynomial"),
        *(({"mu": mu}, SHARE) for mu in ("0", "-1", "2")),
        *(({"share": share}, SHARE) for share in (["0", "1"], ["-1", "1"], ["1", "1/2"])),
        *((told, "form 0 is not the polynomial") for told in ({"mu": "1"}, {"share": ["1/2", "1"]})),
        *(({"eta": eta}, "eta is not positive") for eta in (["0"], ["-1/2"], ["1", "-1"])),
        *(({"lam": lam}, RANGE) for lam in (["1"], ["0", "1"], ["-1/2"], ["1/2", "-1"])),
        *(({"rate2": rate}, RATE) for rate in (["1"], ["0"], ["-1/2"], ["1/2", "-1"])),
        *(({"P": constant(1, p)}, "P is not positive") for p in (None, "0", "-1")),
        *(({"Q": constant(1, q)}, "Q is not positive") for q in (None, "0", "-1")),
        ({"multipliers": [constant(1), constant(1, "-1")]}, "a multiplier is not"),
        ({"multipliers": [constant(1, "-1"), constant(1)]}, "a multiplier is not"),
        *(({"forms": [constant(3) | {"gram": gram}, constant(4), constant(4)]}, "form 0: a Gram matrix")
          for gram in ([[["-1"], ["0", "1"], ["0", "0", "1"]], []], [[], [["-1"], ["0", "1"], ["0", "0", "1"]]])),
    ],
)  # fmt: skip
def test_what_a_family_lacks_is_said(change: dict[str, Any], reason: str) -> None:
    found = lyapunov_family.check(family(**change))
    assert not found["proved"] and found["reason"].startswith(reason)


def test_a_family_in_which_everything_is_0_proves_nothing() -> None:
    """0 <= 0 for every step, also where the method diverges."""
    record = family(eta=["0", "2000"], P=constant(1), Q=constant(1))
    assert lyapunov_family.check(record)["reason"] == "P is not positive"


def test_averaging_alone_has_no_family() -> None:
    gossip = Algorithm("gossip", {"x": "mix(x)"}).to_json()
    with pytest.raises(NotACertificate):
        lyapunov_family.check(family(algorithm=gossip, multipliers=[]))


LONG = ["1/7", "0", "0", "0", "2"]
QUADRATIC = {  # in eta
    "algorithm": Algorithm("quadratic", {"x": "mix(x) - eta*(1 - eta)*grad(x)"}).to_json(),
    "multipliers": [constant(1)],
    "forms": [constant(2), constant(3), constant(3)],
}
HIGH, LOW = constant(1, "1", order=5), constant(1, "1")


@pytest.mark.parametrize(
    "change",
    [
        {},
        *({part: LONG} for part in ("lam", "eta", "rate2")),
        {"lam": LONG, "eta": LONG},
        QUADRATIC | {"eta": LONG},
        {"P": HIGH},
        {"Q": HIGH},
        {"multipliers": [LOW, HIGH]},
        {"floor": constant(1, "1", order=7)},
    ],
)
def test_an_identity_is_tried_at_more_points_than_its_degree(change: dict[str, Any]) -> None:
    """Differences of an order above the degree of all forms are 0, and those of the degree are not."""
    made = lyapunov_family.Family(family(**change))

    def vanish(order: int) -> bool:
        values = [[np.array(made._form(index, F(s))) for s in range(order + 1)] for index in range(3)]
        sums = [sum((-1) ** k * comb(order, k) * value for k, value in enumerate(form)) for form in values]
        return not any(np.any(total) for total in sums)

    assert vanish(made._degree() + 1) and not vanish(made._degree())


@pytest.mark.parametrize("order", [0, 9])
def test_a_form_is_compared_at_more_points_than_both_degrees(
    order: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = lyapunov_family.Family(family(forms=[constant(n, order=order) for n in (3, 4, 4)]))
    tried = []

    def right(index: int, s: F) -> list[list[F]]:
        """The form that the record has: 0."""
        tried.append((index, s))
        return [[F(0)] * made.forms[index].size] * made.forms[index].size

    monkeypatch.setattr(made, "_form", right)
    made.check()
    enough = max(made._degree(), order) + 1
    assert set(tried) >= {(index, F(s)) for index in range(3) for s in range(enough)}

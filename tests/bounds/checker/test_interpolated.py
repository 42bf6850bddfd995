"""Answers of clients: the checker reads them as the library does, and refuses those that no losses give."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from mixproof.bounds import EXACT
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.checker.families import FAMILIES
from mixproof.bounds.checker.formulas import Scope
from mixproof.bounds.checker.intervals import NotAWitness, Number, limited
from mixproof.bounds.families.shared import gossip

from ..answers import IN_THE_PLANE, ON_THE_LINE, answers

T = 2
LINE, PLANE = answers(ON_THE_LINE, T), answers(IN_THE_PLANE, T)


def read(told: dict[str, Any], name: str, t: int | None = None, scaled: bool = False) -> Number:
    return Scope({}, FAMILIES["gossip"](told, {"scaled": scaled}), 0).name(name, t)


@pytest.mark.parametrize("scaled", [False, True])
def test_constants_and_metrics_are_those_of_the_library(scaled: bool) -> None:
    told, family = (PLANE, gossip(scaled=True)) if scaled else (LINE, gossip(fixed=True))
    setting = family.from_json(told)
    run = family.start(setting.sizes, setting.values, T + 2, EXACT)
    names = ["L", "mu", "sharpest", "flattest", "eps0", "Fstar", "gstar", "lam", "chi2"]
    rounds = {
        "spread": T,
        "error2": T,
        "distance2": T,
        "gradients2": 1,
        "local_gaps": 1,
        "steep_gaps": 0,
        "gap": T,
    }
    asked = [(name, None) for name in names] + list(rounds.items())
    for name, t in asked:
        value = getattr(run, name) if t is None else getattr(run, name)(t)
        low, high = enclosure(value)
        found = read(told, name, t, scaled)
        assert found.low <= high and low <= found.high and found.high - found.low < Fraction(1, 2**200), name


@pytest.mark.parametrize(
    ("name", "t"), [("gradients2", T), ("local_gaps", T), ("gap", 1), ("spread2", T + 1)]
)
def test_what_is_not_told_is_not_known(name: str, t: int) -> None:
    with pytest.raises(ArithmeticError):
        read(LINE, name, t)


def changed(name: str, place: tuple[int, ...], number: Any) -> dict[str, Any]:
    told = deepcopy(LINE)
    part = told[name]
    for index in place[:-1]:
        part = part[index]
    part[place[-1]] = str(Fraction(part[place[-1]]) + Fraction(number))
    return told


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (LINE | {"mu": 2}, "mu is not below L"),
        (LINE | {"mu": 0}, "mu holds 0"),
        (LINE | {"mu": "11/10"}, "belongs to no"),
        (LINE | {"L": "19/10"}, "belongs to no"),
        (LINE | {"S": 2, "W": LINE["W"] * 2}, "W is one matrix"),
        (
            LINE | {"N": 2, "pull": [x[:2] for x in LINE["pull"]], "rise": [x[:2] for x in LINE["rise"]]},
            "N is not",
        ),
        (LINE | {"N": T + 3}, "does not have the shape"),
        (LINE | {"a": [[1], [2], [1]]}, "a is unknown"),
        *((changed("pull", (k, i, 0), "1/1000"), "belongs to no") for k, i in ((0, 0), (1, 1), (2, T + 1))),
        *((changed("rise", (k, i), "-1/1000"), "belongs to no") for k, i in ((0, 0), (1, T), (2, T + 1))),
        *((changed("c", (k, 0), "1/1000"), "belongs to no") for k in range(3)),
        (changed("w0", (0, 0), "1/1000"), "belongs to no"),
        (answers(ON_THE_LINE, T, off=1), "do not sum to 0"),
    ],
)
def test_what_no_such_clients_answer_is_refused(told: dict[str, Any], said: str) -> None:
    FAMILIES["gossip"](LINE, {})
    with pytest.raises(NotAWitness, match=said):
        FAMILIES["gossip"](told, {})


def test_chi2_needs_equal_shares_and_short_steps() -> None:
    unequal = answers(IN_THE_PLANE | {"samples": [1, 2]}, T)
    with pytest.raises(ArithmeticError, match="equal shares"):
        read(unequal, "chi2", scaled=True)
    long = answers(ON_THE_LINE | {"eta": "9/8"}, T)
    with pytest.raises(ArithmeticError, match="short steps"):
        read(long, "chi2")


def test_a_record_of_too_much_work_is_refused() -> None:
    with pytest.raises(NotAWitness, match="too much work"), limited(200):
        FAMILIES["gossip"](LINE, {})

"""Answers of clients: the kernel reads them as the library does, and refuses those that no losses give."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.kernel.exact import STANDARD, ends
from mixproof.bounds.kernel.text import Refused, Undefined, limited
from mixproof.bounds.kernel.witness import opened

from ..answers import IN_THE_PLANE, ON_THE_LINE, answers
from .known import read as value

T = 2
LINE, PLANE = answers(ON_THE_LINE, T), answers(IN_THE_PLANE, T)


def read(told: dict[str, Any], name: str, t: int | None = None, scaled: bool = False) -> Any:
    return value("gossip", told, name if t is None else f"{name}({t})", scaled=scaled)


def gossip_of(told: dict[str, Any]) -> Any:
    return opened("gossip", told, {}, STANDARD)


@pytest.mark.parametrize("scaled", [False, True])
def test_constants_and_metrics_are_those_of_the_library(scaled: bool) -> None:
    told, family = (PLANE, gossip(scaled=True)) if scaled else (LINE, gossip(fixed=True))
    setting = family.from_json(told)
    run = family.exact(setting)
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
        least, most = ends(read(told, name, t, scaled))
        assert least <= high and low <= most and most - least < Fraction(1, 2**200), name


@pytest.mark.parametrize(
    ("name", "t"), [("gradients2", T), ("local_gaps", T), ("gap", 1), ("spread2", T + 1)]
)
def test_what_is_not_told_is_not_known(name: str, t: int) -> None:
    with pytest.raises(Undefined, match="not given"):
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
        (LINE | {"mu": 0}, "mu is not positive"),
        (LINE | {"mu": "11/10"}, "answers as client"),
        (LINE | {"L": "19/10"}, "answers as client"),
        (LINE | {"S": 2, "W": LINE["W"] * 2}, "one matrix"),
        (
            LINE | {"N": 2, "pull": [x[:2] for x in LINE["pull"]], "rise": [x[:2] for x in LINE["rise"]]},
            "N is not",
        ),
        (LINE | {"N": T + 3}, "does not have its shape"),
        (LINE | {"a": [[1], [2], [1]]}, "a is not known"),
        *(
            (changed("pull", (k, i, 0), "1/1000"), "answers as client")
            for k, i in ((0, 0), (1, 1), (2, T + 1))
        ),
        *((changed("rise", (k, i), "-1/1000"), "answers as client") for k, i in ((0, 0), (1, T), (2, T + 1))),
        *((changed("c", (k, 0), "1/1000"), "answers as client") for k in range(3)),
        (changed("w0", (0, 0), "1/1000"), "answers as client"),
        (answers(ON_THE_LINE, T, off=1), "do not sum to 0"),
    ],
)
def test_what_no_such_clients_answer_is_refused(told: dict[str, Any], said: str) -> None:
    gossip_of(LINE)
    with pytest.raises(Refused, match=said):
        gossip_of(told)


def test_chi2_needs_equal_shares_and_short_steps() -> None:
    unequal = answers(IN_THE_PLANE | {"samples": [1, 2]}, T)
    with pytest.raises(Undefined, match="equal shares"):
        read(unequal, "chi2", scaled=True)
    long = answers(ON_THE_LINE | {"eta": "9/8"}, T)
    with pytest.raises(Undefined, match="short steps"):
        read(long, "chi2")


def test_a_record_of_too_much_work_is_refused() -> None:
    with pytest.raises(Refused, match="too much work"), limited(100):
        gossip_of(LINE)

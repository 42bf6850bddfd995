"""Answers of clients on the line: which belong to a loss of the class, which are those of a given client."""

from __future__ import annotations

from fractions import Fraction as F
from types import SimpleNamespace
from typing import Any

import pytest

from mixproof.bounds.algorithms import algorithm
from mixproof.bounds.checker import clients
from mixproof.bounds.checker.gram_run import Point, Vector
from mixproof.bounds.checker.line import Client
from mixproof.bounds.checker.psd import NotACertificate

from .known_run import PAIR, Known

KNOWN = Known(algorithm("dgd"), PAIR, 1).witness({"error2(1)": "1"})


def points(line: Client, other: Client, at: tuple[F, F]) -> tuple[Any, list[list[F]]]:
    """What a loss that is the sum of one on each of two axes answers at the origin and at a point."""
    places = [(F(0), F(0)), at]
    answers = [
        Point(str(i), Vector([{0: x, 1: y}]), Vector([{0: line.gradient(x), 1: other.gradient(y)}]), True)
        for i, (x, y) in enumerate(places)
    ]
    return SimpleNamespace(mu=line.mu, L=line.L, copies=1, points=answers), [
        [line.loss(x) + other.loss(y)] for x, y in places
    ]


@pytest.mark.parametrize("mu", [F(0), F(1, 3)])
@pytest.mark.parametrize("at", [(F(2), F(2)), (F(-2), F(2)), (F(2), F(0))])
def test_a_loss_whose_curvature_switches_once_can_be_changed_one_way_only(at: tuple[F, F], mu: F) -> None:
    """With given gradients a loss rises most from one point to the other where its curvature is L first, then mu."""
    for first in (True, False):  # L next to the origin, then mu, or the reverse
        inner, outer = (("0", "1"), ("1", "2")) if first else (("1", "2"), ("0", "1"))
        steep = {F(2): [list(inner)], F(-2): [[f"-{end}" for end in reversed(inner)]], F(0): [list(outer)]}
        line, other = (
            Client({"pull": pull, "steep": steep[x]}, mu, F(5)) for pull, x in zip(("2", "-1/2"), at)
        )
        run, losses = points(line, other, at)
        assert clients.interpolable(run, losses)
        more, less = ([losses[0], [losses[1][0] + change]] for change in (F(1, 10**9), -F(1, 10**9)))
        assert clients.interpolable(run, more) != clients.interpolable(run, less)
        assert clients.interpolable(run, less) == first


LINE = [{"pull": "1", "steep": [["0", "1/2"], ["1", "3"]]}, {"pull": "-1", "steep": [["-3", "-3/2"]]}]


def on_the_line(told: list[dict[str, Any]]) -> dict[str, Any]:
    """One round of gradient descent from 2 and -2, by two clients on the line."""
    both = [Client(client, F(1, 3), F(2)) for client in told]
    starts = [F(2), F(-2)]
    slopes = [client.gradient(x) for client, x in zip(both, starts)]
    mean = -sum(slopes) / 6  # it was 0, and the step is 1/3
    return {
        **KNOWN, "network": {"matrix": PAIR}, "W": PAIR, "rounds": 1, "conditions": [],
        "objective": {"error2(1)": "1"}, "value": str(mean * mean), "clients": told,
        "vectors": [[[str(x)] for x in xs] for xs in ([client.pull for client in both], starts, slopes)],
        "losses": [[str(client.loss(x)) for client, x in zip(both, starts)]],
    }  # fmt: skip


def test_clients_on_the_line_answer_for_themselves() -> None:
    own = on_the_line(LINE)
    assert clients.check(own)["proved"] and "on the line" in clients.check(own)["what"]
    (one, two), loss = own["vectors"][2], own["losses"][0]
    for change in (
        {"clients": [LINE[0], LINE[1] | {"steep": [["-3", "-1"]]}]},
        {"clients": [LINE[0] | {"pull": "2"}, LINE[1]]},
        {"losses": [[loss[0], str(F(loss[1]) + 1)]]},
        {"vectors": [*own["vectors"][:2], [one, [str(F(two[0]) + 1)]]]},
    ):
        assert "not that of the client" in clients.check(own | change)["reason"]


def test_a_slope_of_0_is_not_one_of_1() -> None:
    pulled = [client | {"pull": pull} for client, pull in zip(LINE, ("-13/6", "13/6"))]
    own = on_the_line(pulled)
    star, starts, (one, two) = own["vectors"]
    assert clients.check(own)["proved"] and one == ["1"]
    wrong = clients.check(own | {"vectors": [star, starts, [["0"], two]]})
    assert "not that of the client" in wrong["reason"]


def test_what_is_no_client_on_the_line_is_refused() -> None:
    own = on_the_line(LINE)
    star, starts, slopes = own["vectors"]
    with pytest.raises(NotACertificate, match="not on the line"):
        clients.check(own | {"vectors": [star, [[*part, "1"] for part in starts], slopes]})
    for wrong in (LINE[:1], [*LINE, LINE[0]]):
        with pytest.raises(NotACertificate, match="not as many clients"):
            clients.check(own | {"clients": wrong})
    for steep in ({}, [["0", "1"]] * 3000):
        with pytest.raises(NotACertificate, match="no list"):
            clients.check(own | {"clients": [LINE[0], LINE[1] | {"steep": steep}]})

"""What a statement says and what it may not: its fields, its rounds, constants with a value, lists of derivations."""

from __future__ import annotations

from typing import Any

import pytest

from mixproof.bounds.kernel.statement import check, statement, unused
from mixproof.bounds.kernel.text import Refused

from ..test_hostile_derivations import by, line, record

A = by((1, ["a >= 0"]))
NUMBERS = {"a": "positive", "b": "positive", "n": "natural"}
GOSSIP = {"family": "gossip", "options": {}, "parameters": ["W", "eta", "w0"]}


def of_rounds(rounds: Any, lines: int, **told: Any) -> Any:
    """The claim a >= 0 at these rounds, with so many lists of lines."""
    whole = record("a >= 0", [], A, rounds=rounds, **told)
    own = {"steps": whole.pop("steps"), "conclusion": whole.pop("conclusion")}
    return {**whole, "rounds": [own] * lines}


def test_a_table_of_one_matrix_speaks_of_no_more() -> None:
    for matrices, proved in ((1, True), (2, False)):
        own = {"family": "worse-links", "options": {}, "parameters": ["P", "W", "Y"], "first": -1}
        told = record("K >= 0", [], by((1, ["K >= 0"])), **own, sizes={"K": 3, "S": matrices})
        assert check(told)["proved"] == proved


def test_assumptions_may_meet_at_an_end_and_a_case_may_contradict_them() -> None:
    assert check(record("a >= 0", [], A, assume=["a <= 1", "a >= 1", "t <= 0"]))["proved"]
    other = line("q", "a >= 2", by((1, ["a >= 2"])))
    both = {"name": "p", "claim": "a >= 2", "cases": ["a >= 1", "a <= 1"], "lines": [[other], [other]]}
    assert check(record("a >= 2", [both], by((1, ["p"])), assume=["a >= 2"]))["proved"]


@pytest.mark.parametrize(
    "told",
    [
        {"family": "nobody"},
        {"parameters": [1]},
        {"assume": [1]},
        {"where": {"b": 1}},
        {"domains": {"a": 1}},
        {"sizes": {"K": -1}},
        {"sizes": {"K": 10**6 + 1}},
        {"sizes": {"K": True}},
        {"first": -2},
        {"first": 1001},
        {"first": True},
        {"options": {"a": []}},
        {"options": {"a": 1}},
        {"more": 1},
        {"rounds": [3]},
        {"at": {"a": 1}},
        {"at": {"b": "1"}},
        {"where": {"a": "1"}},
        {"where": {"t": "1"}},
        {"assume": ["a"]},
        {"assume": ["0 > 1"]},
        {"assume": ["0 > 0"]},
        {"assume": ["1 == 0"]},
        {"assume": ["a <= 0"]},
        {"assume": ["a > 2", "a < 1"]},
        {"assume": ["a == 2", "a >= 3"]},
        {"assume": ["a == 2", "a == 3"]},
        {"assume": ["t < 0"]},
        {"assume": ["a < nobody"]},
        {"assume": ["sum(s < t, nobody) <= a"]},
        {"assume": ["nobody(a) <= a"]},
    ],
    ids=str,
)
def test_a_statement_that_is_none_is_refused(told: dict[str, Any]) -> None:
    assert check(record("a >= 0", [], A))["proved"]
    answer = check(record("a >= 0", [], A, **told))
    assert not answer["proved"] and answer["reason"] and not answer["what"]


@pytest.mark.parametrize(
    "told", [{"sizes": {"K": 0}}, {"sizes": {"K": 10**6}}, {"first": -1}, {"first": 1000}]
)
def test_the_largest_and_least_of_a_statement(told: dict[str, Any]) -> None:
    assert check(record("a >= 0", [], A, **told))["proved"]


@pytest.mark.parametrize(
    ("rounds", "lines", "first", "proved"),
    [
        ([0, 3, 200], 3, 0, True),
        ([2, 3], 2, 2, True),
        ([2, 3], 2, 3, False),
        ([3, 2], 2, 0, False),
        ([3, 3], 2, 0, False),
        ([201], 1, 0, False),
        ([-1], 1, -1, False),
        ([True], 1, 0, False),
        ([2, 3], 1, 0, False),
        ([2], 2, 0, False),
        ([], 0, 0, False),
        ([], 1, 0, False),
    ],
)
def test_every_round_of_a_statement_has_its_lines(
    rounds: list[int], lines: int, first: int, proved: bool
) -> None:
    answer = check(of_rounds(rounds, lines, first=first))
    assert answer["proved"] == proved
    if proved:
        assert answer["limits"] == {"rounds": rounds}
        assert answer["what"].endswith(f"t = {', '.join(map(str, rounds))}")


@pytest.mark.parametrize(
    ("at", "proved"),
    [
        ({"a": "2"}, True),
        ({"a": "b + 1"}, True),
        ({"a": "2", "b": "3"}, True),
        ({"a": "0"}, False),  # a > 0
        ({"a": "b - 1"}, True),  # of settings with b - 1 > 0, as the sentence says
        ({"a": "a"}, False),
        ({"a": "b", "b": "1"}, False),
        ({"a": "max(1, 2)"}, False),
        ({"a": "t"}, False),
        ({"n": "2"}, True),
        ({"n": "5/2"}, False),
        ({"n": "b"}, False),
        ({"n": "0"}, False),  # natural numbers begin at 1
        ({"c": "2"}, False),
        ({"t": "2"}, False),
    ],
)
def test_a_number_with_a_value_is_a_constant_over_numbers_without(at: dict[str, str], proved: bool) -> None:
    told = record("a >= 0", [], A, options=NUMBERS, at=at)
    assert check(told)["proved"] == proved
    if proved:
        answer = check(told)
        assert answer["limits"] == {"constants": at}
        assert all(f"{name} = {value}" in answer["what"] for name, value in at.items())
        # the domain of a number with a value is not said where the value meets it by itself
        assert ("; a > 0" in answer["what"]) == ("b" in at.get("a", "b"))


@pytest.mark.parametrize("name", ["x", "o", "K", "t", "lam_n"])
def test_states_and_sizes_have_no_value(name: str) -> None:
    told = record("distance2(t) >= 0", [], by((1, [], "x - o")), **GOSSIP)
    assert check(told)["proved"]
    told["statement"]["at"] = {name: "1"}
    assert check(told)["proved"] == (
        name == "lam_n" and "lam_n" in statement(told["statement"]).table.numbers
    )


def test_a_sentence_says_all_that_was_checked() -> None:
    told = record(
        "a + c >= 0", [], by((1, ["a >= 0"]), (1, ["c >= 0"])), assume=["t >= 3"], where={"c": "2*a"}, first=2
    )
    about = statement(told["statement"]).table.about
    assert check(told)["what"] == (
        f"a + c >= 0; c = 2*a; for every setting of: {about}; a > 0, every round t >= 2, given t >= 3"
    )
    assert "every round" not in check(record("a >= 0", [], A, first=-1))["what"]


def test_assumptions_are_told_apart_by_whether_the_same_lines_do_without() -> None:
    told = record(
        "b >= 2", [], by((1, ["assume2"]), (1, [])), options=NUMBERS, assume=["a >= 1", "b >= 3", "a <= 9"]
    )
    assert check(told)["proved"] and unused(told) == ["a <= 9"]  # names of the others count up
    named = record(
        "b >= 2", [line("q", "b >= 2", by((1, ["b >= 3"]), (1, [])))], by((1, ["q"])), options=NUMBERS
    )
    named["statement"]["assume"] = ["a >= 1", "b >= 3"]
    assert unused(named) == ["a >= 1"]


@pytest.mark.parametrize("lines", [[], None, "steps", 1])
def test_a_record_of_other_fields_is_refused(lines: Any) -> None:
    whole = record("a >= 0", [], A)
    for changed in (
        {**whole, "rounds": lines},
        {**whole, "steps": 1},
        {**whole, "kind": "proof"},
        lines,
    ):
        assert not check(changed)["proved"]


@pytest.mark.parametrize(
    ("claim", "told", "end"),
    [
        ("distance2(mu) >= 0", {}, "mu"),
        ("distance2(mu) >= 0", {"first": 0}, ""),  # of every round t, and of no other
        ("distance2(mu) + distance2(0) >= 0", {}, "mu"),
        ("distance2(mu) + distance2(L) >= 0", {}, ""),
        ("distance2(mu) + distance2(3) >= 0", {}, ""),
        ("distance2(mu) >= t", {}, ""),
        ("distance2(0) >= 0", {}, ""),
        ("mu >= 0", {}, ""),
        ("sqrt(mu) + sq(o) >= 0", {}, ""),  # words that are no metric
        ("f >= 0", {"where": {"f": "g + 1", "g": "distance2(mu)"}}, "mu"),
        ("f >= 0", {"where": {"f": "t*g", "g": "distance2(mu)"}}, ""),
        ("mu >= 0", {"assume": ["distance2(mu) >= 1"]}, "mu"),
        ("distance2(3) >= 0", {}, ""),  # a round that is a number is read as one
        (
            "distance2(3) >= 0",
            {"parameters": ["W", "a", "c", "eta", "w0", "v"]},
            "3",
        ),  # but not if it is random
        ("distance2(mu) >= 0", {"parameters": ["W", "a", "c", "eta", "w0", "v"]}, "mu"),
        ("sum(s < mu, distance2(s)) >= 0", {}, "mu"),  # the round before which sums end
        ("sum(s <= mu, distance2(s)) >= distance2(mu + 1)", {}, "mu + 1"),
        ("sum(s < mu, distance2(s)) >= sum(s < L, distance2(s))", {}, ""),
        ("sum(s < 3, distance2(s)) >= 0", {}, ""),
    ],
)
def test_a_statement_of_no_round_means_the_one_round_that_it_reads(
    claim: str, told: dict[str, Any], end: str
) -> None:
    own = statement(record(claim, [], by(), **{**GOSSIP, "first": -1, **told})["statement"])
    assert own.end({**own.table.lets, **own.where}) == end


def test_the_end_is_the_present_round_alone_and_no_assumption() -> None:
    book = statement(record("distance2(2*K - 1) >= 0", [], by(), **GOSSIP, first=-1)["statement"]).book()
    assert book.facts["end"].equal and not book.facts["end"].every and not book.facts["end"].of
    with pytest.raises(Refused, match="q is not known"):
        statement(record("distance2(q) >= 0", [], by(), **GOSSIP, first=-1)["statement"]).book()
    with pytest.raises(Refused, match="mu is not known to be a round"):
        statement(record("distance2(mu) >= 0", [], by(), **GOSSIP, first=-1)["statement"]).book()


@pytest.mark.parametrize(
    ("name", "proved"),
    [("mine", True), ("flattest", False), ("sharpest", False), ("mu", False), ("x", False)],
)
def test_a_statement_defines_what_has_no_meaning_in_the_family(name: str, proved: bool) -> None:
    told = record(f"{name} >= 3", [], by((1, [])), **GOSSIP, where={name: "4"})
    assert check(told)["proved"] == proved

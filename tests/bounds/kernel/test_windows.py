"""Windows of rounds: what holds in each round of one, one window later, and from window to window; what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.formal import Operator
from mixproof.bounds.kernel.statement import Statement
from mixproof.bounds.kernel.table import Table
from mixproof.bounds.kernel.text import Refused

TABLE = Table(
    "x <- W(x) + n, a window of B rounds",
    {"a": 0, "B": 0, "lam": 0, "lam_windows": 0},
    {"B": "B >= 1", "lam": "lam >= 0", "noise": "sq(n) == a"},
    natural=("B",),
    moving=("W",),
    vectors={"n": {"fresh": True, "moving": True}},
    states={"x": "W(x) + n", "carried": "W(carried)"},
    window="B",
    opened={"carried": "x"},
    operators={"W": Operator()},
    rules={
        "shorter": ("u", "sq(W(u)) <= sq(u)"),
        "window": ("", "sq(ahead(carried) - J(x)) <= lam**2*sq(x - J(x))"),
        "window_later": ("", "t*sq(ahead(carried) - J(x)) <= t*lam_windows**2*sq(x - J(x))"),
    },
    metrics={"size2": "sq(x)"},
)
HELD: dict[str, Any] = {}  # the two sides are equal
QUIET = replace(TABLE, facts={"B": "B >= 1"}, states={**TABLE.states, "x": "W(x)"}, vectors={})


def by(*facts: str) -> dict[str, Any]:
    return {"terms": [[1, [fact]] for fact in facts]}


def square(text: str) -> dict[str, Any]:
    return {"terms": [[1, [], text]]}


def induction(kind: str, claim: str, start: Any, after: Any, *lines: Any, name: str = "I") -> dict[str, Any]:
    return {kind: [[name, claim]], "start": [start], "lines": list(lines), "next": [after]}


def anew(kind: str, claim: str = "sq(x) >= 0", *lines: Any, after: str = "next(x)") -> dict[str, Any]:
    """An induction whose claim is a square, at the start and after."""
    return induction(kind, claim, square("x"), square(after), *lines)


def line(name: str, claim: str, proof: Any) -> dict[str, Any]:
    return {"name": name, "claim": claim, "proof": proof}


def book(table: Table = TABLE, first: int = 0, *steps: Any) -> Book:
    opened = Book(table, first)
    opened.steps(list(steps))
    return opened


def test_what_holds_in_a_window_is_known_one_window_later() -> None:
    """Where W alone moves x, x is what W carries; its length is that of the window's first round or less."""
    shorter = "sq(x) <= sq(first(x))"
    found = book(
        QUIET,
        0,
        induction("window", "sq(x - carried) <= 0", HELD, by("shorter(x - carried)", "I")),
        induction("window", shorter, HELD, by("shorter(x)", "II"), name="II"),
    )
    assert found.facts["I"].every
    assert found.facts["II"].every
    assert found.fact("sq(ahead(x) - ahead(carried)) <= 0")
    assert found.fact("size2(t + B) <= size2(t)")
    with pytest.raises(Refused, match="not known"):
        found.fact("size2(t + 1) <= size2(t)")


def test_lengths_of_a_noisy_window_grow_by_the_noise() -> None:
    step = by("shorter(x)", "I") | {"equations": [["noise", "1"]]}
    found = book(TABLE, 0, induction("window", "sq(x) <= sq(first(x)) + (t - first(t))*a", HELD, step))
    assert found.fact("size2(t + B) <= size2(t) + B*a")


def test_from_window_to_window() -> None:
    """What holds in the first N rounds, and N rounds after each, holds at every round; a window inside may use it."""
    bounded = "sq(x) <= sq(x0)"
    steps = [
        induction("always", bounded, HELD, by("shorter(x)", "P"), name="P"),
        induction("window", "sq(x) <= sq(first(x))", HELD, by("shorter(x)", "I")),
    ]
    found = book(QUIET, 0, *steps, induction("windows", bounded, by("P"), by("I", "Q"), name="Q"))
    assert found.facts["Q"].every
    assert found.facts["next Q"].every
    inner = induction("window", bounded, by("Q"), by("shorter(x)", "Q"), name="R")
    nested = induction("windows", bounded, by("P"), by("R"), inner, name="Q")
    assert book(QUIET, 0, steps[0], nested).facts["Q"].every


@pytest.mark.parametrize("rounds", ["B >= 0", "B >= 1/2", "B > 0"])
def test_a_window_has_a_round(rounds: str) -> None:
    """From a window of no rounds to the next, everything would follow from itself."""
    table = replace(QUIET, facts={"B": rounds})
    for step in (induction("windows", "sq(x) <= 0", HELD, by("I")), anew("window")):
        with pytest.raises(Refused, match="that it has one is not known"):
            book(table, 0, step)
    with pytest.raises(Refused, match="that it has one is not known"):
        book(table).fact("size2(t + B) >= 0")


def test_a_part_of_a_round_is_no_round() -> None:
    with pytest.raises(Refused, match="that it has one is not known"):
        book(replace(TABLE, natural=())).fact("sq(ahead(x)) >= 0")


def test_the_bound_on_later_windows_says_nothing_of_the_first() -> None:
    goal = "sq(ahead(carried) - J(x)) <= lam_windows**2*sq(x - J(x))"
    later = line("later", "t > 0", {"terms": [[1, ["first"]], [1, []]]})
    book(TABLE, 1, later).shown(goal, {"over": ["later"], **by("window_later")})
    with pytest.raises(Refused, match="not known"):
        book().shown(goal, {"over": ["t > 0"], **by("window_later")})
    with pytest.raises(Refused, match="divided by what may vanish"):
        book().shown(goal, {"over": ["t >= 0"], **by("window_later")})
    with pytest.raises(Refused, match="the two sides differ"):
        book().shown(goal, by("window_later"))


def test_noise_is_new_to_a_window_and_not_to_what_it_ends_in() -> None:
    book(
        TABLE,
        0,
        line("new", "dot(n, x) == 0", HELD),
        anew("window", "sq(x) >= 0", line("old", "dot(n, first(x)) == 0", HELD)),
    )
    for text in ("dot(n, ahead(x)) == 0", "dot(n, ahead(carried)) == 0"):
        with pytest.raises(Refused, match="the two sides differ"):
            book().shown(text, HELD)


@pytest.mark.parametrize(
    ("told", "step"),
    [
        # of the present round alone: not of each round in a window
        ("no fact that is known", induction("window", "t >= 1", by("first"), by("I"))),
        ("no fact that is known", anew("window", "sq(x) >= 0", line("q", "t >= 1", by("p")))),
        # the end of a window is not read inside it, nor is a second window
        ("not read inside it", anew("window", "sq(x) >= 0", line("q", "sq(ahead(x)) >= 0", square("x")))),
        ("not read inside it", anew("window", "sq(x) >= 0", line("q", "size2(t + B) >= 0", square("x")))),
        ("not read inside it", anew("window", "sq(x) >= 0", line("q", "lam >= 0", by("window")))),
        ("not read inside it", anew("window", "sq(x) >= 0", line("q", "lam >= 0", by("ahead lam >= 0")))),
        ("stands inside another", anew("window", "sq(x) >= 0", anew("window"))),
        ("stands inside another", anew("windows", "sq(x) >= 0", anew("always"))),
        ("stands inside another", anew("windows", "sq(x) >= 0", anew("windows"))),
        ("stands inside another", induction("always", "t >= 0", HELD, by("I"), anew("window"))),
        # what is claimed from window to window, or of every round, speaks of no window
        ("not read here", induction("windows", "sq(x - first(x)) >= 0", HELD, square("ahead(x) - x"))),
        (
            "is not read",
            induction("windows", "sq(x - carried) >= 0", HELD, square("ahead(x) - ahead(carried)")),
        ),
        ("not read here", induction("always", "sq(x - first(x)) <= 0", HELD, by("I"))),
        ("is not read", induction("always", "sq(x - carried) <= 0", HELD, by("I"))),
        # a window's first W and noise are not those of the present round
        (
            "of the present round",
            anew("window", "sq(x) >= 0", line("q", "sq(first(W(x))) >= 0", square("W(x)"))),
        ),
        ("of the present round", anew("window", "sq(x) >= 0", line("q", "sq(first(n)) >= 0", square("n")))),
        ("of the present round", line("q", "sq(ahead(n)) >= 0", square("n"))),
    ],
)
def test_a_window_knows_what_holds_in_each_of_its_rounds_alone(told: str, step: Any) -> None:
    with pytest.raises(Refused, match=told):
        book(TABLE, 1, line("p", "t >= 1", by("first")), step)


def test_the_hypothesis_of_a_window_is_not_known_at_its_end() -> None:
    """x(t) = carried(t) before the end does not say so at the end: there it is shown."""
    step = induction("window", "sq(x - carried) <= 0", HELD, by("I"))
    with pytest.raises(Refused, match="the two sides differ"):
        book(TABLE, 0, step)
    with pytest.raises(Refused, match="the two sides differ"):
        book(QUIET, 0, induction("windows", "sq(x) <= 0", HELD, by("I")))


def test_what_follows_from_an_induction_s_hypothesis_is_not_of_every_round() -> None:
    opened = book(QUIET)
    with opened.apart():
        opened.enter([["I", "sq(x) <= a"]], "windows")
        opened.step(induction("window", "sq(x) <= a", by("I"), by("shorter(x)", "R"), name="R"))
        assert opened.fact("sq(ahead(x)) <= a")
        assert not opened.facts["R"].every


def test_a_family_without_windows_has_none() -> None:
    plain = replace(TABLE, window="", opened={}, states={"x": "W(x) + n"}, rules={})
    for step in (
        anew("window"),
        anew("windows", after="ahead(x)"),
        line("p", "sq(ahead(x)) >= 0", square("ahead(x)")),
        line("p", "size2(t + B) >= 0", HELD),
    ):
        with pytest.raises(Refused, match=r"no windows|a round is"):
            book(plain, 0, step)


@pytest.mark.parametrize(
    "claim", ["sq(x - carried) <= 0", "sq(x - first(x)) <= 0", "sq(ahead(x)) >= 0", "size2(t) <= v"]
)
def test_a_statement_is_of_rounds_and_of_no_window(claim: str) -> None:
    """Outside a window x is what is carried; a sentence would say that it is at every round."""
    own = Statement(TABLE, claim, (), {"v": "sq(carried)"} if "v" in claim.split() else {}, 0)
    with pytest.raises(Refused, match="stands in lines alone"):
        own.book()


@pytest.mark.parametrize("after", ["carried", "x + first(x)", "ahead(x)", "kept"])
def test_a_state_that_is_followed_is_of_no_window(after: str) -> None:
    """In a window y would move otherwise than outside it."""
    steps = [{"let": "kept", "is": "2*carried"}, {"state": "y", "start": "x0", "next": after}]
    with pytest.raises(Refused, match="stands in lines alone"):
        book(QUIET, 0, *steps)

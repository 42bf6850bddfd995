"""Of which rounds a fact is known, and whether strictly: what is of the present round alone is never of every round."""

from __future__ import annotations

from typing import Any

import pytest

from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.table import Kind
from mixproof.bounds.kernel.tables import TABLES
from mixproof.bounds.kernel.text import Refused

X, Y = "dot(x, o)", "dot(x, x0)"  # numbers of no known sign that move
BOTH = pytest.mark.parametrize("every", [True, False])


def book(*told: tuple[str, str, bool]) -> Book:
    opened = Book(TABLES["gossip"](Kind("gossip", {}, frozenset({"W", "eta", "w0"}), {"S": 1})))
    for name, text, every in told:
        opened.give(name, text, every)
    return opened


@BOTH
@pytest.mark.parametrize(
    ("given", "asked", "strict"),
    [
        # a common factor, and the rest is known
        (f"{X} >= 1", f"mu*{X} >= mu", False),
        (f"{X} > 1", f"mu*{X} >= mu", True),
        (f"{X} > 1", f"sq(o)*{X} >= sq(o)", False),  # sq(o) may be 0
        # signs of atoms
        (f"{X} >= 0", f"mu*{X} >= 0", False),
        (f"{X} > 0", f"mu*{X} >= 0", True),
        (f"{X} > 0", f"mu*{X}*sq(o) >= 0", False),
        (f"{X} > 0", f"{X} + sq(o) >= 0", True),
        (f"{X} >= 0", f"{X} + mu >= 0", True),
        (f"{X} > 0", f"{X}*{Y}**2 >= 0", False),  # Y may be 0
        (f"{X} > 0", f"sqrt({X})*mu >= 0", True),
        (f"{X} > 0", f"{X}**t*mu >= 0", True),
        (f"{X} > 0", f"max({X}, {Y}) >= 0", True),
        (f"{X} >= 0", f"max({X}, {Y}) >= 0", False),
        # a known fact is taken off
        (f"{X} >= {Y}", f"{X} - {Y} + sq(o) >= 0", False),
        (f"{X} > {Y}", f"{X} - {Y} + sq(o) >= 0", True),
        (f"{X} >= {Y}", f"{X} - {Y} + mu >= 0", True),
        (f"{X} >= {Y}", f"2*{X} - 2*{Y} + mu >= 0", True),
    ],
)
def test_a_sign_is_known_as_strictly_and_of_the_rounds_that_its_parts_are(
    given: str, asked: str, strict: bool, every: bool
) -> None:
    opened = book(("given", given, every))
    fact = opened.evident(opened.at("now").compared(asked).value)
    assert fact is not None
    assert (fact.strict, fact.every, fact.of) == (strict, every, {given})


@pytest.mark.parametrize(
    "asked",
    [
        f"mu*{X} >= 0",
        f"{X}*{Y}**2 >= 0",
        f"{X}*{Y} >= 0",
        f"max({X}, {Y}) >= 0",
        f"{X} - {Y} - mu >= 0",
        f"-2*({X} - {Y}) >= 0",
        f"mu*{X} + 1 >= 0",
        f"mu*{Y} >= mu*{X}",
    ],
)
def test_a_sign_of_unknown_parts_is_not_known(asked: str) -> None:
    opened = book(("given", f"{X} >= {Y}", True))
    assert opened.evident(opened.at("now").compared(asked).value) is None


@pytest.mark.parametrize(("first", "second"), [(True, True), (True, False), (False, True), (False, False)])
def test_a_product_of_facts_is_of_the_rounds_of_both(first: bool, second: bool) -> None:
    opened = book(("f", f"{X} > 0", first), ("g", f"{Y} > 0", second))
    fact = opened.product(["f", "g"], "now")
    assert (fact.every, fact.strict, fact.of) == (first and second, True, {f"{X} > 0", f"{Y} > 0"})
    opened = book(("f", f"{X} > 0", True), ("g", f"{Y} >= 0", True))
    assert not opened.product(["f", "g"], "now").strict and not opened.product(["g", "f"], "now").strict
    parts = {"terms": [[1, ["f"]], [1, ["g"]]]}
    for known in (first, second):
        both = book(("f", f"{X} > 0", known), ("g", f"{Y} > 0", first and second))
        assert both.shown(f"{X} + {Y} > 0", parts).every == (first and second)


@BOTH
@pytest.mark.parametrize(
    ("given", "claim", "proof"),
    [
        (f"{X} > 0", f"{Y} >= 0", {"over": ["f"], "terms": [[1, [f"{X}*{Y} >= 0"]]]}),
        (f"{X} >= 0", f"mu*{X} >= 0", {"terms": [[1, ["f", "mu > 0"]]]}),
        (f"{X} >= 0", f"{X}*sq(o) >= 0", {"terms": [[1, ["f"], "o"]]}),
        (f"{X} == 1", f"{X}*{Y} == {Y}", {"equations": [["f", Y]]}),
    ],
)
def test_a_line_is_of_the_rounds_of_what_it_uses(given: str, claim: str, proof: Any, every: bool) -> None:
    more = [("known", f"{X}*{Y} >= 0", True)] if "over" in proof else []
    fact = book(("f", given, every), *more).shown(claim, proof)
    assert fact.every == every and given in fact.of


def test_no_line_divides_by_what_may_vanish_nor_is_strict_without_a_strict_part() -> None:
    opened = book(("f", f"{X} >= 0", True), ("g", f"{X}*{Y} >= 0", True))
    with pytest.raises(Refused, match="divided by what may vanish"):
        opened.shown(f"{Y} >= 0", {"over": ["f"], "terms": [[1, ["g"]]]})
    with pytest.raises(Refused, match="not strictly"):
        opened.shown(f"{X} > 0", {"terms": [[1, ["f"]]]})
    with pytest.raises(Refused, match="not strictly"):
        opened.shown("mu*sq(o) > 0", {"terms": [[1, ["mu > 0"], "o"]]})
    with pytest.raises(Refused, match="an equation is shown by equations"):
        opened.shown(f"{X} == 0", {"terms": [[1, ["f"]]]})
    for c in (0, -1, "-1/2", "0"):
        with pytest.raises(Refused, match="not positive"):
            opened.shown(f"{X} >= 0", {"terms": [[c, ["f"]]]})


@BOTH
def test_a_root_is_of_the_rounds_of_its_two_lines(every: bool) -> None:
    """X <= Y from X**2 <= Y**2 and Y >= 0."""
    for squares, sign in ((every, True), (True, every)):
        opened = book(("f", f"{X}**2 <= {Y}**2", squares), ("g", f"{Y} >= 0", sign))
        opened.root("r", f"{X} <= {Y}", {"terms": [[1, ["f"]]]}, {"terms": [[1, ["g"]]]})
        fact = opened.facts["r"]
        assert (fact.every, fact.strict, len(fact.of)) == (every, False, 2)


@BOTH
def test_cases_are_of_the_present_round_where_one_of_them_is(every: bool) -> None:
    opened = book(("f", f"{X} >= {Y}", every), ("g", f"{Y} >= 0", True))
    line = {"name": "p", "claim": f"{X} >= 0", "proof": {"terms": [[1, ["f"]], [1, ["g"]]]}}
    opened.step(
        {"name": "m", "claim": f"{X} >= 0", "cases": ["mu >= 1", "mu <= 1"], "lines": [[line], [line]]}
    )
    assert opened.facts["m"].every == every
    moving = {"name": "n", "claim": f"{X} + mu > 0", "cases": [f"{X} >= 0", f"{X} <= 0"], "lines": [[], []]}
    with pytest.raises(Refused, match="not shown in the case"):
        book().step(moving)


@BOTH
def test_a_divisor_that_is_positive_now_gives_nothing_for_every_round(every: bool) -> None:
    for given, asked in ((f"{X} > 0", f"1/{X} >= 0"), (f"{X} >= 0", f"sqrt({X}) >= 0")):
        opened = book(("f", given, every))
        assert opened.fact(asked).every == every
        with opened.at_every_round():
            if every:
                opened.at("now").number(asked.partition(" >=")[0])
            else:
                with pytest.raises(Refused, match="not known to be"):
                    opened.at("now").number(asked.partition(" >=")[0])


@pytest.mark.parametrize(
    ("text", "now", "every"),
    [
        (f"1/{X}", False, True),
        (f"sqrt({X})", False, True),
        (f"log({X})", False, True),
        (f"{X}**(1/2) + {Y}", False, True),
        (f"{X}**mu", False, True),  # an exponent that is no whole number needs a base > 0
        (f"{Y}**t", True, True),
        (f"mu**{Y}", True, True),
        (f"exp({Y})", True, True),
        ("1/mu", True, True),
        (f"sum(s < t, exp({Y}))/{X}", False, True),
        (f"max(1/{X}, {Y})", False, True),
    ],
)
def test_a_formula_has_a_value_at_every_round_where_its_parts_have(text: str, now: bool, every: bool) -> None:
    for of_every, expected in ((False, now), (True, every)):
        opened = book(("f", f"{X} > 0", of_every))
        value = opened.at("now").number(text)
        assert [opened.lasts(value) for _ in range(2)] == [expected] * 2


@pytest.mark.parametrize(
    ("text", "whole", "natural"),
    [
        ("t", True, True),
        ("2*t + 1", True, True),
        ("t**2", True, True),
        ("t - 1", True, False),
        ("0 - t", True, False),
        ("t/2", False, False),
        ("t + 1/2", False, False),
        ("mu", False, False),
        ("mu*t", False, False),
        ("t + mu", False, False),
        (X, False, False),
        ("0", True, True),
    ],
)
def test_whole_numbers_are_made_of_rounds_and_whole_numbers(text: str, whole: bool, natural: bool) -> None:
    opened = book()
    value = opened.at("now").number(text)
    assert (opened.whole(value), opened.natural(value)) == (whole, natural)


def test_a_metric_is_read_at_a_round_that_is_known_to_be_the_present_one() -> None:
    opened = book()
    for text in ("distance2(mu)", "distance2(t - 1)", "distance2(t + 4)", "distance2(2*t)", "distance2(t/2)"):
        with pytest.raises(Refused, match="a round is a number"):
            opened.at("now").number(text)
    opened.give("end", "t == mu", every=False)
    assert opened.at("now").number("distance2(mu)") == opened.at("now").number("distance2(t)")
    with opened.at_every_round(), pytest.raises(Refused, match="a round is a number"):
        opened.at("now").number("distance2(mu)")
    for half in ("t >= mu", "t <= mu"):
        with pytest.raises(Refused, match="a round is a number"):
            book(("half", half, False)).at("now").number("distance2(mu)")


def test_a_sum_ends_before_a_round_that_is_known_to_be_the_present_one_at_that_round_alone() -> None:
    opened = book()
    with pytest.raises(Refused, match="a sum over rounds ends"):
        opened.at("now").number("sum(s < mu, distance2(s))")
    opened.give("end", "t == mu", every=False)
    for text in ("sum(s < {}, distance2(s))", "sum(s < {}, lam**(t - 1 - s)*distance2(s))"):
        assert opened.at("now").number(text.format("mu")) == opened.at("now").number(text.format("t"))
        for time in ("start", "next"):
            with pytest.raises(Refused, match="a sum over rounds ends"):
                opened.at(time).number(text.format("mu"))
        with opened.at_every_round(), pytest.raises(Refused, match="a sum over rounds ends"):
            opened.at("now").number(text.format("mu"))


def test_a_sum_of_what_is_positive_may_be_of_nothing() -> None:
    """Neither is it strict, nor is a fact of one index of every one where the same index stands twice."""
    opened = Book(TABLES["vectors"](Kind("vectors", {"kind": "vectors"}, frozenset({"p", "v", "alpha"}), {})))
    fact = opened.evident(opened.at("now").number("sum(i, p[i]**3)"))
    assert fact is not None and not fact.strict and fact.every
    assert opened.evident(opened.at("now").number("sum(i, p[i]*dot(v[i], a))")) is None

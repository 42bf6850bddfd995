"""What the space knows of words of operators, of what moves, and of signs: beside numbers, and where it was learnt."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.facts import Fact
from mixproof.bounds.kernel.scope import Scope
from mixproof.bounds.kernel.text import Refused, parse
from mixproof.bounds.kernel.vectors import Vector

from .test_values import TABLE, Drawn
from .test_windows import QUIET

WORDS = [word for n in range(3) for word in product("JSMR", repeat=n)]
VECTORS = ("u", "v", "still", "flat")
RUN = replace(
    QUIET,
    numbers={**QUIET.numbers, "h": 0, "w": 1},
    facts={**QUIET.facts, "h": "h > 0"},
    moving=("W", "h"),
    vectors={"o": {}, "y": {"arity": 1}},
    gradients=("grad",),
    functions=("F",),
    rules={},
    size="B",
)


def test_an_inner_product_of_words_is_that_of_matrices() -> None:
    """Of every two words of up to two operators, at general, still and flat vectors: each shortens as it may."""
    drawn, book = Drawn(Random("words")), Book(TABLE)
    read: dict[Any, Any] = {}
    for word, name in product(WORDS, VECTORS):
        text = "".join(f"{op}(" for op in word) + name + ")" * len(word)
        read[word, name] = book.at("now").vector(text), drawn.applied(word, drawn.vectors[name, None], 0)
    for (one, first), (other, second) in product(read.values(), repeat=2):
        worth = drawn.worth(book, book.space.dot(one, other), {})
        assert np.isclose(worth, np.vdot(first, second), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("grad(o)", False),
        ("grad(W(o))", True),
        ("grad(J(o))", False),
        ("grad(h*o)", True),
        ("grad(2*o)", False),
        ("grad(x)", True),
        ("grad(x - o)", True),
        ("W(o)", True),
        ("J(o)", False),
        ("sum(i, w[i]*dot(y[i], x))*o", True),
        ("sum(i, w[i]*dot(y[i], o))*o", False),
        ("grad(start(x))", False),
        ("F(W(o))*o", True),
        ("F(o)*o", False),
    ],
)
def test_what_is_taken_at_a_vector_that_moves_moves(text: str, moves: bool) -> None:
    book = Book(RUN)
    assert book.space.moves(book.at("now").number(f"dot({text}, o)")) == moves


@pytest.mark.parametrize("at", ["y[i]", "o + y[i]", "y[i] + o", "w[i]*o", "o + w[i]*x", "sum(i, y[i])"])
def test_no_gradient_is_taken_at_a_vector_with_an_index(at: str) -> None:
    for text in (f"sq(grad({at}))", f"F({at})"):
        with pytest.raises(Refused, match="with indices"):
            Book(RUN).at("now").number(text)


def test_an_induction_over_windows_begins_with_all_rounds_of_the_first() -> None:
    book = Book(RUN)
    left = book.at("now").number("B - 1 - t")
    assert book.evident(left) is None
    with book.starting("windows"):
        assert book.evident(left) is not None
        assert book.evident(left - 1) is None
    with book.apart():
        book.enter([], "window")
        assert book.evident(book.at("now").number("first(t) + B - 1 - t")) is not None
        assert book.evident(book.at("now").number("first(t) + B - 2 - t")) is None


def test_a_fact_is_known_as_well_as_it_was_learnt_at_best() -> None:
    book = Book(RUN)
    value = book.at("now").number("dot(x, o)")
    for strict, every in ((False, False), (False, True), (True, False), (False, True)):
        book.learn(Fact(value, strict, every))
    found, sure = book.evident(value), book.surely(value)
    assert found is not None and (found.strict, found.every) == (False, True)
    assert sure is not None and (sure.strict, sure.every) == (True, False)
    book.learn(Fact(value, True, True))
    found = book.evident(value)
    assert found is not None and found.strict and found.every


def test_a_sign_is_known_as_long_as_what_it_rests_on() -> None:
    book = Book(RUN)
    value = book.at("now").number("max(dot(x, o), -1)")
    ((atom, _),) = next(iter(value))
    assert book.sign(atom) is None
    with book.apart():
        book.learn(Fact(book.at("now").number("dot(x, o)"), True, False))
        assert (found := book.sign(atom)) is not None and found.strict
        with book.apart():
            book.enter([])
            assert book.sign(atom) is None
        assert book.sign(atom) is not None
    assert book.sign(atom) is None


def test_a_running_sum_has_the_sign_of_its_terms() -> None:
    book = Book(RUN)
    for text, known in (
        ("sum(s < t, h)", True),
        ("sum(s < t, dot(x, o))", False),
        ("sum(s < t, h**2)", True),
    ):
        assert (book.evident(book.at("now").number(text)) is not None) == known


@pytest.mark.parametrize(
    "term", [[1], [1, [], "o", "", ""], [1, "h"], [1, [], 1], [1, [], "o", 1], [0, [], "o"]]
)
def test_a_term_that_is_none_is_refused(term: list[Any]) -> None:
    book = Book(RUN)
    assert book.shown("sq(o) >= 0", {"terms": [[1, [], "o", ""]]}).every
    with pytest.raises((Refused, AttributeError)):
        book.shown("sq(o) >= 0", {"terms": [term]})


@pytest.mark.parametrize("text", ["max(1, x)", "max(x, 1)", "sqrt(x)", "abs(x)"])
def test_a_function_of_numbers_takes_no_vector(text: str) -> None:
    with pytest.raises(Refused, match="what is no number"):
        Scope({"x": Vector({(): [1]})}).read(text)


def test_what_is_not_negative_comes_out_of_a_root() -> None:
    read = Book(TABLE).at("now").number
    assert read("sqrt(z**2*a)") == read("z*sqrt(a)")
    assert read("sqrt(z**3*a)") == read("z*sqrt(z*a)") == read("z*sqrt(z)*sqrt(a)")
    assert read("sqrt(e**2*a)") != read("e*sqrt(a)")


def test_a_power_is_read_as_what_it_is_worth() -> None:
    drawn, read = Drawn(Random("powers")), (book := Book(TABLE)).at("now").number
    for base in ("1", "2", "1/2", "3", "a", "(1/sqrt(a))"):
        for exponent in ("k", "2*k", "k + 1", "2", "3", "4"):
            value, text = read(f"({base})**({exponent})"), parse(f"({base})**({exponent})")
            assert np.isclose(drawn.worth(book, value, {}), drawn.read(text, {})), (base, exponent)
    assert read("(1/sqrt(a))**4") == read("1/a**2")


def test_a_vector_that_is_followed_moves() -> None:
    book = Book(RUN)
    book.follow("z", "o", "x")
    assert book.space.moves(book.at("now").number("dot(z, o)"))


@pytest.mark.parametrize("cases", [["h > 1", "h < 1"], ["h >= 1", "o == x"], ["h >= 2", "h <= 1"]])
def test_cases_that_are_not_all_of_them_are_refused(cases: list[str]) -> None:
    book = Book(RUN)
    assert len(book.covering(["h >= 1", "h < 1"])) == len(book.covering(["h >= 1", "h <= 2"])) == 2
    with pytest.raises(Refused, match=r"not all cases|compares numbers"):
        book.covering(cases)


def test_a_length_has_a_value_at_every_round() -> None:
    book = Book(RUN)
    with book.at_every_round():
        assert book.lasts(book.at("now").number("norm(x) + norm(h*(x - o))"))

"""Rules about numbers that hold in every setting: what each states is true of drawn numbers, and its domain is kept."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds.kernel import wording
from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.poly import Poly
from mixproof.bounds.kernel.rules import EQUATIONS, GENERAL
from mixproof.bounds.kernel.table import Kind
from mixproof.bounds.kernel.tables import TABLES
from mixproof.bounds.kernel.tables.scalars import scalars
from mixproof.bounds.kernel.text import Refused

SETTING = {
    **{"a": "positive", "b": "positive", "more": "positive"},
    **{"u": "unit", "x": "real", "m": "natural", "n": "natural"},
}
GOSSIP = Kind("gossip", {}, frozenset({"W", "eta", "w0"}), {"S": 1})
STATED = {
    "bernoulli": ["bernoulli(u - 1, n)", "bernoulli(a, n)"],
    "smaller_power": ["smaller_power(u, n)", "smaller_power(1/(1 + a), b)"],
    "exp_tangent": ["exp_tangent(x)"],
    "log_tangent": ["log_tangent(a)"],
    "log_below": ["log_below(a)"],
    "log_exp": ["log_exp(x)"],
    "log_product": ["log_product(a, b)"],
    "log_power": ["log_power(a, n)", "log_power(a, x)"],
    "increasing_power": ["increasing_power(a, a + b, n)", "increasing_power(u, 1, n)"],
    "longer_power": ["longer_power(1 + a, m, m + n)"],
    "power_tangent": ["power_tangent(a, b, n)", "power_tangent(u, a, n)"],
    "shorter_power": ["shorter_power(1/(1 + a), m, m + n)", "shorter_power(1/(1 + a), b, b + more)"],
    "concave_power": ["concave_power(a, u)", "concave_power(1/(1 + a) - 1, u)"],
    "power_parabola": ["power_parabola(a, a + b, n)", "power_parabola(u, 1, n)"],
    "power_sum": ["power_sum(u, m, n)", "power_sum(a, b, x)"],
    "power_power": ["power_power(a, m, n)", "power_power(a, b, x)"],
    "power_product": ["power_product(a, b, x)", "power_product(u, x, n)"],
    "exp_sum": ["exp_sum(x, a)", "exp_sum(x, -x)"],
    "exp_power": ["exp_power(x, n)", "exp_power(-x, a)"],
}
UNKNOWN = [
    "bernoulli(x, n)",
    "bernoulli(u - 2, n)",
    "bernoulli(a, b)",
    "smaller_power(a, n)",
    "log_tangent(x)",
    "log_product(a, x)",
    "log_power(x, n)",
    "log_power(u, n)",
    "increasing_power(a + b, a, n)",
    "increasing_power(a, a + b, b)",
    "longer_power(a, m, m + n)",
    "longer_power(1 + a, m, n)",
    "longer_power(1 + a, u, n)",
    "power_tangent(x, a, n)",
    "power_tangent(a, b, more)",
    "shorter_power(u, m, m + n)",
    "shorter_power(1/(1 + a), m, n)",
    "concave_power(u - 1, u)",
    "concave_power(a, n)",
    "power_parabola(a, b, n)",
    "power_parabola(a, a + b, more)",
    "power_sum(x, m, u)",
    "power_power(u, m, n)",
    "power_product(u, a, b)",
    "power_product(a, x, b)",
]
SIZES = st.floats(0.01, 4)


def test_every_rule_about_numbers_is_tried() -> None:
    assert {*STATED} == {name for name, rule in GENERAL.items() if "v" not in rule.places}


@pytest.mark.parametrize("text", [text for texts in STATED.values() for text in texts])
@given(
    st.fixed_dictionaries(
        {
            **dict.fromkeys(("a", "b", "more"), SIZES),
            **{"u": st.floats(0, 1), "x": st.floats(-3, 3)},
            **dict.fromkeys(("m", "n"), st.integers(1, 5)),
        }
    )
)
def test_what_a_rule_states_is_true(text: str, values: dict[str, float]) -> None:
    book = Book(scalars(SETTING))
    fact = book.fact(text)
    assert isinstance(fact.value, Poly)
    words = {"exp": math.exp, "log": math.log, "sqrt": math.sqrt}
    parts = [
        eval(wording.full(book.space, Poly({key: c})), {**words, **values}) for key, c in fact.value.items()
    ]
    gap, room = math.fsum(parts), 1e-9 * (1 + math.fsum(map(abs, parts)))
    assert gap >= -room
    assert fact.equal == (text.partition("(")[0] in EQUATIONS)
    if fact.equal:
        assert gap <= room


@pytest.mark.parametrize("text", UNKNOWN)
def test_a_rule_is_refused_outside_its_domain(text: str) -> None:
    with pytest.raises(Refused):
        Book(scalars(SETTING)).fact(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("bernoulli(u - 1, n)", "u**n >= 1 + n*(u - 1)"),
        ("smaller_power(u, n)", "u**n <= 1"),
        ("smaller_power(1/(1 + a), u)", "(1/(1 + a))**u <= 1"),
        ("exp_tangent(x)", "exp(x) >= 1 + x"),
        ("log_tangent(a)", "log(a) <= a - 1"),
        ("log_below(a)", "log(a) >= 1 - 1/a"),
        ("log_product(a, b)", "log(a) + log(b) == log(a*b)"),
        ("log_power(a, n)", "n*log(a) == log(a**n)"),
        ("increasing_power(u, 1 + u, n)", "u**n <= (1 + u)**n"),
        ("increasing_power(u, u, n)", "u**n <= u**n"),
        ("longer_power(1 + u, m, m + n)", "(1 + u)**m <= (1 + u)**(m + n)"),
        ("longer_power(1 + a, m, m)", "(1 + a)**m <= (1 + a)**m"),
        ("power_tangent(a, u, n)", "a*u**n >= a**n*(a + n*(u - a))"),
        ("shorter_power(1/(1 + a), u, 1 + u)", "(1/(1 + a))**(1 + u) <= (1/(1 + a))**u"),
        ("concave_power(a, u)", "(1 + a)**u <= 1 + u*a"),
        ("power_parabola(u, 1, n)", "2*u**2 >= u**n*(2*u**2 + 2*n*u*(1 - u) + n*(n - 1)*(1 - u)**2)"),
        ("power_sum(a, m, n)", "a**m*a**n == a**(m + n)"),
        ("power_power(a, u, n)", "a**(u*n) == (a**u)**n"),
        ("power_product(a, u, n)", "a**n*u**n == (a*u)**n"),
        ("exp_power(x, u)", "exp(u*x) == exp(x)**u"),
        ("exp_sum(x, a)", "exp(x)*exp(a) == exp(x + a)"),
    ],
)
def test_a_rule_states_what_it_says_at_the_edge_of_its_domain_too(text: str, meant: str) -> None:
    book = Book(scalars(SETTING))
    fact, goal = book.fact(text), book.at("now").compared(meant)
    assert (fact.value, fact.strict, fact.equal) == (goal.value, False, goal.equal)
    assert fact.every


@pytest.mark.parametrize(
    ("text", "every"),
    [
        ("log_tangent(t + 1)", False),  # that t + 1 > 0 may be known of the present round alone
        ("log_product(a, t + 1)", False),
        ("increasing_power(t, t + a, n)", False),
        ("log_product(a, b)", True),
        ("exp_tangent(t)", True),
    ],
)
def test_a_rule_with_a_domain_is_of_the_present_round_where_its_numbers_move(text: str, every: bool) -> None:
    assert Book(scalars(SETTING)).fact(text).every == every


@pytest.mark.parametrize("every", [True, False])
def test_a_vector_vanishes_when_its_length_is_known_to(every: bool) -> None:
    book = Book(TABLES["gossip"](GOSSIP))
    with pytest.raises(Refused, match="is not known"):
        book.fact("vanishing(x - o)")
    book.give("small", "sq(x - o) <= 0", every)
    fact = book.fact("vanishing(x - o)")
    assert (fact.every, fact.strict, fact.equal, fact.of) == (every, False, True, {"sq(x - o) <= 0"})


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("triangle(x, o)", "norm(x + o) <= norm(x) + norm(o)"),
        ("triangle(x - o, 2*o)", "norm(x + o) <= norm(x - o) + norm(2*o)"),
        ("cauchy(x, o)", "dot(x, o) <= norm(x)*norm(o)"),
    ],
)
def test_rules_about_lengths_are_of_every_round(text: str, meant: str) -> None:
    book = Book(TABLES["gossip"](GOSSIP))
    fact, goal = book.fact(text), book.at("now").compared(meant)
    assert (fact.value, fact.strict, fact.equal, fact.every) == (goal.value, False, False, True)

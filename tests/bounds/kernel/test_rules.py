"""Rules about numbers that hold in every setting: what each states is true of drawn numbers, and its domain is kept."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.formal import Poly
from mixproof.bounds.kernel.rules import EQUATIONS, GENERAL
from mixproof.bounds.kernel.tables.scalars import scalars
from mixproof.bounds.kernel.text import Refused

SETTING = {
    **{"a": "positive", "b": "positive", "more": "positive"},
    **{"u": "unit", "x": "real", "m": "natural", "n": "natural"},
}
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
}
UNKNOWN = [
    "bernoulli(x, n)",
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
]
SIZES = st.floats(0.01, 4)


def test_every_rule_about_numbers_is_tried() -> None:
    assert {*STATED} == {name for name, (_, places) in GENERAL.items() if "v" not in places}


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
    parts = [eval(book.space.whole(Poly({key: c})), {**words, **values}) for key, c in fact.value.items()]
    gap, room = math.fsum(parts), 1e-9 * (1 + math.fsum(map(abs, parts)))
    assert gap >= -room
    assert fact.equal == (text.partition("(")[0] in EQUATIONS)
    if fact.equal:
        assert gap <= room


@pytest.mark.parametrize("text", UNKNOWN)
def test_a_rule_is_refused_outside_its_domain(text: str) -> None:
    with pytest.raises(Refused):
        Book(scalars(SETTING)).fact(text)

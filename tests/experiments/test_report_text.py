"""How the report sets formulas, numbers and prose: MathML read back has the same value, digits are true."""

import math
import re
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds.formula import parse
from mixproof.bounds.theorems import ALL
from mixproof.experiments.report import latex
from mixproof.experiments.report.digits import decimal, exact
from mixproof.experiments.report.mathml import comparison, formula, name
from mixproof.experiments.report.prose import paragraphs, prose
from mixproof.experiments.report.witness import setting

NUMBERS = {"a": 0.7, "b": 1.9, "c": 3.1, "f": lambda x: 1 + x * x}


class Read(HTMLParser):
    """MathML as a person reads it, written as Python: neighbours are multiplied, brackets are seen."""

    def __init__(self, text):
        super().__init__()
        self.open, self.parts = [], [[]]
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.parts.append([])

    def handle_data(self, data):
        signs = {"\u2062": "*", "⋅": "*", "−": "-", "\u2061": "", "=": "=="}
        self.parts[-1].append(signs.get(data, data))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        inside = self.parts.pop()
        if tag in ("mfrac", "msup"):
            a, b = inside
            inside = [f"(({a})/({b}))" if tag == "mfrac" else f"({a})**({b})"]
        text = "".join(inside)
        if tag == "msqrt":
            text = f"sqrt({text})"
        if tag == "mrow" and len(bars := re.findall(r"\|", text)) == 2 and text[0] == text[-1] == "|":
            text = f"abs({text[1:-1]})" if bars else text
        self.parts[-1].append(text)


def read(mathml):
    return "".join(Read(unescape(mathml)).parts[0])


def _binary(sides):
    return st.tuples(sides, st.sampled_from(["+", "-", "*", "/"]), sides).map(
        lambda x: f"({x[0]}) {x[1]} ({x[2]})"
    )


FORMULAS = st.recursive(
    st.sampled_from(["a", "b", "c", "2", "13"]),
    lambda sides: st.one_of(
        _binary(sides),
        sides.map(lambda x: f"-({x})"),
        sides.map(lambda x: f"sqrt({x})"),
        sides.map(lambda x: f"f({x})"),
        st.tuples(sides, st.sampled_from(["2", "3", "(-1)"])).map(lambda x: f"({x[0]})**{x[1]}"),
        st.tuples(sides, sides).map(lambda x: f"max({x[0]}, {x[1]})"),
    ),
    max_leaves=8,
)


@given(FORMULAS)
def test_a_formula_read_back_has_the_same_value(text):
    functions = {"sqrt": lambda x: x**0.5, "max": max, "abs": abs}
    try:
        with np.errstate(all="ignore"):
            value = parse(text).evaluate(NUMBERS.get)
        with_python = eval(read(formula(text)), {**NUMBERS, **functions})
    except (ZeroDivisionError, OverflowError, TypeError):
        return
    if isinstance(with_python, complex) or not math.isfinite(value):
        return
    assert with_python == pytest.approx(value, rel=1e-9)


def test_symbols_are_those_of_the_papers():
    def seen(mathml):
        return unescape(re.sub("<[^>]*>", " ", mathml)).split()

    assert seen(name("lam_n")) == ["λ", "n"] and "<msub>" in name("lam_n")
    assert seen(name("sigma2")) == ["σ", "2"] and "<msup>" in name("sigma2")
    assert seen(name("lam2")) == ["λ", "2"] and "<msub>" in name("lam2")  # the second eigenvalue, no square
    assert seen(name("Fstar")) == ["F", "*"] and seen(name("error2")) == ["error", "2"]
    assert seen(comparison("step(t)", "<=", "1/L"))[:3] == ["η", "t", "≤"]
    assert read(formula("0 < lam <= 1")) == "0<λ≤1"


@given(st.fractions(), st.integers(1, 15))
def test_shown_digits_are_cut_off_and_true(number, digits):
    shown = decimal(number, number, digits)
    if number == 0:
        assert float(shown) == 0
        return
    told = Fraction(shown)
    last = Fraction(10) ** (math.floor(math.log10(abs(float(number))) + 1e-9) - digits + 1)
    assert 0 <= abs(number) - abs(told) < 10 * last and (told == 0 or (told > 0) == (number > 0))


@given(st.fractions(min_value="1/1000", max_value=1000), st.fractions(min_value=0, max_value="1/1000000"))
def test_an_interval_shows_only_digits_of_both_ends(low, width):
    shown = exact([str(low), str(low + width)]).removesuffix("…")
    if width == 0 or len(shown) > 3:
        assert Fraction(shown) <= low


def test_prose_sets_indices_powers_and_greek_and_leaves_code_alone():
    assert prose("t^-3.61 <= -lambda_n") == "t<sup>-3.61</sup> ≤ -λ<sub>n</sub>"
    assert (
        prose("`lambda_2 <= 1` of decefl.lambda-range")
        == "<code>lambda_2 &lt;= 1</code> of decefl.lambda-range"
    )
    assert prose("e^((2z-1)/(2 sigma^2))") == "e<sup>((2z-1)/(2 σ<sup>2</sup>))</sup>"
    assert prose("both sums, sum_k F~_k") == "both sums, Σ<sub>k</sub> F\u0303<sub>k</sub>"
    assert (
        paragraphs("Proof. One\nline.\n\n    x = 1")
        == "<p><b>Proof.</b> One line.</p><p class='display'>x = 1</p>"
    )


@given(st.text(alphabet=st.sampled_from("ab<>&\"'`_^(){}*~-. \n"), max_size=40))
def test_prose_lets_no_markup_through(text):
    found = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attributes: found.append((tag, attributes))
    parser.feed(prose(text))
    assert all(tag in ("sub", "sup", "code") and not attributes for tag, attributes in found)


@pytest.mark.parametrize("paper", sorted({stated.paper for stated in ALL}))
def test_every_kind_of_setting_is_shown(paper):
    kinds = {id(s.family_of(v)): (s.family_of(v), s, v) for s in ALL if s.paper == paper for v in s.variants}
    for family, stated, variant in kinds.values():
        told = family.sample(Random(0)).to_json()
        shown = setting(stated, variant, told)
        assert all(name(key) in shown for key in told)
        assert latex.numbers(told).count("=") >= len(told)

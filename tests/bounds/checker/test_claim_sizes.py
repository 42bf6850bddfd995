"""Right sides of claims as sums of quantities: their value at numbers beside that of the text, and what is refused."""

from __future__ import annotations

from fractions import Fraction as F
from math import sqrt
from typing import Any

import pytest

from mixproof.bounds.checker.claim_sizes import Size, read
from mixproof.bounds.checker.psd import NotACertificate

K, LAST = 4, 2
# what a quantity per client is in this run, and the names that formulas have for it
QUANTITIES = {
    "gstar2": 2.5, "eps0": 0.3, "chi2": 1.7, "Fstar": -0.6, "minima": -1.1, "least": -3.2,
    **{f"{name}({t})": 0.4 + 0.3 * i + t / 7 for i, name in enumerate(("spread2", "distance2", "error2", "gap"))
       for t in range(LAST + 1)},
}  # fmt: skip
KNOWN: dict[str, Any] = {
    "L": F(2), "mu": F(1, 3), "t": F(LAST), "K": Size([{("", 1): F(1)}], False),
    "gstar": Size([{("gstar2", 1): F(1)}], True), "gstar2": Size([{("gstar2", 1): F(1)}], False),
    "step": lambda s: F(1, 2) / (s + 3),
}  # fmt: skip


def metric(name: str, power: int) -> Any:
    return lambda t: K**power * QUANTITIES[f"{name}({t})"]


def rooted(name: str, power: int) -> Any:
    return lambda t: sqrt(metric(name, power)(t))


NAMES: dict[str, Any] = {
    "L": 2, "mu": 1 / 3, "t": LAST, "K": K, "step": lambda s: 0.5 / (s + 3), "sqrt": sqrt, "max": max,
    "gstar": sqrt(K * QUANTITIES["gstar2"]), "gstar2": K * QUANTITIES["gstar2"],
    "eps0": K * QUANTITIES["eps0"], "chi2": QUANTITIES["chi2"], "Fstar": QUANTITIES["Fstar"],
    "tilde_minima_sum": QUANTITIES["minima"], "minima_sum": K * QUANTITIES["minima"],
    "minima_min": QUANTITIES["least"], "tilde_minima_min": QUANTITIES["least"] / K,
    "spread2": metric("spread2", 1), "spread": rooted("spread2", 1), "gap": metric("gap", 0),
    "distance2": metric("distance2", 1), "distance": rooted("distance2", 1),
    "error2": metric("error2", 0), "error": rooted("error2", 0),
}  # fmt: skip


def value(size: Any) -> float:
    """Of a size in this run, by its definition."""
    if isinstance(size, F):
        return float(size)
    measured = {"": 1.0} | QUANTITIES
    parts = [[float(q) * K**p * measured[name] for (name, p), q in one.items()] for one in size.sums]
    return max(sum(map(sqrt, part)) if size.root else sum(part) for part in parts)


NUMBERS = [
    "3",
    "-L",
    "L/mu - 5",
    "2**3",
    "mu**(0 - 2)",
    "step(t - 1)",
    "sqrt(9/4)",
    "sqrt(1/4)",
    "sqrt(0)",
    "max(L, mu, 1)",
    "t + 1",
]
SQUARES = [
    "eps0", "2*eps0", "eps0*2", "eps0/3", "chi2 + eps0", "eps0 + 0", "0 + eps0", "eps0 - chi2/7", "-eps0",
    "Fstar - tilde_minima_sum", "Fstar - minima_sum/K", "Fstar - minima_min", "Fstar/K - tilde_minima_min",
    "K*chi2", "chi2*K", "chi2/K", "-K*chi2", "eps0*(1/K)/2",
    "max(eps0, 3*chi2)", "max(eps0, chi2) + max(gap(0), error2(1))", "K*max(eps0, chi2)", "max(eps0, chi2)*2",
    "spread2(t)", "spread2(0) + distance2(1)/2", "error2(t - 1)*L", "gap(2) + gap(2)", "gap(0) - gap(0) + eps0",
    "gstar2 + 2*gstar2", "eps0 - (0 - 2)*chi2", "max(eps0, chi2)*0 + chi2",
]  # fmt: skip
NORMS = [
    "gstar", "2*gstar", "gstar/3", "sqrt(eps0)", "sqrt(2*eps0)", "sqrt(eps0/3)", "gstar + spread(0)",
    "spread(1) + spread(1)",
    "2*spread(0) + 3*spread(0) + error(0)", "K*error(0)", "error(0)*K", "sqrt(K)*error(0)", "error(0)*sqrt(K)",
    "error(0)/sqrt(K)", "error(0)/K", "sqrt(K)*K*error(0)", "K*sqrt(K)/sqrt(2)*error(0)", "sqrt(2)*distance(0)",
    "sqrt(2)*sqrt(8)*sqrt(eps0)", "distance(0)/sqrt(3)", "max(spread(0), 2*error(1))", "gstar*L + sqrt(eps0*L)",
    "sqrt(max(eps0, 2*chi2))", "(sqrt(K) + sqrt(K))*error(0)", "sqrt(eps0) + 2*max(gstar, error(0))",
]  # fmt: skip


@pytest.mark.parametrize("text", [*NUMBERS, *SQUARES, *NORMS])
def test_a_size_has_the_value_of_its_formula(text: str) -> None:
    size = read(text, {}, KNOWN)
    assert value(size) == pytest.approx(eval(text, {}, NAMES), rel=1e-12)
    assert isinstance(size, F) == (text in NUMBERS) and (text in NUMBERS or size.root == (text in NORMS))


def test_definitions_are_read_where_they_stand() -> None:
    size = read("2*x + chi2", {"x": "y/L", "y": "eps0"}, KNOWN)
    assert value(size) == pytest.approx(NAMES["eps0"] + NAMES["chi2"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        # a maximum that is subtracted, or of what may be negative, is smaller than the sums say
        *((text, "a maximum is subtracted") for text in (
            "eps0 - max(gap(0), eps0)", "eps0 + (-K)*max(gap(0), eps0/K)", "max(gap(0), eps0)/(-K)",
            "-max(gap(0), eps0)", "-max(gap(0), eps0)*K",
        )),
        *((text, "unlike quantities") for text in (
            "max(gap(0), 0)", "max(tilde_minima_sum, -1)", "max(1, eps0)", "max(gstar, eps0)",
        )),
        *((text, "a norm or") for text in (
            "gstar - spread(0)", "-gstar", "(-K)*gstar", "gstar/(-2)", "(0 - 2)*sqrt(K)",
        )),
        ("1 + eps0", "a number is added"),
        ("eps0 - 1", "a number is added"),
        ("gstar + eps0", "a norm is added to a square"),
        ("sqrt(2)*gstar + gstar", "do not add up"),
        ("eps0*chi2", "a product"),
        ("gstar*spread(0)", "a product"),
        ("eps0*max(K, K)", "a product"),
        ("eps0*sqrt(K)", "a square times a root"),
        ("sqrt(K)*eps0", "a square times a root"),
        ("1/eps0", "in a denominator"),
        ("L/(K + eps0)", "in a denominator"),
        ("sqrt(eps0 + chi2)", "the root of a sum"),
        ("sqrt(max(eps0, eps0 + chi2))", "the root of a sum"),
        ("sqrt(gstar)", "the root of a sum"),
        ("sqrt(-eps0)", "the root of a sum"),
        ("sqrt(0 - 2)", "a negative number"),
        ("eps0**2", r"eps0 \*\* 2"),
        ("4**(1/2)", r"4 \*\* \(1 / 2\)"),
        ("(2**100)**(9**3)", "grew too large"),
        ("spread(3)", "at no round"),
        ("spread(1/2)", "at no round"),
        ("spread(0 - 1)", "at no round"),
        ("spread(K)", "at no round"),
        ("nothing", "not read: nothing"),
        ("1.5*eps0", "1.5"),
        ("True*eps0", "True"),
        ("min(eps0, chi2)", "min"),
        ("x", "no short text"),
        ("eps0" + " " * 2000, "no short text"),
    ],
)  # fmt: skip
def test_what_is_no_maximum_of_sums_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotACertificate, match=sentence):
        read(text, {"x": "x"}, KNOWN)

"""Two and three rounds later, discounted sums, and the rules of exponentials and of powers of products."""

from __future__ import annotations

import pytest

import mixproof as mx
from mixproof.families import declared, gossip, learning, scalars

AVERAGING = mx.Algorithm("averaging", {"x": "mix(x)"})
THREE = """
one: norm(W(x) - J(x)) <= lam*norm(x - J(x)) by root, mixing(x)
two: norm(W(W(x)) - J(x)) <= lam*norm(W(x) - J(x)) by root, mixing(W(x))
three: norm(W(W(W(x))) - J(x)) <= lam*norm(W(W(x)) - J(x)) by root, mixing(W(W(x)))
claim by one, two, three
"""
UNROLLED = """
mixed: norm(W(x) - J(x)) <= lam*norm(x - J(x)) by root, mixing(x)
one: norm(next(x) - J(next(x))) <= lam*norm(x - J(x)) + added_spread(t)
  by mixed, triangle(W(x) - J(x), next(x) - W(x) - J(next(x) - W(x)))
always I: CLAIM
  next by I, one
claim by I
"""


def proved(family: mx.Family, claim: str, text: str, *assume: str) -> bool:
    return bool(mx.prove(mx.claim(claim, *assume, family=family), text).proved)


def test_three_rounds_of_averaging() -> None:
    assert proved(declared(AVERAGING), "spread(t + 3) <= lam**3*spread(t)", THREE)
    assert not proved(declared(AVERAGING), "spread(t + 3) <= lam**4*spread(t)", THREE)


@pytest.mark.parametrize(
    ("family", "W"),
    [(declared(AVERAGING, changing=True), "W"), (gossip(fixed=True), "W"), (learning(), "W_hat")],
    ids=["W that changes", "noise", "lossy links"],
)
def test_what_is_drawn_in_a_later_round_is_not_that_of_the_present_one(family: mx.Family, W: str) -> None:
    """Two rounds later x is a vector of its own, of which its length alone is known."""
    assert proved(family, "spread2(t + 2) >= 0", "claim with next(next(x)) - J(next(next(x)))")
    lines = f"same: sq(next(next(x)) - {W}({W}(x))) <= 0\nclaim by same"
    reason = mx.prove(mx.claim("spread2(t + 2) <= 0", family=family), lines).reason
    assert reason.startswith("line 1 is false"), reason


def test_discounted_sums() -> None:
    claim = "spread(t) <= lam**t*spread(0) + sum(s < t, lam**(t - 1 - s)*added_spread(s))"
    late = claim.replace("t - 1 - s", "t - s")
    assert proved(declared("DGD"), claim, UNROLLED.replace("CLAIM", claim))
    assert not proved(declared("DGD"), late, UNROLLED.replace("CLAIM", late))


@pytest.mark.parametrize(
    ("claim", "true"),
    [
        ("sum(s < t, lam**(t - 1 - s))*(1 - lam) == 1 - lam**t", True),
        ("sum(s < t, lam**(t - s))*(1 - lam) == 1 - lam**t", False),
        ("sum(s <= t, 4**(t - s)) == (4**(t + 1) - 1)/3", True),
        ("sum(s <= t, 2**(2*t - 2*s)) == (4**(t + 1) - 1)/3", True),
        ("sum(s < t, 2**(2*t - s)) == 2**(2*t + 1) - 2**(t + 1)", False),  # no power of t - s
        ("sum(1 <= s <= t, 2**(t - s)) == 2**t - 1", True),
        ("sum(1 <= s <= t, 2**(t - s)) == 2**t", False),
        ("sum(s < t, 2**(t - 1 - s)*3**s) == 3**t - 2**t", True),
        ("sum(s < t, 2**(t - 1 - s)*3**t) == 3**t - 2**t", False),
    ],
)
def test_geometric_sums(claim: str, true: bool) -> None:
    whole = "sum(s <= t, 2**(t - s)) == 2**(t + 1) - 1"
    given, always = (("t >= 1",), whole) if "1 <=" in claim else ((), claim)
    text = f"always I: {always}\n  next by I\nclaim by I"
    assert proved(declared("DGD"), claim, text, *given) is true


def test_exponentials_and_powers_of_products() -> None:
    numbers = scalars("n", positive="a b")
    assert proved(numbers, "exp(a)*exp(b) == exp(a + b)", "claim by exp_sum(a, b)")
    assert not proved(numbers, "exp(a)*exp(b) == exp(a + 2*b)", "claim by exp_sum(a, b)")
    assert proved(numbers, "(a*b)**n == a**n*b**n", "claim by power_product(a, b, n)")
    assert not proved(numbers, "(a*b)**n == a**n*b**(n + 1)", "claim by power_product(a, b, n)")

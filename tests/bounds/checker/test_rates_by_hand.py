"""Lyapunov certificates of one state that are decided by hand: each is exact, so what is beside it is false."""

from __future__ import annotations

import re
from fractions import Fraction as F
from typing import Any

import pytest

from mixproof.bounds.checker import lyapunov
from mixproof.bounds.checker.psd import NotACertificate
from mixproof.bounds.checker.rate_record import upward

Record = dict[str, Any]


def record(update: str, **told: Any) -> Record:
    """Gossip, x <- mix(x) or the like, with V = ||x - 1 xbar||^2."""
    declared = {"name": "by hand", "let": {}, "next": {"x": update}, "balanced": [], "models": ["x"]}
    plain = {"tier": "sym", "mu": "1", "L": "1", "lo": "-1/4", "hi": "1/2", "rho": "1/2", "floor": "0"}
    form = {"share": ["1", "1"], "eta": ["1"], "multipliers": [[]], "P": [], "Q": [[["1"]]]}
    return {"kind": "lyapunov", "algorithm": declared | {"rest": None}, **plain, **form, **told}


def triangle(rows: int) -> list[list[str]]:
    """Of zeros."""
    return [["0"] * (i + 1) for i in range(rows)]


def descent(update: str, **told: Any) -> Record:
    """u is the gradient, x itself where mu = L = 1: x/2 in the mean, (nu - 1/2) x - h/2 in the disagreement."""
    of = {"eta": ["1/2"], "lo": "0", "hi": "1/4", "rho": "3/4", "floor": "9/5"}
    return record(update, **of | {"multipliers": [["9/5"]], "P": [["3"]], "Q": [[["2"]]]} | told)


GOSSIP = record("mix(x)")
RANDOM = GOSSIP | {"r2": "1/4"}
AVERAGING = RANDOM | {"lo": "0", "hi": "0"}
ANY = GOSSIP | {"tier": "norm", "lo": "-1/2", "R": [["1"]]}
STEPS = record(
    "(1 - eta)*x + eta*mix(x)", eta=["1/2", "1"], multipliers=[[], []], lo="-1/2", hi="1/2", rho="3/4"
)
DESCENT = descent("mix(x) - eta*grad(x)")
NOISY = DESCENT | {"noise": ["3/4", "1/2"]}
ADAPTED = descent("mix(x - eta*grad(x))", lo="-1/2", noise=["3/4", "1/8"])
SHARED = descent(
    "mix(x) - eta*share(grad(x))", eta=["1/4"], share=["1", "2"], hi="0", rho="9/10", floor="1/5",
    multipliers=[["4/5"]], P=[["8/5"]], Q=[[["8/5"]]], noise=["2/5", "2/5"],
)  # fmt: skip
CURVED = descent("mix(x) - eta*grad(x)", eta=["1/4", "1/2"], multipliers=[["9/5"], ["9/5"]])


ONCE = GOSSIP | {"lo": "0", "hi": "0", "rho": "0"}


def fixed(gram: list[Any], **told: Any) -> Record:
    """1/4 - nu^2 is to be the sum of squares `gram`."""
    return record("mix(x)", tier="fixed", gram=gram, gram_Q=[[["1"]], []], **told)


FIXED = fixed([triangle(2), [["1"]]], lo="-1/2")
WEIGHED = fixed([triangle(3), [["2"], ["1", "1"]]], lo="-1/2") | {
    "Q": [[["2"]], [["2"]], [["1"]]],
    "gram_Q": [[["2"], ["1", "1"]], [["0"]]],
}  # Q = 1 + (1 + nu)^2
NOTHING = fixed([triangle(2), triangle(1)]) | {"Q": [[["0"]]], "gram_Q": [triangle(1), []]}


EXACT = [GOSSIP, ONCE, RANDOM, AVERAGING, ANY, STEPS, DESCENT, NOISY, ADAPTED, SHARED, FIXED, WEIGHED]


@pytest.mark.parametrize("exact", EXACT)
def test_what_is_true_is_proved(exact: Record) -> None:
    result = lyapunov.check(exact)
    assert result["proved"], result["reason"]


@pytest.mark.parametrize(
    ("exact", "change", "reason"),
    [
        (GOSSIP, {"rho": "49/100"}, "nu=1/2"),
        (GOSSIP, {"lo": "-51/100"}, "nu=-51/100"),
        (GOSSIP, {"lo": "3/4"}, "lo <= hi"),
        (GOSSIP, {"rho": "49/100", "floor": "1"}, "nu=1/2"),
        (GOSSIP, {"rho": "1"}, "rho < 1"),
        (GOSSIP, {"rho": "-1/2"}, "0 <= rho"),
        (GOSSIP, {"floor": "-1"}, "c >= 0"),
        (GOSSIP, {"eta": ["0"]}, "no interval of positive numbers"),
        (GOSSIP, {"Q": [[["0"]]]}, "Q is not positive definite"),
        (RANDOM, {"lo": "-51/100"}, "below the square of the mean"),
        (RANDOM, {"hi": "51/100"}, "below the square of the mean"),
        (RANDOM, {"r2": "26/100"}, "the form of the disagreement"),
        (AVERAGING, {"r2": "26/100"}, "the form of the disagreement"),
        (AVERAGING, {"tier": "fixed"}, "r2 goes with tier sym"),
        (ANY, {"lo": "-1/4"}, "lo = -hi"),
        (ANY, {"lo": "-51/100", "hi": "51/100"}, "the form of the disagreement"),
        (ANY, {"rho": "2/5", "Q": [[["2"]]]}, "the form of the disagreement"),
        (ANY, {"R": [["-1"]]}, "R is not positive"),
        (STEPS, {"rho": "74/100"}, "eta=1/2, nu=1/2"),
        (STEPS, {"eta": ["1/2", "5/4"]}, "eta=5/4, nu=-1/2"),
        (STEPS, {"eta": ["1", "1/2"]}, "no interval"),
        (STEPS, {"eta": ["1", "1"]}, "no interval"),
        (STEPS, {"tier": "fixed"}, "one step"),
        (DESCENT, {"rho": "1/2"}, "the form of the mean"),
        (DESCENT, {"rho": "1"}, "rho < 1"),
        (DESCENT, {"floor": "17/10"}, "the form of the disagreement"),
        (DESCENT, {"P": [["1"]]}, "P is not positive definite"),
        (DESCENT, {"Q": [[["1"]]]}, "Q is not positive definite"),
        (DESCENT, {"multipliers": [["-9/5"]]}, "a multiplier is negative"),
        (DESCENT, {"L": "11/10"}, "the form of the"),
        (DESCENT, {"mu": "11/10"}, "0 < mu <= L"),
        (DESCENT, {"mu": "0"}, "0 < mu <= L"),
        (DESCENT, {"share": ["0", "1"]}, "a share fails"),
        (DESCENT, {"share": ["2", "1"]}, "a share fails"),
        (NOISY, {"noise": ["74/100", "1/2"]}, "p is too small"),
        (NOISY, {"noise": ["3/4", "49/100"]}, "q is too small"),
        (NOISY, {"r2": "1/4"}, "noise: one gradient"),
        (NOISY, {"tier": "norm", "R": [["1"]], "lo": "-1/4"}, "noise: one gradient"),
        (ADAPTED, {"noise": ["3/4", "12/100"]}, "q is too small"),
        (SHARED, {"noise": ["39/100", "2/5"]}, "p is too small"),
        (SHARED, {"noise": ["2/5", "39/100"]}, "q is too small"),
        (SHARED, {"rho": "7/10", "floor": "1"}, "the form of the mean"),  # true of the share 2 alone
        (FIXED, {"noise": ["0", "0"]}, "noise: one gradient"),
        (FIXED, {"lo": "-51/100"}, "gram is not the polynomial"),
        (FIXED, {"gram": [[["0"], ["0", "-1"]], [["1"]]]}, "gram is not positive"),
        (FIXED, {"gram_Q": [[["2"]], []]}, "gram_Q is not the polynomial"),
        (WEIGHED, {"Q": [[["2"]], [["2"]], [["2"]]]}, "gram is not the polynomial"),
        (WEIGHED, {"gram_Q": [[["2"], ["1", "2"]], [["0"]]]}, "gram_Q is not the polynomial"),
        (WEIGHED, {"gram_Q": [[["2"], ["1", "1/2"]], [["0"]]]}, "gram_Q is not positive"),
        (NOTHING, {}, "gram_Q is not positive"),
    ],
)
def test_what_is_beside_it_is_not(exact: Record, change: Record, reason: str) -> None:
    result = lyapunov.check(exact | change)
    assert not result["proved"] and reason in result["reason"], result["reason"]


@pytest.mark.parametrize(
    ("update", "reason"),
    [
        ("mix(x) - eta**2*grad(x)", "an update is not affine in eta"),
        ("mix(x) - eta*grad(x) + (eta - eta**2)*average(grad(x))", "an update is not affine in eta"),
        ("mix((1 - eta**2)*x) + eta**2*x - eta*grad(x)", "an update is not affine in eta"),
        ("mix(x) - eta*grad(x + eta*(mix(x) - x))", "a gradient's point moves with eta"),
    ],
)
def test_between_two_steps_lies_what_the_ends_decide(update: str, reason: str) -> None:
    of = {"tier": "norm", "lo": "-1/4", "R": [["1"]], "algorithm": record(update)["algorithm"]}
    result = lyapunov.check(CURVED | of)
    assert not result["proved"] and reason in result["reason"], result["reason"]


@pytest.mark.parametrize(
    ("gram", "lo", "hi", "agrees"),
    [
        ([[["1/16"], ["-1/4", "1"]], [["1"]]], "-3/4", "1/4", "0 and 1"),  # 1/4 - nu
        ([[["1/16"], ["1/4", "1"]], [["1"]]], "-1/4", "3/4", "-1 and 0"),  # 1/4 + nu
        ([[["0"], ["0", "0"]], [["12/7"]]], "-3/4", "3/4", "-1 and 1"),  # (27 - 48 nu^2)/28
    ],
)
def test_a_sum_of_squares_that_agrees_at_two_points_of_a_parabola_is_another(
    gram: list[Any], lo: str, hi: str, agrees: str
) -> None:
    """At |nu| = 3/4 the disagreement shrinks by 3/4 only."""
    assert (
        lyapunov.check(fixed(gram, lo=lo, hi=hi))["reason"] == "gram is not the polynomial that it should be"
    )


@pytest.mark.parametrize(
    ("exact", "said"),
    [
        (
            GOSSIP,
            "eigenvalues in [-1/4, 1/2] beside the 1, any at every round: V, of the disagreement alone, <= (1/2)^2 V",
        ),
        (
            RANDOM,
            "E W'W - J <= 1/4, E W a symmetric W with eigenvalues in [-1/4, 1/2] beside the 1, any at every round: E V",
        ),
        (ANY, "doubly stochastic W with ||W - J|| <= 1/2, any at every round"),
        (FIXED, "the same at all rounds"),
        (STEPS, "eta = 1/2 to 1, "),
        (DESCENT, "clients, eta = 1/2, "),
        (
            DESCENT,
            ": V <= (3/4)^2 V + 9/5 ||h||^2 after each round, and in the end K ||mean error||^2 + spread^2 <= 144/35",
        ),
        (NOISY, ": E V <= (3/4)^2 V + 9/5 ||h||^2 + sigma^2 (3/4 + (K-1) 1/2) after each round"),
        (SHARED, "clients, gradients scaled by [1, 2], eta = 1/4"),
    ],
)
def test_what_is_proved_is_said_with_all_its_numbers(exact: Record, said: str) -> None:
    assert said in lyapunov.check(exact)["what"]


def test_noise_leaves_no_bound_without_it_in_the_end() -> None:
    assert "in the end" not in lyapunov.check(NOISY)["what"]


@pytest.mark.parametrize("power", [-40, -13, -7, -6, -1, 0, 1, 6, 7, 13, 40])
@pytest.mark.parametrize(
    "value", [F(1000001, 10**6), F(1234567890123, 10**12), F(99999999999, 10**10), F(10, 3)]
)
def test_what_is_shown_shorter_is_larger(value: F, power: int) -> None:
    value *= F(10) ** power
    text = upward(value)
    assert value <= F(text) <= value * F(100_001, 100_000)
    assert len(text) <= 8 or re.fullmatch(r"([1-9]|10)\.[0-9]{5}(e-?[1-9][0-9]*)?", text)


@pytest.mark.parametrize("short", ["12345678", "1/234567", "-1/23456789"])
def test_what_is_short_is_shown_as_it_is(short: str) -> None:
    assert upward(F(short)) == short


@pytest.mark.parametrize(
    ("exact", "change"),
    [
        (GOSSIP, {"kind": "grid"}),
        (GOSSIP, {"tier": "any"}),
        (GOSSIP, {"Q": []}),
        (GOSSIP, {"Q": [[["1"]], [["0"]], [["0"]]]}),  # a polynomial, which tier sym does not speak of
        (GOSSIP, {"multipliers": [["1"]]}),
        (GOSSIP, {"share": ["1"]}),
        (GOSSIP, {"eta": ["1", "2", "3"], "multipliers": [[], [], []]}),
        (FIXED, {"Q": [[["1"]]] + [[["0"]]] * 8}),
        (FIXED, {"Q": [[["1"]], [["0"]]]}),
        (NOISY, {"noise": ["3/4", "1/2", "1/2"]}),
        (NOISY, {"multipliers": [[]]}),
        (NOISY, {"multipliers": [["9/5"], ["9/5"]]}),
    ],
)
def test_what_is_of_another_shape_is_no_certificate(exact: Record, change: Record) -> None:
    with pytest.raises(NotACertificate):
        lyapunov.check(exact | change)


def two(first: str, second: str) -> Record:
    """Two models."""
    more = {"next": {"x": first, "y": second}, "models": ["x", "y"]}
    return GOSSIP | {"algorithm": GOSSIP["algorithm"] | more, "Q": [[["1"], ["0", "1"]]]}


@pytest.mark.parametrize("update", [record("mix(mix(x))"), two("mix(mix(x))", "x"), two("x", "mix(mix(y))")])
def test_between_two_eigenvalues_lies_what_the_ends_decide(update: Record) -> None:
    assert lyapunov.check(update)["reason"] == "an update is not affine in nu"


def test_what_is_balanced_is_no_model() -> None:
    declared = GOSSIP["algorithm"] | {"next": {"x": "x - average(x)"}, "balanced": ["x"]}
    assert lyapunov.check(GOSSIP | {"algorithm": declared})["reason"] == "x is a model and balanced"


@pytest.mark.parametrize(
    ("exact", "degree", "size", "blocks"),
    [
        (GOSSIP, 0, 1, (2, 1)),  # nu^2
        (GOSSIP, 2, 1, (3, 2)),  # times nu^2
        (record("mix(mix(x))"), 0, 1, (3, 2)),
        (record("mix(mix(mix(x)))"), 0, 1, (4, 3)),
        (two("mix(mix(x))", "x"), 0, 2, (3, 2)),
        (descent("x - eta*grad(mix(mix(mix(x))))"), 0, 3, (4, 3)),  # of the point of a gradient, squared
        (
            descent("x - eta*(grad(x) + grad(mix(mix(x))))", eta=["1/4"], multipliers=[["9/5", "9/5"]]),
            0,
            4,
            (3, 2),
        ),
    ],
)
def test_sums_of_squares_are_of_the_degree_of_the_form(
    exact: Record, degree: int, size: int, blocks: tuple[int, int]
) -> None:
    of = exact | {"tier": "fixed", "Q": exact["Q"] + [triangle(len(exact["Q"][0]))] * degree}
    right = lyapunov.check(of | {"gram": [triangle(size * n) for n in blocks]})
    assert right["reason"] == "gram is not the polynomial that it should be"
    for wrong in ((1, 0), (0, 1)):
        with pytest.raises(NotACertificate, match="gram is not a lower triangle"):
            lyapunov.check(of | {"gram": [triangle(size * (n + more)) for n, more in zip(blocks, wrong)]})

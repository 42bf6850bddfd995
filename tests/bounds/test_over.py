"""Sums, averages and extremes over rounds: the same in floats, exactly and by hand, and refused where they are none."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds import claim
from mixproof.bounds.arithmetic import fraction
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.formula import parse
from mixproof.bounds.kernel.scope import Scope
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.search.verify import verify
from mixproof.spectral.errors import InputError

CURVE = [Fraction(n * n - 7, n + 2) for n in range(40)]
KINDS = {
    "sum": lambda terms: sum(terms, Fraction(0)),
    "mean": lambda terms: sum(terms) / len(terms),
    "max": max,
    "min": min,
}
ROUNDS = st.integers(0, 12)


def _exactly(text, t, n):
    def curve(s):
        return CURVE[int(s)]

    return Scope({"t": Fraction(t), "n": Fraction(n)}, {"f": curve}).read(text)


def _floats(text, t, n):
    values = np.array([float(x) for x in CURVE])
    names = {"t": np.asarray(t, dtype=float), "n": float(n), "f": lambda s: values[np.asarray(s).astype(int)]}
    return parse(text).evaluate(names.__getitem__)


@given(
    st.sampled_from(sorted(KINDS)),
    ROUNDS,
    ROUNDS,
    st.sampled_from(["f(s)", "s*f(s) - t", "2**(t - s)*n", "3"]),
)
def test_floats_exact_numbers_and_python_agree(kind, t, n, body):
    ranges = {
        "s < t": range(t),
        "s <= t": range(t + 1),
        "n < s <= t": range(n + 1, t + 1),
        "n <= s < t + 2": range(n, t + 2),
    }
    for text, over in ranges.items():
        formula = f"{kind}({text}, {body})"
        by_hand = [
            {
                "f(s)": CURVE[s],
                "s*f(s) - t": s * CURVE[s] - t,
                "2**(t - s)*n": Fraction(2) ** (t - s) * n,
                "3": Fraction(3),
            }[body]
            for s in over
        ]
        floats = _floats(formula, [float(t)], n)
        if by_hand or kind == "sum":
            assert _exactly(formula, t, n) == KINDS[kind](by_hand)
            assert floats == pytest.approx(float(KINDS[kind](by_hand)), rel=1e-12, abs=1e-12)
        else:
            assert np.isnan(floats)
            with pytest.raises(Refused, match="of no rounds"):
                _exactly(formula, t, n)


@given(st.sampled_from(sorted(KINDS)), st.sampled_from(["f(s)", "s*f(s) - t", "min(r <= s, f(r)*t - n)"]))
def test_all_rounds_at_once_are_each_round_alone(kind, body):
    formula = f"{kind}(1 <= s <= t, {body})"
    at_once = _floats(formula, np.arange(9), 4)
    alone = [_floats(formula, float(t), 4) for t in range(9)]
    assert at_once.shape == (9,) and np.allclose(at_once, alone, equal_nan=True)
    assert [_exactly(formula, t, 4) for t in range(1, 9)] == pytest.approx(at_once[1:].tolist())


def test_an_end_that_is_no_integer_defines_nothing():
    assert np.isnan(_floats("sum(s < t/2, f(s))", [3.0], 1)).all()
    with pytest.raises(Refused, match="is an integer"):
        _exactly("sum(s < t/2, f(s))", 3, 1)


def test_a_range_without_end_defines_nothing():
    assert _floats("sum(s < 10000, 1)", 0, 1) == 10_000 == _exactly("sum(s < 10000, 1)", 0, 1)
    assert np.isnan(_floats("sum(s < n, 1)", [3.0], 10**9)).all()
    with pytest.raises(Refused, match="at most 10000 rounds"):
        _exactly("sum(s < n, 1)", 3, 10**9)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sum(t)", "sum takes the rounds first"),
        ("mean(f(0), f(1))", "mean takes the rounds first"),
        ("sum(s < t)", "takes one formula after the range"),
        ("sum(s < t, 1, 2)", "takes one formula after the range"),
        ("sum(s > t, 1)", "is no range"),
        ("sum(s == t, 1)", "is no range"),
        ("sum(0 < 1 < t, 1)", "is no range"),
        ("sum(0 < s < 3 < t, 1)", "is no range"),
        ("sum(s < t, s) + s", "s is a round of a sum and something else"),
        ("sum(t < 3, 1)", "t has a meaning already"),
        ("sum(s < t, sum(s < 2, 1))", "s has a meaning already"),
        ("sum(max < t, 1)", "max has a meaning already"),
        ("sum(s < s, 1)", "s is a round of a sum and something else"),
        ("sum(s < t, s(1))", "s is a round here"),
        ("sum < 1", "a comparison stands where a number belongs"),
    ],
)
def test_what_is_no_sum_is_refused(text, message):
    with pytest.raises(InputError, match=message):
        parse(text)


FAMILY = gossip(fixed=True, noisy=False, offsets=False, turned=False)


def test_gaps_of_a_run_and_their_average():
    between = claim("min(s <= t, gap(s)) <= mean(s <= t, gap(s))", family=FAMILY, rounds=8)
    assert verify(between, between.variants[0], seconds=0.2).outcome.name == "HOLDS"
    below = claim("mean(s <= t, gap(s)) <= gap(t)", "lam < 1", "eta <= 1/L", family=FAMILY, rounds=8)
    verdict = verify(below, below.variants[0], seconds=0.2)
    assert verdict.outcome.name == "REFUTED"
    record = verdict.witness
    setting = FAMILY.from_json(record["setting"])
    run = FAMILY.exact(setting)
    gaps = [fraction(run.gap(s)) for s in range(record["t"] + 1)]
    assert sum(gaps) / len(gaps) > gaps[-1] == Fraction(record["right"][0])

"""What the right side of a claim says of the runs that it is asked of: conditions, covers, constants of W."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from mixproof.bounds.checker import claims
from mixproof.bounds.checker.claim_sizes import Size
from mixproof.bounds.checker.psd import NotACertificate

from ..kernel.known import known_witness, read
from .known_claim import OF_PATH, OF_THREE, OWN, PATH, SCALED, given, proved, record


@pytest.mark.parametrize(
    ("quantity", "formula", "network", "largest"),
    [
        ("gstar2", "gstar2", OF_THREE, 3),
        ("gstar2", "gstar2", SCALED, F(1, 3)),  # ||(m_k/m grad F_k(w*))_k||^2
        ("gstar2", "gstar", OF_THREE, 3),
        ("gstar2", "2*gstar", SCALED, F(4, 3)),
        ("eps0", "eps0", OF_THREE, 3),
        ("spread2(0)", "spread2(0)", OF_THREE, 3),
        ("distance2(0)", "distance2(0)/K", OF_PATH, 1),
        ("gap(0)", "gap(0)", SCALED, 1),
        ("gap(0)", "5*gap(0)", {}, 5),
        ("gradients2(0)", "2*chi2", {}, 2),
        ("eps_star", "Fstar - minima_sum/K", OF_THREE, 1),
        ("eps_star", "2*Fstar - 2*tilde_minima_sum", SCALED, 2),
        ("eps_star", "Fstar/K - tilde_minima_min", SCALED, F(1, 3)),
        ("eps_star", "Fstar - minima_min", {}, 1),
    ],
)
def test_a_condition_is_no_more_than_the_right_side_says(
    quantity: str, formula: str, network: dict[str, Any], largest: F
) -> None:
    """Quantities are per client: so many times them is in the right side."""
    error = "error" if formula.endswith("gstar") else "error2"  # beside a norm, or beside a square
    for coefficient, follows in ((largest, True), (largest * F(1001, 1000), False), (-largest, False)):
        conditions = [
            {"terms": {name: str(q)}, "bound": "1"} for name, q in (("error2(0)", 1), (quantity, coefficient))
        ]
        told = record(
            f"{error}(t)", f"max({error}(0), {formula})", given(4, 0, conditions=conditions), **network
        )
        assert proved(told) == follows


@pytest.mark.parametrize(("options", "power"), [({}, 1), ({"scaled": True}, -1)])
def test_gstar_is_what_witnesses_mean_by_it(options: dict[str, bool], power: int) -> None:
    """K times the mean square of the gradients at w*, or 1/K of it where each is scaled by m_k/m = 1/K."""
    setting = known_witness()["setting"] | ({"samples": [3, 3]} if options else {})
    mean = (F(1) ** 2 + F(-1) ** 2) / 2  # w* is 0, between the minimizers 1 and -1
    assert read("gossip", setting, "gstar2", **options) == F(2) ** power * mean


@pytest.mark.parametrize("bound", ["1", "9/10"])
def test_a_condition_has_no_smaller_bound(bound: str) -> None:
    stricter = given(4, conditions=[{"terms": {"spread2(0)": "1"}, "bound": bound}])
    assert proved(OWN | {"rounds": [{"t": 0, "pieces": 1, "certificates": [stricter]}]}) == (bound == "1")


@pytest.mark.parametrize(
    ("pieces", "sums", "refused"), [(16, 3, False), (17, 3, True), (64, 2, False), (64, 3, True)]
)
def test_a_cover_has_so_many_pieces(pieces: int, sums: int, refused: bool) -> None:
    right = Size([{("a", 0): F(1), ("b", 0): F(1)}] * sums + [{("a", 0): F(1)}], True)
    if refused:
        with pytest.raises(NotACertificate, match="too many pieces"):
            claims.cells(right, 0, None, pieces)
    else:
        assert len(claims.cells(right, 0, None, pieces)) == pieces**sums


@pytest.mark.parametrize("power", [0, 1])
@pytest.mark.parametrize("n", [1, 2, 4])
def test_a_cover_of_norms_contains_every_run_and_few_others(n: int, power: int) -> None:
    """max(2 |a| + 3 |b|, |c|, |a| + |b| + |c|) <= 1 of quantities |a|^2 = A K^p, in units of K^power."""
    K, powers = F(4), {"a": 1, "b": 2, "c": 0}
    sums = [{"a": 4, "b": 9}, {"c": 1}, {"a": 1, "b": 1, "c": 1}]
    right = Size([{(name, powers[name]): F(q) for name, q in one.items()} for one in sums], True)
    covers = claims.cells(right, power, K, n)
    assert len(covers) == n
    for a, c in product((F(i, 24) for i in range(13)), (F(0), F(1, 4), F(1))):
        b = (1 - 2 * a) / 3
        size = {name: x * x * K ** (power - powers[name]) for name, x in (("a", a), ("b", b), ("c", c))}
        reached = [[sum(q * size[name] for name, q in terms.items()) for terms in cover] for cover in covers]
        if a + b + c <= 1:
            assert any(max(parts) <= 1 for parts in reached)
        nearest = F(2 * n - 1, 2 * n)  # of a chord to its arc, at both ends of the curve
        assert all(parts[0] >= nearest for parts in reached)
    with pytest.raises(NotACertificate, match="changes with K"):
        claims.cells(right, power, None, n)


@pytest.mark.parametrize(
    ("terms", "rounds", "nonnegative", "conditions"),
    [
        ({"gap(0)": 2}, 3, False, [{"gap(0)": 2}]),
        ({"gap(0)": 0}, 3, False, [{}]),
        ({"chi2": 2, "gap(0)": 1}, 2, False, [{"gap(0)": 1, f"gradients2({s})": 2} for s in (0, 1)]),
        ({"chi2": 0}, 1, False, [{"gradients2(0)": 0}]),
        ({"Fstar": 2, "minima": -1, "least": -1}, 1, False, [{"eps_star": 2}]),
        ({"Fstar": 2, "minima": -1}, 1, True, [{"eps_star": 2}]),
        ({"minima": 1}, 1, True, [{}]),
    ],
)
def test_conditions_that_a_right_side_implies(
    terms: dict[str, int], rounds: int, nonnegative: bool, conditions: list[dict[str, int]]
) -> None:
    assert claims.implied({name: F(q) for name, q in terms.items()}, rounds, nonnegative) == conditions


@pytest.mark.parametrize(
    ("terms", "nonnegative", "sentence"),
    [
        ({"gap(0)": -1}, False, "may be negative"),
        ({"chi2": -1}, False, "is subtracted"),
        ({"Fstar": -1, "minima": 1}, False, "may be negative"),
        ({"Fstar": 1}, False, "added to the losses"),
        ({"Fstar": 1, "minima": -2}, True, "added to the losses"),
        ({"minima": 1, "Fstar": -2, "least": 1}, False, "smallest minimum is added"),
        ({"Fstar": -1, "least": 1}, True, "smallest minimum is added"),
    ],
)
def test_right_sides_that_may_be_negative_imply_nothing(
    terms: dict[str, int], nonnegative: bool, sentence: str
) -> None:
    with pytest.raises(NotACertificate, match=sentence):
        claims.implied({name: F(q) for name, q in terms.items()}, 1, nonnegative)


@pytest.mark.parametrize(("bits", "enough"), [(None, True), (99, True), (1, False)])
def test_bits_are_those_of_the_coefficients_of_a_worst_case(bits: int | None, enough: bool) -> None:
    """3/4 of 10/7 is 1 and more, of 1 it is not."""
    entry = {"t": 0, "pieces": 1, "bits": bits, "certificates": [given(3)]}
    assert proved(OWN | {"right": "10/7*spread2(0)", "rounds": [entry]}) == enough


def test_less_than_the_mean_is_said_only_where_no_minimum_is_negative() -> None:
    """error2 + F* <= 1 says nothing of F* - mean F_k^* where the F_k^* may be negative."""
    told = record(
        "error2(t)", "error2(0) + Fstar", given(4, conditions=[{"terms": {"error2(0)": "1"}, "bound": "1"}])
    )
    for attempt in (lambda: claims.check(told), lambda: claims.implied({"Fstar": F(1)}, 1)):
        with pytest.raises(NotACertificate, match="added to the losses"):
            attempt()
    assert proved(told | {"assume": ["minima_min >= 0"]})


@pytest.mark.parametrize(
    ("q", "bits", "short"),
    [
        (F(1000, 7), None, F(1000, 7)),
        (F(1000, 7), 1, 128),
        (F(1000, 7), 4, 136),
        (F(1, 3), 1, F(1, 4)),
        (F(1, 3), 5, F(21, 64)),
        (F(8), 1, 8),
        (F(0), 1, 0),
    ],
)
def test_a_short_coefficient_is_not_larger(q: F, bits: int | None, short: F) -> None:
    assert claims.short(q, bits) == short <= q


SWAP, LAZY = [["0", "1"], ["1", "0"]], [["7/8", "1/8"], ["1/8", "7/8"]]


@pytest.mark.parametrize(
    ("W", "lam", "lam_n", "true"),
    [
        *((PATH, F(lam), F(lam_n), (lam, lam_n) == ("2/3", "0"))
          for lam in ("2/3", "7/10", "1/2", "1") for lam_n in ("0", "-1/10", "1/10", "-1")),
        *((SWAP, F(1), F(lam_n), lam_n == -1) for lam_n in (-1, 1)),
        (LAZY, F(3, 4), F(3, 4), True),
        *((LAZY, F(3, 4), F(lam_n), False) for lam_n in ("-3/4", "1/2")),
        ([["3/4", "1/4"], ["1/3", "2/3"]], F(5, 12), F(5, 12), False),  # not symmetric
        ([["1"]], F(0), F(0), False),  # no other eigenvalue
    ],
)  # fmt: skip
def test_ends_of_a_spectrum_are_attained(W: list[list[str]], lam: F, lam_n: F, true: bool) -> None:
    assert claims.extremes([[F(w) for w in row] for row in W], lam, lam_n) == true

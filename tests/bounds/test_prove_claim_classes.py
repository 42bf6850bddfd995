"""Claims as worst cases: K with a spectrum, W that changes, rounds that a claim speaks of, minima on the right."""

from __future__ import annotations

import copy
from fractions import Fraction as F

import pytest

from mixproof.bounds import claim
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs import prove_claim, worst_case
from mixproof.bounds.proofs.gram.right import conditions_of
from mixproof.bounds.proofs.gram.sizes import SIZES, NotAHalfSpace, size
from mixproof.bounds.theorems import theorem
from mixproof.spectral.errors import InputError

PATH = (("2/3", "1/3", "0"), ("1/3", "1/3", "1/3"), ("0", "1/3", "2/3"))  # eigenvalues 1, 2/3, 0
SCALED = theorem("decefl.si-theorem-1"), "statement"
CHANGING = theorem("decefl.si-theorem-2"), "statement"
CONSTANTS = {"L": 1, "mu": "1/2", "delta": 12, "Gamma": 40}


def proof(form, spectrum=("-2/3", "2/3"), **more):
    stated, label = form
    return prove_claim(stated, stated.variant(label), CONSTANTS, 2, spectrum, clients=3, **more)


def test_a_class_of_three_clients_contains_the_path():
    stated, label = SCALED
    one = prove_claim(
        stated, stated.variant(label), {**CONSTANTS, "lam": "2/3", "lam_n": 0, "m": 3}, 2, matrix=PATH
    )
    assert one.proved and decide(dict(one.certificate)).word == "PROVED"
    every = proof(SCALED, (0, "2/3"))
    assert all(every.ratios[t] >= one.ratios[t] - 1e-6 for t in one.ratios)
    with pytest.raises(InputError, match="a matrix, or a K"):
        prove_claim(stated, stated.variant(label), CONSTANTS, 2, ("-2/3", "2/3"))
    other = copy.deepcopy(every.certificate)
    other["statement"]["at"]["K"] = "4"  # the claim's m and every step are of three
    assert decide(other).word == "REFUSED"


def test_a_w_that_changes_can_do_more_and_ties_nothing_between_rounds():
    """A proof for W that changes is one for W that does not, not the reverse."""
    changing = proof(CHANGING)
    assert changing.proved and "another W every round" in changing.covers
    fixed = copy.deepcopy(changing.certificate)
    fixed["statement"]["options"]["network"] = "one"
    assert decide(fixed).word == "PROVED"
    one = copy.deepcopy(proof(SCALED).certificate)
    one["statement"]["options"]["network"] = "changing"
    assert decide(one).word == "REFUSED"


def test_short_steps_are_solved_in_the_basis_of_the_run():
    case = worst_case(
        "dgd", L=1, mu="1/2", eta="1/2000", spectrum=("-9/10", "9/10"), rounds=3, witnesses=False
    )
    assert case.value == pytest.approx(1, abs=1e-2) and case.seconds >= 0


def test_the_square_of_a_norm_is_the_quantity_and_no_other_power_is_read() -> None:
    norm = size("gstar2", 1, rooted=True)
    assert norm**2 == size("gstar2", 1) and (norm**2).rooted is False
    for wrong in (
        lambda: norm**3,
        lambda: size("gap", 0) ** 2,
        lambda: (norm + size("error2", 0, rooted=True)) ** 2,
        lambda: SIZES.functions["power"](F(2), norm),
        lambda: SIZES.functions["power"](F(1, 2), F(10**9)),
    ):
        with pytest.raises(NotAHalfSpace):
            wrong()


def test_a_right_side_that_may_be_negative_is_not_scaled_to_one():
    """spread2(0) = 0 of a common start is at most 1, and yet not at most -K gap(0)."""
    values = {"L": 1, "mu": "1/2", "eta": "1/2"}
    for right, proved in (("K*gap(0)", True), ("-K*gap(0)", False)):
        mine = claim(f"spread2(t) <= {right}", "t == 0", family=gossip(fixed=True, common=True, noisy=False))
        if proved:
            assert prove_claim(mine, mine.variants[0], values, 1, ("-1/2", "1/2"), first=0).proved
        else:
            with pytest.raises(InputError, match="may be negative"):
                prove_claim(mine, mine.variants[0], values, 1, ("-1/2", "1/2"), first=0)


def test_a_claim_on_one_round_reads_the_round_before():
    one = proof((theorem("decefl.si-eq-45"), "proof"))
    assert one.proved and set(one.ratios) == {0, 1, 2} and one.value < 1
    other = copy.deepcopy(one.certificate)  # worst cases are of the round after
    other["statement"]["claim"] = other["statement"]["claim"].replace("spread2(t + 1)", "spread2(t)")
    assert decide(other).word == "REFUSED"


def test_only_rounds_that_a_claim_speaks_of_are_proved():
    stated = theorem("defed.recursion")
    found = prove_claim(
        stated, stated.variant("agreeing"), {"L": 1, "mu": "1/2", "eta": "1/2"}, 2, ("-1/2", "1/2")
    )
    assert found.proved and set(found.ratios) == {0}


def test_the_smallest_minimum_where_it_is_subtracted_is_at_most_the_mean():
    stated = theorem("defed.theorem-1")
    mean, least = (proof((stated, label)) for label in ("proof", "epsilon-end-some-k"))
    assert least.proved and all(least.ratios[t] <= mean.ratios[t] for t in mean.ratios)  # its eps is larger
    ((condition, place),) = conditions_of([{"Fstar": F(1), "least": F(-1)}], 1, False)
    assert condition.terms == {"eps_star": F(1)} and (place.mean, place.apart) == (0, 1)
    with pytest.raises(InputError, match="constants are added"):
        conditions_of([{"Fstar": F(1), "minima": F(-2), "least": F(1)}], 1, False)


def test_what_else_there_is_of_the_minima_is_left_out_where_the_claim_says_that_it_is_not_negative():
    found = proof((theorem("defed.theorem-1"), "epsilon-sum-nonnegative"))
    assert found.proved and "minima_min >= 0" in found.covers
    other = copy.deepcopy(found.certificate)
    other["statement"]["assume"].remove("minima_min >= 0")
    assert decide(other).word == "REFUSED"
    with pytest.raises(InputError, match="constants are added"):
        conditions_of([{"Fstar": F(1), "minima": F(-2)}], 1, nonnegative=True)


def test_a_metric_at_a_round_that_a_metric_says_is_refused() -> None:
    mine = claim("spread2(t) <= spread2(spread2(t)*100)", family=gossip(fixed=True, common=True, noisy=False))
    with pytest.raises(InputError, match="no round up to t"):
        prove_claim(mine, mine.variants[0], {"L": 1, "mu": "1/2", "eta": "1/2"}, 1, ("-1/2", "1/2"))

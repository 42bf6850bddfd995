"""What is new: ours are proved by the kernel, and at most the printed bounds wherever both are compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mixproof.bounds.formula import relations
from mixproof.bounds.kept import derived
from mixproof.bounds.theorem import scope
from mixproof.bounds.theorems.sharper import SHARPER
from mixproof.spectral.errors import InputError

from ..slow import sampled

HOLDS = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b * (1 + 1e-12),
    ">=": lambda a, b: a * (1 + 1e-12) >= b,
    "==": lambda a, b: abs(a - b) <= 1e-12 * abs(b),
}
ONES = pytest.mark.parametrize("one", sampled(SHARPER, 2), ids=lambda one: f"{one.ours}-{one.limit}")


def test_there_are_many() -> None:
    assert len({one.ours for one in SHARPER}) >= 50


@ONES
def test_ours_is_proved_and_sharper_on_the_grid(one) -> None:
    found = derived(*one.variants()[1])
    assert found is not None and found["proved"]
    ratios = one.ratios()
    assert max(ratios) <= 1 + 1e-12 and min(ratios) > 0
    assert min(ratios) < 0.999


@ONES
def test_the_grid_meets_what_both_assume_of_constants(one) -> None:
    if one.limit:
        return
    for known in one.points():
        for _, variant in one.variants():
            find = scope(variant, known.__getitem__, known.get("t"))
            for text in variant.assume:
                for left, relation, right in relations(text):
                    if (left.free | right.free) - {
                        "t"
                    } <= known.keys() | variant.where.keys() and not left.called:
                        a, b = left.evaluate(find), right.evaluate(find)
                        assert HOLDS[relation](a, b), (text, known)


def test_what_a_grid_lacks_is_refused() -> None:
    one = replace(SHARPER[0], grid={})
    with pytest.raises(InputError, match="is not in the grid"):
        one.ratios()
    with pytest.raises(InputError, match="bounds it"):
        replace(SHARPER[0], limit="gamma").sides()


def test_a_limit_is_read_from_above_and_from_below() -> None:
    step, rounds = (
        next(one for one in SHARPER if one.ours == ours and one.limit == limit)
        for ours, limit in (("qu2018.rate:long-step", "eta"), ("lian2017.corollary-2:sharp", "T"))
    )
    assert step.relation == "<=" and step.sides()[1].replace(" ", "") == "(1-lam)**2/(5*L)"
    assert rounds.relation == ">=" and rounds.sides()[1].startswith("max(")

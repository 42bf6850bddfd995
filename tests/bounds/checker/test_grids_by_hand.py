"""Lists of proofs of one claim, written by hand."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from mixproof.bounds.checker import claims, grid
from mixproof.bounds.checker.psd import NotACertificate
from mixproof.bounds.checker.records import check_proof

from .known_claim import AT_0, OF_THREE, OWN, given


def test_a_grid_is_proved_where_all_of_it_is_and_says_any_of_its_limits() -> None:
    first, second, wrong = OWN, OWN | OF_THREE, OWN | {"rounds": [AT_0 | {"certificates": [given(3)]}]}
    assert check_proof({"kind": "grid", "proofs": [first]})["proved"]
    result = check_proof({"kind": "grid", "proofs": [first, second]})
    each = [claims.check(one) for one in (first, second)]
    assert result["proved"] and result["checked"] == each[0]["checked"]
    assert result["limits"] == {"any of": [one["limits"] for one in each]}
    broken = check_proof({"kind": "grid", "proofs": [first, wrong]})
    assert not broken["proved"] and broken["reason"].startswith("proof 1: round 0")


WORST = claims.untold(OWN, [{"spread2(0)": F(1)}], "spread2(0)", 1, {"eta": F(1, 3)}, None) | given(4)


@pytest.mark.parametrize(
    ("proofs", "sentence"),
    [
        ([], "1 to 1000"),
        ([OWN] * 1001, "1 to 1000"),
        ({"0": OWN}, "1 to 1000"),
        ([OWN, 3], "no record"),
        ([OWN, WORST], "of no claim"),
        ([OWN, {"kind": "grid", "proofs": [OWN]}], "a grid itself"),
        ([OWN, OWN | {"right": "2*spread2(0)"}], "of different claims"),
        ([OWN, OWN | {"assume": []}], "of different claims"),
    ],
)
def test_what_is_no_grid_is_refused(proofs: Any, sentence: str) -> None:
    with pytest.raises(NotACertificate, match=sentence):
        check_proof({"kind": "grid", "proofs": proofs})
    with pytest.raises(NotACertificate, match="not a record"):
        grid.check({"kind": "grids", "proofs": [OWN]}, check_proof)

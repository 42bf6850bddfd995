"""Rates that cannot be beaten, of eigenvalues that are known by hand: each is exact, so what is beside it is false."""

from __future__ import annotations

from typing import Any

import pytest

from mixproof.bounds.kernel.growth import check
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.kernel.text import Refused

Record = dict[str, Any]
HALF, LESS = [["3/4", "1/4"], ["1/4", "3/4"]], [["1/4", "3/4"], ["3/4", "1/4"]]  # nu = 1/2 and -1/2
EIGHTH, MOST = [["7/16", "9/16"], ["9/16", "7/16"]], [["13/16", "3/16"], ["3/16", "13/16"]]  # nu = -1/8, 5/8
MEAN = [["1/2", "1/2"], ["1/2", "1/2"]]
SIXTH = [["2/3" if i == j else "1/6" for j in range(3)] for i in range(3)]  # nu = 1/2, of three clients


def told(
    matrices: list[Any],
    rate: str,
    curvatures: list[str],
    eta: str = "1",
    balanced: tuple[str, ...] = (),
    **lines: str,
) -> Record:
    program = {"let": {}, "next": lines, "start": {}}
    bounds = {"mu": "1/2", "L": "2", "lam": "5/8", "lam_n": "-1/2", "eta": eta, "rate": rate}
    own = {"matrices": matrices, "curvatures": curvatures, "balanced": list(balanced)}
    return {"kind": "growth", "program": program, **bounds, **own}


STEP = "mix(x) - eta*grad(x)"
TURNED = {"x": "mix(x)/2 - q", "q": "mix(q)/2 + grad(x) - average(grad(x))"}  # q stands for -x, x for q
EXACT = {
    # the disagreement alone: 1/2, then -1/8
    "in turn": told([HALF, EIGHTH], "1/4", ["1", "1"], balanced=("x",), x="mix(x)"),
    "unlike": told([MOST], "3/8", ["1", "1/2"], x=STEP),  # of [[1/4, -1/4], [-1/4, -1/8]]
    "mean": told([HALF], "1/2", ["1/2", "1/2"], x=STEP),  # 1 - 1/2, and 1/2 - 1/2
    "turned": told([MEAN], "1", ["1", "1"], "1", ("q",), **TURNED),
    "shared": told([MEAN], "3", ["2", "2"], "3/2", x="mix(x) - eta*share(grad(x))"),
    "point": told([MEAN], "3", ["1", "1"], "3", x="mix(x) - eta*grad(x - mix(x))"),  # 0 - 3
    "twice at a point": told([HALF], "2", ["1", "1"], "10", x="x/2 - eta*grad(mix(mix(x)) - average(x))"),
    "swapped": told([HALF, LESS], "6/5", ["1", "1"], "13/10", x=STEP),  # (1/2 - 13/10)(-1/2 - 13/10)
    "three": told([SIXTH], "3/2", ["1", "1", "1"], "2", x=STEP),  # 1/2 - 2
    "twice": told([HALF], "1/2", ["1", "1"], x="2*mix(mix(x)) - 2*average(x)"),  # 2/4
    "balanced beside": told([MEAN], "2", ["1", "1"], "1", ("q",), x="2*mix(x)", q="mix(q)"),
}  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_an_eigenvalue_refutes_what_is_not_above_its_modulus(name: str) -> None:
    decision = decide(EXACT[name])
    assert decision.word == "PROVED" and "from some start" in decision.sentence
    top, _, bottom = EXACT[name]["rate"].partition("/")
    beyond = check(EXACT[name] | {"rate": f"{top}001/{bottom or 1}000"})
    assert beyond.reason == "every eigenvalue is smaller"


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("in turn", {"lam_n": "-1/10"}, "eigenvalues in"),
        ("in turn", {"lam": "49/100"}, "eigenvalues in"),
        ("unlike", {"mu": "51/100"}, "outside [mu, L]"),
        ("unlike", {"L": "99/100"}, "outside [mu, L]"),
        ("three", {"matrices": [[*SIXTH[:2], ["0", "1/3", "2/3"]]]}, "not symmetric"),
        ("swapped", {"matrices": [HALF, [["1", "0"], ["1/2", "1/2"]]]}, "not symmetric"),
        ("swapped", {"matrices": [HALF, [["1", "1/4"], ["1/4", "1"]]]}, "W 1 = 1"),
        ("swapped", {"matrices": [HALF, [["1/4", "3/4"], ["3/4", "1/2"]]]}, "W 1 = 1"),
    ],
)
def test_what_is_not_of_the_class_refutes_nothing(name: str, change: Record, reason: str) -> None:
    assert reason in check(EXACT[name] | change).reason
    assert decide(EXACT[name] | change).word == "REFUSED"


@pytest.mark.parametrize(
    "change",
    [
        *({name: "0"} for name in ("mu", "eta", "rate")),
        *({"matrices": told} for told in ([], [HALF] * 13, [HALF, SIXTH], [[1, 2]], "W", [[["1"]]])),
        *({"curvatures": told} for told in (["1"], ["1", "one"], "12", ["1"] * 7)),
        *({"balanced": told} for told in (["p"], [1], "x", [["x"]])),
        *({"program": told} for told in ({}, {"let": {}, "next": {"x": "x*x"}, "start": {}}, [])),
        *(
            {"program": {"let": {}, "next": {"x": told}, "start": {}}}
            for told in ("y", "open(x)", "1", "mix(1)")
        ),
        {"rate": 0.5},
        {"more": 1},
    ],
)
def test_what_is_of_another_shape_is_refused_in_a_sentence(change: Record) -> None:
    decision = decide(EXACT["swapped"] | change)
    assert decision.word == "REFUSED" and len(decision.sentence.splitlines()) == 1


def test_a_state_that_does_not_stay_balanced_is_not_taken_for_one() -> None:
    """In the mean x <- x - q, q <- x/2 shrinks by the root of 1/2; without q it would stay where it is."""
    lines = {"x": "average(x) - q + eta*grad(x) - eta*grad(x)", "q": "average(x)/2"}
    declared = EXACT["turned"] | {"program": {"let": {}, "next": lines, "start": {}}}
    with pytest.raises(Refused, match="q does not stay balanced"):
        check(declared)
    assert check(declared | {"balanced": []}).reason


def test_what_a_balanced_state_would_do_in_the_mean_counts_for_nothing() -> None:
    lines = {"x": "mix(x)/4 + grad(x)/4", "q": "2*mix(q)"}
    declared = EXACT["turned"] | {"program": {"let": {}, "next": lines, "start": {}}}
    assert check(declared).reason == "every eigenvalue is smaller"


@pytest.mark.parametrize(
    ("matrix", "word"),
    [(HALF, "nonnegative"), ([["0", "1"], ["1", "0"]], "nonnegative"), (
        [["-1/4", "5/4"], ["5/4", "-1/4"]], "signed")],
)  # fmt: skip
def test_whether_a_matrix_has_negative_entries_is_said(matrix: Any, word: str) -> None:
    wide = {"matrices": [matrix], "lam": "2", "lam_n": "-2"}
    assert f" {word} symmetric W" in check(EXACT["swapped"] | wide).sentence


def test_any_start_of_all_states_is_meant_not_that_of_the_program() -> None:
    """q(0) = 0 stays 0; another start doubles."""
    grown = told([MEAN], "2", ["1", "1"], x="mix(x)", q="2*q")
    sentence = decide(grown).sentence
    assert "q(0)" not in sentence and "from some start of all states" in sentence

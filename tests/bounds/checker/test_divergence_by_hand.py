"""Witnesses against rates whose eigenvalues are known by hand: each is exact, so what is beside it is false."""

from __future__ import annotations

from typing import Any

import pytest

from mixproof.bounds.checker import rates, switching
from mixproof.bounds.checker.psd import NotACertificate

Record = dict[str, Any]
BOUNDS = {"lo": "-1/8", "hi": "5/8", "share": ["1", "1"]}
HALF, LESS = [["3/4", "1/4"], ["1/4", "3/4"]], [["1/4", "3/4"], ["3/4", "1/4"]]  # nu = 1/2 and -1/2
MOST = [["13/16", "3/16"], ["3/16", "13/16"]]  # nu = 5/8
MEAN = [["1/2", "1/2"], ["1/2", "1/2"]]
SIXTH = [["2/3" if i == j else "1/6" for j in range(3)] for i in range(3)]  # nu = 1/2, of three clients


def told(
    rate: str, curvatures: list[str], eta: str = "1", balanced: tuple[str, ...] = (), **lines: str
) -> Record:
    declared = {
        "name": "by hand",
        "let": {},
        "next": lines,
        "balanced": list(balanced),
        "models": ["x"],
        "rest": None,
    }
    return {"algorithm": declared, "mu": "1/2", "L": "1", "eta": eta, "rate": rate, "curvatures": curvatures}


def pair(nus: list[str], *stated: Any, **lines: Any) -> Record:
    return {"kind": "rate-witness", "nus": nus} | BOUNDS | told(*stated, **lines)


def many(matrices: list[Any], lam: str, *stated: Any, **lines: Any) -> Record:
    return {"kind": "switching-witness", "matrices": matrices, "lam": lam} | told(*stated, **lines)


STEP = "mix(x) - eta*grad(x)"
TURNED = {"x": "mix(x)/2 - q", "q": "mix(q)/2 + grad(x) - average(grad(x))"}  # q stands for -x, x for q
EXACT = {
    "in turn": pair(["1/2", "-1/8"], "1/4", ["1", "1"], x="mix(x)"),  # the disagreement alone: 1/2, then -1/8
    "unlike": pair(["5/8"], "3/8", ["1", "1/2"], x=STEP),  # of [[1/4, -1/4], [-1/4, -1/8]]
    "mean": pair(["1/2"], "1/2", ["1/2", "1/2"], x=STEP),  # 1 - 1/2, and 1/2 - 1/2
    "turned": pair(["0"], "1", ["1", "1"], "1", ("q",), **TURNED),
    "shared": pair(["0"], "3", ["2", "2"], "3/2", x="mix(x) - eta*share(grad(x))") | {"share": ["1", "2"]},
    "point": pair(["0"], "3", ["1", "1"], "3", x="mix(x) - eta*grad(x - mix(x))"),  # 0 - 3
    "point, by W": many([HALF], "1/2", "2", ["1", "1"], "10", x="x/2 - eta*grad(mix(mix(x)) - average(x))"),
    "swapped": many([HALF, LESS], "1/2", "6/5", ["1", "1"], "13/10", x=STEP),  # (1/2 - 13/10)(-1/2 - 13/10)
    "unlike, by W": many([MOST], "5/8", "3/8", ["1", "1/2"], x=STEP),
    "three": many([SIXTH], "1/2", "3/2", ["1", "1", "1"], "2", x=STEP),  # 1/2 - 2
    "twice": many([HALF], "1/2", "1/2", ["1", "1"], x="2*mix(mix(x)) - 2*average(x)"),  # 2/4
    "mean, by W": many([MEAN], "0", "2", ["1", "1"], "1", ("q",), x="2*mix(x)", q="mix(q)"),
    "turned, by W": many([MEAN], "0", "1", ["1", "1"], "1", ("q",), **TURNED),
}  # fmt: skip


def check(record: Record) -> dict[str, Any]:
    return (rates if record["kind"] == "rate-witness" else switching).check(record)


@pytest.mark.parametrize("name", EXACT)
def test_an_eigenvalue_refutes_what_is_not_above_its_modulus(name: str) -> None:
    assert check(EXACT[name])["proved"]
    rate = EXACT[name]["rate"]
    assert (
        check(EXACT[name] | {"rate": f"{rate}001" if "/" not in rate else rate.replace("/", "001/") + "000"})[
            "reason"
        ]
        == "every eigenvalue is smaller"
    )


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("in turn", {"lo": "-1/10"}, "outside [lo, hi]"),
        ("in turn", {"hi": "49/100"}, "outside [lo, hi]"),
        ("in turn", {"hi": "2", "nus": ["5/4"]}, "outside [lo, hi]"),
        ("in turn", {"lo": "-2", "nus": ["-5/4"]}, "outside [lo, hi]"),
        ("in turn", {"rate": "0"}, "out of its range"),
        ("in turn", {"eta": "0"}, "out of its range"),
        ("in turn", {"mu": "0"}, "out of its range"),
        ("in turn", {"mu": "2"}, "out of its range"),
        ("in turn", {"share": ["0", "1"]}, "out of its range"),
        ("in turn", {"share": ["2", "1"]}, "out of its range"),
        ("unlike", {"mu": "51/100"}, "outside [mu, L]"),
        ("unlike", {"L": "99/100"}, "outside [mu, L]"),
        ("shared", {"share": ["1", "19/10"]}, "outside [mu, L]"),
        ("shared", {"curvatures": ["49/100", "2"]}, "outside [mu, L]"),
        ("swapped", {"lam": "49/100"}, "not symmetric"),
        ("three", {"lam": "2", "matrices": [[*SIXTH[:2], ["0", "1/3", "2/3"]]]}, "not symmetric"),
        ("swapped", {"lam": "-1/2"}, "out of its range"),
        ("swapped", {"eta": "0"}, "out of its range"),
        ("swapped", {"rate": "0"}, "out of its range"),
        ("swapped", {"mu": "0"}, "out of its range"),
        ("swapped", {"L": "99/100"}, "out of its range"),
        ("swapped", {"curvatures": ["49/100", "1"]}, "out of its range"),
        ("swapped", {"matrices": [HALF, [["1", "0"], ["1/2", "1/2"]]]}, "not symmetric"),
        ("swapped", {"matrices": [HALF, [["1", "1/4"], ["1/4", "1"]]]}, "not symmetric"),
        ("swapped", {"matrices": [HALF, [["1/4", "3/4"], ["3/4", "1/2"]]]}, "not symmetric"),
    ],
)  # fmt: skip
def test_what_is_not_of_the_class_refutes_nothing(name: str, change: Record, reason: str) -> None:
    result = check(EXACT[name] | change)
    assert not result["proved"] and reason in result["reason"]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("in turn", {"nus": []}),
        ("in turn", {"nus": ["1/2"] * 13}),
        ("in turn", {"curvatures": ["1"]}),
        ("in turn", {"share": ["1"]}),
        ("in turn", {"kind": "switching-witness"}),
        ("swapped", {"matrices": []}),
        ("swapped", {"matrices": [HALF] * 9}),
        ("swapped", {"curvatures": ["1"], "matrices": [[["1"]]]}),
        ("swapped", {"matrices": [HALF, SIXTH]}),
        ("swapped", {"kind": "rate-witness"}),
    ],
)
def test_what_is_of_another_shape_is_no_witness(name: str, change: Record) -> None:
    with pytest.raises(NotACertificate):
        check(EXACT[name] | change)


@pytest.mark.parametrize("name", ["turned", "turned, by W"])
def test_a_state_that_does_not_stay_balanced_is_not_taken_for_one(name: str) -> None:
    """In the mean x <- x - q, q <- x/2 shrinks by the root of 1/2; without q it would stay where it is."""
    lines = {"x": "average(x) - q + eta*grad(x) - eta*grad(x)", "q": "average(x)/2"}
    declared = EXACT[name]["algorithm"] | {"next": lines}
    with pytest.raises(NotACertificate, match="q does not stay balanced"):
        check(EXACT[name] | {"algorithm": declared})
    assert not check(EXACT[name] | {"algorithm": declared | {"balanced": []}})["proved"]


@pytest.mark.parametrize("name", ["turned", "turned, by W"])
def test_what_a_balanced_state_would_do_in_the_mean_counts_for_nothing(name: str) -> None:
    declared = EXACT[name]["algorithm"] | {"next": {"x": "mix(x)/4 + grad(x)/4", "q": "2*mix(q)"}}
    assert check(EXACT[name] | {"algorithm": declared})["reason"] == "every eigenvalue is smaller"


@pytest.mark.parametrize(
    ("matrix", "word"), [(HALF, "nonnegative"), ([["0", "1"], ["1", "0"]], "nonnegative"), (
        [["-1/4", "5/4"], ["5/4", "-1/4"]], "signed")],
)  # fmt: skip
def test_whether_a_matrix_has_negative_entries_is_said(matrix: Any, word: str) -> None:
    assert f" {word} symmetric W" in check(EXACT["swapped"] | {"matrices": [matrix], "lam": "2"})["what"]

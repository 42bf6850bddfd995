"""Records of bounds O(1/t) for all rounds: their constants, what a claim's text says of them, and what is none."""

from __future__ import annotations

from fractions import Fraction as F
from math import sqrt
from typing import Any

import pytest

from mixproof.bounds.arithmetic import middle
from mixproof.bounds.checker import decaying
from mixproof.bounds.checker.psd import NotACertificate

from .test_induction import NOISY, QUIET

TAIL = {"A": "300", "B": "100", "C": "0", "N": "0"}
OWN: dict[str, Any] = {
    "kind": decaying.KIND, "id": "by", "variant": "hand", "family": "gossip", "options": {}, "left": "spread(t)",
    "relation": "<=", "right": "zeta/(t + Gamma)", "where": {"zeta": "1000"}, "values": QUIET, "start": 40,
    "tail": TAIL, "constant": "100",
}  # fmt: skip


def test_a_record_of_this_shape_is_accepted() -> None:
    result = decaying.check(OWN)
    assert result["proved"], result["reason"]
    assert result["limits"]["constants"] == QUIET and result["checked"]["where"] == OWN["where"]
    assert decaying.check(OWN | {"where": {"zeta": "100"}})["proved"]
    assert decaying.check(OWN | {"where": {"zeta": "99"}})["reason"] == "the constant is above the claim's"
    assert "above the constant" in decaying.check(OWN | {"constant": "99"})["reason"]
    early = decaying.check(OWN | {"values": QUIET | {"spread(0)": "2"}, "start": 41})  # 2 * 60 at round 0
    assert "a round before the induction" in early["reason"]


def test_a_constant_within_what_is_unknown_of_the_claim_s_is_above_it() -> None:
    where = {"zeta": "100*sqrt(2)"}
    stated = decaying.stated(decaying.Constants(OWN), OWN | {"where": where})
    for constant, proved in ((stated.low, True), (stated.high, False)):
        assert decaying.check(OWN | {"where": where, "constant": str(constant)})["proved"] == proved


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        *(({"mu": mu}, "mu > L") for mu in ("0", "-1", "11")),
        *(({name: "0"}, "not positive") for name in ("delta", "Gamma")),
        *(({"lam_n": lam_n}, "lam_n <= lam") for lam_n in ("-2/3", "2/3")),
        ({"lam": "1"}, "lam_n <= lam"),
        *(({"K": K}, "no number of clients") for K in ("1/2", "3/2", "0")),
        *(({name: "-1"}, "is negative") for name in ("gstar", "error(0)", "spread(0)", "noise2(0)")),
        ({"Gamma": "109/3"}, "the first step"),  # (1 + lam_n)/(L + mu) is delta/Gamma
        ({"delta": "10/9"}, "delta mu"),
        ({"eta": "1"}, "values are of"),
    ],
)  # fmt: skip
def test_constants_are_those_of_the_theorem(change: dict[str, str], sentence: str) -> None:
    with pytest.raises(NotACertificate, match=sentence):
        decaying.Constants({"values": QUIET | change, "options": {}})


@pytest.mark.parametrize(
    "edge",
    [
        {"mu": "10", "Gamma": "70"},
        {"lam_n": "-1/2"},
        {"lam_n": "1/2"},
        {"K": "1"},
        {"Gamma": "110/3"},
        {"delta": "11/9"},
        {"delta": "9/10", "mu": "2"},
        dict.fromkeys(("gstar", "error(0)", "spread(0)"), "0"),
    ],
)
def test_constants_at_an_edge_of_the_theorem_are_allowed(edge: dict[str, str]) -> None:
    told = {name: F(x) for name, x in (QUIET | edge).items()}
    made = decaying.Constants({"values": QUIET | edge, "options": {}})
    assert made.told == told and made.sigma(F(1, 7)) == 1 + told["lam_n"] - (told["L"] + told["mu"]) / 7


def test_scaled_gradients_have_constants_of_their_own() -> None:
    named = {"sharpest": "10", "flattest": "9/10"} | {
        name: x for name, x in QUIET.items() if name not in ("L", "mu")
    }
    scaled = decaying.Constants({"values": named, "options": {"scaled": True}})
    assert (scaled.L, scaled.mu) == (10, F(9, 10))
    for values, options in ((QUIET, {"scaled": True}), (named, {}), (QUIET, {"fixed": True}), (QUIET, None)):
        with pytest.raises(NotACertificate):
            decaying.Constants({"values": values, "options": options})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((name, float(F(x))) for name, x in NOISY.items()),
        ("error2(0)", 1 / 50**2),
        ("spread2(0)", 1 / 20**2),
        ("distance(0)", sqrt(5 / 50**2 + 1 / 20**2)),
        ("max(Gamma*spread(0), L)/mu", 10 / 0.9),
    ],
)
def test_a_claim_reads_constants_and_the_start(text: str, value: float) -> None:
    c = decaying.Constants({"values": NOISY, "options": {}})
    assert middle(decaying.stated(c, OWN | {"where": {"zeta": text}})) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "claim"}, "not a record"),
        ({"left": "gap(t)"}, "no bound on"),
        ({"relation": "<"}, "no bound on"),
        ({"family": "federated"}, "family is not gossip"),
        *(({"start": start}, "start is no round") for start in (-1, 50_001, "40", True)),
        ({"tail": {**TAIL, "E": "0"}}, "tail is not"),
        ({"tail": {name: "1" for name in "ABC"}}, "tail is not"),
        ({"left": "error(t)", "values": NOISY}, "the claim is on error2"),
        *(({"right": right}, "right side is not NAME") for right in ("zeta", "zeta/(t + 1)", "2*zeta/(t + Gamma)")),
        ({"where": None}, "right side is not NAME"),
        *(({"where": {"zeta": text}}, "reads t") for text in ("t", "1000/t + t*0")),
        *(({"where": {"zeta": f"{name}(1)"}}, "after round 0") for name in ("spread", "error", "distance", "noise2")),
        *(({"where": {"zeta": text}}, "cannot be read") for text in ("eps0", "1/0", "3**999*" * 30 + "1")),
    ],
)  # fmt: skip
def test_what_is_no_such_record_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotACertificate, match=sentence):
        decaying.check(OWN | change)

"""Proofs of claims written by hand: what they prove, what they say of it, and what looks like one and is none."""

from __future__ import annotations

from typing import Any

import pytest

from mixproof.bounds.checker import claims
from mixproof.bounds.checker.psd import NotACertificate

from .known_claim import (
    AT_0,
    DECAYING,
    OF_PATH,
    OF_THREE,
    OWN,
    SCALED,
    SPECTRUM,
    VALUES,
    given,
    proved,
    record,
)


@pytest.mark.parametrize(
    ("left", "right", "y", "more"),
    [
        *((f"{name}(t)", f"{name}(0)", 4, {}) for name in ("error", "spread", "distance", "error2", "spread2")),
        ("gap(t)", "gap(0)", 4, {}),
        ("spread2(t)", "2*spread2(0) + sigma2 + noise2(0)", 2, {}),
        ("spread2(t)", "z/L", 4, {"where": {"z": "spread2(0) + K*error2(0)"}}),
        ("spread(t)", "3*step(0)*spread(0)", 4, {"values": DECAYING}),
        *(("spread(t)", "spread(0)", 4, network) for network in (OF_PATH, OF_THREE, SCALED)),
    ],
)  # fmt: skip
def test_a_part_of_the_right_side_is_not_above_it(
    left: str, right: str, y: int, more: dict[str, Any]
) -> None:
    assert proved(record(left, right, given(y), **more))
    assert not proved(record(left, right, given(y - 1), **more))


@pytest.mark.parametrize(("t", "y"), [(0, (1,)), (1, (0, 1))])
@pytest.mark.parametrize("scaled", [False, True])
def test_where_mixing_averages_only_the_last_gradients_are_left(
    scaled: bool, t: int, y: tuple[int, ...]
) -> None:
    """x <- mean x - eta grad: spread2 <= eta^2 K chi2, for eta = 1/2 and for eta/K = 1/2."""
    values = (
        VALUES | {"eta": "1" if scaled else "1/2", "lam": "0", "lam_n": "0"} | ({"m": "2"} if scaled else {})
    )
    network = {"spectrum": ["0", "0"]} | ({"clients": 2} if scaled else {})
    more = {"values": values, "network": network, "scaled": scaled}

    def told(case: dict[str, Any]) -> dict[str, Any]:
        entry = {"t": t, "pieces": 1, "certificates": [case]}
        return record("spread2(t + 1)", "K*chi2", case, **more) | {"rounds": [entry]}

    assert proved(told(given(*y, value="1/4")))
    assert not proved(told(given(*y, value="24/100")))
    assert not proved(told(given(*[0 for _ in y])))


UPDATE = {"start": {}, "let": {}, "next": {"x": claims.UPDATES[False]}, "scales": {}}
OTHER_RUNS: list[dict[str, Any]] = [
    {"algorithm": UPDATE | {"next": {"x": "mix(x)"}}},
    {"algorithm": UPDATE | {"next": UPDATE["next"] | {"y": "x"}}},
    {"algorithm": UPDATE | {"let": {"y": "x"}}},
    {"rounds": 2},
    {"network": {"spectrum": ["-1/4", "1/4"]}},
    {"network": SPECTRUM | {"changing": True}},
    {"common": True},
    {"step": {"eta": "1/4"}},
    {"step": {"delta": "2", "Gamma": "6"}},
    {"mu": "1/3"},
    {"L": "2"},
    {"objective": {"spread2(0)": "1/2"}},
    {"objective": {"spread2(1)": "0"}},
    {"value": "5/4"},
]


@pytest.mark.parametrize("other", OTHER_RUNS, ids=str)
def test_a_worst_case_of_another_run_proves_nothing(other: dict[str, Any]) -> None:
    """Each of them is a proof of what it says itself."""
    result = claims.check(OWN | {"rounds": [{"t": 0, "pieces": 1, "certificates": [given(4) | other]}]})
    assert (
        not result["proved"]
        and result["reason"] == "round 0: a worst case is of another run, or greater than 1"
    )


def test_a_worst_case_may_say_what_the_claim_says_and_start_anywhere() -> None:
    told = given(4, algorithm=UPDATE, common=False, mu="2/4", rounds=1)
    assert proved(OWN | {"common": True, "rounds": [{"t": 0, "pieces": 1, "certificates": [told]}]})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "claims"}, "not a record"),
        ({"assume": "minima_min >= 0"}, "no list"),
        ({"rounds": []}, "of no round"),
        *(({"rounds": [AT_0 | {"t": t}]}, "a round is not known") for t in (-1, 200, True, "0")),
        *(({"rounds": [AT_0 | {"pieces": n}]}, "a round is not known") for n in (0, 65, True)),
        *(({"rounds": [AT_0 | {"bits": n}]}, "no small number") for n in (0, 100, "3")),
        ({"rounds": [AT_0 | {"certificates": []}]}, "for each piece"),
        ({"rounds": [AT_0 | {"certificates": [given(4), given(4)]}]}, "for each piece"),
        ({"left": "gap2(t)"}, "left side is not known"),
        ({"left": "spread2(t) "}, "left side is not known"),
        ({"right": "spread(0)"}, "not of one degree"),
        ({"right": "1"}, "not of one degree"),
        ({"right": "0 - 2*spread2(0)"}, "may be negative"),
        ({"right": "spread2(0) + gap(0)"}, "changes with K"),
        *(({"where": {name: "1"}}, "name of a constant") for name in ("L", "K", "t", "gstar", "step")),
        ({"right": "spread2(t + 1)"}, "at no round"),
        ({"values": VALUES | {"gstar": "0"}}, "values are of"),
        ({"network": SPECTRUM | {"clients": 0}}, "no number of them"),
        ({"network": SPECTRUM | {"clients": "3"}}, "no number of them"),
        (OF_THREE | {"values": VALUES | {"K": "4"}}, "K is not that"),
        ({"scaled": True}, "m is a multiple"),
        (SCALED | {"values": VALUES | {"m": "4"}}, "m is a multiple"),
        ({"network": {"spectrum": ["-1/5", "1/2"]}}, "not the spectrum's"),
        ({"network": {"spectrum": ["-1/4", "2/3"]}}, "not the spectrum's"),
        ({"network": {"spectrum": ["-3/4", "1/2"]}, "values": VALUES | {"lam_n": "-3/4"}}, "not the spectrum's"),
        (OF_PATH | {"values": VALUES | {"lam": "1/2", "lam_n": "0"}}, "not those of W"),
    ],
)  # fmt: skip
def test_what_is_no_proof_of_a_claim_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotACertificate, match=sentence):
        claims.check(OWN | change)


@pytest.mark.parametrize("t", [0, 199])
def test_a_left_side_is_read_at_its_round_and_a_right_side_up_to_it(t: int) -> None:
    with pytest.raises(NotACertificate, match="at no round"):
        claims.check(OWN | {"right": f"spread2({t + 1})", "rounds": [AT_0 | {"t": t}]})
    if t:
        with pytest.raises(NotACertificate, match="for each piece"):  # and spread2(t) is read
            claims.check(OWN | {"right": "spread2(t)", "rounds": [AT_0 | {"t": t, "certificates": []}]})


RUNS = "mu-strongly convex and L-smooth losses, full gradients"
NETS = "every symmetric W with W1 = 1 and its other eigenvalues in"


@pytest.mark.parametrize(
    ("change", "runs"),
    [
        ({}, f"every K, {NETS} [-1/4, 1/2], {RUNS}"),
        (OF_THREE, f"K=3, {NETS} [-1/4, 1/2], {RUNS}"),
        (SCALED, f"K=3, {NETS} [-1/4, 1/2], {RUNS}, equal samples"),
        (OF_PATH | {"common": True}, f"the given W of 3 clients, {RUNS}, a common start"),
        (
            {"network": {"spectrum": ["-1/2", "1/4"]}, "values": VALUES | {"lam_n": "-1/2"}},
            f"every K, {NETS} [-1/2, 1/4], {RUNS}",
        ),
        (
            {"network": SPECTRUM | {"changing": True}},
            f"every K, {NETS} [-1/4, 1/2], {RUNS}".replace("W with", "W, another one every round, with"),
        ),
    ],
)
def test_what_is_proved_is_said_with_all_its_limits(change: dict[str, Any], runs: str) -> None:
    told = OWN | {"where": {"z": "1"}, "assume": ["minima_min >= 0"]} | change
    result = claims.check(told)
    assert result["proved"]
    assert result["checked"] == {
        "left": "spread2(t)", "relation": "<=", "right": "spread2(0)", "where": {"z": "1"}, "assume": told["assume"],
    }  # fmt: skip
    named = runs.replace("[-1/4, 1/2]", "[lam_n, lam]")  # lam is the upper end
    assert result["limits"] == {"constants": told["values"], "rounds": [0], "runs": named}
    constants = ", ".join(f"{name}={told['values'][name]}" for name in told["values"])
    claim = "by:hand: spread2(t) <= spread2(0); z = 1; minima_min >= 0; at rounds 0"
    assert result["what"] == f"{claim}, {constants}; {runs}"
    without = claims.check({name: part for name, part in told.items() if name != "assume"})
    assert "assume" not in without["checked"] and "minima_min" not in without["what"]

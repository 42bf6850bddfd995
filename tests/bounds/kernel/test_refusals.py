"""What the kernel refuses: records that are none, settings that are none, and claims that a setting does not refute.

Every case says a thing that an earlier reader of such records let pass, or what keeps the reader in bounds.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from mixproof.bounds.kernel.records import decide

from .known import ASSUME, known_witness


def refused(record: object) -> str:
    decision = decide(record)
    assert decision.word == "REFUSED", decision.sentence
    assert "cannot be read" not in decision.sentence and len(decision.sentence) < 300
    return decision.sentence


def test_the_known_witness_is_confirmed_and_its_sentence_says_what_was_checked() -> None:
    decision = decide(known_witness())
    assert decision.word == "REFUTED"
    for said in (
        "(zeta/(t + Gamma))**2 is false at t = 2",
        *ASSUME,
        "one W",
        "full gradients",
        "equal shares",
    ):
        assert said in decision.sentence
    assert "eq-5" not in decision.sentence  # the label is no part of it


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"left": ["50/72"]}, "left is another number"),
        ({"left": ["0", "100"]}, "left is wider"),
        ({"t": 1}, "left is another number"),
        ({"t": 10**6}, "not defined here"),
    ],
)
def test_a_tampered_record_is_not_confirmed(change: dict[str, Any], reason: str) -> None:
    assert reason in refused(known_witness() | change)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ({"claim": "spread2(t) + 1 <= (zeta/(t + Gamma))**2"}, "left is another number"),
        ({"claim": "spread2(t) >= (zeta/(t + Gamma))**2"}, "not broken"),
        ({"claim": "spread2(t) != (zeta/(t + Gamma))**2"}, "a claim is one comparison"),
        ({"claim": "0 <= spread2(t) <= 1"}, "a claim is one comparison"),
        ({"claim": "spread2(t)"}, "a claim is one comparison"),
        ({"assume": ["delta*mu > 2"]}, "assumption not met: delta*mu > 2"),
        ({"assume": ["lam"]}, "lam is no comparison"),
        ({"assume": [1]}, "is no text"),
        ({"assume": ["0 < 1"] * 60}, "too many assumptions"),
        ({"where": {"zeta": "1/(lam - 1/2)"}}, "division by zero"),
        ({"where": {"zeta": "sqrt(0 - 1)"}}, "square root"),
        ({"where": {"zeta": "3**999999**3"}}, "exponent is larger"),
        ({"where": {"zeta": "zeta"}}, "zeta is not known"),
        ({"where": {"zeta": "later", "later": "1"}}, "later is not known"),
        *(
            ({"where": {name: "1", "zeta": "1"}}, "has a meaning already")
            for name in ("Gamma", "lam", "K", "L", "t")
        ),
        *(({"where": {name: "1", "zeta": "1"}}, "has a meaning already") for name in ("spread", "spread2")),
        ({"where": {"\uff45ta": "1", "zeta": "1"}}, "is no name"),
        ({"where": {"zeta": 1}}, "is no text"),
        ({"first": 3}, "does not speak of this round"),
        ({"family": "gossip2"}, "no family gossip2 is known"),
        ({"options": {"scaled": 1}}, "wrong kind"),
        ({"options": {"scaled": True}}, "samples is missing"),
        ({"options": {"algorithm": "swarm"}}, "field algorithm is not known"),
        ({"restrictions": ["full gradients"]}, "field restrictions is not known"),
        ({"sizes": {"K": 3, "d": "any", "S": 1}}, "K is not that of the claim"),
        ({"sizes": {"K": "any", "d": "any"}}, "S is not of the settings of the claim"),
    ],
)
def test_a_claim_that_is_not_refuted_or_none(claim: dict[str, Any], reason: str) -> None:
    assert reason in refused(known_witness(**claim))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "__import__('os')",
            "(1).real",
            "[1][0]",
            "'1'",
            "1.5",
            "1j",
            "lambda: 1",
            "x := 1",
            "spread(t=1)",
            "",
        ),
        *(
            "lam(0)",
            "spread(0, 1)",
            "max()",
            "max(*lam)",
            "mu(0)(0)",
            "at(0)",
            "nothing",
            "1 < 2",
            "10**60*" + "9" * 700,
        ),
        *(
            "-" * 1900 + "1",
            "(" * 900 + "1" + ")" * 900,
            "1 +" * 2000 + "1",
            "1\t",
            "1 # more",
            "1_0",
            "0x1",
            "1if",
        ),
        *("\uff11", "\u017fpread(t)", "1\n"),
    ],
)
def test_a_text_that_is_no_formula_is_refused(text: str) -> None:
    refused(known_witness(where={"zeta": text}))


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ({"W": [[["3/4", "1/4"], ["1/2", "1/2"]]]}, "W is not mixing"),
        ({"W": [[["5/4", "-1/4"], ["-1/4", "5/4"]]]}, "W is not mixing"),
        ({"W": [[["3/4", "1/4"]]]}, "not square"),
        ({"a": [[1], [0]]}, "a is not positive"),
        ({"a": [[1], [0.5]]}, "0.5 is no integer"),
        ({"a": [[1], [True]]}, "True is no integer"),
        ({"a": [[1]]}, "shape"),
        ({"c": [[1], ["1/0"]]}, "1/0 is no integer"),
        ({"c": [[1], ["\u0661"]]}, "is no integer"),
        ({"c": [[1], ["9" * 99]]}, "too long"),
        ({"K": 3}, "shape"),
        ({"K": 10**9}, "not an integer"),
        ({"eta": 1}, "eta is not of the settings"),
        ({"delta": -1}, "delta is not positive"),
        ({"v": [[1], [0]]}, "v is not of the settings"),
        ({"beta": 1}, "beta is not of the settings"),
    ],
)
def test_a_setting_outside_the_claim_or_none(setting: dict[str, Any], reason: str) -> None:
    assert reason in refused(known_witness(setting))


def with_parameters(more: dict[str, Any], setting: dict[str, Any], **claim: Any) -> dict[str, Any]:
    parameters = known_witness()["claim"]["parameters"] | more
    return known_witness(setting, parameters=parameters, **claim)


def test_a_noisy_setting_refutes_no_claim_on_full_gradients_and_says_that_it_is_noisy() -> None:
    noise = {"v": [[1], [0]]}
    assert "v is not of the settings" in refused(known_witness(noise))
    noisy = with_parameters({"v": "real"}, noise, claim="spread2(t) <= spread2(t)/2 + 1/100", assume=[])
    found = decide(noisy).found
    assert found.refuted or all("another number" in reason for reason in found.reasons)
    assert "noise of mean 0" in found.sentence and "full gradients" not in found.sentence


def test_a_step_too_long_for_chi2_leaves_it_undefined() -> None:
    long = known_witness({"delta": 100}, claim="chi2 <= 0", assume=[])
    assert "chi2 bounds no gradients here" in refused(long)


@pytest.mark.parametrize(("turn", "defined"), [(0, True), (1, False)])
def test_a_bound_on_all_gradients_is_not_known_of_turned_axes(turn: int, defined: bool) -> None:
    setting = {"a": [[1, 1], [1, 1]], "c": [[1, 0], [-1, 0]], "w0": [[1, 0], [-1, 0]], "d": 2, "s": [turn, 0]}
    record = with_parameters({"s": "real"}, setting | {"Gamma": 8}, claim="chi2 <= 0", assume=[])
    assert ("not defined" in refused(record)) != defined


def test_eta_and_delta_are_not_both_the_step() -> None:
    assert "exclude each other" in refused(with_parameters({"eta": "positive"}, {"eta": 1}))


DGD = {"let": {}, "next": {"x": "mix(x) - eta*grad(x)"}, "start": {}}


def declared(
    program: dict[str, Any], setting: dict[str, Any] | None = None, **parameters: str
) -> dict[str, Any]:
    """The known claim of the declared method."""
    options = {"program": program, "step": "delta/(t + Gamma)"}
    return with_parameters(parameters, setting or {}, family="declared", options=options)


def test_a_declared_method_refutes_what_its_run_does() -> None:
    assert decide(declared(DGD)).word == "REFUTED"
    shared = DGD | {"next": {"x": "mix(x) - eta*share(grad(x))"}}
    assert (
        "x <- mix(x) - eta*share(grad(x))"
        in decide(declared(shared, {"samples": [1, 1]}, samples="natural")).found.sentence
    )


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ({"next": {"x": "mix(x) - eta*share\t(grad(x))"}}, "no part of a formula"),
        ({"next": {"x": "mix(x) - eta*\uff53hare(grad(x))"}}, "no part of a formula"),
        ({"next": {"x": "mix(x) - eta*share(x)"}}, "share is for gradients"),
        ({"next": {"x": "mix(x) - eta*share(grad(x)) - eta*grad(x)"}}, "share is for gradients"),
        ({"next": {"x": "mix(x) - eta*norm(x)"}}, "norm is no word"),
        ({"next": {"x": "mix(x) - L*grad(x)"}}, "L is not known in a program"),
        ({"next": {"x": "mix(x)*x"}}, "a vector times a vector"),
        ({"next": {"x": "eta"}}, "a state is a number"),
        ({"next": {"x": "mix(x) + 1"}}, "added to a vector"),
        ({"next": {"x": "mix(x)**2"}}, "vector"),
        ({"next": {}}, "lines"),
        ({"next": {"eta": "mix(eta)"}}, "has a meaning already"),
        ({"let": {"x": "grad(x)"}}, "has a meaning already"),
        ({"let": {"\uff45ta": "eta/1000"}}, "is no name"),
        ({"let": {"eta": "1"}}, "has a meaning already"),
        ({"start": {"x": "0"}}, "a start is one of a state"),
        ({"rest": {}}, "field rest is not known"),
    ],
)
def test_a_program_that_is_none(program: dict[str, Any], reason: str) -> None:
    assert reason in refused(declared(DGD | program))


@pytest.mark.parametrize("name", ["own", "Fstar_mean", "minima_min", "L", "x", "start"])
def test_a_free_number_is_none_that_the_setting_has(name: str) -> None:
    told = declared(DGD, {name: "1"}, **{name: "positive"})
    told["claim"]["options"]["free"] = [name]
    assert "has a meaning already" in refused(told)


@pytest.mark.parametrize(
    "record", [None, [], "witness", {}, [known_witness()], {"kind": "witness"}, {"kind": []}]
)
def test_what_is_no_record_at_all(record: object) -> None:
    refused(record)


@pytest.mark.parametrize("field", ["claim", "setting", "t", "left", "right"])
def test_missing_and_mistyped_fields(field: str) -> None:
    record = known_witness()
    del record[field]
    assert f"field {field} is missing" in refused(record)
    assert f"field {field} is of the wrong kind" in refused(known_witness() | {field: 1.5})


@pytest.mark.parametrize("field", ["family", "options", "parameters", "sizes", "claim"])
def test_a_claim_says_everything(field: str) -> None:
    record = copy.deepcopy(known_witness())
    del record["claim"][field]
    assert f"field {field} is missing" in refused(record)


# 1/x^3 > 1/x in the mean is true of probabilities, and false of what is none
def forged(kind: str, p: object) -> dict[str, Any]:
    kinds = dict.fromkeys("xy", "unit") | {"p": kind}
    claim = {
        **{
            "family": "scalars",
            "options": kinds,
            "parameters": kinds,
            "sizes": {},
            "assume": ["0 < x < 1", "0 < y < 1"],
        },
        "where": {"inverse": "p/x + (1 - p)/y", "inverse_cube": "p/x**3 + (1 - p)/y**3"},
        "claim": "inverse < inverse_cube",
    }
    setting = {"x": "1/2", "y": "1/4", "p": p}
    return {"kind": "witness", "claim": claim, "setting": setting, "t": 0, "left": ["0"], "right": ["-48"]}


@pytest.mark.parametrize(
    ("kind", "p"), [("unit", 2), ("unit", "-1"), ("natural", "3/2"), ("positive", 0), ("any", 2), ("", 2)]
)
def test_numbers_outside_their_kind_are_no_setting(kind: str, p: object) -> None:
    refused(forged(kind, p))
    assert decide(forged("real", 2)).word == "REFUTED"  # only the kind gives the forgery away

"""Proofs by signs written by hand: what each rule proves, and what looks like it and proves nothing."""

from __future__ import annotations

from typing import Any

import pytest

from mixproof.bounds.checker import signs
from mixproof.bounds.checker.psd import NotACertificate

Y = {"times": "1", "facts": ["y"]}
POWER = {"p": "y ** n"}
NUMBERS = {"x": "real", "y": "positive", "u": "unit", "n": "natural"}


def case(*terms: dict[str, Any], **more: Any) -> dict[str, Any]:
    """One case, whose last step has the terms; `over`, `equal` are of that step too."""
    step = {name: more.pop(name) for name in ("over", "equal") if name in more}
    return {"takes": {}, "divisors": [], "lemmas": [], "goal": {"terms": list(terms), **step}, **more}


def record(left: str, relation: str, right: str, *cases: dict[str, Any], **more: Any) -> dict[str, Any]:
    named = {"kind": signs.KIND, "id": "by", "variant": "hand", "family": "scalars", "covers": signs.COVERS}
    told = {"options": NUMBERS, "assume": [], "where": {}, "functions": {}, "cases": list(cases)}
    return {**named, "left": left, "relation": relation, "right": right, **told, **more}


def of(*facts: str, times: str = "1", **more: str) -> dict[str, Any]:
    return {"times": times, "facts": list(facts), **more}


GREATER = (case(takes={"max(x, 0)": 0}), case(of("-x"), takes={"max(x, 0)": 1}))
SMALLER = (case(takes={"min(x, 0)": 0}), case(of("x"), takes={"min(x, 0)": 1}))
MODULUS = (case(takes={"abs(x)": 0}), case(of("-2*x"), takes={"abs(x)": 1}))
PROVED = [
    record("x", "<=", "x + y", case(Y)),
    record("x", "<", "x + y", case(Y)),
    record("x", "<=", "x + 2*y/3", case(of("y", times="2"))),
    record("0", "<=", "u*(1 - u)", case(of("u", "1 - u"))),
    record("1", "<=", "n", case(of("n - 1"))),
    record("0", "<", "n", case(of("n"))),
    record("0", "<=", "t", case(of("t"))),
    record("x", "<=", "x + (y - 1)**2", case(of(square="y - 1"))),
    record("0", "<", "y + x**2", case(Y, of(square="x"))),
    record("y", "==", "y", case()),
    record("0", "<=", "y", case(of(square="y"), over=["y"])),
    record("x", "<=", "y", case(equal=[["1", "y - x"]]), assume=["x == y"]),
    record("y", ">=", "0", case(Y)),
    record("x/y", "<=", "x/y", case()),
    record("y/x", "<=", "0", case(Y), assume=["x < 0"]),
    record("y/x", "<", "0", case(Y), assume=["0 > x"]),
    record("1/(1 + y)", ">", "0", case(of()), cases=[case(of(), divisors=[{"terms": [of(), Y]}])]),
    record("y/(-1 - y)", "<=", "0", case(Y, divisors=[{"terms": [of(), Y]}])),
    record("0/(1 + y)", "<=", "1 + y", case(of("1 + y", "1 + y"), divisors=[{"terms": [of(), Y]}])),
    record("0", "<", "x + 0*log(x)", case(of("x")), functions={"r": "log(x)"}),
    record("y/2", "<=", "y", case(Y)),
    record("y/(-2)", "<=", "0", case(Y)),
    record("-y", "<=", "0", case(Y)),
    record("z", "<=", "z + y", case(Y), where={"z": "x*2"}),
    record("x", "<=", "max(x, 0)", *GREATER),
    record("min(x, 0)", "<=", "x", *SMALLER),
    record("x", "<=", "abs(x)", *MODULUS),
    record("0", "<=", "sqrt(y)", case(of("r")), functions={"r": "sqrt(y)"}),
    record("sqrt(y)**2", "==", "y", case(equal=[["-1", "r**2 - y"]]), functions={"r": "sqrt(y)"}),
    record("0", "<", "exp(x)", case(of("r")), functions={"r": "exp(x)"}),
    record("x + 1", "<=", "exp(x)", case(of("r - 1 - x")), functions={"r": "exp(x)"}),
    record("log(y)", "<=", "y - 1", case(of("y - 1 - r")), functions={"r": "log(y)"}),
    record("y - 1", "<=", "y*log(y)", case(of("y*r - y + 1")), functions={"r": "log(y)"}),
    record("1 + n*(y - 1)", "<=", "y**n", case(of("p - 1 - n*(y - 1)")), functions=POWER),
    record("0", "<", "y**n", case(of("p")), functions=POWER),
]


@pytest.mark.parametrize("good", PROVED, ids=lambda r: f"{r['left']} {r['relation']} {r['right']}")
def test_what_each_rule_proves(good: dict[str, Any]) -> None:
    result = signs.check(good)
    assert result["proved"], result["reason"]
    assert all(text in result["what"] for text in good["assume"])


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (record("x", "<=", "x + y", case(of("y", times="2"))), "another difference"),
        (record("x", "<=", "x - y", case(of("y", times="-1"))), "not positive"),
        (record("x", "<=", "x", case(of("y", times="0"))), "not positive"),
        (record("0", "<=", "x", case(of("x"))), "not known to be positive"),
        (record("0", "<=", "1 - n", case(of("1 - n"))), "not known to be positive"),
        (record("1", "<=", "t", case(of("t - 1"))), "not known to be positive"),
        (record("y", "<=", "-y", case()), "another difference"),
        (record("y/1", "<=", "0", case(Y)), "another difference"),
        (record("0", "<", "t", case(of("t"))), "differ"),
        (record("0", "<", "u", case(of("u"))), "differ"),
        (record("0", "<", "1 - u", case(of("1 - u"))), "differ"),
        (record("1", "<", "n", case(of("n - 1"))), "differ"),
        (record("0", "<", "y*u", case(of("y", "u"))), "differ"),
        (record("x", "<", "x + (y - 1)**2", case(of(square="y - 1"))), "differ"),
        (record("0", "<", "y*x**2", case(of("y", square="x"))), "differ"),
        (record("x", "<", "y", case(of("y - x")), assume=["x <= y"]), "differ"),
        (record("x + 1", "<", "exp(x)", case(of("r - 1 - x")), functions={"r": "exp(x)"}), "differ"),
        (record("log(y)", "<", "y - 1", case(of("y - 1 - r")), functions={"r": "log(y)"}), "differ"),
        (record("y - 1", "<", "y*log(y)", case(of("y*r - y + 1")), functions={"r": "log(y)"}), "differ"),
        (record("1 + n*(y - 1)", "<", "y**n", case(of("p - 1 - n*(y - 1)")), functions=POWER), "differ"),
        (
            record(
                "2 + y",
                "<=",
                "0/(-1 - y)",
                case(of("-2 - y"), of("-2 - y", "y"), divisors=[{"terms": [of(), Y]}]),
            ),
            "not known to be positive",
        ),
        (record("x", "==", "x + y", case(Y)), "identity without terms"),
        (record("0", "<=", "x", case(of(square="x"), over=["x"])), "divides by"),
        (record("0", "<=", "u", case(of(square="u"), over=["u"])), "divides by"),
        (record("x", "<=", "y", case(equal=[["1", "y - x"]])), "not known to be 0"),
        (record("x", "<=", "y", case(equal=[["1", "y - x"]]), assume=["x <= y"]), "not known to be 0"),
        (record("0", "<=", "y/x", case(Y), assume=["x < 0"]), "another difference"),
        (record("x/x", "<=", "x/x", case()), "not shown to be other than 0"),
        (record("1/x", "<=", "1/x", case(), assume=["0 <= x"]), "not shown to be other than 0"),
        (record("x/(1 - 1)", "<=", "x/(1 - 1)", case()), "a divisor is 0"),
        (record("1/x", "<=", "1/x", case(divisors=[{"terms": [of(square="x")]}])), "does not show"),
        (record("1/u", "<=", "1/u", case(divisors=[{"terms": [of("u")]}])), "does not show"),
        (record("x", "<=", "x + y", case(Y, divisors=[{"terms": [Y]}])), "that there is not"),
        (record("x", "<=", "max(x, 0)", GREATER[0]), "a case is not proved"),
        (record("x", "<=", "max(x, 0)", GREATER[1]), "a case is not proved"),
        (record("0", "<=", "x", case(of("x"), takes={"max(x, 0)": 0})), "not known to be positive"),
        (record("max(x, 0)", "<=", "x", case(takes={"max(x, 0)": 0})), "a case is not proved"),
        (record("max(x, 0)", "<=", "0", case(of("x"), takes={"max(x, 0)": 0})), "another difference"),
        (record("x", "<=", "min(x, 0)", case(of("-x"), takes={"min(x, 0)": 1})), "not known to be positive"),
        (record("x", "<=", "max(x, 0)", case(takes={"max(x, 0)": 2})), "a case takes no argument"),
        (record("x", "<=", "max(x, 0)", case(takes={"max(x, 0)": -1})), "a case takes no argument"),
        (record("x", "<=", "max(x, 0)", case(takes={"max(x, 0)": False})), "a case takes no argument"),
        (record("x", "<=", "max(x, 0, 1)", case(takes={"max(x, 0, 1)": 0})), "is not known"),
        (record("0", "<", "sqrt(y)", case(of("r")), functions={"r": "sqrt(y)"}), "differ"),
        (record("0", "<=", "sqrt(y)", case(of("r"))), "has no name"),
        (record("0", "<=", "sin(y)", case(of("r")), functions={"r": "sin(y)"}), "no function"),
        (record("x", "<=", "log(x)", case(), functions={"r": "log(x)"}), "another difference"),
        (record("0", "<", "x**n", case(of("p")), functions={"p": "x ** n"}), "not shown"),
        (record("0", "<", "y**x", case(of("p")), functions={"p": "y ** x"}), "no natural number"),
        (record("0", "<", "y**n", case(of("p"))), "has no name"),
        (
            record("0", "<", "(x - 1)**n", case(of("p")), assume=["x < 1"], functions={"p": "(x - 1) ** n"}),
            "base of a power",
        ),
        (record("y", "<=", "y", case(), functions={"y": "sqrt(u)"}), "two meanings"),
        (record("y", "<=", "y", case(), where={"y": "1"}), "two meanings"),
        (record("r", "<=", "r", case(), where={"r": "1"}, functions={"r": "sqrt(u)"}), "two meanings"),
        (record("0", "<=", "0", case(), functions={"r": "sqrt(u)", "s": "sqrt(u)"}), "one function"),
        (record("0", "<=", "0", case(), options={"t": "positive"}), "t is the round"),
        (record("0", "<=", "0", case(), where={"t": "1"}), "t is the round"),
        (record("0", "<=", "0", case(), options={"x y": "real"}), "a name is none"),
        (record("0", "<=", "0", case(), options={"é": "real"}), "a name is none"),
        (record("0", "<=", "0", case(), options={"x": "complex"}), "no kind known"),
        (record("r", "<=", "r", case(), functions={"r": "sqrt(u)"}), "no number of the claim"),
        (record("0", "<=", "0", case(), covers="some settings"), "what it covers"),
        (record("0", "<=", "0", case(), family="gossip"), "not numbers alone"),
        (record("0", "<=", "0"), "a case is not proved"),
    ],
    ids=lambda told: told if isinstance(told, str) else f"{told['left']} {told['relation']} {told['right']}",
)
def test_what_looks_like_a_proof_and_is_none(bad: dict[str, Any], reason: str) -> None:
    result = signs.check(bad)
    assert not result["proved"] and reason in result["reason"], result["reason"]


def test_a_record_of_another_kind_is_no_proof_by_signs() -> None:
    with pytest.raises(NotACertificate, match="not a record of kind sign"):
        signs.check(PROVED[0] | {"kind": "lyapunov"})


@pytest.mark.parametrize("relation", ["!=", "is", "<= x <"])
def test_a_relation_that_signs_do_not_know_is_no_claim(relation: str) -> None:
    with pytest.raises(NotACertificate, match="cannot be read"):
        signs.check(record("x", relation, "x + y", case(Y)))

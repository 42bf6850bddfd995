"""What is known in one place, a case, a round, an index, goes into no formula that is read elsewhere: false claims."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mixproof.bounds.kernel.records import decide

DERIVATIONS = Path(__file__).parents[3] / "bounds" / "derivations"
PROGRAM = {"next": {"x": "mix(x) - eta*grad(x)"}}
STEP = {"algorithm": PROGRAM, "step": "eta"}
SIZES = {"K": 5, "S": 1, "d": 2}
ALIGNED = "dot(J(grad(x)), grad(J(x)))"
SQUARE = {"name": "square", "claim": f"{ALIGNED}**2 >= 0", "proof": {"terms": [[1, [], ALIGNED]]}}


def declared(claim: str, *facts: str, **told: Any) -> dict[str, Any]:
    own = {"family": "declared", "options": STEP, "parameters": [], "sizes": SIZES, "claim": claim}
    own |= {"assume": [], "where": {}, "first": 0}
    lines = {"steps": told.pop("steps", []), "conclusion": told.pop("conclusion", None)}
    lines["conclusion"] = lines["conclusion"] or {"terms": [[1, [fact]] for fact in facts]}
    return {"kind": "derivation", "statement": own | told, **lines}


def like(name: str, claim: str, *facts: str, **told: Any) -> dict[str, Any]:
    """A derivation over the family of a kept record."""
    own = json.loads((DERIVATIONS / f"{name}.json").read_text())["statement"]
    same = {field: own[field] for field in ("family", "options", "parameters", "sizes")}
    return declared(claim, *facts, **same, **told)


def size_at_every_round(claim: str) -> dict[str, Any]:
    root = f"sqrt({ALIGNED}**2) >= 0"
    proofs = [{"terms": [[1, [root.replace(ALIGNED, f"{time}({ALIGNED})")]]]} for time in ("start", "next")]
    start, after = proofs
    return {"always": [["size", claim]], "start": [start], "lines": [], "next": [after]}


FALSE = {
    # max of the sizes of numbers that are > 0 now is not the max of these numbers
    "maximum": declared(
        "max(s <= t, sqrt(alignment(s)**2)) <= max(s <= t, alignment(s))",
        assume=["alignment(t) > 0"],
        steps=[SQUARE],
    ),
    # that the size is >= 0 at every round, read where the number is >= 0
    "invariant": declared(
        "sum(s < t, alignment(s)) >= 0",
        "sum(s < t, alignment(s)) >= 0",
        assume=["alignment(t) >= 0"],
        steps=[SQUARE, size_at_every_round(f"sqrt({ALIGNED}**2) >= 0")],
    ),
    # the last gap at every round of a sum
    "round": like(
        "alidpfl.theorem-1.noise-free",
        "sum(s < t, gap(K*tau)) <= sum(s < t, gap(s))",
        assume=["t == K*tau"],
    ),
    # models two rounds later hold the noise of this round
    "later": like("koloskova2020.descent-convex.main", "dot(n, next(next(x))) == 0"),
    # an index inside the point of a function, or inside a maximum, which a sum does not see
    "function": declared(
        "K*F(same(i, j)*x) >= K*F(0*x) + dot(grad(0*x), x) + mu/2*sq(x)",
        conclusion={"terms": [[1, ["below(same(i, j)*x, 0*x)"], "", "j"]]},
    ),
    "indexed maximum": declared(
        "K*max(s <= t, same(i, j)*alignment(s)) >= alignment(t)",
        conclusion={
            "terms": [
                [1, ["max(s <= t, same(i, j)*alignment(s)) >= same(i, j)*alignment(t)"], "", "j"],
            ]
        },
    ),
    # names that rules read
    "definition": like(
        "khaled2020.lemma-1.main", "sq(grad(o)) <= 0", "steep(o)", where={"minima_sum": "F(o)"}
    ),
    "definition in a class": declared(
        "sq(grad(o)) <= 0",
        "steep(o)",
        options=STEP | {"matrices": "symmetric"},
        sizes={},
        where={"minima_sum": "F(o)"},
    ),
    "let": declared(
        "sq(grad(o)) <= 0",
        "steep(o)",
        options=STEP | {"matrices": "symmetric"},
        sizes={},
        steps=[{"let": "minima_sum", "is": "F(o)"}],
    ),
    # a law of W that differs from round to round
    "law": declared(
        "start(dot(w0, W_mean(w0))) == dot(w0, W_mean(w0))",
        options=STEP | {"matrices": "random"},
        sizes={},
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_claim_is_not_proved(name: str) -> None:
    assert decide(FALSE[name]).word == "REFUSED"


def runs(claim: str, t: int, steps: list[Any], conclusion: dict[str, Any], assume: list[str]) -> Any:
    options = STEP | {"network": "one"}
    own = declared(claim, family="runs", options=options, sizes={}, assume=assume, rounds=[t])["statement"]
    return {"kind": "derivation", "statement": own, "rounds": [{"steps": steps, "conclusion": conclusion}]}


def test_a_round_that_a_case_alone_reaches_is_forgotten_after_it() -> None:
    """y(2) = y(1)/mu is no vector where mu = 0."""
    read = {
        "name": "read",
        "claim": "sq(at_round(2, y)) >= 0",
        "proof": {"terms": [[1, [], "at_round(2, y)"]]},
    }
    cases = {"name": "any", "claim": "mu >= 0", "cases": ["mu > 0", "mu <= 0"], "lines": [[read], []]}
    steps = [{"state": "y", "start": "w0", "next": "y/(1 - t + t*mu)"}, cases]
    squares = [
        ["at_round(2, y)", "mu*at_round(1, y)"],
        ["assume1", "dot(at_round(1, y), at_round(2, y))"],
    ]
    told = runs("sq(w0) <= 0", 0, steps, {"equations": squares}, ["mu == 0"])
    assert "the divisor mu is not known" in decide(told).sentence
    twice = {**cases, "lines": [[read, {**read, "name": "again"}], []]}
    shown = runs("mu >= 0", 0, [steps[0], cases, {**twice, "name": "more"}], {"terms": [[1, ["any"]]]}, [])
    assert decide(shown).confirmed  # each case reads the round anew


def test_a_mean_of_no_rounds_has_no_value() -> None:
    told = runs("mean(2 <= s < t, error2(s)) <= 0", 0, [], {}, [])
    assert "a mean of no rounds" in decide(told).sentence


def test_a_domain_of_a_number_that_others_give_is_told() -> None:
    """lam_n >= -1 says of lam_n = -5 lam that lam <= 1/5."""
    told = declared(
        "lam <= 1/5",
        options=STEP | {"matrices": "symmetric"},
        sizes={},
        at={"lam_n": "-5*lam"},
        conclusion={"terms": [["1/5", ["lam_n_low"]]]},
    )
    assert "lam_n >= -1" in decide(told).sentence


def one_of_each_family() -> dict[str, dict[str, Any]]:
    """family -> a kept record about it."""
    records = (json.loads(path.read_text()) for path in sorted(DERIVATIONS.glob("*.json")))
    return {record["statement"]["family"]: record for record in records if "statement" in record}


@pytest.mark.parametrize(("family", "record"), one_of_each_family().items())
def test_a_parameter_or_option_of_which_a_table_knows_nothing_is_refused(family: str, record: dict[str, Any]):
    statement = record["statement"]
    assert decide(record).word == "PROVED"
    changes = [{"parameters": [*statement["parameters"], "delay"]}]
    if family != "constants":  # its options are the numbers themselves
        changes.append({"options": {**statement["options"], "delay": 3}})
    for changed in changes:
        assert decide({**record, "statement": statement | changed}).word == "REFUSED"


@pytest.mark.parametrize(("family", "record"), one_of_each_family().items())
def test_a_domain_of_which_a_table_knows_nothing_is_refused(family: str, record: dict[str, Any]):
    """A table of symmetric W speaks of no others, whatever domain the statement names."""
    statement = record["statement"]
    for name in statement["parameters"]:
        changed = {"domains": {**statement.get("domains", {}), name: "columns"}}
        assert decide({**record, "statement": statement | changed}).word == "REFUSED", name


ONE_W = ("compressed", "quadratic-links", "bent-links", "worse-links", "metropolis", "link-moments")


@pytest.mark.parametrize("family", ONE_W)
def test_a_table_of_one_W_speaks_of_no_others(family: str):
    record = one_of_each_family()[family]
    statement = record["statement"]
    changed = {"sizes": {**statement["sizes"], "S": 2}}
    assert decide({**record, "statement": statement | changed}).word == "REFUSED"


KNOWN = (
    "sigma2",
    "rho2",
    "rho_mean",
    "chance",
    "coin",
    "coin_mean",
    "W_hat",
    "W_mean",
    "W_second",
    "xi",
    "r2",
)


@pytest.mark.parametrize("name", [*KNOWN, "xi1"])
@pytest.mark.parametrize("parameters", [["v"], ["P"], ["v", "P"], ["chance"]])
def test_a_program_gives_no_meaning_to_what_its_table_knows(name: str, parameters: list[str]):
    """`sigma2 <- eta` made noise2(t + 1) <= eta/K a theorem about noise of any variance."""
    program = {"next": {"x": "mix(x) - eta*grad(x)", name: "eta"}}
    one = {"terms": [[1, ["1 > 0"]]]}
    told = declared("0 <= 1", options=STEP | {"algorithm": program}, parameters=parameters, conclusion=one)
    if name != "xi1" or "v" in parameters:
        assert "has a meaning already" in decide(told).sentence
    told["statement"]["options"] = STEP | {"free": [name]}
    told["statement"]["parameters"] = [*parameters, name]
    assert decide(told).word == "REFUSED" or (name == "xi1" and "v" not in parameters)

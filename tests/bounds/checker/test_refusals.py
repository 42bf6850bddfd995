"""What the standalone checker does not confirm, or does not take for a witness."""

from __future__ import annotations

import re

import pytest

from mixproof.bounds import checker
from mixproof.bounds.checker.matrices import Matrices
from mixproof.bounds.checker.noisy_steps import NoisySteps
from mixproof.bounds.checker.witness import KINDS

from .known_witness import known_witness


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("left_value", "50/72", "left is another number"),
        ("t", 1, "not broken"),
        ("left", "spread2(t) + 1", "left is another number"),
        ("right", "zeta/(t + Gamma)", "right is another number"),
        ("assume", ["delta*mu > 2"], "assumption not met: delta*mu > 2"),
        ("where", {"zeta": "1/(lam - 1/2)"}, "division by zero"),
        ("where", {"zeta": "sqrt(0 - 1)"}, "square root"),
        ("where", {"zeta": "3**999*3**999*3**999*" + "*".join(["3**999"] * 30)}, "grew too large"),
        ("relation", "<", "not broken"),
    ],
)
def test_tampered_witness_is_not_confirmed(field: str, value: object, reason: str) -> None:
    record = known_witness() | {field: value}
    if field == "relation":  # equality breaks "<" only where it is proved: here left is below right
        record |= {"left": "spread2(t)/2", "left_value": "49/144"}
    result = checker.check(record)
    assert not result["refuted"] and reason in result["reason"]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("W", [[["3/4", "1/4"], ["1/2", "1/2"]]], "doubly stochastic"),
        ("W", [[["5/4", "-1/4"], ["-1/4", "5/4"]]], "doubly stochastic"),
        ("W", [[["3/4", "1/4"]]], "shape"),
        ("a", [[1], [0]], "holds 0"),
        ("a", [[1], [0.5]], "holds '0.5'"),
        ("a", [[1], [float("nan")]], "holds 'nan'"),
        ("a", [[1], [True]], "holds 'True'"),
        ("a", [[1]], "shape"),
        ("c", [[1], ["1/0"]], "holds '1/0'"),
        ("c", [[1], ["9" * 99]], "c holds"),
        ("K", 3, "shape"),
        ("K", 10**9, "integer from 1"),
        ("eta", 1, "exclude each other"),
        ("delta", -1, "delta holds -1"),
        ("samples", ["1/2", 1], "samples holds 1/2"),
        ("beta", 1, "beta is unknown"),
    ],
)
def test_malformed_setting_is_no_witness(name: str, value: object, sentence: str) -> None:
    record = known_witness()
    record["setting"][name] = value
    with pytest.raises(checker.NotAWitness, match=sentence):
        checker.check(record)


@pytest.mark.parametrize(
    "formula",
    [
        *(
            "__import__('os')",
            "(1).real",
            "[1][0]",
            "'1'",
            "1.5",
            "1j",
            "True",
            "lambda: 1",
            "x := 1",
            "spread(t=1)",
            "",
        ),
        *(
            "spread",
            "lam(0)",
            "spread(1/2)",
            "spread(0 - 1)",
            "spread(10**6)",
            "max()",
            "max(*lam)",
            "mu(0)(0)",
            "at(0)",
        ),
        *(
            "nothing",
            "zeta",
            "-" * 1900 + "1",
            "(" * 900 + "1" + ")" * 900,
            "1 +" * 2000 + "1",
            "1 < 2",
            "10**60*" + "9" * 70,
        ),
    ],
)
def test_formulas_outside_the_grammar_are_refused(formula: str) -> None:
    record = known_witness() | {"where": {"zeta": formula}}
    with pytest.raises(checker.NotAWitness):
        checker.check(record)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("assume", ["lam"], "'lam' is not a comparison"),
        ("assume", ["lam < 1 and lam > 0"], "is not a comparison"),
        ("assume", ["0 < lam in 1"], "is not a comparison"),
        ("assume", [1], "is not plain text"),
        ("assume", ["0 < 1"] * 60, "too many assumptions"),
        ("left", "spread2(t) < 1", "is not part of a formula"),
        ("left", "spread2(t) # + 1", "is not plain text"),
        ("left", "ſpread2(t)", "is not plain text"),
        ("left", "1if", "is not a formula"),
        ("left", "\0", "is not a formula"),
        ("left", "spread2(400)", "rounds are integers from 0 and below 400"),
        ("where", {"zeta": "1", "t": "0"}, "t has its own meaning"),
        ("relation", "!=", "the relation is none of"),
        ("t", 400, "t is no round"),
        ("t", -1, "t is no round"),
        ("left_value", [], "neither a number nor"),
        ("left_value", ["0", "1", "2"], "neither a number nor"),
        ("left_value", [[]], "left_value holds"),
        ("left_value", "1e5", "left_value holds"),
        ("options", {"scaled": 1}, "scaled = 1 is not known"),
        ("options", {"scaled": True}, "samples is lacking"),
        ("options", {"algorithm": "swarm"}, "algorithm = swarm is not known"),
        (
            "family",
            "gossip2",
            "no family 'gossip2' is known here: the checker cannot vouch for its witnesses",
        ),
        ("format", "mixproof-witness-2", "not a record of format"),
    ],
)
def test_a_record_outside_the_format_is_no_witness(field: str, value: object, sentence: str) -> None:
    with pytest.raises(checker.NotAWitness, match=re.escape(sentence)):
        checker.check(known_witness() | {field: value})


@pytest.mark.parametrize(
    "record", [None, [], "format", {}, [known_witness()], {"format": "mixproof-witness-1"}]
)
def test_what_is_no_record_at_all(record: object) -> None:
    with pytest.raises(checker.NotAWitness):
        checker.check(record)


@pytest.mark.parametrize("field", sorted(KINDS))
def test_missing_and_mistyped_fields(field: str) -> None:
    record = known_witness()
    del record[field]
    with pytest.raises(checker.NotAWitness, match=field):
        checker.check(record)
    with pytest.raises(checker.NotAWitness, match=field):
        checker.check(known_witness() | {field: 1.5})


@pytest.mark.parametrize(
    ("family", "options", "setting", "sentence"),
    [
        (
            NoisySteps,
            {"v": "algorithm"},
            {"N": 5, "m": 5, "b": [[1] * 5] * 5, **dict.fromkeys(("B", "C", "sigma", "eta", "beta"), 1)},
            "too many batches",
        ),
        (Matrices, {}, {"K": 13, "W": [[[1]]]}, "from 1 to 12"),
    ],
)
def test_a_setting_too_large_to_check_is_refused_at_once(family, options, setting, sentence) -> None:
    with pytest.raises(checker.NotAWitness, match=sentence):
        family(setting, options)


@pytest.mark.parametrize(
    ("left", "told", "shown"),
    [
        ("5/4", "5/4", 1.25),
        ("-10**20", str(-(10**20)), -1e20),
        ("10**400", str(10**400), 1e300),  # where floats end
        ("log(0)", "0", None),
    ],
)
def test_what_a_side_is_shown_as(left: str, told: str, shown: float | None) -> None:
    assert checker.check(known_witness() | {"left": left, "left_value": told})["left"] == shown


def test_an_option_that_says_no_is_as_good_as_none() -> None:
    assert checker.check(known_witness() | {"options": {"scaled": False}})["refuted"]


# 1/x^3 > 1/x in the mean is true of probabilities, and false of what is none
FORGED = {
    **{"format": "mixproof-witness-1", "id": "alidpfl.jensen", "variant": "second", "family": "scalars"},
    **{"options": dict.fromkeys("xyp", "unit"), "assume": ["0 < x < 1", "0 < y < 1"], "t": 0},
    "where": {"inverse": "p/x + (1 - p)/y", "inverse_cube": "p/x**3 + (1 - p)/y**3"},
    **{"left": "inverse", "relation": "<", "right": "inverse_cube", "left_value": "0", "right_value": "-48"},
    "setting": {"x": "1/2", "y": "1/4", "p": 2},
}


@pytest.mark.parametrize(
    ("kind", "p", "sentence"),
    [
        ("unit", 2, "p is not unit"),
        ("unit", "-1", "p is not unit"),
        ("natural", "3/2", "p is not natural"),
        ("positive", 0, "p is not positive"),
        ("any", 2, "of what kind"),
        (None, 2, "of what kind"),
    ],
)
def test_numbers_outside_their_kind_are_no_setting(kind: str | None, p: object, sentence: str) -> None:
    options = {"x": "unit", "y": "unit"} | ({"p": kind} if kind else {})
    with pytest.raises(checker.NotAWitness, match=sentence):
        checker.check(FORGED | {"options": options, "setting": FORGED["setting"] | {"p": p}})
    # the numbers do break the inequality: only their kind gives the forgery away
    assert checker.check(FORGED | {"options": dict.fromkeys("xyp", "real")})["refuted"]


def test_a_definition_that_is_no_text_is_no_witness_even_where_nothing_reads_it() -> None:
    record = known_witness()
    with pytest.raises(checker.NotAWitness, match="a definition is no text"):
        checker.check(record | {"where": record["where"] | {"unread": 1}})


@pytest.mark.parametrize(("turn", "confirmed"), [(0, True), (1, False)])
def test_a_bound_on_all_gradients_is_not_told_of_turned_axes(turn: int, confirmed: bool) -> None:
    """The hull of starts and minima bounds the gradients axis by axis, where no client's axes are turned."""
    record = known_witness() | {"assume": ["0 <= chi2"]}
    setting = record["setting"] | {"a": [[1, 1], [1, 1]], "c": [[1, 0], [-1, 0]], "w0": [[1, 0], [-1, 0]]}
    record |= {"setting": setting | {"d": 2, "s": [turn, 0]}}
    result = checker.check(record)
    assert result["refuted"] == confirmed, result["reason"]
    assert confirmed or "unturned axes only" in result["reason"]

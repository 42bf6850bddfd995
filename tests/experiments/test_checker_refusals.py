"""What the standalone checker does not confirm, or does not take for a witness."""

from __future__ import annotations

import pytest

from mixproof.bounds.checker import checker, checker_links, checker_online, checker_private, checker_scalars  # noqa: F401

from .known_witness import known_witness


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("left_value", "50/72", "left is another number"),
        ("t", 1, "not broken"),
        ("left", "spread2(t) + 1", "left is another number"),
        ("right", "zeta/(t + Gamma)", "right is another number"),
        ("assume", ["delta*mu > 2"], "assumption not met: delta*mu > 2"),
        ("assume", ["lam"], "assumption not met"),
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


@pytest.mark.parametrize("field", sorted(checker.KINDS))
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
            checker_private.NoisySteps,
            {"v": "algorithm"},
            {"N": 5, "m": 5, "b": [[1] * 5] * 5, **dict.fromkeys(("B", "C", "sigma", "eta", "beta"), 1)},
            "too many batches",
        ),
        (checker.Setting, {}, {"K": 13, "W": [[[1]]]}, "from 1 to 12"),
    ],
)
def test_a_setting_too_large_to_check_is_refused_at_once(family, options, setting, sentence) -> None:
    with pytest.raises(checker.NotAWitness, match=sentence):
        family(setting, options)


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

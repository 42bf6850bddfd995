"""A user-defined claim: stated in one line, hunted like any other, and refused where a name is wrong."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mixproof.bounds import Family, Parameter, Variant, claim
from mixproof.bounds.domains import REAL
from mixproof.bounds.families import declared
from mixproof.bounds.families.federated import federated
from mixproof.bounds.families.scalars import scalars
from mixproof.bounds.families.shared import gossip, matrices
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.names import check_claim
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorem import unmet
from mixproof.bounds.theorems import ALL
from mixproof.spectral.errors import InputError

DGD = gossip(fixed=True, common=True, noisy=False)
BOUND = "spread(t) <= eta*sqrt(2*L*eps0)/(1 - lam)"


@pytest.mark.parametrize(("step", "outcome"), [("(1 + lam_n)/L", "HOLDS"), ("1/L", "REFUTED")])
def test_a_step_that_forgets_negative_eigenvalues_is_found(step: str, outcome: str) -> None:
    mine = claim(BOUND, "lam < 1", f"eta <= {step}", family=DGD)
    verdict = verify(mine, mine.variant("claim"), seconds=0.3)
    assert verdict.outcome.name == outcome
    assert verdict.witness is None or decide(verdict.witness).confirmed


def test_where_and_the_direction_of_the_relation() -> None:
    mine = claim("bound >= spread(t)", family=DGD, where={"bound": "spread(0) + t*eta*L"}, rounds=3, first=1)
    (variant,) = mine.variants
    assert (variant.left, variant.relation, variant.right) == ("spread(t)", "<=", "bound")
    assert (mine.rounds, mine.first, mine.family) == (3, 1, DGD)


def test_a_claim_about_no_round() -> None:
    # equal where lam is the smallest eigenvalue's modulus
    mine = claim("lam > -lam_n", family=matrices(), first=None)
    assert verify(mine, mine.variant("claim"), seconds=0.05).outcome.name == "REFUTED"


@pytest.mark.parametrize(
    ("text", "assume", "message"),
    [
        ("spraed(t) <= 1", (), "no spraed; did you mean spread"),
        ("error2(t) <= O(1/t)", (), "have no O; write the constant of O"),
        ("spread <= 1", (), r"spread needs a round: spread\(t\)"),
        ("spread(t) <= L(t)", (), "L takes no round: L"),
        ("spread(t) <= 1", ("Gamma > 0",), "no Gamma"),
        ("spread(t) <= m", (), "no m"),
        ("spread(t) <= sum(eta)", (), "sum takes the rounds first"),
        ("a <= 1", (), r"a is an array of the setting"),
        ("_sizes <= 1", (), "_sizes: a name begins with a letter"),
        ("rounds <= 100", (), "no rounds"),
        ("step <= 1", (), r"step needs a round: step\(t\)"),
        ("spread(t, 1) <= 1", (), "spread takes one round, not 2"),
        ("sqrt(L, 2) <= 1", (), "sqrt takes one number, not 2"),
        ("sqrt <= 1", (), r"sqrt is a function: sqrt\(...\)"),
        ("spread(t - 1) <= 1", (), r"spread\(t - 1\).* is round -1 at t = 0"),
        ("spread(t/2) <= 1", (), r"spread\(t/2\).* is round \d+/2 at t = \d+"),
        ("sum(K < t, K) <= 1", (), "K is a round of a sum and something else|K is a constant"),
        ("sum(L < t, 1) <= 1", (), "L is a constant of family gossip"),
        ("spread(t)", (), "not a comparison"),
        ("0 <= spread(t) <= 1", (), "one comparison"),
        ("spread(t) != 1", (), "<=, < or =="),
    ],
)
def test_what_is_no_claim_is_refused_in_one_sentence(
    text: str, assume: tuple[str, ...], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        claim(text, *assume, family=DGD)


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({"x": "y + 1", "y": "x"}, "where=x, y: defined in a circle"),
        ({"x": "x"}, "where=x: defined in a circle"),
        ({"t": "3"}, "where=t: has a meaning already"),
        ({"sqrt": "3"}, "where=sqrt: has a meaning already"),
        ({"x y": "3"}, "where=x y: is no name: ASCII letters, digits and _"),
        ({"x": "L[0]"}, r"L\[0\]: is no number; a round stands in round brackets"),
        ({"x": "L^2"}, r"write \*\* for \^"),
        ({"spread": "3"}, "spread takes no round"),
    ],
)
def test_a_definition_that_is_none_is_refused(where: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        claim("spread(t) <= 1", family=DGD, where=where)


@pytest.mark.parametrize(
    ("text", "more", "message"),
    [
        (3, {}, "formula=of type int: a text"),
        (["spread(t) <= 1"], {}, "formula=of type list"),
        ("spread(t) <= x", {"where": {"x": 3}}, "formula=of type int"),
        ("spread(t) <= x", {"where": "x = 3"}, "where=of type str: a mapping"),
        ("spread(t) <= 1", {"family": "gossip"}, "family=of type str: a Family"),
    ],
)
def test_an_argument_of_another_kind_is_refused(text: Any, more: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        claim(text, **{"family": DGD} | more)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("spread(0 - 1) <= 1", "is round -1 at t = 20, and rounds are integers from 0 on$"),
        ("spread(t/2) <= 1", "is round 19/2 at t = 19, and rounds are integers from 0 on$"),
        ("spread(t + 10**6) <= 1", "reads round 1000000, and no run is followed to 1,000,000"),
        ("spread(10**6) <= 1", "reads round 1000000, and no run is followed to 1,000,000"),
    ],
)
def test_a_metric_read_at_no_round_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        claim(text, family=DGD)


def test_a_look_is_not_without_end() -> None:
    with pytest.raises(InputError, match="rounds=1000000: below 1,000,000"):
        claim("spread(t) <= 1", family=DGD, rounds=10**6)


def test_a_metric_read_before_round_0_is_no_counterexample() -> None:
    # spread(-1) would be the last round of the run: 0 at a common start's round 0, positive there
    with pytest.raises(InputError, match="say from where the claim speaks, t >= 1"):
        claim("spread(t - 1) <= 0", family=DGD, rounds=1)
    for mine in (
        claim("spread(t - 1) <= 0", "1 <= t <= 1", family=DGD, rounds=1),
        claim("spread(t - 1) <= 0", "t <= 1", family=DGD, rounds=1, first=1),
        claim("spread(t - back) <= 0", "t <= 1", family=DGD, rounds=1, where={"back": "K - 1"}),
    ):
        assert verify(mine, mine.variants[0], seconds=0.1).outcome.name == "HOLDS"


def test_a_metric_may_be_read_as_far_ahead_as_a_formula_says() -> None:
    mine = claim("spread(t + 5) <= spread(2*t + 9)", "lam < 1/2", family=DGD, rounds=3)
    verdict = verify(mine, mine.variants[0], seconds=0.1)
    assert verdict.outcome.name == "REFUTED" and decide(verdict.witness).confirmed


def test_products_of_matrices_are_looked_at_round_by_round() -> None:
    family = matrices()
    setting = family.from_json({"K": 2, "S": 1, "W": [[[0, 1], [1, 0]]]})
    run = family.start(setting.sizes, setting.values, 4)
    assert run.smallest(np.arange(4.0)).tolist() == [0, 0, 0, 0]
    setting = family.from_json({"K": 2, "S": 1, "W": [[["3/4", "1/4"], ["1/4", "3/4"]]]})
    run = family.start(setting.sizes, setting.values, 4)
    assert run.smallest(np.arange(4.0)).tolist() == [0, 0.25, 0.375, 0.4375]


class Own:
    def __init__(self, sizes, values, rounds):  # type: ignore[no-untyped-def]
        self.largest = max(values["x"])

    def pair(self, t, s):  # type: ignore[no-untyped-def]
        return t + s

    def one(self, t):  # type: ignore[no-untyped-def]
        return [0, 1, 2, 3][t]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("largest <= 1", "family=own: none that the kernel knows"),
        ("pair(t) <= 2", "pair of family own is no metric of one round"),
        ("one(t) <= 2", "its run Own fails at an array of rounds"),
    ],
)
def test_a_run_that_the_kernel_does_not_have_is_refused_before_a_verdict(text: str, message: str) -> None:
    family = Family("own", {"n": (2, 3)}, (Parameter("x", ("n",), REAL),), Own)
    with pytest.raises(InputError, match=message):
        claim(text, family=family)


def test_names_of_every_statement_are_known() -> None:
    for theorem in ALL:
        for variant in theorem.variants:
            if not variant.vacuous:  # never run: its formulas are for reading
                check_claim(theorem, variant)


def test_a_theorem_built_by_hand_is_checked_too() -> None:
    (theorem,) = (t for t in ALL if t.id == "decefl.theorem-1")
    with pytest.raises(InputError, match="did you mean spread"):
        verify(theorem, Variant("main", "spraed(t) <= 1"))


def test_families_that_the_notation_lists_have_the_names_it_lists() -> None:
    text = (Path(__file__).parents[2] / "docs" / "NOTATION.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(mixproof\.bounds\.[^`]*\))`.*\| ([^|]*) \|$", text, re.MULTILINE)
    assert len(rows) >= 9
    for call, names in rows:
        module, function = call.split("(")[0].rsplit(".", 1)
        family = eval(function + "(" + call.split("(", 1)[1], vars(import_module(module)))
        for name in re.findall(r"`([^`]*)`", names):
            if "swarm" not in name:  # of another algorithm of the family
                claim(f"{name} <= 1", family=family)


def test_an_algorithm_that_is_not_here(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(script, "CONTRIBUTING", "exec"), {"__name__": "CONTRIBUTING"})
    (told,) = re.findall(r"It prints `(.*?)`", text)
    assert capsys.readouterr().out.strip() == told


@pytest.mark.parametrize(
    ("name", "family"),
    [*((name, gossip()) for name in ("L", "lam", "K", "Gamma", "delta")), ("S", federated("full"))],
)
def test_a_definition_gives_no_second_meaning_to_a_name_of_the_settings(name: str, family: Family) -> None:
    with pytest.raises(InputError, match=f"{name} has a meaning already"):
        claim("gap(t) <= 1", family=family, where={name: "1"})


def test_an_assumption_that_divides_by_zero_is_not_met() -> None:
    """The last resort asks at short fractions of the constants: of 1e-32 that is 0."""
    stated = claim("error2(t) <= 4*error2(0)", "eta <= 2/(L + mu)", family=DGD).variants[0]
    assert unmet(stated, {"L": 0, "mu": 0, "eta": 1}) == "eta <= 2/(L + mu)"
    assert unmet(stated, {"L": 1, "mu": 1, "eta": 1}) == ""


@pytest.mark.parametrize("name", ["sigma2", "noise2(t)", "chi2"])
def test_a_declared_method_has_no_noise_to_speak_of(name: str) -> None:
    with pytest.raises(InputError, match="settings of family declared have no"):
        claim(f"error2(t) <= {name}", family=declared("DGD"))


def test_a_domain_of_a_number_is_one_of_the_library() -> None:
    with pytest.raises(InputError, match="a domain of mixproof"):
        scalars(free="a b")  # type: ignore[arg-type]

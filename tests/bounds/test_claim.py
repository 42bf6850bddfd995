"""A claim of one's own: stated in one line, hunted like any other, and refused where a name is wrong."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from mixproof.bounds import Variant, checker, claim
from mixproof.bounds.families.shared import gossip, matrices
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorem import check_names
from mixproof.bounds.theorems import ALL
from mixproof.spectral.errors import InputError

DGD = gossip(fixed=True, common=True, noisy=False)
BOUND = "spread(t) <= eta*sqrt(2*L*eps0)/(1 - lam)"


@pytest.mark.parametrize(("step", "outcome"), [("(1 + lam_n)/L", "HOLDS"), ("1/L", "REFUTED")])
def test_a_step_that_forgets_negative_eigenvalues_is_found(step: str, outcome: str) -> None:
    mine = claim(BOUND, "lam < 1", f"eta <= {step}", family=DGD)
    verdict = verify(mine, mine.variant("claim"), seconds=0.3)
    assert verdict.outcome.name == outcome
    assert verdict.witness is None or checker.check(verdict.witness)["refuted"]


def test_where_and_the_direction_of_the_relation() -> None:
    mine = claim("bound >= spread(t)", family=DGD, where={"bound": "spread(0) + t*eta*L"}, rounds=3, first=1)
    (variant,) = mine.variants
    assert (variant.left, variant.relation, variant.right) == ("spread(t)", "<=", "bound")
    assert (mine.rounds, mine.first, mine.family) == (3, 1, DGD)


def test_a_claim_about_no_round() -> None:
    mine = claim(
        "lam > -lam_n", family=matrices(), first=None
    )  # equal where lam is the smallest eigenvalue's modulus
    assert verify(mine, mine.variant("claim"), seconds=0.05).outcome.name == "REFUTED"


@pytest.mark.parametrize(
    ("text", "assume", "message"),
    [
        ("spraed(t) <= 1", (), "no spraed; did you mean spread"),
        ("spread <= 1", (), r"spread needs a round: spread\(t\)"),
        ("spread(t) <= L(t)", (), "L takes no round: L"),
        ("spread(t) <= 1", ("Gamma > 0",), "no Gamma"),
        ("spread(t) <= m", (), "no m"),
        ("spread(t) <= sum(eta)", (), "no sum"),
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


def test_names_of_every_statement_are_known() -> None:
    for theorem in ALL:
        for variant in theorem.variants:
            if not variant.vacuous:  # never run: its formulas are for reading
                check_names(theorem.family_of(variant), variant)


def test_a_theorem_built_by_hand_is_checked_too() -> None:
    (theorem,) = (t for t in ALL if t.id == "decefl.theorem-1")
    with pytest.raises(InputError, match="did you mean spread"):
        verify(theorem, Variant("main", "", "spraed(t)", "1"))


def test_families_that_the_notation_lists_have_the_names_it_lists() -> None:
    text = (Path(__file__).parents[2] / "NOTATION.md").read_text(encoding="utf-8")
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

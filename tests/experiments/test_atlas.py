"""The atlas: its cells are certified, its page holds what was found, and it can be stopped and resumed."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds import theorems
from mixproof.bounds.theorem import unmet
from mixproof.experiments.atlas import pieces, write
from mixproof.experiments.atlas.cells import EXACT, PRINTED, Rate, Slack, Step, largest_rate
from mixproof.experiments.atlas.points import Point, constants_at, edge, edge_of_steps
from mixproof.experiments.campaigns.verdicts import Task
from mixproof.experiments.cli.main import main
from mixproof.spectral.errors import InputError


def test_a_step_is_between_the_printed_one_and_the_diverging_one() -> None:
    found = Step("extra", 10, "1/2").work()
    assert found["printed"] == pytest.approx(0.5, rel=1e-6)  # (1 + lambda_n)/L
    assert 0.98 * 0.875 < found["proved"] < 0.875 < found["diverges"] < 1.01 * 0.875  # (5 + 3 lambda_n)/(4 L)


def test_every_printed_range_of_steps_can_be_read() -> None:
    for id, label in PRINTED.values():
        variant = theorems.theorem(id).variant(label)
        steps = [edge_of_steps(variant, Fraction(1, 10), Fraction(lam, 10)) for lam in (1, 9)]
        assert 0 < steps[1] <= steps[0]


@pytest.fixture(scope="module")
def nids() -> dict[str, Any]:
    return dict(Rate("nids", 2, "1/7").work())


def test_a_rate_is_certified_and_close_to_what_is_reached(nids: dict[str, Any]) -> None:
    found = nids
    assert found["reached"] <= found["rho"] <= found["reached"] + 0.05 and found["messages"] == 1
    assert found["rho"] < 0.75  # the step 2/(L + mu) of one client alone would give 1/3


@pytest.mark.parametrize("name", ["d2", "exact-diffusion", "nids"])
def test_a_method_that_keeps_a_mean_is_compared_without_the_mode_that_no_run_excites(name: str) -> None:
    cell = Rate(name, 2, "3/10")
    assert Fraction(largest_rate(cell.known, cell.at(Fraction(1, 2)), "fixed")["rate"]) < Fraction(9, 10)


@settings(max_examples=30, deadline=None)
@given(st.fractions(Fraction(1, 50), 50, max_denominator=60), st.booleans(), st.booleans())
def test_an_edge_is_met_and_close(at: Fraction, up: bool, included: bool) -> None:
    def met(x: Fraction) -> bool:
        return x == at if included and x == at else (x < at if up else x > at)

    found = edge(met, Fraction(1), up)
    assert met(found) and abs(found - at) <= Fraction(2, 1000) * at
    assert found.denominator <= 10**4  # short, also where the edge itself does not meet the condition


def test_a_condition_without_an_edge_and_one_that_nothing_meets() -> None:
    assert edge(lambda x: True, Fraction(3), up=True) == 3
    with pytest.raises(InputError, match="meets the assumptions"):
        edge(lambda x: False, Fraction(1), up=True)


def test_constants_of_a_point_meet_the_assumptions_and_a_longer_step_does_not() -> None:
    variant = theorems.theorem("decefl.theorem-1").variant("repaired")
    point = Point(Fraction(10), Fraction(9, 10))
    known = {
        **constants_at(variant, point, fixed=False, clients=None),
        "lam": point.lam,
        "lam_n": -point.lam,
    }
    assert not unmet(variant, known)
    longer = known | {"Gamma": known["Gamma"] * Fraction(99, 100)}
    assert unmet(variant, longer) == "delta/Gamma <= (1 + lam_n)/(L + mu)"


def test_the_slack_of_a_bound_is_at_least_one_where_it_is_proved() -> None:
    point = Point(Fraction(10), Fraction(1, 2))
    assert Slack(Task("decefl.theorem-1", "repaired-mean"), point).work()["slack"] > 5
    told = Slack(Task("decefl.theorem-1", "certified"), point).work()
    assert told["slack"] is None and told["why"]


def test_the_page_holds_what_there_is(tmp_path: Path) -> None:
    cells = pieces(["decefl.theorem-1:repaired"], kappas=(10,), lams=("1/2", "9/10"))
    assert {type(cell) for cell in cells} == {Step, Rate, Slack}
    numbers: dict[type, dict[str, Any]] = {
        Step: {"printed": 0.1, "proved": 0.8, "diverges": 1.0},
        Rate: {"rho": 0.9, "per_message": 0.95, "messages": 2, "eta": 0.1, "reached": 0.9},
        Slack: {"slack": 3.25, "why": ""},
    }
    files = write({cell: numbers[type(cell)] for cell in cells}, tmp_path)
    assert all(Path(name).stat().st_size > 0 for name in files) and len(files) == 8
    text = (tmp_path / "ATLAS.md").read_text()
    assert "| decefl.theorem-1:repaired | 2 | 3.25 | 3.25 | - |" in text and "| 10 |" in text
    assert f"{EXACT[0]} (0.9)" in text and text.count("](atlas-") == 3
    names = [table["name"] for table in json.loads((tmp_path / "atlas.json").read_text())]
    assert names == ["steps", "methods", "bounds"]
    half = {cell: numbers[Step] for cell in cells if isinstance(cell, Step)}  # stopped after the steps
    assert len(write(half, tmp_path / "half", cells=len(cells))) == 4
    said = f"Partial: {len(half)} of {len(cells)} cells"
    assert said in (tmp_path / "half" / "ATLAS.md").read_text() and "Partial" not in text


def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for words in (["atlas", "nothing"], ["atlas", "--out", f"{tmp_path}/file"], ["atlas", "--kappa", "0"]):
        assert main(words) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_exchanges_are_a_polynomial_of_w_and_cost_messages(nids: dict[str, Any]) -> None:
    twice = Rate("nids", 2, "1/2", exchanges=2)
    assert twice.mixed == Fraction(1, 7)  # T_2(x) = 2 x^2 - 1 at x = 2
    assert Rate("nids", 2, "1/2").mixed == Fraction(1, 2)
    found = twice.work()
    assert found["rho"] == nids["rho"] and found["messages"] == 2
    assert found["per_message"] == pytest.approx(found["rho"] ** 0.5)


def test_methods_alone_are_compared(tmp_path: Path) -> None:
    cells = pieces(kappas=(10,), lams=("1/2",), methods=("NIDS:2", "lazy-led-2"))
    assert [cell.name for cell in cells] == ["nids, 2 exchanges", "lazy-led-2"]
    numbers = {"rho": 0.9, "per_message": 0.95, "messages": 2, "eta": 0.1, "reached": 0.9}
    write({cell: numbers for cell in cells}, tmp_path, ["--methods", "nids:2"])
    text = (tmp_path / "ATLAS.md").read_text()
    assert "| kappa | lambda | nids, 2 exchanges | lazy-led-2 |" in text and "--methods nids:2" in text
    for wrong in ("nids:0", "nids:x", "nothing", ":2"):
        with pytest.raises(InputError):
            pieces(methods=(wrong,))

"""`prove` and `check-proof`."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from mixproof.experiments.cli.main import main

from .said import Captured, document

AT = "L=1, mu=1/10, lam=1/2, eta=1/10"
OWN = """
from mixproof import Algorithm
LAZY = Algorithm("lazy", {"x": "(x + mix(x))/2 - eta*grad(x)"})
WRONG = 3
"""


def test_a_proof_is_written_and_checked_again(tmp_path: Path, capsys: Captured) -> None:
    files = str(tmp_path / "proof.json"), str(tmp_path / "witness.json")
    said = document(capsys, "prove", "diging", "--at", AT, "--out", files[0], "--witness", files[1])
    assert said["proved"] and said["tier"] == "norm" and said["file"] == files[0] and said["floor"] is None
    assert 0 <= said["rho"] - said["rho_found"] < 1e-4
    assert abs(said["bytes"] - Path(files[0]).stat().st_size) <= 1
    checked = document(capsys, "check-proof", files[0])
    assert checked["proved"] and checked["what"] == said["what"] and checked["reason"] == ""
    assert document(capsys, "check-proof", files[1])["proved"]
    broken = json.loads(Path(files[0]).read_text())
    broken["statement"]["at"]["lam"] = "3/5"
    Path(files[0]).write_text(json.dumps(broken))
    refused = document(capsys, "check-proof", files[0], status=1)
    assert not refused["proved"] and refused["reason"]


@pytest.mark.parametrize("what", ["DGD", "decefl.theorem-1:certified-mean"])
def test_where_a_certificate_cannot_be_written_is_said_before_all_else(
    what: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "file").touch()
    assert main(["prove", what, "--at", "nonsense", "--out", f"{tmp_path}/file/proof.json"]) == 2
    said = capsys.readouterr().err
    assert "cannot be made a directory" in said and said.count("\n") == 1


def test_no_proof_found_has_no_rate_and_no_file(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "proof.json"
    said = document(
        capsys,
        *("prove", "extra", "--at", "L=1,mu=1/10,lam=9/10,eta=1/100", "--tier", "sym", "--out", str(out)),
        status=1,
    )
    assert said["proved"] is False and "rho" not in said and said["file"] is None and not out.exists()
    assert "verdict" not in said


def test_a_step_that_diverges_is_said_to_diverge(capsys: Captured) -> None:
    assert main(["prove", "DGD", "--at", "L=1,mu=1/10,lam=1/2,eta=3"]) == 1
    said = capsys.readouterr().out
    assert "diverges: the error of some quadratic clients grows by the factor 3.49" in said
    assert "reached" not in said and "proved" not in said


def test_the_step_limit(capsys: Captured) -> None:
    said = document(
        capsys, "prove", "diging", "--at", "L=1,mu=1/10,lam=1/2", "--step-limit", "--tier", "norm"
    )
    assert 0.98 * said["step_diverging"] <= said["step_proved"] < said["step_diverging"]


def test_a_users_own_algorithm_and_an_interval_of_steps(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "own.py").write_text(OWN)
    words = ["prove", f"{tmp_path}/own.py:LAZY", "--at", "L=1,mu=1/10,lam=1/2", "--eta", "1/20..1/10"]
    said = document(capsys, *words)
    assert said["proved"] and said["algorithm"] == "lazy" and said["floor"] > 0


def test_lossy_links_and_noise(capsys: Captured) -> None:
    said = document(capsys, "prove", "diging", "--at", "L=1,mu=1/10,lam=1/2,eta=1/20", "--lossy", "r2=1/2")
    assert said["tier"] == "sym" and 0.9949 < said["rho"] < 0.9952
    said = document(capsys, "prove", "dgd", "--at", AT, "--noise")
    assert len(said["noise"]) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["prove", "nothing", "--at", AT], "algorithm=nothing: is none of dgd"),
        (["prove", "dgd", "--at", "L=1,mu=2,lam=1/2,eta=1"], "mu=2: 0 < mu <= L"),
        (["prove", "dgd", "--at", "L=1,mu=1/2,lam=1,eta=1"], "lam=1: lies in [0, 1)"),
        (["prove", "dgd", "--at", "L=1,mu=1/2,lam=1/2,eta=0"], "eta=0: a positive step"),
        (["prove", "dgd", "--at", "L=1,mu=1/2,lam=1/2"], "eta=None: a step, or step_limit"),
        (["prove", "dgd", "--at", "L=1,mu=1/2"], "lacks lam"),
        (["prove", "dgd", "--at", "L=1,K=3"], "at=K=3: is name=value"),
        (["prove", "dgd", "--at", "L=1,L=2"], "L is given twice"),
        (["prove", "dgd", "--at", AT, "--eta", "1/5"], "is given in --at too"),
        (["prove", "dgd", "--at", AT, "--lossy", "r2=1/9"], "r2=1/9: at least lam^2"),
        (["prove", "dgd", "--at", AT, "--tier", "all"], "tier=all: is none of norm, sym, fixed"),
        (["prove", "none.py:A", "--at", AT], "algorithm=none.py: no such file"),
        (["prove", "OWN:WRONG", "--at", AT], "WRONG is no mixproof Algorithm"),
        (["prove", "BAD:A", "--at", AT], "does not run (ZeroDivisionError"),
        (["check-proof", "none.json"], "proof=none.json: no such file"),
        (["check-proof", "OWN"], "no JSON of a proof"),
        (["check-proof", "EMPTY"], "a record of kind"),
        (["check-proof", "NUMBER"], "a record of kind"),
        (["check-proof", "LIST"], "a record of kind"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, capsys: Captured, words: list[str], said: str) -> None:
    texts = {"OWN": OWN, "BAD": "1/0", "EMPTY": "{}", "NUMBER": "0", "LIST": '{"kind": []}'}
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
        words = [w.replace(name, f"{tmp_path}/{name}.py") if name in w else w for w in words]
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and said in captured.err and captured.err.count("\n") == 1


@pytest.mark.parametrize(
    "words, said",
    [
        (("diging", "--lam", "0..1", "--at", "L=1, mu=1/10, eta=19/40*(1-lam)**2"), "s = (1 - lam);"),
        (("dgd", "--eta", "0..9/20", "--at", "L=1, mu=1/10, lam=1/2"), "s = eta/(9/20);"),
    ],
)
def test_one_theorem_for_a_range(words: tuple[str, ...], said: str, tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "range.json"
    found = document(capsys, "prove", *words, "--out", str(out))
    assert found["proved"] and found["tier"] == "sym" and said in found["what"]
    theta = Fraction(found["rate2"].removeprefix("1 - ").removesuffix("*mu*eta") or 1)
    assert 1 <= theta < 2
    assert document(capsys, "check-proof", str(out))["what"] == found["what"]


@pytest.mark.parametrize(
    "words, said",
    [
        (("dgd", "--lam", "0..1", "--at", "L=1, mu=1/10, eta=9/10*(1-lam)"), "leave that end out"),
        (("dgd", "--lam", "0..1/2", "--at", "L=1, mu=1/10, eta=1/(2-lam)"), "a polynomial in lam"),
        (("dgd", "--lam", "1/2..1/3", "--at", "L=1, mu=1/10, eta=1/10"), "0 <= A < B <= 1"),
        (("dgd", "--lam", "1/2", "--at", "L=1, mu=1/10, eta=1/10"), "A..B"),
        (("dgd", "--lam", "0..1/2", "--at", "L=1, mu=1/10, lam=1/3, eta=1/10"), "in --at too"),
        (("dgd", "--lam", "0..1/2", "--at", "L=1, mu=1/10"), "lacks eta"),
        (("dgd", "--lam", "0..1/2", "--eta", "0..1/2", "--at", "L=1, mu=1/10"), "nothing else"),
        (("dgd", "--lam", "0..1/2", "--at", "L=1, mu=1/10, eta=1/10", "--tier", "norm"), "does not go with"),
        (("dgd",), "the constants to prove it at"),
    ],
)
def test_ranges_that_are_refused(words: tuple[str, ...], said: str, capsys: Captured) -> None:
    assert main(["prove", *words]) == 2
    error = capsys.readouterr().err
    assert said in error and len(error.splitlines()) == 1


def test_constants_may_stand_apart_by_spaces(capsys: Captured) -> None:
    told = ("L=1, mu=1/10, lam=1/2, eta=1/20", "L=1 mu = 1/10 lam=1/2 eta=1/20")
    commas, spaces = (document(capsys, "prove", "DGD", "--at", at) for at in told)
    assert spaces["proved"] and spaces["rho"] == commas["rho"]
    assert main(["prove", "DGD", "--at", "L=1,", "mu=1/10,", "lam=1/2"]) == 2
    assert "a list with spaces stands in quotes" in capsys.readouterr().err

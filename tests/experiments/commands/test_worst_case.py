"""`worst-case`: what it finds, what it writes, and what it refuses in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from mixproof.bounds.kernel import records
from mixproof.experiments.cli.main import main
from mixproof.spectral.weight_files import read_weights

from .said import Captured, document

AT = ("--at", "L=1, mu=1/10, eta=1/2", "--rounds", "3")


def test_a_class_of_networks_and_its_files(capsys: Captured, tmp_path: Path) -> None:
    out = tmp_path / "case.json"
    found = document(capsys, "worst-case", "dgd", *AT, "--spectrum", "-1/2..1/2", "--out", str(out))
    assert found["value_witness"] <= found["value"] == pytest.approx(0.863473, abs=1e-6)
    assert (found["rounds"], found["file"]) == (3, str(out))
    certificate = json.loads(out.read_text())
    assert document(capsys, "check-proof", str(out))["proved"]
    reached = document(capsys, "check-proof", found["witness_file"])
    assert reached["refuted"] and not reached["proved"]  # the claim that the value is smaller
    assert records.main(str(out), found["witness_file"]) == 0
    broken = certificate["statement"] | {"claim": "error2(3) <= 1/2"}
    for text, status in (
        (json.dumps(certificate | {"statement": broken}), 1),
        ("{", 2),
        ('{"kind": "other"}', 2),
    ):
        out.write_text(text)
        assert records.main(str(out)) == 1 and main(["check-proof", str(out)]) == status
    capsys.readouterr()
    assert main(["worst-case", "dgd", "--at", "L=1,mu=1/10,eta=1/2,lam=1/2", "--rounds", "3"]) == 0
    said = capsys.readouterr().out
    assert "error2(3) <= 0.863473" in said and "a witness reaches 0.86347" in said


def test_a_matrix_of_a_file_is_read_exactly(capsys: Captured, tmp_path: Path) -> None:
    W = np.array([[2, 1, 0], [1, 1, 1], [0, 1, 2]]) / 3
    np.save(tmp_path / "W.npy", W)
    words = ("worst-case", "dgd", *AT, "--matrix", str(tmp_path / "W.npy"), "--metric", "spread2")
    found = document(capsys, *words)
    assert found["witness"]["setting"]["W"] == [
        [["2/3", "1/3", "0"], ["1/3", "1/3", "1/3"], ["0", "1/3", "2/3"]]
    ]
    assert 0.999 * found["value"] <= found["value_witness"] <= found["value"]
    (tmp_path / "W.csv").write_text("2/3,1/3,0\n1/3,1/3,1/3\n0,1/3,2/3\n")
    assert (read_weights(tmp_path / "W.csv", None, True).dense() == W).all()


@pytest.mark.parametrize(
    "words, said",
    [
        (("dgd", "--at", "L=1, mu=2, eta=1/2, lam=1/2"), "mu=2"),
        (("dgd", "--at", "L=1, eta=1/2, lam=1/2"), "gives mu too"),
        (("dgd", "--at", "L=1, mu=0, eta=1/2, lam=1"), "lam=1"),
        (("dgd", "--at", "L=1, mu=0, eta=-1, lam=1/2"), "eta=-1"),
        (("dgd", "--at", "L=1, mu=0, eta=1, size=3"), "--at=size"),
        (("dgd", "--at", "L=1, mu=0, eta=1, lam=1/2", "--spectrum", "0..1/2"), "lam=1/2"),
        (("dgd", "--at", "L=1, mu=0, eta=1", "--spectrum", "1/2"), "--spectrum=1/2"),
        (("dgd", "--at", "L=1, mu=0, eta=1"), "either a spectrum or a matrix"),
        (
            ("atc-tracking", "--at", "L=1, mu=1/10, eta=1/4, lam=1/2"),
            "give one network, by matrix= or --matrix",
        ),
        (("sgd", "--at", "L=1, mu=0, eta=1, lam=1/2"), "algorithm=sgd"),
    ],
)
def test_bad_input_is_one_sentence(capsys: Captured, words: tuple[str, ...], said: str) -> None:
    assert main(["worst-case", *words, "--rounds", "2"]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and said in captured.err


def test_a_statement_of_the_library(capsys: Captured, tmp_path: Path) -> None:
    out = tmp_path / "claim.json"
    words = (
        "prove",
        "decefl.theorem-1:repaired",
        "--at",
        "L=1,mu=1/2,delta=3,Gamma=27/8",
        "--rounds",
        "2",
    )
    found = document(capsys, *words, "--spectrum", "1/3..1/3", "--out", str(out))
    assert found["proved"] and found["value"] <= 1 and set(found["ratios"]) == {"0", "1", "2"}
    assert document(capsys, "check-proof", str(out))["proved"]
    np.save(tmp_path / "W.npy", np.array([[2, 1], [1, 2]]) / 3)  # its lam and lam_n are 1/3
    again = document(capsys, *words, "--matrix", str(tmp_path / "W.npy"))
    assert again["value"] == pytest.approx(found["value"], rel=1e-6)
    assert document(capsys, "worst-case", *words[1:], "--spectrum", "1/3..1/3")["ratios"] == found["ratios"]
    assert main(["worst-case", *words[1:], "--metric", "gap", "--spectrum", "0..0"]) == 2
    assert "a statement has its own left side" in capsys.readouterr().err
    assert main([*words[:4], "--spectrum", "1/3..1/3"]) == 2
    assert "a proof of a statement is for rounds up to T" in capsys.readouterr().err
    np.save(tmp_path / "W.npy", np.array([[0, 3, 1], [3, 1, 0], [1, 0, 3]]) / 4)  # eigenvalues +- sqrt(7)/4
    assert main([*words, "--matrix", str(tmp_path / "W.npy")]) == 2
    assert "eigenvalues that are fractions" in capsys.readouterr().err


def test_a_claim_and_an_algorithm_of_a_file(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from mixproof.bounds import claim\n"
        "from mixproof.bounds.algorithms import Algorithm\n"
        "from mixproof.bounds.families.shared import gossip\n"
        "dgd = gossip(fixed=True, common=True, noisy=False)\n"
        "drift = claim('spread(t) <= eta*sqrt(2*L*eps0)/(1 - lam)', 'lam < 1', 'eta <= (1 + lam_n)/L', family=dgd)\n"
        "twice = Algorithm('twice', {'x': 'mix(mix(x)) - eta*grad(x)'})\n"
    )
    network = ("--spectrum", "1/3..1/3")
    found = document(capsys, "prove", f"{file}:drift", "--at", "L=1,mu=0,eta=4/3", "--rounds", "3", *network)
    assert found["proved"] and found["ratios"]["3"] == pytest.approx(2 / 3, abs=1e-6)
    case = document(
        capsys, "worst-case", f"{file}:twice", "--at", "L=1,mu=0,eta=1", "--rounds", "2", *network
    )
    assert case["algorithm"] == "twice" and case["value_witness"] <= case["value"]


def _pair(tmp_path: Path) -> str:
    """W of two clients, 2/3 and 1/3, in a file."""
    np.save(tmp_path / "W.npy", np.array([[2, 1], [1, 2]]) / 3)
    return str(tmp_path / "W.npy")


def test_a_statement_is_proved_and_its_tightest_round_is_reached(capsys: Captured, tmp_path: Path) -> None:
    """The record says what is reached; it refutes nothing, and check-witness says so."""
    file = str(tmp_path / "reached.json")
    words = ("--at", "L=1,mu=1/2,delta=3,Gamma=27/8", "--rounds", "2", "--matrix", _pair(tmp_path))
    found = document(capsys, "prove", "decefl.theorem-1:repaired", *words, "--witness", file)
    assert found["proved"] and not found["refuted"] and found["witness_file"] == file
    assert 0.8 * found["value"] < found["value_witness"] <= found["value"] < 1
    judged = document(capsys, "check-witness", file, status=1)
    assert judged["reason"] == "the claim is not broken"
    assert judged["left"] / judged["right"] == pytest.approx(found["value_witness"], rel=1e-3)


def test_a_claim_that_exact_clients_break_is_refuted(capsys: Captured, tmp_path: Path) -> None:
    mine, file = tmp_path / "mine.py", str(tmp_path / "witness.json")
    mine.write_text(
        "from mixproof.bounds import claim\n"
        "from mixproof.bounds.families import gossip\n"
        "F = gossip(fixed=True, common=True, noisy=False)\n"
        "TIGHT = claim('spread(t) <= 19*eta*sqrt(2*L*eps0)/(40*(1 - lam))', 't == 4', family=F)\n"
        "SHARP = claim('spread(t) <= 9*eta*sqrt(2*L*eps0)/(20*(1 - lam))', 't == 4', family=F)\n"
    )
    words = ("--at", "L=1,mu=1/1000,eta=4/3", "--rounds", "4", "--matrix", _pair(tmp_path), "--witness", file)
    assert document(capsys, "prove", f"{mine}:TIGHT", *words)["proved"]
    assert main(["prove", f"{mine}:SHARP", *words]) == 1
    said = capsys.readouterr().out
    assert "at round 4\nREFUTED: they break the claim, exactly" in said and "proved" not in said
    judged = document(capsys, "check-witness", file, "--theorem", f"{mine}:SHARP")
    assert judged["refuted"] and records.main(file) == 0

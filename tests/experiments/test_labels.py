"""`optimize --objective learning` on the command line: labels from files, what it prints, and bad input."""

import json
from pathlib import Path

import numpy as np
import pytest

from mixproof.experiments.cli.main import main
from mixproof.spectral.weight_files import read_weights

Captured = pytest.CaptureFixture[str]
LABELS = np.array([[5, 0], [0, 5], [5, 0], [2, 3]])


def test_labels_in_any_form_give_the_same_weights(capsys: Captured, tmp_path: Path) -> None:
    links = tmp_path / "links.csv"
    links.write_text("u,v,p\nc,a,0.9\na,b,0.5\nb,d,0.8\nd,c,1\na,d,0.7\n")
    names = ["c", "a", "b", "d"]
    np.save(tmp_path / "labels.npy", LABELS)
    np.savez(tmp_path / "labels.npz", labels=LABELS, other=[1])
    rows = [",".join(map(str, row)) for row in LABELS.tolist()]
    (tmp_path / "plain.csv").write_text("\n".join(["zero,one", *rows]))
    named = sorted(f"{name},{row}" for name, row in zip(names, rows))
    (tmp_path / "named.csv").write_text("\n".join(["node,zero,one", *named]))
    found = []
    for name in ("labels.npy", "labels.npz", "plain.csv", "named.csv"):
        words = ["optimize", str(links), "--objective", "learning", "--labels", str(tmp_path / name)]
        assert main([*words, "--json", "--out", str(tmp_path / "w.json")]) == 0
        found.append(json.loads(capsys.readouterr().out))
        assert {"value", "rho", "lambda_min", "lower_bound", "gap", "relative_gap"} <= found[-1].keys()
        assert found[-1]["gap"] == pytest.approx(1 - found[-1]["lower_bound"] / found[-1]["value"], rel=1e-5)
    assert len({one["value"] for one in found}) == 1 and found[0]["status"] == "LOCAL"
    assert read_weights(tmp_path / "w.json").n == 4
    assert main(["spectrum", str(links), "--matrix", str(tmp_path / "w.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rho_mean"] == pytest.approx(found[-1]["rho"], abs=1e-9)


def test_the_exact_referee_reads_what_optimize_wrote(capsys: Captured, tmp_path: Path) -> None:
    from mixproof.weightopt.certify.exact import main as referee

    out = str(tmp_path / "w.json")
    words = ["optimize", "ring:n=5", "--objective", "learning", "--step-curvature", "0.3", "--out", out]
    assert main(words) == 0
    assert "optimal" in capsys.readouterr().out
    assert referee([out]) == 0
    assert float(capsys.readouterr().out.split("relative gap ")[1].split(",")[0]) <= 1e-4


@pytest.mark.parametrize(
    ("text", "flags", "rule"),
    [
        ("1,2\n3\n", "", "rows of different lengths"),
        ("a,b\nc,d\n", "", "not readable as numbers"),
        ("1,0\n0,1\n", "", "a row for each of 3 nodes"),
        ("1,0\n-1,1\n0,1\n", "", "counts and shares are >= 0"),
        ("node,a\n0,1\n1,2\n7,1\n", "", "node=2: a node without a row"),
        ("1,0\n0,1\n0,1\n", "--step-curvature 2", "< 2"),
        ("1,0\n0,1\n0,1\n", "--objective mean", "speaks of objective learning"),
    ],
)
def test_bad_input_is_one_sentence(
    capsys: Captured, tmp_path: Path, text: str, flags: str, rule: str
) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text(text)
    words = ["optimize", "path:n=3", "--objective", "learning", "--labels", str(labels), *flags.split()]
    assert main(words) == 2
    said = capsys.readouterr().err
    assert rule in said and said.count("\n") == 1

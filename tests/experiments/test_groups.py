"""`optimize --groups`: the same weights as in Python, and bad files."""

import json
from pathlib import Path

import pytest

from mixproof.experiments.cli.main import main
from mixproof.weightopt import optimize

Captured = pytest.CaptureFixture[str]
LINKS = "u,v,p\na,b,0.8\nb,c,0.8\nc,d,0.9\na,d,0.9\n"


def test_links_of_a_group_are_found_by_their_nodes(capsys: Captured, tmp_path: Path) -> None:
    network, groups = tmp_path / "links.csv", tmp_path / "groups.csv"
    network.write_text(LINKS)
    words = ["optimize", str(network), "--objective", "second-moment", "--json"]
    found = {}
    for rows in ("", "c,b,leaves\nb,a,leaves\n"):
        groups.write_text("u,v,group\n" + rows)
        assert main([*words, "--groups", str(groups)]) == 0
        found[rows] = json.loads(capsys.readouterr().out)["rho"]
    alone, together = found.values()
    links = sorted([("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")])  # nodes are in order of appearance
    shared = [int("b" not in link) * (1 + k) for k, link in enumerate(links)]
    best = optimize(str(network), "second-moment", groups=shared)
    assert together == pytest.approx(best.value, abs=1e-7)
    assert alone == pytest.approx(optimize(str(network), "second-moment").value, abs=1e-5)
    assert together > alone + 1e-3  # losses that come together cost more


@pytest.mark.parametrize(
    ("text", "objective", "rule"),
    [
        ("a,b,1\n", "second-moment", "begins with u,v,group"),
        ("u,v,group\na,b\n", "second-moment", "in every row"),
        ("u,v,group\na,c,1\n", "second-moment", "link=a,c: every row of"),
        ("u,v,group\na,b,1\nb,a,2\n", "second-moment", "link=b,a: appears twice"),
        ("u,v,group\na,b,1\nc,d,1\n", "second-moment", "have the same probability"),
        ("u,v,group\na,b,1\n", "learning", "--groups: speaks of objective second-moment"),
    ],
)
def test_bad_groups_are_one_sentence(
    text: str, objective: str, rule: str, capsys: Captured, tmp_path: Path
) -> None:
    (tmp_path / "links.csv").write_text(LINKS)
    (tmp_path / "groups.csv").write_text(text)
    words = ["optimize", str(tmp_path / "links.csv"), "--objective", objective]
    assert main([*words, "--groups", str(tmp_path / "groups.csv")]) == 2
    said = capsys.readouterr().err
    assert rule in said and len(said.splitlines()) == 1


def test_a_missing_file_is_named(capsys: Captured) -> None:
    words = ["optimize", "ring:n=4", "--objective", "second-moment", "--groups", "/nowhere/groups.csv"]
    assert main(words) == 2
    assert "--groups=/nowhere/groups.csv" in capsys.readouterr().err

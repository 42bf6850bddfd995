"""Networks that cannot be optimized, from the command line: one sentence that names what is wrong, and status 2."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from mixproof.experiments.cli.main import main

TEXTS = {
    "apart.csv": "u,v\na,b\nc,d\nd,e\n",
    "dead.csv": "u,v,p\n0,1,0\n1,2,0.5\n",
    "twice.csv": "u,v\n0,1\n1,0\n",
    "self.csv": "u,v\n0,1\n1,1\n",
    "columns.csv": "u,w\n0,1\n",
    "no-u.csv": "v,p\n0,1\n",
    "short.csv": "u,v,p\n0,1\n",
    "nan.csv": "u,v,p\n0,1,nan\n",
    "word.csv": "u,v,p\n0,1,often\n",
    "large.csv": "u,v,p\n0,1,1.5\n",
    "none.csv": "u,v\n",
    "cut.graphml": "<graphml",
}
# P of three nodes in rows: which rule it breaks
MATRICES = {
    "row.npz": [[0, 0.5, 0], [0.5, 0, 0], [0, 0, 0]],
    "nan.npz": [[0, np.nan, 1], [np.nan, 0, 1], [1, 1, 0]],
    "diagonal.npz": [[1, 1, 1], [1, 1, 1], [1, 1, 1]],
    "one-way.npz": [[0, 0.5, 1], [0.4, 0, 1], [1, 1, 0]],
    "flat.npz": [[0, 1, 1]],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("networks")
    for name, text in TEXTS.items():
        (place / name).write_text(text)
    for name, P in MATRICES.items():
        np.savez(place / name, P=np.array(P))
    alone = nx.Graph([("a", "b")])
    alone.add_node("lonely")
    nx.write_graphml(alone, place / "lonely.graphml")
    nx.write_graphml(nx.MultiGraph([(0, 1), (0, 1)]), place / "twice.graphml")
    return place


@pytest.mark.parametrize("command", ["optimize", "compare"])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("apart.csv", "2 components: {{c, d, e}, {a, b}}"),
        ("dead.csv", "2 components: {{1, 2}, {0}}"),
        ("lonely.graphml", "{lonely}"),
        ("row.npz", "entry (2,0) is 0: a row of zeros: a node without links"),
        ("twice.csv", "edge=0,1: appears twice"),
        ("twice.graphml", "two nodes share at most one link"),
        ("self.csv", "edge=1,1: joins a node to itself"),
        ("columns.csv", "columns=u,w"),
        ("no-u.csv", "columns=v,p"),
        ("short.csv", "row=0,1: every row"),
        ("nan.csv", "p=nan on edge 0,1"),
        ("nan.npz", "entry (0,1) is nan"),
        ("word.csv", "p=often on edge 0,1"),
        ("large.csv", "p=1.5 on edge 0,1: a probability lies in [0, 1]"),
        ("none.csv", "holds no edges"),
        ("diagonal.npz", "the diagonal is zero"),
        ("one-way.npz", "both directions of a link work or fail together"),
        ("flat.npz", "a square matrix"),
        ("cut.graphml", "not a GraphML file"),
        ("absent.csv", "no such file"),
        ("path:n=1", "there is a link to give a weight"),
        ("directed:n=4,max_out=2,seed=0", "undirected"),
        ("ring", "ring also needs n"),
        ("moon:n=3", "one of the families"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    command: str, name: str, words: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, name if ":" in name or name == "ring" else str(place / name)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("mixproof: ") and err.count("\n") == 1
    assert words in err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("optimize ring:n=5 --method magic", "method=magic: auto or one of fast"),
        ("optimize ring:n=5 --objective speed", "objective=speed: one of mean, second-moment"),
        ("optimize path:n=5 --method uniform", "a regular network"),
        ("optimize star:n=5 --method best-constant", "weights in [0, 1] on this network"),
        ("optimize ring:n=5 --method distributed --objective second-moment", "the nodes minimise"),
        ("optimize ring:n=5 --method distributed --signed", "weights not signed"),
        ("optimize ring:n=5 --gap 0", "gap=0.0"),
        ("optimize ring:n=5 --time-limit nan", "--time-limit=nan"),
        ("compare ring:n=5 --method magic", "method=magic: one of fast"),
        ("compare path:n=5 --method uniform", "a regular network"),
    ],
)
def test_what_was_asked_is_named(line: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and words in err


def test_a_long_component_is_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"{u},{u + 1}" for start in (0, 2000) for u in range(start, start + 1000)]
    (tmp_path / "long.csv").write_text("u,v\n" + "\n".join(lines))
    assert main(["optimize", str(tmp_path / "long.csv")]) == 2
    err = capsys.readouterr().err
    assert "1001 in all" in err and len(err) < 300

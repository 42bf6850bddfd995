"""Networks and weights as other programs write them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

import mixproof as mx
from mixproof.experiments.cli.main import main
from mixproof.spectral import parse_network
from mixproof.spectral.weight_files import read_weights


def read(tmp_path: Path, name: str, text: str) -> mx.Network:
    (tmp_path / name).write_text(text)
    return parse_network(str(tmp_path / name))


@pytest.mark.filterwarnings("ignore:.*its column weight")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "0 1\n1 2\n2 0\n"),
        ("a.txt", "# a comment\n0\t1\n\n1\t2 # another\n2\t0\n"),
        ("a.txt", "u v\n0 1\n1 2\n2 0"),
        ("a.edgelist", "0,1\n1, 2\n2 ,0\n"),
        ("a.edgelist", "0 1 {}\n1 2 {'weight': 3}\n2 0 {}\n"),
        ("a.csv", "source,target,weight\n0,1,5\n1,2,3\n2,0,-1\n"),
        (
            "a.csv",
            "Source,Target,Type,Id,Label,Weight\n0,1,Undirected,0,,1.0\n1,2,Undirected,1,,1.0\n2,0,Undirected,2,,2.0",
        ),
    ],
)
def test_a_triangle_is_read(tmp_path: Path, name: str, text: str) -> None:
    found = read(tmp_path, name, text)
    assert found.edges.tolist() == [[0, 1], [0, 2], [1, 2]] and found.reliability is None


@pytest.mark.filterwarnings("ignore:.*its column weight")
def test_reliabilities_are_read(tmp_path: Path) -> None:
    assert read(tmp_path, "a.txt", "a b 0.5\nb c 1\n").probabilities.tolist() == [0.5, 1]
    found = read(tmp_path, "a.csv", "source,target,p,weight\na,b,0.5,7\n")
    assert found.probabilities.tolist() == [0.5] and found.names == ("a", "b")


def test_what_networkx_writes_is_read(tmp_path: Path) -> None:
    graph = nx.karate_club_graph()
    nx.write_edgelist(graph, tmp_path / "k.edgelist")
    assert parse_network(str(tmp_path / "k.edgelist")).m == graph.number_of_edges()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.txt", "0 1 {'p': 0.5}\n", "row="),
        ("a.txt", "0 1 {'a': 1\n", "row="),
        ("a.txt", "0 1 2 3\n", "columns=0,1,2,3"),
        ("a.txt", "0 1\n1 2 0.5\n", "row=1,2,0.5"),
        ("a.txt", "", "an empty file"),
        ("a.csv", "u,v,prob\n0,1,0.5\n", "columns=u,v,prob"),
        ("a.csv", "u,v,u\n0,1,0\n", "columns=u,v,u"),
        ("a.csv", "weight,u,p\n0,1,0\n", "columns=weight,u,p"),
    ],
)
def test_what_is_no_edge_list_is_refused(tmp_path: Path, name: str, text: str, said: str) -> None:
    with pytest.raises(mx.InputError) as error:
        read(tmp_path, name, text)
    assert said in str(error.value)


KEY = '<key id="p" for="edge" attr.name="p" attr.type="double"><default>0.5</default></key>'
GRAPH = '<graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>'
EDGES = '<edge source="a" target="b"><data key="p">0.9</data></edge><edge source="b" target="c"/></graph>'


def test_the_default_of_a_graphml_key_counts(tmp_path: Path) -> None:
    """networkx keeps it aside: a link that does not say its probability would seem to say none."""
    text = f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{KEY}{GRAPH}{EDGES}</graphml>'
    assert read(tmp_path, "a.graphml", text).probabilities.tolist() == [0.9, 0.5]


@pytest.mark.parametrize("edges", ["[[0, 1.5]]", '[["a", "b"]]', "[0, 1]", "[[0, 1, 2]]", f"[[0, {10**30}]]"])
def test_links_of_a_json_of_weights_are_pairs_of_integers(tmp_path: Path, edges: str) -> None:
    (tmp_path / "w.json").write_text(f'{{"edges": {edges}, "weights": [0.5], "names": ["a", "b"]}}')
    with pytest.raises(mx.InputError):
        read_weights(tmp_path / "w.json")


@pytest.mark.parametrize(
    "arrays",
    [
        {"edges": np.array([[0, 1.5]]), "weights": [0.5], "names": ["a", "b"]},
        {"edges": np.array([0, 1]), "weights": [0.5], "names": ["a", "b"]},
        {"edges": np.array([["a", "b"]]), "weights": [0.5], "names": ["a", "b"]},
        {"W": np.array([["a", "b"]])},
        {"W": np.zeros((2, 2, 2))},
        {"W": np.array([[0.5j, 0.5], [0.5, 0.5j]])},
    ],
    ids=str,
)
def test_arrays_of_other_types_are_no_weights(tmp_path: Path, arrays: dict[str, Any]) -> None:
    np.savez(tmp_path / "w.npz", **arrays)
    with pytest.raises(mx.InputError):
        read_weights(tmp_path / "w.npz")


def test_a_column_of_weights_is_said_to_be_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.csv").write_text("source,target,weight\n0,1,5\n1,2,3\n")
    with pytest.warns(UserWarning, match="its column weight is not read; a column p is the probability"):
        parse_network(str(tmp_path / "a.csv"))
    assert main(["spectrum", str(tmp_path / "a.csv")]) == 0
    assert (
        capsys.readouterr().err.startswith("mixproof: network=") and "Warning" not in capsys.readouterr().err
    )


def test_a_number_that_is_written_in_two_ways_is_named(tmp_path: Path) -> None:
    with pytest.raises(mx.InputError, match=r"^node=01: stands for 1, which is written otherwise elsewhere"):
        read(tmp_path, "a.csv", "u,v\n1,2\n01,3\n")

"""Networks from files."""

import networkx as nx
import numpy as np
import pytest

from mixproof.spectral import InputError, Network, parse_network


def written(path, text):
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(
    "text",
    [
        "0,1\n1,2\n",
        "u,v\n0,1\n1,2\n",
        "U, V\n1 , 0\n\n2,1\n",
        "\ufeffu,v\r\n0,1\r\n1,2\r\n",
        "v,u\n1,0\n1,2\n",
    ],
)
def test_csv_with_or_without_header(tmp_path, text):
    network = parse_network(written(tmp_path / "g.csv", text))
    assert network.n == 3 and network.edges.tolist() == [[0, 1], [1, 2]]
    assert network.reliability is None and network.names is None


def test_csv_probabilities_follow_their_edges(tmp_path):
    network = parse_network(written(tmp_path / "g.csv", "u,v,p\nb,c,0.25\nb,a,1\nc,a,0\n"))
    assert network.names == ("b", "c", "a")
    assert network.edges.tolist() == [[0, 1], [0, 2]] and network.reliability.tolist() == [0.25, 1.0]


def test_csv_numbers_need_not_start_at_zero(tmp_path):
    network = parse_network(written(tmp_path / "g.csv", "10,9\n9,2\n"))
    assert network.names == ("2", "9", "10") and network.edges.tolist() == [[0, 1], [1, 2]]


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "an empty file"),
        ("u,v\n", "holds no edges"),
        ("a\nb\n", "columns u,v or u,v,p"),
        ("x,y\n0,1\n", "columns u,v or u,v,p"),
        ("u,v,weight\n0,1,0.5\n", "columns u,v or u,v,p"),
        ("u,p\n0,0.5\n", "columns u,v or u,v,p"),
        ("u,v,p\n0,1,0.5\n1,2\n", "row=1,2"),
        ("0,1\n1,2,0.5\n", "row=1,2,0.5"),
        ("0,1\n1,0\n", "edge=0,1: appears twice"),
        ("u,v,p\n0,1,0\n1,0,0.5\n", "edge=0,1: appears twice"),
        ("0,1\n1,1\n", "edge=1,1: joins a node to itself"),
        ("0,1\n2,3\n", "2 components: {{0, 1}, {2, 3}}"),
        ("a,b\nc,d\nd,e\n", "{{c, d, e}, {a, b}}"),
        ("u,v,p\n0,1,1.5\n", "1.5 on edge 0,1: a probability"),
        ("u,v,p\n0,1,-0.1\n", "-0.1 on edge 0,1: a probability"),
        ("u,v,p\n0,1,nan\n", "nan on edge 0,1: a probability"),
        ("u,v,p\n0,1,x\n", "x on edge 0,1: a number"),
        ("u,v,p\n0,1,\n", "nothing on edge 0,1: a number"),
        ("u,v,p\n0,1,1\n1,2,0\n", "2 components"),
        ("0,\n1,2\n", "a node has a name"),
    ],
)
def test_bad_csv_is_one_clear_sentence(tmp_path, text, said):
    with pytest.raises(InputError) as error:
        parse_network(written(tmp_path / "g.csv", text))
    assert said in str(error.value)


def test_files_that_are_something_else(tmp_path):
    for name in ("a.csv", "a.npz", "a.graphml"):
        (tmp_path / name).write_bytes(b"\xff\xfe\x00PK\x03\x04")
        with pytest.raises(InputError):
            parse_network(str(tmp_path / name))
        (tmp_path / f"directory.{name}").mkdir()
        with pytest.raises(InputError):
            parse_network(str(tmp_path / f"directory.{name}"))


@pytest.mark.parametrize("p", [None, 0.25])
def test_graphml(tmp_path, p):
    graph = nx.cycle_graph(5)
    if p is not None:
        nx.set_edge_attributes(graph, p, "p")
    nx.write_graphml(graph, tmp_path / "g.graphml")
    network = parse_network(str(tmp_path / "g.graphml"))
    assert network.edges.tolist() == parse_network("ring:n=5").edges.tolist()
    assert network.reliability is None if p is None else network.reliability.tolist() == [p] * 5


def test_graphml_defaults(tmp_path):
    path = tmp_path / "g.graphml"
    graph = nx.Graph([(0, 1, {"p": 0.9}), (1, 2)])
    nx.write_graphml(graph, path)
    text = path.read_text()
    with pytest.raises(InputError, match="p=on 1 of 2 edges"):
        parse_network(str(path))
    key = next(line for line in text.splitlines() if 'attr.name="p"' in line)
    path.write_text(text.replace(key, key.replace("/>", "><default>0.5</default></key>")))
    assert parse_network(str(path)).reliability.tolist() == [0.9, 0.5]


def test_graphml_names_directions_and_wrong_attributes(tmp_path):
    path = tmp_path / "g.graphml"
    nx.write_graphml(nx.DiGraph([("x", "y"), ("y", "x")]), path)
    network = parse_network(str(path))
    assert network.directed and network.names == ("x", "y")
    nx.write_graphml(nx.Graph([("x", "y", {"p": "often"})]), path)
    with pytest.raises(InputError, match="p=often: a number"):
        parse_network(str(path))
    nx.write_graphml(nx.Graph([("x", "y", {"p": 1.5})]), path)
    with pytest.raises(InputError, match=r"1\.5 on edge x,y"):
        parse_network(str(path))


def test_graphml_without_nodes_or_with_huge_numbers(tmp_path):
    path = tmp_path / "g.graphml"
    nx.write_graphml(nx.Graph(), path)
    with pytest.raises(InputError, match="at least one node"):
        parse_network(str(path))
    nx.write_graphml(nx.Graph([(0, 10**30)]), path)
    assert parse_network(str(path)).names == ("0", str(10**30))


def test_npz(tmp_path):
    P = np.array([[0, 0.5, 0], [0.5, 0, 1], [0, 1, 0]])
    np.savez(tmp_path / "P.npz", P=P)
    network = parse_network(str(tmp_path / "P.npz"))
    assert np.array_equal(network.reliability_matrix(), P)
    np.savez(tmp_path / "A.npz", A=(P > 0).astype(int))
    assert np.array_equal(parse_network(str(tmp_path / "A.npz")).adjacency().toarray(), P > 0)


@pytest.mark.parametrize(
    "arrays, said",
    [
        ({"Q": np.zeros((2, 2))}, "named P or A; found Q"),
        ({"P": np.zeros((2, 2)), "A": np.zeros((2, 2))}, "named P or A"),
        ({"P": np.zeros((2, 3))}, "a square matrix"),
        ({"P": np.zeros(4)}, "a square matrix"),
        ({"P": np.array([["a", "b"], ["c", "d"]])}, "an array of numbers"),
        ({"P": np.array([[0, 0.5], [0.4, 0]])}, "symmetric"),
        ({"P": np.array([[0, 1.5], [1.5, 0]])}, "a probability lies in [0, 1]"),
        ({"P": np.array([[0, np.nan], [np.nan, 0]])}, "a probability lies in [0, 1]"),
        ({"P": np.array([[1, 0.5], [0.5, 1]])}, "the diagonal is zero"),
        ({"P": np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]])}, "a node without links"),
        ({"A": np.array([[0, 2], [2, 0]])}, "entries are 0 or 1"),
        ({"A": np.kron(np.eye(2, dtype=int), np.array([[0, 1], [1, 0]]))}, "2 components"),
    ],
)
def test_bad_npz_is_one_clear_sentence(tmp_path, arrays, said):
    np.savez(tmp_path / "bad.npz", **arrays)
    with pytest.raises(InputError) as error:
        parse_network(str(tmp_path / "bad.npz"))
    assert said in str(error.value)


def test_a_corrupt_archive(tmp_path):
    np.savez(tmp_path / "good.npz", A=np.ones((50, 50)))
    content = (tmp_path / "good.npz").read_bytes()
    (tmp_path / "cut.npz").write_bytes(content[: len(content) // 2])
    with pytest.raises(InputError, match="not readable as an"):
        parse_network(str(tmp_path / "cut.npz"))


def test_csv_round_trip_of_a_larger_network(tmp_path):
    network = parse_network("geometric:n=60,r=2,v=2,seed=4")
    rows = [f"{u},{v},{p!r}" for (u, v), p in zip(network.edges.tolist(), network.reliability.tolist())]
    again = parse_network(written(tmp_path / "g.csv", "u,v,p\n" + "\n".join(rows)))
    assert isinstance(again, Network) and np.array_equal(again.edges, network.edges)
    assert np.array_equal(again.reliability, network.reliability)

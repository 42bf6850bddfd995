"""Networks and data that no one looked at while `plan` was written: what `benchmarks.plan --held-out` runs on.

Networks of people (karate club, Florentine families, Southern women), other generators and other seeds; where it says
so nodes are numbered at random, so that the classes they hold, k mod C at node k, follow no pattern of the network.
The data are scikit-learn's: `classification`, `classification-2` and `classification-3`, six, five and four classes of
two Gaussian clusters each (`make_classification`), and `breast-cancer`, two classes.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import networkx as nx
import numpy as np

from mixproof.spectral import Network, parse_network

__all__ = ["SETS", "made"]

NUMBERED = 4  # seed of the numbering


def held_out() -> dict[str, Network]:
    """The networks by name."""
    graphs = {
        "florentine families": nx.florentine_families_graph(),
        "wheel of 17": nx.wheel_graph(17),
        "Petersen, numbered at random": _numbered(nx.generalized_petersen_graph(11, 3)),
        "tree of 19": nx.random_labeled_tree(19, seed=31),
        "southern women, numbered at random": _numbered(nx.davis_southern_women_graph()),
        "karate club": nx.karate_club_graph(),
        "caveman 5 x 5, numbered at random": _numbered(nx.connected_caveman_graph(5, 5)),
        "scale-free 27": nx.barabasi_albert_graph(27, 2, seed=32),
        "torus 5 x 5": nx.grid_2d_graph(5, 5, periodic=True),
        "ladder of 24, numbered at random": _numbered(nx.circular_ladder_graph(12)),
    }
    found = {name: Network.from_networkx(_plain(graph)) for name, graph in graphs.items()}
    lossy = ("geometric:n=21,r=2.5,v=1.5,seed=41", "geometric:n=29,r=6,v=2,seed=42")
    return found | {text: parse_network(text) for text in lossy}


def later() -> dict[str, Network]:
    """Others by name, smaller ones."""
    graphs = {
        "Krackhardt's kite": nx.krackhardt_kite_graph(),
        "Frucht": _numbered(nx.frucht_graph()),
        "circulant of 16": nx.circulant_graph(16, [1, 4]),
        "tree of 14": nx.random_labeled_tree(14, seed=51),
        "lollipop of 6 and 6": _numbered(nx.lollipop_graph(6, 6)),
        "Desargues, numbered at random": _numbered(nx.desargues_graph()),
    }
    return {name: Network.from_networkx(_plain(graph)) for name, graph in graphs.items()}


def latest() -> dict[str, Network]:
    """Others by name, chosen when nodes had got samples of the data in place of their classes' means."""
    graphs = {
        "icosahedron, numbered at random": _numbered(nx.icosahedral_graph()),
        "tree of 16": nx.random_labeled_tree(16, seed=71),
        "windmill of 4 x 4, numbered at random": _numbered(nx.windmill_graph(4, 4)),
        "clustered powerlaw of 18": nx.powerlaw_cluster_graph(18, 2, 0.4, seed=72),
        "Moebius-Kantor, numbered at random": _numbered(nx.moebius_kantor_graph()),
    }
    found = {name: Network.from_networkx(_plain(graph)) for name, graph in graphs.items()}
    lossy = "geometric:n=16,r=3,v=2,seed=73"
    return found | {lossy: parse_network(lossy)}


SETS = {"first": held_out, "later": later, "latest": latest}


def _plain(graph: nx.Graph) -> nx.Graph:
    """Nodes 0, 1, ... without attributes."""
    return nx.Graph(nx.convert_node_labels_to_integers(graph).edges())


def _numbered(graph: nx.Graph) -> nx.Graph:
    graph = _plain(graph)
    order = np.random.default_rng(NUMBERED).permutation(len(graph))
    moved = nx.Graph()
    moved.add_nodes_from(range(len(graph)))
    moved.add_edges_from((int(order[u]), int(order[v])) for u, v in graph.edges())
    return moved


def made(name: str) -> str:
    """A file of `classification` and those after it, in a temporary directory; any other name as it is."""
    made_of = {
        "classification": (20, 8, 6, 2.0, 5),
        "classification-2": (16, 6, 5, 1.5, 77),
        "classification-3": (24, 10, 4, 1.8, 91),
    }
    if name not in made_of:
        return name
    from sklearn.datasets import make_classification

    features, told, classes, apart, seed = made_of[name]
    X, y = make_classification(
        2500, features, n_informative=told, n_classes=classes, class_sep=apart, random_state=seed
    )
    place = Path(tempfile.mkdtemp()) / f"{name}.npz"
    np.savez(place, X=X, y=y)
    return str(place)

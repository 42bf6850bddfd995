"""Networks from files: edge lists (.csv, .txt, .edgelist), GraphML, and matrices (.npz)."""

from __future__ import annotations

import csv
import re
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

from .arrays import check_file, load_arrays
from .checks import is_number, without_dead_links
from .errors import InputError
from .link_matrices import ONES, PROBABILITIES, links_of
from .network import Network

__all__ = ["READERS"]


def read_csv(path: Path) -> Network:
    """Network of an edge list with columns u, v and optionally p; the header line may be left out.

    The nodes are those mentioned: integers in numerical order, else names in order of appearance. A row with
    p = 0 says that the two nodes have no link. Empty lines do not count, nor do the columns `UNREAD`, which other
    programs write. Warns where one of them is a weight: it is no probability.
    """
    check_file("network", path)
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file, skipinitialspace=True)
            rows = [row for row in reader if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError("network", str(path), f"not readable as text with commas ({error})") from None
    return _network(path, rows)


def read_edges(path: Path) -> Network:
    """Network of lines `u v` or `u v p`, cells apart by spaces, tabs or commas; what follows a # does not count.

    What networkx's write_edgelist adds, {'weight': 3}, does not count either, unless it tells p.
    """
    check_file("network", path)
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("network", str(path), f"not readable as text ({error})") from None
    rows = []
    for line in lines:
        told = line.partition("#")[0].strip()
        cells, brace, attributes = told.partition("{")
        if brace and (not attributes.endswith("}") or re.search(r"""['"]p['"]\s*:""", attributes)):
            raise InputError(
                "row", told, "u v or u v p; a graph whose links have attributes is best kept as .graphml"
            )
        if cells:
            rows.append(re.split(r"\s*,\s*|\s+", cells.strip()))
    return _network(path, rows)


def _network(path: Path, rows: list[list[str]]) -> Network:
    """Network of the rows of an edge list, its header among them or not."""
    columns = _columns(path, rows)
    widths = set(map(len, rows))
    if widths - {len(columns)}:
        odd = next(row for row in rows if len(row) != len(columns))
        raise InputError(
            "row", ",".join(odd), f"every row of {path} has the {len(columns)} columns {','.join(columns)}"
        )
    table = dict(zip(columns, zip(*rows)))
    if "weight" in table:
        said = f"network={path}: its column weight is not read"
        warnings.warn(f"{said}; a column p is the probability that a link works", stacklevel=2)
    u, v = (list(map(str.strip, table[c])) for c in "uv")
    names, labels = _labels(u + v)
    edges = np.column_stack([labels[: len(rows)], labels[len(rows) :]])
    p = None if "p" not in table else _probabilities(list(table["p"]), u, v)
    n = int(labels.max()) + 1
    _, first, count = np.unique(np.sort(edges, axis=1) @ [n, 1], return_index=True, return_counts=True)
    if (count > 1).any():  # also of a dead link
        e = int(first[count > 1][0])
        raise InputError("edge", f"{u[e]},{v[e]}", "appears twice; one row stands for both directions")
    edges, p = without_dead_links(edges, p)
    return Network.from_edges(n, edges, p, names=names)


def read_graphml(path: Path) -> Network:
    """Network of a GraphML file, directed if the graph is; edge attribute p is the links' probability.

    A link that does not say it has the default of the attribute's key, if there is one.
    """
    import networkx as nx

    check_file("network", path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a key without a type: what is no number is refused below
            graph = nx.read_graphml(path)
    except Exception as error:  # the XML parser, networkx and the conversion of attributes all have their own
        raise InputError("network", str(path), f"not a GraphML file ({error})") from None
    default = graph.graph.get("edge_default", {}).get("p")  # networkx leaves it to the reader
    for _, _, told in graph.edges(data=True) if default is not None else ():
        told.setdefault("p", default)
    names, labels = _labels(list(graph.nodes))
    return Network.from_networkx(
        nx.relabel_nodes(graph, dict(zip(graph.nodes, labels.tolist()))), names=names
    )


def read_npz(path: Path) -> Network:
    """Undirected network of a matrix saved by numpy: P, link probabilities, or A, zeros and ones.

    Both are (n, n) and symmetric with a zero diagonal; entries of P lie in [0, 1], and 0 is no link.
    """
    arrays = load_arrays("network", path)
    if len({"A", "P"} & arrays.keys()) != 1:
        raise InputError(
            "network", str(path), f"holds one array named P or A; found {', '.join(arrays) or 'none'}"
        )
    name = "P" if "P" in arrays else "A"
    edges, p = links_of(name, arrays[name], rule=PROBABILITIES if name == "P" else ONES)
    return Network.from_edges(len(arrays[name]), edges, p if name == "P" else None)


HEADERS = {"from": "u", "to": "v", "source": "u", "target": "v"}
UNREAD = {"weight", "id", "label", "type"}
COLUMNS = "the columns u,v or u,v,p (from,to and source,target mean u,v), or rows without a header"
READERS: dict[str, Callable[[Path], Network]] = {
    ".csv": read_csv,
    ".txt": read_edges,
    ".edgelist": read_edges,
    ".graphml": read_graphml,
    ".npz": read_npz,
}


def _columns(path: Path, rows: list[list[str]]) -> list[str]:
    """Column names of a file; takes a header off the rows."""
    if not rows:
        raise InputError("network", str(path), "an empty file")
    first = [cell.strip() for cell in rows[0]]
    header = [HEADERS.get(cell.lower(), cell.lower()) for cell in first]
    if set(header) <= {"u", "v", "p"} or {"u", "v"} <= set(header):
        del rows[0]
    else:
        header = ["u", "v", "p"][: len(first)]
        others_are_integers = len(rows) > 1 and all(map(_is_integer, rows[1][:2]))
        unknown = others_are_integers and not any(map(_is_integer, first[:2]))
        if len(first) not in (2, 3) or unknown or not all(map(is_number, first[2:])):
            raise InputError("columns", ",".join(first), f"{path} must have {COLUMNS}")
    known = sorted(set(header) - UNREAD) in (["u", "v"], ["p", "u", "v"]) and len({*header}) == len(header)
    if not known or [cell.lower() for cell in first] == ["u", "v", "weight"]:  # mixing weights, no network
        raise InputError("columns", ",".join(first), f"{path} must have {COLUMNS}")
    if not rows:
        raise InputError("network", str(path), "holds no edges")
    return header


def _labels(nodes: list[str]) -> tuple[tuple[str, ...] | None, np.ndarray]:
    """Names of the distinct nodes (None when they are 0, ..., n-1) and the number of each given node."""
    distinct = list(dict.fromkeys(nodes))
    if not distinct:
        raise InputError("network", "no nodes", "a network has at least one node")
    if "" in distinct:
        raise InputError("node", "", "a node has a name or a number")
    if controls := [name for name in distinct if re.search(r"[\x00-\x1f\x7f]", name)]:
        raise InputError("node", repr(controls[0]), "a name has no control characters")
    names: tuple[str, ...] | None = tuple(distinct)
    if all(map(_is_integer, distinct)):
        numbers = np.array(list(map(int, nodes)))
        values, labels = np.unique(numbers, return_inverse=True)
        if len(values) < len(distinct):
            odd = next(name for name in distinct if name != str(int(name)))
            raise InputError("node", odd, f"stands for {int(odd)}, which is written otherwise elsewhere")
        names = None if values[0] == 0 and values[-1] == len(values) - 1 else tuple(map(str, values.tolist()))
        return names, labels
    index = {name: i for i, name in enumerate(distinct)}
    return names, np.array([index[node] for node in nodes], dtype=np.int64)


def _probabilities(cells: list[str], u: list[str], v: list[str]) -> np.ndarray:
    try:
        p = np.array(list(map(float, cells)))
    except ValueError:
        e = next(e for e, cell in enumerate(cells) if not is_number(cell))
        raise InputError("p", f"{cells[e].strip() or 'nothing'} on edge {u[e]},{v[e]}", "a number") from None
    bad = np.flatnonzero(~((p >= 0) & (p <= 1)))
    if bad.size:
        e = int(bad[0])
        raise InputError("p", f"{cells[e].strip()} on edge {u[e]},{v[e]}", "a probability lies in [0, 1]")
    return p


def _is_integer(text: str) -> bool:
    """Whether it is a whole number in plain digits; int() would also take 1_0, and digits of other scripts."""
    return re.fullmatch(r"[+-]?[0-9]{1,18}", text) is not None

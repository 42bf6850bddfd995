"""Links that fail together, from a file."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from mixproof.spectral import Network
from mixproof.spectral.arrays import check_file
from mixproof.spectral.errors import InputError

__all__ = ["read_groups"]

HEADER = ["u", "v", "group"]


def read_groups(path: Path, network: Network) -> np.ndarray:
    """(m,) a number for each link of a `.csv` of columns u,v,group: the same one where the group's name is.

    Nodes by name, links in either direction; a link without a row fails by itself. Raises InputError.
    """
    links = {frozenset(map(network.name, edge)): e for e, edge in enumerate(network.edges)}
    labels = np.arange(network.m)
    first, told = dict[str, int](), set[int]()
    for u, v, group in _rows(path):
        e = links.get(frozenset((u, v)))
        if e is None:
            raise InputError("link", f"{u},{v}", f"every row of {path} is a link of the network")
        if e in told:
            raise InputError("link", f"{u},{v}", f"appears twice in {path}; a link is in one group")
        told.add(e)
        labels[e] = first.setdefault(group, e)
    return labels


def _rows(path: Path) -> list[list[str]]:
    check_file("--groups", path)
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = [[cell.strip() for cell in row] for row in csv.reader(file) if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError("--groups", str(path), f"not readable as text with commas ({error})") from None
    if not rows or rows[0] != HEADER or any(len(row) != len(HEADER) for row in rows):
        raise InputError("--groups", str(path), f"begins with {','.join(HEADER)}, and has them in every row")
    return rows[1:]

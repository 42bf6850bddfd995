"""From what a user writes to a Network: a file, or a family with its keys."""

from __future__ import annotations

from pathlib import Path

from .families import family
from .network import Network

__all__ = ["parse_network"]


def parse_network(text: str) -> Network:
    """Network from a file (.csv, .graphml, .npz) or from `family:key=value,...`.

    Families: ring:n, path:n, star:n (n nodes in all), complete:n, grid:rows,cols, hypercube:d, regular:n,degree,
    er:n,p,seed, geometric:n,r,v,seed, rgg:n,radius,seed, directed:n,max_out,seed. Raises InputError.

    >>> parse_network("regular:n=10,degree=4").m
    20
    """
    from .files import READERS

    suffix = Path(text).suffix.lower()
    if suffix in READERS:
        return READERS[suffix](Path(text))
    return family(text)

"""The tables of families that derivations may use: a file each, by the family's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..table import Kind, Table
from ..text import united
from . import (
    consensus,
    declared,
    directed,
    federated,
    gossip,
    links,
    local_steps,
    messages,
    networks,
    online,
    pairs,
    patterns,
    points,
    privacy,
    projection,
    runs,
    scalars,
    vectors,
    weightings,
)

_FILES = (
    *(consensus, declared, directed, federated, gossip, links, local_steps, messages, networks),
    *(online, pairs, patterns, points, privacy, projection, runs, scalars, vectors, weightings),
)
TABLES: Mapping[str, Callable[[Kind], Table]] = united(*(file.TABLES for file in _FILES))

"""Results on standard output: one JSON document, or text for people."""

from __future__ import annotations

import json
import math
from argparse import Namespace
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["emit", "plain", "shown", "table"]


def emit(arguments: Namespace, document: Any, text: str) -> None:
    """Print `document` with --json, else `text`."""
    print(json.dumps(plain(document), allow_nan=False) if arguments.json else text)


def plain(value: Any) -> Any:
    """Standard JSON content: numpy numbers become Python's, NaN and infinities null.

    >>> plain({"rho": float("nan"), "enclosure": (0, 1)})
    {'rho': None, 'enclosure': [0, 1]}
    """
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def shown(value: Any) -> str:
    """A cell of a table: numbers with six significant digits."""
    if value is None:
        return "-"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Left-aligned columns; the last one may be long.

    >>> print(table(["id", "ratio"], [["ops.lemma-6", 0.5]]))
    id           ratio
    ops.lemma-6  0.5
    """
    cells = [list(header), *([shown(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells)]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in cells)

"""Results as text: JSON content, tables for a terminal, tables between the markers of a Markdown file."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import replacing

__all__ = ["between", "plain", "put", "shown", "table"]


def plain(value: Any) -> Any:
    """Standard JSON content: numpy numbers become Python's, NaN and infinities null.

    >>> plain({"rho": float("nan"), "enclosure": (0, 1)})
    {'rho': None, 'enclosure': [0, 1]}
    """
    if isinstance(value, Mapping):
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


def between(text: str, begin: str, end: str) -> str:
    """What stands between the markers of a file; raises InputError where there are none."""
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(end) < text.index(begin):
        raise InputError("markers", "not found once each", f"{begin} and then {end}")
    return text.split(begin)[1].split(end)[0]


def put(path: Path, table: str, begin: str, end: str) -> None:
    """Write a table between the markers of a file, in the place of what stands there."""
    text = path.read_text(encoding="utf-8")
    old = between(text, begin, end)
    with replacing(path) as temporary:
        temporary.write_text(
            text.replace(begin + old + end, f"{begin}\n\n{table}\n\n{end}"), encoding="utf-8"
        )

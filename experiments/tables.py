"""Results as text: JSON content, tables for a terminal, tables between the markers of a Markdown file."""

from __future__ import annotations

import math
import shutil
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import write_text

__all__ = ["between", "columns", "markdown_table", "plain", "put", "shown", "table", "wrapped"]

MOST_NARROW = 40  # a column of words is not made narrower


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


def table(header: Sequence[str], rows: Iterable[Sequence[Any]], width: int | None = None) -> str:
    """Left-aligned columns in `width` characters, the terminal's or 100: a last column of words is wrapped, and columns
    that do not fit stand in a second table below, with the first column again; unless they fit beside a first column
    whose words are wrapped.

    >>> print(table(["id", "ratio"], [["ops.lemma-6", 0.5]]))
    id           ratio
    ops.lemma-6  0.5
    >>> print(table(["id", "word", "sentence"], [["ops.lemma-6", "HOLDS", "a sentence of many words " * 2]], width=44))
    id           word
      sentence
    ops.lemma-6  HOLDS
      a sentence of many words a sentence of
      many words
    >>> print(table(["id", "a", "b"], [["one", 1, 2]], width=8))
    id   a
    one  1
    <BLANKLINE>
    id   b
    one  2
    >>> print(table(["weights", "a"], [["of two words", 1]], width=10))
    weights  a
    of two   1
      words
    """
    width = columns() if width is None else width
    cells = [list(header), *([shown(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells)]
    room = width - sum(widths[:-1]) - 2 * (len(widths) - 1)
    if len(widths) > 1 and MOST_NARROW <= room < widths[-1]:
        return "\n".join(line for row in cells for line in _wrapped(row, widths, room))
    if len(widths) > 2 and widths[-1] > max(width, MOST_NARROW):  # a narrow terminal: its words stand below
        return "\n".join(line for row in cells for line in _below(row, widths, width))
    room = width - sum(widths[1:]) - 2 * (len(widths) - 1)
    if max(map(len, _words(cells)), default=0) <= room < widths[0]:
        return "\n".join(line for row in cells for line in _first_wrapped(row, widths, room))
    return "\n\n".join(_block(cells, widths, block) for block in _blocks(widths, width))


def columns() -> int:
    """How wide a line may be: as the terminal, 100 where there is none."""
    return shutil.get_terminal_size((100, 24)).columns


def wrapped(text: str) -> str:
    """A sentence or several, broken at the width of the terminal."""
    return "\n".join(
        textwrap.wrap(text, max(columns(), MOST_NARROW), break_long_words=False, break_on_hyphens=False)
    )


def _words(cells: Sequence[Sequence[str]]) -> Iterator[str]:
    """The words of a first column, each as far from its margin as when its cell is wrapped."""
    for row in cells:
        for i, word in enumerate(row[0].split()):
            yield word if i == 0 else "  " + word


def _first_wrapped(row: Sequence[str], widths: Sequence[int], room: int) -> list[str]:
    """The lines of a row whose first cell goes on below itself."""
    first, *more = textwrap.wrap(row[0], room, subsequent_indent="  ", break_on_hyphens=False) or [""]
    rest = "".join("  " + cell.ljust(size) for cell, size in zip(row[1:], widths[1:]))
    return [(first.ljust(room) + rest).rstrip(), *more]


def _wrapped(row: Sequence[str], widths: Sequence[int], room: int) -> list[str]:
    """The lines of a row whose last cell goes on below itself."""
    start = "".join(cell.ljust(size) + "  " for cell, size in zip(row[:-1], widths))
    parts = textwrap.wrap(row[-1], room, break_long_words=False, break_on_hyphens=False) or [""]
    return [(start + parts[0]).rstrip(), *(" " * len(start) + part for part in parts[1:])]


def _below(row: Sequence[str], widths: Sequence[int], width: int) -> list[str]:
    """The lines of a row whose last cell stands below the others."""
    first = "  ".join(cell.ljust(size) for cell, size in zip(row[:-1], widths)).rstrip()
    parts = textwrap.wrap(
        row[-1], max(width, MOST_NARROW) - 2, break_long_words=False, break_on_hyphens=False
    )
    return [first, *(f"  {part}" for part in parts)]


def _blocks(widths: Sequence[int], width: int) -> list[list[int]]:
    """Which columns stand side by side, the first one everywhere."""
    blocks = [[0]]
    for column in range(1, len(widths)):
        taken = sum(widths[i] + 2 for i in blocks[-1])
        if len(blocks[-1]) > 1 and taken + widths[column] > width:
            blocks.append([0])
        blocks[-1].append(column)
    return blocks


def _block(cells: Sequence[Sequence[str]], widths: Sequence[int], block: Sequence[int]) -> str:
    return "\n".join("  ".join(row[i].ljust(widths[i]) for i in block).rstrip() for row in cells)


def markdown_table(
    header: Sequence[str], rows: Iterable[Sequence[Any]], numbers: Collection[str] = ()
) -> str:
    """A Markdown table; the columns `numbers` are aligned to the right.

    >>> print(markdown_table(["", "tau"], [["tight |x|", 0.5], ["loose", None]], numbers=["tau"]))
    | | tau |
    |---|---:|
    | tight \\|x\\| | 0.5 |
    | loose | - |
    """
    heads = "".join(f" {name} |" if name else " |" for name in header)
    rules = "".join("---:|" if name in numbers else "---|" for name in header)
    lines = (" | ".join(shown(cell).replace("|", r"\|") for cell in row) for row in rows)
    return "\n".join([f"|{heads}", f"|{rules}", *(f"| {line} |" for line in lines)])


def between(text: str, begin: str, end: str) -> str:
    """What stands between the markers of a file; raises InputError where there are none."""
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(end) < text.index(begin):
        raise InputError("markers", "not found once each", f"{begin} and then {end}")
    return text.split(begin)[1].split(end)[0]


def put(path: Path, table: str, begin: str, end: str) -> None:
    """Write a table between the markers of a file, in the place of what stands there."""
    text = path.read_text(encoding="utf-8")
    old = between(text, begin, end)
    write_text(path, text.replace(begin + old + end, f"{begin}\n\n{table}\n\n{end}"))

"""How results are displayed: one screen in a terminal, a small table in a notebook."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from types import ModuleType

__all__ = ["Shown", "Table", "as_table", "proved", "public", "rebuilt", "shortened"]

WIDTH = 100  # characters of a line
PARAGRAPH = 600  # of a cell in a notebook, which has several lines


class Shown:
    """A result with a title and a few named values: `repr` gives lines, a notebook a table.

    A class that inherits it gives `shown()`, and `title()` unless its own name will do.
    """

    def title(self) -> str:
        return type(self).__name__

    def shown(self) -> list[tuple[str, str]]:
        raise NotImplementedError

    def __repr__(self) -> str:
        lines = self.shown()
        wide = max((len(name) for name, _ in lines), default=0)
        return "\n".join([self.title(), *(f"  {name:<{wide}}  {shortened(text)}" for name, text in lines)])

    def _repr_html_(self) -> str:
        return as_table(self.title(), self.shown())


class Table:
    """A result of several rows: aligned columns in a terminal, a table in a notebook.

    A class that inherits it gives `title()`, `header()` and `cells()`.
    """

    def title(self) -> str:
        return type(self).__name__

    def header(self) -> Sequence[str]:
        raise NotImplementedError

    def cells(self) -> list[Sequence[str]]:
        raise NotImplementedError

    def __repr__(self) -> str:
        rows = [self.header(), *self.cells()]
        widths = [max(map(len, column)) for column in zip(*rows)]
        lines = ("  " + "  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in rows)
        return "\n".join([self.title(), *lines])

    def _repr_html_(self) -> str:
        head, body = _row("th", self.header()), "".join(_row("td", row) for row in self.cells())
        return _table(self.title(), head + body)


def proved(value: float, low: float, high: float) -> str:
    """A number, and how far it can be from the true one, which is proved to lie in [low, high].

    >>> proved(0.5, 0.499999, 0.500002)
    '0.5 (proved to 2.0e-06)'
    """
    off = max(high - value, value - low)
    return f"{value:.10g} (" + (f"proved to {off:.1e})" if off < math.inf else "nothing proved)")


def public(names: Mapping[str, object]) -> list[str]:
    """What `dir` shows of a package: the names that it offers, and not the modules that happen to be loaded.

    >>> public({"__doc__": "", "_hidden": 1, "sys": __import__("sys"), "optimize": print})
    ['__doc__', 'optimize']
    """
    offered = (name for name, value in names.items() if not isinstance(value, ModuleType))
    return sorted(name for name in offered if name.startswith("__") or not name.startswith("_"))


def rebuilt(kind: str, *parts: tuple[str, object]) -> str:
    """Text that makes an object again: its class and its arguments by name, arrays as lists; None is left out.

    >>> rebuilt("Network", ("n", 2), ("edges", [[0, 1]]), ("names", None))
    'Network(n=2, edges=[[0, 1]])'
    """
    return f"{kind}({', '.join(f'{name}={value!r}' for name, value in parts if value is not None)})"


def shortened(text: str, width: int = WIDTH) -> str:
    """The text in one line, cut where it is longer than a line may be."""
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 3] + "..."


def as_table(title: str, named: Iterable[tuple[str, str]]) -> str:
    """A title and named values as a table of a notebook."""
    return _table(title, "".join(_row("td", (name, shortened(text, PARAGRAPH))) for name, text in named))


def _table(title: str, rows: str) -> str:
    caption = (
        f"<caption style='text-align: left; white-space: pre-line; min-width: 40em'>{escape(title)}</caption>"
    )
    return f"<table>{caption}{rows}</table>"


def _row(tag: str, cells: Iterable[str]) -> str:
    told = (f"<{tag} style='text-align: left'>{escape(cell)}</{tag}>" for cell in cells)
    return f"<tr>{''.join(told)}</tr>"

"""The cells of the atlas summarized in tables; None where nothing was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .cells import PRINTED, ROUND, Rate, Slack, Step

__all__ = ["Table", "best", "bounds", "rates", "steps", "times_printed"]

Results = Mapping[Any, Any]


@dataclass(frozen=True)
class Table:
    """A table: its short name, title, the caption of its figure, header and rows."""

    name: str
    title: str
    caption: str
    header: Sequence[str]
    rows: list[list[Any]]

    @property
    def figure(self) -> str:
        """Its file, without the ending."""
        return f"atlas-{self.name}"


def steps(results: Results) -> Table:
    """Largest steps, in units of 1/L: printed, certified, and where quadratic clients diverge."""
    rows = []
    for cell, found in results.items():
        if isinstance(cell, Step):
            times = times_printed(found)
            over = None if times is None else float(f"{times:.3g}")
            numbers = [found["printed"], found["proved"], found["diverges"]]
            rows.append([cell.algorithm, cell.kappa, cell.lam, *numbers, over])
    said = ", ".join(f"{name}: {':'.join(where)}" for name, where in PRINTED.items())
    return Table(
        "steps",
        "Largest steps, in units of 1/L",
        f"The smallest step at which quadratic clients diverge over the largest printed one. Printed ranges: {said}.",
        ["algorithm", "kappa", "lambda", "printed", "certified", "diverges", "diverges / printed"],
        rows,
    )


def times_printed(found: Mapping[str, Any]) -> float | None:
    """How many times the printed step the smallest diverging one is, of a cell of steps."""
    printed, diverging = found["printed"], found["diverges"]
    return diverging / printed if printed and diverging else None


def rates(results: Results) -> Table:
    """The best certified rate of each exact method, by round and by message, and the best method."""
    cells = {(c.kappa, c.lam, c.name): found for c, found in results.items() if isinstance(c, Rate)}
    methods = list(dict.fromkeys(key[2] for key in cells))
    rows = []
    for kappa, lam in dict.fromkeys(key[:2] for key in cells):
        found = {name: cells[kappa, lam, name] for name in methods if (kappa, lam, name) in cells}
        shown = [found[name]["rho"] if name in found else None for name in methods]
        least = [best(found, measure) for measure in ("rho", "per_message")]
        rows.append([kappa, lam, *shown, *(one and f"{one[0]} ({one[1]:.5g})" for one in least)])
    return Table(
        "methods",
        "Best rates with a certificate: a round's factor on the error, over fixed steps",
        "The method whose best fixed step has the smallest certified factor on the error: a round, and a message to"
        " each neighbour (gradient tracking sends two vectors a round).",
        ["kappa", "lambda", *methods, "best a round", "best a message"],
        rows,
    )


def best(found: Mapping[str, Mapping[str, Any]], measure: str) -> tuple[str, float] | None:
    """The method of the least `measure`, and that, of the cells of rates by method."""
    known = {name: cell[measure] for name, cell in found.items() if cell[measure] is not None}
    return min(known.items(), key=lambda item: item[1], default=None)


def bounds(results: Results) -> Table:
    """How many times each bound is above the worst case over clients and networks, over the grid."""
    forms: dict[str, list[float | None]] = {}
    for cell, found in results.items():
        if isinstance(cell, Slack):
            forms.setdefault(str(cell.task), []).append(found["slack"])
    rows = []
    for form, found in forms.items():
        slack = [value for value in found if value is not None]
        if slack:
            open_ = len(found) - len(slack)
            rows.append([form, len(slack), min(slack), max(slack), open_ or None])
    return Table(
        "bounds",
        f"Bounds at round {ROUND} against the worst case there, over all clients and symmetric W",
        f"How many times, at least, each bound is above the worst case of its class at round {ROUND}, by the Gram"
        " semidefinite program, certified; below 1 nothing is proved there.",
        ["form", "points", "least times too large", "most", "no worst case found at"],
        rows,
    )

"""What a study returns: one frozen record that reads as the JSON document it writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Any

from mixproof.spectral.errors import InputError

from ..tables import table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["StudyResult"]

COLUMNS = ("name", "final_gap", "slope", "slope_interval", "bound_violations", "accuracy")


@dataclass(frozen=True, eq=False)
class StudyResult(Mapping[str, Any]):
    """The result of one run of a study: `result["setting"]` is what its JSON file holds under that name.

    study, data: names; algorithms: an entry each, the command line's contract and the study's own numbers; files: what
    was written; held: whether the paper's conclusion held, None where the run decides nothing; conclusion: in words.
    """

    content: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.content[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.content)

    def __len__(self) -> int:
        return len(self.content)

    @property
    def study(self) -> str:
        return str(self.content["study"])

    @property
    def data(self) -> str:
        return str(self.content["data"])

    @property
    def algorithms(self) -> Sequence[Mapping[str, Any]]:
        return tuple(self.content["algorithms"])

    @property
    def files(self) -> Sequence[str]:
        return tuple(self.content["files"])

    @property
    def held(self) -> bool | None:
        return self.content.get("held")

    @property
    def conclusion(self) -> str:
        return str(self.content.get("conclusion", ""))

    def rows(self) -> list[list[Any]]:
        """The cells of `COLUMNS`, a row an algorithm."""

        def cell(value: Any) -> Any:
            return f"[{value[0]:.4f}, {value[1]:.4f}]" if isinstance(value, list | tuple) else value

        return [[cell(line[column]) for column in COLUMNS] for line in self.algorithms]

    def text(self) -> str:
        """The contract's fields, one line an algorithm, what was concluded, and the files that were written."""
        said = [self.conclusion] if self.conclusion else []
        return "\n".join([table(COLUMNS, self.rows()), *said, *(f"wrote {path}" for path in self.files)])

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw what the algorithms ended with: test accuracy where all were measured, else the last gap.

        The study's own figure is among `files`, where it was given a folder. Raises InputError where neither is known.
        """
        from mixproof.spectral.plots import COLOURS, axes_of

        told = {key: [line.get(key) for line in self.algorithms] for key in ("accuracy", "final_gap")}
        known = [key for key, own in told.items() if own and all(x is not None and isfinite(x) for x in own)]
        if not known:
            raise InputError("study", self.study, "neither accuracy nor gap of every algorithm is known")
        values: list[Any] = told[known[0]]
        ax = axes_of(ax, 5.4, 0.9 + 0.32 * len(values))
        ax.plot(values, range(len(values)), "o", color=COLOURS[0])
        ax.set_yticks(range(len(values)), [str(line["name"]) for line in self.algorithms])
        ax.invert_yaxis()
        label = "test accuracy" if known[0] == "accuracy" else "gap at the end"
        ax.set(xlabel=label, title=f"{self.study} on {self.data}")
        if known[0] == "final_gap" and min(values) > 0:
            ax.set_xscale("log")
        return ax

    def __repr__(self) -> str:
        return f"{self.study} on {self.data}\n{self.text()}"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in COLUMNS)
        shown = [[_cell(cell) for cell in row] for row in self.rows()]
        lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in shown)
        title = escape(f"{self.study} on {self.data}")
        return (
            f"<table><caption>{title}</caption><tr>{head}</tr>{lines}</table><p>{escape(self.conclusion)}</p>"
        )


def _cell(value: Any) -> str:
    return "" if value is None else escape(f"{value:.4g}" if isinstance(value, float) else str(value))

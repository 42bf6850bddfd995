"""One point of the grid of a statement's proof as a piece of a campaign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError

from .piece import Piece
from .provenance import source
from .verdicts import Task

if TYPE_CHECKING:
    from mixproof.bounds.proofs.gram.grid import Point

__all__ = ["AtPoint", "Found"]


@dataclass(frozen=True)
class Found:
    """What was found at a point.

    proved: whether the kernel accepts `record`; value: the largest left/right certified; why: it is not proved
    """

    proved: bool
    value: float | None
    record: Any
    why: str


@dataclass(frozen=True)
class AtPoint(Piece[Found]):
    """A certificate of a form of a statement at one point of the grid, for rounds up to `rounds` >= 1."""

    task: Task
    point: Point
    rounds: int

    def __post_init__(self) -> None:
        count("rounds", self.rounds, 1)

    @property
    def key(self) -> str:
        engine = source("spectral/**/*.py", "bounds/*.py", "bounds/families/*.py", "bounds/algorithms/*.py",
                        "bounds/proofs/gram/*.py", "bounds/kernel/**/*.py")  # fmt: skip
        return f"{self} rounds={self.rounds} statement={self.task.key} source={engine}"

    def work(self) -> dict[str, Any]:
        from mixproof.bounds.proofs.gram.grid import prove_at

        try:
            found = prove_at(*self.task.statement(), self.point, self.rounds)
        except InputError as error:
            return {"proved": False, "value": None, "record": None, "why": str(error)}
        kept = found.certificate if found.proved else None
        why = "" if found.proved else f"the least bound found on left/right is {found.value:.6g}"
        return {"proved": found.proved, "value": found.value, "record": kept, "why": why}

    def result(self, record: dict[str, Any]) -> Found:
        return Found(**record)

    def __str__(self) -> str:
        return f"{self.task} {self.point}"

"""What a campaign is made of."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

__all__ = ["Piece"]

Result = TypeVar("Result", covariant=True)


class Piece(Protocol[Result]):
    """A frozen, picklable dataclass: one piece of a campaign, one record of a store.

    A class that inherits keeps what its work found, and has the record as its result, unless it says otherwise.
    """

    @property
    def key(self) -> str:
        """Changes whenever the record might."""

    def work(self) -> Any:
        """The result of the computation, done on a worker; picklable."""

    def keep(self, found: Any) -> Any:
        """The record, JSON, made where the campaign is, before it is stored."""
        return found

    def result(self, record: Any) -> Result | None:
        """What the record says; None where that needs the work to be done again."""
        found: Result | None = record
        return found

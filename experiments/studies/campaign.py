"""Many runs of studies, studies x seeds x data, through any executor, into a store that can be resumed."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..records import Records, complete
from . import study

__all__ = ["Piece", "study_campaign"]


@dataclass(frozen=True)
class Piece:
    """One run of a study; `data` and `rounds` None are its own, `size` is full or small."""

    study: str
    seed: int = 0
    data: str | None = None
    rounds: int | None = None
    size: str = "full"

    @property
    def key(self) -> str:
        return f"{self.study} seed={self.seed} data={self.data} rounds={self.rounds} size={self.size}"


def study_campaign(
    pieces: Sequence[Piece], path: str | Path, executor: Executor | None = None
) -> dict[Piece, dict[str, Any]]:
    """The results of all pieces; those in the store at `path` are not run again, new ones are added as they end.

    Raises InputError for an unknown study before anything runs, and for a file that is no store of studies.
    """
    for piece in pieces:
        study(piece.study)
    arguments = {piece.key: (piece,) for piece in pieces}
    with Records(path, "studies") as store:
        found = complete(store, arguments, _run, executor)
    return {piece: found[piece.key] for piece in pieces}


def _run(piece: Piece) -> dict[str, Any]:
    return study(piece.study)(data=piece.data, rounds=piece.rounds, seed=piece.seed, size=piece.size)

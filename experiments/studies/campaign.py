"""One run of a study as a piece of a campaign: studies x seeds x data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mixproof.spectral.outputs import folder, write_bytes, write_json

from ..campaigns.provenance import content, source
from . import study
from .record import StudyResult

__all__ = ["Run"]


@dataclass(frozen=True)
class Run:
    """One run of a study; `data`, `rounds` and `rate` None are its own, `size` is full or small.

    out: the directory of its figure and tables, None for none. Workers need not reach it: the files travel with the
    result, and are there before the record is stored.
    """

    study: str
    seed: int = 0
    data: str | None = None
    rounds: int | None = None
    rate: float | None = None
    size: str = "full"
    out: str | None = None
    network: tuple[str, ...] | None = None  # of a study that takes others than its own
    labels: bool = False  # whether its weights may know the label shares

    @property
    def key(self) -> str:
        """Changes with every argument, the contents of a data file and the source; not with the name of `out`."""
        told = (
            f"{self.study} seed={self.seed} data={content(self.data)} rounds={self.rounds} rate={self.rate}"
        )
        told += f" size={self.size} network={self.network} labels={self.labels}"
        code = source(*(f"{room}/**/*.py" for room in ("spectral", "bounds", "weightopt", "experiments")))
        return f"{told} files={self.out is not None} source={code}"

    def work(self) -> tuple[dict[str, Any], dict[str, bytes]]:
        """The result, and the contents of the study's files by their names."""
        with TemporaryDirectory() as place:
            out = None if self.out is None else place
            own: dict[str, Any] = {"data": self.data, "rounds": self.rounds, "rate": self.rate}
            own |= {"size": self.size} | self.choices
            found = study(self.study)(seed=self.seed, out=out, **own)
            files = {Path(name).name: Path(name).read_bytes() for name in found["files"]}
        return {**found, "files": list(files)}, files

    @property
    def choices(self) -> dict[str, Any]:
        """What only some studies take, where it is given."""
        given = {"network": self.network, "labels": self.labels}
        return {name: value for name, value in given.items() if value}

    def keep(self, found: tuple[dict[str, Any], dict[str, bytes]]) -> dict[str, Any]:
        """Put the files where they belong; the one that says it all comes last."""
        result, files = found
        if self.out is not None:
            place = folder(self.out)
            for name, content_ in files.items():
                if name != f"{self.study}.json":
                    write_bytes(place / name, content_)
            write_json(place / f"{self.study}.json", self._placed(result))
        return result

    def result(self, record: dict[str, Any]) -> StudyResult | None:
        """What the study returned, None where its files are no longer there."""
        placed = self._placed(record)
        return StudyResult(placed) if all(Path(name).is_file() for name in placed["files"]) else None

    def _placed(self, record: dict[str, Any]) -> dict[str, Any]:
        return {**record, "files": [str(Path(self.out or "") / name) for name in record["files"]]}

    def __str__(self) -> str:
        return f"{self.study}, seed {self.seed}" + ("" if self.data is None else f", {self.data}")

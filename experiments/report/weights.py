"""The comparison of weights on one network as a piece of a campaign."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mixproof.spectral.outputs import folder, write_bytes

from ..campaigns.provenance import content, source
from ..tables import plain

__all__ = ["Weights"]


@dataclass(frozen=True)
class Weights:
    """Every method's weights on one network; the figures go to the directory `out`."""

    network: str
    out: str

    @property
    def key(self) -> str:
        data = content(self.network) if Path(self.network).is_file() else ""
        return (
            f"weights of {self.network} data={data} source={source('spectral/**/*.py', 'weightopt/**/*.py')}"
        )

    def work(self) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
        """The rows of the table, and the figures by their names."""
        from mixproof.weightopt.comparison import compare
        from mixproof.weightopt.comparison_rows import rows
        from mixproof.weightopt.figures import draw_convergence, draw_weights

        from ..compare_bounds import true_bounds

        with TemporaryDirectory() as place:
            found = compare(self.network)
            files = [*draw_convergence(found, self.network, Path(place))]
            files += draw_weights(found, self.network, Path(place))
            return plain(rows(found, true_bounds)), {file.name: file.read_bytes() for file in files}

    def keep(self, found: tuple[list[dict[str, Any]], dict[str, bytes]]) -> dict[str, Any]:
        told, files = found
        place = folder(self.out)
        for name, picture in files.items():
            write_bytes(place / name, picture)
        return {"rows": told, "files": list(files)}

    def result(self, record: dict[str, Any]) -> tuple[list[dict[str, Any]], list[Path]] | None:
        """Rows and figures, None where the figures are no longer there."""
        files = [Path(self.out) / name for name in record["files"]]
        return (record["rows"], files) if all(file.is_file() for file in files) else None

    def __str__(self) -> str:
        return f"weights on {self.network}"

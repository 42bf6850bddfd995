"""Output files: written to a temporary name beside the final one and moved, so nobody reads half a file."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from spectral.errors import InputError

__all__ = ["folder", "reachable", "replacing", "write_csv", "write_json"]


def folder(path: str | Path) -> Path:
    """The directory `path`, made if it is not there."""
    path = Path(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("out", str(path), f"cannot be made a directory ({error.strerror})") from error
    return path


def reachable(path: str | Path) -> None:
    """InputError where `folder` could not make the directory; makes nothing."""
    place = Path(path).absolute()
    while not place.exists():
        place = place.parent
    if not place.is_dir() or not os.access(place, os.W_OK):
        raise InputError("out", str(path), f"cannot be made a directory ({place} is none to write in)")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary path with the same ending; it becomes `path` if the block ends well, else it vanishes."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())  # mkstemp's files are private
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def write_json(path: Path, content: Any) -> Path:
    """Standard JSON: a number that is not finite is an error here, not a surprise to the reader."""
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(content, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    return path


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Path:
    with replacing(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
    return path


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

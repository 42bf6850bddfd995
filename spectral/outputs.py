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

from mixproof.spectral.errors import InputError

__all__ = ["folder", "reachable", "replacing", "write_bytes", "write_csv", "write_json", "write_text"]

MOST_LEVELS = 100  # of directories to make; the standard library makes them recursively


def folder(path: str | Path) -> Path:
    """The directory `path`, made if it is not there. InputError where that cannot be."""
    reachable(path)
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_directory(path, error.strerror) from None
    return Path(path)


def reachable(path: str | Path) -> None:
    """InputError where `folder` could not make the directory; makes nothing."""
    if path == "":
        raise InputError("out", "nothing", "the name of a directory")
    place = os.path.abspath(path)
    try:
        os.stat(place)
    except FileNotFoundError:
        for _ in range(MOST_LEVELS):
            if os.path.lexists(place):
                break
            place = os.path.dirname(place)
    except OSError as error:
        raise _no_directory(path, error.strerror) from None
    if not os.path.isdir(place) or not os.access(place, os.W_OK | os.X_OK):
        raise _no_directory(path, f"{place} is none to write in")


def _no_directory(path: str | Path, why: str | None) -> InputError:
    return InputError("out", str(path), f"cannot be made a directory ({why})")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary path with the same ending; it becomes `path` if the block ends well, else it vanishes.

    InputError where the file system does not let it be written.
    """
    temporary = None
    try:
        # a short name, because the final one may be as long as the file system allows
        handle, name = tempfile.mkstemp(
            dir=path.parent, prefix=f".{path.stem[:20]}-", suffix=path.suffix[-20:]
        )
        os.close(handle)
        temporary = Path(name)
        yield temporary
        temporary.chmod(0o666 & ~_umask())  # mkstemp's files are private
        os.replace(temporary, path)
    except OSError as error:
        raise InputError("out", str(path), f"cannot be written ({error.strerror or error})") from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def write_bytes(path: Path, content: bytes) -> Path:
    with replacing(path) as temporary:
        temporary.write_bytes(content)
    return path


def write_text(path: Path, content: str) -> Path:
    return write_bytes(path, content.encode())


def write_json(path: Path, content: Any) -> Path:
    """Standard JSON: a number that is not finite is an error here, not a surprise to the reader."""
    return write_text(path, json.dumps(content, indent=1, allow_nan=False) + "\n")


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

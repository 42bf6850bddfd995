"""Results on disk that survive kill -9 at any moment.

A store is a text file: a first line that says what wrote it, then one JSON line a finished piece, each with a checksum.
A line is appended whole and forced to disk before the piece counts as done; what a kill leaves of a line is cut off
at the next opening, and that piece is done again.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
import zlib
from pathlib import Path
from typing import Any

from mixproof.spectral.errors import InputError

from .provenance import version_of

__all__ = ["FORMAT", "Store"]

FORMAT = 2  # raised whenever an older file would be read wrongly


class Store:
    """The store at `path`, made if it is not there; one process at a time has it open.

    Raises InputError for a file that is no store, written by another version of mixproof, damaged before its last
    line, or open elsewhere. A store without any record leaves no file behind.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     with Store(Path(place) / "runs") as store:
    ...         added = [store.add("3", {"value": 9}), store.add("3", {"value": 9})]
    ...     with Store(Path(place) / "runs") as store:
    ...         added, "3" in store, store["3"]
    ([True, False], True, {'value': 9})
    """

    def __init__(self, path: str | Path):
        self.path = Path(path)
        self._records: dict[str, Any] = {}
        self._file = self._open()
        try:
            self._read()
        except BaseException:
            if os.fstat(self._file).st_size == 0:  # made just now, and the disk is full
                self.path.unlink(missing_ok=True)
            os.close(self._file)
            raise

    def __contains__(self, key: str) -> bool:
        return key in self._records

    def __getitem__(self, key: str) -> Any:
        return self._records[key]

    def __len__(self) -> int:
        return len(self._records)

    def add(self, key: str, record: Any) -> bool:
        """Append a finished piece, JSON; False, and nothing written, where the key is there already."""
        if key in self._records:
            return False
        body = json.dumps([key, record])
        self._append(f"{zlib.crc32(body.encode()):08x} {body}\n".encode())
        self._records[key] = json.loads(body)[1]  # what a later opening will read
        return True

    def close(self) -> None:
        if not self._records:
            self.path.unlink(missing_ok=True)
        os.close(self._file)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _refused(self, rule: str) -> InputError:
        return InputError("resume", str(self.path), rule)

    def _open(self) -> int:
        """The file, locked; the lock is gone with the process, however it ends."""
        while True:
            try:
                file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK, 0o666)
            except OSError as error:
                raise self._refused(f"cannot be used as a store ({error.strerror})") from None
            try:
                if not stat.S_ISREG(os.fstat(file).st_mode):
                    raise self._refused("cannot be used as a store (a device or a pipe)")
                self._lock(file)
                if self.path.exists() and os.path.samestat(os.fstat(file), self.path.stat()):
                    return file
            except BaseException:
                os.close(file)
                raise
            os.close(file)  # its last user has just removed it, empty: what is written there would be lost

    def _lock(self, file: int) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise self._refused("is open in another process") from None
        except OSError as error:
            raise self._refused(f"its file system cannot lock files ({error.strerror})") from None

    def _append(self, line: bytes) -> None:
        size = os.fstat(self._file).st_size
        try:
            written = os.write(self._file, line)
            os.fsync(self._file)
        except OSError as error:
            os.ftruncate(self._file, size)
            raise self._refused(f"cannot be written ({error.strerror})") from None
        if written != len(line):
            os.ftruncate(self._file, size)
            raise self._refused("cannot be written (the disk is full)")

    def _read(self) -> None:
        content = self.path.read_bytes()
        if not content:
            self._append(json.dumps(_header()).encode() + b"\n")  # less than a page: there or not
            return
        whole = content.rfind(b"\n") + 1
        first, *lines = content[:whole].split(b"\n")[:-1] or [b""]
        self._check(first)
        for number, line in enumerate(lines, 2):
            checksum, _, body = line.partition(b" ")
            try:
                if int(checksum, 16) != zlib.crc32(body):
                    raise ValueError
                told = json.loads(body)
                if not (isinstance(told, list) and len(told) == 2 and isinstance(told[0], str)):
                    raise ValueError
            except (ValueError, RecursionError):
                raise self._refused(f"line {number} is damaged") from None
            self._records[told[0]] = told[1]
        if whole < len(content):
            os.ftruncate(self._file, whole)

    def _check(self, first: bytes) -> None:
        try:
            header = json.loads(first)
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict) or not ("mixproof" in header or {"key", "verdict"} <= header.keys()):
            raise self._refused("is no store: its first line does not say so")
        if header != _header():
            told = "version {mixproof}, format {store}"
            wrote = told.format(**header) if header.keys() >= _header().keys() else "an older version"
            raise self._refused(
                f"was written by another mixproof ({wrote}; this is {told.format(**_header())}): "
                "finish it there, or start another file"
            )


def _header() -> dict[str, Any]:
    return {"mixproof": version_of("mixproof"), "store": FORMAT}

"""Results on disk that survive kill -9 at any moment, and the pieces of work that fill them.

A store is a text file: a first line that names its kind and version, then one JSON line a finished piece, each with a
checksum. A line is written whole by one append and forced to disk before the piece counts as done; what a kill
leaves of a line is cut off at the next opening, and that piece is done again.
"""

from __future__ import annotations

import fcntl
import json
import os
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, as_completed
from pathlib import Path
from typing import Any

from spectral.errors import InputError

__all__ = ["VERSION", "Records", "complete"]

VERSION = 1  # raised whenever an older file would be read wrongly


class Records:
    """The store at `path`, made if it is not there; one process at a time has it open.

    `kind` says what the records are, so that a store of verdicts is not continued as one of studies. Raises
    InputError for a file that is no store, of another kind, written by another version, damaged before its
    last line, or open elsewhere.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     with Records(Path(place) / "runs", "squares") as store:
    ...         added = [store.add("3", {"value": 9}), store.add("3", {"value": 9})]
    ...     with Records(Path(place) / "runs", "squares") as store:
    ...         added, store.done(), store["3"]
    ([True, False], frozenset({'3'}), {'value': 9})
    """

    def __init__(self, path: str | Path, kind: str):
        self.path, self.kind = Path(path), kind
        self._records: dict[str, Any] = {}
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        except OSError as error:
            raise InputError("store", str(path), f"cannot be used ({error.strerror})") from None
        try:
            self._lock()
            self._read()
        except BaseException:
            os.close(self._file)
            raise

    def done(self) -> frozenset[str]:
        """The keys of all finished pieces."""
        return frozenset(self._records)

    def __getitem__(self, key: str) -> Any:
        return self._records[key]

    def __len__(self) -> int:
        return len(self._records)

    def add(self, key: str, record: Any) -> bool:
        """Append a finished piece, JSON; False, and nothing written, where the key is there already."""
        if key in self._records:
            return False
        body = json.dumps([key, record], allow_nan=False)
        line = f"{zlib.crc32(body.encode()):08x} {body}\n".encode()
        if os.write(self._file, line) != len(line):
            raise OSError(f"{self.path}: the disk is full; the piece {key} is not stored")
        os.fsync(self._file)
        self._records[key] = json.loads(body)[1]  # what a later opening will read
        return True

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Records:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # gone with the process, however it ends
        except OSError:
            raise InputError("store", str(self.path), "is open in another process") from None

    def _read(self) -> None:
        content = self.path.read_bytes()
        header = json.dumps({"mixproof": "store", "kind": self.kind, "version": VERSION}).encode() + b"\n"
        if (
            header.startswith(content) and content != header
        ):  # new, or killed while its first line was written
            os.ftruncate(self._file, 0)
            os.write(self._file, header)
            os.fsync(self._file)
            return
        whole = content.rfind(b"\n") + 1
        first, *lines = content[:whole].split(b"\n")[:-1] or [b""]
        self._check(first)
        for number, line in enumerate(lines, 2):
            checksum, _, body = line.partition(b" ")
            try:
                if int(checksum, 16) != zlib.crc32(body):
                    raise ValueError
                key, record = json.loads(body)
            except ValueError:
                raise InputError("store", str(self.path), f"line {number} is damaged") from None
            self._records[key] = record
        if whole < len(content):
            os.ftruncate(self._file, whole)

    def _check(self, first: bytes) -> None:
        try:
            header = json.loads(first)
            known = header["mixproof"] == "store"
        except (ValueError, KeyError, TypeError):
            known = False
        if not known:
            raise InputError("store", str(self.path), "is no store: its first line does not say so")
        if header["version"] != VERSION:
            raise InputError(
                "store",
                str(self.path),
                f"was written by version {header['version']}, this is version {VERSION}",
            )
        if header["kind"] != self.kind:
            raise InputError("store", str(self.path), f"holds {header['kind']}, not {self.kind}")


def complete(
    store: Records,
    pieces: Mapping[str, tuple[Any, ...]],
    work: Callable[..., Any],
    executor: Executor | None = None,
    report: Callable[[str, Any], None] | None = None,
) -> dict[str, Any]:
    """work(*arguments) for every piece whose key is not in the store yet; all records, in the order of `pieces`.

    Each result is stored as soon as it is there, whatever the others do. `executor` is any
    concurrent.futures.Executor (None: in this process); `work` must give the same JSON for the same arguments
    wherever it runs. An error of one piece is raised once the pieces already running have been stored.
    """
    waiting = [key for key in pieces if key not in store.done()]

    def note(key: str, record: Any) -> None:
        store.add(key, record)
        if report is not None:
            report(key, store[key])

    if executor is None:
        for key in waiting:
            note(key, work(*pieces[key]))
    else:
        futures = {executor.submit(work, *pieces[key]): key for key in waiting}
        failure: BaseException | None = None
        for future in as_completed(futures):
            if future.cancelled():
                continue
            if (error := future.exception()) is None:
                note(futures[future], future.result())
            elif failure is None:
                failure = error
                for other in futures:
                    other.cancel()
        if failure is not None:
            raise failure
    return {key: store[key] for key in pieces}

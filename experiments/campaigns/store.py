"""Results on disk that survive kill -9 at any moment.

A store is an SQLite file: what wrote it, and a row a piece with a checksum of its own, because SQLite has none.
A piece counts as done once its transaction is on disk; several processes may write at a time.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mixproof.spectral.errors import InputError

from .provenance import version_of

__all__ = ["FORMAT", "Store"]

FORMAT = 3  # raised whenever an older file would be read wrongly
OURS = 0x6D697870  # SQLite's application_id of these files: "mixp"
MAGIC = b"SQLite format 3\0"
NONE = "is no store: its first bytes do not say so"
PATIENCE = 60.0  # seconds to wait for another writer
TABLES = (
    "CREATE TABLE about (mixproof TEXT NOT NULL)",
    "CREATE TABLE pieces (key TEXT PRIMARY KEY, record TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID",
    f"PRAGMA application_id = {OURS}",
    f"PRAGMA user_version = {FORMAT}",
)


class Store:
    """The store at `path`, made with its first record; what is there is read at once, and what others add is not.

    Raises InputError for a file that is no store, written by another version of mixproof, or damaged, and for one
    that cannot be written.

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
        self._file: sqlite3.Connection | None = None
        self._writable()
        if self.path.exists() and self.path.stat().st_size > 0:
            try:
                self._open()
            except BaseException:
                self.close()
                raise

    def __contains__(self, key: str) -> bool:
        return key in self._records

    def __getitem__(self, key: str) -> Any:
        return self._records[key]

    def __len__(self) -> int:
        return len(self._records)

    def add(self, key: str, record: Any) -> bool:
        """Keep a finished piece, JSON; False, and nothing written, where the key is there already."""
        if key in self._records:
            return False
        text = json.dumps(record)
        file = self._file or self._open()
        with self._said():
            row = (key, text, _checksum(key, text))
            added = file.execute("INSERT OR IGNORE INTO pieces VALUES (?, ?, ?)", row).rowcount == 1
        self._records[key] = json.loads(text)  # what a later opening will read
        return added

    @contextmanager
    def readable(self, key: str) -> Iterator[None]:
        """InputError where what is done inside finds that the record of `key` lacks what one of its piece has."""
        try:
            yield
        except (AttributeError, LookupError, TypeError):
            raise self._damaged(key) from None

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _refused(self, rule: str) -> InputError:
        return InputError("resume", str(self.path), rule)

    def _writable(self) -> None:
        """InputError where a store cannot be made or added to; makes nothing."""
        try:
            there = self.path.stat()
        except FileNotFoundError:
            if not os.access(self.path.parent, os.W_OK | os.X_OK):
                raise self._refused("cannot be used as a store (its folder is none to write in)") from None
            return
        except OSError as error:
            raise self._refused(f"cannot be used as a store ({error.strerror})") from None
        if not stat.S_ISREG(there.st_mode):
            raise self._refused("cannot be used as a store (a directory, a device or a pipe)")
        if not os.access(self.path, os.R_OK | os.W_OK):
            raise self._refused("cannot be used as a store (it is not to be read and written)")
        with self.path.open("rb") as file:
            first = file.read(len(MAGIC))
        if first.startswith(b'{"mixproof"'):  # before 1.0 a store was a text file
            raise self._refused("was written by an older mixproof: finish it there, or start another file")
        if first not in (b"", MAGIC):
            raise self._refused(NONE)

    def _open(self) -> sqlite3.Connection:
        """The file, made if it is not there, and everything in it read."""
        with self._said():
            self._file = file = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            file.execute("PRAGMA synchronous = FULL")
            ours = file.execute("PRAGMA application_id").fetchone()[0]
            if ours == 0 and not file.execute("SELECT 1 FROM sqlite_master").fetchone():
                self._make(file)
            elif ours != OURS:
                raise self._refused(NONE)
            file.execute("PRAGMA trusted_schema = OFF")
            self._check(file)
            for key, text, checksum in file.execute("SELECT key, record, checksum FROM pieces"):
                self._records[key] = self._read(key, text, checksum)
            return file

    def _make(self, file: sqlite3.Connection) -> None:
        """Tables and header, at once: another process may be at it too."""
        file.execute("BEGIN EXCLUSIVE")
        if not file.execute("SELECT 1 FROM sqlite_master").fetchone():
            for command in TABLES:
                file.execute(command)
            file.execute("INSERT INTO about VALUES (?)", (version_of("mixproof"),))
        file.execute("COMMIT")

    def _check(self, file: sqlite3.Connection) -> None:
        form = file.execute("PRAGMA user_version").fetchone()[0]
        wrote = [name for (name,) in file.execute("SELECT mixproof FROM about")] if form == FORMAT else []
        if wrote != [version_of("mixproof")]:
            told = f"version {', '.join(map(str, wrote)) or 'unknown'}, format {form}"
            told += f"; this is version {version_of('mixproof')}, format {FORMAT}"
            rule = f"was written by another mixproof ({told}): finish it there, or start another file"
            raise self._refused(rule)
        made = {text for (text,) in file.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
        if made != {
            text for text in TABLES if text.startswith("CREATE")
        }:  # a trigger would run with every record
            raise self._refused("is damaged (it has other tables, views or triggers than a store)")

    def _read(self, key: Any, text: Any, checksum: Any) -> Any:
        try:
            if checksum != _checksum(key, text):
                raise ValueError
            return json.loads(text)
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise self._damaged(key) from None

    def _damaged(self, key: Any) -> InputError:
        return self._refused(f"is damaged at the piece {str(key)[:60]!r}")

    @contextmanager
    def _said(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            told = str(error)
            if any(sign in told for sign in ("malformed", "no such", "not a database", "decode")):
                raise self._refused(f"is damaged ({told})") from None
            if "locked" in told:
                raise self._refused(f"has been locked by another process for {PATIENCE:g} s") from None
            if "full" in told:
                raise self._refused("cannot be written (the disk is full)") from None
            raise self._refused(f"cannot be used as a store ({told})") from None


def _checksum(key: str, text: str) -> int:
    return zlib.crc32(f"{key}\0{text}".encode())

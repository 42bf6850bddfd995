"""Verdicts on disk: one JSON line each, added as they are found, so that a campaign can be interrupted and resumed."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spectral.errors import InputError

if TYPE_CHECKING:
    from bounds import Verdict

    from .campaign import Task

__all__ = ["Store"]


class Store:
    """A JSON-lines file of verdicts, each with what it depends on: the theorem's text, budget and seed."""

    def __init__(self, path: str | Path):
        """Read the file if it is there; raises InputError where it is no such file.

        A last line without its end, what an interrupted write leaves, is cut off.
        """
        self._path = Path(path)
        self._known: dict[str, dict[str, Any]] = {}
        try:
            content = self._path.read_bytes() if self._path.exists() else b""
            complete = content[: content.rfind(b"\n") + 1]
            for number, line in enumerate(complete.decode().splitlines(), 1):
                try:
                    entry = json.loads(line)
                    self._known[entry["key"]] = entry["verdict"]
                except (ValueError, KeyError, TypeError):
                    raise InputError("resume", str(path), f"line {number} is no stored verdict") from None
            if content and not complete:
                raise InputError("resume", str(path), "line 1 is no stored verdict")
            if len(complete) < len(content):
                os.truncate(self._path, len(complete))
            self._path.touch()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError("resume", str(path), f"cannot be used as a store ({error})") from None

    def get(self, task: Task) -> Verdict | None:
        """The stored verdict of exactly this statement, budget and seed."""
        from bounds import Outcome, Verdict

        fields = self._known.get(key(task))
        return None if fields is None else Verdict(**{**fields, "outcome": Outcome[fields["outcome"]]})

    def add(self, task: Task, verdict: Verdict) -> None:
        fields = {**asdict(verdict), "outcome": verdict.outcome.name}
        self._known[key(task)] = fields
        line = json.dumps({"key": key(task), "verdict": fields}) + "\n"
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        try:
            os.write(descriptor, line.encode())  # one write: a line is there or it is not
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def key(task: Task) -> str:
    """Changes whenever the theorem's text, its family, the budget or the seed does."""
    theorem, variant = task.statement()
    family = theorem.family_of(variant)
    parameters = [(p.name, p.shape, p.domain.name) for p in family.parameters]
    told = (theorem.id, theorem.rounds, theorem.first, replace(variant, family=None))
    text = repr((told, family.name, family.sizes, family.options, parameters, task.seconds, task.seed))
    return hashlib.sha256(text.encode()).hexdigest()

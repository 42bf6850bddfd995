"""`export`: a derivation to a file for Coq, and what Coq says of it."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from mixproof.spectral.checks import of_kind
from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import reachable, write_text

from ... import kept
from ...kernel.statement import check
from ...kernel.text import Refused
from ...theorems import named
from .terms import Unsupported

LIMIT = 600  # seconds that Coq may take for a file


@dataclass(frozen=True)
class Exported:
    """A file for Coq.

    file: where it was written, "" if nowhere; lines: of the file beyond the prelude; seconds: to write it;
    accepted: what Coq said of it, None where it was not asked; coq_seconds, reason: of that; text: the file
    """

    file: str
    lines: int
    seconds: float
    accepted: bool | None = None
    coq_seconds: float | None = None
    reason: str = ""
    text: str = field(default="", repr=False)

    def __str__(self) -> str:
        said = {
            None: "",
            True: f", accepted by Coq in {self.coq_seconds or 0:.1f} s",
            False: f", not accepted by Coq: {self.reason}",
        }
        return f"{self.file or 'not written'}: {self.lines} lines beyond the prelude{said[self.accepted]}"


def export(what: Any, file: str | Path | None = None, compile: bool = False) -> Exported:
    """Write a derivation as one self-contained file for Coq 8.16 (standard library).

    what: ID[:VARIANT] of the library, a derivation's record, or what `prove(claim, derivation)` returned.
    compile: ask `coqc`, which must be installed. Raises InputError; Unsupported where the file cannot be written yet.
    """
    from .file import exported
    from .terms import prelude

    of_kind("compile", compile, bool, "True or False")
    record, title = _record(what)
    if not (found := check(record))["proved"]:
        raise InputError("derivation", title or "the record", f"is not accepted: {found['reason']}")
    if compile and shutil.which("coqc") is None:
        raise InputError("compile", "coqc", "is not installed: apt-get install coq")
    if file is not None:
        of_kind("file", file, (str, Path), "the path of a file to write")
        reachable(Path(file).parent)
    began = perf_counter()
    try:
        text = exported(record, title)
    except (Refused, RecursionError, KeyError) as error:
        raise Unsupported(f"{title or 'the derivation'}: {error}") from error
    seconds = perf_counter() - began
    if file is not None:
        write_text(Path(file), text)
    lines = text.count("\n") - prelude().count("\n")
    said: dict[str, Any] = compiled(text) if compile else {}
    return Exported(str(file or ""), lines, seconds, text=text, **said)


def compiled(text: str) -> dict[str, Any]:
    """What Coq says of a file: {accepted, coq_seconds, reason}; it is compiled in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "derivation.v").write_text(text, encoding="utf-8")
        began = perf_counter()
        try:
            ran = subprocess.run(
                ["coqc", "-q", "derivation.v"],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=LIMIT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"accepted": False, "coq_seconds": float(LIMIT), "reason": f"no answer in {LIMIT} s"}
        seconds = perf_counter() - began
    reason = "" if ran.returncode == 0 else " ".join(ran.stderr.split())[:400]
    return {"accepted": ran.returncode == 0, "coq_seconds": seconds, "reason": reason}


def _record(what: Any) -> tuple[Mapping[str, Any], str]:
    if not isinstance(what, str):
        record = what if isinstance(what, Mapping) else getattr(what, "record", None)
        if not isinstance(record, Mapping) or not record:
            raise InputError("what", what, "an ID[:VARIANT], a derivation's record, or a proved derivation")
        return record, ""
    stated, one = named(what)
    for variant in stated.variants if one is None else (one,):
        place = kept.place(stated, variant)
        if place.is_file():
            return json.loads(place.read_text(encoding="utf-8")), f"{stated.id}:{variant.label}"
    raise InputError(
        "id", what, "has no kept derivation: `mixproof claims` lists the statements that have one"
    )

"""What a report is given instead of measuring it: verdicts and an atlas of an earlier run."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mixproof.spectral.errors import InputError

__all__ = ["read_atlas", "read_verdicts"]


def read_verdicts(path: str) -> list[dict[str, Any]]:
    """What `verify --json` printed, or `verdicts.json` of an earlier report. InputError for anything else."""
    needed = {"id", "variant", "verdict", "sentence", "ratio"}
    rule = "a file with what `mixproof verify --json` prints"
    return _records("verdicts", path, rule, lambda record: needed <= record.keys())


def read_atlas(path: str) -> Sequence[Mapping[str, Any]]:
    """The tables that `mixproof atlas` wrote. InputError for anything else."""
    fields = {"name", "title", "header", "rows"}
    rule = "the file atlas.json that `mixproof atlas` writes"
    return _records("atlas", path, rule, lambda record: record.keys() == fields)


def _records(
    argument: str, path: str, rule: str, right: Callable[[dict[str, Any]], bool]
) -> list[dict[str, Any]]:
    """The JSON objects in a file's list, each one right."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(argument, path, f"{rule} ({getattr(error, 'strerror', None) or error})") from None
    if not isinstance(found, list) or not all(isinstance(one, dict) and right(one) for one in found):
        raise InputError(argument, path, rule)
    return found

"""What a report is given instead of measuring it: verdicts and an atlas of an earlier run."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mixproof.bounds import Outcome, Severity
from mixproof.spectral.errors import InputError

from .digits import arrays, matrix

__all__ = ["read_atlas", "read_verdicts"]

LARGEST = 1e300  # of a number, which is no NaN either
Rule = Callable[[Any], bool]


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST


def _or_none(rule: Rule) -> Rule:
    return lambda value: value is None or rule(value)


def _exact(value: Any) -> bool:
    """Both sides of a counterexample, and its round."""
    return isinstance(value, dict) and value.keys() == {"left", "right", "t"} and _or_none(_whole)(value["t"])


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _setting(value: Any) -> bool:
    """A setting whose numbers the page can show."""
    try:
        return _object(value) and all(matrix(numbers) for _, _, numbers in arrays(value))
    except (ArithmeticError, RecursionError, TypeError, ValueError):
        return False


VERDICT: Mapping[str, Rule] = {  # field -> what it holds
    "id": _text,
    "variant": _text,
    "verdict": lambda value: _text(value) and value in Outcome.__members__,
    "sentence": _text,
    "ratio": _or_none(_number),
    "left": _or_none(_number),
    "right": _or_none(_number),
    "exact": _or_none(_exact),
    "setting": _or_none(_setting),
    "tried": _whole,
    "looked": _or_none(_object),
    "seconds": _number,
    "seed": _whole,
    "severity": lambda value: value is None or (_text(value) and value in Severity.__members__),
    "remains": _text,
    "basis": _or_none(_text),
    "certified": _or_none(_object),
}
NEEDED = {"id", "variant", "verdict", "sentence", "ratio"}


def read_verdicts(path: str) -> list[dict[str, Any]]:
    """What `verify --json` printed, or `verdicts.json` of an earlier report: its fields, of their kinds.

    Whether what it says is so is for `confirmed` to find. InputError for anything else.
    """
    rule = "a file with what `mixproof verify --json` prints"
    return _records("verdicts", path, rule, _verdict)


def _verdict(record: dict[str, Any]) -> str:
    """What is wrong with a record, or empty."""
    if missing := sorted(NEEDED - record.keys()):
        return f"without {missing[0]}"
    wrong = (key for key, value in record.items() if key not in VERDICT or not VERDICT[key](value))
    return next((f"with {key} of another kind" for key in wrong), "")


def read_atlas(path: str) -> Sequence[Mapping[str, Any]]:
    """The tables that `mixproof atlas` wrote. InputError for anything else."""
    rule = "the file atlas.json that `mixproof atlas` writes"
    return _records("atlas", path, rule, _table)


def _table(record: dict[str, Any]) -> str:
    if record.keys() != {"name", "title", "header", "rows"}:
        return "whose fields are others"
    name, title, header, rows = (record[key] for key in ("name", "title", "header", "rows"))
    if not (_text(name) and _text(title) and isinstance(header, list) and all(map(_text, header))):
        return "without a name, a title and a header"
    cells = isinstance(rows, list) and all(isinstance(row, list) and len(row) == len(header) for row in rows)
    if not cells or not all(_or_none(lambda x: _text(x) or _number(x))(x) for row in rows for x in row):
        return "with rows of other cells"
    bounds = (row for row in rows if name == "bounds")
    wrong = any(len(row) < 4 or not _text(row[0]) or not all(map(_number, row[1:4])) for row in bounds)
    return "with bounds that are no numbers" if wrong else ""


def _records(
    argument: str, path: str, rule: str, wrong: Callable[[dict[str, Any]], str]
) -> list[dict[str, Any]]:
    """The JSON objects in a file's list, with nothing wrong with any."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(argument, path, f"{rule} ({getattr(error, 'strerror', None) or error})") from None
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise InputError(argument, path, rule)
    for number, one in enumerate(found):
        if why := wrong(one):
            raise InputError(argument, path, f"{rule}; its record {number} is one {why}")
    return found

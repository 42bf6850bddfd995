"""Statuses of lines in colour, where a person reads them: on a terminal, and not where NO_COLOR is set."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

__all__ = ["painted"]

COLOURS = {
    "proved": 32,
    "refuted": 31,
    "open": 33,
    "unsaid": 35,
    "follows": 36,
}  # green, red, yellow, magenta, cyan
PLACE = r" *\d+ | {5}|[A-Z]+\d*\.\d.*?"  # a row's number in a text, or a printed line's place
STATUS = re.compile(rf"^((?:{PLACE}) +)({'|'.join(COLOURS)})(?= )", re.MULTILINE)


def painted(text: str, stream: TextIO | None = None) -> str:
    """The text with the status that begins a line coloured; as it is where the stream is no terminal.

    >>> import io
    >>> painted("SP.5       refuted   a <= b", io.StringIO())
    'SP.5       refuted   a <= b'
    """
    stream = stream or sys.stdout
    if not stream.isatty() or os.environ.get("NO_COLOR"):
        return text
    return STATUS.sub(lambda found: f"{found[1]}\033[{COLOURS[found[2]]}m{found[2]}\033[0m", text)

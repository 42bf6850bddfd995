"""Results on standard output: one JSON document, or text."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from ..tables import plain

__all__ = ["emit"]


def emit(arguments: Namespace, document: Any, text: str) -> None:
    """Print `document` with --json, else `text`."""
    print(json.dumps(plain(document), allow_nan=False) if arguments.json else text)

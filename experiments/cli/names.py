"""`names`."""

from __future__ import annotations

import textwrap
from argparse import Namespace
from dataclasses import asdict

from mixproof.bounds.vocabulary import names as known

from ..tables import columns
from .named import family
from .output import emit

__all__ = ["names"]


def names(arguments: Namespace) -> int:
    found = known(family(arguments.family))
    width = max((len(name.text) for name in found), default=0) + 2
    lines = [
        textwrap.fill(
            name.meaning, columns(), initial_indent=name.text.ljust(width), subsequent_indent=" " * width
        )
        if name.meaning
        else name.text
        for name in found
    ]
    emit(arguments, [asdict(name) for name in found], "\n".join(lines))
    return 0

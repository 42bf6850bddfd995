"""`names`."""

from __future__ import annotations

import textwrap
from argparse import Namespace
from dataclasses import asdict

from mixproof.bounds.vocabulary import names as known

from ..campaigns.typed import family
from ..report.from_latex import from_latex
from ..tables import columns
from .output import emit

__all__ = ["names"]


HEADINGS = {"constant": "Constants of a setting", "metric": "Metrics of round t"}


def names(arguments: Namespace) -> int:
    if arguments.latex is not None:
        read = from_latex(arguments.latex, family(arguments.family))
        emit(arguments, asdict(read), str(read))
        return 0
    found = known(family(arguments.family))
    width = max((len(name.text) for name in found), default=0) + 4
    lines = []
    for kind in sorted({name.kind for name in found}):  # constants first
        lines += [
            f"{HEADINGS[kind]}:",
            *(
                textwrap.fill(
                    name.meaning,
                    columns(),
                    initial_indent=f"  {name.text}".ljust(width),
                    subsequent_indent=" " * width,
                )
                if name.meaning
                else f"  {name.text}"
                for name in found
                if name.kind == kind
            ),
        ]
    emit(arguments, [asdict(name) for name in found], "\n".join(lines))
    return 0

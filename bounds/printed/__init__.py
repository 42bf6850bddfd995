"""Printed proofs of the first five papers, line by line: what is proved, what is false, what a line lacks."""

from __future__ import annotations

from mixproof.spectral.errors import InputError

from .alidpfl import ALIDPFL
from .dawo import DAWO
from .decefl import DECEFL
from .declared import Part, Printed
from .defed import DEFED
from .examined import Examined, examine
from .ops import OPS

__all__ = ["ALL", "Examined", "Part", "Printed", "examine", "printed"]

ALL: tuple[Printed, ...] = (*DECEFL, *DEFED, *OPS, *DAWO, *ALIDPFL)


def printed(id: str) -> Printed:
    """The printed proof of a statement; InputError where none is kept."""
    for one in ALL:
        if one.theorem == id:
            return one
    known = ", ".join(one.theorem for one in ALL)
    raise InputError("id", id, f"a statement whose printed proof is kept: {known}")

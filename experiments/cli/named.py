"""What a word of the command line names: a declared algorithm, a statement, or either of a user's file."""

from __future__ import annotations

import runpy
from typing import TYPE_CHECKING, Any

from mixproof.spectral.arrays import check_file
from mixproof.spectral.errors import InputError

from ..campaigns.own import own

if TYPE_CHECKING:
    from mixproof.bounds import Theorem, Variant
    from mixproof.bounds.algorithms import Algorithm

__all__ = ["declared", "statement"]


def declared(text: str) -> Algorithm:
    """The algorithm of this name, or that of FILE.py:NAME, where FILE.py is run as code. Raises InputError."""
    from mixproof.bounds.algorithms import Algorithm, algorithm

    file, found, name = text.rpartition(":")
    if not found or not file.endswith(".py"):
        return algorithm(text)
    made = _made(text, file, name)
    if not isinstance(made, Algorithm):
        raise InputError("algorithm", text, f"{name} is no mixproof Algorithm in {file}")
    return made


def statement(text: str) -> tuple[Theorem, Variant] | None:
    """The statement of ID[:VARIANT], or the theorem of FILE.py:NAME; None for what names an algorithm."""
    from mixproof.bounds import Theorem
    from mixproof.bounds.theorems import theorem

    file, found, name = text.rpartition(":")
    if found and file.endswith(".py"):
        if not isinstance(_made(text, file, name), Theorem):
            return None
        stated = own(text).theorems[0]  # with the id by which `check-witness` knows it
        return stated, stated.variants[0]
    id, colon, label = text.partition(":")
    if "." not in id:
        return None
    stated = theorem(id)
    return stated, stated.variant(label) if colon else stated.variants[0]


def _made(text: str, file: str, name: str) -> Any:
    """What FILE.py, run as code, calls NAME."""
    check_file("algorithm", file)
    try:
        return runpy.run_path(file).get(name)
    except InputError:
        raise
    except Exception as error:
        raise InputError(
            "algorithm", text, f"{file} does not run ({type(error).__name__}: {error})"
        ) from None

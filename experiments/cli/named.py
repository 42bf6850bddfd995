"""What an argument of the command line names: a declared algorithm or a statement, of the library or of a user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mixproof.spectral.errors import InputError

from ..campaigns.own import own
from ..campaigns.typed import is_typed, made

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
    value = made(text, file, name)
    if not isinstance(value, Algorithm):
        raise InputError("algorithm", text, f"{name} is no mixproof Algorithm in {file}")
    return value


def statement(text: str) -> tuple[Theorem, Variant] | None:
    """The statement of ID[:VARIANT], the theorem of FILE.py:NAME or a typed claim; None for what names an algorithm."""
    from mixproof.bounds import Theorem
    from mixproof.bounds.theorems import theorem

    file, found, name = text.rpartition(":")
    if is_typed(text) or (found and file.endswith(".py")):
        if not is_typed(text) and not isinstance(made(text, file, name), Theorem):
            return None
        stated = own(text).theorems[0]  # with the id by which `check-witness` knows it
        return stated, stated.variants[0]
    id, colon, label = text.partition(":")
    if "." not in id:
        return None
    stated = theorem(id)
    return stated, stated.variant(label) if colon else stated.variants[0]

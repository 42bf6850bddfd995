"""What an argument of the command line names: a declared algorithm, a statement, a family, or one of a user's file."""

from __future__ import annotations

import runpy
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from mixproof.spectral.arrays import check_file
from mixproof.spectral.errors import InputError

from ..campaigns.own import own

if TYPE_CHECKING:
    from mixproof.bounds import Family, Theorem, Variant
    from mixproof.bounds.algorithms import Algorithm

__all__ = ["declared", "family", "statement"]


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


def family(text: str) -> Family:
    """The family of settings that `gossip:fixed,common`, `declared:EXTRA` or FILE.py:NAME names. Raises InputError.

    After the colon stand words: switches of the family (`fixed`, or `no-noisy` for off), and what it takes in order.
    """
    from inspect import signature

    from mixproof import families
    from mixproof.bounds import Family

    stem, found, rest = text.partition(":")
    if stem.endswith(".py"):
        made = _made(text, stem, rest)
    else:
        made = vars(families).get(stem)
        if made is None or stem.startswith("_"):
            known = sorted(name for name in vars(families) if not name.startswith("_"))
            near = get_close_matches(stem, known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise InputError("family", stem, f"is none of {', '.join(known)}{hint}")
        if callable(made):
            switches = {
                name for name, value in signature(made).parameters.items() if isinstance(value.default, bool)
            }
            words = [word for word in rest.split(",") if word]
            told = {word.removeprefix("no-"): not word.startswith("no-") for word in words}
            options = {name: on for name, on in told.items() if name in switches}
            try:
                made = made(*(word for word in words if word.removeprefix("no-") not in switches), **options)
            except (TypeError, KeyError) as error:
                rule = f"{stem} takes {', '.join(signature(made).parameters) or 'no words'}"
                raise InputError("family", text, rule) from error
        elif found:
            raise InputError("family", text, f"{stem} takes no words")
    if not isinstance(made, Family):
        raise InputError("family", text, "is no mixproof Family")
    return made


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

"""A claim typed on the command line, `FAMILY: CLAIM if ASSUMPTION, ... where NAME = FORMULA, ...`, and its family."""

from __future__ import annotations

import re
import runpy
from difflib import get_close_matches
from inspect import signature
from typing import TYPE_CHECKING, Any

from mixproof.spectral.arrays import check_file
from mixproof.spectral.errors import InputError

if TYPE_CHECKING:
    from mixproof.bounds import Family, Theorem

__all__ = ["family", "is_typed", "made", "typed"]

FORM = (
    "FAMILY: CLAIM if ASSUMPTION, ... where NAME = FORMULA, ..., such as "
    "'gossip:fixed: spread(t) <= spread(0) if eta <= 1/L'"
)
_CLAIM = re.compile(r"[<>]|==|:\s+\S")


def is_typed(word: str) -> bool:
    """Whether the word is a claim, well formed or not, rather than the name of one.

    >>> is_typed("gossip: spread(t) <= spread(0)"), is_typed("defed.theorem-1:main")
    (True, False)
    """
    return _CLAIM.search(word) is not None


def typed(word: str) -> Theorem:
    """The claim of `FAMILY: CLAIM if ASSUMPTION, ... where NAME = FORMULA, ...`. Raises InputError.

    It speaks of all rounds; `if t >= 1` limits them. For a comma stands "and" too.

    >>> typed("gossip:fixed: spread(t) <= most if eta <= 1/L and lam < 1 where most = spread(0)")
    own.claim (gossip)
      claim  spread(t) <= most if eta <= 1/L, lam < 1
    """
    from mixproof.bounds import claim
    from mixproof.bounds.vocabulary import names

    named, *rest = re.split(r":\s+", word, maxsplit=1)
    if not rest or is_typed(named):
        raise InputError("claim", word, FORM)
    settings = family(named.strip())
    said, defined = _parted(rest[0], "where")
    text, assumed = _parted(said, "if")
    where: dict[str, str] = {}
    for part in _listed(defined):
        name, equals, formula = (piece.strip() for piece in part.partition("="))
        if not equals or not formula or name in where:
            raise InputError("where", part, "NAME = FORMULA, each name once")
        where[name] = formula
    rounds = any(name.kind == "metric" for name in names(settings))
    return claim(text, *_listed(assumed), family=settings, where=where, first=0 if rounds else None)


def _parted(text: str, word: str) -> tuple[str, str]:
    """The text before the word, and the text after it."""
    before, *after = re.split(rf"\s{word}\s", text, maxsplit=1)
    return before.strip(), "".join(after)


def _listed(text: str) -> list[str]:
    """The parts between commas, or the word "and", that stand in no brackets."""
    parts, depth = [""], 0
    for piece in re.split(r"([()\[\],]|\sand\s)", text):
        depth += (piece in ("(", "[")) - (piece in (")", "]"))
        if depth == 0 and re.fullmatch(r",|\sand\s", piece):
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts if part.strip()]


def family(text: str) -> Family:
    """The family of settings that `gossip:fixed,no-noisy`, `declared:EXTRA`, `scalars:positive=a b` or FILE.py:NAME
    names. Raises InputError.

    After the colon stand words: switches of the family (`fixed`, or `no-noisy` for off), what it takes by name, and
    what it takes in order.
    """
    from mixproof import families
    from mixproof.bounds import Family

    stem, found, rest = text.partition(":")
    if stem.endswith(".py"):
        value = made(text, stem, rest)
    else:
        value = vars(families).get(stem)
        if value is None or stem.startswith("_"):
            known = sorted(name for name in vars(families) if not name.startswith("_"))
            near = _is_declared(stem) or get_close_matches(stem, known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise InputError("family", stem, f"is none of {', '.join(known)}{hint}")
        if callable(value):
            value = _called(value, stem, rest)
        elif found:
            raise InputError("family", text, f"{stem} takes no words")
    if not isinstance(value, Family):
        raise InputError("family", text, "is no mixproof Family")
    return value


def _is_declared(name: str) -> list[str]:
    """How the family of a declared algorithm is named; empty where no algorithm has this name."""
    from mixproof.bounds.algorithms.library import algorithm

    try:
        return [f"declared:{algorithm(name).name}"]
    except InputError:
        return []


def _called(maker: Any, stem: str, rest: str) -> Any:
    takes = signature(maker).parameters
    switches = {name for name, value in takes.items() if isinstance(value.default, bool)}
    options: dict[str, Any] = {}
    ordered = []
    for word in filter(None, rest.split(",")):
        name, equals, value = word.partition("=")
        if word.removeprefix("no-") in switches:
            options[word.removeprefix("no-")] = not word.startswith("no-")
        elif equals and name in takes:
            options[name] = value
        else:
            ordered.append(word)
    try:
        return maker(*ordered, **options)
    except (TypeError, KeyError) as error:
        raise InputError(
            "family", f"{stem}:{rest}", f"{stem} takes {', '.join(takes) or 'no words'}"
        ) from error


def made(text: str, file: str, name: str) -> Any:
    """What FILE.py, run as code, calls NAME. Raises InputError, which shows `text`."""
    check_file("algorithm", file)
    try:
        return runpy.run_path(file).get(name)
    except InputError:
        raise
    except Exception as error:
        raise InputError(
            "algorithm", text, f"{file} does not run ({type(error).__name__}: {error})"
        ) from None

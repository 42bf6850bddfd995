"""`bound`: a variant's right side at constants that the user gives, and what is known of that variant."""

from __future__ import annotations

import math
import re
from argparse import Namespace
from collections.abc import Iterable
from fractions import Fraction

from mixproof.bounds import Theorem, Variant, evaluate, needs
from mixproof.bounds.evaluate import reads_round, shown_name
from mixproof.bounds.theorems import theorem
from mixproof.spectral.errors import InputError

from ..campaigns.own import is_own
from ..campaigns.verdicts import tasks
from ..tables import table, wrapped
from .output import emit

__all__ = ["assignments", "constants", "constants_at", "evaluate_bound"]

LEAST = 0.05  # seconds of search, in which kept counterexamples are looked at

_NUMBER = re.compile(r"[+-]?(?:\d+/\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)", re.ASCII)


def evaluate_bound(arguments: Namespace) -> int:
    stated, variant = _stated(arguments.id)
    name = f"{stated.id}:{variant.label}"
    given = constants(arguments.values)
    needed = {*needs(variant), *(["t"] if reads_round(variant) else [])}
    if missing := sorted(needed - given.keys()):
        raise InputError("name", ", ".join(missing), f"{name} needs a value for each, as name=value")
    # all but the left
    mentioned = (needs(variant.with_sides(right=formula.text)) for formula in variant.formulas[1:])
    known = needed.union(*mentioned, {"t"})
    if unknown := [key for key in given if key not in known]:
        raise InputError("name", unknown[0], f"{name} reads {', '.join(sorted(known))}")
    t = given.pop("t", Fraction(0))
    if t < 0 or t.denominator != 1:
        raise InputError("t", str(t), "a round: 0, 1, 2, ...")
    try:
        values = evaluate(stated, variant, {key: float(value) for key, value in given.items()}, float(t))
    except (ArithmeticError, RuntimeWarning) as error:
        raise InputError("values", name, f"the bound is not defined there ({error})") from None
    for key, value in values.items():
        if not math.isfinite(value):
            said = "NaN (not a number): not defined" if math.isnan(value) else "too large for a float"
            raise InputError("values", key, f"of {name} is {said} there")
    word, sentence = _known(stated, variant)
    told = wrapped(f"{name} {word or 'has no verdict yet'}: {sentence}")
    text = f"{table(['name', 'value'], values.items())}\n{variant.left} {variant.relation} right\n{told}"
    verdict = {"verdict": word, "sentence": sentence}
    emit(arguments, {"id": stated.id, "variant": variant.label, **values, "values": values} | verdict, text)
    return 0


def _stated(word: str) -> tuple[Theorem, Variant]:
    """The statement, and where no variant is named its first one that is neither refuted nor vacuous."""
    if is_own(word):
        task = tasks([word])[0]
        return task.statement()
    id, colon, label = word.partition(":")
    stated = theorem(id)
    if colon:
        return stated, stated.variant(label)
    true = (each for each in stated.variants if each.severity is None and not each.vacuous)
    return stated, next(true, stated.variants[0])


def _known(stated: Theorem, variant: Variant) -> tuple[str | None, str]:
    """The outcome and the sentence of the variant's verdict; a refutation and a derivation are checked again here."""
    from mixproof.bounds.kept import SAID, proof
    from mixproof.bounds.theorems import in_library
    from mixproof.bounds.verification import verify

    if not in_library(stated):
        return None, f"`mixproof verify FILE.py:NAME` looks for a counterexample to {stated.id}"
    if variant.severity is not None or variant.vacuous:
        found = verify(
            stated, variant.label, seconds=LEAST
        )  # the counterexample that is kept is looked at first
        assert not isinstance(found, tuple)  # of one variant
        remains = f". What remains: {found.remains}" if found.remains else ""
        return found.outcome.name, found.sentence.removesuffix(".") + remains
    if proof(stated, variant):
        return "PROVED", SAID
    docstring, search = "proved in the statement's docstring", "`mixproof verify` searched, nothing more"
    return "HOLDS", docstring if variant.proved else search


def constants(words: Iterable[str]) -> dict[str, Fraction]:
    """name -> value of words like L=4, lam=1/3, spread(0)=1.5; InputError for what is none, or given twice."""
    given: dict[str, Fraction] = {}
    for word in words:
        name, _, number = "".join(word.split()).rpartition("=")
        try:
            if len(word) > 300 or not _NUMBER.fullmatch(number):
                raise ValueError
            name = shown_name(name)
            if name in given:
                raise ValueError
            given[name] = value = Fraction(number)
            if value != 0 == float(value):  # below all floats
                raise ValueError
        except (ValueError, ZeroDivisionError, OverflowError):
            rule = "given once, as name=number or name(0)=number; numbers as 2, 0.5, 1e-3 or 1/3"
            raise InputError("value", word, rule) from None
    return given


def constants_at(text: str) -> dict[str, Fraction]:
    """The same of one text, as `--at` takes it."""
    return constants(assignments(text))


def assignments(text: str) -> list[str]:
    """The parts `name=value` of a text, with commas or spaces between them; a value may hold spaces.

    >>> assignments("L=1 mu = 1/10, eta=19/40*(1 - lam)**2")
    ['L=1', 'mu = 1/10', 'eta=19/40*(1 - lam)**2']
    """
    parts = re.split(r",|\s+(?=[^\s,=]+\s*=[^=])", text)
    return [part.strip() for part in parts if part.strip()]

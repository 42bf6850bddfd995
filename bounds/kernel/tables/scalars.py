"""Numbers alone, and printed numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..table import Family, Kind, Table
from ..text import names, need, number

DECIMAL = re.compile(r"(-?[0-9]{1,40})[.]([0-9]{1,40})", re.ASCII)
DOMAINS = {
    "positive": ("{0} > 0",),
    "natural": ("{0} > 0", "{0} >= 1"),
    "unit": ("{0} >= 0", "{0} <= 1"),
    "real": (),
}


def scalars(kinds: Mapping[str, str]) -> Table:
    """Numbers alone: name -> positive, natural (from 1), unit ([0, 1]) or real."""
    names(kinds, ("t",))
    facts: dict[str, str] = {}
    for name, kind in kinds.items():
        need(kind in DOMAINS, f"{{}} is none of {', '.join(DOMAINS)}", kind)
        facts |= {f"{name}_domain{i or ''}": text.format(name) for i, text in enumerate(DOMAINS[kind])}
    natural = tuple(name for name, kind in kinds.items() if kind == "natural")
    about = "numbers: " + ", ".join(f"{name} {kind}" for name, kind in kinds.items())
    return Table(about, dict.fromkeys(kinds, 0), facts, natural=natural, size="")


def constants(values: Mapping[str, str]) -> Table:
    """Printed numbers under names, each an exact fraction as text."""
    names(values, ("t",))
    need(all(isinstance(value, str) and len(value) <= 40 for value in values.values()), "a number is a text")
    about = "printed numbers: " + ", ".join(f"{name} = {value}" for name, value in values.items())
    return Table(about, lets=dict(values), size="")


def told(value: object) -> str:
    """A printed number, 97.5, or a fraction, as the text of an exact fraction."""
    if isinstance(value, str) and (found := DECIMAL.fullmatch(value)):
        whole, digits = found.groups()
        return str(number(f"{whole}{digits}/1{'0' * len(digits)}"))
    return str(number(value))


def free(kind: Kind) -> Table:
    """The table of the family `scalars`, whose options say of every parameter what it is."""
    need(kind.parameters <= kind.options.keys(), "every number has a domain among the options")
    return scalars(kind.options)


def printed(kind: Kind) -> Table:
    """The table of the family `constants`, whose options are the numbers."""
    return constants({name: told(value) for name, value in kind.options.items()})


TABLES = {"scalars": Family(free, None, None), "constants": Family(printed, "", None)}

"""A setting as a record tells it: sizes, arrays of fractions, options; and the names that formulas may read from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from .intervals import NotAWitness, Number
from .vectors import Names

NODES, DIGITS, LONG = 12, 60, 4000  # limits: a size, the digits of an integer, the characters of a text
ROUNDS = 400  # limit
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+|/0*[1-9][0-9]*)?")


def need(condition: object, sentence: str) -> None:
    if not condition:
        raise NotAWitness(sentence)


def fraction(told: Any, where: str) -> Number:
    """A number, from an integer, or from "p/q" or a decimal in text."""
    text = str(told) if type(told) is str or (type(told) is int and abs(told) < 10**DIGITS) else ""
    need(len(text) < LONG and NUMBER.fullmatch(text), f"{where} holds {str(told)[:40]!r}")
    return Number(Fraction(text))


class Setting:
    """Arrays under their names, each of the sizes that `shapes` names; a size that the record tells must fit.

    sizes: the sizes a record may tell; from 1 to `most`
    shapes: array -> its sizes, "" for one number
    positive: arrays whose numbers are positive
    choices: option -> the values it may have
    constants, metrics: name in formulas -> function of the setting; of the setting and a round
    """

    sizes: ClassVar[frozenset[str]] = frozenset()
    shapes: ClassVar[Mapping[str, str]] = {}
    positive: ClassVar[frozenset[str]] = frozenset()
    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    constants: ClassVar[Names] = {}
    metrics: ClassVar[Names] = {}
    rounds = ROUNDS  # metrics are known before this one
    most = NODES  # limit of a size

    def __init__(self, record: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        for option, value in options.items():
            known = any(type(value) is type(x) and value == x for x in self.choices.get(option, ()))
            need(known, f"options: {option} = {str(value)[:40]} is not known")
        self.options = options
        self.size: dict[str, int] = {}
        for name in record.keys() - self.shapes.keys():
            n, least = record[name], 0 if name == "head" else 1
            need(name in self.sizes, f"setting: {name[:40]} is unknown in this family")
            fits = type(n) is int and least <= n <= self.most
            need(fits, f"setting: {name} is not an integer from {least} to {self.most}")
            self.size[name] = n
        self.given = record.keys() & self.shapes.keys()
        for name in self.shapes:
            if name in self.given:
                vars(self)[name] = self._read(record[name], self.shapes[name].split(), name)
        self.complete()

    def complete(self) -> None:
        """Check what the arrays must satisfy together, and derive from them what the names read."""

    def _read(self, told: Any, axes: list[str], name: str) -> Any:
        if axes:
            n = self.size.setdefault(axes[0], len(told)) if type(told) is list else 0
            need(
                0 < n <= self.most and n == len(told),
                f"setting: {name} does not have the shape ({self.shapes[name].replace(' ', ', ')})",
            )
            return [self._read(part, axes[1:], name) for part in told]
        x = fraction(told, f"setting: {name}")
        short = len(str(x.low)) <= DIGITS
        need(short and (x > 0 or name not in self.positive), f"setting: {name} holds {str(x.low)[:40]}")
        return x

    def get(self, name: str, default: Any) -> Any:
        """The array, or the default where the record does not give it."""
        return vars(self).get(name, default)

    def __getattr__(self, name: str) -> Any:
        raise NotAWitness(f"setting: {name} is lacking")

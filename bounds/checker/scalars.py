"""Numbers alone: of a setting, or printed in a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .intervals import Number
from .setting import Setting, fraction, need

KINDS: dict[str, Callable[[Number], bool]] = {
    "real": lambda x: True,
    "positive": lambda x: x > 0,
    "unit": lambda x: 0 <= x <= 1,
    "natural": lambda x: x >= 1 and x.low.denominator == 1,
}


class Scalars(Setting):
    """Numbers under their own names; the options say of what kind each is."""

    def __init__(self, record: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        kinds = record.keys() == options.keys() and all(kind in KINDS for kind in options.values())
        need(kinds, "the options do not say of what kind each number is")
        told = {name: fraction(text, f"setting: {name}") for name, text in record.items()}
        for name, x in told.items():
            need(KINDS[options[name]](x), f"setting: {name} is not {options[name]}")
        vars(self)["constants"] = {name: lambda s, x=x: x for name, x in told.items()}


class Constants(Setting):
    """No parameters: numbers that a text prints, under their names in the options."""

    def __init__(self, record: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        need(not record, "setting: this family has none")
        told = {name: fraction(text, f"options: {name}") for name, text in options.items()}
        vars(self)["constants"] = {name: lambda s, x=x: x for name, x in told.items()}

"""Numbers alone: of a setting, or printed in a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..exact import Numbers
from ..setting import Arrays, Setting
from ..text import need, number

KINDS: dict[str, Callable[[Any], bool]] = {
    "real": lambda x: True,
    "positive": lambda x: x > 0,
    "unit": lambda x: 0 <= x <= 1,
    "natural": lambda x: x >= 1 and x.denominator == 1,
}


def scalars(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Numbers under their own names; the options say of what kind each is."""
    need(setting.keys() == options.keys(), "the options do not say of what kind each number is")
    found = Arrays(setting, dict.fromkeys(setting, ""), "", numbers)
    for name, kind in options.items():
        need(type(kind) is str and kind in KINDS, "no number is of the kind {}", kind)
        need(KINDS[kind](number(setting[name])), f"setting: {{}} is not {kind}", name)
    return Setting(found, {}, ", ".join(f"{name} {kind}" for name, kind in sorted(options.items())))


def constants(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """No parameters: numbers that a text prints, under their names in the options."""
    need(not setting, "setting: this family has no parameters")
    found = {name: numbers.rational(number(told)) for name, told in options.items()}
    return Setting(found, {}, ", ".join(f"{name} = {told}" for name, told in sorted(options.items())))


FAMILIES = {"scalars": scalars, "constants": constants}

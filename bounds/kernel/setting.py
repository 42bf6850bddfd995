"""A setting as a record tells it, and what formulas read of it.

A file of families offers FAMILIES = {name: open}, open(setting, options, numbers) -> Setting. `open` reads every field,
refuses what is no setting of the family, and computes in `numbers` alone: nothing is a Fraction but what it enters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .exact import Numbers
from .text import Refused, integer, need, number

SIZE, DIGITS, ROUNDS = 16, 60, 1000  # limits: of a size, of the digits of a number, of the rounds of a metric


@dataclass(frozen=True)
class Setting:
    """What a family tells formulas.

    constants: name -> a number, or a function of nothing that is called once
    metrics: name -> function of a round from 0 and below `rounds`
    described: what is restricted, in words for the sentence ("one W, full gradients, a fixed step")
    vectors: (t, ahead) -> the vectors that formulas may read `ahead` rounds after round t, and the words over them,
        where the family has any: what is random in round t is the same in both
    """

    constants: Mapping[str, Any]
    metrics: Mapping[str, Callable[[int], Any]]
    described: str
    rounds: int = ROUNDS
    vectors: Callable[[int, int], tuple[Mapping[str, Any], Mapping[str, Callable[..., Any]]]] | None = None


class Arrays(dict[str, Any]):
    """name -> nested lists of numbers; `size`: name -> int. An array that is not given has no name here."""

    def __init__(
        self,
        told: Mapping[str, Any],
        shapes: Mapping[str, str],
        sizes: str,
        numbers: Numbers,
        most: int = SIZE,
    ) -> None:
        """shapes: array -> its sizes, "" for one number. sizes: those the record may tell, each from 1 to `most`."""
        super().__init__()
        self.size: dict[str, int] = {}
        self.numbers, self.most = numbers, most
        for name, value in told.items():
            need(name in shapes or name in sizes.split(), "setting: {} is not known in this family", name)
            if name not in shapes:
                self.size[name] = integer(value, 0 if name == "head" else 1, most, f"setting: {name}")
        for name, value in told.items():
            if name in shapes:
                self[name] = self._read(value, shapes[name].split(), name)

    def _read(self, told: Any, axes: list[str], name: str) -> Any:
        if not axes:
            x = number(told)
            need(len(str(x)) <= DIGITS, "setting: {} holds a number that is too long", name)
            return self.numbers.rational(x)
        n = self.size.setdefault(axes[0], len(told)) if type(told) is list else 0
        need(0 < n <= self.most and n == len(told), "setting: {} does not have its shape", name)
        return [self._read(part, axes[1:], name) for part in told]

    def __missing__(self, name: str) -> Any:
        raise Refused(f"setting: {name} is missing")


def entries(told: Any) -> list[Any]:
    """All entries of nested lists."""
    return [x for part in told for x in entries(part)] if type(told) is list else [told]

"""What a search has looked at: rounds and sizes, as a verdict tells them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Looked", "sizes_said"]


@dataclass
class Looked:
    """Rounds and sizes of the settings that met the assumptions and whose sides could be compared.

    rounds: the first and the last, None where none was; sizes: name -> every value met
    """

    rounds: tuple[int, int] | None = None
    sizes: dict[str, set[int]] = field(default_factory=dict)

    def add(self, sizes: Mapping[str, int], first: int, last: int) -> None:
        """One more setting, compared at rounds from `first` to `last`."""
        old = self.rounds or (first, last)
        self.rounds = min(first, old[0]), max(last, old[1])
        for name, n in sizes.items():
            self.sizes.setdefault(name, set()).add(int(n))

    def include(self, other: Looked) -> None:
        """What another search has looked at, too."""
        for end in other.rounds or ():
            self.add({}, end, end)
        for name, values in other.sizes.items():
            self.sizes.setdefault(name, set()).update(values)

    def to_json(self, rounds: bool) -> dict[str, Any]:
        """{rounds: [first, last], or null for a claim of no round, sizes: {name: [values]}}."""
        shown = list(self.rounds) if rounds and self.rounds else None
        return {"rounds": shown, "sizes": {name: sorted(values) for name, values in self.sizes.items()}}

    def said(self, rounds: bool, units: Mapping[str, str]) -> str:
        """The same in words, sizes that are always 1 or 0 left out; empty where there is nothing to say.

        >>> looked = Looked()
        >>> looked.add({"K": 2, "d": 1, "S": 1}, 0, 20)
        >>> looked.add({"K": 3, "d": 1, "S": 1}, 0, 40)
        >>> looked.said(True, {})
        'rounds 0 to 40, K=2..3'
        """
        parts = []
        if rounds and self.rounds:
            first, last = self.rounds
            parts.append(f"rounds {first} to {last}" if first < last else f"round {first}")
        for name, values in self.sizes.items():
            if max(values) > 1:
                parts.append(_size(name, _values(sorted(values)), units))
        return ", ".join(parts)


def sizes_said(
    sizes: Mapping[str, int], choices: Mapping[str, tuple[int, ...]], units: Mapping[str, str]
) -> str:
    """The sizes of one setting, those left out that its family never has above 1.

    >>> sizes_said({"N": 2, "K": 1, "S": 1}, {"N": (1, 2), "K": (1, 2), "S": (1,)}, {"K": "intervals"})
    'N=2, K=1 (intervals)'
    """
    shown = [name for name in sizes if max(choices[name]) > 1]
    return ", ".join(_size(name, str(sizes[name]), units) for name in shown)


def _size(name: str, values: str, units: Mapping[str, str]) -> str:
    return f"{name}={values}" + (f" ({units[name]})" if name in units else "")


def _values(values: list[int]) -> str:
    """Consecutive numbers as a range."""
    if len(values) > 1 and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]}..{values[-1]}"
    return ",".join(map(str, values))

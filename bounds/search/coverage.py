"""What a search has evaluated: rounds and sizes of each kind of setting, as a verdict states them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

__all__ = ["Coverage", "sizes_said"]

UNITS = {"M": "bends a client"}  # sizes whose letters no paper has


@dataclass
class _Kind:
    """Settings of one kind that met the assumptions and whose sides could be compared.

    firsts: the first round of each; ends: how many were followed round by round up to that one, and now and then on
    to a later one; sizes: name -> every value met
    """

    firsts: set[int] = field(default_factory=set)
    ends: Counter[tuple[int, int]] = field(default_factory=Counter)
    sizes: dict[str, set[int]] = field(default_factory=dict)

    @property
    def rounds(self) -> tuple[int, int]:
        """The first round, and the last that at least half of the settings were followed to, round by round."""
        whole = sorted(self.ends.elements())
        return min(self.firsts), whole[len(whole) // 2][0]

    def later(self) -> list[tuple[int, int]]:
        """(last round, how many settings were followed on to it or beyond) of the latest round by round, and of all."""
        last = self.rounds[1]
        by_round, of_all = max(end for end, _ in self.ends), max(far for _, far in self.ends)
        found = [(by_round, sum(n for (end, _), n in self.ends.items() if end >= by_round))]
        found.append((of_all, sum(n for (_, far), n in self.ends.items() if far >= of_all)))
        return [*dict.fromkeys((end, n) for end, n in found if end > last)]


@dataclass
class Coverage:
    """The kinds of settings that were evaluated, by their names in words (`Family.kind`)."""

    kinds: dict[str, _Kind] = field(default_factory=dict)

    def add(self, kind: str, sizes: Mapping[str, int], rounds: Sequence[int] | np.ndarray) -> None:
        """One more setting, compared at these rounds, in order."""
        one = self.kinds.setdefault(kind, _Kind())
        gaps = np.flatnonzero(np.diff(rounds) > 1)
        end = rounds[gaps[0] if gaps.size else -1]
        one.firsts.add(int(rounds[0]))
        one.ends[int(end), int(rounds[-1])] += 1
        for name, n in sizes.items():
            one.sizes.setdefault(name, set()).add(int(n))

    def include(self, other: Coverage) -> None:
        """What another search has evaluated, before this one."""
        self.kinds = {**other.kinds, **self.kinds}

    @property
    def settings(self) -> int:
        """How many met the assumptions and could be compared."""
        return sum(kind.ends.total() for kind in self.kinds.values())

    def to_json(self, rounds: bool) -> dict[str, Any]:
        """{rounds: [first, last] that most settings of every kind were followed through, or null for a claim of no
        round, sizes: {name: [values]}, kinds: [{kind, settings, rounds, sizes, later: [[round, settings]]}]}."""
        kinds = [
            {
                "kind": name,
                "settings": kind.ends.total(),
                "rounds": list(kind.rounds) if rounds else None,
                "sizes": {size: sorted(values) for size, values in kind.sizes.items()},
                "later": [list(pair) for pair in kind.later()] if rounds else [],
            }
            for name, kind in self.kinds.items()
        ]
        ends = [kind.rounds for kind in self.kinds.values()]
        shown = [max(first for first, _ in ends), min(last for _, last in ends)] if rounds and ends else None
        sizes: dict[str, set[int]] = {}
        for one in self.kinds.values():
            for size, values in one.sizes.items():
                sizes.setdefault(size, set()).update(values)
        return {"rounds": shown, "sizes": {name: sorted(n) for name, n in sizes.items()}, "kinds": kinds}

    def said(self, rounds: bool, units: Mapping[str, str]) -> str:
        """The same in words, sizes that are always 1 or 0 left out; empty where there is nothing to say.

        >>> coverage = Coverage()
        >>> for last in (20, 20, 40):
        ...     coverage.add("", {"K": 2, "d": 1, "S": 1}, range(last + 1))
        >>> coverage.said(True, {})
        'rounds 0 to 20, of 1 setting to 40, K=2'
        """
        parts = []
        for name, kind in self.kinds.items():
            words = _rounds_said(kind) if rounds else []
            words += [
                _size(size, _values(sorted(values)), units)
                for size, values in kind.sizes.items()
                if max(values) > 1
            ]
            if words:
                parts.append((f"{name}: " if name and len(self.kinds) > 1 else "") + ", ".join(words))
        return "; ".join(parts)


def _rounds_said(kind: _Kind) -> list[str]:
    first, last = kind.rounds
    words = [f"rounds {first} to {last}" if first < last else f"round {first}"]
    for end, n in kind.later():
        followed = end == max(e for e, _ in kind.ends)
        words.append(f"of {n} setting{'s' * (n > 1)} {'to' if followed else 'some up to'} {end}")
    return words


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
    unit = {**UNITS, **units}.get(name)
    return f"{name}={values}" + (f" ({unit})" if unit else "")


def _values(values: list[int]) -> str:
    """Consecutive numbers as a range."""
    if len(values) > 1 and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]}..{values[-1]}"
    return ",".join(map(str, values))

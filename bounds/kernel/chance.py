"""Finite chances: a law is a list of outcomes with exact chances, and a run is a law that a map moves round by round.

Expectations are sums over all outcomes. Equal outcomes are joined and impossible ones left out, so that a run without
noise is a law of one outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from .exact import Numbers, bits
from .matrix import entrywise, times, transposed
from .text import Undefined, need, spend

OUTCOMES, ALL = 20_000, 60_000  # limits: of one law, of all rounds of a run
WORK = 30  # of an outcome, as `spend` counts
Law = list[tuple[Any, Any]]  # (chance, outcome)
Map = Callable[[int, Any], Law]


def effort(told: Any) -> int:
    """What a step with these numbers costs, as `spend` counts: long fractions cost the square of their length."""
    if isinstance(told, tuple | list):
        return sum(map(effort, told))
    return 4 + (bits(told) ** 2 >> 16) if isinstance(told, Fraction) else 4


def law(outcomes: Iterable[tuple[Any, Any]]) -> Law:
    """The law of these outcomes; refused where the chances are none, that is negative or not of sum 1."""
    joined: dict[Any, Any] = {}
    for chance, outcome in outcomes:
        spend(WORK)
        need(chance >= 0, "a chance is negative")
        if chance:
            joined[outcome] = joined[outcome] + chance if outcome in joined else chance
            need(len(joined) <= OUTCOMES, f"more than {OUTCOMES} outcomes")
    need(sum(joined.values()) == 1, "chances do not sum to 1")
    return [(chance, outcome) for outcome, chance in joined.items()]


def certain(outcome: Any, numbers: Numbers) -> Law:
    return [(numbers.rational(1), outcome)]


def expected(of: Law, read: Callable[[Any], Any]) -> Any:
    """E read(outcome)."""
    return sum(chance * read(outcome) for chance, outcome in of)


def independent(laws: Sequence[Law], numbers: Numbers) -> Law:
    """The law of tuples of one outcome each."""
    found: Law = certain((), numbers)
    for one in laws:
        found = law((p * q, (*told, outcome)) for p, told in found for q, outcome in one)
    return found


def signs(sizes: Sequence[Any], numbers: Numbers) -> Law:
    """Each size times a fair sign, independent of the others."""
    half = numbers.rational(1) / 2
    return independent([law([(half, v), (half, -v)]) for v in sizes], numbers)


def subsets(n: int, chance: Any, numbers: Numbers) -> Law:
    """Who of n is taken (1) or not (0), each with this chance, independent of the others."""
    return independent([law([(chance, 1), (1 - chance, 0)])] * n, numbers)


def replaced(p: Sequence[Any], count: int, numbers: Numbers) -> Law:
    """How often each is drawn when `count` are, one by one, i with chance p_i."""
    n = len(p)
    found = certain((0,) * n, numbers)
    for _ in range(count):
        found = law(
            (chance * p[i], (*drawn[:i], drawn[i] + 1, *drawn[i + 1 :]))
            for chance, drawn in found
            for i in range(n)
        )
    return found


def unreplaced(n: int, count: int, numbers: Numbers) -> Law:
    """The same when every set of `count` is as likely as any other."""
    need(count <= n, "more are drawn than there are")
    sets = list(combinations(range(n), count))
    chance = numbers.rational(1) / len(sets)
    return law((chance, tuple(int(i in chosen) for i in range(n))) for chosen in sets)


class Chain:
    """The laws of a state at rounds 0, 1, ...; `move(t, state)` is the law of the next state."""

    def __init__(self, start: Any, move: Map, numbers: Numbers) -> None:
        self.move, self.laws, self.met = move, [certain(start, numbers)], 0

    def at(self, t: int) -> Law:
        for r in range(len(self.laws) - 1, t):
            spend(sum(effort(state) for _, state in self.laws[r]))
            self.laws.append(law((p * q, new) for p, old in self.laws[r] for q, new in self.move(r, old)))
            self.met += len(self.laws[-1])
            need(self.met <= ALL, f"more than {ALL} outcomes of all rounds")
        return self.laws[t]

    def expected(self, t: int, read: Callable[[Any], Any]) -> Any:
        return expected(self.at(t), read)

    def known(self, t: int, read: Callable[[Any], Any] = lambda state: state) -> Any:
        """read(state), where chance has no part in it."""
        found = {read(state) for _, state in self.at(t)}
        if len(found) != 1:
            raise Undefined("a random number stands where a certain one is needed")
        return found.pop()


def masked(G: Sequence[Sequence[Any]], B: Sequence[Sequence[Any]], chance: Any) -> list[list[Any]]:
    """E y y' of y = z + D B z, where E z z' = G and D is diagonal: entries 1 with this chance, or 0."""
    spend(2 * len(G) * effort(G))
    BG = times(B, G)
    both = entrywise(lambda i, j, x: x * (chance if i == j else chance * chance), times(BG, transposed(B)))
    return entrywise(lambda i, j, g, x, y, z: g + chance * (x + y) + z, G, BG, transposed(BG), both)

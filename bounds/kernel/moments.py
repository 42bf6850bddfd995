"""Formulas over vectors of a run, read at a round: its models, their gradients and losses, what W makes of them.

    norm(next(x) - o) <= (1 - eta*mu)*norm(x - o)

is a comparison of numbers in every setting whose family offers its vectors (`Setting.vectors`), and so a claim that a
witness refutes. `next(...)` and `start(...)` are read one round later and at round 0, with the definitions inside; a
sum over rounds reads its body at each of them. Inner products are means over noise and links, as in metrics.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .exact import Numbers
from .scope import TERM, Scope, whole
from .setting import Setting
from .text import Node, Undefined, joined, need, spend

ROUNDS = 200  # of one sum over rounds, at most


class Moments:
    """The formulas' names at each round of a setting.

    constants, metrics: as the claim's other formulas read them; lets: definitions, read again at each round
    """

    def __init__(
        self,
        setting: Setting,
        constants: Mapping[str, Any],
        metrics: Mapping[str, Any],
        lets: Mapping[str, str],
        numbers: Numbers,
    ) -> None:
        self.setting, self.constants, self.metrics = setting, constants, metrics
        self.lets, self.numbers = lets, numbers
        self.known: dict[int, Scope] = {}

    def at(self, t: int) -> Scope:
        if t not in self.known:
            need(self.setting.vectors is not None, "the family offers formulas no vectors")
            assert self.setting.vectors is not None
            vectors, words = self.setting.vectors(t)
            values = joined(self.constants, vectors, {"t": self.numbers.rational(t)})
            self.known[t] = _Moment(self, t, values, joined(self.metrics, words)).let(self.lets)
        return self.known[t]


class _Moment(Scope):
    """One round."""

    def __init__(self, moments: Moments, t: int, values: Mapping[str, Any], words: Mapping[str, Any]) -> None:
        super().__init__(
            values, {**words, "next": _at_another_round, "start": _at_another_round}, numbers=moments.numbers
        )
        self.moments, self.t = moments, t

    def called(self, node: Node) -> Any:
        if node.value in ("next", "start"):
            need(len(node.parts) == 1, f"{node.value} takes one formula")
            return self.moments.at(self.t + 1 if node.value == "next" else 0).value(node.parts[0])
        return super().called(node)

    def over_rounds(self, kind: str, name: str, first: Node, last: Node, body: Node) -> Any:
        low, high = (whole(self.value(end), self.numbers) for end in (first, last))
        need(
            low >= 0 and high - low < ROUNDS, f"a range begins at 0 or later and has at most {ROUNDS} rounds"
        )
        spend(TERM * max(high - low, 0))
        functions, count = self.numbers.functions, high - low + 1
        values = []
        for s in range(low, high + 1):
            named = Scope({name: self.numbers.rational(s)}, over=self.moments.at(s))
            values.append(named.value(body))
        if kind in ("max", "min"):
            if not values:
                raise Undefined(f"a {kind} of no rounds")
            return functions[kind](*values)
        if not values and kind == "mean":
            raise Undefined("a mean of no rounds")
        total = sum(values, self.numbers.rational(0))
        return total if kind == "sum" else total * self.numbers.rational(Fraction(1, count))


def _at_another_round(*told: Any) -> Any:
    """`next` and `start` are names that formulas know; what stands inside is read at another round, never here."""
    raise AssertionError("read by _Moment.called")

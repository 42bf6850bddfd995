"""Formulas over vectors of a run, read at a round: its models, their gradients and losses, what W makes of them.

    norm(next(x) - o) <= (1 - eta*mu)*norm(x - o)

is a comparison of numbers in every setting whose family offers its vectors (`Setting.vectors`), and so a claim that a
witness refutes. `next(...)` and `start(...)` are read one round later and at round 0, with the definitions inside; a
sum over rounds reads its body at each of them. Inner products are means over noise and links, as in metrics.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .exact import Numbers
from .scope import Scope
from .setting import Setting
from .text import Node, inside, joined, need

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
        self.known: dict[tuple[int, int], Scope] = {}

    def at(self, t: int, ahead: int = 0) -> Scope:
        """`ahead` rounds after round t, seen from round t."""
        if (t, ahead) not in self.known:
            need(self.setting.vectors is not None, "the family offers formulas no vectors")
            assert self.setting.vectors is not None
            vectors, words = self.setting.vectors(t, ahead)
            values = joined(self.constants, vectors, {"t": self.numbers.rational(t + ahead)})
            moment = _Moment(self, t, ahead, values, joined(self.metrics, words))
            self.known[t, ahead] = moment.let(self.lets)
        return self.known[t, ahead]


class _Moment(Scope):
    """One round."""

    span = ROUNDS

    def __init__(
        self, moments: Moments, t: int, ahead: int, values: Mapping[str, Any], words: Mapping[str, Any]
    ) -> None:
        super().__init__(
            values, {**words, "next": _at_another_round, "start": _at_another_round}, numbers=moments.numbers
        )
        self.moments, self.t, self.ahead = moments, t, ahead

    def called(self, node: Node) -> Any:
        if node.value in ("next", "start"):
            need(len(node.parts) == 1, f"{node.value} takes one formula")
            at = (self.t, self.ahead + 1) if node.value == "next" else (0, 0)
            return self.moments.at(*at).value(node.parts[0])
        return super().called(node)

    def over_rounds(self, kind: str, name: str, first: Node, last: Node, body: Node) -> Any:
        need("t" not in inside(body, "name"), "what is summed is read at the round {}: it names no t", name)
        return super().over_rounds(kind, name, first, last, body)

    def at_round(self, s: int) -> Scope:
        need(s >= 0, "a range begins at 0 or later")
        return self.moments.at(s)


def _at_another_round(*told: Any) -> Any:
    """`next` and `start` are names that formulas know; what stands inside is read at another round, never here."""
    raise AssertionError("read by _Moment.called")

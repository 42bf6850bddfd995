"""Formulas over vectors of a `programmed` run, read at many rounds at once in floats."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from ..arithmetic import FLOAT
from ..hints import guess
from ..kernel.scope import Scope
from ..kernel.text import Node, Refused, need, shown
from .stacked import Stacked

__all__ = ["At"]

# a root of what is negative is NaN, at the rounds where it is
_POWER = {"power": lambda a, b: FLOAT.functions["power"](np.asarray(a, dtype=float), b)}
_NUMBERS = replace(FLOAT, functions={**FLOAT.functions, **_POWER})

# what the texts of the kernel's table of metrics read, and formulas over vectors do not
OF_TABLE = {
    *("ones", "noise", "start", "x_next", "mix", "average", "share", "scale"),
    *("heights", "farthest", "F_mean", "F_max", "curved", "steep"),
}


class At(Scope):
    """The names at rounds t + ahead, seen from rounds t (an array); table: the words of the kernel's metrics."""

    def __init__(
        self, run: Any, t: np.ndarray, ahead: int = 0, before: At | None = None, table: bool = False
    ):
        self.run, self.t, self.ahead, self.table = run, t, ahead, table
        if before is None:
            self.stacks, self.states = run._states(t)
        else:
            self.stacks = before.stacks
            self.states = run._moved(before.stacks, before.states, t, ahead - 1)
        others = () if table else OF_TABLE
        vectors, words = (
            {name: value for name, value in found.items() if name not in others}
            for found in (self._vectors(), self._words())
        )
        super().__init__(vectors, words, numbers=_NUMBERS)

    def _vectors(self) -> dict[str, Any]:
        run, stacks = self.run, self.stacks
        star = np.array([run._losses.wstar] * run._K)
        found = {
            **self.states,
            "x": self.states[run._algorithm.states[0]],
            **{f"{name}0": (lambda x=x: stacks.constant(x)) for name, x in run._begun.items()},
            "w0": lambda: stacks.constant(run._begun[run._algorithm.states[0]]),
            "o": lambda: stacks.constant(star),
            "ones": lambda: stacks.constant(star * 0 + 1),
            "start": lambda: stacks.constant(run._begun[run._algorithm.states[0]]),
            "x_next": lambda: self.later.states[run._algorithm.states[0]],
            "t": (self.t + self.ahead).astype(float),
        }
        if "v" in run._values:
            found["n"] = lambda: stacks.weighed(run._clients.scale, self.noise(0))
            found["noise"] = lambda: self.noise("metric")
        return found

    def noise(self, name: Any) -> Stacked:
        v = self.run._values["v"]
        return self.stacks.noise(v, (self.ahead, name)) + self.stacks.constant(v * 0)

    @property
    def later(self) -> At:
        return At(self.run, self.t, self.ahead + 1, self)

    def _words(self) -> dict[str, Callable[..., Any]]:
        run, stacks = self.run, self.stacks
        scale, share = run._clients.scale, run._clients.share
        equal = np.full(run._K, 1 / run._K)

        def heights(v: Stacked) -> Any:
            return run._losses.heights(stacks, v)

        def own(v: Stacked) -> np.ndarray:
            """F at every client's own model, (T, K)."""
            return np.stack([heights(stacks.everywhere(unit, v)) @ share for unit in np.eye(run._K)], -1)

        def grad(v: Stacked) -> Stacked:
            return run._losses.grad(stacks, v)

        words: dict[str, Callable[..., Any]] = {
            "sq": lambda v: stacks.dot(v, v),
            "dot": stacks.dot,
            "norm": lambda v: np.sqrt(np.maximum(stacks.dot(v, v), 0.0)),
            "J": lambda v: stacks.everywhere(equal, v),
            "farthest": lambda v: (stacks.sure(v) ** 2).sum(-1).max(-1),
            "far": lambda v: np.sqrt((stacks.sure(v) ** 2).sum(-1).max(-1)),
            "largest": lambda v: np.abs(stacks.sure(v)).max((-1, -2)),
            "grad": grad if self.table else lambda v: stacks.weighed(scale, grad(v)),
            "own_grad": grad,
            "scale": lambda v: stacks.weighed(scale, v),
            "heights": lambda v: heights(v).sum(-1),
            "F_mean": lambda v: own(v).mean(-1),
            "F_max": lambda v: own(v).max(-1),
            "F": lambda v: heights(v) @ share if self.table else heights(v) @ scale + run.clients.minima_sum,
            "mean_F": lambda v: own(v).mean(-1) + run.clients.minima_sum / scale.sum(),
            "own_F": lambda v: heights(v).sum(-1) + run.clients.minima_sum,
            "curved": lambda v: 2 * heights(v) @ run._losses.curves[0],
            "steep": lambda v: 2 * heights(v) @ run._losses.curves[1],
            "own_mu": lambda v: stacks.weighed(run._losses.curves[0], v),
            "own_L": lambda v: stacks.weighed(run._losses.curves[1], v),
            run._matrix: lambda v: run._mix(stacks, v, self.t + self.ahead, self.ahead),
            **run._words(stacks, self.t, self.ahead),
        }
        return words | {"curved_sum": words["curved"], "steep_sum": words["steep"]}

    def find(self, table: str, name: str) -> Any:
        if name in getattr(self, table):
            return getattr(self, table)[name]
        found = None
        with suppress(AttributeError, KeyError):
            found = getattr(self.run, name)
        if found is None or callable(found) != (table == "words"):
            raise Refused(f"{shown(name)} {self._unknown(table, name)}")
        return found

    def _unknown(self, table: str, name: str) -> str:
        """What to write for a name that is not known in that table."""
        if name in self.values and table == "words":
            return f"takes no round: {name} is now, next({name}) one round later"
        if name in self.words and table == "values":
            return f"is applied to a vector: {name}(x)"
        near = guess(name, [*self.values, *self.words])
        return "is not known" + (near or f"; there are {', '.join(sorted(getattr(self, table)))}")

    def called(self, node: Node) -> Any:
        if node.value in ("next", "start"):
            need(len(node.parts) == 1, f"{node.value} takes one formula")
            at = self.later if node.value == "next" else At(self.run, self.t * 0)
            return at.value(node.parts[0])
        return super().called(node)

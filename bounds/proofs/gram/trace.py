"""A declared algorithm, run on linear forms: its models at every round, and every point where a gradient is taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mixproof.spectral.errors import InputError

from ...formula import parse
from ...kernel.exact import STANDARD
from .forms import Classes, Clients, Form, Space, Stack
from .statement import Statement, Terms, term

__all__ = ["Point", "Quantity", "Trace", "trace"]


@dataclass(frozen=True)
class Point:
    """Where a gradient is known. valued: F_k there is a variable (at w* it is 0, by choice of the losses' offsets)."""

    name: str
    x: Stack
    g: Stack
    valued: bool = True


@dataclass(frozen=True)
class Quantity:
    """sum of coefficient * |form|^2, plus coefficients of function values, (point, client) -> coefficient."""

    squares: tuple[tuple[Fraction, int, Form], ...]
    values: Mapping[tuple[int, int], Fraction]


class Trace:
    """The run of a statement: space, models (rounds + 1), points; anchors, that is w* and minimizers, come first."""

    def __init__(self, statement: Statement):
        self.statement = statement
        self.space: Space
        if statement.matrix is not None:
            self.space = Clients(statement.matrix)
        else:
            assert statement.spectrum is not None
            self.space = Classes(*statement.spectrum)
        self.points: list[Point] = []
        self._known: dict[Any, Stack] = {}
        self._mixed: dict[Any, Stack] = {}
        L = float(statement.L)
        for name in statement.anchors:
            if name == "star":
                h = self.space.vectors(L, centred=True)
                self.points.append(Point(name, self.space.zero(), h, valued=False))
            else:
                self.points.append(Point(name, self._minimizers(), self.space.zero()))
        self.anchors = len(self.points)
        # the origin is w*; without it, the mean of the starts
        centred = "star" not in statement.anchors
        self.models = [self.space.zero() if centred and statement.common else self._start(centred)]
        if "minima" in statement.anchors:  # eps0 reads the losses at the start
            self.gradient(self.models[0])
        self._run()
        for name in statement.names:
            kind, t = term(name)
            if kind == "gradients2":
                self.gradient(self.models[t])
        for name in dict.fromkeys(statement.names):
            kind, t = term(name)
            if kind == "gap":
                self._evaluate(f"mean({t})", self.space.everywhere(self.space.mean(self.models[t])))

    def _minimizers(self) -> Stack:
        # with mu = 0 there may be none, and only the infimum of the losses is spoken of
        return self.space.vectors(1.0) if self.statement.mu else self.space.zero()

    def _start(self, centred: bool) -> Stack:
        return self.space.vectors(1.0, common=self.statement.common, centred=centred)

    def _run(self) -> None:
        algorithm, statement = self.statement.algorithm, self.statement
        model = algorithm.states[0]
        state = {name: self.space.zero() for name in algorithm.states} | {model: self.models[0]}
        given = {model: self.models[0]}
        state |= {name: self._vector(name, text, given) for name, text in algorithm.start.items()}
        words: dict[str, Any] = {"mix": self.mix, "grad": self.gradient, "average": self._average}
        if statement.K is not None:
            words["share"] = lambda g: g / Fraction(statement.K or 1)
        for t in range(statement.rounds):
            known: dict[str, Any] = {**state, **words, "eta": statement.eta(t)}
            for name, text in algorithm.let.items():
                known[name] = self._vector(name, text, known)
            last = t == statement.rounds - 1  # nobody reads the other states then
            wanted = (model,) if last else algorithm.states
            state = {name: self._vector(name, algorithm.next[name], known) for name in wanted}
            self.models.append(state[model])

    def _vector(self, name: str, text: str, known: Mapping[str, Any]) -> Stack:
        value = _line(name, text, known)
        if isinstance(value, Stack):
            return value
        if value:
            raise InputError(name, text, "a number where a vector belongs")
        return self.space.zero()

    def _average(self, z: Stack) -> Stack:
        return self.space.everywhere(self.space.mean(z))

    def gradient(self, x: Stack) -> Stack:
        """The clients' gradients at x: the same vectors wherever x is the same."""
        if x.key not in self._known:
            self._evaluate(str(len(self.points) - self.anchors), x)
        return self._known[x.key]

    def mix(self, z: Stack) -> Stack:
        if self.statement.changing or z.key not in self._mixed:  # another W, another vector
            self._mixed[z.key] = self.space.mix(z)
        return self._mixed[z.key]

    def _evaluate(self, name: str, x: Stack) -> None:
        g = self.space.vectors(float(self.statement.L))
        self.points.append(Point(name, x, g))
        self._known.setdefault(x.key, g)

    def quantity(self, terms: Terms) -> Quantity:
        """The sum of coefficient * term as a quadratic form and function values."""
        squares: list[tuple[Fraction, int, Form]] = []
        values: dict[tuple[int, int], Fraction] = {}
        each = Fraction(1, self.space.copies)
        index = {point.name: place for place, point in enumerate(self.points)}

        def value(name: str, c: Fraction) -> None:
            for k in range(self.space.copies):
                values[index[name], k] = values.get((index[name], k), Fraction(0)) + c * each

        for name, c in terms.items():
            kind, t = term(name)
            if kind in ("error2", "distance2"):
                squares.append((c, 0, self.space.mean(self.models[t])))
            if kind in ("spread2", "distance2"):
                squares += [(c * each, *row) for row in self.space.deviations(self.models[t])]
            if kind == "gstar2":
                squares += [(c * each, *row) for row in self.space.deviations(self.points[0].g)]
            if kind == "gradients2":
                g = self.gradient(self.models[t])
                squares += [
                    (c * each, *row) for k in range(self.space.copies) for row in self.space.rows(g, k)
                ]
            if kind == "gap":
                value(f"mean({t})", c)
            if kind == "eps0":
                value("0", c)
            if kind in ("eps0", "eps_star"):  # the losses at w* are 0
                value("minima", -c)
        return Quantity(tuple(square for square in squares if square[2]), values)


def trace(statement: Statement) -> Trace:
    """Raises InputError where an update is not linear or a round is out of range."""
    for name in statement.names:
        if term(name)[1] > statement.rounds:
            raise InputError("term", name, f"a round up to {statement.rounds}")
    return Trace(statement)


def _line(name: str, text: str, known: Mapping[str, Any]) -> Any:
    try:
        return parse(text).evaluate(known.__getitem__, STANDARD)
    except KeyError as error:
        raise InputError(name, text, f"a worst case knows no {error.args[0]}") from None

"""Explicit clients of a worst case on the line: F_k'' is L on some intervals and mu elsewhere.

Where the primal's Gram matrix has rank one, every point, gradient and loss is a number. Between two neighbouring points
of a client one steep interval meets the gradients at both: its length is (dg - mu dx)/(L - mu), and the difference of
the losses, the area under F_k', is affine in its place. The clients are then rounded and the run is repeated on them in
fractions, so that what they reach is exact however the solver erred; all conditions scale with the run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Any

import numpy as np

from ...kernel.line import Line
from .dual import Multipliers
from .forms import Form, Stack
from .statement import Terms
from .trace import Trace

__all__ = ["BITS", "near", "on_the_line"]

BITS = 44
FLAT = 1e-4  # a second axis so much smaller than the first is the solver's error
APART = 1e-6  # points nearer than this, as a share of all, tell no curvature

Place = tuple[float, float, float]  # x, F'(x), F(x)


def near(number: float) -> Fraction:
    """The fraction that the record has for a float."""
    return Fraction(round(float(number) * 2**BITS), 2**BITS)


def on_the_line(run: Trace, best: Multipliers) -> dict[str, Any] | None:
    """The arrays of a setting at a primal optimum of rank one; None where it has more dimensions, or asks no gradient.

    run: of a statement with one W
    """
    if not run.points:
        return None
    sizes, axes = np.linalg.eigh(best.gram[0])
    if len(sizes) > 1 and sizes[-2] > FLAT * sizes[-1]:
        return None
    line = axes[:, -1] * np.sqrt(max(sizes[-1], 0.0))

    def number(form: Form) -> float:
        return sum(float(c) * float(line[i]) for i, c in form.items())

    clients = [
        _client(
            [(number(p.x[k]), number(p.g[k]), losses[k]) for p, losses in zip(run.points, best.losses)], run
        )
        for k in range(run.space.copies)
    ]
    if run.points[0].name == "star":  # gradients at w* sum to 0
        pulled = -sum((client.derivative(Fraction(0)) for client in clients[:-1]), Fraction(0))
        clients[-1] = _tilted(clients[-1], pulled)
    return _Replay(run, clients, [near(number(form)) for form in run.models[0]]).arrays()


def _tilted(client: Line, pull: Fraction) -> Line:
    """The client with F'(0) = pull."""
    return Line(client.slope + pull - client.derivative(Fraction(0)), client.curvature, client.corners)


def _client(places: Sequence[Place], run: Trace) -> Line:
    """A client through these places."""
    mu, L = run.statement.mu, run.statement.L
    ordered = sorted(places)
    apart = APART * (ordered[-1][0] - ordered[0][0])
    kept = ordered[:1]
    for place in ordered[1:]:
        if place[0] > kept[-1][0] + apart:
            kept.append(place)
    steep: list[tuple[Fraction, Fraction]] = []
    for one, other in pairwise(kept):
        low, high = map(near, _steep(one, other, float(mu), float(L)))
        if steep:
            low, high = max(low, steep[-1][1]), max(high, steep[-1][1])
        steep.append((low, high))
    corners: dict[Fraction, Any] = {}
    for low, high in steep:
        for end, bend in ((low, L - mu), (high, mu - L)) if low < high else ():
            corners[end] = (Fraction(0), Fraction(0), corners.get(end, (0, 0, Fraction(0)))[2] + bend)
    flat = Line(Fraction(0), mu, corners)
    x, g, _ = places[0]
    return _tilted(flat, near(g) - flat.derivative(near(x)) + flat.derivative(Fraction(0)))


def _steep(one: Place, other: Place, mu: float, L: float) -> tuple[float, float]:
    """The interval between two places where F'' = L, as near as rounding lets it meet both."""
    (x, g, f), (y, h, e) = one, other
    dx = y - x
    length = min(max((h - g - mu * dx) / (L - mu), 0.0), dx)
    if not length:
        return x, x
    excess = (e - f - g * dx - mu * dx * dx / 2) / ((L - mu) * length)
    low = x + min(max(dx - length / 2 - excess, 0.0), dx - length)
    return low, low + length


class _Replay:
    """The run of the clients from a start, in fractions: the basis vectors of the trace as numbers, and the losses."""

    def __init__(self, run: Trace, clients: list[Line], start: list[Fraction]):
        self.run, self.clients, self.start = run, clients, start
        self.lowest = [client.lowest() for client in clients]
        self.values: dict[int, Fraction] = {}
        for point in run.points[: run.anchors]:
            if point.name == "minima":
                self._put(point.x, self.lowest)
            else:
                self._put(point.g, self._of_clients(Line.derivative, point.x))
        self._put(run.models[0], start)
        for point in run.points[run.anchors :]:  # in the order of the run
            self._put(point.g, self._of_clients(Line.derivative, point.x))
        least = [client.height(Fraction(0)) for client in clients]
        self.losses = [
            [f - low for f, low in zip(self._of_clients(Line.height, point.x), least)] for point in run.points
        ]

    def _put(self, stack: Stack, numbers: Sequence[Fraction]) -> None:
        for form, value in zip(stack, numbers):
            for index in form:
                self.values.setdefault(index, value)  # the last of a stack of sum 0 has none of its own

    def number(self, form: Form) -> Fraction:
        return sum((c * self.values[i] for i, c in form.items()), Fraction(0))

    def _of_clients(self, answer: Callable[[Line, Fraction], Fraction], x: Stack) -> list[Fraction]:
        return [answer(client, self.number(form)) for client, form in zip(self.clients, x)]

    def total(self, terms: Terms) -> Fraction:
        quantity = self.run.quantity(terms)
        squares = sum((c * self.number(form) ** 2 for c, _, form in quantity.squares), Fraction(0))
        return squares + sum((c * self.losses[p][k] for (p, k), c in quantity.values.items()), Fraction(0))

    def arrays(self) -> dict[str, Any] | None:
        """The setting, scaled so that every condition is met, and one with equality; None where none is above 0."""
        sizes = [(self.total(c.terms), c.bound) for c in self.run.statement.conditions]
        if any(size > 0 == bound for size, bound in sizes):
            return None
        largest = max((size / bound for size, bound in sizes if bound), default=Fraction(0))
        if largest <= 0:
            return None
        scale = Fraction(isqrt(int(2 ** (2 * BITS) / largest)), 2**BITS)
        statement = self.run.statement
        turns = [self._turns(client) for client in self.clients]
        most = max(map(len, turns))
        filled = [[*told, *[told[-1]] * (most - len(told))] for told in turns]
        begun = [scale * x for x in self.start]
        return {
            "W": [[list(row) for row in statement.matrix or ()]],
            **({"start": begun[:1]} if statement.common else {"w0": [[x] for x in begun]}),
            **statement.step,
            "a": [[statement.mu] for _ in turns],
            "c": [[scale * x] for x in self.lowest],
            "bend": [[scale * place for place, _ in told] for told in filled],
            "after": [[curvature for _, curvature in told] for told in filled],
        }

    def _turns(self, client: Line) -> list[tuple[Fraction, Fraction]]:
        """Where F'' changes, and what it is from there on."""
        curvatures = client.curvatures()[1:]
        return list(zip(client.places, curvatures))

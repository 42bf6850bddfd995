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

from ...checker.clients import KIND
from ...checker.line import Client
from .dual import Multipliers
from .forms import Form, Stack
from .statement import Statement, Terms
from .trace import Trace

__all__ = ["BITS", "near", "on_the_line"]

BITS = 44
FLAT = 1e-4  # a second axis so much smaller than the first is the solver's error
APART = 1e-6  # points nearer than this, as a share of all, tell no curvature

Place = tuple[float, float, float]  # x, F'(x), F(x)


def near(number: float) -> Fraction:
    """The fraction that the record has for a float."""
    return Fraction(round(float(number) * 2**BITS), 2**BITS)


def on_the_line(statement: Statement, run: Trace, best: Multipliers) -> dict[str, Any] | None:
    """The witness of a primal optimum of rank one, as JSON; None where it has more dimensions.

    None too where no gradient is asked for. statement: what is witnessed; run: of it with one W.
    """
    sizes, axes = np.linalg.eigh(best.gram[0])
    if not run.points or (len(sizes) > 1 and sizes[-2] > FLAT * sizes[-1]):
        return None
    line = axes[:, -1] * np.sqrt(max(sizes[-1], 0.0))

    def number(form: Form) -> float:
        return sum(float(c) * float(line[i]) for i, c in form.items())

    clients = [
        _told(
            [(number(p.x[k]), number(p.g[k]), losses[k]) for p, losses in zip(run.points, best.losses)], run
        )
        for k in range(run.space.copies)
    ]
    if run.points[0].name == "star":  # gradients at w* sum to 0
        clients[-1]["pull"] = str(-sum(Fraction(client["pull"]) for client in clients[:-1]))
    start = [near(number(form)) for form in run.models[0]]
    return _Replay(run, clients, start).record(statement)


def _told(places: Sequence[Place], run: Trace) -> dict[str, Any]:
    """A client through these places, as the record has it."""
    mu, L = float(run.statement.mu), float(run.statement.L)
    ordered = sorted(places)
    apart = APART * (ordered[-1][0] - ordered[0][0])
    kept = ordered[:1]
    for place in ordered[1:]:
        if place[0] > kept[-1][0] + apart:
            kept.append(place)
    steep: list[tuple[Fraction, Fraction]] = []
    for one, other in pairwise(kept):
        low, high = map(near, _steep(one, other, mu, L))
        if steep:
            low, high = max(low, steep[-1][1]), max(high, steep[-1][1])
        steep.append((low, high))
    told = {"pull": "0", "steep": [[str(low), str(high)] for low, high in steep if low < high]}
    x, g, _ = places[0]
    flat = Client(told, run.statement.mu, run.statement.L)
    return told | {"pull": str(near(g) - flat.gradient(near(x)))}


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

    def __init__(self, run: Trace, clients: list[dict[str, Any]], start: list[Fraction]):
        self.run, self.told = run, clients
        self.clients = [Client(told, run.statement.mu, run.statement.L) for told in clients]
        self.values: dict[int, Fraction] = {}
        for point in run.points[: run.anchors]:
            if point.name == "minima":
                self._put(point.x, [_minimizer(client) for client in self.clients])
            else:
                self._put(point.g, self._of_clients(Client.gradient, point.x))
        self._put(run.models[0], start)
        for point in run.points[run.anchors :]:  # in the order of the run
            self._put(point.g, self._of_clients(Client.gradient, point.x))
        self.losses = [self._of_clients(Client.loss, point.x) for point in run.points]

    def _put(self, stack: Stack, numbers: Sequence[Fraction]) -> None:
        for form, value in zip(stack, numbers):
            for index in form:
                self.values.setdefault(index, value)  # the last of a stack of sum 0 has none of its own

    def number(self, form: Form) -> Fraction:
        return sum((c * self.values[i] for i, c in form.items()), Fraction(0))

    def _of_clients(self, answer: Callable[[Client, Fraction], Fraction], x: Stack) -> list[Fraction]:
        return [answer(client, self.number(form)) for client, form in zip(self.clients, x)]

    def total(self, terms: Terms) -> Fraction:
        quantity = self.run.quantity(terms)
        squares = sum((c * self.number(form) ** 2 for c, _, form in quantity.squares), Fraction(0))
        return squares + sum((c * self.losses[p][k] for (p, k), c in quantity.values.items()), Fraction(0))

    def record(self, statement: Statement) -> dict[str, Any] | None:
        """The witness, scaled so that every condition is met, and one with equality; None where none is above 0."""
        sizes = [(self.total(condition.terms), condition.bound) for condition in statement.conditions]
        if any(size > 0 == bound for size, bound in sizes):
            return None
        largest = max((size / bound for size, bound in sizes if bound), default=Fraction(0))
        if largest <= 0:
            return None
        scale = Fraction(isqrt(int(2 ** (2 * BITS) / largest)), 2**BITS)

        def scaled(told: dict[str, Any]) -> dict[str, Any]:
            steep = [[str(Fraction(end) * scale) for end in interval] for interval in told["steep"]]
            return {"pull": str(Fraction(told["pull"]) * scale), "steep": steep}

        losses = zip(self.losses, self.run.points)
        return {
            "kind": KIND,
            **statement.to_json(),
            "W": [[str(w) for w in row] for row in self.run.statement.matrix or ()],
            "vectors": [
                [[str(scale * self.number(form))] for form in stack] for stack in self.run.space.made
            ],
            "losses": [[str(scale**2 * f) for f in row] for row, p in losses if p.valued],
            "clients": list(map(scaled, self.told)),
            "value": str(scale**2 * self.total(statement.objective)),
        }


def _minimizer(client: Client) -> Fraction:
    """Where F' is 0; mu > 0."""
    bends = [end for interval in client.steep for end in interval]
    last = max((bend for bend in bends if client.gradient(bend) <= 0), default=None)
    if last is None:
        first = bends[0] if bends else Fraction(0)
        return first - client.gradient(first) / client.mu
    steep = any(low <= last < high for low, high in client.steep)
    return last - client.gradient(last) / (client.L if steep else client.mu)

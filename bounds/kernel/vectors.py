"""Stacked models: combinations of generators, which are axes, or axes times chances.

A random model is one with more generators. Chances have mean zero and no two labels correlate, so the inner product of
two vectors is its own expectation, and a metric's text is the expected metric. `settled` keeps the number of chances
at most that of the coordinates: the same products, by G = M D M'.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

from .exact import Numbers, cost, factored, sum_of
from .matrix import dot, in_turn
from .text import need, spend

Label = tuple[int, ...]  # chances in order, each once; () is the mean
COORDINATES = 200


class Vector:
    """{label: coordinates of all clients, one client after the other}."""

    formal = True
    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Label, Sequence[Any]]) -> None:
        self.terms = terms

    @property
    def cost(self) -> int:
        """About how many multiplications one of all its coordinates is."""
        return sum(cost(x) for row in self.terms.values() for x in row)

    def __add__(self, other: Any) -> Vector:
        need(isinstance(other, Vector), "a number is added to a vector")
        spend(other.cost)
        terms = dict(self.terms)
        for label, row in other.terms.items():
            terms[label] = [x + y for x, y in zip(terms[label], row)] if label in terms else row
        return Vector(terms)

    def __mul__(self, factor: Any) -> Vector:
        need(not isinstance(factor, Vector), "a vector times a vector")
        return self.each(lambda row: [x * factor for x in row])

    def __truediv__(self, divisor: Any) -> Vector:
        """By a number; by a vector in which nothing is random, coordinate by coordinate."""
        if not isinstance(divisor, Vector):
            return self * (1 / divisor)
        by = certain(divisor, "division by a vector")
        return self.each(lambda row: [x / y for x, y in zip(row, by, strict=True)])

    def __neg__(self) -> Vector:
        return self.each(lambda row: [-x for x in row])

    def __sub__(self, other: Any) -> Vector:
        need(isinstance(other, Vector), "a number is subtracted from a vector")
        return self + -other

    def __rtruediv__(self, other: Any) -> Vector:
        return other + self  # refused as a number added to a vector is

    __radd__ = __rsub__ = __pow__ = __rpow__ = __add__
    __rmul__ = __mul__

    def each(self, change: Callable[[Sequence[Any]], Sequence[Any]]) -> Vector:
        """A linear map, of every label's coordinates."""
        spend(self.cost)
        return Vector({label: change(row) for label, row in self.terms.items()})


def vector(z: Any) -> Vector:
    need(isinstance(z, Vector), "a number stands where a vector belongs")
    assert isinstance(z, Vector)
    return z


def certain(v: Any, what: str) -> Sequence[Any]:
    """The coordinates of a vector of which nothing is random; otherwise refused, as `what` has no expectation."""
    need(vector(v).terms.keys() == {()}, f"{what} that is random")
    found: Sequence[Any] = v.terms[()]
    return found


class Space:
    """K models of d coordinates: products, means, mixing by W[t] (from `head` on in turn), links that fail.

    shares: of the clients, positive, 1 in sum. links: (i, j) -> the chance that the link works; what a link that fails
    does not carry returns to the weights of its two ends. drawn: the chance of each W to be that of a round, where it
    is not their turn that decides.
    """

    def __init__(
        self,
        numbers: Numbers,
        K: int,
        d: int,
        W: Sequence[Any] = (),
        head: int = 0,
        shares: Sequence[Any] = (),
    ) -> None:
        need(K * d <= COORDINATES, f"more than {COORDINATES} coordinates")
        self.numbers, self.K, self.d, self.W = numbers, K, d, W
        self.head = min(head, len(W) - 1)
        self.shares = shares or [numbers.rational(Fraction(1, K))] * K
        self.links: dict[tuple[int, int], Any] | None = None
        self.drawn: Sequence[Any] = ()
        self.variances: dict[int, Any] = {}
        self._marks, self._new = {}, count()  # type: tuple[dict[Any, int], Any]

    # --- vectors of numbers

    def stacked(self, rows: Sequence[Sequence[Any]]) -> Vector:
        return Vector({(): [x for row in rows for x in row]})

    def rows(self, coordinates: Sequence[Any]) -> list[Sequence[Any]]:
        """The same client by client."""
        return [coordinates[i : i + self.d] for i in range(0, len(coordinates), self.d)]

    def zero(self) -> Vector:
        return Vector({(): [self.numbers.rational(0)] * (self.K * self.d)})

    def ones(self) -> Vector:
        return Vector({(): [self.numbers.rational(1)] * (self.K * self.d)})

    def size(self, label: Label) -> Any:
        """The mean square of a label's chances."""
        found = self.numbers.rational(1)
        for mark in label:
            found = found * self.variances[mark]
        return found

    def dot(self, u: Vector, v: Vector) -> Any:
        """The mean inner product."""
        need(isinstance(u, Vector) and isinstance(v, Vector), "an inner product of numbers")
        spend(u.cost + v.cost)
        pairs = ((label, row, v.terms[label]) for label, row in u.terms.items() if label in v.terms)
        return self.numbers.rational(0) + sum_of(dot(x, y) * self.size(label) for label, x, y in pairs)

    def sq(self, v: Vector) -> Any:
        return self.dot(v, v)

    def norms2(self, v: Vector) -> list[Any]:
        """E|v_k|^2 of each client."""
        parts = [(self.size(label), self.rows(row)) for label, row in v.terms.items()]
        return [sum_of(size * dot(rows[k], rows[k]) for size, rows in parts) for k in range(self.K)]

    # --- linear maps

    def weighed(self, weights: Sequence[Any], v: Vector) -> Vector:
        """Client k's part times weights[k]."""
        return vector(v).each(lambda row: [x * weights[i // self.d] for i, x in enumerate(row)])

    def everywhere(self, weights: Sequence[Any], v: Vector) -> Vector:
        """sum_k weights[k] v_k, at every client."""
        return vector(v).each(lambda row: [dot(weights, row[i :: self.d]) for i in range(self.d)] * self.K)

    def J(self, v: Vector) -> Vector:
        """The mean, at every client."""
        return self.everywhere([self.numbers.rational(Fraction(1, self.K))] * self.K, v)

    def share(self, v: Vector) -> Vector:
        return self.weighed(self.shares, v)

    def average(self, v: Vector) -> Vector:
        """The mean by shares, at every client."""
        return self.everywhere(self.shares, v)

    def at(self, t: int) -> Any:
        """W(t)."""
        need(self.W, "there is no W here")
        return in_turn(self.W, self.head, t)

    def mixed(self, W: Any, v: Vector) -> Vector:
        spend(vector(v).cost * self.K)
        return v.each(partial(self._applied, W=W))

    def _applied(self, row: Sequence[Any], W: Any) -> list[Any]:
        columns = [row[i :: self.d] for i in range(self.d)]
        return [dot(weights, column) for weights in W for column in columns]

    def mix(self, v: Vector, t: int) -> Vector:
        """W(t) v; over links that fail, each is its chance p plus a chance of variance p (1 - p)."""
        if self.drawn:
            return self._mixed_by_one_drawn(v, t)
        W = self.at(t)
        if self.links is None:
            return self.mixed(W, v)
        parts = [
            ((t, i, j), p, p * (1 - p), partial(self._exchanged, i=i, j=j, weight=W[i][j]))
            for (i, j), p in self.links.items()
        ]
        return vector(v) + self.by_chance(v, parts)

    def _mixed_by_one_drawn(self, v: Vector, t: int) -> Vector:
        """W[s] v with the chance q_s.

        Cov(1_r, 1_s) = q_r [r = s] - q_r q_s is M D M': the indicator of s is q_s plus the sum of M_sm times chances of
        variance D_m that do not correlate.
        """
        q, nothing = self.drawn, self.numbers.rational(0)
        M, D = factored([[x * (i == j) - x * y for j, y in enumerate(q)] for i, x in enumerate(q)])
        W = self.combined(q)
        parts = [
            ((t, m, "drawn"), nothing, pivot, partial(self._applied, W=self.combined(column)))
            for m, (column, pivot) in enumerate(zip(zip(*M), D))
        ]
        return self.mixed(W, v) + self.by_chance(v, parts)

    def combined(self, factors: Sequence[Any]) -> list[list[Any]]:
        """sum_s factors[s] W[s]."""
        rows = range(self.K)
        return [[sum_of(x * W[i][j] for x, W in zip(factors, self.W)) for j in rows] for i in rows]

    def by_chance(
        self, v: Vector, parts: Sequence[tuple[Any, Any, Any, Callable[[Sequence[Any]], list[Any]]]]
    ) -> Vector:
        """The sum of (mean + chance) map(v) over parts (name of the chance, mean, variance, map)."""
        total = vector(v) * self.numbers.rational(0)
        for name, mean, variance, change in parts:
            moved = v.each(change)
            total = total + moved * mean
            if variance != 0:
                mark = self.mark(name, variance)
                need(
                    all(mark not in label for label in v.terms),
                    "one chance of a round is used twice in a row",
                )
                total = total + Vector(
                    {tuple(sorted((*label, mark))): row for label, row in moved.terms.items()}
                )
        return total

    def _exchanged(self, row: Sequence[Any], i: int, j: int, weight: Any) -> list[Any]:
        """What the link of i and j adds: weight times their difference."""
        found, d = [weight * 0] * len(row), self.d
        for k in range(d):
            found[i * d + k] = weight * (row[j * d + k] - row[i * d + k])
            found[j * d + k] = -found[i * d + k]
        return found

    # --- chances

    def mark(self, name: Any, variance: Any) -> int:
        """The chance of that name; a new one at its first call."""
        if name not in self._marks:
            self._marks[name] = next(self._new)
            self.variances[self._marks[name]] = variance
        return self._marks[name]

    def noise(self, v: Sequence[Sequence[Any]], name: Any) -> Vector:
        """v_k times a fair sign of its own, new under every name."""
        terms: dict[Label, Any] = {}
        for k, row in enumerate(v):
            if any(row):
                flat = [x if i == k else x * 0 for i in range(self.K) for x in row]
                terms[(self.mark((name, k), self.numbers.rational(1)),)] = flat
        return Vector(terms)

    def settled(self, states: Mapping[str, Vector]) -> dict[str, Vector]:
        """The same states over at most as many chances as they have coordinates."""
        labels = sorted({label for v in states.values() for label in v.terms} - {()})
        n = self.K * self.d
        if len(labels) <= n * len(states):
            return dict(states)
        nothing = self.zero().terms[()]
        columns = [[x for v in states.values() for x in v.terms.get(label, nothing)] for label in labels]
        size = len(columns[0])
        spend((len(columns) * size**2 + size**3) * max(cost(x) for column in columns for x in column))
        weighed = [[x * self.size(label) for x in column] for label, column in zip(labels, columns)]
        M, D = factored([[dot(x, y) for y in zip(*columns)] for x in zip(*weighed)])
        marks = [self.mark(("settled", next(self._new)), pivot) for pivot in D]
        found: dict[str, dict[Label, Any]] = {name: {(): v.terms[()]} for name, v in states.items()}
        for mark, column, pivot in zip(marks, zip(*M), D):
            for i, name in enumerate(found) if pivot else ():
                found[name][(mark,)] = list(column[i * n : (i + 1) * n])
        return {name: Vector(terms) for name, terms in found.items()}

"""Clients: what they answer at their models, exactly and in expectation.

Each kind offers grad (a vector), heights (F_k(v_k) - min F_k of every client), curves (the curvatures that the loss of
a client has), centres (a minimizer of each), and minimizer (of the sum with given weights). Convex kinds offer backward
(the w with w + eta grad F_k(w) = z).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .exact import sum_of
from .line import Line, combined
from .matrix import apply, dot, flat, solved, square
from .text import Undefined, need, spend
from .vectors import Space, Vector, certain


class Quadratic:
    """(w - c_k)' H_k (w - c_k)/2: eigenvalues a_k, on axes turned by the angle whose half has the tangent s_k."""

    affine = True

    def __init__(
        self, space: Space, a: Sequence[Any], c: Sequence[Any], s: Sequence[Any] | None = None
    ) -> None:
        self.space, self.curves, self.centres = space, a, c
        self.turned = space.d > 1 and bool(s and any(s))
        need(space.d <= 2 or not self.turned, "setting: d is 1 or 2 where axes are turned")
        nothing = space.numbers.rational(0)
        self.H = [_hessian(row, s[k] if self.turned and s else nothing) for k, row in enumerate(a)]
        self.c = space.stacked(c)

    def grad(self, v: Vector) -> Vector:
        spend(v.cost * self.space.d)
        rows = self.space.rows
        return (v - self.c).each(lambda row: [x for H, w in zip(self.H, rows(row)) for x in apply(H, w)])

    def heights(self, v: Vector) -> list[Any]:
        pairs = list(self.grad(v).terms.items())
        moved = (v - self.c).terms
        parts = [
            (self.space.size(label), self.space.rows(moved[label]), self.space.rows(g)) for label, g in pairs
        ]
        return [sum_of(size * dot(w[k], g[k]) for size, w, g in parts) / 2 for k in range(self.space.K)]

    def backward(self, z: Vector, eta: Any) -> Vector:
        """c + (I + eta H)^-1 (z - c), solved coordinate by coordinate of one client after the other."""
        inverses = [_inverse(H, eta) for H in self.H]
        return self.c + (z - self.c).each(
            lambda row: [x for A, w in zip(inverses, self.space.rows(row)) for x in apply(A, w)]
        )

    def minimizer(self, shares: Sequence[Any], near: Any) -> list[Any]:
        """Where the mean gradient is 0."""
        d = range(self.space.d)
        A = [[sum_of(p * H[i][j] for p, H in zip(shares, self.H)) for j in d] for i in d]
        b = [sum_of(p * dot(H[i], c) for p, H, c in zip(shares, self.H, self.centres)) for i in d]
        return solved(A, b)


def _inverse(H: Sequence[Sequence[Any]], eta: Any) -> list[list[Any]]:
    """(I + eta H)^-1."""
    eye = range(len(H))
    A = [[H[i][j] * eta + int(i == j) for j in eye] for i in eye]
    columns = [solved(A, [eta * 0 + int(i == j) for i in eye]) for j in eye]
    return [list(row) for row in zip(*columns)]


def _hessian(a: Sequence[Any], s: Any) -> list[list[Any]]:
    if not s or len(a) == 1:
        return [[x if i == j else x * 0 for j in range(len(a))] for i, x in enumerate(a)]
    x, y = (1 - s * s) / (1 + s * s), 2 * s / (1 + s * s)
    cross = x * y * (a[0] - a[1])
    return [[x * x * a[0] + y * y * a[1], cross], [cross, y * y * a[0] + x * x * a[1]]]


class Pieces:
    """Losses on the line whose gradients bend or jump (`line`), followed exactly, without noise and failing links.

    curves: of each client, None where it has none; anywhere: whether of several minimizers the one next to the mean of
    the starts is meant, else the leftmost.
    """

    affine = False

    def __init__(self, space: Space, lines: Sequence[Line], curves: Any, anywhere: bool = False) -> None:
        need(space.d == 1, "setting: d is 1 where gradients bend or jump")
        self.space, self.lines, self.curves, self.anywhere = space, lines, curves, anywhere
        self.centres = [[line.lowest(line.slope * 0 if anywhere else None)] for line in lines]

    def grad(self, v: Vector) -> Vector:
        return Vector({(): [line.derivative(w) for line, w in zip(self.lines, self.sure(v))]})

    def heights(self, v: Vector) -> list[Any]:
        return [line.above(w) for line, w in zip(self.lines, self.sure(v))]

    def sure(self, v: Vector) -> Sequence[Any]:
        spend(v.cost * max(len(line.places) for line in self.lines))
        return certain(v, "a gradient that bends, of a model")

    def backward(self, z: Vector, eta: Any) -> Vector:
        need(
            all(self.curves or ()), "backward(...) is of clients whose gradients bend, not of those that jump"
        )
        need(min(flat(self.curves)) > 0, "backward(...) is of convex clients")
        return Vector({(): [line.moved(w, eta).lowest() for line, w in zip(self.lines, self.sure(z))]})

    def minimizer(self, shares: Sequence[Any], near: Any) -> list[Any]:
        return [combined(self.lines, shares).lowest(near if self.anywhere else None)]


class Answers:
    """Answers of some mu-strongly convex and L-smooth losses, with w* at 0; of nothing else is anything known.

    pull, rise: gradients and losses above the minimum at the points where a run asks for gradients, in the order in
    which it asks, at w* and at the mean of the first models that it does not ask at; `follow` runs it so far, and
    refuses what no such losses answer (Taylor, Hendrickx, Glineur 2017).
    """

    affine = False

    def __init__(self, space: Space, pull: Any, rise: Any, c: Any, mu: Any, L: Any) -> None:
        need(0 < mu < L, "setting: mu is not below L")
        need(len(pull[0]) > 2, "setting: N is not above 2")
        need(len(space.W) == 1, "setting: W is one matrix where answers are given")
        self.space, self.pull, self.rise, self.centres, self.mu, self.L = space, pull, rise, c, mu, L
        self.curves = [[mu, L]] * space.K
        self.points: list[list[Any]] = []
        self.asked = False  # whether what is asked for next has the next answer
        self.told = len(pull[0])

    def follow(self, model: Callable[[int], Vector]) -> None:
        """model(t): the models of the run, each known once the answers before it are."""
        t, self.asked = 0, True
        while len(self.points) < self.told - 2:
            t, before = t + 1, len(self.points)
            model(t)
            need(len(self.points) > before, "setting: the run asks for fewer answers than are given")
        self.asked = False
        for v in (self.space.zero(), self.space.J(model(t))):
            self.points.append(self.space.rows(certain(v, "a given answer to a model")))
        star = [
            sum_of(p * row[-2][i] for p, row in zip(self.space.shares, self.pull))
            for i in range(self.space.d)
        ]
        need(not any(star), "setting: gradients at w* do not sum to 0")
        spend(3 * self.space.K * self.told**2 * self.space.d)
        for k, centre in enumerate(self.centres):
            nothing = centre[0] * 0
            told = [*zip([rows[k] for rows in self.points], self.pull[k], self.rise[k])]
            self._of_one_loss([*told, (centre, [nothing] * len(centre), nothing)], k)

    def _of_one_loss(self, told: list[Any], k: int) -> None:
        mu, L = self.mu, self.L
        for x, g, f in told:
            for y, h, e in told:
                dx, dg = [p - q for p, q in zip(x, y)], [p - q for p, q in zip(g, h)]
                curved = square(dg) / L + mu * square(dx) - 2 * mu / L * dot(dg, dx)
                least = e + dot(h, dx) + curved / (2 * (1 - mu / L))
                need(f >= least, f"setting: no mu-strongly convex, L-smooth loss answers as client {k} does")

    def place(self, k: int, rows: Any) -> int:
        for i, point in enumerate(self.points):
            if list(point[k]) == list(rows[k]):
                return i
        raise Undefined(f"what client {k} answers there is not given")

    def grad(self, v: Vector) -> Vector:
        rows = self.space.rows(certain(v, "a given answer to a model"))
        if self.asked and len(self.points) < self.told - 2 and list(rows) not in self.points:
            self.points.append(list(rows))
        return Vector({(): flat([self.pull[k][self.place(k, rows)] for k in range(self.space.K)])})

    def heights(self, v: Vector) -> list[Any]:
        rows = self.space.rows(certain(v, "a given answer to a model"))
        return [self.rise[k][self.place(k, rows)] for k in range(self.space.K)]

    def minimizer(self, shares: Sequence[Any], near: Any) -> list[Any]:
        return list(self.space.zero().terms[()][: self.space.d])

"""dawo's projections onto feasible weights, and subgradients of the spectral radius, over lossy links."""

from __future__ import annotations

from typing import ClassVar

from .intervals import ONE, ZERO, Number, largest, total
from .lossy_links import Links
from .vectors import (
    Matrix,
    Names,
    Vector,
    add,
    apply,
    below_diagonal,
    bottom,
    centred,
    dot,
    entrywise,
    flat,
    identity,
    laplacian,
    plus,
    square,
    subtract,
    top,
)


def capped(w: Vector, room: Number) -> tuple[Vector, Number]:
    """(q, nu): the nearest q >= 0 to w with sum at most room, q_j = max(0, w_j - nu/2)."""

    def cut(height: Number) -> Vector:
        return [max(x - height, ZERO) for x in w]

    if total(cut(ZERO)) <= room:
        return cut(ZERO), ZERO
    downward = sorted(cut(ZERO), reverse=True)
    half = max((total(downward[:k]) - room) / k for k in range(1, len(w) + 1))
    return cut(half), 2 * half


def devices(Y: Matrix, whole: bool = False) -> tuple[Matrix, list[tuple[Number, Number, Number]]]:
    """The devices' projections in turn, of the whole row or of what later devices share.

    Returns the weights, and for each device (its room, the sum of its weights, its multiplier nu).
    """
    Z, rows = [list(row) for row in Y], []
    for i in range(len(Y) if whole else len(Y) - 1):
        mine = [j for j in range(len(Y)) if j != i and (whole or j > i)]
        room = ONE if whole else 1 - total(Z[i][:i])
        weights, nu = capped([Z[i][j] for j in mine], room)
        for j, x in zip(mine, weights):
            Z[i][j] = Z[j][i] = x
        rows.append((room, total(weights), nu))
    return Z, rows


def after(Y: Matrix) -> Matrix:
    return devices(Y)[0]


def sweep(Y: Matrix) -> Matrix:
    return devices(Y, whole=True)[0]


def distance2(A: Matrix, B: Matrix) -> Number:
    """Sum over links of squared differences."""
    return below_diagonal(entrywise(lambda i, j, x, y: (x - y) ** 2, A, B))


def smallest_own(Y: Matrix) -> Number:
    """Smallest self-weight once the devices have projected."""
    return min(1 - total(row) for row in after(Y))


class Projection(Links):
    """Weights Y of the links, to be projected; W[0] holds feasible ones."""

    def magnitude(self) -> Number:
        """Largest modulus of an eigenvalue of I - lap(Y)."""
        M = plus(identity(len(self.Y)), laplacian(self.Y), -1)
        return largest(top(M), -bottom(M))

    constants: ClassVar[Names] = Links.constants | {
        "own_after": lambda s: smallest_own(s.Y),
        "room": lambda s: min(room for room, _, _ in devices(s.Y)[1]),
        "after2": lambda s: distance2(after(s.Y), s.Y),
        "other2": lambda s: distance2(s.W[0], s.Y),
        "after_other2": lambda s: distance2(after(s.Y), s.W[0]),
        "sweep_other2": lambda s: distance2(sweep(s.Y), s.W[0]),
        "first2": lambda s: square(subtract(after(s.Y)[0], s.Y[0])),
        "first_other2": lambda s: square(subtract(s.off_diagonal()[0], s.Y[0])),
        "slack_printed": lambda s: max(abs(nu * (used - 1)) for _, used, nu in devices(s.Y)[1]),
        "slack": lambda s: max(abs(nu * (used - room)) for room, used, nu in devices(s.Y)[1]),
        "unused": lambda s: max(room - used for room, used, _ in devices(s.Y)[1]),
        "magnitude": magnitude,
    }


class Subgradient(Links):
    """Slopes P_ij (u_i - u_j)^2/|u|^2 at u, v centred unless told otherwise, and at r, from W[0] towards W[1]."""

    def complete(self) -> None:
        super().complete()
        self.u = self.v if "centred" in self.options else centred(self.v)
        self.r = centred(self.get("vr", self.v))

    def mixed(self, u: Vector) -> Vector:
        """(E W_hat) u."""
        return apply(self.mean(self.W[0]), u)

    def slopes(self, u: Vector, P: Matrix | None = None) -> Matrix:
        return entrywise(lambda i, j, p: p * (u[i] - u[j]) ** 2 / square(u), P or self.P)

    def form(self, u: Vector, k: int = 0) -> Number:
        """u' (E W_hat) u for W[k]."""
        return dot(u, apply(self.mean(self.W[k]), u))

    def quotient(self, u: Vector, k: int = 0) -> Number:
        return self.form(u, k) / square(u)

    def residual2(self, u: Vector) -> Number:
        return square(add(self.mixed(u), u, -self.quotient(u)))

    def gain(self, u: Vector) -> Number:
        """What the quotient at u loses to first order from W[0] to W[1]."""
        return below_diagonal(
            entrywise(lambda i, j, g, x, y: g * (y - x), self.slopes(u), self.W[0], self.W[1])
        )

    def moved(self) -> Matrix:
        """The weights after a step gamma along the slopes."""
        return plus(self.off_diagonal(), self.slopes(self.u), self.gamma)

    def between(self, P: Matrix | None = None) -> Matrix:
        """Squared differences of the slopes at u and at r."""
        return entrywise(lambda i, j, x, y: (x - y) ** 2, self.slopes(self.u, P), self.slopes(self.r, P))

    def slope_ratio(self) -> Number:
        everywhere = self.between([[ONE] * len(self.P)] * len(self.P))
        return max(x if p > 0 else ZERO for x, p in zip(flat(everywhere), flat(self.P)))

    def turned2(self) -> Number:
        """|y|^2 |u|^2 - (y'u)^2 of y = (E W_hat)^2 u: zero where y is parallel to u."""
        y = self.mixed(self.mixed(self.u))
        return square(y) * square(self.u) - dot(y, self.u) ** 2

    constants: ClassVar[Names] = Links.constants | {
        "norm2": lambda s: square(s.u),
        "normr2": lambda s: square(s.r),
        "inner": lambda s: dot(s.u, s.r),
        "form": lambda s: s.form(s.u),
        "quotient": lambda s: s.quotient(s.u),
        "quotient_other": lambda s: s.quotient(s.u, 1),
        "quotientr": lambda s: s.quotient(s.r),
        "residual2": lambda s: s.residual2(s.u),
        "residualr2": lambda s: s.residual2(s.r),
        "gain": lambda s: s.gain(s.u),
        "gainr": lambda s: s.gain(s.r),
        "turned2": turned2,
        "slope2": lambda s: below_diagonal(entrywise(lambda i, j, g: g * g, s.slopes(s.u))),
        "slope_gap": lambda s: 2 * below_diagonal(s.between()),
        "slope_ratio": slope_ratio,
        "p2": lambda s: square(flat(s.P)),
        "apart2": lambda s: distance2(s.W[0], s.W[1]),
        "moved_apart2": lambda s: distance2(s.W[1], s.moved()),
        "own_after": lambda s: smallest_own(s.moved()),
        "shift2": lambda s: distance2(after(s.moved()), s.W[0]),
        "after_apart2": lambda s: distance2(after(s.moved()), s.W[1]),
        "sweep_apart2": lambda s: distance2(sweep(s.moved()), s.W[1]),
    }

"""Mixing over lossy links: link ij works with probability P_ij."""

from __future__ import annotations

from typing import ClassVar

from .intervals import ZERO, Number, number, total
from .matrices import Matrices
from .setting import need
from .vectors import (
    Matrix,
    Names,
    Vector,
    bottom,
    entrywise,
    flat,
    identity,
    is_connected,
    is_primitive,
    laplacian,
    norm,
    plus,
    square,
    times,
    top,
    transposed,
)


class Links(Matrices):
    """W_hat = I - lap(W o links): E W_hat = I - lap(W o P), E W_hat^2 = (E W_hat)^2 + 2 lap(W o W o P o (1 - P)).

    W[0] is the matrix, W[1] another one; without W: Metropolis weights by reliability, dawo (27).
    """

    shapes: ClassVar = {
        "W": "S K K",
        "P": "K K",
        "Y": "K K",
        "a": "",
        "b": "",
        "c": "K",
        "w0": "K",
        "start": "",
        "v": "K",
        "vr": "K",
        "eta": "",
        "gamma": "",
    }
    choices: ClassVar = {"centred": (False,), "extra": (1,)}
    P: Matrix

    def complete(self) -> None:
        super().complete()
        for name in {"P", "Y"} & self.given:
            M = self.get(name, None)
            hollow = transposed(M) == M and not any(M[i][i] for i in range(len(M)))
            need(hollow, f"setting: {name} is not symmetric with a zero diagonal")
        need(all(0 <= p <= 1 for p in flat(self.get("P", []))), "setting: P holds no probabilities")
        if "W" not in self.given:
            self.W = [metropolis(self.P, self.options.get("extra", 0))]
        n = self.size["K"]
        self.x: Vector = self.get("w0", [self.get("start", ZERO)] * n)
        self.v: Vector = self.get("v", [ZERO] * n)

    def off_diagonal(self) -> Matrix:
        return entrywise(lambda i, j, w: ZERO if i == j else w, self.W[0])

    def mean(self, W: Matrix) -> Matrix:
        """E W_hat."""
        return plus(identity(len(W)), laplacian(entrywise(lambda i, j, w, p: w * p, W, self.P)), -1)

    def rates(self, W: Matrix) -> Matrix:
        """Variances of the weights."""
        return entrywise(lambda i, j, w, p: w * w * p * (1 - p), W, self.P)

    def scatter(self, W: Matrix) -> Matrix:
        """E W_hat^2 - (E W_hat)^2."""
        return [[2 * x for x in row] for row in laplacian(self.rates(W))]

    def moment(self, W: Matrix) -> Matrix:
        """E W_hat^2."""
        return plus(times(self.mean(W), self.mean(W)), self.scatter(W))

    def halfway(self) -> Matrix:
        return entrywise(lambda i, j, x, y: (x + y) / 2, self.W[0], self.W[1])

    def second(self, W: Matrix) -> Number:
        """Largest eigenvalue of E W_hat on the complement of the ones."""
        return top(entrywise(lambda i, j, x: x - number(2) / len(W), self.mean(W)))

    constants: ClassVar[Names] = Matrices.constants | {
        "rho_mean": lambda s: norm(s.mean(s.W[0])),
        "rho_other": lambda s: norm(s.mean(s.W[1])),
        "rho_halfway": lambda s: norm(s.mean(s.halfway())),
        "rho2": lambda s: norm(s.moment(s.W[0])),
        "rho2_other": lambda s: norm(s.moment(s.W[1])),
        "rho2_halfway": lambda s: norm(s.moment(s.halfway())),
        "lam2": lambda s: s.second(s.W[0]),
        "lam2_other": lambda s: s.second(s.W[1]),
        "lam_low": lambda s: bottom(s.mean(s.W[0])),
        "scatter_top": lambda s: top(s.scatter(s.W[0])),
        "scatter_max": lambda s: max(row[i] for i, row in enumerate(s.scatter(s.W[0]))),
        "largest_weight": lambda s: max(flat(s.off_diagonal())),
        "weights_primitive": lambda s: is_primitive(s.W[0]),
        "links_primitive": lambda s: is_primitive(s.P),
        "mean_connected": lambda s: is_connected(s.mean(s.W[0])),
        "unreliable": lambda s: max(1 - p for i, row in enumerate(s.P) for p in row[:i] + row[i + 1 :]),
        "gamma": lambda s: s.gamma,
    }


class WorseLinks(Links):
    """Links of which P_ij Y_ij work, and weights W_ij Y_ij on links P."""

    Y: Matrix

    def complete(self) -> None:
        super().complete()
        need({"W", "P", "Y"} <= self.given, "setting: not all of W, P and Y are given")
        need(all(0 <= y <= 1 for y in flat(self.Y)), "setting: Y holds no shares")

    def weakened(self, A: Matrix) -> Matrix:
        """A_ij Y_ij off the diagonal, where a link of P is."""
        return entrywise(lambda i, j, a, y, p: a * y if p else ZERO, A, self.Y, self.P)

    def least(self) -> Number:
        pairs = self.weakened(self.W[0])
        return min(*flat(pairs), *(1 - total(row) for row in pairs))

    constants: ClassVar[Names] = Links.constants | {
        "rho_worse": lambda s: norm(
            plus(
                identity(s.size["K"]),
                laplacian(entrywise(lambda i, j, w, q: w * q, s.W[0], s.weakened(s.P))),
                -1,
            )
        ),
        "rho_moved": lambda s: norm(s.mean(s.weakened(s.W[0]))),
        "least_moved": least,
        "largest_link": lambda s: max(flat(s.P)),
    }


def metropolis(P: Matrix, extra: int) -> Matrix:
    degrees = [total(row) for row in P]
    return plus(
        identity(len(P)),
        laplacian(entrywise(lambda i, j, p: p / (extra + max(degrees[i], degrees[j])) if p else p, P)),
        -1,
    )


def spread(x: Vector) -> Number:
    """sum_k (x_k - mean)^2."""
    return square(x) - total(x) * total(x) / len(x)

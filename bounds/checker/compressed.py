"""Gossip whose messages keep k of d coordinates: xhat += Q(x - xhat), then x += gamma (W - I) xhat, xhat zero at first.

With "top" Q keeps the k largest coordinates, of equal ones the first; with "random" every set of k is as likely.
"""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

from .intervals import ONE, ZERO, Number, number, total
from .matrices import Matrices
from .setting import need
from .vectors import Matrix, Names, Vector, add, centred, dot, mean, plus, square, subtract, times, transposed

# second moments of x with x, x with xhat, xhat with xhat
Moments = tuple[Matrix, Matrix, Matrix]


class Compressed(Matrices):
    """W (1, K, K), w0 (K, d), gamma; size k.

    Random coordinates: what a node lacks, x_i - xhat_i, is multiplied by 1 - m_i, where m_i is 1 with probability k/d
    and independent of the others: products of two nodes' factors have the mean (1 - k/d)^2, a node's square 1 - k/d.
    """

    sizes = frozenset({"K", "S", "d", "k"})
    shapes: ClassVar = {"W": "S K K", "w0": "K d", "gamma": ""}
    positive = frozenset({"gamma"})
    choices: ClassVar = {"compressor": ("top", "random")}
    w0: Matrix
    gamma: Number

    def complete(self) -> None:
        super().complete()
        need("compressor" in self.options, "options: compressor is lacking")
        need(self.shapes.keys() == self.given, "setting: not all of W, w0, gamma are given")
        need(len(self.W) == 1 and "k" in self.size, "setting: W is one matrix, and k is told")
        self.kept = min(self.size["k"], len(self.w0[0]))
        self.omega = number(self.kept) / len(self.w0[0])

    # --- one message, v = w0[0]

    def top(self, v: Vector) -> Vector:
        # stable: of equal ones the first
        order = sorted(range(len(v)), key=lambda j: abs(v[j]), reverse=True)
        return [x if j in order[: self.kept] else ZERO for j, x in enumerate(v)]

    def messages(self) -> list[Vector]:
        v = self.w0[0]
        if self.options["compressor"] == "top":
            return [self.top(v)]
        chosen = combinations(range(len(v)), self.kept)
        return [[x if j in places else ZERO for j, x in enumerate(v)] for places in map(set, chosen)]

    def lost2(self, factor: Number) -> Number:
        found = [square(add(self.w0[0], message, -factor)) for message in self.messages()]
        return total(found) / len(found)

    def bias2(self) -> Number:
        return square(add(self.w0[0], mean(self.messages()), -1 / self.omega))

    # --- the run

    def mixed(self, copies: Matrix) -> Matrix:
        """gamma (W - I) copies."""
        return [[self.gamma * x for x in row] for row in plus(times(self.W[0], copies), copies, -1)]

    def largest(self, t: int) -> tuple[Matrix, Matrix]:
        """x(t) and xhat(t + 1), the largest coordinates being sent."""
        x, copies = self.w0, [[ZERO] * len(v) for v in self.w0]
        for r in range(t + 1):
            copies = [add(c, self.top(subtract(v, c))) for v, c in zip(x, copies)]
            if r < t:
                x = plus(x, self.mixed(copies))
        return x, copies

    def moments(self, t: int) -> Moments:
        if self.options["compressor"] == "top":
            x, copies = self.largest(t)
            return times(x, transposed(x)), times(x, transposed(copies)), times(copies, transposed(copies))
        n, p = len(self.w0), 1 - self.omega
        X = times(self.w0, transposed(self.w0))
        Y = Z = [[ZERO] * n for _ in range(n)]
        for r in range(t + 1):
            if r:  # x + u, u = gamma (W - I) xhat
                crossed = transposed(self.mixed(transposed(Y)))
                moved = self.mixed(Z)
                X = plus(
                    plus(X, plus(crossed, transposed(crossed))), transposed(self.mixed(transposed(moved)))
                )
                Y = plus(Y, moved)
            lacking = plus(plus(X, plus(Y, transposed(Y)), -1), Z)  # of x - xhat
            both = [
                [a * (p if i == j else p * p) for j, a in enumerate(row)] for i, row in enumerate(lacking)
            ]
            one = [[p * a for a in row] for row in plus(X, Y, -1)]  # x with what is lacking after the message
            Y = plus(X, one, -1)
            Z = plus(plus(X, plus(one, transposed(one)), -1), both)
        return X, Y, Z

    def spread2(self, t: int) -> Number:
        X = self.moments(t)[0]
        return total(centred(row)[i] for i, row in enumerate(X))

    def unsent2(self, t: int) -> Number:
        X, Y, Z = self.moments(t)
        return total(X[i][i] - 2 * Y[i][i] + Z[i][i] for i in range(len(X)))

    def mean2(self, t: int) -> Number:
        X = self.moments(t)[0]
        return dot([ONE] * len(X), mean(X)) / len(X)

    constants: ClassVar[Names] = {
        **Matrices.constants,
        "gamma": lambda s: s.gamma,
        "omega": lambda s: s.omega,
        "norm2": lambda s: square(s.w0[0]),
        "lost2": lambda s: s.lost2(ONE),
        "scaled_lost2": lambda s: s.lost2(1 / s.omega),
        "bias2": bias2,
    }
    metrics: ClassVar[Names] = {"spread2": spread2, "unsent2": unsent2, "mean2": mean2}

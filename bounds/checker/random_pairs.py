"""Averaging by random pairs: i and j meet with probability R_ij / sum of R over pairs, and both take their mean."""

from __future__ import annotations

from typing import ClassVar

from .intervals import ONE, ZERO, Number, number, total
from .setting import Setting, need
from .vectors import (
    Matrix,
    Names,
    Vector,
    apply,
    bottom,
    centred,
    entrywise,
    flat,
    identity,
    square,
    top,
    transposed,
)


class RandomPairs(Setting):
    """R (K, K) how often pairs meet, w0 (K,) the first values, eps an accuracy.

    Second moments are followed entry by entry, and not by products of matrices: where i and j meet, rows i and j and
    columns i and j of E y y' become their mean.
    """

    sizes = frozenset({"K"})
    shapes: ClassVar = {"R": "K K", "w0": "K", "eps": ""}
    R: Matrix
    w0: Vector
    eps: Number

    def complete(self) -> None:
        hollow = transposed(self.R) == self.R and not any(self.R[i][i] for i in range(len(self.R)))
        need(hollow, "setting: R is not symmetric with a zero diagonal")
        need(all(x >= 0 for x in flat(self.R)), "setting: R is negative somewhere")
        need(0 <= self.eps <= 1, "setting: eps is not from 0 to 1")
        n = len(self.R)
        weight = {(i, j): self.R[i][j] for i in range(n) for j in range(i) if self.R[i][j]}
        whole = total(weight.values())
        self.q = {pair: x / whole for pair, x in weight.items()}

    def mean(self) -> Matrix:
        """E W."""
        W = identity(len(self.R))
        for (i, j), q in self.q.items():
            for a, b in ((i, j), (j, i)):
                W[a][a] = W[a][a] - q / 2
                W[a][b] = W[a][b] + q / 2
        return W

    def second(self) -> Number:
        return top(entrywise(lambda i, j, x: x - number(2) / len(self.R), self.mean()))

    def moment_error(self) -> Number:
        """Largest |entry| of E W'W - E W, W'W from the rows of each W."""
        n = len(self.R)
        found = [[ZERO] * n for _ in range(n)]
        for (i, j), q in self.q.items():
            for a in range(n):
                for b in range(n):
                    met = {i, j}
                    inside = a in met and b in met
                    # (W'W)_ab = sum_c W_ca W_cb: two rows of (1/2, 1/2), unit rows elsewhere
                    found[a][b] = found[a][b] + q * (ONE / 2 if inside else ONE if a == b else ZERO)
        idle = ONE - total(self.q.values())
        mean = self.mean()
        return max(
            abs(found[a][b] + (idle if a == b else ZERO) - mean[a][b]) for a in range(n) for b in range(n)
        )

    def second_moment(self, t: int) -> Number:
        y = centred(self.w0)
        M = [[a * b for b in y] for a in y]
        for _ in range(t if self.q else 0):
            after = [[ZERO] * len(y) for _ in y]
            for (i, j), q in self.q.items():
                met = [[*row] for row in M]
                for row in met:
                    row[i] = row[j] = (row[i] + row[j]) / 2
                met[i] = met[j] = [(a + b) / 2 for a, b in zip(met[i], met[j])]
                after = [[x + q * z for x, z in zip(old, new)] for old, new in zip(after, met)]
            M = after
        return total(M[i][i] for i in range(len(y)))

    def first_moment(self, t: int) -> Number:
        y, W = centred(self.w0), self.mean()
        for _ in range(t):
            y = apply(W, y)
        return square(y)

    constants: ClassVar[Names] = {
        "K": lambda s: number(len(s.R)),
        "eps": lambda s: s.eps,
        "lam2": second,
        "lam_low": lambda s: bottom(s.mean()),
        "moment_error": moment_error,
        "start_norm2": lambda s: square(s.w0),
    }
    metrics: ClassVar[Names] = {"spread2": second_moment, "mean_spread2": first_moment}

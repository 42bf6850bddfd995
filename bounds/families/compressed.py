"""Gossip with compressed messages (Koloskova, Stich and Jaggi 2019, Choco-Gossip), the compressors themselves, and
random rounding.

Node i holds x_i and a copy xhat_i, zero at first, that all nodes know. In round t, with a step gamma,

    xhat_i <- xhat_i + Q(x_i - xhat_i),   x_i <- x_i + gamma sum_j W_ij (xhat_j - xhat_i).

Q keeps k of d coordinates: the largest ones ("top", of equal ones the first), or any k with the same probability,
every node and round anew ("random"). Expectations are exact: what is followed of random coordinates is the second
moment of (x_1, ..., x_K, xhat_1, ..., xhat_K), summed over coordinates, each of which a node keeps with probability
k/d; that a node's coordinates hang together has no part in such sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import isqrt
from typing import Any

import numpy as np

from ..domains import POSITIVE, REAL
from ..family import Family, Parameter
from ..rounds import each_round
from .matrices import Mixing
from .mixing_domain import MIXING
from .starts import dominant

__all__ = ["QUANTISED", "CompressedRun", "QuantisedRun", "compressed"]


class CompressedRun(Mixing):
    """values: W (1, K, K), w0 (K, d) the first values, gamma; size k, coordinates kept, at most d of them."""

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, compressor: str):
        self._sizes, self._values, self.rounds = sizes, values, rounds
        self._top, self._start, self.gamma = compressor == "top", values["w0"], values["gamma"].item()
        self._nodes, self._d = self._start.shape
        self._k = min(sizes["k"], self._d)

    # --- one message

    @cached_property
    def omega(self) -> Any:
        """k/d."""
        return self._k / self._d

    @cached_property
    def norm2(self) -> Any:
        """||v||^2 of v = x_1(0)."""
        return (self._start[0] ** 2).sum()

    @cached_property
    def lost2(self) -> Any:
        """E||Q(v) - v||^2."""
        return self._expected(lambda v, kept: ((v - kept) ** 2).sum())

    @cached_property
    def scaled_lost2(self) -> Any:
        """E||(d/k) Q(v) - v||^2."""
        return self._expected(lambda v, kept: ((v - kept / self.omega) ** 2).sum())

    @cached_property
    def bias2(self) -> Any:
        """||E (d/k) Q(v) - v||^2."""
        v = self._start[0]
        return ((v - self._expected(lambda v, kept: kept / self.omega)) ** 2).sum()

    def _expected(self, read: Any) -> Any:
        v = self._start[0]
        kept = [self._largest(v)] if self._top else list(combinations(range(self._d), self._k))
        return sum(read(v, self._only(v, places)) for places in kept) / len(kept)

    def _largest(self, v: np.ndarray) -> list[int]:
        return sorted(range(self._d), key=lambda j: (-abs(v[j]), j))[: self._k]

    def _only(self, v: np.ndarray, places: Any) -> np.ndarray:
        kept = v * 0
        kept[list(places)] = v[list(places)]
        return kept

    @property
    def slowest(self) -> np.ndarray:
        """Values (K, d) that plain gossip averages most slowly, every coordinate alike."""
        eye = np.eye(self._nodes)
        apart = eye - 1 / self._nodes
        column = dominant(self.W[0] + eye - 2 / self._nodes, apart @ self._start[:, 0])
        return np.array([[x] * self._d for x in column])

    # --- the run

    @cached_property
    def _path(self) -> list[np.ndarray]:
        """E z z' for z = (x(t), xhat(t + 1)), summed over coordinates, of each round."""
        n = self._nodes
        eye, zero = np.eye(n), np.zeros((n, n))
        mix = np.block([[eye, self.gamma * (self.W[0] - eye)], [zero, eye]])
        x, copies = self._start, self._start * 0
        M = np.block([[x @ x.T, zero], [zero, zero]])
        path = []
        for _ in range(self.rounds + 1):
            if self._top:
                copies = copies + np.array([self._only(v, self._largest(v)) for v in x - copies])
                z = np.concatenate([x, copies])
                path.append(z @ z.T)
                x = x + self.gamma * ((self.W[0] - eye) @ copies)
            else:
                path.append(sum(q * (send @ M @ send.T) for q, send in self._sends))
                M = mix @ path[-1] @ mix.T
        return path

    @cached_property
    def _sends(self) -> list[tuple[Any, np.ndarray]]:
        """(probability, matrix of what happens to z) of every set of nodes that keep a coordinate."""
        n = self._nodes
        eye, zero = np.eye(n), np.zeros((n, n))
        found = []
        for kept in self._sets():
            mask = eye * kept
            q = self.omega ** int(kept.sum()) * (1 - self.omega) ** int(n - kept.sum())
            found.append((q, np.block([[eye, zero], [mask, eye - mask]])))
        return found

    def _sets(self) -> Iterator[np.ndarray]:
        return (np.array(kept) for kept in product((0, 1), repeat=self._nodes))

    def _square(self, rows: np.ndarray, t: Any) -> Any:
        """E||rows z||^2."""
        return each_round(t, lambda t: (rows @ self._path[t] * rows).sum())

    @cached_property
    def _eyes(self) -> tuple[np.ndarray, np.ndarray]:
        return np.eye(self._nodes), np.zeros((self._nodes, self._nodes))

    def spread2(self, t: Any) -> Any:
        """E sum_i ||x_i(t) - xbar||^2."""
        eye, zero = self._eyes
        return self._square(np.hstack([eye - (zero + 1) / self._nodes, zero]), t)

    def unsent2(self, t: Any) -> Any:
        """E sum_i ||x_i(t) - xhat_i(t + 1)||^2: what the copies lack after round t's messages."""
        eye, _ = self._eyes
        return self._square(np.hstack([eye, -eye]), t)

    def mean2(self, t: Any) -> Any:
        """E||xbar(t)||^2."""
        ones = np.zeros((1, 2 * self._nodes))
        ones[0, : self._nodes] = 1 / self._nodes
        return self._square(ones, t)


def compressed(compressor: str) -> Family:
    """Gossip whose messages keep k of d coordinates; compressor: "top" or "random"."""
    parameters = (
        Parameter("W", ("S", "K", "K"), MIXING),
        Parameter("w0", ("K", "d"), REAL),
        Parameter("gamma", (), POSITIVE),
    )
    sizes = {"K": (2, 3), "S": (1,), "d": (2, 1, 3), "k": (1, 2)}
    return Family(
        "compressed",
        sizes,
        parameters,
        CompressedRun,
        steps=(("gamma", -1),),
        options={"compressor": compressor},
        starts=(("w0", lambda run: run.slowest),),
        wide={"K": (4,)},
    )


class QuantisedRun:
    """Random rounding to s levels (Alistarh, Grubic, Li, Tomioka and Vojnovic 2017, QSGD); values: v (d,), not 0.

    Coordinate v_i is sent as ||v|| sign(v_i) l/s, where l is one of the two integers around s |v_i|/||v||, at random so
    that the mean is v_i, coordinates independently.
    """

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int):
        self._v = abs(values["v"])
        self.d, self.s = (float(sizes[name]) for name in ("d", "s"))

    @cached_property
    def norm2(self) -> Any:
        """||v||^2."""
        square = (self._v**2).sum()
        if square == 0:
            raise ArithmeticError("v = 0 has no direction")
        return square

    @cached_property
    def _places(self) -> list[Any]:
        """s |v_i|/||v||."""
        return [np.sqrt(self.s**2 * x**2 / self.norm2) for x in self._v]

    def _below(self, x: Any) -> int:
        """The level below s |x|/||v||, from its square, which is rational."""
        square = self.s**2 * x**2 / self.norm2
        exact = Fraction(square)
        return isqrt(exact.numerator // exact.denominator)

    @cached_property
    def lost2(self) -> Any:
        """E||Q(v) - v||^2."""
        up = [place - self._below(x) for place, x in zip(self._places, self._v)]
        return self.norm2 / self.s**2 * sum(p * (1 - p) for p in up)

    @cached_property
    def second2(self) -> Any:
        """E||Q(v)||^2."""
        found = self.norm2 * 0
        for place, x in zip(self._places, self._v):
            low = self._below(x)
            p = place - low
            found = found + p * (low + 1) ** 2 + (1 - p) * low**2
        return self.norm2 / self.s**2 * found

    @cached_property
    def sent(self) -> Any:
        """E of the number of coordinates of Q(v) that are not 0."""
        return sum(min(1.0, place) for place in self._places)


QUANTISED = Family(
    "quantised",
    {"d": (2, 1, 3, 4), "s": (1, 2, 3)},
    (Parameter("v", ("d",), REAL),),
    QuantisedRun,
    wide={"d": (5, 9, 12)},
)

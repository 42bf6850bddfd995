"""One round in one direction as matrices, and the form that a proof needs nonpositive there.

Everything works on floats (for the solver) and on fractions in object arrays (for the derivation).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...algorithms import Trace
from .constants import Constants

__all__ = ["Direction", "direction", "outer"]


@dataclass(frozen=True)
class Direction:
    """Rows over the N vectors of a trace: `next` and `here` (n, N), `slope` (n, N) the part of next that W multiplies,
    `calls` one (N, N) sector form an oracle call, `z` and `v` (k, N) what is mixed and its image."""

    next: np.ndarray
    here: np.ndarray
    slope: np.ndarray
    calls: tuple[np.ndarray, ...]
    z: np.ndarray
    v: np.ndarray
    floored: bool

    def motion(self, Q: np.ndarray, extra: Any = 0) -> np.ndarray:
        """next'Q next, plus `extra` times what W's variance adds to it."""
        return self.next.T @ Q @ self.next + extra * (self.slope.T @ Q @ self.slope)

    def kept(self, Q: np.ndarray) -> np.ndarray:
        return self.here.T @ Q @ self.here

    def sector(self, m: Sequence[Any] | np.ndarray) -> np.ndarray:
        """sum_i m_i (u_i - mu y_i)(L y_i - u_i)."""
        total = self.kept(np.zeros((len(self.here), len(self.here)), dtype=int))
        for weight, call in zip(m, self.calls):
            total = total + weight * call
        return total

    def mixing(self, R: np.ndarray, lam: Any) -> np.ndarray:
        """sum_ij R_ij (lam^2 z_i z_j - v_i v_j)."""
        return lam**2 * (self.z.T @ R @ self.z) - self.v.T @ R @ self.v

    def input(self, c: Any) -> np.ndarray:
        """c h^2."""
        size = self.next.shape[1]
        last = np.zeros((size, size), dtype=int)
        if self.floored:
            last[-1, -1] = 1
        return c * last


def direction(trace: Trace, at: Constants, eta: Fraction, nu: Fraction, exact: bool = False) -> Direction:
    """The round at these numbers."""
    kind = object if exact else float

    def rows(forms: Sequence[Any]) -> np.ndarray:
        values = [[Fraction(value) for value in trace.row(form, eta, nu)] for form in forms]
        return np.array(values, dtype=kind).reshape(len(forms), len(trace.basis))

    mu, L = at.sector if exact else map(float, at.sector)
    calls = []
    for y, u in zip(rows([y for y, _ in trace.oracles]), rows([u for _, u in trace.oracles])):
        calls.append(outer(u - mu * y, L * y - u))
    ahead = list(trace.next.values())
    slopes = [type(f)({(n, i, 0): value for (n, i, j), value in f.terms.items() if j == 1}) for f in ahead]
    return Direction(
        rows(ahead),
        rows([type(ahead[0]).of(s) for s in trace.states]) if ahead else rows([]),
        rows(slopes),
        tuple(calls),
        rows([z for z, _ in trace.mixes]),
        rows([v for _, v in trace.mixes]),
        "h" in trace.basis,
    )


def outer(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The symmetric matrix of (a . x)(b . x)."""
    product = np.multiply.outer(a, b)
    return (product + product.T) / 2

"""The objective `learning` at given weights, and an interval that is proved to contain it.

For a symmetric X and a computed inverse Y > 0 let e >= ||X Y - I||_F. If e < 1, then X is positive too (the eigenvalues
of Y^(1/2) X Y^(1/2) are those of X Y) and

    ||X^-1 - Y||_F <= ||Y||_F e / (1 - e).

So a residual, with a priori bounds of its rounding, encloses every trace that the objective is made of.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import scipy
from numpy.typing import NDArray

from mixproof.spectral.dense import UNIT, gamma
from mixproof.spectral.errors import InputError
from mixproof.spectral.links import link_probabilities
from mixproof.spectral.mixing import MixingMatrix

from ..arrays import Array

if TYPE_CHECKING:
    from ..learning import Learning

__all__ = ["MOST_NODES", "dense_laplacian", "learning_enclosure"]

MOST_NODES = 1000  # dense inverses of this order take a second: beyond, no time limit would hold
Interval = tuple[float, float]
Nodes = NDArray[np.int64]
NOWHERE = (0.0, np.inf)


def dense_laplacian(n: int, i: Nodes, j: Nodes, values: Array) -> Array:
    """(n, n) sum_e values_e a_e a_e', an array."""
    L, nodes = np.zeros((n, n)), np.arange(n)
    L[i, j] = L[j, i] = -values
    L[nodes, nodes] = np.bincount(i, values, n) + np.bincount(j, values, n)
    return L


@dataclass(frozen=True, eq=False)
class _Inverse:
    """Y, and a bound on ||X^-1 - Y||_F."""

    Y: Array
    error: float

    def trace(self, on_ones: float) -> Interval:
        """tr X^-1 over the complement of the vector 1, on which X is 1 / on_ones."""
        return _around(float(np.trace(self.Y)) - on_ones, self.error * len(self.Y) ** 0.5, self._rounding())

    def square(self, on_ones: float) -> Interval:
        """tr X^-2, likewise."""
        length = float(np.linalg.norm(self.Y))
        doubt = 2 * length * self.error + self.error**2
        return _around(length**2 - on_ones**2, doubt, self._rounding() * length)

    def form(self, B: Array) -> Interval:
        """tr B'X^-1 B; the columns of B sum to 0."""
        size = float(np.sum(B**2))
        doubt = (self.error + self._rounding()) * size
        return _around(float(np.vdot(B, self.Y @ B)), doubt, gamma(B.size) * size)

    def square_form(self, B: Array) -> Interval:
        """tr B'X^-2 B = ||X^-1 B||^2."""
        length = float(np.linalg.norm(self.Y @ B))
        doubt = (self.error + self._rounding()) * float(np.linalg.norm(B))
        return _around(length**2, 2 * length * doubt + doubt**2, gamma(B.size) * length**2)

    def _rounding(self) -> float:
        return gamma(len(self.Y) + 8) * float(np.linalg.norm(self.Y))


def learning_enclosure(weights: MixingMatrix, objective: Learning) -> tuple[float, Interval]:
    """Phi, and an interval that contains it; infinity where lambda_n <= -1 + s2, nothing where rounding hides it.

    Raises InputError beyond `MOST_NODES` nodes.
    """
    network, n = weights.network, weights.n
    if n > MOST_NODES:
        raise InputError(
            "network", f"{n} nodes", f"objective {objective.name} takes dense inverses: at most {MOST_NODES}"
        )
    (i, j), flow = network.edges.T, weights.weights * link_probabilities(network)
    L = dense_laplacian(n, i, j, flow)
    slip = gamma(float(network.degrees.max()) + 4) * 2 * float(abs(L).sum(axis=1).max())
    own = min(1.0, objective.most / 2)  # of the vector 1, which the traces leave out
    L += own / n
    modes = scipy.linalg.eigh(L)
    if float(modes[0][-1]) >= objective.most:
        return np.inf, (0.0 if slip >= objective.most else 1.0, np.inf)
    bias = _inverse(L, modes, objective.low, slip)
    slow = _inverse(L, modes, objective.top, slip)
    fast = _inverse(L, modes, objective.most, slip, -1)
    if bias is None or slow is None or fast is None:
        return np.inf, NOWHERE
    if objective.factor is None:
        first = bias.square(1 / (own + objective.low))
    elif objective.convex:
        low, high = bias.form(objective.factor)
        trace = float(np.sum(objective.factor**2))
        first = low**2 / trace * (1 - 1e-12), high**2 / trace * (1 + 1e-12)
    else:
        first = bias.square_form(objective.factor)
    parts = [first]
    for inverse, on_ones in ((slow, 1 / (own + objective.top)), (fast, 1 / (objective.most - own))):
        low, high = inverse.trace(on_ones)
        parts.append((objective.kappa / 2 * low, objective.kappa / 2 * high))
    low, high = sum(part[0] for part in parts) * (1 - 1e-14), sum(part[1] for part in parts) * (1 + 1e-14)
    return (low + high) / 2, (low, high)


def _inverse(
    L: Array, modes: tuple[Array, Array], shift: float, slip: float, sign: int = 1
) -> _Inverse | None:
    """The inverse of a matrix within `slip` of X = shift + sign L, by the eigenvalues and eigenvectors of L; None if X
    is not shown to be positive."""
    values, vectors = shift + sign * modes[0], modes[1]
    if values.min() <= 0:
        return None
    X = sign * L
    X[np.diag_indices(len(X))] += shift
    Y = (vectors / values) @ vectors.T
    Y = (Y + Y.T) / 2
    size = float(np.linalg.norm(Y))
    residual = X @ Y
    residual[np.diag_indices(len(X))] -= 1
    error = (
        float(np.linalg.norm(residual)) * (1 + gamma(X.size))
        + gamma(len(X) + 2) * float(np.linalg.norm(X)) * size
    )
    error += (slip + 4 * UNIT * float(abs(X).max())) * size
    return _Inverse(Y, size * error / (1 - error)) if error < 0.5 else None


def _around(value: float, doubt: float, rounding: float) -> Interval:
    wide = (doubt + rounding) * 1.01
    return max(value - wide, 0.0), value + wide

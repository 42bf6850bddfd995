"""An evolution strategy whose steps are the same on every machine: CMA-ES with a Cholesky factor.

After Hansen, The CMA evolution strategy: a tutorial (arXiv:1604.00772), with the covariance matrix factored as in
Krause, Arbones and Igel, CMA-ES with optimal covariance update and storage complexity (2016). An
eigendecomposition, the usual factor, has an arbitrary basis wherever eigenvalues are equal, as at the start:
which one, the last digits decide, and with them all that follows. A Cholesky factor is unique. Everything here is
additions, products, quotients and roots of floats in a fixed order, which IEEE 754 rounds in one way; what the C
library may round otherwise (normal numbers, logarithms, exponentials) is rounded to fewer digits at once. Only
the order of the costs enters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random

import numpy as np

__all__ = ["generations"]

GRID = 2.0**12  # normal numbers are multiples of 1/GRID
FLAT = 1e-4  # costs that differ by less are not worth more evaluations


def generations(
    cost: Callable[[np.ndarray], float],
    start: Sequence[float] | np.ndarray,
    scales: Sequence[float],
    seed: int,
    goal: float,
) -> Iterator[tuple[float, np.ndarray]]:
    """The lowest cost met so far and its point, after each generation, from `start` with deviations `scales`.

    Ends below `goal`, and where costs change no more. Whoever asks for no further generation can do so later.
    """
    state = _State(np.array(start, dtype=float), np.array(scales, dtype=float), Random(seed))
    best, lowest, history = state.mean, math.inf, []
    while True:
        z, points = state.ask()
        costs = [cost(point) for point in points]
        order = sorted(range(len(costs)), key=costs.__getitem__)
        if costs[order[0]] < lowest:
            best, lowest = points[order[0]], costs[order[0]]
        yield lowest, best
        history.append(costs[order[0]])
        recent = history[-state.memory :]
        flat = costs[order[-1]] == costs[order[0]] and len(history) > 1
        still = len(recent) == state.memory and max(*recent, *costs) - min(recent) < FLAT
        if lowest < goal or flat or still or not state.tell(z[order]):
            return


class _State:
    """Mean, step size and covariance of the points to come."""

    def __init__(self, mean: np.ndarray, scales: np.ndarray, random: Random):
        n = len(mean)
        self.mean, self._scales, self._random, self._size = mean, scales, random, 1.0
        self._count = 4 + int(3 * math.log(n))
        raw = [math.log((self._count + 1) / 2) - math.log(i + 1) for i in range(self._count // 2)]
        weights = np.array([_short(w / sum(raw)) for w in raw])
        effective = _short(1 / float((weights * weights).sum()))
        self._weights, self._effective = weights, effective
        self._cs = (effective + 2) / (n + effective + 5)
        self._damping = 1 + 2 * max(0.0, math.sqrt((effective - 1) / (n + 1)) - 1) + self._cs
        self._cc = (4 + effective / n) / (n + 4 + 2 * effective / n)
        self._c1 = 2 / ((n + 1.3) ** 2 + effective)
        self._cmu = min(1 - self._c1, 2 * (effective - 2 + 1 / effective) / ((n + 2) ** 2 + effective))
        self._expected = math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
        self._covariance, self._factor = np.eye(n), np.eye(n)
        self._path, self._path_size = np.zeros(n), np.zeros(n)
        self._begun = 1.0
        self.memory = 10 + 30 * n // self._count

    def ask(self) -> tuple[np.ndarray, np.ndarray]:
        """Normal numbers z (count, n) and the points they make."""
        n = len(self.mean)
        z = np.array(
            [[round(self._random.gauss(0, 1) * GRID) / GRID for _ in range(n)] for _ in range(self._count)]
        )
        return z, self.mean + self._size * self._scales * _times(self._factor, z)

    def tell(self, z: np.ndarray) -> bool:
        """Learn from the normal numbers of the points, best first; False where the covariance became singular."""
        chosen = z[: len(self._weights)]
        middle = (self._weights[:, None] * chosen).sum(0)
        steps = _times(self._factor, chosen)
        step = (self._weights[:, None] * steps).sum(0)
        self.mean = self.mean + self._size * self._scales * step
        root = math.sqrt(self._cs * (2 - self._cs) * self._effective)
        self._path_size = (1 - self._cs) * self._path_size + root * middle
        length = math.sqrt(float((self._path_size * self._path_size).sum()))
        self._begun *= (1 - self._cs) * (1 - self._cs)
        moving = length < (1.4 + 2 / (len(middle) + 1)) * self._expected * math.sqrt(1 - self._begun)
        root = math.sqrt(self._cc * (2 - self._cc) * self._effective)
        self._path = (1 - self._cc) * self._path + (root * step if moving else 0 * step)
        spread = (self._weights[:, None, None] * steps[:, :, None] * steps[:, None, :]).sum(0)
        kept = 1 - self._c1 - self._cmu
        self._covariance = (
            kept * self._covariance + self._c1 * self._path[:, None] * self._path + self._cmu * spread
        )
        self._size *= _short(math.exp(min(1.0, self._cs / self._damping * (length / self._expected - 1))))
        factor = _cholesky(self._covariance)
        if factor is None or not 1e-9 < self._size < 1e9:
            return False
        self._factor = factor
        return True


def _short(x: float) -> float:
    """x to 11 digits: the same, whichever way its last ones were rounded."""
    return float(f"{x:.10e}")


def _times(factor: np.ndarray, z: np.ndarray) -> np.ndarray:
    """factor @ z for each row of z, without the matrix kernels that differ between processors."""
    return (factor * z[:, None, :]).sum(-1)


def _cholesky(matrix: np.ndarray) -> np.ndarray | None:
    """The lower triangular factor, None where the matrix is singular to ten digits."""
    n, rest = len(matrix), matrix.copy()
    factor = np.zeros((n, n))
    for k in range(n):
        if rest[k, k] <= 1e-14 * matrix[k, k]:
            return None
        factor[k:, k] = rest[k:, k] / math.sqrt(rest[k, k])
        rest[k:, k:] -= factor[k:, k, None] * factor[k:, k]
    return factor

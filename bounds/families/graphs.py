"""The graph of a matrix: an arc i -> j where entry ij is positive."""

from __future__ import annotations

import numpy as np

__all__ = ["connected", "primitive"]


def connected(matrix: np.ndarray) -> bool:
    """Whether every node reaches every other: connected if the matrix (n, n) is symmetric, else strongly so.

    >>> connected(np.array([[0, 1], [0, 1]]))
    False
    """
    n = len(matrix)
    return _all_reach((matrix > 0) | np.eye(n, dtype=bool), n - 1)


def primitive(matrix: np.ndarray) -> bool:
    """Whether some power of the nonnegative matrix (n, n) is positive: connected, cycles without a common divisor.

    The power (n - 1)^2 + 1 decides (Wielandt 1950).

    >>> primitive(np.array([[0, 1], [1, 0]])), primitive(np.array([[1, 1], [1, 0]]))
    (False, True)
    """
    return _all_reach(matrix > 0, (len(matrix) - 1) ** 2 + 1)


def _all_reach(steps: np.ndarray, count: int) -> bool:
    reached = np.eye(len(steps), dtype=bool)
    for _ in range(count):
        reached = reached @ steps.astype(bool)
    return bool(reached.all())

"""A problem of every kind, small, for several files of tests."""

import numpy as np

from mixproof.experiments.learning.problems import (
    Problem,
    Quadratic,
    least_squares,
    logistic,
    softmax,
)

KINDS = ("quadratic", "least squares", "logistic", "softmax")


def make(kind: str, seed: int = 0, l2: float = 0.05) -> Problem:
    rng = np.random.default_rng(seed)
    if kind == "quadratic":
        roots = rng.normal(size=(3, 4, 4))
        return Quadratic(roots @ roots.transpose(0, 2, 1) + 0.1 * np.eye(4), rng.normal(size=(3, 4)))
    X = rng.normal(size=(30, 4))
    parts = [np.arange(0, 7), np.arange(7, 18), np.arange(18, 30)]  # of different sizes: the padding counts
    if kind == "least squares":
        return least_squares(X, rng.normal(size=30), parts, l2)
    if kind == "logistic":
        return logistic(X, rng.integers(0, 2, 30), parts, l2)
    return softmax(X, np.arange(30) % 3, parts, l2)

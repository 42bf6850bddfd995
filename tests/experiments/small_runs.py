"""A small problem and two mixing matrices for it."""

import numpy as np

from mixproof.experiments.learning.problems import LinearModel, logistic

W = np.array([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]])
PATH = np.array([[0.5, 0.5, 0.0], [0.5, 0.0, 0.5], [0.0, 0.5, 0.5]])


def problem(clients: int = 3, seed: int = 0) -> LinearModel:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(60, 3)), rng.integers(0, 2, 60)
    return logistic(X, y, [np.arange(20 * k, 20 * k + 10 + k) for k in range(clients)], 0.1)

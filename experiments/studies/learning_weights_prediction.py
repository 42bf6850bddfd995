"""The test error predicted for `learning-weights`: of the mean models of `weightopt.learners`.

What is known of the data are each device's shares of labels and each class's mean features; of the network its mean
matrix; of the run its step and rounds. No mini-batches, no losses, no scatter within a class, and nothing to choose.
"""

from __future__ import annotations

import numpy as np

from mixproof.spectral import MixingMatrix
from mixproof.weightopt.learners import mean_models

from .dawo_runs import Federation

__all__ = ["predicted", "shares_of"]


def shares_of(task: Federation) -> np.ndarray:
    """(n, classes) each device's shares of labels."""
    problem, classes = task.problem, len(task.dataset.classes)
    parts = [targets[:count] for targets, count in zip(problem.targets, problem.counts)]
    return np.array([np.bincount(y.astype(int), minlength=classes) / len(y) for y in parts])


def predicted(W: MixingMatrix, task: Federation, rounds: int) -> float:
    """One minus the accuracy on the test samples of the mean models after `rounds` rounds, the mean over devices."""
    own = np.eye(len(task.dataset.classes))[task.dataset.y_train]  # (samples, classes)
    means = own.T @ task.dataset.X_train / np.maximum(own.sum(axis=0), 1)[:, None]
    models = mean_models(W, shares_of(task), means, task.rate, rounds)
    return 1 - float(task.watch(models.reshape(W.n, -1))[0])

"""Nodes that learn classes, in the mean: what weights do to their models, each class known by the mean of its features.

Softmax regression by gradient steps, without the noise of mini-batches and of links: node i holds shares s_ic of
classes whose features are mu_c, and

    X_i+ = sum_j E[W_hat]_ij X_j - step sum_c s_ic mu_c (softmax(X_i' mu_c) - e_c)',    X = 0 at first.

The objective `learning` is what this linearised comes to after many rounds. What that leaves out decides the order of
accuracy where weights are bad: the rounds are finitely many, and a gradient falls as a node grows sure of its classes,
so that what swings stops growing and a node that is cut off is lost once, however far it goes.

Where labels are all that is known every class has the same features, mu_c = mu: the direction that all samples share,
in which curvature is largest as a rule (pixels are not negative). F's is |mu|^2 / classes at X = 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import softmax

from mixproof.spectral.links import mean_matrix
from mixproof.spectral.mixing import MixingMatrix

from .arrays import Array
from .heterogeneity import label_shares
from .learning import STEP_CURVATURE

__all__ = ["ROUNDS", "label_disagreement", "mean_models"]

ROUNDS = 150  # of learning, where nothing else is said


def mean_models(W: MixingMatrix, shares: Array, means: Array, step: float, rounds: int) -> Array:
    """(n, d, classes) models X of the module after so many rounds; shares (n, classes), means (classes, d) mu."""
    A, (n, classes) = mean_matrix(W).dense(), shares.shape
    models = np.zeros((n, means.shape[1], classes))
    for _ in range(rounds):
        wrong = softmax(means @ models, axis=2) - np.eye(classes)  # (n, c, class that is told)
        slope = means.T @ (shares[:, :, None] * wrong)
        models = (A @ models.reshape(n, -1)).reshape(models.shape) - step * slope
    return models


def label_disagreement(
    W: MixingMatrix, labels: Any, step_curvature: float = STEP_CURVATURE, rounds: int = ROUNDS
) -> float:
    """How far what nodes think of all labels' shares is from the truth: root mean square over nodes, where labels are
    all that is known.

    labels: (n, classes) counts or shares; step_curvature: as for `learning`. Raises InputError.

    >>> from mixproof.spectral import mixing_matrix, parse_network
    >>> swap = mixing_matrix(parse_network("ring:n=4"), "max-degree")       # lambda_n = -1
    >>> calm = mixing_matrix(parse_network("ring:n=4"), "metropolis")
    >>> label_disagreement(calm, np.eye(4)) < label_disagreement(swap, np.eye(4)) < 1
    True
    """
    shares = label_shares(labels, W.n)
    classes = shares.shape[1]
    means = np.full((classes, 1), (classes * step_curvature) ** 0.5)
    models = mean_models(W, shares, means, 1.0, rounds)
    thought = softmax(means[0] * models[:, 0], axis=1)
    apart = thought - shares.mean(axis=0)
    return float(np.sqrt(np.mean(np.sum(apart**2, axis=1))))

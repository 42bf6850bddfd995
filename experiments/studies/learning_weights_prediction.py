"""The disagreement predicted for `learning-weights`, after as many rounds as the runs have.

The objective `learning` is the limit of many rounds, which is infinite where a gradient step pushes lambda_n beyond -1.
In T rounds, with mu = 1 - t - s for the eigenvalues t of L = I - E[W_hat] and unit eigenvectors q,

    sum q'M q ((1 - mu^T) / (1 - mu))^2 at s1  +  sum (1 - mu^(2T)) / (1 - mu^2) at s2,

M of the label shares, s2 the run's step times the largest curvature of F where it starts, s1 = s2 / 15 as in the
objective.
"""

from __future__ import annotations

import numpy as np

from mixproof.spectral import MixingMatrix, mean_matrix
from mixproof.weightopt.learning import GUARD, SMALLEST_CURVATURE

from .dawo_runs import Federation

__all__ = ["predicted", "step_curvature"]

POWER_STEPS, APART = 30, 1e-4


def step_curvature(task: Federation) -> float:
    """The step times the largest eigenvalue of F's Hessian at the start, zero models; by power iteration.

    Differences of gradients stand in for products with the Hessian.
    """
    problem = task.problem
    direction = np.random.default_rng(0).standard_normal(problem.dimension)
    value = 0.0
    for _ in range(POWER_STEPS):
        direction = direction / np.linalg.norm(direction)
        ahead, behind = (problem.gradients_at(sign * APART * direction).mean(axis=0) for sign in (1, -1))
        image = (ahead - behind) / (2 * APART)
        value, direction = float(direction @ image), image
    return task.rate * value


def predicted(W: MixingMatrix, factor: np.ndarray, s2: float, rounds: int) -> float:
    """Disagreement after `rounds` rounds; `factor` (n, k) is B with M = BB'.

    >>> from mixproof.spectral import mixing_matrix, parse_network
    >>> swap = mixing_matrix(parse_network("ring:n=4"), "max-degree")       # lambda_n = -1
    >>> calm = mixing_matrix(parse_network("ring:n=4"), "metropolis")
    >>> B = np.eye(4) - 1 / 4
    >>> predicted(calm, B, 0.1, 50) < predicted(swap, B, 0.1, 50) < float("inf")
    True
    """
    t, Q = np.linalg.eigh(np.eye(W.n) - mean_matrix(W).dense())
    t, Q = t[1:], Q[:, 1:]  # the first one is 0, on the vector 1
    slow, fast = 1 - t - SMALLEST_CURVATURE * s2, 1 - t - s2
    shares = np.sum((Q.T @ factor) ** 2, axis=1)
    bias = np.sum(shares * ((1 - slow**rounds) / (1 - slow)) ** 2)
    powers = np.arange(rounds)  # a sum, as fast may be -1
    noise = np.sum(fast[:, None] ** (2 * powers))
    return float(bias + GUARD * noise)

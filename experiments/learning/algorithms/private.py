"""Differentially private local steps (alidpfl, Algorithms 1 and 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["private_step"]


def private_step(
    x: np.ndarray, clipped_sum: Callable[[np.ndarray], np.ndarray], noise: Any, eta: Any, batch: Any
) -> np.ndarray:
    """x - (eta/B) (sum of clipped per-sample gradients + noise), noise ~ N(0, sigma^2 C^2 I) drawn before.

    `clipped_sum` maps the models (..., K, d) to sum_s g_s/max(1, ||g_s||/C) over each client's sampled batch
    (`LinearModel.clipped_sum`); B is the expected batch size, not the one drawn, so its size is not leaked.
    The sensitivity of the sum to one record is C; sigma is the noise in units of C, before the division.

    >>> private_step(np.array([[1.0]]), lambda x: np.minimum(x, 0.5), 0.0, 0.5, 1)
    array([[0.75]])
    """
    return x - eta / batch * (clipped_sum(x) + noise)

"""How links' reliabilities may change over time: (rounds, m) arrays of probabilities, row t of round t."""

from __future__ import annotations

import numpy as np

from mixproof.spectral.errors import InputError

from ..problem import Array

__all__ = ["jump", "random_walk", "sinusoid"]

LOWEST = 0.01  # a link never dies: the network stays the same


def sinusoid(p: Array, rounds: int, amplitude: float, period: float, seed: int = 0) -> Array:
    """p + amplitude sin(2 pi t / period + phase), clipped to [0.01, 1]; a random phase a link.

    Raises InputError if the period is not positive.

    >>> sinusoid([0.5], 5, 0.2, 4).shape
    (5, 1)
    """
    if not period > 0:
        raise InputError("period", period, "rounds, > 0")
    p = np.asarray(p, float)
    phases = np.random.default_rng(seed).uniform(0, 2 * np.pi, len(p))
    angle = 2 * np.pi * np.arange(rounds)[:, None] / period + phases
    return np.clip(p + amplitude * np.sin(angle), LOWEST, 1)


def random_walk(p: Array, rounds: int, step: float, seed: int = 0) -> Array:
    """Independent Gaussian steps of standard deviation `step`, reflected at 0.01 and 1; row 0 is p."""
    p = np.asarray(p, float)
    steps = np.random.default_rng(seed).normal(0, step, (rounds, len(p)))
    steps[:1] = 0
    width = 1 - LOWEST
    along = (p + np.cumsum(steps, axis=0) - LOWEST) % (2 * width)
    return LOWEST + np.minimum(along, 2 * width - along)


def jump(p: Array, rounds: int, at: int, to: Array) -> Array:
    """p before round `at`, `to` from then on."""
    before = np.arange(rounds)[:, None] < at
    return np.where(before, np.asarray(p, float), np.asarray(to, float))

"""Special starts of a run: where bounds are often met."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from ..arithmetic import solve
from .line import Line, bent
from .model import Model
from .moments import Moments

__all__ = ["around_minimum", "at_minimum", "at_models", "at_own_minima", "at_rest", "dominant", "slowest"]

SQUARINGS = 9  # 512 rounds of the power iteration
DENOMINATORS = 1000


def dominant(matrix: np.ndarray, start: np.ndarray) -> list[Fraction]:
    """The direction (n,) of matrix^512 start, its largest entry 1 or -1, from floats or fractions.

    An eigenvector for the eigenvalue of largest magnitude, unless one of the opposite sign is as large: exactly, where
    it has small denominators. Rounded so far that every machine gets the same.

    >>> dominant(np.array([[2, 1], [1, 2]]), np.array([3, 0]))
    [Fraction(1, 1), Fraction(1, 1)]
    """
    power = matrix.astype(float)
    for _ in range(SQUARINGS):
        power = power @ power
        power = power / (abs(power).max() or 1.0)
    y = power @ start.astype(float)
    y = y / (abs(y).max() or 1.0)
    return [Fraction(x).limit_denominator(DENOMINATORS) for x in y.tolist()]


def at_minimum(model: Model) -> np.ndarray:
    """w* at every client, (K, d)."""
    return model.clients.at_best().mean


def at_own_minima(model: Model) -> np.ndarray:
    """Each client at its own minimizer, (K, d)."""
    return model.clients.losses.minimizers


def around_minimum(model: Model) -> np.ndarray:
    """The starts moved together until their mean is w*, (K, d): only their spread moves it away."""
    return model.start - (model.start.sum(0) / len(model.start) - model.clients.wstar)


def slowest(model: Model) -> np.ndarray:
    """The direction that W(0) shrinks least, an eigenvector as a rule, in every coordinate, (K, d)."""
    n, d = model.start.shape
    direction = dominant(model.network.W[0] - 1 / n, np.arange(n) ** 2)
    return np.repeat(np.array(direction)[:, None], d, 1)


def at_rest(model: Model) -> np.ndarray:
    """The models that a round with a fixed step leaves as they are, (K, d)."""
    one = Moments(model).one_round
    rest = solve(np.eye(len(one.b), dtype=int) - one.A, one.b)
    return rest[: model.start.size].reshape(model.start.shape)


def at_models(model: Model) -> np.ndarray:
    """Bends (K, M) at the models that each client meets in the first M rounds, as near as some tries come."""
    losses = model.clients.losses
    assert isinstance(losses, Line)
    assert losses.curvatures is not None
    bends, a, after = losses.places, losses.curvatures[:, :1], losses.curvatures[:, 1:]
    for _ in range(bends.shape[1] + 1):
        tried = bent(a, losses.minimizers, bends, after)
        run = replace(model, rounds=bends.shape[1], clients=replace(model.clients, losses=tried))
        bends = np.array([run.state(t).mean[:, 0] for t in range(bends.shape[1])]).T
    return bends

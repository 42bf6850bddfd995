"""Differentially private local steps (alidpfl, Algorithms 1 and 2)."""

from __future__ import annotations

import numpy as np

from .base import Method, Round, State, average

__all__ = ["PRIVATE"]


def _private(state: State, now: Round) -> State:
    """Every client steps from the aggregate w, x - (eta/B) (sum of clipped per-sample gradients + noise) each time.

    `now.gradients` are these sums with their noise N(0, sigma^2 C^2 I), `now.eta` is eta/B: B is the expected batch
    size, not the one drawn, so its size is not leaked. The sensitivity of a sum to one record is C; sigma is the noise
    in units of C, before the division. The clients' models before the aggregation stay in the state, for the server's
    estimates (Algorithm 2).
    """
    x = np.broadcast_to(state["w"], state["x"].shape)
    for gradient in now.gradients:
        x = x - now.eta * gradient(x)
    return {"x": x, "w": average(now.shares, x)}


PRIVATE = Method(
    "private local steps",
    _private,
    objective="samples",
    gossip=False,
    start=lambda x: {"x": x, "w": x[:, :1]},
    models=lambda state: state["w"],
)

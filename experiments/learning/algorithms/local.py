"""Local SGD: several gradient steps of each client between two exchanges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mixproof.spectral.checks import count

from .base import Gradient, Method, Round, State, average, mix

__all__ = ["local_decefl", "local_fedavg", "local_steps"]


def local_steps(x: np.ndarray, gradients: Sequence[Gradient], eta: Any) -> np.ndarray:
    """x - eta g_1(x), then the same with g_2, ...: each client by itself (alidpfl (5)).

    >>> local_steps(np.array([[1.0]]), [lambda x: x] * 2, 0.5)
    array([[0.25]])
    """
    for gradient in gradients:
        x = x - eta * gradient(x)
    return x


def local_fedavg(steps: int) -> Method:
    """FedAvg with `steps` local steps: w(t+1) = sum_k (m_k/m) of what the clients made of w(t). Raises InputError."""

    def step(state: State, now: Round) -> State:
        x = state["x"]
        return {"x": local_steps(np.broadcast_to(average(now.shares, x), x.shape), now.gradients, now.eta)}

    return Method(
        f"FedAvg, {count('local_steps', steps, 1)} local steps",
        step,
        objective="samples",
        gossip=False,
        local_steps=steps,
    )


def local_decefl(steps: int) -> Method:
    """Decentralized local SGD: `steps` local steps of every client, then one exchange, w <- W w. Raises InputError."""

    def step(state: State, now: Round) -> State:
        return {"x": mix(now.mixing, local_steps(state["x"], now.gradients, now.eta))}

    return Method(
        f"local SGD, {count('local_steps', steps, 1)} local steps",
        step,
        objective="mean",
        gossip=True,
        local_steps=steps,
    )

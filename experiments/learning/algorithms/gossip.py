"""DeceFL, DeFed, swarm learning and FedAvg: one gradient step, one exchange.

DeFed and swarm learning are their declarations. DeceFL's step is quicker by hand, and FedAvg draws clients.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from .base import Gradient, Method, Round, State, average, mix
from .declared import declared

__all__ = ["ALGORITHMS", "DECEFL", "DEFED", "FEDAVG", "SWARM", "decefl", "fedavg"]


def decefl(x: np.ndarray, W: Any, gradient: Gradient, eta: Any) -> np.ndarray:
    """w_k(t+1) = sum_j W_kj w_j(t) - eta_t grad F_k(w_k(t)). DeceFL, main text, (1)-(2).

    >>> decefl(np.array([[0.0], [2.0]]), np.full((2, 2), 0.5), lambda x: x, 0.1)
    array([[1. ],
           [0.8]])
    """
    moved = mix(W, x)
    moved -= eta * gradient(x)
    return moved


def fedavg(
    x: np.ndarray, shares: np.ndarray, gradient: Gradient, eta: Any, present: np.ndarray | None = None
) -> np.ndarray:
    """One local step from the server's model sum_k (m_k/m) w_k(t). DeFed, Algorithm 1.

    `present` (..., K) marks the clients S_t that take part; the others keep w_k(t), as printed. None means
    all.
    """
    server = np.broadcast_to(average(shares, x), x.shape)
    updated = server - eta * gradient(server)
    return updated if present is None else np.where(present[..., None], updated, x)


def _decefl(state: State, now: Round) -> State:
    return {"x": decefl(state["x"], now.mixing, now.gradient, now.eta)}


def _fedavg(state: State, now: Round) -> State:
    return {"x": fedavg(state["x"], now.shares, now.gradient, now.eta, now.present)}


DECEFL = Method("DeceFL", _decefl, objective="mean", gossip=True)
DEFED = replace(declared("defed", "samples"), name="DeFed")
FEDAVG = Method("FedAvg", _fedavg, objective="samples", gossip=False)
SWARM = replace(declared("swarm", "samples"), name="swarm learning")
ALGORITHMS = (DECEFL, DEFED, FEDAVG, SWARM)

"""DeceFL, DeFed, swarm learning and FedAvg: one gradient step, one exchange."""

from __future__ import annotations

from typing import Any

import numpy as np

from .base import Algorithm, Gradient, Round, average, mix

__all__ = ["ALGORITHMS", "DECEFL", "DEFED", "FEDAVG", "SWARM", "decefl", "defed", "fedavg", "swarm"]


def decefl(x: np.ndarray, W: Any, gradient: Gradient, eta: Any) -> np.ndarray:
    """w_k(t+1) = sum_j W_kj w_j(t) - eta_t grad F_k(w_k(t)). DeceFL, main text, (1)-(2).

    >>> decefl(np.array([[0.0], [2.0]]), np.full((2, 2), 0.5), lambda x: x, 0.1)
    array([[1. ],
           [0.8]])
    """
    moved = mix(W, x)
    moved -= eta * gradient(x)
    return moved


def defed(x: np.ndarray, W: Any, gradient: Gradient, eta: Any, shares: np.ndarray) -> np.ndarray:
    """The same with gradients scaled by shares m_k/m. DeFed (5); DeceFL's supplement (2), (11)."""
    return mix(W, x) - eta * (shares[:, None] * gradient(x))


def swarm(x: np.ndarray, shares: np.ndarray, gradient: Gradient, eta: Any) -> np.ndarray:
    """Swarm learning: a leader averages with weights p_j, each client subtracts its own gradient at its own
    model.

    DeceFL's supplement, (24)-(25). Which client leads changes nothing, so no leader is drawn.
    """
    return average(shares, x) - eta * gradient(x)


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


def _decefl(x: np.ndarray, now: Round) -> np.ndarray:
    return decefl(x, now.mixing, now.gradient, now.eta)


def _defed(x: np.ndarray, now: Round) -> np.ndarray:
    return defed(x, now.mixing, now.gradient, now.eta, now.shares)


def _swarm(x: np.ndarray, now: Round) -> np.ndarray:
    return swarm(x, now.shares, now.gradient, now.eta)


def _fedavg(x: np.ndarray, now: Round) -> np.ndarray:
    return fedavg(x, now.shares, now.gradient, now.eta, now.present)


DECEFL = Algorithm("DeceFL", _decefl, objective="mean", gossip=True)
DEFED = Algorithm("DeFed", _defed, objective="samples", gossip=True)
FEDAVG = Algorithm("FedAvg", _fedavg, objective="samples", gossip=False)
SWARM = Algorithm("swarm learning", _swarm, objective="samples", gossip=False)
ALGORITHMS = (DECEFL, DEFED, FEDAVG, SWARM)

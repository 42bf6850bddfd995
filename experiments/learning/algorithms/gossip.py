"""DeceFL, DeFed, swarm learning and FedAvg: one gradient step, one exchange."""

from __future__ import annotations

from typing import Any

import numpy as np

from .base import Gradient, Method, Round, State, average, mix

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


def _decefl(state: State, now: Round) -> State:
    return {"x": decefl(state["x"], now.mixing, now.gradient, now.eta)}


def _defed(state: State, now: Round) -> State:
    return {"x": defed(state["x"], now.mixing, now.gradient, now.eta, now.shares)}


def _swarm(state: State, now: Round) -> State:
    return {"x": swarm(state["x"], now.shares, now.gradient, now.eta)}


def _fedavg(state: State, now: Round) -> State:
    return {"x": fedavg(state["x"], now.shares, now.gradient, now.eta, now.present)}


DECEFL = Method("DeceFL", _decefl, objective="mean", gossip=True)
DEFED = Method("DeFed", _defed, objective="samples", gossip=True)
FEDAVG = Method("FedAvg", _fedavg, objective="samples", gossip=False)
SWARM = Method("swarm learning", _swarm, objective="samples", gossip=False)
ALGORITHMS = (DECEFL, DEFED, FEDAVG, SWARM)

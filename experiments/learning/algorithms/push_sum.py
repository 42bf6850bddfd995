"""Online learning over a network: push-sum, and the gossip it is compared with (ops)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .base import Gradient, Method, Round, State, mix

__all__ = ["ONLINE_GOSSIP", "PUSH_SUM", "online_gossip", "push_sum"]


def push_sum(
    z: np.ndarray, omega: np.ndarray, W: Any, gradient: Gradient, gamma: Any
) -> tuple[np.ndarray, np.ndarray]:
    """One round of OPS (Algorithm 1): z' = W'(z - gamma grad f_t(z/omega)), omega' = W' omega.

    z (..., n, d); omega (..., n); W (n, n) row-stochastic, dense or sparse, W_ij what i sends to j. The
    models that are applied are x = z/omega.

    >>> z, omega = push_sum(np.ones((2, 1)), np.ones(2), np.array([[1.0, 0.0], [0.5, 0.5]]), lambda x: 0 * x, 1)
    >>> (z[:, 0] / omega).tolist()
    [1.0, 1.0]
    """
    half = z - gamma * gradient(z / omega[..., None])
    sent = mix(W.T, np.concatenate([half, omega[..., None]], axis=-1))
    return sent[..., :-1], sent[..., -1]


def online_gossip(x: np.ndarray, W: Any, gradient: Gradient, gamma: Any) -> np.ndarray:
    """The same without the normalisation: x' = W'(x - gamma grad f_t(x)).

    With a doubly stochastic W on the mutual links this is DOL-Symm (Zhao et al. 2019), with W = 11'/n it is
    COL, and with the row-stochastic W of push-sum DOL-Asymm (ops, section 5).
    """
    return mix(W.T, x - gamma * gradient(x))


def _push_sum(state: State, now: Round) -> State:
    z, omega = push_sum(state["x"], state["omega"], now.mixing, now.gradient, now.eta)
    return {"x": z, "omega": omega}


def _online_gossip(state: State, now: Round) -> State:
    return {"x": online_gossip(state["x"], now.mixing, now.gradient, now.eta)}


PUSH_SUM = Method(
    "push-sum",
    _push_sum,
    objective="mean",
    gossip=True,
    start=lambda x: {"x": x, "omega": np.ones(x.shape[:2])},
    models=lambda state: state["x"] / state["omega"][..., None],
)
ONLINE_GOSSIP = Method("online gossip", _online_gossip, objective="mean", gossip=True)

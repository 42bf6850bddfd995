"""Runs of a declared algorithm, on floats or exactly, with no code of its own for any algorithm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from ..arithmetic import FLOAT
from ..kernel.exact import STANDARD, Numbers
from .consistency import starts
from .declaration import Algorithm
from .evaluate import Operations, after

__all__ = ["Gradient", "initial", "operations", "step", "trajectory"]

Gradient = Callable[[np.ndarray], np.ndarray]
State = dict[str, np.ndarray]


def initial(algorithm: Algorithm, x: np.ndarray) -> State:
    """The states before the first round; x (..., K, d) is the model. Scales are (..., K, 1)."""
    state = {}
    for name, (multiple, number) in starts(algorithm).items():
        one = x[..., :1] * 0 if name in algorithm.scales else x
        state[name] = one if multiple == 1 else one * 0 + int(number)
    return state


def step(
    algorithm: Algorithm,
    state: Mapping[str, np.ndarray],
    W: Any,
    gradient: Gradient,
    eta: Any,
    shares: np.ndarray | None = None,
    more: Mapping[str, Any] | None = None,
) -> State:
    """The states after one round; nothing given is changed.

    state: name -> (..., K, d), float64, or object of Fractions (then W, eta and what `gradient` returns are of
    the same kind)
    W: (K, K) or (..., K, K), rows as the clients read it; anything with `@` where there are no leading axes
    gradient: models (..., K, d) -> each client's gradient at its own, same shape
    shares: (K,) m_k/m, for `share` and `average` (default: 1/K each)
    more: what the text uses beside mix, grad, share and average: word -> map of (..., K, d), chance -> number
    Raises InputError for W, eta or shares of a wrong shape or kind.
    """
    model = np.asarray(state[algorithm.states[0]])
    numbers = _numbers(model, eta)
    K = model.shape[-2] if model.ndim > 1 else 0
    if W is not None and (not K or W.shape[-2:] != (K, K)):
        raise InputError("W", getattr(W, "shape", W), f"is (K, K) for models {model.shape} of (..., K, d)")
    if shares is not None and np.shape(shares) != (K,):
        raise InputError("shares", np.shape(shares), f"one for each of the {K} clients")

    words = operations(algorithm, W, gradient, shares, numbers.rational(Fraction(1, K or 1)), more)
    return after(algorithm, state, words, eta, numbers)


def operations(
    algorithm: Algorithm,
    W: Any,
    gradient: Gradient,
    shares: np.ndarray | None,
    share_of_one: Any,
    more: Mapping[str, Any] | None = None,
) -> Operations:
    """What the words of a declaration do with that W, these gradients and shares, one for all where they are None."""

    def mix(z: np.ndarray) -> np.ndarray:
        if W is None:
            raise InputError("W", None, f"{algorithm.name} mixes, so it needs a matrix")
        return W @ z

    def share(z: np.ndarray) -> np.ndarray:
        return z * share_of_one if shares is None else np.asarray(shares)[:, None] * z

    def average(z: np.ndarray) -> np.ndarray:
        return share(z).sum(axis=-2, keepdims=True) + 0 * z

    return Operations(mix, gradient, average, share, more or {})


def trajectory(
    algorithm: Algorithm,
    x: np.ndarray,
    W: Any,
    gradient: Gradient,
    eta: Any,
    rounds: int,
    shares: np.ndarray | None = None,
) -> Iterator[State]:
    """The states of rounds 0, 1, ..., `rounds`. W and eta may be functions of the round t = 0, 1, ..."""
    state = initial(algorithm, x)
    yield state
    for t in range(rounds):
        now, rate = (W(t) if callable(W) else W), (eta(t) if callable(eta) else eta)
        state = step(algorithm, state, now, gradient, rate, shares)
        yield state


def _numbers(model: np.ndarray, eta: Any) -> Numbers:
    if model.dtype != object:
        return FLOAT
    if isinstance(eta, float):
        raise InputError("eta", eta, "is exact where the models are")
    return STANDARD

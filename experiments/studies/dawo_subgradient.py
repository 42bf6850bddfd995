"""dawo's Algorithm 2 on floats, for many networks side by side: subgradient steps, and two projections.

Arrays lead with an axis of networks, (B, M, M). `families.projection` has the same projections for one network in exact
arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

__all__ = ["Descent", "descend", "device_after_device", "leading_vectors", "whole_rows"]

Projection = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True, eq=False)
class Descent:
    """What a run leaves; entry 0 of a curve is the start."""

    rho: np.ndarray  # (B, rounds + 1) rho(Wbar) of every iterate
    own: np.ndarray  # (B, rounds + 1) smallest self-weight: an iterate is feasible where it is >= 0
    bound: np.ndarray  # (B, rounds + 1), see `descend`
    weights: np.ndarray  # (B, M, M) pair weights after the last iteration, zeros on the diagonal


def descend(
    P: np.ndarray,
    project: Projection,
    step: Callable[[int], float],
    *,
    rounds: int,
    goal: np.ndarray,
    optimum: np.ndarray,
    power_steps: int | None = None,
    seed: int = 0,
) -> Descent:
    """W(n+1) = project(W(n) - gamma_n g(W(n))) from W(0) = 11'/M on links P (B, M, M), gamma_n = step(n), n from 1.

    g is (19) or (21), whichever the sign of v'Wbar v says, at v from `leading_vectors`. `bound` is

        min_{m<=n} rho(W(m)) <= rho(W') + (||W(0) - W'||^2 + sum gamma_m^2 ||g_m||^2)/(2 sum gamma_m),

    with the feasible `goal` W' (B, M, M) of value `optimum` (B,). It is true for exact vectors and `whole_rows`
    (`dawo.proposition-4`, repaired, summed over the iterations); for other choices it is a number that means nothing.
    """
    count, n = P.shape[:2]
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(13,)))
    W = np.full(P.shape, 1 / n) * (1 - np.eye(n))
    rho, own, bound = np.empty((3, count, rounds + 1))
    bound[:, 0] = np.inf
    apart, moved, steps = _pairs((W - goal) ** 2), np.zeros(count), 0.0
    for t in range(rounds + 1):
        mean = _mean(W, P)
        v, rho[:, t] = leading_vectors(mean, power_steps, rng)
        own[:, t] = 1 - W.sum(axis=-1).max(axis=-1)
        if t == rounds:
            break
        sign = np.where(np.einsum("bi,bij,bj->b", v, mean, v) >= 0, 1.0, -1.0)
        slopes = sign[:, None, None] * P * (v[:, :, None] - v[:, None, :]) ** 2
        gamma = step(t + 1)
        steps, moved = steps + gamma, moved + gamma**2 * _pairs(slopes**2)
        bound[:, t + 1] = optimum + (apart + moved) / (2 * steps)
        W = project(W + gamma * slopes)
    return Descent(rho, own, bound, W)


def leading_vectors(
    mean: np.ndarray, power_steps: int | None, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Unit vectors (B, M) for the eigenvalues of Wbar (B, M, M) of largest magnitude but the first, and rho (B,).

    `power_steps`: what Algorithm 1 returns after so many steps from a random start, computed from the eigenvectors:
    where lambda_2 and -lambda_M are close it is a mixture. None: an exact eigenvector.
    """
    values, vectors = np.linalg.eigh(mean - 1 / mean.shape[-1])
    rho = abs(values).max(axis=-1)
    if power_steps is None:
        top = abs(values).argmax(axis=-1)
        return np.take_along_axis(vectors, top[:, None, None], axis=2)[:, :, 0], rho
    start = rng.normal(size=values.shape)
    start -= start.mean(axis=-1, keepdims=True)
    share = (values / np.maximum(rho, 1e-300)[:, None]) ** power_steps
    v = np.einsum("bij,bj->bi", vectors, share * np.einsum("bij,bi->bj", vectors, start))
    v -= v.mean(axis=-1, keepdims=True)
    return v / np.linalg.norm(v, axis=-1, keepdims=True), rho


def device_after_device(Y: np.ndarray) -> np.ndarray:
    """The printed projection, (22), (23) and (26): device i sets its weights to later devices only."""
    W = Y * (1 - np.eye(Y.shape[-1]))
    for i in range(Y.shape[-1] - 1):
        row = _shortened(W[:, i, i + 1 :], 1 - W[:, i, :i].sum(axis=-1))
        W[:, i, i + 1 :] = W[:, i + 1 :, i] = row
    return W


def whole_rows(Y: np.ndarray) -> np.ndarray:
    """Each device in turn projects all its weights; the result is feasible, for later devices only take away."""
    W = Y * (1 - np.eye(Y.shape[-1]))
    for i in range(Y.shape[-1]):
        W[:, i] = W[:, :, i] = _shortened(W[:, i], np.ones(len(Y)))
    return W


def _shortened(w: np.ndarray, room: np.ndarray) -> np.ndarray:
    """argmin ||q - w||^2 over q >= 0, 1'q <= room, a row (B, q) each; zeros where room < 0 leaves no such q."""
    positive = np.maximum(w, 0)
    falling = -np.sort(-positive, axis=-1)
    half = (falling.cumsum(axis=-1) - room[:, None]) / np.arange(1, w.shape[-1] + 1)
    last = np.ones(falling.shape, dtype=bool)
    last[:, :-1] = falling[:, 1:] <= half[:, :-1]
    nu = np.take_along_axis(half, last.argmax(axis=-1)[:, None], axis=-1)
    return np.where(positive.sum(axis=-1, keepdims=True) <= room[:, None], positive, np.maximum(w - nu, 0))


def _mean(W: np.ndarray, P: np.ndarray) -> np.ndarray:
    """Wbar from pair weights."""
    kept = W * P
    return kept + (1 - kept.sum(axis=-1))[:, :, None] * np.eye(P.shape[-1])


def _pairs(array: np.ndarray) -> np.ndarray:
    """The sum over the pairs i < j."""
    return array.sum(axis=(-1, -2)) / 2

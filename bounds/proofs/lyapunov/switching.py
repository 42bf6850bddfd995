"""Sequences of mixing matrices under which a method diverges although each of them mixes: why a tier finds no proof."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ...algorithms import Algorithm, initial, step
from ...kernel.growth import check
from .constants import Constants
from .reached import growth

__all__ = ["diverging_matrices"]

ENTRIES = 1000  # denominators of the matrices
DRAWS = 60  # starts looked at before a descent


def diverging_matrices(
    algorithm: Algorithm, at: Constants, *, clients: int = 3, cycle: int = 3, tries: int = 8, seed: int = 0
) -> dict[str, Any] | None:
    """A checked witness: quadratic clients and a cycle of nonnegative symmetric W, ||W - J|| <= at.hi, that make the
    states grow. None where `tries` descents of Nelder and Mead find none, which says nothing."""
    from scipy.optimize import minimize

    rng, pairs = np.random.default_rng(seed), clients * (clients - 1) // 2
    eta, lam = float(at.eta[0]), float(at.hi)
    low, high = map(float, at.sector)

    def setting(p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        Ws = np.array([_mixing(part, clients, lam) for part in p[: cycle * pairs].reshape(cycle, pairs)])
        return Ws, low + (high - low) * np.sin(p[cycle * pairs :]) ** 2

    def loss(p: np.ndarray) -> float:
        return -_radius(algorithm, eta, *setting(p))

    def draw() -> np.ndarray:
        return np.concatenate([rng.normal(size=cycle * pairs), rng.normal(size=clients)])

    for _ in range(tries):
        start = min((draw() for _ in range(DRAWS)), key=loss)
        found = minimize(loss, start, method="Nelder-Mead", options={"maxfev": 600})
        Ws, curvatures = setting(found.x)
        exact = [_exact(W) for W in Ws]
        bends = [
            min(max(Fraction(float(l)).limit_denominator(ENTRIES), at.sector[0]), at.sector[1])
            for l in curvatures
        ]
        radius = _radius(algorithm, eta, np.array(exact, dtype=float), np.array(bends, dtype=float))
        if radius < 1.001:
            continue
        document = growth(
            algorithm,
            at,
            at.eta[0],
            list(map(str, bends)),
            [[list(map(str, row)) for row in W] for W in exact],
        ) | {"rate": str(Fraction(int(radius * 10**4) - 1, 10**4))}
        if not check(document).reason:
            return document
    return None


def _mixing(p: np.ndarray, clients: int, lam: float) -> np.ndarray:
    """A symmetric nonnegative matrix with row sums 1 from its entries above the diagonal, ||W - J|| a bit below lam."""
    W = np.zeros((clients, clients))
    W[np.triu_indices(clients, 1)] = np.abs(p)
    W += W.T
    W /= max(W.sum(axis=1).max(), 1.0)
    W += np.diag(1 - W.sum(axis=1)) - 1 / clients
    norm = np.abs(np.linalg.eigvalsh(W)).max()
    return W * min(1.0, (lam - 5 / ENTRIES) / max(norm, 1e-9)) + 1 / clients


def _exact(W: np.ndarray) -> list[list[Fraction]]:
    """Entries off the diagonal rounded down, the diagonal what is left."""
    K = len(W)
    rows = [[Fraction(int(W[min(i, j), max(i, j)] * ENTRIES), ENTRIES) for j in range(K)] for i in range(K)]
    for i, row in enumerate(rows):
        row[i] = 1 - sum((w for j, w in enumerate(row) if j != i), Fraction(0))
    return rows


def _radius(algorithm: Algorithm, eta: float, Ws: np.ndarray, curvatures: np.ndarray) -> float:
    """The spectral radius over the cycle, per round, from balanced starts."""
    K, states = len(curvatures), algorithm.states
    balanced = np.vstack([np.eye(K - 1), -np.ones((1, K - 1))])
    kept = [balanced if s in algorithm.balanced else np.eye(K) for s in states]
    width, place = sum(B.shape[1] for B in kept), 0
    state = initial(algorithm, np.zeros((width, K, 1)))
    for s, B in zip(states, kept):
        state[s] = np.zeros((width, K, 1))
        state[s][place : place + B.shape[1], :, 0] = B.T
        place += B.shape[1]
    pull = curvatures[:, None]
    for W in Ws:
        state = step(algorithm, state, W, lambda y: pull * y, eta)
    moved = np.concatenate([state[s][:, : B.shape[1], 0] for s, B in zip(states, kept)], axis=1)
    return float(np.abs(np.linalg.eigvals(moved)).max() ** (1 / len(Ws)))

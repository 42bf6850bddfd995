"""Clients of whom a few answers are given, which other smooth, convex losses have too.

A run of T rounds asks each client for a few gradients only. Points, gradients and losses that fulfil

    F(x) >= F(y) + <g_y, x - y> + (|g_x - g_y|^2/L + mu |x - y|^2 - 2 mu/L <g_x - g_y, x - y>)/(2 (1 - mu/L))

for every two of them are those of some mu-strongly convex and L-smooth F (Taylor, Hendrickx and Glineur 2017, Theorem
4), so a setting may give these answers instead of a client, which is the smallest of all such F (`largest_gradient`):
the worst cases that semidefinite programs find are of this kind (`bounds.proofs.gram.attained`). With w* as the origin,
a setting of gossip descent has, beside what it has with quadratic clients,

    N       a size: the points of each client beside its minimizer, T + 2
    mu, L   of the class, 0 < mu < L, for all clients
    c       (K, d), each client's minimizer
    pull    (K, N, d), grad F_k at w_k(0), ..., w_k(T-1), at w* and at wbar(T), where the models follow from these
    rise    (K, N), F_k - F_k^* at the same points

The kernel refuses a setting whose numbers no such losses have, or whose gradients at w*, times the shares, do not sum
to 0. L and mu are those of the class: L errs above, mu below. What the answers do not tell raises
ArithmeticError, or is NaN at the rounds of an array where they do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .client_vectors import ClientVectors

__all__ = ["Answers", "answers"]

NEAR = 1e-9  # of floats, relative: points that are the same but for rounding


@dataclass(frozen=True)
class Answers:
    """points, pulls (K, N + 1, d) and rises (K, N + 1), each client's minimizer the last; told: T."""

    mu: Any
    L: Any
    points: np.ndarray
    pulls: np.ndarray
    rises: np.ndarray
    told: int

    affine = None

    @property
    def minimizers(self) -> np.ndarray:
        return self.points[:, -1]

    @property
    def flattest(self) -> np.ndarray:
        return np.array([self.mu] * len(self.points))

    @property
    def steepest(self) -> np.ndarray:
        return np.array([self.L] * len(self.points))

    def _places(self, x: ClientVectors) -> np.ndarray:
        """Which of client k's points x_k is, (..., K), -1 where it is none."""
        apart = (x.sure[..., None, :] - self.points) + 0 * self.points
        off = (apart * apart).sum(-1)
        same = off <= NEAR**2 * np.maximum(1.0, (self.points**2).sum(-1).max())
        return np.where(same.any(-1), same.argmax(-1), -1)

    def _told(self, x: ClientVectors, answers: np.ndarray) -> np.ndarray:
        places = self._places(x)
        unknown = places < 0
        if unknown.any() and unknown.ndim == 1:
            raise ArithmeticError("the answers that are given do not say it")
        found = answers[np.arange(len(answers)), places]
        if unknown.any():
            found = np.where(unknown if found.ndim == unknown.ndim else unknown[..., None], np.nan, found)
        return found

    def gradient(self, x: ClientVectors) -> ClientVectors:
        return ClientVectors(self._told(x, self.pulls))

    def heights(self, x: ClientVectors) -> Any:
        return self._told(x, self.rises)

    def above(self, x: ClientVectors, shares: np.ndarray, minimizer: np.ndarray) -> Any:
        if x.sure.shape[-2] != 1:
            raise ArithmeticError("losses at the models of other clients are not given")
        lowest = self.heights(ClientVectors(np.array([minimizer] * len(shares))))
        return (shares * (self.heights(x) - lowest)).sum(-1, keepdims=True)

    def minimizer(self, shares: np.ndarray, near: np.ndarray) -> np.ndarray:
        return near * 0


def answers(values: Mapping[str, np.ndarray], start: np.ndarray, scale: np.ndarray, step: Any) -> Answers:
    """Of a setting, whose gossip descent from `start` (K, d) with that step of each round they tell."""
    pull, c = values["pull"], values["c"]
    told, models = pull.shape[1] - 2, [start]
    for t in range(told):
        models.append(values["W"][0] @ models[-1] - step(t) * scale[:, None] * pull[:, t])
    mean = np.array([models[-1].sum(0) / len(c)] * len(c))
    points = np.array([*models[:-1], c * 0, mean, c]).swapaxes(0, 1)
    pulls = np.concatenate([pull, c[:, None] * 0], 1)
    rises = np.concatenate([values["rise"], values["rise"][:, :1] * 0], 1)
    return Answers(values["mu"].item(), values["L"].item(), points, pulls, rises, told)

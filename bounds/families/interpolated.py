"""Gossip gradient descent on clients of whom a few answers are given, and which other smooth, convex losses have too.

A run of T rounds asks each client for a few gradients only. Points, gradients and losses that fulfil

    F(x) >= F(y) + <g_y, x - y> + (|g_x - g_y|^2/L + mu |x - y|^2 - 2 mu/L <g_x - g_y, x - y>)/(2 (1 - mu/L))

for every two of them are those of some mu-strongly convex and L-smooth F (Taylor, Hendrickx and Glineur 2017, Theorem
4), so a setting may give these answers instead of a client, which is the smallest of all such F (`smallest`): the
worst cases that semidefinite programs find are of this kind (`bounds.proofs.gram.attained`). In a setting of the
family `gossip`, the clients are so given where it holds, beside W (one), o, samples and the step as quadratic clients
have them, with w* as the origin,

    N       a size: the points of each client beside its minimizer, T + 2
    mu, L   of the class, 0 < mu < L, for all clients
    w0      (K, d), or start (d,), the starts
    c       (K, d), each client's minimizer
    pull    (K, N, d), grad F_k at w_k(0), ..., w_k(T-1), at w* and at wbar(T), where the models follow from these
    rise    (K, N), F_k - F_k^* at the same points

A setting whose numbers no such losses have, or whose gradients at w*, times the shares, do not sum to 0, raises
InputError. L and mu are those of the class: L errs above, mu below. Metrics are those of `gossip` as far as the answers
tell them: spread, error and distance up to round T, gradients2 and local gaps before it, gap at it. All else raises
ArithmeticError.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from ..arithmetic import EXACT, Arithmetic
from ..family import constant
from ..rounds import at_round
from .gossip import GossipRun
from .smallest import Smallest

__all__ = ["InterpolatedRun"]


class InterpolatedRun(Smallest, GossipRun):
    """One run; values: W (1, K, K), mu, L (), c (K, d), pull (K, N, d), rise (K, N), w0 (K, d) or start (d,)."""

    def __init__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        rounds: int,
        arithmetic: Arithmetic,
        scaled: bool = False,
    ):
        curvatures = np.array([[values[name].item() for name in ("mu", "L")]] * sizes["K"])
        super().__init__(sizes, {**values, "a": curvatures}, rounds, arithmetic, scaled)
        self._pull, self._rise = values["pull"], values["rise"]
        self._told = sizes["N"] - 2  # T
        if arithmetic is EXACT:
            self._admit()

    def _admit(self) -> None:
        if not 0 < self.mu < self.L:
            raise InputError("mu", str(self.mu), f"0 < mu < L, and L={self.L}")
        if np.any((self.share[:, None] * self._pull[:, self._told]).sum(0) != 0):
            raise InputError("pull", "at w*", "gradients that sum to 0, times the shares")
        for k in range(len(self.c)):
            if not self._of_one_loss(k):
                raise InputError("pull", f"of client {k}", "those of a mu-strongly convex and L-smooth loss")

    @cached_property
    def _answers(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Points, gradients (K, N + 1, d) and losses (K, N + 1), each client's minimizer added."""
        models = self._moments[0].reshape(-1, *self.w0.shape)
        mean = np.array([models[-1].sum(0) / self.K] * len(self.c))
        points = np.array([*models[:-1], self.c * 0, mean, self.c]).swapaxes(0, 1)
        pulls = np.concatenate([self._pull, self.c[:, None] * 0], 1)
        return points, pulls, np.concatenate([self._rise, self._rise[:, :1] * 0], 1)

    def _of_one_loss(self, k: int) -> bool:
        """Whether all that is told of client k fulfils the inequalities between any two of its points."""
        mu, L = self.mu, self.L
        answers = zip(*(told[k] for told in self._answers))
        for (x, g, f), (y, h, e) in permutations(answers, 2):
            dx, dg = x - y, g - h
            curved = dg @ dg / L + mu * (dx @ dx) - 2 * mu / L * (dg @ dx)
            if f < e + h @ dx + curved / (2 * (1 - mu / L)):
                return False
        return True

    # --- constants

    @property
    def H(self) -> Any:
        """Of quadratic clients; what is said with Hessians is not known of these."""
        raise ArithmeticError("the answers that are given do not say it")

    @constant
    def wstar(self) -> np.ndarray:
        return self.c[0] * 0

    @constant
    def gaps_at_optimum(self) -> np.ndarray:
        return self._rise[:, self._told]

    @constant
    def gstar(self) -> Any:
        pulls = self.scale[:, None] * self._pull[:, self._told]
        return self._arithmetic.functions["sqrt"]((pulls * pulls).sum())

    # --- the trajectory

    @property
    def _leaps(self) -> bool:
        return False

    @cached_property
    def _moments(self) -> tuple[np.ndarray, None]:
        """Models (T + 1, K d)."""
        x, models = self.w0, [self.w0.reshape(-1)]
        for t in range(self._told):
            pull = self.scale[:, None] * self._pull[:, t]
            x = self.W[0] @ x - self.step(self._arithmetic.number(t)) * pull
            models.append(x.reshape(-1))
        return np.array(models), None

    def _moments_at(self, at: Any) -> tuple[np.ndarray, None]:
        return self._moments[0][at], None

    # --- metrics, as in `GossipRun`

    def gap(self, t: Any) -> Any:
        if np.any(at_round(t) != self._told):
            raise ArithmeticError(f"losses at the mean model are known at round {self._told} alone")
        star, mean = self._rise[:, self._told :].T
        return (self.share * (mean - star)).sum()

    def gradients2(self, t: Any) -> Any:
        pulls = self._pull[:, : self._told][:, at_round(t)]
        return (pulls * pulls).sum(-1).sum(0)

    def _gaps(self, t: Any, weights: np.ndarray) -> Any:
        return (self._rise[:, : self._told][:, at_round(t)].T * weights).sum(-1)

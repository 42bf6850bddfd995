"""Quadratic clients and their constants, in floats or exactly.

Client k owns F_k(w) = (1/2)(w - c_k)' H_k (w - c_k) + o_k on R^d (d = 1 or 2); H_k has the eigenvalues a_k along
axes turned by the half-angle tangent s_k, so rational numbers give rational Hessians with rational L_k and mu_k.
Its stochastic gradient is H_k (w - c_k) + v_k * (a fair sign, independent over clients and rounds), of variance
sigma_k^2 = |v_k|^2.

`scaled=True`: client k's gradient is multiplied by m_k/m and F = sum_k (m_k/m) F_k (DeFed (5), DeceFL SI (1), (2));
otherwise nothing is scaled and F = (1/K) sum_k F_k (DeceFL main text (1), (2)).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ..arithmetic import Arithmetic
from ..family import constant

__all__ = ["Quadratics"]


class Quadratics:
    """The constants that theorems name, of K quadratic clients started at w0 (K, d); see the module docstring.

    values: a (K, d), c (K, d), w0 (K, d) or a common start (d,); optional o (K,), s (K,), v (K, d), samples (K,);
    delta and Gamma, or eta, of shape ().
    """

    def __init__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        rounds: int,
        arithmetic: Arithmetic,
        scaled: bool = False,
    ):
        self._sizes, self._values, self.rounds, self._arithmetic = sizes, values, rounds, arithmetic
        self._scaled = scaled
        self.a, self.c = values["a"], values["c"]
        self.w0 = values["w0"] if "w0" in values else np.array([values["start"]] * len(self.c))
        number = arithmetic.number
        self.K, self.d = number(self.w0.shape[0]), number(self.w0.shape[1])
        self.delta, self.Gamma, self.eta = (
            values[name].item() if name in values else None for name in ("delta", "Gamma", "eta")
        )

    def step(self, t: Any) -> Any:
        """eta_t: delta/(t + Gamma), or the fixed eta."""
        return self.eta if self.delta is None else self.delta / (t + self.Gamma)

    # --- sizes, losses and their constants

    @constant
    def o(self) -> np.ndarray:
        return self._values.get("o", self._arithmetic.zeros(len(self.w0)))

    @constant
    def v(self) -> np.ndarray:
        return self._values.get("v", self._arithmetic.zeros(*self.w0.shape))

    @constant
    def m(self) -> Any:
        """Samples in all."""
        return sum(self._values["samples"])

    @constant
    def share(self) -> np.ndarray:
        """Weight of each client in F, (K,): m_k/m, or 1/K."""
        if self._scaled:
            return self._values["samples"] / self.m
        return self._arithmetic.array([1] * len(self.w0)) / self.K

    @constant
    def scale(self) -> np.ndarray:
        """What multiplies a client's gradient, (K,): m_k/m, or 1."""
        return self.share if self._scaled else self._arithmetic.array([1] * len(self.w0))

    @constant
    def H(self) -> np.ndarray:
        """Hessians (K, d, d)."""
        axes = self._arithmetic.zeros(*self.a.shape, self.a.shape[1])
        if self.a.shape[1] == 1:
            axes[:, 0, 0] = self._arithmetic.number(1)
        else:
            s = self._values.get("s", self._arithmetic.zeros(len(self.a)))
            cos, sin = (1 - s * s) / (1 + s * s), 2 * s / (1 + s * s)
            axes[:, 0, 0], axes[:, 0, 1], axes[:, 1, 0], axes[:, 1, 1] = cos, -sin, sin, cos
        return (axes * self.a[:, None, :]) @ np.swapaxes(axes, 1, 2)

    @constant
    def L(self) -> Any:
        """max_k L_k, the largest curvature of an unscaled client loss."""
        return max(self.a.reshape(-1))

    @constant
    def mu(self) -> Any:
        """min_k mu_k, the smallest curvature of an unscaled client loss."""
        return min(self.a.reshape(-1))

    @constant
    def sigma2(self) -> Any:
        """(1/K) sum_k sigma_k^2 of the unscaled gradients."""
        return (self.v * self.v).sum() / self.K

    @constant
    def sharpest(self) -> Any:
        """Largest curvature that a client's step sees, max_k scale_k L_k."""
        return max((self.a * self.scale[:, None]).reshape(-1))

    @constant
    def flattest(self) -> Any:
        """Smallest curvature that a client's step sees, min_k scale_k mu_k."""
        return min((self.a * self.scale[:, None]).reshape(-1))

    @cached_property
    def chi2(self) -> Any:
        """max_k sup_t E||g_k(w_k(t))||^2, an upper bound for all rounds t >= 0; of unturned axes, as d = 1 has.

        While eta_t * sharpest <= own, every coordinate of the mean is a convex combination of starts and
        minimizers, so it stays in their hull; the noise leaves a covariance of trace at most
        eta_0 * sum_k scale_k^2 |v_k|^2 / flattest.
        """
        if self.a.shape[1] > 1 and any(self._values.get("s", ())):
            raise ArithmeticError("chi2 is known for unturned axes only")
        points = np.concatenate([self.w0, self.c])
        low, high = points.min(0), points.max(0)
        reach = np.where(high - self.c > self.c - low, high - self.c, self.c - low)
        noise = (self.v * self.v).sum(1)
        first_step = self.step(self._arithmetic.number(0))
        spilled = first_step * (self.scale * self.scale * noise).sum() / self.flattest
        return max(((self.a * reach) ** 2).sum(1) + noise + self.a.max(1) ** 2 * spilled)

    # --- minimum and starting point

    @constant
    def wstar(self) -> np.ndarray:
        """argmin F, (d,)."""
        weighted = self.H * self.share[:, None, None]
        A, b = weighted.sum(0), (weighted @ self.c[:, :, None]).sum(0)[:, 0]
        if len(b) == 1:
            return b / A[0, 0]
        adjugate = np.array([[A[1, 1], -A[0, 1]], [-A[1, 0], A[0, 0]]], dtype=A.dtype)
        return adjugate @ b / (A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0])

    @constant
    def gaps_at_optimum(self) -> np.ndarray:
        """F_k(w*) - F_k^*, (K,)."""
        offset = (self.wstar - self.c)[:, :, None]
        return (np.swapaxes(offset, 1, 2) @ self.H @ offset)[:, 0, 0] / 2

    @constant
    def Fstar(self) -> Any:
        """F* = sum_k share_k F_k(w*)."""
        return (self.share * (self.gaps_at_optimum + self.o)).sum()

    @constant
    def Fstar_mean(self) -> Any:
        """(1/K) sum_k F~_k(w*), the other value that DeFed prints for F*."""
        return self.Fstar / self.K

    @constant
    def tilde_minima_sum(self) -> Any:
        """sum_k F~_k^*, F~_k = share_k F_k."""
        return (self.share * self.o).sum()

    @constant
    def tilde_minima_max(self) -> Any:
        """max_k F~_k^*."""
        return max(self.share * self.o)

    @constant
    def tilde_minima_min(self) -> Any:
        """min_k F~_k^*."""
        return min(self.share * self.o)

    @constant
    def minima_sum(self) -> Any:
        """sum_k F_k^*."""
        return self.o.sum()

    @constant
    def minima_min(self) -> Any:
        """min_k F_k^*."""
        return min(self.o)

    @constant
    def minima_max(self) -> Any:
        """max_k F_k^*."""
        return max(self.o)

    @constant
    def gstar(self) -> Any:
        """||(scale_k grad F_k(w*))_k||, what drives the clients apart at the optimum."""
        gradients = (self.H @ (self.wstar - self.c)[:, :, None])[:, :, 0] * self.scale[:, None]
        return self._arithmetic.functions["sqrt"]((gradients * gradients).sum())

"""Lower bounds that anyone can re-derive.

Let Y = U U' - V V' with U'1 = 0, V'1 = 0 and tau = trace(U U') + trace(V V'). As <Y, M> <= tau ||M||_2 for
every symmetric M, every W on the graph has, with e = ij,

    tau rho(w) >= <Y, I - L(w)> = <Y, I> - sum_e w_e c_e,   c_e = p_e (|U_i - U_j|^2 - |V_i - V_j|^2).

The second moment uses Y = U U' alone: with

    q(w) = ||(I - L(w)) U||_F^2 + sum_e 2 p_e (1 - p_e) w_e^2 |U_i - U_j|^2

tau phi(w) >= q(w), and q is convex, so it lies above its linearisation at any reference point w0: again a
constant minus sum_e w_e c_e.

What is left is an upper bound of sum_e w_e c_e over the feasible set.

- w >= 0 and node sums <= 1 (a fractional matching): any node cover y >= 0 with y_i + y_j >= c_e gives
  sum_i y_i.
- signed: only W with ||Wbar - J|| <= 1 matter (any other has an objective above 1). Those have
  |wbar_e - 1/n| <= 1 and sum_e 2 (wbar_e - 1/n)^2 <= n - 1, so with b_e = c_e / p_e
  sum_e w_e c_e <= |sum_e b_e| / n + min(||b||_1, ||b||_2 sqrt((n - 1) / 2)). A good certificate has b close
  to 0.

The dual of fastest mixing is that of Boyd, Diaconis, Xiao, SIAM Review 46(4), 2004, section 4; the rest is
derived here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from .polynomials import Polynomials

if TYPE_CHECKING:
    from ..objectives import Objective

__all__ = ["AnyCertificate", "Certificate", "LearningCertificate", "NormCertificate", "PolynomialCertificate"]


@dataclass(frozen=True, eq=False, kw_only=True)
class _Subject:
    """The part that all certificates share: which objective they bound, and over which weights.

    objective: with its step, labels, groups and target; None while a method is at work. signed: whether weights may be
    negative.
    """

    objective: Objective | None = None
    signed: bool = False


@dataclass(frozen=True, eq=False)
class Certificate(_Subject):
    """All that is needed to re-derive a lower bound with `verify_certificate`; see the module's first lines.

    Columns of `plus` and `minus` need not sum to zero: their centred versions are meant.
    """

    plus: Array  # (n, r) U: factors of the positive part of Y
    minus: Array  # (n, s) V: factors of the negative part; s = 0 for the second moment
    cover: Array | None  # (n,) node cover y; None when signed
    reference: Array | None  # (m,) w0 of the linearisation; None for the mean

    @classmethod
    def trivial(cls, n: int, m: int) -> Certificate:
        """The certificate of the bound 0."""
        return cls(np.zeros((n, 0)), np.zeros((n, 0)), np.zeros(n), np.zeros(m))


@dataclass(frozen=True, eq=False)
class LearningCertificate(_Subject):
    """The same for `learning`; see `weightopt.certify.learning`. Columns are meant centred, too."""

    bias: Array  # (n, r) U; with data Z, of the shape of B
    slow: Array  # (n, k) Z of tr (L + s2)^-1
    fast: Array  # (n, k) Z of tr ((2 - s2) I - L)^-1
    cover: Array  # (n,) y
    level: float = 0.0  # g; with data

    @classmethod
    def trivial(cls, n: int, factor: Array | None) -> LearningCertificate:
        """The certificate of the bound 0; `factor` is that of the objective."""
        bias = np.zeros((n, 0)) if factor is None else np.zeros_like(factor)
        return cls(bias, np.zeros((n, n)), np.zeros((n, n)), np.zeros(n))


@dataclass(frozen=True, eq=False)
class NormCertificate(_Subject):
    """The same for the norm of an affine matrix; see `weightopt.norms`."""

    left: Array  # (r, k) U
    right: Array  # (n, k) V
    cover: Array  # (n,) y
    potential: Array  # (n,) z of the balance at the nodes of a directed network; else empty

    @classmethod
    def trivial(cls) -> NormCertificate:
        """The certificate of the bound 0."""
        return cls(np.zeros((0, 0)), np.zeros((0, 0)), np.zeros(0), np.zeros(0))


@dataclass(frozen=True, eq=False)
class PolynomialCertificate(_Subject):
    """The same for `learning` on large networks; see `weightopt.certify.large`."""

    weights: Array  # (m,) at which L is taken
    polynomials: Polynomials  # h, C, Z, R; with data C, Z, R
    cover: Array  # (n,) y

    @classmethod
    def trivial(cls, n: int, m: int, kinds: int = 4) -> PolynomialCertificate:
        """The certificate of what is true of any network."""
        return cls(np.zeros(m), Polynomials(0.0, 2.0, np.zeros((kinds, 2))), np.zeros(n))


AnyCertificate = Certificate | LearningCertificate | NormCertificate | PolynomialCertificate

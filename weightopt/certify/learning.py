"""Lower bounds of the objective `learning` that anyone can re-derive: Fenchel's inequality, no inverse, no eigenvalue.

With X = L(w) + s and R = (2 - s) I - L(w), both positive on the complement of 1, for any U, Z with centred columns

    tr X^-2     >= 3 tr Y^2 - 2 tr Y^3 X          Y = U U'    (t -> t^-2 is convex, so is its trace)
    tr B'X^-1 B >= 2 <B, Z> - <Z, X Z>                        (complete the square)
    tr R^-1     >= 2 <I - J, Z> - <Z, R Z>                    (the same, B = I - J)
    q^2         >= 2 g q - g^2                    any g >= 0

with equality at Y = X^-1, Z = X^-1 B, g = q. The right sides are affine in w, so that

    Phi(w) >= constant - sum_e w_e c_e,
    c_e = p_e (2 |V_i - V_j|^2 + kappa / 2 |Z_i - Z_j|^2 - kappa / 2 |R_i - R_j|^2),    V = U U'U,

and any node cover y >= 0 with y_i + y_j >= c_e gives Phi(w) >= constant - sum_i y_i: sums of w at a node are at most 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mixproof.spectral.network import Network

from ..arrays import Array
from .check import Nodes, edge_squares, finite, largest_matching

if TYPE_CHECKING:
    from ..learning import Learning
    from .certificate import LearningCertificate

__all__ = ["learning_bound"]

EPS = float(np.finfo(float).eps)


def learning_bound(network: Network, certificate: LearningCertificate, objective: Learning) -> float:
    """A number that no feasible w gets below; `objective` is convex. What a cover misses is charged to the bound.

    Rounding is on the safe side: a sum of N products is known to N eps times the sum of their absolute values.
    """
    n, (i, j) = network.n, network.edges.T
    p = network.probabilities
    cover = np.maximum(finite("cover", certificate.cover, (n,)), 0.0)
    total = _Line(n, p, i, j)
    if objective.factor is None:
        U = finite("bias", certificate.bias, (n, None))
        U = U - U.mean(axis=0)
        G, slip = _gram(U)
        V = U @ G
        # |V - exact| <= (width n eps) |U| |G| entrywise; norms of the exact ones through those of the computed
        size = float(np.linalg.norm(U)) * float(np.linalg.norm(G))
        total.add(3.0, float(np.sum(G**2)), 2 * slip * float(np.linalg.norm(G)))
        cubed = float(np.vdot(G @ G, G))
        total.add(
            -2 * objective.low,
            cubed,
            3 * (slip + (n + 8) * EPS * float(np.linalg.norm(G))) * float(np.sum(G**2)),
        )
        total.slope(2.0, V, (n + U.shape[1] + 16) * EPS * size + slip * float(np.linalg.norm(U)))
    else:
        B = objective.factor
        Z = finite("bias", certificate.bias, B.shape)
        share = 2 * max(float(certificate.level), 0.0) / float(np.sum(B**2))
        total.fraction(share, B, Z, objective.low)
        total.add(-1.0, certificate.level * share / 2, 0.0)
    half = objective.kappa / 2
    eye = np.eye(n)
    total.fraction(half, eye, finite("slow", certificate.slow, (n, n)), objective.top)
    total.fraction(half, eye, finite("fast", certificate.fast, (n, n)), objective.most, sign=-1.0)
    worst = largest_matching(total.c + total.c_error, cover, i, j)
    low = total.constant - total.error - worst * (1 + (n + 64) * EPS)
    return max(low - 8 * EPS * (abs(total.constant) + abs(worst)), 0.0)


class _Line:
    """constant - sum_e w_e c_e, with what rounding may have done to both."""

    def __init__(self, n: int, p: Array, i: Nodes, j: Nodes):
        self.n, self.p, self.i, self.j = n, p, i, j
        self.constant, self.error = 0.0, 0.0
        self.c, self.c_error = np.zeros(len(p)), np.zeros(len(p))

    def add(self, factor: float, value: float, error: float) -> None:
        """Add factor * value to the constant."""
        self.constant += factor * value
        self.error += abs(factor) * (error + (self.n**2 + 64) * EPS * abs(value))

    def slope(self, factor: float, Z: Array, error: float) -> None:
        """Add factor * p_e |Z_i - Z_j|^2 to c, each row of Z known to `error` in norm."""
        squares = edge_squares(Z, self.i, self.j)
        self.c += factor * self.p * squares
        doubt = (Z.shape[1] + 64) * EPS * squares + 4 * error * np.sqrt(squares) + 4 * error**2
        self.c_error += abs(factor) * self.p * doubt

    def fraction(self, factor: float, B: Array, Z: Array, shift: float, sign: float = 1.0) -> None:
        """Add factor * (2 <B, Z> - shift |Z|^2 - sign <Z, L Z>), columns of B and Z centred."""
        B, Z = B - B.mean(axis=0), Z - Z.mean(axis=0)
        inner = float(np.vdot(B, Z))
        square = float(np.sum(Z**2))
        self.add(2 * factor, inner, (B.size + 64) * EPS * float(np.linalg.norm(B)) * square**0.5)
        self.add(-factor * shift, square, 0.0)
        self.slope(sign * factor, Z, 4 * EPS * float(np.linalg.norm(Z)))


def _gram(U: Array) -> tuple[Array, float]:
    """U'U of the centred columns, and a bound on the Frobenius norm of its error."""
    sums = U.sum(axis=0)
    G = U.T @ U - np.outer(sums, sums) / len(U)
    return (G + G.T) / 2, (len(U) + 16) * EPS * float(np.sum(U**2))

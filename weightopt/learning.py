"""The objective `learning`: the disagreement of nodes that learn by gradient steps and mix with these weights.

Nodes step and mix, x+ = W_hat x - eta G. With curvature h common to all, s = eta h and L(w) = I - E[W_hat], what
disagreement there is settles at

    E||y||^2 / eta^2 = tr M (L + s)^-2 + sigma^2 sum_i 1 / (1 - (lambda_i - s)^2),

M the covariance of the nodes' gradients around their mean and sigma^2 the variance of their noise; the mean of the
models does not depend on W, if losses average out. As 1 / (1 - x^2) = (1 / (1 - x) + 1 / (1 + x)) / 2 the objective is

    Phi(w) = tr M (L + s1)^-2 + kappa / 2 (tr (L + s2)^-1 + tr ((2 - s2) I - L)^-1)    over the complement of 1.

Its constants need no tuning:

- s2, `step_curvature`: the step times the largest curvature at hand, 0.15 (what softmax regression was measured at,
  0.05 to 0.11, and a margin); the worst case eta L is several times more, and loses.
- s1 = s2 / 15: differences of gradients persist where the curvature is small.
- kappa = 1 + `noise`: the variance of a gradient's noise in units of that of the nodes' gradients. It is at least
  1, so that the last term, which keeps lambda_n away from -1 + s2, is always there.
- M = I - J where nothing is known of the data; else it is scaled to the same trace, n - 1.

Without data every term is a convex function of L's eigenvalues, so Phi is convex and a certificate closes the gap
(`certify.learning`). With data tr M (L + s1)^-2 is not convex; (tr M (L + s1)^-1)^2 / tr M is, and never above it
(Cauchy and Schwarz): the objective `learning-convex`, and the bound below the local optimum of `learning`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.links import link_probabilities
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.network import Network

from .certify.certificate import AnyCertificate, LearningCertificate
from .certify.inverses import MOST_NODES, learning_enclosure
from .certify.large import PolynomialCertificate, laplacian_of, large_bound, large_enclosure
from .certify.learning import learning_bound
from .heterogeneity import covariance_factor
from .objectives import Interval, Objective

if TYPE_CHECKING:
    from .problem import Array, Problem

__all__ = ["STEP_CURVATURE", "Learning", "learning"]

STEP_CURVATURE = 0.15
SMALLEST_CURVATURE = 1 / 15  # of the largest
GUARD = 1.0  # kappa without noise


@dataclass(frozen=True, eq=False)
class Learning(Objective):
    """Phi of the module's first lines; `factor` (n, k) is B with M = BB', None for M = I - J.

    convex: with data, (tr M (L + s1)^-1)^2 / tr M in the place of tr M (L + s1)^-2.
    """

    step_curvature: float = STEP_CURVATURE
    noise: float = 0.0
    factor: Array | None = None
    convex: bool = False
    is_modulus = False

    @property
    def name(self) -> str:  # type: ignore[override]
        """As `optimize` takes it."""
        return "learning-convex" if self.convex else "learning"

    @property
    def low(self) -> float:
        """s1."""
        return self.step_curvature * SMALLEST_CURVATURE

    @property
    def top(self) -> float:
        """s2."""
        return self.step_curvature

    @property
    def kappa(self) -> float:
        """Weight of the noise."""
        return GUARD + self.noise

    @property
    def is_convex(self) -> bool:
        """Whether a certificate can close the gap."""
        return self.factor is None or self.convex

    @property
    def stand_in(self) -> Learning:
        """The convex objective that bounds this one from below: itself where it is convex."""
        if self.is_convex and type(self) is Learning:
            return self
        return Learning(self.step_curvature, self.noise, self.factor, convex=self.factor is not None)

    def value(self, weights: MixingMatrix) -> float:
        return self.enclosure(weights)[0]

    def enclosure(
        self, weights: MixingMatrix, certify: bool | None = None, within: float | None = None
    ) -> tuple[float, Interval]:
        self.check(weights.n)
        if self.is_large(weights.n):
            return large_enclosure(laplacian_of(weights.network, weights.weights), self)
        return learning_enclosure(weights, self)

    def lower_bound(self, network: Network, certificate: AnyCertificate, signed: bool = False) -> float:
        if isinstance(certificate, PolynomialCertificate) and self.factor is None and not signed:
            L, p = laplacian_of(network, certificate.weights), link_probabilities(network)
            return large_bound(L, certificate, self, (network.edges[:, 0], network.edges[:, 1]), p)
        if not isinstance(certificate, LearningCertificate):
            raise InputError(
                "certificate", type(certificate).__name__, f"{self.name} has a LearningCertificate"
            )
        if signed:
            raise InputError("signed", signed, f"{self.name} is bounded over weights that are not negative")
        self.check(network.n)
        return learning_bound(network, certificate, self.stand_in)

    def trivial(self, n: int, m: int) -> AnyCertificate:
        if self.is_large(n):
            return PolynomialCertificate.trivial(n, m)
        return LearningCertificate.trivial(n, self.factor)

    def is_large(self, n: int) -> bool:
        """Whether it is valued and bounded by polynomials: beyond the nodes for which there are dense inverses."""
        return n > MOST_NODES and self.factor is None

    def certificate_at(self, problem: Problem, w: Array) -> AnyCertificate:
        from .central.learning_large import large_certificate_at
        from .central.learning_model import certificate_at

        if self.is_large(problem.n):
            return large_certificate_at(problem, self, w)
        return certificate_at(problem, self.stand_in, w)

    def scale(self, value: float) -> float:
        return value

    def check(self, nodes: int | None) -> None:
        """InputError where what is known of the data is of another number of nodes."""
        if self.factor is not None and nodes is not None and len(self.factor) != nodes:
            raise InputError("heterogeneity", f"{len(self.factor)} rows", f"one for each of {nodes} nodes")


def learning(
    nodes: int | None = None,
    step: float | None = None,
    curvature: float | None = None,
    noise: float = 0.0,
    heterogeneity: Any = None,
    kind: Callable[..., Objective] = Learning,
) -> Objective:
    """The objective for learners with this step, largest curvature and noise; only step times curvature counts.

    heterogeneity: what is known of the data, a row a node: `covariance_factor` says in which forms. Raises InputError.

    >>> learning(step=0.1, curvature=2).top
    0.2
    """
    for name, value in (("step", step), ("curvature", curvature)):
        if value is not None and not 0 < value < np.inf:
            raise InputError(name, value, "a finite number > 0")
    if not 0 <= noise < np.inf:
        raise InputError("noise", noise, "a variance, finite and >= 0")
    both = (1.0 if step is None else step) * (1.0 if curvature is None else curvature)
    product = STEP_CURVATURE if step is None and curvature is None else both
    if not product < 2:
        raise InputError("step times curvature", product, "< 2: a node by itself would diverge")
    factor = None if heterogeneity is None else covariance_factor(heterogeneity, nodes)
    return kind(step_curvature=product, noise=float(noise), factor=factor)

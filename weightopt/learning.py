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

Nodes that step first, x+ = W_hat (x - eta G) (`run` adapt-then-combine), settle with a_k = 1 - s_k at

    E||y||^2 / eta^2 = tr M (I - L)^2 (I - a_1 (I - L))^-2 + sigma^2 sum_i lambda_i^2 / (1 - a_2^2 lambda_i^2).

With lambda_i^2 <= 1 in the first term, nearly 1 where modes are slow, this is at most a constant plus 1/a_1^2 times the
same Phi with s_k / a_k in the place of s_k, 2 + s2 in that of 2 - s2, and kappa a_1^2 / a_2^3. So lambda_n may come to
-1, and s2 < 1.

Without data every term is a convex function of L's eigenvalues, so Phi is convex and a certificate closes the gap
(`certify.learning`). With data tr M (L + s1)^-2 is not convex; (tr M (L + s1)^-1)^2 / tr M is, and never above it
(Cauchy and Schwarz): the objective `learning-convex`, and the bound below the local optimum of `learning`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mixproof.spectral.checks import between
from mixproof.spectral.errors import InputError
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.network import Network

from .arrays import Array
from .certify.certificate import AnyCertificate, LearningCertificate, PolynomialCertificate
from .certify.inverses import MOST_NODES, learning_enclosure
from .certify.large import floor_of, laplacian_of, large_bound, large_enclosure
from .certify.learning import learning_bound
from .heterogeneity import covariance_factor
from .objectives import Interval, Objective

__all__ = ["RUNS", "STEP_CURVATURE", "Learning", "learning"]

STEP_CURVATURE = 0.15
SMALLEST_CURVATURE = 1 / 15  # of the largest
GUARD = 1.0  # kappa without noise
FEW_NODES = 300  # a value by dense inverses takes less than a tenth of a second
RUNS = ("combine-then-adapt", "adapt-then-combine")


@dataclass(frozen=True, eq=False)
class Learning(Objective):
    """Phi of the module's first lines; `factor` (n, k) is B with M = BB', None for M = I - J; `run`, one of `RUNS`.

    convex: with data, (tr M (L + s1)^-1)^2 / tr M in the place of tr M (L + s1)^-2; without, nothing changes.
    """

    step_curvature: float = STEP_CURVATURE
    noise: float = 0.0
    factor: Array | None = None
    convex: bool = False
    run: str = RUNS[0]
    is_modulus = False

    def __post_init__(self) -> None:
        if self.factor is None:  # without data the objective is convex itself
            object.__setattr__(self, "convex", False)

    @property
    def name(self) -> str:  # type: ignore[override]
        """As `optimize` takes it."""
        return "learning-convex" if self.convex else "learning"

    @property
    def adapts_first(self) -> bool:
        """Whether nodes step before they mix."""
        return self.run == RUNS[1]

    @property
    def low(self) -> float:
        """s1."""
        return self._shift(self.step_curvature * SMALLEST_CURVATURE)

    @property
    def top(self) -> float:
        """s2."""
        return self._shift(self.step_curvature)

    @property
    def most(self) -> float:
        """2 - s2, which L stays below; 2 + s2 where nodes step first."""
        return 2 + self.top if self.adapts_first else 2 - self.top

    @property
    def kappa(self) -> float:
        """Weight of the noise."""
        factor = (1 - self.step_curvature * SMALLEST_CURVATURE) ** 2 / (1 - self.step_curvature) ** 3
        return (GUARD + self.noise) * (factor if self.adapts_first else 1.0)

    def _shift(self, s: float) -> float:
        return s / (1 - s) if self.adapts_first else s

    @property
    def is_convex(self) -> bool:
        """Whether a certificate can close the gap."""
        return self.factor is None or self.convex

    @property
    def stand_in(self) -> Learning:
        """The convex objective that bounds this one from below: itself where it is convex."""
        return self if self.is_convex else replace(self, convex=True)

    def enclosure(
        self, weights: MixingMatrix, certify: bool | None = None, within: float | None = None
    ) -> tuple[float, Interval]:
        self.check(weights.n)
        if self.is_large(weights.n):
            return large_enclosure(laplacian_of(weights.network, weights.weights), self)
        return learning_enclosure(weights, self)

    def hurried(self, weights: MixingMatrix, width: float, until: float) -> tuple[float, Interval]:
        if weights.n <= FEW_NODES:
            return self.enclosure(weights)
        return large_enclosure(laplacian_of(weights.network, weights.weights), self, True, until)

    def lower_bound(self, network: Network, certificate: AnyCertificate, signed: bool = False) -> float:
        if signed:
            raise InputError("signed", signed, f"{self.name} is bounded over weights that are not negative")
        self.check(network.n)
        if isinstance(certificate, PolynomialCertificate):
            return large_bound(network, certificate, self.stand_in)
        if not isinstance(certificate, LearningCertificate):
            raise InputError(
                "certificate", type(certificate).__name__, f"{self.name} has a LearningCertificate"
            )
        return max(learning_bound(network, certificate, self.stand_in), floor_of(network.n, self.stand_in))

    def trivial(self, n: int, m: int) -> AnyCertificate:
        if self.is_large(n):
            return PolynomialCertificate.trivial(n, m, 4 if self.factor is None else 3)
        return LearningCertificate.trivial(n, self.factor)

    def is_large(self, n: int) -> bool:
        """Whether it is valued and bounded by polynomials: beyond the nodes for which there are dense inverses."""
        return n > MOST_NODES

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
    convex: bool = False,
    run: str | None = None,
) -> Learning:
    """The objective for learners with this step, largest curvature and noise; only step times curvature counts.

    heterogeneity: what is known of the data, a row a node: `covariance_factor` says in which forms. run: one of `RUNS`,
    combine-then-adapt unless said. Raises InputError.

    >>> learning(step=0.1, curvature=2).top
    0.2
    """
    for name, value in (("step", step), ("curvature", curvature)):
        if value is not None:
            between(name, value, "a finite number > 0", low=0)
    between("noise", noise, "a variance, finite and >= 0", low=-np.nextafter(0, 1))
    both = (1.0 if step is None else step) * (1.0 if curvature is None else curvature)
    product = STEP_CURVATURE if step is None and curvature is None else both
    if not product < 2:
        raise InputError("step times curvature", product, "< 2: a node by itself would diverge")
    run = RUNS[0] if run is None else run
    if run not in RUNS:
        raise InputError("run", run, f"{' or '.join(RUNS)}: other methods are planned, see plan")
    if run == RUNS[1] and not product < 1:
        raise InputError("step times curvature", product, f"< 1 for {run}: beyond, steps overshoot")
    factor = None if heterogeneity is None else covariance_factor(heterogeneity, nodes)
    return Learning(product, float(noise), factor, convex, run)

"""What can be minimised: one frozen object an objective, which values weights and reads a certificate.

    mean             rho of the mean matrix, ||E[W_hat] - J||: fastest mixing
    second-moment    the largest eigenvalue of E[W_hat^2] - J, exactly
    learning         predicted disagreement of learners who mix with these weights (`learning`)
    learning-convex  with data known: the convex bound below it (`learning`)

With `target`, mean is the rate at which nodes agree on a weighted average, on directed networks too; with `groups`,
second-moment is that of links that fail together (`norms`).

Names are read in `goals`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from mixproof.spectral.links import rho_second_moment
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.network import Network

from .arrays import Array
from .certify.certificate import AnyCertificate, Certificate
from .certify.check import Line, least_rho, mean_line, modulus_bound, second_moment_line
from .certify.value import mean_enclosure, second_moment_enclosure

__all__ = ["Interval", "Mean", "Objective", "SecondMoment"]

Interval = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Objective:
    """Values of weights, bounds below all weights, and what a gap is measured against."""

    name: ClassVar[str]
    is_modulus: ClassVar[bool] = True  # a rate in [0, 1], not a sum over eigenvalues
    counts_losses: ClassVar[bool] = False  # whether the variance of links enters
    takes_directed: ClassVar[bool] = False
    takes_signed: ClassVar[bool] = False

    def value(self, weights: MixingMatrix) -> float:
        """The objective at given weights: a point inside the interval of `enclosure`."""
        return self.enclosure(weights)[0]

    def enclosure(
        self, weights: MixingMatrix, certify: bool | None = None, within: float | None = None
    ) -> tuple[float, Interval]:
        """The objective, and an interval that contains it whatever rounding did; arguments as for `spectrum`."""
        raise NotImplementedError

    def hurried(self, weights: MixingMatrix, width: float, until: float) -> tuple[float, Interval]:
        """The same where time is short: an interval of about this width, or what there is at `until`
        (of time.perf_counter)."""
        return self.enclosure(weights, False, width)

    def lower_bound(self, network: Network, certificate: AnyCertificate, signed: bool = False) -> float:
        """A number that no feasible weights on `network` get below, re-derived from the certificate alone."""
        raise NotImplementedError

    def matrix(self, network: Network, w: Array, signed: bool = False) -> MixingMatrix:
        """W of the variables (m,), those of a link each."""
        return MixingMatrix.from_edge_weights(network, w, signed=signed)

    def trivial(self, n: int, m: int) -> AnyCertificate:
        """The certificate of what is true of any weights."""
        return Certificate.trivial(n, m)

    def scale(self, value: float) -> float:
        """What a relative gap is a share of."""
        raise NotImplementedError


class _Modulus(Objective):
    """A rate: rounds are as many as 1 / (1 - value), so gaps are shares of 1 - value."""

    takes_signed = True
    power: ClassVar[int]  # of rho, where links are reliable
    measured: ClassVar[Callable[..., tuple[float, Interval]]]
    line: ClassVar[Callable[..., Line]]

    def enclosure(
        self, weights: MixingMatrix, certify: bool | None = None, within: float | None = None
    ) -> tuple[float, Interval]:
        return type(self).measured(weights, certify, within)

    def hurried(self, weights: MixingMatrix, width: float, until: float) -> tuple[float, Interval]:
        return type(self).measured(weights, False, width, until)

    def lower_bound(self, network: Network, certificate: AnyCertificate, signed: bool = False) -> float:
        known = least_rho(network) ** self.power
        return max(modulus_bound(network, certificate, type(self).line, signed), known)

    def scale(self, value: float) -> float:
        return 1 - value


@dataclass(frozen=True, eq=False)
class Mean(_Modulus):
    """rho(w) = ||I - J - L(w)||_2, the largest modulus of an eigenvalue of E[W_hat] other than that of 1."""

    name = "mean"
    power, measured, line = 1, staticmethod(mean_enclosure), staticmethod(mean_line)


@dataclass(frozen=True, eq=False)
class SecondMoment(_Modulus):
    """phi(w) = lambda_max((I - J - L(w))^2 + 2 sum_e p_e (1 - p_e) w_e^2 a_e a_e'), a squared quantity."""

    name = "second-moment"
    counts_losses = True
    power, measured, line = 2, staticmethod(second_moment_enclosure), staticmethod(second_moment_line)

    def value(self, weights: MixingMatrix) -> float:
        return rho_second_moment(weights)

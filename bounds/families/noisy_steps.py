"""Local steps with Gaussian noise and Poisson sampling on linear losses (ALI-DPFL, Algorithm 1 and (8)), one
interval, one dimension.

Record s of client i has the loss b_is w: convex, |b_is|-Lipschitz and beta-smooth for every beta > 0, so
Assumption 1 holds with C >= max |b_is| and clipping never acts. Gradients do not depend on w, so all that
separates the sequences is noise, sampling and heterogeneity: the laws of w(t), w_i(t) and v(t) are known
exactly at every t. Clients weigh the same. At each step client i draws every one of its m records with
probability B/m, divides the sum by B and adds N(0, (sigma C/B)^2). v adds noise of its own, of deviation
sigma C/B (`algorithm`: as Algorithm 1) or sigma C (`printed`: as (8) is printed, nowhere divided by B).

E|X + Y| >= E|X| for independent X and Y if Y has mean 0 (Jensen) or X is symmetric, and E|X| is at most its root
mean square: metrics that end in `_floor` are lower bounds of expectations, those in `_rms` upper bounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, reduce
from itertools import compress, product
from math import prod
from typing import Any

import numpy as np

from ..domains import NATURAL, POSITIVE, REAL
from ..family import Family, Parameter
from ..rounds import at_round

__all__ = ["NoisyStepsRun", "noisy_steps"]

HALF_NORMAL = 797884  # E|N(0, 1)| = sqrt(2/pi) = 0.7978845..., in millionths and rounded down


class NoisyStepsRun:
    """One run; values: b (N, m), B, C, sigma, eta, beta ()."""

    def __init__(
        self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, v: str = "algorithm"
    ):
        self._b = values["b"]
        self.B, self.C, self.sigma = (values[name].item() for name in ("B", "C", "sigma"))
        self.eta, self.beta = values["eta"].item(), values["beta"].item()
        self.N, self.m = (float(n) for n in self._b.shape)
        self._slopes = self._b.sum(1) / self.m
        self._slope = self._slopes.sum() / self.N
        self._half_normal = HALF_NORMAL / 10**6
        self._v = v

    @cached_property
    def largest(self) -> Any:
        """max |b_is|, the smallest C that Assumption 1 allows."""
        return abs(self._b).max()

    @cached_property
    def rho(self) -> Any:
        """Lipschitz constant of every F_i and of F."""
        return abs(self._slopes).max()

    @cached_property
    def xi(self) -> Any:
        """Mean over clients of |slope of F_i - slope of F|."""
        return abs(self._slopes - self._slope).sum() / self.N

    @cached_property
    def q(self) -> Any:
        """B/m, the probability with which a record is drawn."""
        return self.B / self.m

    @cached_property
    def noise(self) -> Any:
        """sigma C/B."""
        return self.sigma * self.C / self.B

    @cached_property
    def central_noise(self) -> Any:
        """Deviation of v's noise."""
        return self.noise if self._v == "algorithm" else self.sigma * self.C

    @cached_property
    def _laws(self) -> list[list[tuple[Any, Any]]]:
        """(chance, batch gradient - gradient) of every batch of each client."""
        batches = list(product((0, 1), repeat=self._b.shape[1]))
        chances = [prod(self.q if taken else 1 - self.q for taken in drawn) for drawn in batches]
        return [
            [(q, sum(compress(row, drawn)) / self.B - slope) for q, drawn in zip(chances, batches)]
            for row, slope in zip(self._b, self._slopes)
        ]

    def _sampled(self, client: int, shift: Any) -> Any:
        """E|batch gradient - gradient + shift| of one client."""
        return sum(chance * abs(x + shift) for chance, x in self._laws[client])

    @cached_property
    def _sampled_mean(self) -> Any:
        """E|mean over clients of batch gradient - gradient|."""
        paths = (zip(*path) for path in product(*self._laws))
        return sum(prod(chances) * abs(sum(errors)) for chances, errors in paths) / self.N

    @cached_property
    def _variances(self) -> np.ndarray:
        """Variance of each client's batch gradient, (N,)."""
        return (self._b * self._b).sum(1) * self.q * (1 - self.q) / self.B**2

    @cached_property
    def deviation_floor(self) -> Any:
        """max_i of a lower bound of E|noisy batch gradient - gradient|."""
        sampled = (self._sampled(i, 0) for i in range(len(self._b)))
        return max(*sampled, self._half_normal * self.noise)

    @cached_property
    def deviation_rms(self) -> Any:
        """max_i of the root of E|noisy batch gradient - gradient|^2."""
        return np.sqrt(max(self._variances) + self.noise**2)

    def apart_floor(self, t: Any) -> Any:
        """A lower bound of E|w(t) - v(t)|, t >= 1."""
        noise = self._half_normal * np.sqrt(t * (self.noise**2 / self.N + self.central_noise**2))
        return self.eta * np.maximum(noise, self._sampled_mean)

    def apart_rms(self, t: Any) -> Any:
        """The root of E|w(t) - v(t)|^2."""
        sampled = self._variances.sum() / self.N**2
        return self.eta * np.sqrt(t * (sampled + self.noise**2 / self.N + self.central_noise**2))

    def loss_apart_floor(self, t: Any) -> Any:
        """A lower bound of E|F(w(t)) - F(v(t))|."""
        return abs(self._slope) * self.apart_floor(t)

    def _client(self, t: Any, apart: Any) -> Any:
        """max_i of apart(i, g_i - g) minus xi_i ((1 + eta beta)^t - 1)/beta, what Lemma 4 allows for heterogeneity."""
        grown = ((1 + self.eta * self.beta) ** at_round(t) - 1) / self.beta
        biases = self._slopes - self._slope
        return reduce(np.maximum, [apart(i, bias) - abs(bias) * grown for i, bias in enumerate(biases)])

    def client_excess_floor(self, t: Any) -> Any:
        """max_i (lower bound of E|w_i(t) - v(t)| minus xi_i ((1 + eta beta)^t - 1)/beta), t >= 1.

        w_i(t) - v(t) is t times a bias and t sampling errors, of which one is kept with the bias, and Gaussian noise.
        """
        noise = self._half_normal * np.sqrt(t * (self.noise**2 + self.central_noise**2))
        return self._client(t, lambda i, bias: self.eta * np.maximum(self._sampled(i, t * bias), noise))

    def client_excess_rms(self, t: Any) -> Any:
        """max_i (root of E|w_i(t) - v(t)|^2 minus xi_i ((1 + eta beta)^t - 1)/beta)."""
        noise = self.noise**2 + self.central_noise**2
        return self._client(
            t,
            lambda i, bias: self.eta * np.sqrt(t * t * bias * bias + t * (self._variances[i] + noise)),
        )


def noisy_steps(v: str = "algorithm") -> Family:
    """Settings of `NoisyStepsRun`."""
    numbers = (("C", POSITIVE), ("sigma", POSITIVE), ("eta", POSITIVE), ("beta", POSITIVE))
    parameters = (
        Parameter("b", ("N", "m"), REAL),
        Parameter("B", (), NATURAL),
        *(Parameter(name, (), domain) for name, domain in numbers),
    )
    steps = (("C", 1), ("eta", -1))
    return Family("noisy-steps", {"N": (1, 2), "m": (1, 2, 3)}, parameters, NoisyStepsRun, steps, {"v": v})

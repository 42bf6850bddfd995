"""Clients on the line of two curvatures: F'' is L on some intervals and mu elsewhere, all of it rational.

A client is {"pull": F'(0), "steep": [[low, high], ...]}, the intervals where F'' = L, in order and disjoint. Such an F
is mu-strongly convex and L-smooth; nothing else need be shown of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .gram_run import fraction
from .psd import need

__all__ = ["Client"]

STEEP = 3000  # intervals of a client


class Client:
    """F of one client, with F(0) = 0."""

    def __init__(self, told: Mapping[str, Any], mu: Fraction, L: Fraction):
        self.pull, self.mu, self.L = fraction(told["pull"], "pull"), mu, L
        need(type(told["steep"]) is list and len(told["steep"]) < STEEP, "steep intervals are no list")
        self.steep = [(fraction(low, "steep"), fraction(high, "steep")) for low, high in told["steep"]]
        ends = [end for interval in self.steep for end in interval]
        need(ends == sorted(ends), "steep intervals are not in order, or overlap")

    def gradient(self, x: Fraction) -> Fraction:
        """F'(x)."""
        beyond = sum(past(x, low) - past(x, high) - past(0, low) + past(0, high) for low, high in self.steep)
        return self.pull + self.mu * x + (self.L - self.mu) * beyond

    def loss(self, x: Fraction) -> Fraction:
        """F(x) - F(0)."""
        area = Fraction(0)
        for low, high in self.steep:
            at_0 = past(0, low) - past(0, high)
            squares = past(x, low) ** 2 - past(x, high) ** 2 - past(0, low) ** 2 + past(0, high) ** 2
            area += squares / 2 - at_0 * x
        return self.pull * x + self.mu * x * x / 2 + (self.L - self.mu) * area


def past(x: Fraction | int, bend: Fraction) -> Fraction:
    return max(x - bend, Fraction(0))

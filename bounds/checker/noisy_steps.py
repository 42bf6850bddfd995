"""Private local steps on linear losses, with sampled batches and Gaussian noise; and the privacy account they need."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

from .intervals import ONE, ZERO, Number, exp, largest, log, number, smallest, spend, sqrt, total
from .setting import Setting, fraction, need
from .vectors import Names, Vector, flat, mean

RECORDS = 12  # of all clients, at most: every batch is followed
NORMAL = number(Fraction(797_884, 10**6))  # below E|N(0, 1)| = sqrt(2/pi) = 0.79788456...
ORDERS = 64  # the largest order of the Renyi divergence


class NoisySteps(Setting):
    """Losses of slopes b_is at client i; a batch holds each of its m records with probability B/m, and is divided by B.

    Every gradient carries noise of deviation sigma C/B, the central model v's too (printed: sigma C). Names that end in
    `_floor` are lower bounds of expectations: of one zero-mean part alone, with the bias where there is one.
    """

    sizes = frozenset({"N", "m", "tau"})
    shapes: ClassVar = {"b": "N m", "B": "", "C": "", "sigma": "", "eta": "", "beta": ""}
    positive = frozenset({"B", "C", "sigma", "eta", "beta"})
    choices: ClassVar = {"v": ("algorithm", "printed")}

    def complete(self) -> None:
        need("v" in self.options, "options: v is lacking")
        need(self.B.low.denominator == 1, "setting: B is not an integer")
        need(self.size["N"] * self.size["m"] <= RECORDS, "too many batches to check")
        self.slopes = [total(row) / len(row) for row in self.b]
        self.q, self.mean = self.B / len(self.b[0]), mean([[g] for g in self.slopes])[0]
        self.own = (self.sigma * self.C / self.B) ** 2
        self.central = self.own if self.options["v"] == "algorithm" else (self.sigma * self.C) ** 2
        self.batches = [self.law(row, g) for row, g in zip(self.b, self.slopes)]

    def law(self, row: Vector, g: Number) -> list[tuple[Number, Number]]:
        """[(probability, error of the batch's slope)] over all batches of a client."""
        found = []
        for drawn in product((0, 1), repeat=len(row)):
            chance = ONE
            for taken in drawn:
                chance = chance * (self.q if taken else 1 - self.q)
            found.append((chance, total(b for taken, b in zip(drawn, row) if taken) / self.B - g))
        return found

    def mean_error(self) -> Number:
        """E|mean over clients of the batches' errors|."""
        expected = ZERO
        for path in product(*self.batches):
            chance = ONE
            for p, _ in path:
                chance = chance * p
            expected = expected + chance * abs(total(x for _, x in path))
        return expected / len(self.batches)

    def errors(self, t: int) -> Vector:
        """E|error of a client's batch + t times its bias|."""
        biased = zip(self.batches, self.slopes)
        return [total(p * abs(x + t * (g - self.mean)) for p, x in law) for law, g in biased]

    def loud(self, variance: Number) -> Number:
        """Below the mean modulus of Gaussian noise of that variance."""
        return NORMAL * sqrt(variance)

    def apart(self, t: int) -> Number:
        noise = self.loud(t * (self.own / len(self.slopes) + self.central))
        return self.eta * largest(noise, self.mean_error())

    def client(self, t: int) -> Number:
        grown = ((1 + self.eta * self.beta) ** t - 1) / self.beta
        noise = self.loud(t * (self.own + self.central))
        clients = zip(self.slopes, self.errors(t))
        return largest(*(self.eta * largest(noise, off) - abs(g - self.mean) * grown for g, off in clients))

    constants: ClassVar[Names] = {
        "B": lambda s: s.B,
        "C": lambda s: s.C,
        "sigma": lambda s: s.sigma,
        "eta": lambda s: s.eta,
        "beta": lambda s: s.beta,
        "q": lambda s: s.q,
        "m": lambda s: len(s.b[0]),
        "largest": lambda s: max(map(abs, flat(s.b))),
        "rho": lambda s: max(map(abs, s.slopes)),
        "xi": lambda s: total(abs(g - s.mean) for g in s.slopes) / len(s.slopes),
        "deviation_floor": lambda s: largest(*s.errors(0), s.loud(s.own)),
    }
    metrics: ClassVar[Names] = {
        "apart_floor": apart,
        "client_excess_floor": client,
        "loss_apart_floor": lambda s, t: abs(s.mean) * s.apart(t),
    }


class Account(Setting):
    """Row t of a table: epsilon pays for so many steps? Sampling rate q, noise sigma and delta are the options.

    Renyi loss log(A)/(k - 1) a step, A = sum_j binom(k, j) (1-q)^(k-j) q^j e^((j^2-j)/(2 sigma^2)), plus
    log(1/delta)/(k - 1), at the best order k of 2, ..., 64.
    """

    sizes = frozenset({"rows"})
    shapes: ClassVar = {"epsilon": "rows", "steps": "rows"}

    def __init__(self, record: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        super().__init__(record, {})
        need(
            options.keys() == {"q", "sigma", "delta"}, "options: q, sigma and delta are needed, and no others"
        )
        q, sigma, delta = (fraction(options[name], f"options: {name}") for name in ("q", "sigma", "delta"))
        spend(ORDERS**2)
        e, powers, growth = exp(1 / sigma**2), [ONE], [ONE]  # growth[j] = e^((j^2 - j)/(2 sigma^2))
        for j in range(ORDERS):
            growth.append(growth[j] * powers[j])
            powers.append(powers[j] * e)
        fixed = -log(delta)
        self.orders = []
        for k in range(2, ORDERS + 1):
            A = total(math.comb(k, j) * (1 - q) ** (k - j) * q**j * growth[j] for j in range(k + 1))
            self.orders.append((log(A) / (k - 1), fixed / (k - 1)))

    def row(self, column: Vector, t: int) -> Number:
        need(t < len(column), "setting: no such row")
        return column[t]

    def spent(self, steps: Number) -> Number:
        return smallest(*(steps * loss + added for loss, added in self.orders))

    metrics: ClassVar[Names] = {
        "epsilon": lambda s, t: s.row(s.epsilon, t),
        "spent": lambda s, t: s.spent(s.row(s.steps, t)),
    }

"""The largest rate that quadratic clients reach: below it no rate is true, and from one on the method diverges."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from ...algorithms import Algorithm, Form, disagreement, mean
from ...algorithms.declaration import program
from ...kernel.growth import check
from .constants import Constants

__all__ = ["Motion", "decimal", "diverging_step", "growth", "largest_rate"]

DIGITS = 10**6
EXACT_LOSS = 1e-7  # given away when the float radius is made an exact lower bound


class Motion:
    """One round of an algorithm on two quadratic clients in one dimension, as a matrix in floats.

    Coordinates: the means of the states that are not balanced, then the disagreements of all. W has the eigenvalue nu.
    """

    def __init__(self, algorithm: Algorithm):
        self.mean, self.apart = mean(algorithm), disagreement(algorithm)
        self.states = self.mean.states if self.mean.oracles else ()  # without a gradient the mean is kept
        self.n = len(self.states), len(self.apart.states)
        self._terms: dict[int, list[tuple[str, int, int, float]]] = {}  # of a form, in floats

    def __call__(self, eta: float, nu: float, first: float, second: float) -> np.ndarray:
        n, m = self.n
        rows = {f"mean {s}": row for s, row in zip(self.states, np.eye(n + m))}
        rows |= {s: row for s, row in zip(self.apart.states, np.eye(n + m)[n:])}
        rows["h"] = np.zeros(n + m)
        half, split = (first + second) / 2, (first - second) / 2

        def value(form: Form, before: str = "") -> np.ndarray:
            total = np.zeros(n + m)
            for name, i, j, factor in self._floats(form):
                total += factor * eta**i * nu**j * rows[before + name]
            return total

        for (y, _), (z, u) in zip(self.mean.oracles, self.apart.oracles):
            together, apart = value(y, "mean "), value(z)
            name = self._floats(u)[0][0]
            rows[f"mean {name}"] = half * together + split * apart
            rows[name] = half * apart + split * together
        ahead = [value(self.mean.next[s], "mean ") for s in self.states]
        return np.array(ahead + [value(f) for f in self.apart.next.values()])

    def _floats(self, form: Form) -> list[tuple[str, int, int, float]]:
        if id(form) not in self._terms:
            self._terms[id(form)] = [(*key, float(value)) for key, value in form.terms.items()]
        return self._terms[id(form)]


def largest_rate(algorithm: Algorithm, at: Constants, tier: str, cycle: int = 2) -> dict[str, Any]:
    """A witness, already checked, of the largest rate found: its "rate" is an exact lower bound on the true one.

    Looks at eigenvalues and curvatures on a grid with their ends, then around the best. Where W may change (tiers
    norm and sym), at cycles of up to `cycle` eigenvalues. For random W, at the mean of W.
    """
    motion, step = Motion(algorithm), float(at.eta[-1])
    best: tuple[float, tuple[float, ...], tuple[float, float]] = (-1.0, (), (0.0, 0.0))
    for eta in map(float, at.eta):
        for nus, curvatures in _grid(at, 1 if tier == "fixed" or at.r2 is not None else cycle):
            radius = _radius(motion, eta, nus, curvatures)
            if radius > best[0] + 1e-12:
                best, step = (radius, nus, curvatures), eta
    best = _refined(motion, step, at, best)
    exact = next(eta for eta in at.eta if float(eta) == step)
    return _witness(algorithm, at, exact, best)


def diverging_step(
    algorithm: Algorithm, at: Constants, tier: str, accuracy: float = 1e-4
) -> dict[str, Any] | None:
    """A witness of divergence at the smallest step found, to a relative `accuracy`; None where no step diverges.

    `at.eta` is not read. The exact witness has a rate above 1.
    """
    motion = Motion(algorithm)
    grid = list(_grid(at, 1 if tier == "fixed" or at.r2 is not None else 2))

    def diverges(eta: float) -> tuple[float, tuple[float, ...], tuple[float, float]] | None:
        found = max((_radius(motion, eta, *case), *case) for case in grid)
        return found if found[0] > 1 + 1e-6 else None

    high = 1 / float(at.sector[1])
    while not diverges(high):
        high *= 2
        if high > 1e6 / float(at.sector[1]):
            return None
    low = high / 2
    while diverges(low):
        high, low = low, low / 2
        if low < 1e-9:
            return None
    while high - low > accuracy * high:
        middle = (low + high) / 2
        low, high = (low, middle) if diverges(middle) else (middle, high)
    eta = decimal(high, up=True)
    best = diverges(float(eta))
    if best is None:
        return None
    witness = _witness(algorithm, at, eta, best)
    return witness if Fraction(witness["rate"]) > 1 else None


def decimal(value: float, up: bool) -> Fraction:
    """A short decimal fraction just above or below, to a relative 1e-5."""
    places = 10 ** (5 - math.floor(math.log10(value)))
    return Fraction(math.floor(value * places) + int(up), places)


def _grid(at: Constants, cycle: int) -> Iterator[tuple[tuple[float, ...], tuple[float, float]]]:
    lo, hi = float(at.lo), float(at.hi)
    low, high = map(float, at.sector)
    curvatures = sorted({low, high, *np.geomspace(low, high, 5), *np.linspace(low, high, 5)})
    pairs = [*combinations_with_replacement(curvatures, 2)]
    for nu in sorted({*np.linspace(lo, hi, 9), 0.0 if lo <= 0 <= hi else lo}):
        yield from (((nu,), pair) for pair in pairs)
    ends = sorted({lo, hi, (lo + hi) / 2})
    for length in range(2, cycle + 1):
        for nus in product(ends, repeat=length):
            yield from ((nus, pair) for pair in pairs[:: max(1, len(pairs) // 12)])


def _radius(motion: Motion, eta: float, nus: tuple[float, ...], pair: tuple[float, float]) -> float:
    total = np.eye(sum(motion.n))
    for nu in nus:
        total = motion(eta, nu, *pair) @ total
    return float(np.abs(np.linalg.eigvals(total)).max() ** (1 / len(nus)))


def _refined(
    motion: Motion, eta: float, at: Constants, best: tuple[float, tuple[float, ...], tuple[float, float]]
) -> tuple[float, tuple[float, ...], tuple[float, float]]:
    """A pattern search from the best of the grid, inside the ranges."""
    k = len(best[1])
    point = np.array([*best[1], *best[2]])
    low, high = map(float, at.sector)
    bottom = np.array([float(at.lo)] * k + [low] * 2)
    top = np.array([float(at.hi)] * k + [high] * 2)
    value, width = best[0], (top - bottom) / 8
    for _ in range(12):
        improved = False
        for i in range(len(point)):
            for sign in (-1, 1):
                trial = point.copy()
                trial[i] = np.clip(trial[i] + sign * width[i], bottom[i], top[i])
                radius = _radius(motion, eta, tuple(trial[:k]), (trial[k], trial[k + 1]))
                if radius > value + 1e-10:
                    point, value, improved = trial, radius, True
        width = width if improved else width / 3
    return value, tuple(point[:k]), (float(point[k]), float(point[k + 1]))


def _witness(
    algorithm: Algorithm,
    at: Constants,
    eta: Fraction,
    best: tuple[float, tuple[float, ...], tuple[float, float]],
) -> dict[str, Any]:
    low, high = at.sector

    def near(value: float, bottom: Fraction, top: Fraction) -> str:
        return str(min(max(Fraction(value).limit_denominator(DIGITS), bottom), top))

    def mixing(nu: str) -> list[list[str]]:
        ends = [str((1 + Fraction(nu)) / 2), str((1 - Fraction(nu)) / 2)]
        return [ends, ends[::-1]]

    document = growth(
        algorithm,
        at,
        eta,
        [near(l, low, high) for l in best[2]],
        [mixing(near(nu, at.lo, at.hi)) for nu in best[1]],
    )
    for loss in (EXACT_LOSS, 1e-5, 1e-3, 1e-1):  # rounding the numbers changes the radius a little
        rate = Fraction(int(max(best[0] - loss, 0) * 10**9), 10**9)
        if rate > 0 and not check(document | {"rate": str(rate)}).reason:
            return document | {"rate": str(rate)}
    return document | {"rate": "1/1000000000"}


def growth(
    algorithm: Algorithm, at: Constants, eta: Fraction, curvatures: list[str], matrices: list[Any]
) -> dict[str, Any]:
    """The record of clients l_k x^2/2 and a cycle of W, which the kernel decides once it has a rate."""
    pulled = algorithm.uses("grad")
    return {
        "kind": "growth",
        "program": program(algorithm.to_json()),
        "balanced": list(algorithm.balanced if pulled else algorithm.states),
        "eta": str(eta),
        "curvatures": curvatures,
        "matrices": matrices,
        "mu": str(at.sector[0]),
        "L": str(at.sector[1]),
        "lam": str(at.hi),
        "lam_n": str(at.lo),
    }

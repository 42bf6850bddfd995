"""Runs of declared methods on quadratics in the plane, whose minimizer is the origin, as witnesses of a worst case."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction as F
from typing import Any

import numpy as np

from mixproof.bounds.algorithms import Algorithm, trajectory
from mixproof.bounds.checker import clients

PAIR = [["2/3", "1/3"], ["1/3", "2/3"]]
PATH = [["2/3", "1/3", "0"], ["1/3", "1/3", "1/3"], ["0", "1/3", "2/3"]]
FIXED = {"eta": "1/3"}


def exact(rows: Any) -> Any:
    return np.vectorize(F, otypes=[object])(rows)


class Known:
    """F_k(x) = a_k |x - c_k|^2/2 - a_k |c_k|^2/2, a_k from 1/2 to 1, with sum_k a_k c_k = 0."""

    def __init__(
        self,
        algorithm: Algorithm,
        W: list[list[str]],
        rounds: int,
        step: Mapping[str, str] = FIXED,
        common: bool = False,
    ):
        self.algorithm, self.W, self.rounds, self.step, K = algorithm, W, rounds, step, len(W)
        self.a = exact([["1/2"], ["1"], ["3/4"]][:K])
        self.c = exact([[2, -1], [1, 3], [0, 0]][:K])
        self.c[-1] -= (self.a * self.c).sum(0) / self.a[-1]
        told = {name: F(value) for name, value in step.items()}
        self.asked: list[Any] = []

        def gradient(x: Any) -> Any:
            if not any((x == before).all() for before in self.asked):
                self.asked.append(x)
            return self.a * (x - self.c)

        def eta(t: int) -> F:
            return told["eta"] if "eta" in told else told["delta"] / (t + told["Gamma"])

        self.gradient = gradient
        start = exact([["1/2", 1], [-1, 2], [3, "1/4"]][:K])
        start = start[[0] * K] if common else start - start.mean(0)  # the origin of runs that know of no w*
        states = trajectory(algorithm, start, exact(W), gradient, eta, rounds)
        self.models = [state["x"] for state in states]

    def losses(self, x: Any) -> Any:
        return (self.a * ((x - self.c) ** 2 - self.c**2)).sum(1) / 2

    def value(self, name: str) -> F:
        """Of a term, by its definition."""
        kind, _, at = name.rstrip(")").partition("(")
        x = self.models[int(at or 0)]
        mean, slopes = x.mean(0), self.a * (x - self.c)
        least = self.losses(self.c).mean()
        return {
            "error2": (mean**2).sum(),
            "spread2": ((x - mean) ** 2).sum() / len(x),
            "distance2": (x**2).sum() / len(x),
            "gradients2": (slopes**2).sum() / len(x),
            "gap": self.losses(mean + 0 * x).mean(),
            "gstar2": ((self.a * self.c) ** 2).sum() / len(x),
            "eps0": self.losses(x).mean() - least,
            "eps_star": -least,
        }[kind]

    def witness(self, objective: Mapping[str, str], *conditions: Mapping[str, str]) -> dict[str, Any]:
        """That no less than this run's value of the objective is true, given this run's values of conditions."""
        names = [name for terms in (objective, *conditions) for name in terms]
        star = any(not name.startswith(("spread2", "gradients2", "eps0")) for name in names)
        minima = any(name.startswith("eps") for name in names)
        if minima:  # the first point asked for is the start, and the losses of the minima come first
            self.asked.insert(0, self.models[0])
        for name in names:
            if name.startswith("gradients2"):
                self.gradient(self.models[int(name[11:-1])])
        points = [x for i, x in enumerate(self.asked) if not any((x == y).all() for y in self.asked[:i])]
        means = dict.fromkeys(name for name in names if name.startswith("gap"))
        points += [0 * self.c + self.models[int(name[4:-1])].mean(0) for name in means]
        vectors = [-self.a * self.c] * star + [self.c] * minima + [self.models[0]]
        vectors += [self.a * (x - self.c) for x in points]

        def told(terms: Mapping[str, str]) -> str:
            return str(sum(F(c) * self.value(name) for name, c in terms.items()))

        return {
            "kind": clients.KIND, "algorithm": self.algorithm.to_json(), "mu": "1/3", "L": "2", "step": dict(self.step),
            "rounds": self.rounds, "network": {"matrix": self.W}, "common": False, "W": self.W,
            "conditions": [{"terms": dict(terms), "bound": told(terms)} for terms in conditions],
            "objective": dict(objective), "value": told(objective), "multipliers": {},
            "vectors": [[list(map(str, row)) for row in vector] for vector in vectors],
            "losses": [list(map(str, self.losses(x))) for x in [self.c] * minima + points],
        }  # fmt: skip

"""A few vectors, random draws of them, and random vectors: what lemmas on sums and samples speak of, exactly.

vectors     v_1, ..., v_n with weights p, and S of them drawn at random: with replacement, i with chance p_i, or
            without, all sets of S being equally likely
random      n vectors Xi_1, ..., Xi_n that depend on each other as they like: outcome j has the chance p_j
martingale  Xi_i = xi_i + kick_i times a fair sign, xi_i and kick_i being functions of the signs before
pushed      v_1, ..., v_n less their mean; each keeps half and sends half to itself, with the chance own, or to another
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from itertools import combinations, product
from typing import Any

import numpy as np

from ..domains import POSITIVE, REAL, SIMPLEX, UNIT
from ..family import Family, Parameter

__all__ = ["MartingaleRun", "PushedRun", "RandomRun", "VectorsRun", "vectors"]


def _square(v: np.ndarray) -> Any:
    """|v|^2 along the last axis."""
    return (v * v).sum(-1)


class _Run:
    """A setting of any kind; `kind` tells a witness file which."""

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, kind: str):
        self._sizes, self._values = sizes, values
        self.n = float(sizes["n"])


class VectorsRun(_Run):
    """sizes n, S, d; values v (n, d), p (n,), alpha ()."""

    @cached_property
    def S(self) -> Any:
        return float(self._sizes["S"])

    @cached_property
    def alpha(self) -> Any:
        return self._values["alpha"].item()

    @cached_property
    def _v(self) -> np.ndarray:
        return self._values["v"]

    @cached_property
    def _p(self) -> np.ndarray:
        return self._values["p"]

    @cached_property
    def sum2(self) -> Any:
        """|v_1 + ... + v_n|^2."""
        return _square(self._v.sum(0))

    @cached_property
    def squares(self) -> Any:
        """|v_1|^2 + ... + |v_n|^2."""
        return _square(self._v).sum()

    @cached_property
    def first2(self) -> Any:
        """|v_1|^2."""
        return _square(self._v[0])

    @cached_property
    def second2(self) -> Any:
        """|v_2|^2."""
        return _square(self._v[1])

    @cached_property
    def first_two2(self) -> Any:
        """|v_1 + v_2|^2."""
        return _square(self._v[0] + self._v[1])

    @cached_property
    def scatter2(self) -> Any:
        """sum_i |v_i - vbar|^2, vbar the plain average."""
        return _square(self._v - self._v.sum(0) / self.n).sum()

    @cached_property
    def weighted_scatter2(self) -> Any:
        """sum_i p_i |v_i - sum_j p_j v_j|^2."""
        return (self._p * _square(self._v - self._p @ self._v)).sum()

    @cached_property
    def with2(self) -> Any:
        """E|average of S drawn with replacement - sum_j p_j v_j|^2."""
        middle, found = self._p @ self._v, 0.0
        for drawn in product(range(len(self._v)), repeat=self._sizes["S"]):
            chosen = list(drawn)
            found = found + np.prod(self._p[chosen]) * _square(self._v[chosen].sum(0) / self.S - middle)
        return found

    @cached_property
    def without2(self) -> Any:
        """E|average of S drawn without replacement - vbar|^2."""
        if self.n < self.S:
            raise ArithmeticError("more vectors are drawn than there are")
        middle = self._v.sum(0) / self.n
        sets = [list(chosen) for chosen in combinations(range(len(self._v)), self._sizes["S"])]
        apart = [_square(self._v[chosen].sum(0) / self.S - middle) for chosen in sets]
        return sum(apart) / len(sets)


class RandomRun(_Run):
    """sizes m, n, d; values Xi (m, n, d) in each of m outcomes, p (m,)."""

    @cached_property
    def _Xi(self) -> np.ndarray:
        return self._values["Xi"]

    @cached_property
    def _p(self) -> np.ndarray:
        return self._values["p"]

    @cached_property
    def _means(self) -> np.ndarray:
        """xi_i = E Xi_i, (n, d)."""
        return (self._p[:, None, None] * self._Xi).sum(0)

    @cached_property
    def sum2(self) -> Any:
        """E|Xi_1 + ... + Xi_n|^2."""
        return (self._p * _square(self._Xi.sum(1))).sum()

    @cached_property
    def mean_sum2(self) -> Any:
        """|xi_1 + ... + xi_n|^2."""
        return _square(self._means.sum(0))

    @cached_property
    def sigma2(self) -> Any:
        """max_i E|Xi_i - xi_i|^2."""
        return max((self._p[:, None] * _square(self._Xi - self._means)).sum(0))


class MartingaleRun(_Run):
    """sizes n, B, d; values drift, kick (n, B, d): of vector i after the signs that spell b in binary, b < 2^i <= B."""

    @cached_property
    def _paths(self) -> list[list[tuple[np.ndarray, np.ndarray]]]:
        """(xi_i, Xi_i - xi_i) for each i, of every path of signs."""
        drifts, kicks, n = self._values["drift"], self._values["kick"], self._sizes["n"]
        if 2 ** (n - 1) > kicks.shape[1]:
            raise ArithmeticError("there are too few rows for all signs")
        found = []
        for signs in product((0, 1), repeat=n):
            path, place = [], 0
            for i, sign in enumerate(signs):
                kick = kicks[i, place]
                path.append((drifts[i, place], kick if sign else -kick))
                place = 2 * place + sign
            found.append(path)
        return found

    def _expected(self, numbers: list[Any]) -> Any:
        return sum(numbers) / len(numbers)

    @cached_property
    def sum2(self) -> Any:
        """E|Xi_1 + ... + Xi_n|^2."""
        return self._expected(
            [_square(np.array([xi + kick for xi, kick in path]).sum(0)) for path in self._paths]
        )

    @cached_property
    def mean_sum2(self) -> Any:
        """E|xi_1 + ... + xi_n|^2."""
        return self._expected([_square(np.array([xi for xi, _ in path]).sum(0)) for path in self._paths])

    @cached_property
    def sigma2(self) -> Any:
        """max_i E|Xi_i - xi_i|^2."""
        return max(self._expected([_square(kick) for _, kick in steps]) for steps in zip(*self._paths))


class PushedRun(_Run):
    """sizes n, d; values v (n, d), own (): one round of push-sum with random targets."""

    @cached_property
    def own(self) -> Any:
        """Chance that a node sends to itself."""
        return self._values["own"].item()

    @cached_property
    def q(self) -> Any:
        """Chance that it sends to one given other node."""
        return (1 - self.own) / (self.n - 1)

    @cached_property
    def _off(self) -> np.ndarray:
        v = self._values["v"]
        return v - v.sum(0) / self.n

    @cached_property
    def potential(self) -> Any:
        """sum_i |v_i - vbar|^2."""
        return _square(self._off).sum()

    @cached_property
    def pushed2(self) -> Any:
        """The same one round later, in the mean over all targets."""
        found, n = 0.0, self._sizes["n"]
        for targets in product(range(n), repeat=n):
            chance, sent = 1.0, self._off / 2
            for i, j in enumerate(targets):
                chance = chance * (self.own if i == j else self.q)
                sent[j] = sent[j] + self._off[i] / 2
            found = found + chance * _square(sent).sum()
        return found


_VECTORS = (
    Parameter("v", ("n", "d"), REAL),
    Parameter("p", ("n",), SIMPLEX),
    Parameter("alpha", (), POSITIVE),
)
_RANDOM = (Parameter("Xi", ("m", "n", "d"), REAL), Parameter("p", ("m",), SIMPLEX))
_MARTINGALE = (Parameter("drift", ("n", "B", "d"), REAL), Parameter("kick", ("n", "B", "d"), REAL))
_PUSHED = (Parameter("v", ("n", "d"), REAL), Parameter("own", (), UNIT))


@cache
def vectors(kind: str = "vectors") -> Family:
    """Settings of `vectors`, `random`, `martingale` or `pushed`, as the module says."""
    kinds: dict[str, tuple[dict[str, tuple[int, ...]], tuple[Parameter, ...], type]] = {
        "vectors": ({"n": (2, 3), "S": (1, 2), "d": (1, 2)}, _VECTORS, VectorsRun),
        "random": ({"m": (1, 2, 3), "n": (1, 2, 3), "d": (1, 2)}, _RANDOM, RandomRun),
        "martingale": ({"n": (1, 2, 3), "B": (4,), "d": (1, 2)}, _MARTINGALE, MartingaleRun),
        "pushed": ({"n": (2, 3), "d": (1, 2)}, _PUSHED, PushedRun),
    }
    sizes, parameters, run = kinds[kind]
    wide = {} if kind == "martingale" else {"n": (4,) if kind == "pushed" else (4, 5, 6)}
    return Family("vectors", sizes, parameters, run, options={"kind": kind}, wide=wide)

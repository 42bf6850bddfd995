"""Federated averaging (local SGD): local steps, averages of all clients or of a few drawn at random; expectations
exact.

N clients on the line, client k with the loss number k mod C of `two_slopes` and the share p_k (1/N where p is
not of the setting); F = sum_k p_k F_k. From one start w0, every client steps

    w_k <- w_k - eta_t (F_k'(w_k) + noise),    eta_t = eta  or  delta/(t + Gamma),

noise being v_k times a fair sign, drawn anew at each client and step (0 where v is not of the setting). At
rounds t = H, 2H, ... all clients take the model of the server, by the family's option `sampling`:

    full      sum_k p_k w_k
    with      the plain average of S clients drawn with replacement, client k with probability p_k
    without   N/S times the sum of p_k w_k over a set of S clients, all sets being equally likely

All draws of clients and signs are enumerated with their chances: for few clients and rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from itertools import combinations, product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np

from ..domains import POSITIVE, REAL, SIMPLEX
from ..family import Family, Parameter
from ..rounds import each_round
from .two_slopes import loss, minimizer, slope

__all__ = ["FederatedRun", "federated"]


PATHS = 2**16  # that a round may have, at most


class _State(NamedTuple):
    """At round t, of each path: its chance, the models (paths, N) after averaging, sum_k p_k w_k before it, the sum of
    all wbar before; and E(E(wbar | the models before averaging) - virtual)^2."""

    t: int
    chance: np.ndarray
    local: np.ndarray
    virtual: np.ndarray
    total: np.ndarray
    bias2: Any


class FederatedRun:
    """One run; sizes N, C, H and, where clients are drawn, S; values left, right, c (C,), p, v (N,), "
    "w0, steps ()."""

    def __init__(
        self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, sampling: str = "full"
    ):
        n = sizes["N"]
        self._sampling, self._H, self._S = sampling, sizes["H"], sizes.get("S", n)
        self.N, self.H, self.S = (float(x) for x in (n, self._H, self._S))
        left, right, c = (np.resize(values[name], n) for name in ("left", "right", "c"))
        self._losses = left, right, c
        self._p = values["p"] if "p" in values else (left * 0 + 1) / n
        self._v = values["v"] if "v" in values else np.zeros(n)
        self.w0 = values["w0"].item()
        self.eta, self.delta, self.Gamma = (
            values[name].item() if name in values else None for name in ("eta", "delta", "Gamma")
        )

    # --- constants

    @cached_property
    def L(self) -> Any:
        """Largest slope of a client's gradient: its smoothness."""
        return max(max(self._losses[0]), max(self._losses[1]))

    @cached_property
    def mu(self) -> Any:
        """Smallest slope of a client's gradient: its strong convexity."""
        return min(min(self._losses[0]), min(self._losses[1]))

    @cached_property
    def wstar(self) -> Any:
        return minimizer(*self._losses, self._p)

    @cached_property
    def Fstar(self) -> Any:
        """F* - sum_k p_k F_k^*, all F_k^* being 0: Li et al.'s degree of heterogeneity, Gamma there."""
        return self._loss(self.wstar)

    @cached_property
    def sigma2_max(self) -> Any:
        """max_k of the variances of the clients' stochastic gradients."""
        return max(self._v * self._v)

    @cached_property
    def sigma2_of_mean(self) -> Any:
        """sum_k p_k^2 sigma_k^2."""
        return (self._p * self._p * self._v * self._v).sum()

    @cached_property
    def sigma2_star(self) -> Any:
        """sum_k p_k E|g_k(w*)|^2 of the stochastic gradients: Khaled et al.'s sigma_dif^2."""
        at_best = slope(self.wstar, *self._losses)
        return (self._p * (at_best * at_best + self._v * self._v)).sum()

    def step(self, t: Any) -> Any:
        """The step of round t."""
        return self.eta if self.delta is None else self.delta / (t + self.Gamma)

    def _loss(self, w: Any) -> Any:
        """F(w)."""
        return (self._p * loss(np.asarray(w)[..., None], *self._losses)).sum(-1)

    # --- the trajectory

    @cached_property
    def _kicks(self) -> np.ndarray:
        """The noise of one step under each of the equally likely signs, (signs, N)."""
        return np.array(list(product(*((x, -x) if x else (x,) for x in self._v))))

    @cached_property
    def _draws(self) -> tuple[np.ndarray, np.ndarray]:
        """Chance of each draw of clients, (draws,), and the weights it gives to their models, (draws, N)."""
        n = len(self._p)
        if self._sampling == "full":
            return np.ones(1), self._p[None, :]
        chances, weights = [], []
        if self._sampling == "with":
            for drawn in product(range(n), repeat=self._S):
                if list(drawn) == sorted(drawn):  # one order stands for all
                    counts = [drawn.count(k) for k in range(n)]
                    orders = factorial(self._S) // prod(map(factorial, counts))
                    chances.append(orders * np.prod(self._p ** np.array(counts)))
                    weights.append([count / self.S for count in counts])
        elif n < self._S:
            raise ArithmeticError("more clients are drawn than there are")
        else:
            for chosen in combinations(range(n), self._S):
                chances.append(1.0)
                weights.append([self._p[k] * self.N / self.S if k in chosen else 0.0 for k in range(n)])
        return np.array(chances) / sum(chances), np.array(weights)

    @cached_property
    def _states(self) -> list[_State]:
        start = np.array([self.w0])
        one, zero = np.ones(1), 0.0
        return [_State(0, one, np.repeat(start[:, None], len(self._p), 1), start, start * 0, zero)]

    def _at(self, t: int) -> _State:
        while len(self._states) <= t:
            old, r = self._states[-1], len(self._states)
            n, signs = len(self._p), len(self._kicks)
            if len(old.chance) * signs * (1 if r % self._H else len(self._draws[0])) > PATHS:
                raise ArithmeticError("too many draws to enumerate")
            moves = slope(old.local, *self._losses)[:, None, :] + self._kicks
            local = (old.local[:, None, :] - self.step(float(r - 1)) * moves).reshape(-1, n)
            chance = np.repeat(old.chance, signs) / signs
            virtual = (local * self._p).sum(-1)
            total = np.repeat(old.total + self._mean(old), signs)
            bias2 = 0.0
            if r % self._H == 0:
                chances, weights = self._draws
                drawn = (local[:, None, :] * weights).sum(-1)
                bias2 = (chance * ((drawn * chances).sum(-1) - virtual) ** 2).sum()
                local = np.repeat(drawn.reshape(-1)[:, None], n, 1)
                chance = (chance[:, None] * chances).reshape(-1)
                virtual, total = np.repeat(virtual, len(chances)), np.repeat(total, len(chances))
            self._states.append(_State(r, chance, local, virtual, total, bias2))
        return self._states[t]

    def _mean(self, state: _State) -> np.ndarray:
        """wbar = sum_k p_k w_k of each path."""
        return (state.local * self._p).sum(-1)

    def _read(self, t: Any, read: Callable[[_State], Any]) -> Any:
        """What is read of round t; of an array of rounds, NaN where there are too many paths."""

        def of(n: int) -> Any:
            try:
                return read(self._at(n))
            except ArithmeticError:
                if isinstance(t, np.ndarray):
                    return np.nan
                raise

        return each_round(t, of)

    def _expected(self, t: Any, read: Callable[[_State], np.ndarray]) -> Any:
        return self._read(t, lambda s: (s.chance * read(s)).sum())

    # --- metrics at round t

    def error2(self, t: Any) -> Any:
        """E|wbar(t) - w*|^2."""
        return self._expected(t, lambda s: (self._mean(s) - self.wstar) ** 2)

    def gap(self, t: Any) -> Any:
        """E F(wbar(t)) - F*."""
        return self._expected(t, lambda s: self._loss(self._mean(s))) - self.Fstar

    def gap_of_average(self, t: Any) -> Any:
        """E F((wbar(0) + ... + wbar(t-1))/t) - F*, t >= 1."""

        def read(state: _State) -> Any:
            number = float(state.t)
            if not state.t:
                raise ArithmeticError("no average of 0 rounds")
            return (state.chance * self._loss(state.total / number)).sum() - self.Fstar

        return self._read(t, read)

    def apart2(self, t: Any) -> Any:
        """E sum_k p_k |w_k(t) - wbar(t)|^2."""
        return self._expected(t, lambda s: (self._p * (s.local - self._mean(s)[:, None]) ** 2).sum(-1))

    def largest_gradient2(self, t: Any) -> Any:
        """max_k E|g_k(w_k(t))|^2 of the stochastic gradients."""

        def read(state: _State) -> Any:
            squares = slope(state.local, *self._losses) ** 2
            return max((state.chance[:, None] * squares).sum(0) + self._v * self._v)

        return self._read(t, read)

    def noise2(self, t: Any) -> Any:
        """E|sum_k p_k (g_k - F_k'(w_k))|^2 at round t."""
        squares = (self._kicks * self._p).sum(-1) ** 2
        return self._expected(t, lambda s: squares.sum() / len(squares))

    def pull(self, t: Any) -> Any:
        """E (wbar(t) - w*) sum_k p_k F_k'(w_k(t))."""
        return self._expected(
            t, lambda s: (self._mean(s) - self.wstar) * (self._p * slope(s.local, *self._losses)).sum(-1)
        )

    def bias2(self, t: Any) -> Any:
        """E|E(wbar(t) | the clients' models before averaging) - sum_k p_k of them|^2."""
        return self._read(t, lambda s: s.bias2)

    def sampling2(self, t: Any) -> Any:
        """E|wbar(t) - sum_k p_k of the clients' models before averaging|^2."""
        return self._expected(t, lambda s: (self._mean(s) - s.virtual) ** 2)


@cache
def federated(
    sampling: str = "full",
    *,
    noisy: bool = True,
    uniform: bool = False,
    identical: bool = False,
    fixed: bool = False,
) -> Family:
    """Settings of `FederatedRun`.

    sampling: full, with, without; noisy: gradient noise; uniform: p_k = 1/N; identical: one loss for all clients;
    fixed: step eta instead of delta/(t + Gamma)
    """
    clients = (("left", POSITIVE), ("right", POSITIVE), ("c", REAL))
    steps = ("eta",) if fixed else ("delta", "Gamma")
    parameters = (
        *(Parameter(name, ("C",), domain) for name, domain in clients),
        *(() if uniform else (Parameter("p", ("N",), SIMPLEX),)),
        *((Parameter("v", ("N",), REAL),) if noisy else ()),
        Parameter("w0", (), REAL),
        *(Parameter(name, (), POSITIVE) for name in steps),
    )
    sizes = {
        "N": (2,) if noisy and sampling != "full" else (2, 3) if sampling != "full" else (1, 2),
        "C": (1,) if identical else (1, 2),
        "H": (1, 2) if sampling != "full" else (1, 2, 3),
        **({"S": (1, 2)} if sampling != "full" else {}),
    }
    down = (("eta", -1),) if fixed else (("delta", -1), ("Gamma", 1))
    starts = (
        () if identical else (("w0", lambda run: run.wstar),)
    )  # where only what is local moves the models
    return Family("federated", sizes, parameters, FederatedRun, down, {"sampling": sampling}, starts=starts)

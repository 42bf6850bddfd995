"""Local gradient steps between aggregations (ALI-DPFL, Algorithm 1 and the auxiliary sequence (8)), one
dimension.

Client i owns the Huber loss F_i with F_i'(w) = a_i (w - c_i), held within [-C, C]: convex, C-Lipschitz,
a_i-smooth, so that clipping at C never acts (Assumption 1). F = sum_i p_i F_i. A local step subtracts eta
(F_i'(w_i) + noise); w(t) = sum_i p_i w_i(t), and after every tau steps all w_i return to w. v follows F with
its own noise and starts each interval at w. Noise, by the family's option:

    none   no noise: everything is deterministic
    path   one realization, a parameter: z_i at client i and u at v, the same at every step. Gaussian noise has
           a density, so a strict inequality that one realization breaks is broken with positive probability
    shared one realization in which v's noise is the average of the clients', u = sum_i p_i z_i
    signs  s times a fair sign, independent over clients and steps: all 2^(N t) paths, expectations exact (few rounds)

v_[k](t) belongs to the interval ((k-1) tau, k tau] of t; v_[k]((k-1) tau) = w((k-1) tau) is `w` itself there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..domains import POSITIVE, REAL, SIMPLEX
from ..family import Family, Parameter
from ..rounds import each_round

__all__ = ["LocalStepsRun", "local_steps"]


class _State(NamedTuple):
    """w_i(t) before aggregation (paths, N), w(t) and v_[k](t) (paths,), and t - (k-1) tau, t in interval k."""

    local: np.ndarray
    mean: np.ndarray
    central: np.ndarray
    steps: int


class LocalStepsRun:
    """One run; sizes N, tau, K; values a, c, p (N,), w0, C, eta, beta, lam (); noise: z (N,), u (), s ()."""

    _units: ClassVar = {"N": "clients", "tau": "local steps", "K": "intervals"}

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, noise: str = "none"):
        self._noise, self._tau = noise, sizes["tau"]
        self.tau, self._K = float(self._tau), sizes["K"]
        self.K = float(self._K)
        self._a, self._c, self._p = (values[name] for name in "acp")
        self._z = values["z"] if "z" in values else np.zeros(len(self._p))
        self.w0, self.C, self.eta, self.beta, self.lam, self.s, self.u = (
            values[name].item() if name in values else 0.0
            for name in ("w0", "C", "eta", "beta", "lam", "s", "u")
        )
        if noise == "shared":
            self.u = (self._p * self._z).sum()

    # --- the clients

    def _slopes(self, w: Any) -> np.ndarray:
        """F_i'(w_i), for w of shape (..., N)."""
        return np.maximum(np.minimum(self._a * (w - self._c), self.C), -self.C)

    def _loss(self, w: Any) -> Any:
        """F(w) = sum_i p_i F_i(w): s^2/(2a) for the linear part's slope s, plus C times what lies beyond."""
        w = np.asarray(w)[..., None]
        slope = self._slopes(w)
        beyond = abs(w - self._c) - abs(slope) / self._a
        return ((slope * slope / (2 * self._a) + self.C * beyond) * self._p).sum(-1)

    def _slope(self, w: Any) -> Any:
        return (self._slopes(np.asarray(w)[..., None]) * self._p).sum(-1)

    @cached_property
    def _corners(self) -> list[Any]:
        return sorted([*(self._c - self.C / self._a), *(self._c + self.C / self._a)])

    @cached_property
    def wstar(self) -> Any:
        """A minimizer of F, the smallest: where its piecewise linear, increasing derivative crosses zero."""
        # lest floats miss a flat stretch
        rounding = self.C * 1e-12
        slopes = [self._slope(x) for x in self._corners]
        k = next(k for k, slope in enumerate(slopes) if slope >= -rounding)
        if k == 0 or slopes[k] <= rounding:
            return self._corners[k]
        low, high = self._corners[k - 1], self._corners[k]
        return low - slopes[k - 1] * (high - low) / (slopes[k] - slopes[k - 1])

    @cached_property
    def steepest(self) -> Any:
        """The smallest beta that Assumption 1 allows, max_i a_i."""
        return max(self._a)

    @cached_property
    def client_xi(self) -> np.ndarray:
        """xi_i = sup_w |F_i'(w) - F'(w)| (9), (N,): piecewise linear, so the largest value is at a corner."""
        values = [abs(self._slopes(np.asarray(x)[..., None]) - self._slope(x)) for x in self._corners]
        return np.array([max(column) for column in zip(*values)], dtype=self._p.dtype)

    @cached_property
    def xi(self) -> Any:
        """sum_i p_i xi_i."""
        return (self._p * self.client_xi).sum()

    @cached_property
    def xi2(self) -> Any:
        """sum_i p_i xi_i^2."""
        return (self._p * self.client_xi**2).sum()

    @cached_property
    def gstar2(self) -> Any:
        """sum_i p_i F_i'(w*)^2."""
        return (self._p * self._slopes(self.wstar + 0 * self._c) ** 2).sum()

    @cached_property
    def overlap(self) -> Any:
        """sum_i p_i^2."""
        return (self._p * self._p).sum()

    # --- noise

    @cached_property
    def noise(self) -> Any:
        """sum_i p_i |z_i| + |u|: the path's noise in one step of both sequences."""
        return (self._p * abs(self._z)).sum() + abs(self.u)

    @cached_property
    def noise_of_one(self) -> Any:
        """max_i |z_i| + |u|."""
        return abs(self._z).max() + abs(self.u)

    @cached_property
    def noise_apart(self) -> Any:
        """sum_i p_i |z_i - u|."""
        return (self._p * abs(self._z - self.u)).sum()

    # --- the trajectory

    @cached_property
    def _states(self) -> list[_State]:
        start = np.array([self.w0])
        return [_State(np.repeat(start[:, None], len(self._p), 1), start, start, 0)]

    @cached_property
    def _signs(self) -> np.ndarray:
        return np.array(list(product((-1, 1), repeat=len(self._p)))) * self.s

    def _at(self, t: int) -> _State:
        while len(self._states) <= t:
            local, mean, central, x = self._states[-1]
            if x in (0, self._tau):
                local, central, x = np.repeat(mean[:, None], len(self._p), 1), mean, 0
            local = local - self.eta * (self._slopes(local) + self._z)
            central = central - self.eta * (self._slope(central) + self.u)
            if self._noise == "signs":
                local = (local[:, None, :] - self.eta * self._signs).reshape(-1, len(self._p))
                central = np.repeat(central, len(self._signs))
            self._states.append(_State(local, (local * self._p).sum(-1), central, x + 1))
        return self._states[t]

    def _expected(self, values: np.ndarray) -> Any:
        return values.sum() / len(values)

    def x(self, t: Any) -> Any:
        """t - (k-1) tau: steps since the interval of t began, 1 to tau (0 at t = 0)."""
        return each_round(t, lambda n: float(self._at(n).steps))

    def apart(self, t: Any) -> Any:
        """E|w(t) - v_[k](t)|."""
        return each_round(t, lambda n: self._expected(abs(self._at(n).mean - self._at(n).central)))

    def client_excess(self, t: Any) -> Any:
        """max_i (|w_i(t) - v_[k](t)| - xi_i ((1 + eta beta)^x - 1)/beta), what noise may account for in Lemma 4."""

        def read(n: int) -> Any:
            grown = (1 + self.eta * self.beta) ** self._at(n).steps - 1
            return max(abs(self._at(n).local[0] - self._at(n).central) - self.client_xi * grown / self.beta)

        return each_round(t, read)

    def loss_apart(self, t: Any) -> Any:
        """E|F(w(t)) - F(v_[k](t))|."""
        return each_round(
            t, lambda n: self._expected(abs(self._loss(self._at(n).mean) - self._loss(self._at(n).central)))
        )

    @cached_property
    def Fstar(self) -> Any:
        return self._loss(self.wstar)

    def gap(self, t: Any) -> Any:
        """E F(w(t)) - F(w*)."""
        return each_round(t, lambda n: self._expected(self._loss(self._at(n).mean)) - self.Fstar)

    def mean_gap(self, t: Any) -> Any:
        """(1/t) sum_{r<t} (E F(w(r)) - F(w*)), for t >= 1."""
        return each_round(t, lambda n: sum(self.gap(r) for r in range(n)) / n)

    def theta(self, t: Any) -> Any:
        """theta_[k](t) = F(v_[k](t)) - F(w*), t in interval k, its start left out (of the first path)."""
        return each_round(t, lambda n: self._loss(self._at(n).central)[0] - self.Fstar)

    def distance(self, t: Any) -> Any:
        """|v_[k](t) - w*|."""
        return each_round(t, lambda n: abs(self._at(n).central[0] - self.wstar))

    def noisy_slope(self, t: Any) -> Any:
        """The step's direction at v(t), noise included."""
        return each_round(t, lambda n: self._slope(self._at(n).central)[0] + self.u)

    def inner(self, t: Any) -> Any:
        """<noisy slope, v(t) - w*>."""
        return each_round(t, lambda n: self.noisy_slope(n) * (self._at(n).central[0] - self.wstar))

    # --- what Theorem 2 reads of a whole run, T = K tau

    def _ends(self) -> list[tuple[Any, Any]]:
        """(F(w(k tau)) - F*, theta_[k](k tau)) for k = 1, ..., K."""
        times = [k * self._tau for k in range(1, self._K + 1)]
        return [(self.gap(t), self.theta(t)) for t in times]

    @cached_property
    def smallest_theta(self) -> Any:
        """min_k theta_[k](k tau)."""
        return min(theta for _, theta in self._ends())

    @cached_property
    def smallest_product(self) -> Any:
        """min_{k < K} theta_[k](k tau) theta_[k+1](k tau), for K >= 2."""
        return min(gap * theta for gap, theta in self._ends()[:-1])

    @cached_property
    def inverse_jumps(self) -> Any:
        """sum_{k < K} 1/theta_[k+1](k tau) - 1/theta_[k](k tau)."""
        return sum(1 / gap - 1 / theta for gap, theta in self._ends()[:-1])

    @cached_property
    def smallest_gap(self) -> Any:
        """min_{1 <= t <= T} F(w(t)) - F*."""
        return min(self.gap(t) for t in range(1, self._K * self._tau + 1))

    @cached_property
    def average_gap(self) -> Any:
        """(1/T) sum_{t < T} F(w(t)) - F*."""
        return sum(self.gap(t) for t in range(self._K * self._tau)) / (self._K * self._tau)

    @cached_property
    def farthest(self) -> Any:
        """max_k |v_[k]((k-1) tau) - w*|, so that omega = 1/farthest or 1/farthest^2."""
        return max(abs(self._at(k * self._tau).mean[0] - self.wstar) for k in range(self._K))

    @cached_property
    def first_gap(self) -> Any:
        """F(w(tau)) - F*, which is theta_[2](tau)."""
        return self._ends()[0][0]

    @cached_property
    def first_theta(self) -> Any:
        """theta_[1](tau)."""
        return self._ends()[0][1]

    @cached_property
    def final_gap(self) -> Any:
        """F(w(T)) - F*."""
        return self._ends()[-1][0]

    @cached_property
    def final_theta(self) -> Any:
        """theta_[K](T)."""
        return self._ends()[-1][1]


def local_steps(noise: str = "none", **sizes: tuple[int, ...]) -> Family:
    """Settings of `LocalStepsRun`."""
    numbers = ("w0", REAL), ("C", POSITIVE), ("eta", POSITIVE), ("beta", POSITIVE), ("lam", POSITIVE)
    parameters = (
        *(Parameter(name, ("N",), domain) for name, domain in (("a", POSITIVE), ("c", REAL), ("p", SIMPLEX))),
        *(Parameter(name, (), domain) for name, domain in numbers),
        *((Parameter("z", ("N",), REAL),) if noise in ("path", "shared") else ()),
        *((Parameter("u", (), REAL),) if noise == "path" else ()),
        *((Parameter("s", (), POSITIVE),) if noise == "signs" else ()),
    )
    steps = (("beta", 1), ("eta", -1), ("lam", -1))
    return Family(
        "local-steps",
        {"N": (1, 2), "tau": (1, 2, 3), "K": (1,), **sizes},
        parameters,
        LocalStepsRun,
        steps,
        {"noise": noise},
    )

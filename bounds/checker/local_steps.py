"""ALI-DPFL's local steps between averages, on clients with Huber losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from .intervals import ZERO, Number, total
from .matrices import is_stochastic
from .setting import Setting, need
from .vectors import Names, Vector, dot, zero


class LocalSteps(Setting):
    """w_i <- w_i - eta (F_i'(w_i) + z_i), back to w = sum_i p_i w_i every tau steps; F_i' = a_i (w - c_i) in [-C, C].

    v <- v - eta (F'(v) + u) starts again at w with every such interval; there are K of them.
    """

    sizes = frozenset({"N", "K", "tau"})
    shapes: ClassVar = {
        **{"a": "N", "c": "N", "p": "N", "z": "N", "w0": "", "u": ""},
        **{"C": "", "eta": "", "beta": "", "lam": ""},
    }
    positive = frozenset({"a", "C", "eta", "beta", "lam"})
    choices: ClassVar = {"noise": ("none", "path")}

    def complete(self) -> None:
        need("noise" in self.options, "options: noise is lacking")
        need(is_stochastic([self.p]), "setting: p does not hold shares of 1")
        if self.options["noise"] == "none":
            self.z, self.u = [ZERO] * len(self.a), ZERO
        need(self.size.keys() == self.sizes, "setting: N, K or tau is lacking")
        self.tau, self.K = self.size["tau"], self.size["K"]
        self.corners = [c + side * self.C / a for a, c in zip(self.a, self.c) for side in (1, -1)]
        self.best = zero(self.slope, self.corners)
        self.states: list[tuple[Number, Number, Vector]] = [(self.w0, self.w0, [self.w0] * len(self.a))]

    def slopes(self, w: Vector) -> Vector:
        """F_i'(w_i) of each client."""
        return [max(-self.C, min(self.C, a * (x - c))) for x, a, c in zip(w, self.a, self.c)]

    def slope(self, w: Number) -> Number:
        """F'(w)."""
        return dot(self.p, self.slopes([w] * len(self.a)))

    def loss(self, w: Number) -> Number:
        """F(w): g^2/(2 a) where the slope g is below C, a line beyond."""
        slopes = zip(self.slopes([w] * len(self.a)), self.a, self.c)
        return dot(self.p, [g * g / (2 * a) + self.C * (abs(w - c) - abs(g) / a) for g, a, c in slopes])

    def excess(self, w: Number) -> Number:
        return self.loss(w) - self.loss(self.best)

    def state(self, t: int) -> tuple[Number, Number, Vector]:
        """w(t), v(t) and all w_i(t)."""
        for r in range(len(self.states) - 1, t):
            w, v, local = self.states[r]
            if r % self.tau == 0:
                local, v = [w] * len(local), w
            local = [x - self.eta * (g + z) for x, g, z in zip(local, self.slopes(local), self.z)]
            self.states.append((dot(self.p, local), v - self.eta * self.noisy_slope(v), local))
        return self.states[t]

    def noisy_slope(self, v: Number) -> Number:
        return self.slope(v) + self.u

    def steps(self, t: int) -> int:
        """Steps since the interval of t began, 1 to tau; 0 at t = 0."""
        return (t - 1) % self.tau + 1 if t else 0

    def gap(self, t: int) -> Number:
        return self.excess(self.state(t)[0])

    def theta(self, t: int) -> Number:
        return self.excess(self.state(t)[1])

    def ends(self, f: Callable[[int], Number]) -> Vector:
        """f at the last round of each interval."""
        return [f(k * self.tau) for k in range(1, self.K + 1)]

    def inverse_jumps(self) -> Number:
        """sum over 0 < k < K of 1/gap - 1/theta at the end of interval k, where theta begins anew."""
        pairs = zip(self.ends(self.gap)[:-1], self.ends(self.theta))
        return total(1 / gap - 1 / theta for gap, theta in pairs)

    def divergence(self) -> Number:
        """sum_i p_i sup_w |F_i'(w) - F'(w)|, taken at corners."""
        apart = [[abs(g - self.slope(x)) for g in self.slopes([x] * len(self.a))] for x in self.corners]
        return dot(self.p, [max(column) for column in zip(*apart)])

    constants: ClassVar[Names] = {
        "C": lambda s: s.C,
        "eta": lambda s: s.eta,
        "beta": lambda s: s.beta,
        "lam": lambda s: s.lam,
        "tau": lambda s: s.tau,
        "K": lambda s: s.K,
        "xi": divergence,
        "gstar2": lambda s: dot(s.p, [g * g for g in s.slopes([s.best] * len(s.a))]),
        "steepest": lambda s: max(s.a),
        "w0": lambda s: s.w0,
        "wstar": lambda s: s.best,
        "smallest_theta": lambda s: min(s.ends(s.theta)),
        "farthest": lambda s: max(abs(s.state(k * s.tau)[0] - s.best) for k in range(s.K)),
        "smallest_gap": lambda s: min(map(s.gap, range(1, s.K * s.tau + 1))),
        "average_gap": lambda s: total(map(s.gap, range(s.K * s.tau))) / (s.K * s.tau),
        "inverse_jumps": inverse_jumps,
        "first_gap": lambda s: s.gap(s.tau),
        "first_theta": lambda s: s.theta(s.tau),
        "final_gap": lambda s: s.gap(s.K * s.tau),
        "final_theta": lambda s: s.theta(s.K * s.tau),
    }
    metrics: ClassVar[Names] = {
        "gap": gap,
        "theta": theta,
        "x": steps,
        "apart": lambda s, t: abs(s.state(t)[0] - s.state(t)[1]),
        "loss_apart": lambda s, t: abs(s.gap(t) - s.theta(t)),
        "noisy_slope": lambda s, t: s.noisy_slope(s.state(t)[1]),
        "distance": lambda s, t: abs(s.state(t)[1] - s.best),
        "inner": lambda s, t: s.noisy_slope(s.state(t)[1]) * (s.state(t)[1] - s.best),
    }

"""Push-sum as the proofs of ops see it: distances to the average, inner products, influences; and its families."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

import numpy as np

from ..domains import POSITIVE, REAL, Domain
from ..family import Family, Parameter
from ..rounds import each_round
from .digraphs import ROWS
from .pushsum import PushSumRun

__all__ = ["PushSumProof", "push_sum"]


class PushSumProof(PushSumRun):
    """A run with the quantities that proofs name; see `PushSumRun` for its values and options."""

    def deviations(self, t: Any) -> Any:
        """E sum_i sum_{s=0}^t ||x_{s+1}^(i) - zbar_{s+1}||^2."""
        return each_round(t, lambda t: sum(self._deviation(s + 1) for s in range(t + 1)))

    def deviation(self, t: Any) -> Any:
        """E sum_i ||x_t^(i) - zbar_t||^2."""
        return each_round(t, self._deviation)

    def _deviation(self, t: int) -> Any:
        return self._mean((self._history[t].x - self._centre(t)) ** 2)

    def gradients2(self, t: Any) -> Any:
        """sum_{s=0}^t E||G_s||_F^2, G_s the stochastic gradients."""
        noise = (self._v * self._v).sum()
        return each_round(
            t, lambda t: sum(self._mean(self._history[s].slopes ** 2) + noise for s in range(t + 1))
        )

    def slopes2(self, t: Any) -> Any:
        """E||grad F_t(X_t)||_F^2 of round t alone."""
        return each_round(t, lambda t: self._mean(self._history[t].slopes ** 2))

    def slopes1(self, t: Any) -> Any:
        """E sum_i |grad F_{i,t}(x_t^(i))| of round t alone."""
        return each_round(t, lambda t: self._mean(abs(self._history[t].slopes)))

    def farthest_play(self, t: Any) -> Any:
        """max over nodes and paths of |x_t^(i) - zbar_t|."""
        return each_round(t, lambda t: abs(self._history[t].x - self._centre(t)).max())

    def slopes2_from_1(self, t: Any) -> Any:
        """sum_{s=1}^t E||grad F_s(X_s)||_F^2."""
        return each_round(t, lambda t: sum(self._mean(self._history[s].slopes ** 2) for s in range(1, t + 1)))

    def network_term(self, t: Any) -> Any:
        """I_1t = E sum_i <grad F_{i,t}(x_t^(i)), x_t^(i) - zbar_t>."""
        return each_round(t, self._network_term)

    def _network_term(self, t: int) -> Any:
        now = self._history[t]
        return self._mean(now.slopes * (now.x - self._centre(t)))

    def network_terms(self, t: Any) -> Any:
        """sum_{s=1}^t I_1s."""
        return each_round(t, lambda t: sum(self._network_term(s) for s in range(1, t + 1)))

    def average_term(self, t: Any) -> Any:
        """I_2t = E sum_i <grad F_{i,t}(x_t^(i)), zbar_t - x*>, x* of rounds 0, ..., t."""
        return each_round(
            t, lambda t: self._mean(self._history[t].slopes * (self._centre(t) - self._best(0, t + 1)[1]))
        )

    def gain(self, t: Any) -> Any:
        """E||zbar_t - x*||^2 - E||zbar_{t+1} - x*||^2, x* of rounds 0, ..., t."""
        return each_round(t, lambda t: self._gain(t, t + 1, self._best(0, t + 1)[1]))

    def gains(self, t: Any) -> Any:
        """sum_{s=1}^t E||zbar_s - x*||^2 - E||zbar_{s+1} - x*||^2, x* of rounds 1, ..., t."""
        return each_round(t, lambda t: self._gain(1, t + 1, self._best(1, t + 1)[1]))

    def _gain(self, first: int, last: int, point: Any) -> Any:
        return self._mean((self._centre(first) - point) ** 2) - self._mean((self._centre(last) - point) ** 2)

    def excess(self, t: Any) -> Any:
        """E sum_i f_{i,t}(x_t^(i)) - f_{i,t}(x*), x* of rounds 0, ..., t."""

        def difference(t: int) -> Any:
            a, b = self._losses_at(t)
            return self._suffered[t + 1] - self._suffered[t] - (a * abs(self._best(0, t + 1)[1] - b)).sum()

        return each_round(t, difference)

    # --- influences D_ts = W(s)...W(t-1) diag(1/omega_t) - 11'/n: x_t - zbar_t 1' = -gamma sum_{s<t} G_s D_ts

    @cached_property
    def _influences(self) -> list[list[np.ndarray]]:
        """D_ts, s = 0, ..., t - 1, of every round t."""
        n = self.W.shape[-1]
        products: list[np.ndarray] = []
        result = []
        for t, now in enumerate(self._history):
            result.append([product / now.omega - 1.0 / self.n for product in products])
            products = [product @ self._W(t) for product in [*products, np.eye(n)]]
        return result

    def influence(self, t: Any) -> Any:
        """sum over rounds s' < t, s < s' and pairs of nodes of |D_s's|."""
        return each_round(
            t, lambda t: sum((abs(D).sum() for row in self._influences[:t] for D in row), self.gamma * 0)
        )

    def schur(self, t: Any) -> Any:
        """(max_t' sum_s ||D_t's||_F) (max_s sum_t' ||D_t's||_F) over rounds t' = 1, ..., t + 1."""

        def product(t: int) -> Any:
            norms = [[np.sqrt((D * D).sum()) for D in row] for row in self._influences[1 : t + 2]]
            columns = [sum(row[s] for row in norms if s < len(row)) for s in range(t + 1)]
            return max(*map(sum, norms), 0) * max(*columns, 0)

        return each_round(t, product)

    def influence_norm2(self, t: Any) -> Any:
        """||D||^2 of the matrix of all transposed D_t's, t' = 1, ..., t + 1, s < t': (n (t + 1), n (t + 1))."""

        def norm2(t: int) -> Any:
            zeros = np.zeros((self.W.shape[-1], self.W.shape[-1]))
            rows = [[D.T for D in row] + [zeros] * (t + 1 - len(row)) for row in self._influences[1 : t + 2]]
            D = np.block(rows)
            return self._ends(D @ D.T)[1]

        return each_round(t, norm2)

    def identity_error(self, t: Any) -> Any:
        """max_i | ||x_{t+1}^(i) - zbar_{t+1}|| - gamma ||sum_s G_s (W^(t-s+1) e_i/omega^(i) - 1/n)|| |, no noise."""

        def error(t: int) -> Any:
            sums = sum(self._history[s].slopes[0] @ D for s, D in enumerate(self._influences[t + 1]))
            now = self._history[t + 1]
            return abs(abs(now.x - self._centre(t + 1))[0] - self.gamma * abs(sums)).max()

        return each_round(t, error)

    def scaled_error(self, t: Any) -> Any:
        """max_i of | ||x_{t+1}^(i) - zbar_{t+1}|| - gamma ||z_{t+1}^(i)/omega_{t+1}^(i) - zbar_{t+1}|| |."""

        def error(t: int) -> Any:
            now, centre = self._history[t + 1], self._centre(t + 1)
            return abs(abs(now.x - centre) - self.gamma * abs(now.z / now.omega - centre)).max()

        return each_round(t, error)

    def weights_error(self, t: Any) -> Any:
        """max_i |omega_t^(i) - 1|."""
        return each_round(t, lambda t: abs(self._history[t].omega - 1).max())

    def dol_distance(self, t: Any) -> Any:
        """max_i |x_t^(i) - x_t^(i) of DOL|: the same W, received models added without normalisation."""
        return each_round(t, lambda t: abs(self._history[t].x - self._unweighted._history[t].x).max())

    def mix_first_distance(self, t: Any) -> Any:
        """The same for DOL that mixes before it steps."""
        return each_round(t, lambda t: abs(self._history[t].x - self._mix_first._history[t].x).max())

    @cached_property
    def _unweighted(self) -> PushSumRun:
        return PushSumRun(self._sizes, self._values, self.rounds, "dol")

    @cached_property
    def _mix_first(self) -> PushSumRun:
        return PushSumRun(self._sizes, self._values, self.rounds, "mix-first")


@cache
def push_sum(
    domain: Domain = ROWS,
    *,
    noisy: bool = False,
    nodes: tuple[int, ...] = (1, 2, 3),
    schedule: tuple[int, ...] = (1,),
    **options: str,
) -> Family:
    """Online push-sum with matrices of the given domain; noisy: gradients with noise, whose paths allow few rounds."""
    losses = (Parameter("g", ("P", "n"), REAL), Parameter("b", ("P", "n"), REAL))
    noise = (Parameter("v", ("n",), REAL),) if noisy else ()
    parameters = (Parameter("W", ("S", "n", "n"), domain), *losses, *noise, Parameter("gamma", (), POSITIVE))
    name = "push-sum-noise" if noisy else "push-sum" if schedule == (1,) else "push-sum-sequence"
    sizes = {"n": nodes, "S": schedule, "P": (1, 2, 3)}
    return Family(name, sizes, parameters, PushSumProof, options=options)

"""How many local steps while rounds and steps run out: a proved decrease, in quantities that a run can measure.

Decrease. Clients i = 1..N with weights p_i, F = sum_i p_i F_i, F beta-smooth; w(t) = sum_i p_i w_i(t), P = sum_i p_i^2,
and b(t) = sum_i p_i (grad F_i(w_i) - grad F_i(w)): how far the clients' drift turns the mean gradient (0 right after an
aggregation, and where all Hessians are equal and constant: drift that cancels does no harm). Every noisy batch gradient
is unbiased with E||error||^2 <= s^2, independent over clients and steps; eta <= 1/beta. After tau local steps

    E F(w(tau)) <= F(w(0)) - (eta/2) sum_{t<tau} E(||grad F(w(t))||^2 - ||b(t)||^2) + tau beta eta^2 P s^2/2.

Proof. Let v = sum_i p_i grad F_i(w_i) = grad F(w) + b. A step is w+ = w - eta (v + n), E n = 0, E||n||^2 <= P s^2, so
E F(w+) <= F(w) - eta <grad F(w), v> + (beta eta^2/2)(||v||^2 + P s^2). As -2 <a, v> = ||a - v||^2 - ||a||^2 - ||v||^2
and beta eta <= 1, E F(w+) <= F(w) - (eta/2)(||grad F(w)||^2 - ||b||^2) + beta eta^2 P s^2/2. Sum over t.

The rule takes the tau of the largest decrease in the next round, noise aside, which is the same in every step. The
first step always gains, so F falls until its gradient is 0; where drift stays below the gradient, every step gains and
the budget is spent; where clients that are left alone would only go home, the round ends before they do. A fixed tau
lets the mean settle where the sum is 0, this rule goes on there with fewer steps. It looks one round ahead only: where
losses are ill-conditioned, steps that gain nothing in their own round may pay in later ones (`alidpfl-resources` on
Fashion-MNIST with drift, where it ends up to 2.9 points below the budget).

What is proved is the decrease for the gradients and the drift of the round itself. What is estimated, by whoever calls,
is these. With clipping the mean step is no gradient, and where eta > 1/beta the proof is silent: there the rule is a
guide. Unlike `repaired_tau` it asks for no constant of the worst case.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mixproof.spectral.checks import count

from .tau import need

__all__ = ["Measured", "budget_tau", "measured_tau"]


@dataclass(frozen=True, eq=False)
class Measured:
    """gradient2: ||grad F(w(t))||^2, drift2: ||b(t)||^2, after t = 0, 1, ... local steps, as far as was measured.

    Raises InputError for arrays of different lengths or none, and numbers that are negative or not finite.
    """

    gradient2: np.ndarray
    drift2: np.ndarray

    def __post_init__(self) -> None:
        for name in ("gradient2", "drift2"):
            own = np.array(getattr(self, name), dtype=float)
            need(own.ndim == 1 and own.size > 0, name, own.shape, "a number a local step, one at least")
            need(bool((own >= 0).all() and np.isfinite(own).all()), name, own, "numbers of at least 0")
            object.__setattr__(self, name, own)
        need(len(self.drift2) == len(self.gradient2), "drift2", len(self.drift2), "as long as gradient2")

    def decrease(self, eta: float) -> np.ndarray:
        """The least by which F falls in tau = 1, 2, ... local steps without noise, for eta <= 1/beta.

        >>> Measured([1, 1, 1], [0, 0.5, 1.5]).decrease(0.5).tolist()
        [0.25, 0.375, 0.25]
        """
        found: np.ndarray = eta / 2 * (self.gradient2 - self.drift2).cumsum()
        return found


def budget_tau(rounds_left: int, steps_left: int) -> int:
    """Spend the budget: as many local steps as give every round its share, at least one.

    >>> budget_tau(10, 39), budget_tau(10, 5)
    (3, 1)
    """
    return max(1, count("steps_left", steps_left, 1) // count("rounds_left", rounds_left, 1))


def measured_tau(at: Measured, rounds_left: int, steps_left: int) -> int:
    """The tau of the largest decrease, at most `budget_tau`: more would leave rounds unused.

    Raises InputError.

    >>> calm, torn = (Measured(np.ones(10), size * np.arange(10)) for size in (0.1, 0.4))
    >>> measured_tau(calm, 50, 500), measured_tau(torn, 50, 500), measured_tau(torn, 50, 100)
    (10, 3, 2)
    """
    return 1 + int(at.decrease(1.0)[: budget_tau(rounds_left, steps_left)].argmax())

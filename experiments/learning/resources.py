"""How many local steps the next round has: rules of the rounds and steps left, and of what the run measures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mixproof.bounds.calculators.measured_tau import Measured, budget_tau, measured_tau
from mixproof.spectral.errors import InputError

from .algorithms.adaptive import Estimates, best_tau
from .clipping import Mechanism
from .problems import LinearModel

__all__ = ["RULES", "Adaptive", "Resources", "measure_drift"]

RULES = ("printed", "repaired", "budget", "measured")
LONGEST = 100  # of the searches


@dataclass(frozen=True)
class Adaptive:
    """A rule for tau.

    `printed`, `repaired`: ALI-DPFL's Algorithm 2, see `best_tau`; tau_m = min(2 tau, 100) bounds the search, `control`
    is phi lambda^2. `budget`: iterations left / rounds left. `measured`: the tau up to `budget`, and up to 100, of the
    largest decrease by `measured_tau`, with the gradients and the drift of `measure_drift`.
    """

    rule: str = "repaired"
    control: float = 1.0

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise InputError("rule", self.rule, f"one of {', '.join(RULES)}")


class Resources:
    """The choices of one run. What `measured` needs is measured after 0, 1, 2, 4, ... rounds: it changes slowly."""

    def __init__(self, problem: LinearModel, mechanism: Mechanism, adaptive: Adaptive):
        self.problem, self.mechanism, self.adaptive = problem, mechanism, adaptive
        self.shares, self.rounds = problem.shares("samples"), 0
        self.at: Measured | None = None

    def steps(self, last: int, rounds_left: int, left: int, x: np.ndarray, w: np.ndarray) -> int:
        """tau, of the clients' models x (K, d) before the last aggregate w (d,); `last` is the tau before, 0 at first.

        Algorithm 2 begins with one step: its estimates need models that differ.
        """
        rule = self.adaptive.rule
        if rule == "budget":
            return budget_tau(rounds_left, left)
        if rule == "measured":
            if self.at is None or self.rounds & (self.rounds - 1) == 0:  # no round yet, or a power of two
                most = min(budget_tau(rounds_left, left), LONGEST)
                self.at = measure_drift(self.problem, self.mechanism, w, most)
            self.rounds += 1
            return measured_tau(self.at, rounds_left, left)
        if not last or rule == "printed":  # whatever is measured: T does not depend on tau there (`best_tau`)
            return 1
        mechanism = self.mechanism
        return best_tau(
            _estimates(self.problem, self.shares, x, w),
            eta=mechanism.eta,
            noise=2 * self.problem.dimension**0.5 * mechanism.sigma * mechanism.clip / mechanism.batch,
            control=self.adaptive.control,
            most=min(2 * last, LONGEST),
            rounds_left=rounds_left,
            iterations_left=left,
            printed=False,
        )


def measure_drift(problem: LinearModel, mechanism: Mechanism, w: np.ndarray, most: int) -> Measured:
    """What `measured_tau` asks for, in the next `most` local steps from the aggregate w (d,).

    Every client follows its own clipped gradient, averaged over its samples. Gradient and drift of the mean are
    measured after 0, 1, 2, 4, ... and all steps, and are linear between. That takes two exchanges of so many vectors,
    which no budget counts, and the data are read without noise, as in Algorithm 2; the printed privacy analysis does
    not account for that.
    """
    shares, samples = problem.shares("samples"), np.arange(problem.features.shape[1])
    drawn = samples < problem.counts[:, None]

    def pulls(models: np.ndarray) -> np.ndarray:
        return problem.clipped_sum(models, samples * drawn, drawn, mechanism.clip) / problem.counts[:, None]

    looked = sorted({0, most - 1, *(2**k for k in range(most.bit_length()) if 2**k < most)})
    models, squares = problem.everywhere(w), []
    for t in range(most):
        own = pulls(models)
        if t in looked:
            gradient = shares @ pulls(problem.everywhere(shares @ models))
            drift = shares @ own - gradient
            squares.append((gradient @ gradient, drift @ drift))
        models = models - mechanism.eta * own
    return Measured(*(np.interp(np.arange(most), looked, values) for values in np.array(squares).T))


def _estimates(problem: LinearModel, shares: np.ndarray, x: np.ndarray, w: np.ndarray) -> Estimates:
    """rho, beta, xi from the clients' models x (K, d) and the aggregate w (Algorithm 2's estimates).

    They read the clients' data without noise, which the printed privacy analysis does not account for.
    """
    here, there = problem.gradients_at(w), problem.gradient(x)
    distance = np.maximum(np.linalg.norm(x - w, axis=1), 1e-300)
    rho = np.abs(problem.values(x) - problem.values(problem.everywhere(w))) / distance
    beta = np.linalg.norm(there - here, axis=1) / distance
    xi = np.linalg.norm(here - shares @ here, axis=1)
    return Estimates(float(shares @ rho), float(shares @ beta), float(shares @ xi))

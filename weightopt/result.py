"""What `optimize` returns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.showing import Shown

from .certify.certificate import AnyCertificate
from .objectives import Objective

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["OptimizedWeights", "Status"]


class Status(Enum):
    """How the run ended; the value is the sentence a user reads."""

    CERTIFIED = "optimal: the certified gap is at most the gap asked for"
    INEXACT = (
        "stopped at the method's own accuracy: feasible and certified, but the gap asked for was not reached"
    )
    LOCAL = (
        "a local optimum of an objective that is not convex: the gap is to the bound of its convex stand-in"
    )
    TIME_LIMIT = "the time limit ended the run: the best weights so far, with their certified gap"
    INTERRUPTED = "interrupted: the best weights so far, with their certified gap"
    REPAIRED = "what the method left was not feasible: these are feasible weights made of it, with their certified gap"
    NO_POINT = (
        "the solver returned no point: the start weights (or none at all), with the bound of any weights"
    )
    HEURISTIC = "a fixed rule, not optimized: the gap says how far from optimal it can be"


@dataclass(frozen=True, eq=False, repr=False)
class OptimizedWeights(Shown):
    """Mixing weights, the objective's value at them and a bound nobody can beat.

    `value` is the objective recomputed from `weights`; `enclosure` is proved to contain it (see
    `objective_enclosure`), and is wide where eigenvalues were not found. `rho` is that value for the moduli (for
    `second-moment` a squared quantity), and for learning rho of the mean matrix, beside `lambda_min`. `lower_bound`
    is what `verify_certificate` derives from `certificate`; `gap` is the enclosure's upper end less `lower_bound`, for
    learning relative to `value`: no weights are better by more. `relative_gap` is what the gap asked for speaks of.
    `messages` counts what the nodes sent, None for a central method. `seconds` is wall time.
    """

    weights: MixingMatrix
    method: str
    objective: str
    rho: float
    enclosure: tuple[float, float]
    lower_bound: float
    gap: float
    iterations: int
    seconds: float
    messages: int | None
    status: Status
    certificate: AnyCertificate
    value: float
    lambda_min: float | None  # of the mean matrix; None for the moduli
    goal: Objective

    @property
    def relative_gap(self) -> float:
        """The gap as a share of 1 - value (moduli) or of the value (learning); infinite where nothing mixes."""
        scale = self.goal.scale(self.enclosure[1] if self.goal.is_modulus else self.value)
        return (self.enclosure[1] - self.lower_bound) / scale if scale > 0 else float("inf")

    @property
    def zero_edges(self) -> NDArray[np.int64]:
        """(k, 2) links whose weight is exactly 0: the optimum does without them."""
        return self.weights.network.edges[self.weights.weights == 0]

    def summary(self) -> str:
        """Two lines: the value with its bound, and how the run ended."""
        value, most = f"{self.value:.10g}", self.enclosure[1]
        if most - self.value > max(1e-9, 0.01 * self.gap):
            value += f" (proved: at most {most:.10g})"
        cost = f"{self.iterations} iterations, {self.seconds:.3g} s"
        if self.messages is not None:
            cost += f", {self.messages} messages"
        return (
            f"{self.method}: {self.objective} {value}, optimum >= {self.lower_bound:.10g}"
            f" (gap {self.gap:.2e}; {cost})\n{self.status.value}"
        )

    def title(self) -> str:
        return self.summary()

    def shown(self) -> list[tuple[str, str]]:
        return self.weights.shown()

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the network with its weights, under the value reached and the bound."""
        ax = self.weights.plot(ax)
        ax.set_title(
            f"{self.method}: {self.objective} {self.value:.6g}, optimum >= {self.lower_bound:.6g}", fontsize=9
        )
        return ax

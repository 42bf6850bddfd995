"""What is said of optimized weights: the fields of one answer, and the rows of a comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixproof.spectral import MixingMatrix, consensus_rounds, mean_matrix, rho_second_moment, spectrum

from .goals import objective_value
from .learning import STEP_CURVATURE
from .result import OptimizedWeights

__all__ = ["LEARNING_NODES", "Compared", "rows", "summary"]

LEARNING_NODES = 1000  # up to which the objective of learners is computed
ALIKE = 1e-6  # predicted disagreements that are the same


@dataclass(frozen=True, eq=False)
class Compared:
    """A method's weights and the way there."""

    best: OptimizedWeights
    curve: NDArray[np.float64]  # (k, 4) seconds, messages (nan if it sends none), objective, lower bound

    @property
    def name(self) -> str:
        """The method, with its objective unless that is the mean."""
        method, objective = self.best.method, self.best.objective
        return method if objective == "mean" else f"{method} ({objective})"


def summary(best: OptimizedWeights) -> dict[str, Any]:
    """The fields that tell an optimization to the world: what `optimize --json` prints, and a row's first ones."""
    value: dict[str, Any] = {"rho": best.rho}
    if not best.goal.is_modulus:
        value = {"value": best.value, "rho": best.rho, "lambda_min": best.lambda_min}
    return {
        "method": best.method,
        "objective": best.objective,
        **value,
        "enclosure": list(best.enclosure),
        "lower_bound": best.lower_bound,
        "gap": best.gap,
        "relative_gap": best.relative_gap,
        "iterations": best.iterations,
        "seconds": best.seconds,
        "messages": best.messages,
        "status": best.status.name,
        "sentence": best.status.value,
    }


def rows(
    found: Sequence[Compared],
    bounds: Callable[[MixingMatrix], Mapping[str, float | None]] | None = None,
    labels: Any = None,
) -> list[dict[str, Any]]:
    """A row each: the fields of `summary`; `rho_mean` and `rho_second_moment`; `above`, the most that rho can be
    minus the best lower bound of them all on the same objective; `rounds`, exactly, to a consensus error of 1e-3;
    `bounds`: what the function of that name says of the weights, if one is given.

    For learners up to 1000 nodes: `disagreement`, the objective `learning` at its defaults, or knowing the `labels`
    (None where lambda_n is beyond its domain); `accuracy_order`, 1 for the weights that are expected to learn best: by
    the disagreement, and where `labels` (n, classes) are given by `learners.label_disagreement`, which orders accuracy
    better; and `warning`, a sentence where a gradient step of 0.15 times the inverse of the largest curvature pushes
    lambda_n beyond -1, else None."""
    known = {one.best.objective: 0.0 for one in found}
    for one in found:
        known[one.best.objective] = max(known[one.best.objective], one.best.lower_bound)
    table = []
    for one in found:
        W, best = one.best.weights, one.best
        moments = {"rho_mean": objective_value(W), "rho_second_moment": rho_second_moment(W)}
        more: dict[str, Any] = {
            "above": best.enclosure[1] - known[best.objective],
            "rounds": consensus_rounds(W),
            "bounds": {} if bounds is None else bounds(W),
        }
        table.append({**summary(best), "method": one.name, **moments, **more})
    _for_learners(table, [one.best.weights for one in found], labels)
    return table


def _for_learners(table: list[dict[str, Any]], matrices: Sequence[MixingMatrix], labels: Any) -> None:
    """Adds `disagreement`, `accuracy_order` and `warning` to the rows."""
    from .learners import label_disagreement
    from .learning import learning

    goal = learning(matrices[0].n, heterogeneity=labels)

    def known(of: Callable[[MixingMatrix], float]) -> list[float]:
        return [of(W) if W.n <= LEARNING_NODES and not W.signed else np.nan for W in matrices]

    values = known(lambda W: objective_value(W, goal))
    told = values if labels is None else known(lambda W: label_disagreement(W, labels))
    for row, W, value, own in zip(table, matrices, values, told):
        lambda_min = spectrum(mean_matrix(W)).lambda_min
        row["disagreement"] = value if np.isfinite(value) else None
        row["accuracy_order"] = (
            None if np.isnan(own) else 1 + sum(other < own * (1 - ALIKE) for other in told)
        )
        row["warning"] = None
        if lambda_min <= -1 + STEP_CURVATURE:
            row["warning"] = (
                f"lambda_n = {lambda_min:.3g} <= -1 + {STEP_CURVATURE:g}: gradient steps of that times the inverse of"
                " the largest curvature make nodes swing apart; not for learning with such steps"
            )

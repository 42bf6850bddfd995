"""What `plan` returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context
from typing import TYPE_CHECKING, Any

import numpy as np

from mixproof.spectral import MixingMatrix
from mixproof.spectral.showing import Table
from mixproof.weightopt import Learning

if TYPE_CHECKING:
    from mixproof.weightopt import OptimizedWeights

__all__ = ["Candidate", "Plan", "printed_limit"]


@dataclass(frozen=True, eq=False)
class Candidate:
    """Weights in a form with a step, for so many rounds, and the error or loss that is predicted then.

    stable_step: the limit for steps at the curvature `Plan.curvature`, which `limit` says to be `proved` (a longer run
    cannot diverge) or `necessary` (quadratics of one curvature diverge beyond); None where nothing is known.
    messages: vectors sent over all links in all rounds, both ways; links of weight 0 send none.
    """

    name: str
    weights: MixingMatrix
    form: str
    step: float
    rounds: int
    predicted: float
    stable_step: float | None
    limit: str
    messages: int

    @property
    def stable(self) -> bool:
        """Whether the step is within the limit, as far as one is known."""
        return self.stable_step is None or self.step <= self.stable_step

    def to_json(self) -> dict[str, Any]:
        fields = ("form", "step", "rounds", "predicted", "stable_step", "limit", "messages")
        return {"weights": self.name, **{name: getattr(self, name) for name in fields}}


@dataclass(frozen=True, eq=False, repr=False)
class Plan(Table):
    """The run that is predicted to learn best, and all others.

    chosen: the first of `candidates`, which are in the order of prediction. unstable: those that are predicted to learn
    better still, with a step beyond their limit: they are not chosen while Metropolis weights are within their own.
    asked: the best candidate of the form asked for, where another one is chosen (None: it is that form).
    predicts: what `predicted` means. curvature: L that steps are compared with. averaging: what would be predicted
    if all nodes averaged exactly in every round, in the form and with the step chosen.
    certified: what is proved of the chosen weights is that an objective of `optimize` (`certified.goal`, the one of all
    solved that they are nearest to) has the `value` at them, and at no weights on this network one below
    `lower_bound`: verify_certificate(network, certified.certificate). A prediction is computed, and has no certificate.
    unfinished: names of weights whose search or prediction the time ended: with more of it the choice may be another.
    """

    chosen: Candidate
    candidates: Sequence[Candidate]
    unstable: Sequence[Candidate]
    asked: Candidate | None
    predicts: str
    curvature: float
    averaging: float
    value: float | None
    certified: OptimizedWeights | None
    proved_step: float | None = None
    unfinished: Sequence[str] = ()

    @property
    def weights(self) -> MixingMatrix:
        """Those chosen."""
        return self.chosen.weights

    @property
    def lower_bound(self) -> float | None:
        """No weights have the objective `certified.goal` below this."""
        return None if self.certified is None else self.certified.lower_bound

    def to_json(self) -> dict[str, Any]:
        """As `mixproof plan --json` prints it, without the file."""
        W = self.weights
        matrix = {
            "edges": W.network.edges,
            "edge_weights": W.weights,
            "self_weights": W.self_weights,
            "names": [W.network.name(i) for i in range(W.n)],
        }
        certified = None
        if self.certified is not None:
            goal = self.certified.goal
            certified = {"objective": goal.name, "value": self.value, "lower_bound": self.lower_bound}
            if isinstance(goal, Learning):
                certified |= {"step_curvature": goal.step_curvature, "run": goal.run}
                certified["labels"] = goal.factor is not None
        return {
            "chosen": {**self.chosen.to_json(), "proved_step": self.proved_step, **matrix},
            "candidates": [one.to_json() for one in self.candidates],
            "unstable": [one.to_json() for one in self.unstable],
            "asked": None if self.asked is None else self.asked.to_json(),
            "predicts": self.predicts,
            "curvature": self.curvature,
            "averaging": self.averaging,
            "lower_bound": self.lower_bound,
            "certified": certified,
            "unfinished": list(self.unfinished),
        }

    def title(self) -> str:
        one = self.chosen
        return (
            f"{one.form} with {one.name} weights, step {one.step:.4g}, {one.rounds} rounds: {self.predicts}"
            f" {one.predicted:.4g}"
        )

    def header(self) -> Sequence[str]:
        costs = ("rounds", "messages") if self._costs_differ else ()
        return "weights", "form", "step", "stable step", *costs, "predicted"

    def cells(self) -> list[Sequence[str]]:
        return [_cells(one, self._costs_differ) for one in (*self.candidates, *self.unstable)]

    @property
    def _costs_differ(self) -> bool:
        return len({(one.rounds, one.messages) for one in self.candidates}) > 1

    def sentences(self) -> list[str]:
        """What the table does not say, in words."""
        one = self.chosen
        said = [f"Solved for {one.rounds} rounds: fewer or more may want other weights."]
        if self.asked is not None:
            said.append(
                f"In the form asked for, {self.asked.form}, the best are {self.asked.name} weights,"
                f" predicted {self.asked.predicted:.4g}; {one.form} sends the same messages."
            )
        kind = "cannot diverge" if one.limit == "proved" else "may converge"
        if one.stable_step is None:
            said.append("No limit for the step is known for this method on this network.")
        elif one.stable:
            said.append(
                f"Steps up to {printed_limit(one.stable_step)} {kind} with losses of curvature up to"
                f" {self.curvature:.4g}."
            )
        else:
            said.append(
                f"The step is beyond {printed_limit(one.stable_step)}, the limit for losses of curvature"
                f" {self.curvature:.4g}; so it is for Metropolis weights."
            )
        if self.proved_step is not None:
            said.append(f"Linear convergence is proved for steps up to {printed_limit(self.proved_step)}.")
        if self.certified is not None and self.value is not None:
            said.append(
                f"Certified: objective {self.certified.goal.name} is {self.value:.6g} at these weights, and at no"
                f" weights below {self.lower_bound:.6g}. Predictions are computed, not certified."
            )
        if self.unfinished:
            said.append(
                f"The time ended before these were searched to their end: {', '.join(self.unfinished)}. With more of it"
                " (--seconds) the choice may be another."
            )
        if self.unstable:
            said.append(
                f"{len(self.unstable)} candidates with a step beyond their limit were left out (last rows)."
            )
        return said


def printed_limit(value: float) -> str:
    """Four digits, rounded down: what is proved up to a limit is not proved beyond it.

    >>> printed_limit(2 / 3)
    '0.6666'
    """
    return f"{float(Context(4, ROUND_FLOOR).create_decimal(repr(float(value)))):.4g}"


def _cells(one: Candidate, costs: bool) -> Sequence[str]:
    limit = "-" if one.stable_step is None else printed_limit(one.stable_step)
    predicted = f"{one.predicted:.4g}" if np.isfinite(one.predicted) else "diverges"
    paid = (str(one.rounds), str(one.messages)) if costs else ()
    return one.name, one.form, f"{one.step:.4g}", limit, *paid, predicted

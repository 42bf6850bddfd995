"""`plan_schedule`: which rounds learn best where every node may send so many models in all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mixproof.spectral import Network, Schedule, as_network, checks, mixing_matrix
from mixproof.spectral.errors import InputError
from mixproof.spectral.showing import Table
from mixproof.weightopt import edge_colouring, matcha, optimize, optimize_schedule
from mixproof.weightopt.heterogeneity import label_shares
from mixproof.weightopt.learning import RUNS
from mixproof.weightopt.matchings import check_budget

from ..learning.data import Dataset
from .assumed import CLASSES, classes_of
from .forms import FORMS, form_of
from .models import error

__all__ = ["PlannedSchedule", "SchedulePlan", "plan_schedule", "schedules_of"]

NAMES = {"one": "one matching", "cycle": "best cycle"}
GAP = 1e-2  # of weights for every round
EACH_ROUND = (
    1.0,
    2.0,
)  # models that a node sends a round, in the mean, where matchings are active independently


@dataclass(frozen=True, eq=False)
class PlannedSchedule:
    """A schedule in a form, the rounds that the messages pay for, and the error that is predicted then."""

    name: str
    schedule: Schedule
    form: str
    rounds: int
    predicted: float


@dataclass(frozen=True, eq=False, repr=False)
class SchedulePlan(Table):
    """All that was tried, in the order of prediction; `chosen` is the first. predicts: what `predicted` means."""

    candidates: Sequence[PlannedSchedule]
    predicts: str

    @property
    def chosen(self) -> PlannedSchedule:
        """What is predicted to learn best."""
        return self.candidates[0]

    def to_json(self) -> dict[str, Any]:
        """One entry a candidate, without the matrices."""
        rows = [{k: v for k, v in vars(one).items() if k != "schedule"} for one in self.candidates]
        return {"candidates": rows, "chosen": rows[0], "predicts": self.predicts}

    def title(self) -> str:
        one = self.chosen
        return f"{one.name}, {one.form}, {one.rounds} rounds: {self.predicts} {one.predicted:.4g}"

    def header(self) -> Sequence[str]:
        return (
            "rounds by",
            "form",
            "messages a round",
            "left a round",
            "left a message",
            "rounds",
            "predicted",
        )

    def cells(self) -> list[Sequence[str]]:
        return [
            (
                one.name,
                one.form,
                f"{one.schedule.messages:.4g}",
                f"{one.schedule.factor:.4f}",
                f"{one.schedule.factor_per_message:.4f}",
                str(one.rounds),
                f"{one.predicted:.4g}",
            )
            for one in self.candidates
        ]


def plan_schedule(
    network: Any,
    messages: float,
    step: float,
    *,
    run: str | None = None,
    data: Dataset | str | None = None,
    labels: Any = None,
    seed: int = 0,
) -> SchedulePlan:
    """The schedule that is predicted to learn best where a node sends `messages` models in the whole run, in the mean.

    Tried are Metropolis and `learning` weights in every round, MATCHA's rule, and what `optimize_schedule` and
    `edge_colouring` find on the network (undirected, without losses, at most 150 nodes). step: of a gradient. run: one
    of the forms of `plan`; None: both. data, labels: as for `plan`. Predictions are those of `plan`, with the rounds
    that each schedule's messages pay for; they are computed, not certified. A schedule's own mixing is, see `Schedule`.
    Raises InputError.

    >>> found = plan_schedule("ring:n=8", messages=40, step=0.5)
    >>> found.chosen.predicted == min(one.predicted for one in found.candidates)
    True
    """
    graph = as_network(network)
    checks.between("step", step, "a finite number > 0", 0)
    checks.between("messages", messages, "a finite number > 0", 0)
    if run is not None and run not in FORMS:
        raise InputError("run", run, f"{' or '.join(FORMS)}, or nothing for both")
    check_budget(graph, min(1.0, 2 * graph.m / graph.n))  # before the work, not after it
    shares = None if labels is None else label_shares(labels, graph.n)
    found = schedules_of(graph, seed)
    paid = {name: int(messages // one.messages) for name, one in found.items() if messages >= one.messages}
    if not paid:
        least = min(one.messages for one in found.values())
        raise InputError(
            "messages", messages, f"at least {least:g}, a round of the schedule that sends least"
        )
    model = classes_of(graph.n, data, shares, classes=CLASSES, wrong=error)
    made: list[PlannedSchedule] = []
    for form in FORMS if run is None else (run,):
        schedules, rounds = [found[name] for name in paid], np.array(list(paid.values()))
        errors = model.predict(form_of(form).method, schedules, step, rounds)
        made += [
            PlannedSchedule(name, schedule, form, T, float(error))
            for (name, T), schedule, error in zip(paid.items(), schedules, errors)
        ]
    return SchedulePlan(sorted(made, key=lambda one: one.predicted), model.words)


def schedules_of(network: Network, seed: int) -> dict[str, Schedule]:
    """What is tried, by name; the same weights in every round are a cycle of one."""
    fixed = {"metropolis, every round": mixing_matrix(network, "metropolis")}
    for form in RUNS:
        fixed[f"learning for {form}, every round"] = optimize(network, "learning", run=form, gap=GAP).weights
    found = {name: Schedule.cycle([W.sparse()], name) for name, W in fixed.items()}
    found["edge colouring"] = edge_colouring(network, seed=seed)
    dense = 2 * network.m / network.n
    for kind in ("one", "cycle"):
        found[NAMES[kind]] = optimize_schedule(network, min(1.0, dense), kind, seed=seed).schedule
    for budget in sorted({min(each, dense) for each in EACH_ROUND}):
        of = f", {budget:.3g} a round"
        found["MATCHA" + of] = matcha(network, budget, seed)
        found["independent" + of] = optimize_schedule(network, budget, seed=seed).schedule
    return found

"""`plan`: the weights, the form and the step that learn best in the run that one is going to make."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mixproof.bounds.algorithms import Algorithm
from mixproof.spectral import MixingMatrix, as_network, checks, mixing_matrix
from mixproof.spectral.errors import InputError
from mixproof.weightopt import OptimizedWeights, Status, objective_value
from mixproof.weightopt.heterogeneity import label_shares

from ..learning.data import Dataset
from .assumed import classes_of
from .candidates import METROPOLIS, between, candidates
from .forms import FORMS, Form, form_of, proved_step, stable_step
from .models import Model, Quadratics, doubt, error
from .result import Candidate, Plan

__all__ = ["plan"]

ROUNDS = 150
STEPS = (2.0, 1.0, 0.5, 0.25, 0.125, 0.0625)  # over the curvature, where no step is given
FEW = 3  # weights with which a step is looked for
SECONDS = 60.0
LATER = 20  # weights that are predicted after the searches, about
AT_ONCE = 4  # so many parts, at least, are predicted of what there is time for: how long it takes varies
GRACE, PROOF = 0.5, 2.0  # seconds: after Ctrl-C, at most; that a proof of a step takes


def plan(
    network: Any,
    run: str | Algorithm | None = None,
    *,
    step: float | None = None,
    rounds: int | None = None,
    curvature: float | Sequence[float] | None = None,
    data: Dataset | str | None = None,
    labels: Any = None,
    classes: int | None = None,
    messages: int | None = None,
    keep_form: bool = False,
    seconds: float = SECONDS,
    attribute: str | None = None,
) -> Plan:
    """The weights, the form and the step that are predicted to learn best, beside all others that were tried.

    network, attribute: as for `optimize`; undirected. run: `combine-then-adapt`, x <- W x - eta grad, or
    `adapt-then-combine`, x <- W (x - eta grad): they send the same messages and take the same gradients, so both are
    tried, and the better one is chosen; keep_form: only the one asked for. Or a declared algorithm or its name
    (`extra`, `nids`, `diging`, ...), which is kept. None: both forms.
    step: of a gradient; None: chosen. rounds: solved for (150); few and many rounds want different weights.
    messages: a budget, vectors sent over all links in both directions; a run ends when it is spent, so that weights
    with zeros run longer. Without `rounds` it decides alone.
    curvature: (L, mu) of the losses, or L alone: no step is beyond what is stable for L. labels: (n, classes) counts or
    shares. data: a data set, or its name or file as `learning.data.load` takes it. classes: how many there are, where
    neither is known; with curvature it tells softmax regression from least squares.
    seconds: for the whole. Ctrl-C ends the searches for weights, the end of the time also predictions and proofs, and
    the plan is made of what there is: Metropolis weights at least.

    The run is followed for its rounds on a model problem (`planning.models`): with data, softmax regression on some
    of its samples; with labels, or nothing, on classes as they are assumed to be; with curvature alone,
    quadratics. Raises InputError for arguments that make no sense, and for a directed network.

    >>> found = plan("ring:n=8", step=0.1, rounds=60)
    >>> found.chosen.form, found.chosen.predicted <= min(one.predicted for one in found.candidates)
    ('adapt-then-combine', True)
    """
    _positive("seconds", seconds)
    end = time.perf_counter() + seconds
    graph = as_network(network, attribute or "p")
    if graph.directed or graph.m == 0:
        raise InputError("network", f"{graph.n} nodes, {graph.m} links", "undirected, with a link")
    forms, asked = _forms(run, keep_form)
    L, mu = _curvature(curvature)
    _positive("step", step)
    length = None if rounds is None else checks.count("rounds", rounds, 1)
    budget = None if messages is None else checks.count("messages", messages, 1)
    shares = None if labels is None else label_shares(labels, graph.n)
    if classes is not None and (data is not None or shares is not None):
        raise InputError("classes", classes, "nothing beside labels or data, which have their own")
    count = None if classes is None else checks.count("classes", classes, 2)
    wrong = error if step is None or budget is not None else doubt  # of runs that differ in step or length
    model: Model = classes_of(graph.n, data, shares, L, count, wrong)
    if L is not None and data is None and shares is None and classes is None:
        model = Quadratics(L, mu)
    trial = _Trial(model, forms, mu, model.smoothness if L is None else L, length, budget, end)
    metropolis = mixing_matrix(graph, METROPOLIS)
    if budget is not None and budget < (least := min(_each_round(metropolis, form) for form in forms)):
        raise InputError("messages", budget, f"at least {least}, what a round of Metropolis weights sends")

    steps = [step] if step is not None else [c / trial.top for c in STEPS]
    looked = trial.of({METROPOLIS: metropolis}, steps)
    now = time.perf_counter()
    later = trial.each * (LATER + (FEW * len(STEPS) if step is None else 0))
    found, solved, unfinished = candidates(graph, shares, end - min(later, (end - now) / 2))
    if any(best.status is Status.INTERRUPTED for best in solved.values()):
        trial.end = min(end, time.perf_counter() + GRACE)
    others = {name: W for name, W in found.items() if name != METROPOLIS}
    if step is None:
        few = {name: others[name] for name in [name for name in solved if name in others][: FEW - 1]}
        looked += trial.of(few, steps)
        step = _best(looked)[0].step
    made = [one for one in looked if one.name == METROPOLIS and one.step == step] + trial.of(others, [step])
    ranked = list(dict.fromkeys(one.name for one in _best(made)))
    made += trial.of(between(found, ranked), [step])
    predicted = {one.name for one in made}
    chosen = _best(made)[0]
    ordered = sorted(made, key=lambda one: (one.predicted, one is not chosen))
    place = ordered.index(chosen)
    unstable, kept = ordered[:place], ordered[place:]
    own = [one for one in _best(made) if one.form == asked]
    value, certified = _certified(chosen, solved, trial.end)
    form = next(form for form in forms if form.name == chosen.form)
    proves = form.name not in FORMS and time.perf_counter() + PROOF < trial.end
    return Plan(
        chosen,
        kept,
        unstable,
        own[0] if asked not in (None, chosen.form) and own else None,
        model.words,
        trial.top,
        model.averaging(form.method, graph.n, step, chosen.rounds),
        value,
        certified,
        proved_step(form, chosen.weights, trial.top, mu) if proves else None,
        [*unfinished, *(name for name in found if name not in predicted and name not in unfinished)],
    )


@dataclass
class _Trial:
    """Predictions of weights in all forms, as long as there is time."""

    model: Model
    forms: Sequence[Form]
    mu: float
    top: float  # curvature that steps are compared with
    length: int | None
    budget: int | None
    end: float  # of time.perf_counter
    each: float = 0.0  # seconds that weights take with one step, as measured last
    limits: dict[tuple[str, str], tuple[float | None, str]] = field(
        default_factory=dict
    )  # of steps, by weights and form

    def of(self, matrices: Mapping[str, MixingMatrix], steps: Sequence[float]) -> list[Candidate]:
        """Of these weights with each step; where time is short, of as many as end before it does. The first ones
        are predicted with one step in any case."""
        made: list[Candidate] = []
        names = list(matrices)
        while names:
            began = time.perf_counter()
            count = 1
            if self.each:
                count = int(
                    (self.end - began - self.each) / (self.each * len(steps))
                )  # as much is left for the end
                if count < 1:
                    break
                count = max(count // AT_ONCE, 1)
            part, names = {name: matrices[name] for name in names[:count]}, names[count:]
            for eta in steps:
                made += self._predicted(part, eta)
                if time.perf_counter() > self.end:
                    break
            self.each = (time.perf_counter() - began) / (len(part) * len(steps))
        return made

    def _predicted(self, matrices: Mapping[str, MixingMatrix], eta: float) -> list[Candidate]:
        made: list[Candidate] = []
        for form in self.forms:
            lengths = [_rounds(W, form, self.length, self.budget) for W in matrices.values()]
            values = self.model.predict(form.method, list(matrices.values()), eta, np.array(lengths))
            for (name, W), T, value in zip(matrices.items(), lengths, values):
                if (name, form.name) not in self.limits:
                    self.limits[name, form.name] = stable_step(form, W, self.top, self.mu)
                sent = T * _each_round(W, form)
                limit = self.limits[name, form.name]
                made.append(Candidate(name, W, form.name, eta, T, float(value), *limit, sent))
        return made


def _forms(run: str | Algorithm | None, keep: bool) -> tuple[list[Form], str | None]:
    """The forms to try, and the one asked for."""
    if run is None:
        return [form_of(name) for name in FORMS], None
    asked = form_of(run)
    alone = keep or asked.name not in FORMS
    return ([asked] if alone else [form_of(name) for name in FORMS]), asked.name


def _curvature(given: float | Sequence[float] | None) -> tuple[float | None, float]:
    if given is None:
        return None, 0.0
    numbers = np.atleast_1d(checks.numbers("curvature", given))
    if numbers.shape not in {(1,), (2,)}:
        raise InputError("curvature", given, "L, or L,mu")
    L, mu = float(numbers[0]), float(numbers[1]) if len(numbers) == 2 else 0.0
    if not 0 <= mu <= L or not L > 0:
        raise InputError("curvature", f"{L:g},{mu:g}", "L > 0 and 0 <= mu <= L")
    return L, mu


def _positive(name: str, value: float | None) -> None:
    if value is not None:
        checks.between(name, value, "a finite number > 0", 0)


def _each_round(W: MixingMatrix, form: Form) -> int:
    """Vectors that are sent in a round, both ways over each link that has a weight."""
    return 2 * int(np.count_nonzero(W.weights)) * form.method.messages


def _rounds(W: MixingMatrix, form: Form, rounds: int | None, budget: int | None) -> int:
    if budget is None:
        return ROUNDS if rounds is None else rounds
    paid = budget // max(_each_round(W, form), 1)
    return paid if rounds is None else min(paid, rounds)


def _best(made: Sequence[Candidate]) -> list[Candidate]:
    """Those that may be chosen, best first: of stable steps, unless Metropolis weights have none in any form."""
    bound = any(one.stable for one in made if one.name == METROPOLIS)
    eligible = [one for one in made if one.stable or not bound]
    return sorted(eligible, key=lambda one: (one.predicted, one.name != METROPOLIS))


def _certified(
    chosen: Candidate, solved: Mapping[str, OptimizedWeights], end: float
) -> tuple[float | None, OptimizedWeights | None]:
    """Of the objectives solved the one that the chosen weights are closest to the bound of: its value, its answer.
    After `end` no more than one is looked at, the one that the weights were found for."""
    gaps: list[tuple[float, float, OptimizedWeights]] = []
    for name, best in sorted(solved.items(), key=lambda one: one[0] not in chosen.name.split(" + ")):
        value = best.value if name == chosen.name else objective_value(chosen.weights, best.goal)
        if np.isfinite(value):
            gaps.append(((value - best.lower_bound) / best.goal.scale(value), value, best))
        if gaps and time.perf_counter() > end:
            break
    if not gaps:
        return None, None
    _, value, best = min(gaps, key=lambda one: one[0])
    return value, best

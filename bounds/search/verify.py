"""Verify one variant: draw, hunt, shrink, replay exactly, and say what is known.

The budget is counted in evaluations, not in seconds, so a verdict depends on theorem, variant, budget and seed alone;
only for claims that neither a docstring nor a kept derivation proves also on a solver's last digits (`worst`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from .. import Outcome, Setting, Theorem, Variant, Verdict
from ..arithmetic import flint_numbers
from ..kept import place
from ..kernel.exact import STANDARD, Numbers
from ..names import check_claim
from ..verdict import BASIS
from .coverage import sizes_said
from .evaluation import Evaluation, Evaluator
from .recursions import without_common
from .replay import Replay, replay, witness, written
from .settings import settings
from .shrink import cost, shrink
from .unmet import never_met
from .worst import Worst, worst_case

__all__ = ["EVALUATIONS_PER_SECOND", "Found", "Word", "decide", "verify"]

EVALUATIONS_PER_SECOND = 1000  # what `seconds` buys, counted and not timed: the same on every machine
SHRUNK = 2  # counterexamples that are shrunk, the simplest result is kept
ALARMS = 2  # settings that only floats break, shrunk in the hope that a simpler one is exact; later ones are let go
WRONG = 60  # settings that only floats break, before the search gives up


Word = Callable[[Setting, int, Numbers], Replay]  # the kernel's on a setting at a round


@dataclass(frozen=True)
class Found:
    """A counterexample, shrunk: what the kernel and floats say of it, and how hard it is to check by hand."""

    setting: Setting
    replay: Replay
    evaluation: Evaluation
    cost: tuple[int, int, int]


def verify(theorem: Theorem, variant: Variant | None = None, seconds: float = 0.6, seed: int = 0) -> Verdict:
    """The verdict on one variant, of a Theorem or of what `claim` returns.

    variant: may be left out where there is one. seconds: the effort, 1000 evaluations for each: the same verdict on
    every machine, in 1 to 6 seconds of CPU for each as a rule. A counterexample is shrunk and replayed exactly on top.

    Raises InputError for what `claim` refuses: names that settings do not have, a run that is not exact, ...
    """
    if variant is None:
        if len(theorem.variants) != 1:
            theorem.variant("")  # raises, with those there are
        variant = theorem.variants[0]
    started = time.process_time()
    evaluator = Evaluator(theorem, variant)
    if variant.vacuous:
        return _verdict(
            theorem, variant, Outcome.VACUOUS, variant.vacuous, evaluator, None, None, started, seed
        )
    check_claim(theorem, variant)
    word = partial(replay, theorem, variant)
    budget = max(50, int(seconds * EVALUATIONS_PER_SECOND))
    best: tuple[float, Evaluation, Setting] | None = None
    found: list[Found] = []
    family = evaluator.family
    tried, forms = 0, [form for form in (family, *family.also) if form.drawn]
    # alike, and half a budget more for each further form
    share = budget * (len(forms) + 1) // (2 * len(forms))
    for form in forms:
        before, evaluator, alarms = evaluator.coverage, Evaluator(theorem, variant, form), 0
        examples = variant.examples if form is family else ()
        for evaluation, setting in settings(evaluator, examples, share, seed):
            if (exact := evaluator.pinned(setting)) is not setting:
                evaluation, setting = evaluator(exact), exact
            if evaluation.breaks:
                if (result := decide(evaluator, setting, alarms < ALARMS, word)) is not None:
                    found.append(result)
                else:
                    alarms += 1
                if len(found) >= SHRUNK or alarms >= WRONG:
                    break
            elif evaluation.score is not None and (best is None or evaluation.cost < best[0]):
                best = evaluation.cost, evaluation, setting
            if found and evaluator.count > 2 * budget:
                break
        evaluator.count = tried = tried + evaluator.count
        evaluator.coverage.include(before)
        if found:
            simplest = min(found, key=lambda f: f.cost)
            return _refuted(theorem, variant, evaluator, simplest, started, seed)
    recursive = best is not None and not variant.holds and theorem.first is not None
    moved = without_common(variant) if recursive else None
    for form in forms if moved else ():
        apart, whole = Evaluator(theorem, moved or variant, form), Evaluator(theorem, variant, form)
        for evaluation, setting in settings(apart, (), share // 2, seed):
            if evaluation.breaks and (result := decide(whole, setting, False, word)) is not None:
                return _refuted(theorem, variant, whole, result, started, seed)
        evaluator.count += apart.count
    if best is None:
        sentence = f"no setting among {evaluator.count} met the assumptions with two comparable sides"
        sentence += never_met(evaluator, variant, seed)
        return _verdict(theorem, variant, Outcome.UNDECIDED, sentence, evaluator, None, None, started, seed)
    return _unbroken(theorem, variant, evaluator, best[1], best[2], started, seed)


def _unbroken(
    theorem: Theorem,
    variant: Variant,
    evaluator: Evaluator,
    evaluation: Evaluation,
    setting: Setting,
    started: float,
    seed: int,
) -> Verdict:
    """The verdict where the search ended with this tightest setting: the last word has the last resort."""

    def holds(sentence: str, evaluation: Evaluation, setting: Setting) -> Verdict:
        return _verdict(
            theorem, variant, Outcome.HOLDS, sentence, evaluator, evaluation, setting, started, seed
        )

    sentence = _survived(theorem, variant, evaluator, evaluation)
    verdict = holds(sentence, evaluation, setting)
    known = variant.proved or (variant.derivation and place(theorem, variant).is_file())
    worst = None if known else worst_case(theorem, variant, setting, evaluation.t)
    if worst is None:
        return verdict
    if worst.replay.refuted:
        last = Evaluator(theorem, variant, worst.form)
        last.count, last.coverage = evaluator.count, evaluator.coverage
        return _refuted(theorem, variant, last, _by_worst(theorem, variant, last, worst), started, seed)
    if worst.ratio <= (verdict.ratio or 0.0):
        return verdict
    tighter = holds(
        f"{sentence}; of all clients at its W and constants, {worst.said}", worst.evaluation, worst.setting
    )
    return replace(tighter, ratio=worst.ratio)


def _by_worst(theorem: Theorem, variant: Variant, evaluator: Evaluator, worst: Worst) -> Found:
    """A counterexample of the last resort, shrunk where its clients can be."""
    shrunk = None
    if worst.form.drawn:
        shrunk = decide(evaluator, worst.setting, False, partial(replay, theorem, variant))
    return shrunk or Found(worst.setting, worst.replay, worst.evaluation, cost(evaluator, worst.setting))


def decide(evaluator: Evaluator, setting: Setting, hopeful: bool, word: Word) -> Found | None:
    """Shrink what floats call a counterexample, then let the kernel decide; None if it does not confirm.

    hopeful: shrink also what the kernel does not confirm as it is
    """
    fast = flint_numbers()

    def confirmed(candidate: Setting, numbers: Numbers = STANDARD) -> Replay:
        return word(candidate, evaluator(candidate).t, numbers)

    exact = confirmed(setting, fast).refuted
    if not exact and not hopeful:
        return None
    small = shrink(evaluator, setting, lambda candidate: True, 1200 if exact else 400)
    result = confirmed(small)
    if not result.refuted:  # floats were too generous on the way: shrink again under the kernel's eyes
        if not exact:
            return None
        small = shrink(evaluator, setting, lambda candidate: confirmed(candidate, fast).refuted, 1500)
        result = confirmed(small)
    if not result.refuted:  # faster numbers decide nothing: the kernel's own may be wider, as of log(1)
        small, result = setting, confirmed(setting)
    if not result.refuted:
        return None
    return Found(small, result, evaluator(small), cost(evaluator, small))  # by the rounds evaluated now


def _survived(theorem: Theorem, variant: Variant, evaluator: Evaluator, evaluation: Evaluation) -> str:
    said = evaluator.coverage.said(theorem.first is not None, getattr(evaluator.family.run, "_units", {}))
    at = f" ({said})" if said else ""
    if variant.relation == "==":
        sentence = f"both sides agree on every one of {evaluator.coverage.settings} settings{at}"
    else:
        ratio = math.exp(evaluation.score) if evaluation.score is not None else math.nan
        shown = math.floor(ratio * 1e5) / 1e5  # rounded down: only an equality reads 1
        sentence = f"tightest left/right found {shown:g} over {evaluator.coverage.settings} settings{at}"
    return sentence + BASIS["docstring" if variant.proved else "search"]


def _refuted(
    theorem: Theorem, variant: Variant, evaluator: Evaluator, found: Found, started: float, seed: int
) -> Verdict:
    setting, result, evaluation = found.setting, found.replay, found.evaluation
    where = "" if theorem.first is None else f" at round {result.t}"
    family = evaluator.family
    sizes = sizes_said(setting.sizes, family.sizes, getattr(family.run, "_units", {}))
    sentence = f"{_broken(evaluation.left, evaluation.right, variant.relation)}{where}" + (
        f" with {sizes}" if sizes else ""
    )
    verdict = _verdict(
        theorem, variant, Outcome.REFUTED, sentence, evaluator, evaluation, setting, started, seed
    )
    record = witness(theorem, variant, setting, result)
    exact = {"left": written(result.left), "right": written(result.right), "t": result.t}
    grave = None if variant.severity is None else variant.severity.name
    return replace(verdict, exact=exact, witness=record, severity=grave, remains=variant.remains)


def _broken(left: float, right: float, relation: str) -> str:
    """Both sides of a claim that a setting breaks, in as many digits as tell them apart.

    >>> _broken(1.00000001, 1.0, "<="), _broken(0.0, 0.0, "<")
    ('left 1.00000001 > right 1', 'left 0 == right 0, and < is claimed')
    """
    if left == right and relation == "<":
        return f"left {left:.6g} == right {right:.6g}, and < is claimed"
    sign = "!=" if relation == "==" else ">"
    if left == right:
        return f"left {left:.6g} {sign} right {right:.6g}, by less than floats show"
    digits = next(n for n in range(6, 18) if n == 17 or f"{left:.{n}g}" != f"{right:.{n}g}")
    return f"left {left:.{digits}g} {sign} right {right:.{digits}g}"


def _verdict(
    theorem: Theorem,
    variant: Variant,
    outcome: Outcome,
    sentence: str,
    evaluator: Evaluator,
    evaluation: Evaluation | None,
    setting: Setting | None,
    started: float,
    seed: int,
) -> Verdict:
    left, right = (None, None) if evaluation is None else (evaluation.left, evaluation.right)
    ratio = left / right if left is not None and right and np.isfinite(right) else None
    return Verdict(
        id=theorem.id,
        variant=variant.label,
        outcome=outcome,
        sentence=f"{sentence}. {variant.note}" if variant.note else sentence,
        ratio=ratio,
        left=left,
        right=right,
        exact=None,
        setting=None if setting is None else setting.to_json(),
        tried=evaluator.count,
        seconds=time.process_time() - started,
        seed=seed,
        looked=evaluator.coverage.to_json(theorem.first is not None),
        basis=("docstring" if variant.proved else "search") if outcome is Outcome.HOLDS else None,
    )

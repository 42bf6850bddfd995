"""Verify one variant: draw, hunt, shrink, replay exactly, and say what is known.

The budget is counted in looks, not in seconds, so a verdict depends on theorem, variant, budget and seed alone; only of
claims that no docstring proves also on a solver's last digits (`worst`).
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
from ..kernel.exact import STANDARD, Numbers
from ..names import check_claim
from ..verdict import BASIS
from .look import Look, Looker
from .looked import sizes_said
from .replay import Replay, replay, witness, written
from .settings import settings
from .shrink import cost, shrink
from .unmet import never_met
from .worst import Worst, worst_case

__all__ = ["LOOKS_PER_SECOND", "Found", "Word", "decide", "verify"]

LOOKS_PER_SECOND = 1000  # what `seconds` buys, counted and not timed: the same on every machine
SHRUNK = 2  # counterexamples that are shrunk, the simplest result is kept
ALARMS = 2  # settings that only floats break, shrunk in the hope that a simpler one is exact; later ones are let go
WRONG = 60  # settings that only floats break, before the search gives up


Word = Callable[[Setting, int, Numbers], Replay]  # the kernel's on a setting at a round


@dataclass(frozen=True)
class Found:
    """A counterexample, shrunk: what the kernel and floats say of it, and how hard it is to check by hand."""

    setting: Setting
    replay: Replay
    look: Look
    cost: tuple[int, int, int]


def verify(theorem: Theorem, variant: Variant | None = None, seconds: float = 0.6, seed: int = 0) -> Verdict:
    """The verdict on one variant, of a Theorem or of what `claim` returns.

    variant: may be left out where there is one. seconds: the effort, 1000 looks at settings for each: the same verdict
    on every machine, in 1 to 6 seconds of CPU for each as a rule. A counterexample is shrunk and replayed exactly on
    top.

    Raises InputError for what `claim` refuses: names that settings do not have, a run that is not exact, ...
    """
    if variant is None:
        if len(theorem.variants) != 1:
            theorem.variant("")  # raises, with those there are
        variant = theorem.variants[0]
    started = time.process_time()
    looker = Looker(theorem, variant)
    if variant.vacuous:
        return _verdict(theorem, variant, Outcome.VACUOUS, variant.vacuous, looker, None, None, started, seed)
    check_claim(theorem, variant)
    word = partial(replay, theorem, variant)
    budget = max(50, int(seconds * LOOKS_PER_SECOND))
    best: tuple[float, Look, Setting] | None = None
    found: list[Found] = []
    family = looker.family
    tried, forms = 0, [form for form in (family, *family.also) if form.drawn]
    # alike, and half a budget more for each further form
    share = budget * (len(forms) + 1) // (2 * len(forms))
    for form in forms:
        before, looker, alarms = looker.looked, Looker(theorem, variant, form), 0
        examples = variant.examples if form is family else ()
        for look, setting in settings(looker, examples, share, seed):
            if (exact := looker.pinned(setting)) is not setting:
                look, setting = looker(exact), exact
            if look.breaks:
                if (result := decide(looker, setting, alarms < ALARMS, word)) is not None:
                    found.append(result)
                else:
                    alarms += 1
                if len(found) >= SHRUNK or alarms >= WRONG:
                    break
            elif look.score is not None and (best is None or look.cost < best[0]):
                best = look.cost, look, setting
            if found and looker.count > 2 * budget:
                break
        looker.count = tried = tried + looker.count
        looker.looked.include(before)
        if found:
            simplest = min(found, key=lambda f: f.cost)
            return _refuted(theorem, variant, looker, simplest, started, seed)
    if best is None:
        sentence = f"no setting among {looker.count} met the assumptions with two comparable sides"
        sentence += never_met(looker, variant, seed)
        return _verdict(theorem, variant, Outcome.UNDECIDED, sentence, looker, None, None, started, seed)
    return _unbroken(theorem, variant, looker, best[1], best[2], started, seed)


def _unbroken(
    theorem: Theorem,
    variant: Variant,
    looker: Looker,
    look: Look,
    setting: Setting,
    started: float,
    seed: int,
) -> Verdict:
    """The verdict where the search ended with this tightest setting: the last word has the last resort."""

    def holds(sentence: str, look: Look, setting: Setting) -> Verdict:
        return _verdict(theorem, variant, Outcome.HOLDS, sentence, looker, look, setting, started, seed)

    sentence = _survived(theorem, variant, looker, look)
    verdict = holds(sentence, look, setting)
    worst = None if variant.proved else worst_case(theorem, variant, setting, look.t)
    if worst is None:
        return verdict
    if worst.replay.refuted:
        last = Looker(theorem, variant, worst.form)
        last.count, last.looked = looker.count, looker.looked
        return _refuted(theorem, variant, last, _by_worst(theorem, variant, last, worst), started, seed)
    if worst.ratio <= (verdict.ratio or 0.0):
        return verdict
    tighter = holds(
        f"{sentence}; of all clients at its W and constants, {worst.said}", worst.look, worst.setting
    )
    return replace(tighter, ratio=worst.ratio)


def _by_worst(theorem: Theorem, variant: Variant, looker: Looker, worst: Worst) -> Found:
    """A counterexample of the last resort, shrunk where its clients can be."""
    shrunk = None
    if worst.form.drawn:
        shrunk = decide(looker, worst.setting, False, partial(replay, theorem, variant))
    return shrunk or Found(worst.setting, worst.replay, worst.look, cost(looker, worst.setting))


def decide(looker: Looker, setting: Setting, hopeful: bool, word: Word) -> Found | None:
    """Shrink what floats call a counterexample, then let the kernel decide; None if it does not confirm.

    hopeful: shrink also what the kernel does not confirm as it is
    """
    fast = flint_numbers()

    def confirmed(candidate: Setting, numbers: Numbers = STANDARD) -> Replay:
        return word(candidate, looker(candidate).t, numbers)

    exact = confirmed(setting, fast).refuted
    if not exact and not hopeful:
        return None
    small = shrink(looker, setting, lambda candidate: True, 1200 if exact else 400)
    result = confirmed(small)
    if not result.refuted:  # floats were too generous on the way: shrink again under the kernel's eyes
        if not exact:
            return None
        small = shrink(looker, setting, lambda candidate: confirmed(candidate, fast).refuted, 1500)
        result = confirmed(small)
    if not result.refuted:  # faster numbers decide nothing: the kernel's own may be wider, as of log(1)
        small, result = setting, confirmed(setting)
    if not result.refuted:
        return None
    return Found(small, result, looker(small), cost(looker, small))  # by the rounds looked at now


def _survived(theorem: Theorem, variant: Variant, looker: Looker, look: Look) -> str:
    said = looker.looked.said(theorem.first is not None, getattr(looker.family.run, "_units", {}))
    at = f" ({said})" if said else ""
    if variant.relation == "==":
        sentence = f"both sides agree on every one of {looker.looked.settings} settings{at}"
    else:
        ratio = math.exp(look.score) if look.score is not None else math.nan
        shown = math.floor(ratio * 1e5) / 1e5  # rounded down: only an equality reads 1
        sentence = f"tightest left/right found {shown:g} over {looker.looked.settings} settings{at}"
    return sentence + BASIS["docstring" if variant.proved else "search"]


def _refuted(
    theorem: Theorem, variant: Variant, looker: Looker, found: Found, started: float, seed: int
) -> Verdict:
    setting, result, look = found.setting, found.replay, found.look
    where = "" if theorem.first is None else f" at round {result.t}"
    family = looker.family
    sizes = sizes_said(setting.sizes, family.sizes, getattr(family.run, "_units", {}))
    broken = {"<=": ">", "<": ">=", "==": "!="}[variant.relation]
    sentence = f"left {look.left:.6g} {broken} right {look.right:.6g}{where}" + (
        f" with {sizes}" if sizes else ""
    )
    verdict = _verdict(theorem, variant, Outcome.REFUTED, sentence, looker, look, setting, started, seed)
    record = witness(theorem, variant, setting, result)
    exact = {"left": written(result.left), "right": written(result.right), "t": result.t}
    grave = None if variant.severity is None else variant.severity.name
    return replace(verdict, exact=exact, witness=record, severity=grave, remains=variant.remains)


def _verdict(
    theorem: Theorem,
    variant: Variant,
    outcome: Outcome,
    sentence: str,
    looker: Looker,
    look: Look | None,
    setting: Setting | None,
    started: float,
    seed: int,
) -> Verdict:
    left, right = (None, None) if look is None else (look.left, look.right)
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
        tried=looker.count,
        seconds=time.process_time() - started,
        seed=seed,
        looked=looker.looked.to_json(theorem.first is not None),
        basis=("docstring" if variant.proved else "search") if outcome is Outcome.HOLDS else None,
    )

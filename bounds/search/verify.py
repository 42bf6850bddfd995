"""Verify one variant: draw, hunt, shrink, replay exactly, and say what is known.

The budget is counted in looks, not in seconds, so a verdict depends on theorem, variant, budget and seed alone.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

import numpy as np

from .. import Outcome, Setting, Theorem, Variant, Verdict
from ..theorem import check_names
from .look import Look, Looker
from .replay import Replay, replay, witness, written
from .settings import settings
from .shrink import cost, shrink

__all__ = ["LOOKS_PER_SECOND", "verify"]

LOOKS_PER_SECOND = 1000  # what `seconds` buys: about a second on one core for most statements
SHRUNK = 2  # counterexamples that are shrunk, the simplest result is kept
ALARMS = 6  # settings that break the claim in floats, confirmed or not, before the search gives up


@dataclass(frozen=True)
class _Found:
    setting: Setting
    replay: Replay


def verify(theorem: Theorem, variant: Variant, seconds: float = 0.6, seed: int = 0) -> Verdict:
    """The verdict on one variant, with a budget of about `seconds` of looks; shrinking and exact replay come on top.

    Raises InputError where a formula uses a name that the variant's settings do not have.
    """
    started = time.monotonic()
    looker = Looker(theorem, variant)
    if variant.vacuous:
        return _verdict(theorem, variant, Outcome.VACUOUS, variant.vacuous, looker, None, None, started, seed)
    check_names(looker.family, variant)
    budget = max(50, int(seconds * LOOKS_PER_SECOND))
    best: tuple[float, Look, Setting] | None = None
    found: list[_Found] = []
    family = looker.family
    tried = 0
    for form in (family, *family.also):
        looker, alarms = Looker(theorem, variant, form), 0
        examples = variant.examples if form is family else ()
        for look, setting in settings(looker, examples, budget if form is family else budget // 2, seed):
            if look.breaks:
                alarms += 1
                if (result := _decide(theorem, variant, looker, setting)) is not None:
                    found.append(result)
                if len(found) >= SHRUNK or alarms >= ALARMS:
                    break
            elif look.score is not None and (best is None or look.cost < best[0]):
                best = look.cost, look, setting
            if found and looker.count > 2 * budget:
                break
        looker.count = tried = tried + looker.count
        if found:
            simplest = min(found, key=lambda f: cost(looker, f.setting))
            return _refuted(theorem, variant, looker, simplest, started, seed)
    if best is None:
        sentence = f"no setting among {looker.count} met the assumptions with two comparable sides"
        return _verdict(theorem, variant, Outcome.UNDECIDED, sentence, looker, None, None, started, seed)
    _, look, setting = best
    sentence = _survived(variant, looker, look)
    return _verdict(theorem, variant, Outcome.HOLDS, sentence, looker, look, setting, started, seed)


def _decide(theorem: Theorem, variant: Variant, looker: Looker, setting: Setting) -> _Found | None:
    """Shrink what floats call a counterexample, then let the exact run decide; None if it does not confirm."""

    def confirmed(candidate: Setting) -> Replay:
        return replay(theorem, variant, candidate, looker(candidate).t)

    small = shrink(looker, setting, lambda candidate: True, 1200)
    result = confirmed(small)
    if not result.refuted:  # floats were too generous on the way: shrink again under the exact run's eyes
        if not confirmed(setting).refuted:
            return None
        small = shrink(looker, setting, lambda candidate: confirmed(candidate).refuted, 1500)
        result = confirmed(small)
    return _Found(small, result)


def _survived(variant: Variant, looker: Looker, look: Look) -> str:
    if variant.relation == "==":
        sentence = f"both sides agree on every one of {looker.count} settings"
    else:
        ratio = math.exp(look.score) if look.score is not None else math.nan
        shown = math.floor(ratio * 1e5) / 1e5  # rounded down: only an equality reads 1
        sentence = f"tightest left/right found {shown:g} over {looker.count} settings"
    return sentence + ("; proved in the statement's docstring" if variant.proved else "")


def _refuted(
    theorem: Theorem, variant: Variant, looker: Looker, found: _Found, started: float, seed: int
) -> Verdict:
    setting, result = found.setting, found.replay
    look = looker(setting)
    where = "" if theorem.first is None else f" at round {result.t}"
    sizes = ", ".join(f"{name}={setting.sizes[name]}" for name in ("K", "d") if name in setting.sizes)
    broken = {"<=": ">", "<": ">=", "==": "!="}[variant.relation]
    sentence = f"left {look.left:.6g} {broken} right {look.right:.6g}{where}" + (
        f" with {sizes}" if sizes else ""
    )
    verdict = _verdict(theorem, variant, Outcome.REFUTED, sentence, looker, look, setting, started, seed)
    record = witness(theorem, variant, setting, result)
    exact = {"left": written(result.left), "right": written(result.right), "t": result.t}
    return replace(verdict, exact=exact, witness=record)


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
        seconds=time.monotonic() - started,
        seed=seed,
    )

"""Which assumption no setting met: what a reader of UNDECIDED needs to know."""

from __future__ import annotations

from random import Random

import numpy as np

from .. import Variant
from ..formula import COMPARE, relations
from ..names import reader
from ..theorem import scope
from .evaluation import Evaluator

__all__ = ["never_met"]

DRAWN = 200


def never_met(evaluator: Evaluator, variant: Variant, seed: int) -> str:
    """`: none of 200 met K > 7`, of settings drawn anew and fitted one by one; empty without assumptions."""
    random, family = Random(seed), evaluator.family
    unmet = dict.fromkeys(variant.assume, True)
    last = evaluator.rounds + 2
    for _ in range(DRAWN if unmet else 0):
        drawn = family.sample(random)
        evaluation = evaluator(drawn, fit=True)
        try:
            with np.errstate(all="ignore"):
                steps = {name: np.array(value) for name, value in evaluation.steps.items()}
                run = family.start(drawn.sizes, {**drawn.values, **steps}, last)
                t = np.arange(
                    0 if evaluator.first is None else evaluator.first, evaluator.rounds + 1, dtype=float
                )
                find = scope(variant, reader(run, last), t)
                for text in unmet:
                    sides = [(a.evaluate(find), r, b.evaluate(find)) for a, r, b in relations(text)]
                    met = np.logical_and.reduce([np.atleast_1d(COMPARE[r](a, b)) for a, r, b in sides])
                    unmet[text] = unmet[text] and not met.any()
        except (ArithmeticError, ValueError):  # a side is not defined here
            continue
    never = [text for text, never in unmet.items() if never]
    if never:
        return f": none of {DRAWN} drawn anew met {' nor '.join(never)}"
    return ": each assumption is met by some, never all by one" if len(unmet) > 1 else ""

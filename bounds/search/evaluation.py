"""One setting in floats: slack of the assumptions and the tightest round. Floats guide the search, decide nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from .. import Family, Setting, Theorem, Variant
from ..dependencies import farthest, in_scope
from ..formula import COMPARE, parse, range_of, relations
from ..kernel.text import nodes
from ..names import reader
from ..theorem import scope
from ..vector_formulas import text_of
from .coverage import Coverage
from .fit import Fit, Relation, needs

__all__ = ["DECIMALS", "FARTHEST", "LONG", "Evaluation", "Evaluator"]

# Float sides that differ by less than this share of the largest left side, or of one, are taken as equal: settings
# are of order one and a run takes a few hundred rounds of a few flops, so rounding stays far below.
FLOOR = 1e-12
# A float below this where an assumption compares with zero: a square of rounding errors, for all that floats can say.
TINY = 1e-24
# The last round of all, within what the kernel takes of a run that it follows round by round.
FARTHEST = 399
LONG = 6  # a shorter horizon was chosen for its cost: where every round multiplies the paths
# Results are rounded to this many decimals: below are digits that another processor computes differently.
DECIMALS = 9
UNMET = -math.inf
BROKEN = 1e-9  # a score above this calls for an exact replay


@dataclass(frozen=True)
class Evaluation:
    """One setting in floats.

    slack: smallest relative slack of the assumptions, negative where one is not met
    score: log(left/right) at `t`, the earliest round that breaks the claim, else the tightest one after round 0
        (where a bound that starts from the initial error is an equality); -inf where left is 0; None where nothing
        could be compared
    steps: where `fit` moved the step parameters
    """

    slack: float
    score: float | None
    t: int
    left: float
    right: float
    steps: Mapping[str, float]

    @property
    def breaks(self) -> bool:
        return self.slack >= 0 and self.score is not None and self.score > BROKEN

    @property
    def cost(self) -> float:
        """What the hunt minimises: unmet assumptions first, then minus the score."""
        if self.slack < 0:
            return 1e4 if math.isinf(self.slack) else 1e3 - self.slack
        return 1e2 if self.score is None or math.isinf(self.score) else -self.score


class Evaluator:
    """Evaluates settings of one variant; steps that break an assumption are moved to its edge first."""

    def __init__(self, theorem: Theorem, variant: Variant, family: Family | None = None):
        self.family = family or theorem.family_of(variant)
        self.rounds, self.first = theorem.rounds_of(variant), theorem.first
        self.farthest = FARTHEST  # the last round of a run that reaches on without end
        sums = any(range_of(node) is not None for formula in variant.formulas for node in nodes(formula.tree))
        vectors = any(text_of(name) is not None for formula in variant.formulas for name in formula.free)
        self.followed = sums or vectors  # read round by round, however far metrics are known
        self.variant = variant
        self._right, self._left = parse(variant.right), parse(variant.left)
        comparisons = [triple for text in variant.assume for triple in relations(text)]
        self._assume = [r for r in comparisons if "t" not in needs(variant, r[0], r[2])]
        # those of which rounds the claim speaks
        self._scope = [r for r in comparisons if "t" in needs(variant, r[0], r[2])]
        self._fit = Fit(self.family, variant, self._assume)
        self.pinned = self._fit.pinned
        self.rooted = self._fit.rooted
        self.count = 0
        self.coverage = Coverage()
        self._horizons: dict[int, int] = {}
        self._looks: dict[Any, tuple[Evaluation, np.ndarray | None]] = {}  # of settings met once
        if self.first is not None and self.rounds >= LONG and self._scope:
            begun = next((t for t in range(FARTHEST) if in_scope(variant, {"t": Fraction(t)})), 0)
            if begun > self.rounds // 2:  # it speaks of late rounds alone
                self.rounds += begun

    def __call__(self, setting: Setting, fit: bool = False) -> Evaluation:
        """Evaluate an exact setting; with `fit`, step parameters are moved to meet the assumptions."""
        sizes = setting.sizes
        values = {name: np.asarray(array, dtype=float) for name, array in setting.values.items()}
        told = (*sorted(sizes.items()), *((name, values[name].tobytes()) for name in sorted(values)))
        key = (fit, self.rounds, self.farthest, told)
        if key not in self._looks:
            self._looks[key] = self._looked(sizes, values, fit, 1.0)
        return self._counted(sizes, *self._looks[key])

    def allows(self, setting: Setting, below: bool = False) -> bool:
        """Whether the setting meets the assumptions that no step can mend; below: with <= in the place of ==."""
        told = self._fit.fixed
        if below:
            told = [(left, "<=" if relation == "==" else relation, right) for left, relation, right in told]
        try:
            with np.errstate(all="ignore"):
                run = self.family.start(setting.sizes, setting.values, self._horizon())
                return self._slack(run, told) >= 0
        except (ArithmeticError, ValueError, np.linalg.LinAlgError):
            return False

    def floats(
        self, sizes: Mapping[str, int], values: Mapping[str, np.ndarray], fit: bool, inside: float = 1.0
    ) -> Evaluation:
        """The same in floats; `inside` moves the last step that far from the edge, where it is easier to meet."""
        return self._counted(sizes, *self._looked(sizes, values, fit, inside))

    def _counted(
        self, sizes: Mapping[str, int], found: Evaluation, compared: np.ndarray | None
    ) -> Evaluation:
        self.count += 1
        if compared is not None:
            self.coverage.add(self.family.kind, sizes, compared)
        return found

    def _looked(
        self, sizes: Mapping[str, int], values: Mapping[str, np.ndarray], fit: bool, inside: float
    ) -> tuple[Evaluation, np.ndarray | None]:
        """The evaluation, and the rounds at which sides were compared, if any."""
        with np.errstate(all="ignore"):
            try:
                return self._evaluate(sizes, values, fit, inside)
            except (ArithmeticError, ValueError, np.linalg.LinAlgError):  # a side is not defined here
                return Evaluation(UNMET, None, 0, math.nan, math.nan, {}), None

    def _evaluate(
        self, sizes: Mapping[str, int], values: Mapping[str, np.ndarray], fit: bool, inside: float
    ) -> tuple[Evaluation, np.ndarray | None]:
        run = self.family.start(sizes, values, self._horizon())
        if fit and (slack := self._slack(run, self._fit.fixed)) < 0:  # no step can mend it
            return Evaluation(slack, None, 0, math.nan, math.nan, {}), None
        steps: dict[str, float] = {}
        if fit:
            run, steps = self._fit(run, (sizes, values), self._horizon(), self._slack, inside)
        slack = self._slack(run, self._assume)
        if slack < 0:
            return Evaluation(slack, None, 0, math.nan, math.nan, steps), None
        t = self._rounds(run)
        moved = {name: np.asarray(x) for name, x in steps.items()}
        left, right, met = self._sides(run, Setting(sizes, {**values, **moved}), t)
        score = np.where(met, self._score(left, right).round(DECIMALS), np.nan)
        if np.isnan(score).all():
            return Evaluation(slack, None, 0, math.nan, math.nan, steps), None
        broken = np.flatnonzero(score > BROKEN)
        later = np.where((t == 0) & ~np.isnan(score), UNMET, score) if len(score) == len(t) > 1 else score
        compared = t[~np.isnan(score)] if len(score) == len(t) else t[:1]
        known = np.flatnonzero(~np.isnan(later))  # numpy's nanargmax takes a NaN where all others are -inf
        index = int(broken[0] if broken.size else known[np.argmax(later[known])])
        at = int(t[index]) if len(score) == len(t) else int(t[0])
        sides = float(left[index]), float(right[index])
        return Evaluation(slack, float(score[index]), at, *sides, steps), compared

    def _sides(self, run: Any, setting: Setting, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Both sides at these rounds, and at which of them the claim speaks."""
        find = scope(self.variant, reader(run, self._horizon()), t.astype(float))
        left, right = np.broadcast_arrays(
            np.atleast_1d(self._left.evaluate(find)), np.atleast_1d(self._right.evaluate(find))
        )
        return left, right, self._in_scope(find, len(left))

    def _rounds(self, run: Any) -> np.ndarray:
        """The rounds to evaluate: all near ones, and far ones, each twice the last, of a run that is known there."""
        if self.first is None:
            return np.zeros(1, dtype=int)
        reach = getattr(run, "reach", 0)
        # sums over rounds, vectors, and noise cost as much as all rounds together; the kernel follows them one by one
        dear = self.followed or getattr(run, "random", False)
        beyond = reach > self._horizon() and not dear
        near = max(self.rounds, min(reach, FARTHEST)) if beyond else self.rounds
        t = list(range(self.first, int(near) + 1))
        last = FARTHEST if dear else self.farthest
        far = 2 * self.rounds
        while math.isinf(reach) and 0 < far <= last:
            t += [far] * (far > near)
            far *= 2
        return np.array(t)

    def _horizon(self) -> int:
        """How many rounds a run is followed, so that every round that the formulas read is there."""
        if self.rounds not in self._horizons:
            ends = (self.first or 0, self.rounds)
            self._horizons[self.rounds] = max(self.rounds + 2, *(farthest(self.variant, t) for t in ends))
        return self._horizons[self.rounds]

    def _in_scope(self, find: Callable[[str], Any], rounds: int) -> np.ndarray:
        """Which of the rounds meet the assumptions that name t."""
        met = np.ones(rounds, dtype=bool)
        for left, relation, right in self._scope:
            a, b = left.evaluate(find), right.evaluate(find)
            met = met & COMPARE[relation](a, b)
        return met

    def _score(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        usable = np.isfinite(left) & np.isfinite(right)  # 1/0 is no number, and inf in floats
        # rounding at a round is a share of what was met up to it: far rounds of a run that explodes hide no near ones
        share = FLOOR * self.farthest / FARTHEST  # rounds far away have gathered more
        floor = share * np.maximum(1.0, np.maximum.accumulate(np.where(usable, np.abs(left), 0.0)))
        if self.variant.relation == "==":
            apart = np.abs(left - right)
            score = np.log1p(np.where(apart > floor, apart / (np.abs(left) + np.abs(right) + floor), 0.0))
        else:
            # a side at or below zero keeps the comparison meaningful: only the excess over `right` counts
            shift = np.where(right > 0, 0.0, -right) + np.where(right > 0, 0.0, floor)
            ratio = (left + shift) / (right + shift)
            score = np.where(left > right + floor, np.log(np.maximum(ratio, 1.0)), UNMET)
            below = (left <= right + floor) & (left > floor) & (right > 0)
            score = np.where(below, np.minimum(np.log(np.where(below, ratio, 1.0)), 0.0), score)
            if self.variant.relation == "<":
                score = np.where(usable & (np.abs(left - right) <= floor), 1e-8, score)
        return np.where(usable, score, np.nan)

    def _slack(self, run: Any, assume: list[Relation]) -> float:
        find = scope(self.variant, reader(run, self._horizon()), 0.0)
        smallest = math.inf
        for left, relation, right in assume:
            a, b = float(left.evaluate(find)), float(right.evaluate(find))
            if not (math.isfinite(a) and math.isfinite(b)):
                return UNMET
            if relation in ("<=", ">=", "==") and 0.0 in (a, b) and abs(a + b) < TINY:
                a = b = 0.0
            size = abs(a) + abs(b) + 1e-300
            apart = (b - a if relation[0] == "<" else a - b) / size
            if relation == "==":
                apart = FLOOR - abs(apart)
            elif relation == "!=":
                apart = abs(apart) - FLOOR
            elif len(relation) == 1:
                apart -= FLOOR
            elif apart > -FLOOR:
                apart = max(apart, 0.0)
            rounded = round(apart, DECIMALS) if math.isfinite(apart) else apart
            smallest = min(smallest, rounded if apart >= 0 else min(rounded, -(10.0**-DECIMALS)))
        return smallest

"""A line of a proof, searched as a claim is: a setting that meets the assumptions and breaks the line.

A line may read vectors. Floats run the kernel's own formulas (`kernel.moments`) on the setting that is evaluated; the
kernel decides on exact numbers, by the record of a witness that has the line for its claim.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from .. import Family, Outcome, Setting, Theorem, Variant
from ..arithmetic import FLOAT
from ..domains import flat, objects
from ..kernel.exact import STANDARD, Numbers
from ..kernel.moments import Moments
from ..kernel.setting import Setting as KernelSetting
from ..kernel.text import RANGED, Refused, Undefined, inside, parse, turned
from ..kernel.witness import opened, readable
from ..names import reader
from ..proofs.derivation import Line, Proved, Spoken, first_gap
from ..theorem import scope
from .drawn import draw
from .evaluation import Evaluator
from .replay import judged, labelled, spoken_of
from .replay import written as number_written
from .settings import settings
from .verify import decide, verify

__all__ = ["EVALUATIONS", "examined", "refute", "refuted", "said", "told_of"]

EVALUATIONS = 400  # of one line
TOGETHER = 4000  # of all open lines of a proof
NEAR = 4  # rounds after the first at which a line is evaluated
GRID = 2**30  # weights are rounded to multiples of its inverse, so that rows sum to 1 in floats too
CLOSE = 1e-9  # what is given may miss by this share in floats: an induction is often tight


def examined(
    stated: Theorem, variant: Variant, told: Proved, evaluations: int = EVALUATIONS, seed: int = 0
) -> Proved:
    """The same with open lines searched: those that a setting breaks are refuted, and have its record."""
    lines = []
    searched = sum(line.status == "open" and line.spoken is not None for line in told.lines)
    each = min(evaluations, TOGETHER // max(searched, 1))
    for line in told.lines:
        if line.status == "open" and line.spoken is not None:
            record = refute(stated, variant, line.spoken, each, seed)
            if record is not None:
                line = replace(line, status="refuted", why=said(record), witness=record)
        lines.append(line)
    false = next((line for line in lines if line.status == "refuted"), None)
    return replace(told, lines=tuple(lines), reason=first_gap(false) if false else told.reason)


def refuted(variant: Variant, record: Mapping[str, Any]) -> Proved:
    """What is to say of a claim that a setting breaks."""
    line = Line(1, variant.claim, "refuted", said(record), witness=record)
    return Proved(False, "", (line,), reason=first_gap(line))


def said(record: Mapping[str, Any]) -> str:
    """Where a line is false, in a sentence."""
    claim, setting = record["claim"], record["setting"]
    sizes = [f"{name} = {setting[name]}" for name in sorted(claim["sizes"]) if int(str(setting[name])) > 1]
    left, right = (float(Fraction(str(record[side][0]))) for side in ("left", "right"))
    place = ", ".join([f"t = {record['t']}", *sizes])
    return f"its sides are {left:.6g} and {right:.6g} at {place}"


def refute(
    theorem: Theorem, variant: Variant, line: Spoken, evaluations: int = EVALUATIONS, seed: int = 0
) -> Mapping[str, Any] | None:
    """The record of a witness that breaks the line under the variant's assumptions; None where none was found.

    Also None where the line cannot be read on settings: families without vectors, names that no setting has.
    """
    family = theorem.family_of(variant)
    try:
        turned(parse(line.claim))
        if _opened(family).vectors is None:
            return _as_claim(theorem, variant, line, evaluations, seed)
        return _by_vectors(theorem, variant, line, evaluations, seed)
    except (Refused, InputError):
        return None


def _opened(family: Family, numbers: Numbers = STANDARD) -> KernelSetting:
    """Some setting of the family, as the kernel reads it."""
    setting, start = draw(family, Random(0))
    return opened(family.name, family.started(setting, start).to_json(), family.record_options, numbers)


def _as_claim(
    theorem: Theorem, variant: Variant, line: Spoken, evaluations: int, seed: int
) -> Mapping[str, Any] | None:
    """A line over numbers and metrics alone is a claim like any other."""
    verdict = verify(theorem, _claimed(variant, line), evaluations / 1000, seed)
    return verdict.witness if verdict.outcome is Outcome.REFUTED else None


def _claimed(variant: Variant, line: Spoken) -> Variant:
    """The variant with a line over numbers and metrics for its claim."""
    texts = (line.claim, *line.given, *variant.assume, *variant.where.values())
    return replace(
        variant,
        claim=line.claim,
        where={**variant.where, **_needed({**line.family, **line.lets}, *texts)},
        assume=(*variant.assume, *line.given),
        examples=(),
        derivation="",
        note="",
        vacuous="",
    )


def _of_vectors(theorem: Theorem, variant: Variant, line: Spoken, form: Family) -> dict[str, Any]:
    """What a record says of a line over vectors."""
    spoken = {**spoken_of(theorem, variant, form), "claim": line.claim, "let": dict(line.lets)}
    return {**spoken, "given": list(line.given)}


def told_of(theorem: Theorem, variant: Variant, line: Spoken) -> list[Mapping[str, Any]]:
    """What the record of a witness against this line may say as its claim, one for each kind of clients."""
    family = theorem.family_of(variant)
    forms = (family, *family.also)
    try:
        if _opened(family).vectors is None:
            own = _claimed(variant, line)
            return [spoken_of(theorem, own, form) for form in forms]
        drawn = [form for form in forms if form.drawn]
        return [_of_vectors(theorem, variant, _renamed(line, form, variant), form) for form in drawn]
    except (Refused, InputError):
        return []


def _by_vectors(
    theorem: Theorem, variant: Variant, line: Spoken, evaluations: int, seed: int
) -> Mapping[str, Any] | None:
    family = theorem.family_of(variant)
    for form in (form for form in (family, *family.also) if form.drawn):
        own = _renamed(line, form, variant)
        spoken = _of_vectors(theorem, variant, own, form)
        word = partial(judged, spoken)
        evaluator = _LineEvaluator(theorem, variant, own, form)
        if evaluator.unread():
            continue
        for evaluation, setting in settings(
            evaluator, variant.examples if form is family else (), evaluations, seed
        ):
            if evaluation.breaks and (found := decide(evaluator, setting, True, word)) is not None:
                result, at = found.replay, f"a line of {theorem.id}:{variant.label}"
                label = {"id": at, "variant": "line", "statement": line.claim}
                sides = (number_written(side) for side in (result.left, result.right))
                return labelled(label, spoken, found.setting.to_json(), result.t, *sides)
            if evaluator.count > 2 * evaluations:
                break
    return None


def _renamed(line: Spoken, family: Family, variant: Variant) -> Spoken:
    """The line with definitions renamed where settings know their names: a kernel's record defines nothing twice."""
    setting = _opened(family)
    assert setting.vectors is not None
    vectors, words = setting.vectors(0, 0)
    known = {*setting.constants, *setting.metrics, *vectors, *words}
    taken = {*known, *RANGED, "next", "start", "t"}
    # what the family defines and settings know is the same there
    lets = {name: text for name, text in line.family.items() if name not in known} | dict(line.lets)
    lets = {n: text for n, text in _needed(lets, line.claim, *line.given).items() if n not in variant.where}
    own = {name: f"{name}_" for name in lets if name in taken}

    def renamed(text: str) -> str:
        return (
            re.sub(r"\b(" + "|".join(own) + r")\b(?!\()", lambda found: own[found[1]], text) if own else text
        )

    return Spoken(
        renamed(line.claim),
        {own.get(name, name): renamed(text) for name, text in lets.items()},
        tuple(map(renamed, line.given)),
    )


def _needed(lets: Mapping[str, str], *texts: str) -> dict[str, str]:
    """The definitions that the texts read, and those that these read."""
    needed, new = set[str](), _names(*texts)
    while new:
        needed |= new
        new = {name for text in (lets[x] for x in new if x in lets) for name in _names(text)} - needed
    return {name: text for name, text in lets.items() if name in needed}


def _names(*texts: str) -> set[str]:
    return set[str]().union(*(inside(parse(text), "name", "call") for text in texts))


def _root(x: float) -> float:
    return math.sqrt(0.0 if -CLOSE < x < 0 else x)


FLOATS = replace(FLOAT, functions={**FLOAT.functions, "sqrt": _root})


class _LineEvaluator(Evaluator):
    """Evaluates one line: the variant's assumptions as always, the sides by the kernel's formulas in floats."""

    def __init__(self, theorem: Theorem, variant: Variant, line: Spoken, family: Family):
        self.line = line
        self.left, relation, self.right = turned(parse(line.claim))
        super().__init__(
            theorem, replace(variant, claim=f"{variant.left} {relation} {variant.right}"), family
        )
        self.rounds = min(self.rounds, NEAR)

    def unread(self) -> bool:
        """Whether no setting can read the line: it is refused for what it says, as sq(lam) is, not for its values."""
        spoken = _opened(self.family, FLOATS)
        moments = Moments(spoken, *readable(spoken, FLOATS), {**self.variant.where, **self.line.lets}, FLOATS)
        try:
            moment = moments.at(self.first or 0)
            moment.number(self.left), moment.number(self.right)
        except (ArithmeticError, Undefined):
            return False
        except Refused:
            return True
        return False

    def _rounds(self, run: Any) -> np.ndarray:
        first = self.first or 0
        return np.arange(first, first + self.rounds + 1)

    def _sides(self, run: Any, setting: Setting, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        find = reader(run, self._horizon() + NEAR)
        spoken = opened(
            self.family.name, _entered(self.family, setting).to_json(), self.family.record_options, FLOATS
        )
        constants, words = readable(spoken, FLOATS)
        constants = {name: partial(_constant, find, name, x) for name, x in constants.items()}
        moments = Moments(spoken, constants, words, {**self.variant.where, **self.line.lets}, FLOATS)
        met = self._in_scope(scope(self.variant, find, t.astype(float)), len(t))
        sides = np.full((2, len(t)), np.nan)
        for i, r in enumerate(t):
            if met[i]:
                try:
                    moment = moments.at(int(r))
                    met[i] = all(_close(moment, text) for text in self.line.given)
                    sides[:, i] = moment.number(self.left), moment.number(self.right)
                except (ArithmeticError, Refused, ValueError):
                    met[i] = False
        return sides[0], sides[1], met


def _constant(find: Callable[[str], Any], name: str, own: Any) -> Any:
    """The run's, which takes no root twice; the kernel's where the run has none."""
    try:
        return float(find(name))
    except (AttributeError, TypeError):
        return own() if callable(own) else own


def _close(moment: Any, text: str) -> bool:
    tree = parse(text)
    sides = [float(moment.number(part)) for part in tree.parts]
    signs = {"<": -1, "<=": -1, ">": 1, ">=": 1}
    return all(
        (b - a) * signs.get(relation, 0) <= CLOSE * (abs(a) + abs(b))
        and (relation in signs or abs(a - b) <= CLOSE * (abs(a) + abs(b)))
        for a, relation, b in zip(sides, tree.value, sides[1:])
    )


def _entered(family: Family, setting: Setting) -> Setting:
    """The setting in fractions, near its floats; weights so that rows sum to 1 exactly, in floats too."""
    values = {}
    for parameter in family.parameters:
        array = np.asarray(setting.values[parameter.name])
        if array.dtype == object:
            values[parameter.name] = array
            continue
        if parameter.domain.word in ("mixing", "signed mixing"):
            array = np.round(array * GRID) / GRID
            n = array.shape[-1]
            off = array * (1 - np.eye(n))
            array = off + np.eye(n) * (1 - off.sum(-1, keepdims=True))
            fractions = [Fraction(float(x)) for x in array.reshape(-1)]
        elif parameter.domain.word == "doubly stochastic":
            near = objects([Fraction(round(x * GRID), GRID) for x in array.reshape(-1)], array.shape)
            domain = parameter.domain
            fractions = flat(domain.array(domain.disassemble(near), array.shape))
        else:
            fractions = [Fraction(float(x)).limit_denominator(10**9) for x in array.reshape(-1)]
        values[parameter.name] = objects(fractions, array.shape)
    return Setting(setting.sizes, values)

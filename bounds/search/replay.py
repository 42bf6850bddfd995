"""Replay: the kernel's word on one setting, which alone decides a refutation, and the record of a witness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import Family, Setting, Theorem, Variant
from ..arithmetic import enclosure
from ..kernel.exact import STANDARD, Numbers
from ..kernel.records import WORK
from ..kernel.text import Refused, limited
from ..kernel.witness import judge
from ..vector_formulas import reads_vectors
from .evaluation import Evaluator

__all__ = [
    "KIND",
    "Replay",
    "breaks",
    "claimed",
    "judged",
    "labelled",
    "record",
    "replay",
    "seen_to_break",
    "spoken_of",
    "witness",
    "written",
]

KIND = "witness"
LONG = 400  # characters of a side that is written as it is


@dataclass(frozen=True)
class Replay:
    """Both sides of a claim at round t, exact; `refuted` only if every assumption and the violation are proved."""

    refuted: bool
    t: int
    left: Any
    right: Any
    unmet: str | None  # the first assumption that is not proved, or what is not defined


def replay(
    theorem: Theorem, variant: Variant, setting: Setting, t: int, numbers: Numbers = STANDARD
) -> Replay:
    """The kernel's word on the claim at round t of the setting.

    numbers: the kernel's own, or faster ones for a word that is not the last.
    """
    family = theorem.family_of(variant).form({*setting.sizes, *setting.values})
    return judged(spoken_of(theorem, variant, family), setting, t, numbers)


def judged(spoken: Mapping[str, Any], setting: Setting, t: int, numbers: Numbers = STANDARD) -> Replay:
    """The kernel's word on a claim as its records tell it."""
    try:
        with limited(WORK):  # beyond that the kernel would not confirm the witness
            found = judge(spoken, setting.to_json(), t, numbers)
    except Refused as why:
        return Replay(False, t, None, None, str(why))
    unmet = next((reason for reason in found.reasons if reason != "the claim is not broken"), None)
    return Replay(
        found.refuted, t, found.left, found.right, unmet and unmet.removeprefix("assumption not met: ")
    )


def breaks(theorem: Theorem, variant: Variant, example: Mapping[str, Any]) -> bool:
    """Whether a setting, as JSON, breaks the claim at the round where floats see it break, by an exact run."""
    found = seen_to_break(theorem, variant, example)
    return found is not None and replay(theorem, variant, *found).refuted


def seen_to_break(
    theorem: Theorem, variant: Variant, example: Mapping[str, Any]
) -> tuple[Setting, int] | None:
    """The setting, from JSON, and the round at which floats see it break the claim; None where they see none."""
    evaluator = Evaluator(theorem, variant)
    setting = evaluator.pinned(evaluator.family.from_json(example))
    evaluation = evaluator(setting)
    return (setting, evaluation.t) if evaluation.breaks else None


def written(value: Any) -> str | list[str]:
    """A rational as "p/q", anything else as the decimal ends of an interval that contains it."""
    low, high = enclosure(value)
    if low == high and len(str(low)) < LONG:
        return str(low)
    scale = 10**30
    return [str(Fraction(low * scale // 1, scale)), str(Fraction(-(-high * scale // 1), scale))]


def witness(theorem: Theorem, variant: Variant, setting: Setting, result: Replay) -> Mapping[str, Any]:
    """The self-contained record that the kernel derives both sides from."""
    return record(theorem, variant, setting.to_json(), result.t, written(result.left), written(result.right))


def record(
    theorem: Theorem, variant: Variant, setting: Mapping[str, Any], t: int | None, left: Any, right: Any
) -> dict[str, Any]:
    """The same from a setting as JSON and sides as `written`. The label is for people alone."""
    label = {"id": theorem.id, "variant": variant.label, "statement": variant.statement}
    spoken = spoken_of(theorem, variant, theorem.family_of(variant).form(setting))
    return labelled(label, spoken, setting, t, left, right)


def labelled(
    label: Mapping[str, str],
    spoken: Mapping[str, Any],
    setting: Mapping[str, Any],
    t: int | None,
    left: Any,
    right: Any,
) -> dict[str, Any]:
    return {
        "kind": KIND,
        "label": dict(label),
        "claim": dict(spoken),
        "setting": dict(setting),
        "t": t,
        **{
            side: value if isinstance(value, list) else [value]
            for side, value in (("left", left), ("right", right))
        },
    }


def spoken_of(theorem: Theorem, variant: Variant, family: Family) -> dict[str, Any]:
    """The claim and the settings that it speaks of, in one form of the family, as the kernel reads them."""
    return {
        "family": family.name,
        "options": family.record_options,
        "parameters": {p.name: p.domain.word for p in family.parameters},
        "sizes": {name: choices[0] if len(choices) == 1 else "any" for name, choices in family.sizes.items()},
        **({} if theorem.first is None else {"first": theorem.first}),
        "where": dict(variant.where),
        **_assumed(variant),
        "claim": variant.compared,
    }


def _assumed(variant: Variant) -> dict[str, Any]:
    """What a record assumes; of a claim over vectors, those that read vectors stand under `given`."""
    over = [text for text in variant.assume if reads_vectors(text)]
    if not over and not reads_vectors(variant.compared):
        return {"assume": list(variant.assume)}
    return {"assume": [text for text in variant.assume if text not in over], "let": {}, "given": over}


def claimed(theorem: Theorem, variant: Variant) -> dict[str, Any]:
    """What a proof says of the claim: its family of settings and its formulas."""
    family = theorem.family_of(variant)
    return {
        "family": family.name,
        "options": dict(family.options or {}),
        "assume": list(variant.assume),
        "where": dict(variant.where),
        "left": variant.left,
        "relation": variant.relation,
        "right": variant.right,
    }

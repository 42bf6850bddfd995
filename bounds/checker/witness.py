"""A witness says: this setting meets every assumption of a claim, and at round t the claim is false.

Both sides are derived again from the record alone. Checked are its formulas, not the prose nor the id beside them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .families import FAMILIES
from .formulas import Scope
from .intervals import BROKEN, PROVED, NotAWitness, Number, limited
from .setting import fraction, need

KINDS: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("id", "variant", "family", "relation", "left", "right"), str),
    **dict.fromkeys(("options", "where", "setting"), dict),
    **{"assume": list, "t": int, "left_value": (str, list), "right_value": (str, list)},
}
CLAIM = ("family", "options", "assume", "where", "left", "relation", "right")
WORK = 500_000  # some seconds: a multiplication of short fractions is one
BYTES, ASSUMPTIONS = 10**6, 60  # limits
DIGITS, BITS = 30, 60  # a recorded interval is this tight: decimals, or bits of the number


def check(record: Any) -> dict[str, Any]:
    """Derive both sides again and compare them.

    Returns {t, left, right, refuted, reason, checked}: both sides as floats (None where undefined), whether the record
    refutes the claim `checked`, and if not, why. Its id and its prose are not repeated: which statement has these
    formulas is not known here. Raises NotAWitness, with one sentence, for any other record.
    """
    try:
        with limited(WORK):
            return _checked(record)
    except RecursionError:
        raise NotAWitness("a formula or a definition is nested too deeply") from None
    except (AttributeError, LookupError, TypeError) as error:
        raise NotAWitness(f"the setting or its options cannot be read: {error}") from None


def _checked(record: Any) -> dict[str, Any]:
    own = isinstance(record, dict) and record.get("format") == "mixproof-witness-1"
    need(own, "not a record of format mixproof-witness-1")
    for name, kind in KINDS.items():
        told = record.get(name)
        need(
            isinstance(told, kind) and type(told) is not bool, f"field {name} is lacking or of the wrong kind"
        )
    need(
        record["family"] in FAMILIES,
        f"no family {record['family'][:40]!r} is known here: the checker cannot vouch for its witnesses",
    )
    need(record["relation"] in BROKEN, "the relation is none of <= < ==")
    need(len(record["assume"]) < ASSUMPTIONS, "too many assumptions")
    sides: dict[str, Number] = {}
    reasons = []
    try:
        setting = FAMILIES[record["family"]](record["setting"], record["options"])
        need(0 <= record["t"] < setting.rounds, f"t is no round from 0 and below {setting.rounds}")
        scope = Scope(record["where"], setting, record["t"])
        reasons += [f"assumption not met: {text}" for text in record["assume"] if not scope.holds(text)]
        for side in ("left", "right"):
            sides[side] = scope.value(record[side])
            reasons += misstated(side, sides[side], record[f"{side}_value"])
        if not PROVED[BROKEN[record["relation"]]](sides["left"], sides["right"]):
            reasons.append("the claim is not broken")
    except ArithmeticError as error:
        reasons.append(f"not defined here: {error}")
    return {
        "t": record["t"],
        **{side: shown(sides.get(side)) for side in ("left", "right")},
        "refuted": not reasons,
        "reason": "; ".join(reasons),
        "checked": {name: record[name] for name in CLAIM},
    }


def misstated(side: str, value: Number, told: Any) -> list[str]:
    """What is wrong with a side as the record tells it: a rational number, or the two ends of a narrow interval."""
    ends = [fraction(x, f"{side}_value") for x in (told if isinstance(told, list) else [told])]
    need(len(ends) in (1, 2), f"{side}_value is neither a number nor the two ends of an interval")
    low, high = ends[0].low, ends[-1].low
    if value.high < low or high < value.low:
        return [f"{side} is another number than the record says"]
    if 10**DIGITS * (high - low) > 2 and 2**BITS * (high - low) > abs(value.low):
        return [f"{side}_value is wider than a written number"]
    return []


def shown(value: Number | None) -> float | None:
    """The middle as a float, held within 10^300."""
    if value is None:
        return None
    middle, most = (value.low + value.high) / 2, Fraction(10**300)
    return float(max(min(middle, most), -most))

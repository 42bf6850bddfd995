"""A witness: a setting that meets every assumption of a claim, at a round where the claim is false.

A claim with `let` or `given` is a line of a proof: it may read vectors (`moments`), and holds under what is given.

Both sides are derived from the record alone. The claim says what settings it speaks of: the family with its options,
every array with its domain (an array it does not name is not given), sizes that are fixed, and its first round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from .exact import STANDARD, Number, Numbers, ends
from .matrix import flat, is_doubly, is_hollow, is_signed, is_stochastic, is_symmetric, transposed
from .moments import Moments
from .registry import FAMILIES
from .scope import FUNCTIONS, Scope, whole
from .setting import Setting, entries
from .text import RANGED, Undefined, fields, integer, joined, names, need, number, parse, shown

CLAIM: dict[str, type] = {"family": str, "options": dict, "parameters": dict, "sizes": dict, "claim": str}
CONDITIONS: dict[str, type] = {"assume": list, "where": dict, "first": int, "let": dict, "given": list}
WITNESS: dict[str, type] = {
    "kind": str,
    "claim": dict,
    "setting": dict,
    "t": int,
    "left": list,
    "right": list,
}
LABEL: dict[str, type] = {
    "id": str,
    "variant": str,
    "statement": str,
}  # prose of whoever wrote the record: not checked
BROKEN = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!="}
ASSUMPTIONS, DIGITS, BITS = 60, 30, 60  # limits; how narrow a recorded side is: decimals, or bits


@dataclass(frozen=True)
class Found:
    """Both sides (None where undefined), what keeps the record from being a witness, and what was checked."""

    t: int
    left: Number | None
    right: Number | None
    reasons: tuple[str, ...]
    sentence: str

    @property
    def refuted(self) -> bool:
        return not self.reasons


def check(record: object) -> Found:
    """Decide the record of a witness; Refused for what is none."""
    told = fields(record, WITNESS, {"label": dict})
    need(told["kind"] == "witness", "not of kind witness")
    texts = fields(told.get("label", {}), {}, LABEL)
    need(all(len(text) < 4000 for text in texts.values()), "a label is too long")
    found = judge(told["claim"], told["setting"], told["t"])
    wrong = [*misstated("left", found.left, told["left"]), *misstated("right", found.right, told["right"])]
    return Found(found.t, found.left, found.right, (*found.reasons, *wrong), found.sentence)


def judge(told: object, values: dict[str, Any], t: object, numbers: Numbers = STANDARD) -> Found:
    """Whether the setting refutes the claim at round t."""
    claim = fields(told, CLAIM, CONDITIONS)
    assume, where = claim.get("assume", []), claim.get("where", {})
    given, lets = claim.get("given", []), claim.get("let", {})
    texts = [*assume, *where.values(), *given, *lets.values()]
    need(len(texts) < ASSUMPTIONS, "too many assumptions")
    need(all(type(text) is str for text in texts), "an assumption or a definition is no text")
    tree = parse(claim["claim"])
    need(
        tree.kind == "compare" and len(tree.value) == 1 and tree.value[0] in BROKEN,
        "a claim is one comparison",
    )
    belongs(claim["parameters"], claim["sizes"], values)
    at = integer(t, 0, 10**6, "t")
    first = claim.get("first")
    need(first is None or integer(first, 0, 10**6, "first") <= at, "the claim does not speak of this round")
    sides: list[Number | None] = [None, None]
    reasons, said = [], ""
    try:
        setting = opened(claim["family"], values, claim["options"], numbers)
        said = setting.described
        constants, words = readable(setting, numbers)
        scope = at_round(at, constants, words, numbers).let(where)
        reasons = [f"assumption not met: {shown(text)}" for text in assume if not scope.holds(text)]
        if {"let", "given"} & claim.keys():
            scope = Moments(setting, constants, words, joined(where, lets), numbers).at(at)
            reasons += [f"not given here: {shown(text)}" for text in given if not scope.holds(text)]
        left, right = (scope.number(part) for part in tree.parts)
        sides = [numbers.value(left), numbers.value(right)]
        if not numbers.proved(left, BROKEN[tree.value[0]], right):
            reasons.append("the claim is not broken")
    except (ArithmeticError, Undefined) as why:
        reasons.append(f"not defined here: {why}")
    return Found(at, sides[0], sides[1], tuple(reasons), sentence(claim, values, at, said))


def opened(family: str, values: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    need(family in FAMILIES, "no family {} is known here", family)
    return FAMILIES[family](values, options, numbers)


def offered(setting: Setting, t: int, numbers: Numbers) -> Scope:
    """What the claim's formulas may read at a round."""
    return at_round(t, *readable(setting, numbers), numbers)


def at_round(t: int, constants: dict[str, Any], words: dict[str, Any], numbers: Numbers) -> Scope:
    return Scope(joined(constants, {"t": numbers.rational(t)}), words, numbers=numbers)


def readable(setting: Setting, numbers: Numbers) -> tuple[dict[str, Any], dict[str, Any]]:
    """The constants, each computed once and only where it is read, and the metrics."""
    names((*setting.constants, *setting.metrics), (*FUNCTIONS, *RANGED, "t"))

    def metric(of: Callable[[int], Any]) -> Callable[..., Any]:
        known = cache(of)

        def read(*told: Any) -> Any:
            need(len(told) == 1, "a metric is read at one round")
            r = whole(told[0], numbers)
            if not 0 <= r < setting.rounds:
                raise Undefined(f"a metric is read at a round from 0 and below {setting.rounds}")
            return known(r)

        return read

    constants = {name: cache(x) if callable(x) else x for name, x in setting.constants.items()}
    return constants, {name: metric(of) for name, of in setting.metrics.items()}


def misstated(side: str, value: Number | None, told: list[Any]) -> list[str]:
    """What is wrong with a side as the record tells it: one number, or the two ends of a narrow interval."""
    need(len(told) in (1, 2), f"{side} is neither a number nor the two ends of an interval")
    low, high = number(told[0]), number(told[-1])
    least, most = ends(value) if value is not None else (high + 1, low)
    if most < low or high < least:
        return [f"{side} is another number than the record says"]
    if 10**DIGITS * (high - low) > 2 and 2**BITS * (high - low) > abs(least):
        return [f"{side} is wider than a written number"]
    return []


# --- the settings a claim speaks of


def _numbers(told: Any) -> list[Fraction]:
    return [number(x) for x in entries(told)]


def _rows(told: Any) -> list[Any]:
    """The innermost rows."""
    if type(told) is list and told and type(told[0]) is list:
        return [row for part in told for row in _rows(part)]
    return [_numbers(told)]


def _square(told: Any) -> list[Any]:
    """The matrices."""
    if type(told) is list and told and type(told[0]) is list and told[0] and type(told[0][0]) is list:
        return [A for part in told for A in _square(part)]
    A = _rows(told)
    need(all(len(row) == len(A) for row in A), "a matrix is not square")
    return [A]


DOMAINS: Mapping[str, Callable[[Any], bool]] = {
    "real": lambda told: True,
    "large": lambda told: True,
    "positive": lambda told: min(_numbers(told)) > 0,
    "natural": lambda told: all(x >= 1 and x.denominator == 1 for x in _numbers(told)),
    "chance": lambda told: all(0 < x <= 1 for x in _numbers(told)),
    "columns": lambda told: all(is_stochastic(transposed(A)) for A in _square(told)),
    "unit": lambda told: all(0 <= x <= 1 for x in _numbers(told)),
    "simplex": lambda told: is_stochastic([_numbers(told)]),
    "mixing": lambda told: all(is_symmetric(A) and is_stochastic(A) for A in _square(told)),
    "signed mixing": lambda told: all(map(is_signed, _square(told))),
    "doubly stochastic": lambda told: all(map(is_doubly, _square(told))),
    "links": lambda told: all(is_hollow(A) and 0 <= min(flat(A)) <= max(flat(A)) <= 1 for A in _square(told)),
    "pairs": lambda told: all(map(is_hollow, _square(told))),
    "rows": lambda told: is_stochastic(_rows(told)),
    "averaging": lambda told: all(x == Fraction(1, len(row)) for row in _rows(told) for x in row),
    "out-degree": lambda told: all(
        A[i][i] > 0 and is_stochastic(A) and len({x for x in A[i] if x}) == 1
        for A in _square(told)
        for i in range(len(A))
    ),
}


def belongs(parameters: Mapping[str, Any], sizes: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Refuse a setting that the claim does not speak of: other arrays, other sizes, numbers outside a domain."""
    told = {*names((*parameters, *sizes))}
    for name in sorted(told ^ values.keys()):
        need(False, f"{{}} is {'not of' if name in values else 'missing in'} the settings of the claim", name)
    for name, domain in parameters.items():
        if type(domain) is list:
            need(_numbers(domain) == _numbers(values[name]), "{} is not the array of the claim", name)
        else:
            need(type(domain) is str and domain in DOMAINS, "no domain {} is known", domain)
            need(DOMAINS[domain](values[name]), f"{{}} is not {domain}", name)
    for name, size in sizes.items():
        n = integer(values[name], 0, 10**6, name)
        need(size == "any" or integer(size, 0, 10**6, name) == n, "{} is not that of the claim", name)


def sentence(claim: Mapping[str, Any], values: Mapping[str, Any], t: int, said: str) -> str:
    """What was checked, from the formulas themselves."""
    parts = [f"{claim['claim']} is false at t = {t}"]
    if where := claim.get("where"):
        parts.append("where " + ", ".join(f"{name} = {text}" for name, text in where.items()))
    if lets := claim.get("let"):
        parts.append("with " + ", ".join(f"{name} = {text}" for name, text in lets.items()))
    if assume := [*claim.get("assume", []), *claim.get("given", [])]:
        parts.append("given " + ", ".join(assume))
    sizes = ", ".join(f"{name} = {values[name]}" for name in sorted(claim["sizes"]))
    domains = ", ".join(
        f"{name} {domain if type(domain) is str else 'as printed'}"
        for name, domain in sorted(claim["parameters"].items())
    )
    parts.append(f"in a setting of {claim['family']}: " + "; ".join(filter(None, (said, domains, sizes))))
    return ", ".join(parts)

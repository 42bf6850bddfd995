"""Settings all of whose arrays are printed: the kernel computes what formulas may read, between two fractions.

Of a metric, `smallest_3_low` and `smallest_3_high` say so where t is 3; where it never falls, `smallest_from_3` says it
of every t >= 3.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

from ..exact import STANDARD, ends
from ..setting import Setting
from ..table import Kind, Table
from ..text import Undefined, need

DIGITS = 10**12  # fractions around a computed number have at most this denominator


def told(kind: Kind, sizes: str) -> dict[str, Any]:
    """The one setting of a family whose arrays are all printed."""
    need(kind.domains.keys() == kind.parameters, "every array is printed, or none")
    need(kind.sizes.keys() == {*sizes.split()}, "printed arrays have no size beside {}", sizes)
    return {**kind.sizes, **kind.domains}


def enclosed(name: str, number: Any) -> dict[str, str]:
    """The facts that a number of that name is between two fractions."""
    low, high = ends(STANDARD.value(number))
    if max(low.denominator, high.denominator) > DIGITS:
        low, high = Fraction(floor(low * DIGITS), DIGITS), Fraction(ceil(high * DIGITS), DIGITS)
    return {f"{name}_low": f"{name} >= {low}", f"{name}_high": f"{name} <= {high}"}


def printed(about: str, found: Setting, rounds: int, metrics: str, growing: str = "") -> Table:
    """The table of a printed setting: its constants, and these of its metrics at so many rounds from 0 on.

    growing: those of them that never fall from round to round
    """
    facts: dict[str, str] = {}
    numbers: list[str] = []
    rules: dict[str, tuple[str, str]] = {}
    premises: dict[str, str] = {}
    for name, constant in found.constants.items():
        try:
            facts |= enclosed(name, constant() if callable(constant) else constant)
        except Undefined:
            continue
        numbers.append(name)
    for name in metrics.split():
        for t in range(rounds):
            for fact, text in enclosed(name, found.metrics[name](t)).items():
                own = fact.replace(name, f"{name}_{t}")
                rules[own], premises[own] = ("", text.replace(name, f"{name}_now")), f"t == {t}"
                if name in growing.split() and fact.endswith("_low"):
                    rules[f"{name}_from_{t}"], premises[f"{name}_from_{t}"] = rules[own], f"t >= {t}"
    moving = tuple(f"{name}_now" for name in metrics.split())
    return Table(
        about,
        dict.fromkeys((*numbers, *moving), 0),
        facts,
        moving=moving,
        rules=rules,
        premises=premises,
        metrics={name: f"{name}_now" for name in metrics.split()},
    )


def arrays(kind: Kind) -> str:
    return "; ".join(f"{name} = {kind.domains[name]}".replace("'", "") for name in sorted(kind.domains))

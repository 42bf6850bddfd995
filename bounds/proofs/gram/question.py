"""What is asked of a claim on gossip descent at given constants: the run, and at a round its left and right side."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError

from ...algorithms.library import DEFED, DGD
from ...theorem import Theorem, Variant, unmet
from .inputs import Number, pair, rows, validate
from .right import right_at
from .sizes import Size
from .statement import Statement

__all__ = ["Question", "asked"]

NAMES = {"L", "mu", "lam", "lam_n", "K", "m", "delta", "Gamma", "eta"}
LEFT = re.compile(r"(?:(error|spread|distance)(2?)|(gap))\(t( \+ 1)?\)")


@dataclass(frozen=True)
class Question:
    """A claim at constants.

    given: the constants, with those of the network; base: the run, without an objective and conditions
    metric, rooted: the left side is this metric, or its root; ahead: how many rounds after t it is read
    """

    variant: Variant
    given: Mapping[str, Fraction]
    base: Statement
    metric: str
    rooted: bool
    ahead: int

    @property
    def scaled(self) -> bool:
        """Whether the steps scale each gradient by m_k/m."""
        return self.base.algorithm is DEFED

    def at(self, t: int) -> tuple[Statement, Size]:
        """The run with the left side at round t as its objective, without conditions, and the right side there."""
        read_at = t + self.ahead
        objective = {f"{self.metric}({read_at})": Fraction(1)}
        power = int(self.metric in ("spread2", "distance2"))
        right = right_at(self.variant, self.given, t, self.rooted, power, self.scaled)
        return replace(self.base, rounds=max(read_at, 1), objective=objective), right


def asked(
    theorem: Theorem,
    variant: Variant,
    given: Mapping[str, Fraction],
    spectrum: tuple[Number, Number] | None = None,
    matrix: Sequence[Sequence[Number]] | None = None,
    clients: int | None = None,
) -> Question:
    """The question of a claim at these constants; arguments, and what raises InputError, as in `claims.prove_claim`."""
    family = theorem.family_of(variant)
    names = {parameter.name for parameter in family.parameters}
    if family.name != "gossip":
        raise InputError("claim", f"{theorem.id}:{variant.label}", "a claim on gossip descent")
    scaled = bool((family.options or {}).get("scaled"))
    if unknown := set(given) - NAMES:
        raise InputError("values", sorted(unknown)[0], f"are of {', '.join(sorted(NAMES))}")
    known = {**given, **_of_network(spectrum, matrix, given, scaled, clients)}
    step = ("eta",) if "eta" in names else ("delta", "Gamma")
    if missing := [name for name in ("L", "mu", "lam", "lam_n", *step) if name not in known]:
        raise InputError("values", ", ".join(missing), f"{theorem.id}:{variant.label} needs a value for each")
    if broken := unmet(variant, known):
        raise InputError("values", broken, "an assumption of the claim that these constants do not meet")
    match = LEFT.fullmatch(variant.left)
    if match is None:
        raise InputError(
            "left", variant.left, "error, spread or distance, their squares, or gap, at t or t + 1"
        )
    metric, rooted = (match[3], False) if match[3] else (f"{match[1]}2", not match[2])
    ends = None if spectrum is None else pair("spectrum", spectrum)
    base = Statement(
        DEFED if scaled else DGD,
        known["mu"],
        known["L"],
        {name: known[name] for name in step},
        1,
        {},
        (),
        common="start" in names,
        spectrum=ends,
        matrix=None if matrix is None else rows(matrix),
        clients=clients,
        changing=family.sizes.get("S") != (1,),
    )
    validate(base)
    return Question(variant, known, base, metric, rooted, int(bool(match[4])))


def _of_network(
    spectrum: tuple[Number, Number] | None,
    matrix: Sequence[Sequence[Number]] | None,
    given: Mapping[str, Fraction],
    scaled: bool,
    clients: int | None,
) -> dict[str, Fraction]:
    """The constants that the network gives."""
    if spectrum is not None and matrix is None:
        low, high = pair("spectrum", spectrum)
        sizes = {} if clients is None else {"K": Fraction(count("clients", clients, 2))}
        samples = {"m": given.get("m", sizes["K"])} if scaled and sizes else {}
        return {"lam": max(abs(low), abs(high)), "lam_n": low, **sizes, **samples}
    if matrix is None or spectrum is not None:
        raise InputError(
            "network", "both" if matrix is not None else "nothing", "either a spectrum or a matrix"
        )
    K = Fraction(len(rows(matrix)))
    return {"K": K, **({"m": given.get("m", K)} if scaled else {})}

"""Claims of the library on gossip descent, proved for given constants and rounds: the worst case of left over right.

left and right scale alike with the run, so left(t) <= right(t) holds if the worst case of left(t), given that
right(t) <= 1, is at most 1. The run enters right through a few quantities only (`right`, `sizes`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mixproof.spectral.checks import count, of_kind
from mixproof.spectral.errors import InputError

from ...checker.claims import KIND, NONNEGATIVE, NotACertificate, check
from ...figures import draw_ratios
from ...reads import in_scope
from ...theorem import Theorem, Variant
from .certificate import ATTEMPTS, certify, restated
from .inputs import MOST_ROUNDS, Number, exact
from .question import asked
from .right import conditions_of
from .sizes import Size, cells
from .statement import Condition, Statement
from .trace import trace
from .worst_case import windows

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ClaimProof", "prove_claim"]

# margins and bits for certificates that need not be tight: few digits first, while the claim follows
BRIEF = ((1e-4, 20), (1e-5, 26), (1e-6, 32), *ATTEMPTS)
SHORT = 20  # bits of a short coefficient
CAPS = (10**5, 10**3)  # of the coefficients of conditions, where a solver cannot do with larger ones
FINER = (1, 4, 16)  # how finely sums of two norms are cut, until a proof is found


@dataclass(frozen=True)
class ClaimProof:
    """left(t) <= ratio(t) right(t) at rounds first..T, certified.

    proved: whether the checker accepts `certificate`; else ratios are upper bounds, and nothing is said of the claim
    covers: what it is proved for; certificate: a worst case for each round and piece of the start's conditions, as JSON
    """

    id: str
    variant: str
    proved: bool
    covers: str
    ratios: Mapping[int, float]
    certificate: Mapping[str, Any]

    @property
    def value(self) -> float:
        """The largest certified ratio of left to right over the rounds."""
        return max(self.ratios.values())

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the certified ratio of left to right at each round; above 1 nothing is proved."""
        return draw_ratios(self, ax)


def prove_claim(
    theorem: Theorem,
    variant: Variant,
    values: Mapping[str, Number],
    rounds: int,
    spectrum: tuple[Number, Number] | None = None,
    matrix: Sequence[Sequence[Number]] | None = None,
    finer: Sequence[int] = FINER,
    first: int | None = None,
    clients: int | None = None,
    brief: bool = False,
) -> ClaimProof:
    """A certificate of a claim for every round from its first to `rounds`, at given constants.

    values: L, mu and the step: eta, or delta and Gamma. spectrum: [lambda_n, largest other eigenvalue] of every
    symmetric W, for every K; or matrix: one symmetric W, whose lam and lam_n then stand in values.
    finer: how finely to cut the start's conditions, one after the other until the claim is proved; first: another
    first round; clients: K, where a claim with a spectrum needs one (gradients scaled by shares of the data); brief:
    a short certificate, whose ratios need not be close to the worst cases.
    Raises InputError for a claim that is not on gossip descent, for constants outside its assumptions, and for a right
    side that is no maximum of sums of the start's quantities.
    """
    of_kind("theorem", theorem, Theorem, "a Theorem, as theorem(id) or claim(...) give it")
    of_kind("variant", variant, Variant, "a Variant, as Theorem.variant(label) gives it")
    of_kind("values", values, Mapping, "a mapping, name -> number")
    if count("rounds", rounds) > MOST_ROUNDS:
        raise InputError("rounds", rounds, f"at most {MOST_ROUNDS}")
    given = {name: exact(name, value) for name, value in values.items()}
    question = asked(theorem, variant, given, spectrum, matrix, clients)
    base = question.base
    start = (theorem.first or 0) if first is None else first
    nonnegative = NONNEGATIVE in variant.assume
    ratios: dict[int, float] = {}
    entries: list[dict[str, Any]] = []
    for t in range(start, count("rounds", rounds, max(start, 1)) + 1):
        if not in_scope(variant, {"t": Fraction(t)}):
            continue
        value, entry = _covered(*question.at(t), finer, t, brief, nonnegative)
        entries.append({"t": t, **entry})
        ratios[t] = _upward(value, question.rooted)
    record = {
        "kind": KIND,
        "id": theorem.id,
        "variant": variant.label,
        "left": variant.left,
        "right": variant.right,
        "where": dict(variant.where),
        "values": {name: str(value) for name, value in sorted(question.given.items())},
        "network": base.to_json()["network"],
        "scaled": question.scaled,
        "common": base.common,
        "rounds": entries,
        **({"assume": list(variant.assume)} if nonnegative else {}),
    }
    if brief:
        record = _without_what_the_claim_tells(record)
    result = check(record)
    return ClaimProof(theorem.id, variant.label, result["proved"], result["what"], ratios, record)


def _without_what_the_claim_tells(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with worst cases of only what the checker cannot derive from the claim."""

    def short(entry: Mapping[str, Any], own: Sequence[str]) -> dict[str, Any]:
        return {
            **entry,
            "certificates": [{name: case[name] for name in own} for case in entry["certificates"]],
        }

    least, rounds = ("value", "multipliers"), []
    for entry in record["rounds"]:
        for own, more in ((least, {}), (least, {"bits": SHORT}), (("conditions", *least), {})):
            brief = {**short(entry, own), **more}
            try:
                proved = check({**record, "rounds": [brief]})["proved"]
            except NotACertificate:
                proved = False
            if proved:
                break
        rounds.append(brief if proved else entry)
    return {**record, "rounds": rounds}


def _certified(statement: Statement, brief: bool) -> Mapping[str, Any] | None:
    """A certificate of the worst case: the tightest found, or a brief one of at most 1."""
    if not brief:
        run = trace(statement)
        record = certify(run, windows(run))
        return (
            record if record is not None and Fraction(record["value"]) <= 1 else restated(statement) or record
        )
    if (exact := restated(statement)) is not None:
        return exact
    best: Mapping[str, Any] | None = None
    for form in (_weaker(statement), statement, *(_weaker(statement, most) for most in CAPS)):
        run = trace(form)
        for attempt in BRIEF:
            record = certify(run, windows(run), (attempt,))
            if record is not None and (best is None or Fraction(record["value"]) < Fraction(best["value"])):
                best = record
            if best is not None and Fraction(best["value"]) <= 1:
                return best
    return best


def _weaker(statement: Statement, most: int | None = None) -> Statement:
    """With coefficients of conditions rounded down to short ones, and of at most `most`.

    These follow, as quantities are not negative; long fractions leave losses that do not cancel after rounding.
    """

    def short(c: Fraction) -> Fraction:
        if c < 0:
            return c
        c = c if most is None else min(c, Fraction(most))
        unit = Fraction(2) ** (c.numerator.bit_length() - c.denominator.bit_length() - SHORT)
        return c // unit * unit

    conditions = tuple(
        Condition({name: short(c) for name, c in condition.terms.items()}, condition.bound)
        for condition in statement.conditions
    )
    return replace(statement, conditions=conditions)


def _covered(
    base: Statement, right: Size, finer: Sequence[int], t: int, brief: bool, nonnegative: bool
) -> tuple[Fraction, dict[str, Any]]:
    """The largest certified value over a cover of {right <= 1}, and the cover with its certificates."""
    for parts in finer:
        found: list[Mapping[str, Any]] = []
        for conditions in cells(right, parts):
            told = conditions_of(conditions, base.rounds, nonnegative)
            statement = replace(base, conditions=tuple(told))
            record = _certified(statement, brief)
            if record is None:
                raise InputError("round", t, "no proof found: right does not bound left, or the solver fails")
            found.append(record)
        value = max(Fraction(record["value"]) for record in found)
        if value <= 1:
            break
    return value, {"pieces": parts, "certificates": found}


def _upward(value: Fraction, rooted: bool) -> float:
    """The value, or its root, as a float that is not smaller."""
    near = math.sqrt(value) if rooted else float(value)
    return (
        near
        if (Fraction(near) ** 2 if rooted else Fraction(near)) >= value
        else math.nextafter(near, math.inf)
    )

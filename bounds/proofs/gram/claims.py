"""Claims of the library on gossip descent, proved for given constants and rounds: the worst case of left over right.

left and right scale alike with the run, so left(t) <= right(t) holds if the worst case of left(t), given that
right(t) <= 1, is at most 1. The run enters right through a few quantities only (`right`, `sizes`). The multipliers of
the worst cases become the lines of a derivation (`ratios`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mixproof.spectral.checks import count, of_kind
from mixproof.spectral.errors import InputError

from ...dependencies import in_scope
from ...figures import draw_ratios
from ...kernel.statement import check
from ...theorem import Theorem, Variant
from .certificate import ATTEMPTS, certified, restated, value_of
from .inputs import MOST_ROUNDS, Number, exact
from .question import asked
from .ratios import Ratio, told_at
from .right import NONNEGATIVE, conditions_of
from .sizes import Size, cells
from .statement import Statement
from .trace import trace
from .worst_case import windows

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ClaimProof", "prove_claim"]

FINER = (1, 4, 16)  # how finely sums of two norms are cut, until a proof is found


@dataclass(frozen=True)
class ClaimProof:
    """left(t) <= ratio(t) right(t) at rounds first..T, certified.

    proved: whether the kernel accepts `certificate` as a proof of left <= right; else it says left <= c right, c > 1
    covers: what is proved; certificate: a derivation, with lines for each round, as JSON
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
) -> ClaimProof:
    """A certificate of a claim for every round from its first to `rounds`, at given constants.

    values: L, mu and the step: eta, or delta and Gamma. spectrum: [lambda_n, largest other eigenvalue] of every
    symmetric W, for every K; or matrix: one symmetric W, whose lam and lam_n then stand in values.
    finer: how finely to cut the start's conditions, one after the other until the claim is proved; first: another
    first round; clients: K, where a claim with a spectrum needs one (gradients scaled by shares of the data).
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
    start = (theorem.first or 0) if first is None else first
    found: dict[int, Ratio] = {}
    for t in range(start, count("rounds", rounds, max(start, 1)) + 1):
        if in_scope(variant, {"t": Fraction(t)}):
            found[t] = _ratio(*question.at(t), finer, t, NONNEGATIVE in variant.assume)
    largest = max((ratio.value for ratio in found.values()), default=Fraction(0))
    if not found:
        raise InputError("rounds", rounds, "one at least of which the claim speaks")
    record = told_at(question, found, max(Fraction(1), _root_above(largest) if question.rooted else largest))
    result = check(record)
    if not result["proved"]:
        raise InputError("claim", f"{theorem.id}:{variant.label}", f"no proof found: {result['reason']}")
    ratios = {t: _upward(ratio.value, question.rooted) for t, ratio in found.items()}
    return ClaimProof(theorem.id, variant.label, largest <= 1, result["what"], ratios, record)


def _ratio(base: Statement, right: Size, finer: Sequence[int], t: int, nonnegative: bool) -> Ratio:
    """The largest certified value over a cover of {right <= 1}, and the cover with its multipliers."""
    for parts in finer:
        pieces = []
        for conditions in cells(right, parts):
            told = conditions_of(conditions, base.rounds, nonnegative)
            statement = replace(base, conditions=tuple(condition for condition, _ in told))
            multipliers = _certified(statement)
            if multipliers is None:
                raise InputError("round", t, "no proof found: right does not bound left, or the solver fails")
            pieces.append((statement, [place for _, place in told], multipliers))
        value = max(value_of(statement, multipliers) for statement, _, multipliers in pieces)
        if value <= 1:
            break
    return Ratio(value, right, parts, pieces)


def _certified(statement: Statement) -> Any:
    """Multipliers of the worst case, the tightest found."""
    run = trace(statement)
    best = certified(run, windows(run), ATTEMPTS)
    if best is None or value_of(statement, best) > 1:
        return restated(statement) or best
    return best


def _root_above(value: Fraction) -> Fraction:
    """A short number that is at least the root."""
    near = Fraction(math.isqrt(math.ceil(value * 10**12)) + 1, 10**6)
    return Fraction(1) if value <= 1 else near


def _upward(value: Fraction, rooted: bool) -> float:
    """The value, or its root, as a float that is not smaller."""
    near = math.sqrt(value) if rooted else float(value)
    return (
        near
        if (Fraction(near) ** 2 if rooted else Fraction(near)) >= value
        else math.nextafter(near, math.inf)
    )

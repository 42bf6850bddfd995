"""A user's claim, in one line."""

from __future__ import annotations

from collections.abc import Mapping

from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError

from .family import Family
from .names import check_claim
from .rounds import ROUNDS
from .theorem import Theorem, Variant
from .vector_formulas import written_out

__all__ = ["OWN", "claim"]

OWN = "own.claim"  # the id of a claim that has no name yet


def claim(
    text: str,
    *assume: str,
    family: Family,
    where: Mapping[str, str] | None = None,
    rounds: int = 20,
    first: int | None = 0,
    derivation: str = "",
) -> Theorem:
    """Your own claim: a theorem with the one variant `claim`, ready for `mixproof.verify`.

    text: `left <= right` (also <, ==, >=, >), for every setting of the family and every round t from `first` that meet
    all of `assume`; first=None where the claim speaks of no round. rounds: how far the search looks, no part of the
    claim. The names that formulas may use are in NOTATION.md; `where` defines more: name -> formula. Formulas over
    vectors (`norm(next(x) - o)`, `vector_formulas`) are read where the family offers its states. derivation: the
    text of a proof (docs/guides/derivations.md).

    The family's run is tried once in floats and once in exact arithmetic. Raises InputError for arguments of another
    kind, a text that is no formula, a name that the family does not know, a definition in a circle, a metric read
    at what is no round, and a run that fails in either arithmetic.

    >>> from mixproof.bounds.families.shared import gossip
    >>> mine = claim("spread(0) >= spread(t)", "eta <= 1/L", family=gossip(fixed=True))
    >>> mine.variant("claim").left, mine.variant("claim").relation, mine.variant("claim").right
    ('spread(t)', '<=', 'spread(0)')
    """
    _check_kinds((text, *assume), family, where)
    said = text
    (text, *rest), where = written_out((text, *assume), where or {})
    variant = Variant("claim", text, tuple(rest), where, derivation=derivation)
    if count("rounds", rounds, 0) >= ROUNDS:
        raise InputError("rounds", rounds, f"below {ROUNDS:,}")
    if first is not None:
        count("first", first, 0)
    stated = Theorem(OWN, said, "", said, family, (variant,), rounds, first)
    check_claim(stated, variant)
    return stated


def _check_kinds(texts: tuple[object, ...], family: object, where: object) -> None:
    if not isinstance(family, Family):
        raise InputError("family", f"of type {type(family).__name__}", "a Family, such as gossip()")
    if not (where is None or isinstance(where, Mapping)):
        raise InputError("where", f"of type {type(where).__name__}", "a mapping, name -> formula")
    for text in (*texts, *(where or {}), *(where or {}).values()):
        if not isinstance(text, str):
            rule = "a text, each assumption one of its own: claim(text, assumption, ..., family=...)"
            raise InputError("formula", f"of type {type(text).__name__}", rule)

"""The functions a user calls: `verify` a claim or statements by their ids, `check` a witness, `prove` a claim."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from inspect import signature
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixproof.spectral.checks import count, of_kind
from mixproof.spectral.errors import InputError
from mixproof.spectral.showing import Shown

from .hints import guess
from .theorem import Theorem

if TYPE_CHECKING:
    from .verdict import Verdict

__all__ = ["MOST_SECONDS", "Checked", "check", "check_effort", "prove", "verify"]

MOST_SECONDS = 1e6  # a billion evaluations
BRIEF = 0.1  # effort of a search before lines are guessed at length, or for a setting that meets a proof's assumptions
QUICK = 150_000  # units of work of a first look for a proof that nobody wrote, some 10 microseconds each


def check_effort(seconds: Any) -> None:
    """InputError for an effort of the search that is no number, not positive or beyond `MOST_SECONDS`."""
    number = isinstance(seconds, Real) and not isinstance(seconds, bool)
    if not number or not 0 < seconds <= MOST_SECONDS:
        raise InputError("seconds", seconds, f"a finite number > 0, at most {MOST_SECONDS:,.0f}")


def verify(
    claim: Any, variant: str | None = None, *, seconds: float = 0.6, seed: int = 0
) -> Verdict | tuple[Verdict, ...]:
    """The verdict on a claim, or on a statement of the library.

    claim: what `claim` returns (or any Theorem), or a text: a paper (`defed`), a statement (`decefl.theorem-1`) or one
    variant of it (`decefl.theorem-1:eq-5`). variant: the label of one variant. Gives one Verdict where one variant is
    asked for or there is but one, as of your own claim; else a tuple of them, in the library's order. seconds:
    the budget of a variant's search, above 0 and at most `MOST_SECONDS`. What the library's derivation proves is part
    of the verdict (`certified`); so is, of a claim of your own that survives the search, a derivation whose lines are
    guessed within the same budget.
    Raises InputError for what is not known, and for a budget or seed that is none.

    >>> verify("decefl.theorem-1:eq-5").outcome.name
    'REFUTED'
    """
    from .kept import with_derivation, with_guess
    from .search.verify import verify as search
    from .theorems import in_library

    check_effort(seconds)
    count("seed", seed)
    if isinstance(claim, Theorem):
        stated = [claim]
    elif isinstance(claim, str):
        id, _, label = claim.partition(":")
        stated, variant = _named(id), variant or label or None
    else:
        rule = "a claim, or the id of a paper, a statement or a variant"
        raise InputError("claim", f"of type {type(claim).__name__}", rule)
    pairs = [
        (theorem, each)
        for theorem in stated
        for each in (theorem.variants if variant is None else [theorem.variant(variant)])
    ]
    verdicts = []
    for theorem, each in pairs:
        found = search(theorem, each, seconds, seed)
        if in_library(theorem):
            found = with_derivation(found, theorem, each)
        else:
            found = with_guess(found, theorem, each, seconds)
        verdicts.append(replace(found, stated=theorem))
    return verdicts[0] if len(verdicts) == 1 else tuple(verdicts)


def prove(
    what: Any,
    derivation: str | None = None,
    *,
    variant: str | None = None,
    printed: bool = False,
    **constants: Any,
) -> Any:
    """A proof: of a claim from its derivation, or of an algorithm's linear rate at given constants.

    what: a Theorem, as `claim` returns it, or the id of one in the library (`decefl.theorem-1:repaired`), with the text
    of its derivation: where none is given its variant's own, and where it has none lines are guessed. Gives
    `bounds.proofs.derivation.Proved`, which says of each line whether it is proved, refuted by a setting (its
    `witness`), or open. Or an algorithm, declared or by name, with the constants that `bounds.proofs.prove` takes.
    variant: the label of one variant. printed: instead the proof that the paper prints of this statement of the
    library, line by line (`bounds.printed.Examined`). Raises InputError for what is neither.

    >>> from mixproof.bounds import claim
    >>> from mixproof.bounds.families.scalars import scalars
    >>> mine = claim("2*a*b <= a**2 + b**2", family=scalars(positive="a b"), first=None)
    >>> prove(mine, "claim with a - b").proved
    True
    >>> prove(mine).proved
    True
    """
    if printed:
        from . import printed as proofs

        return proofs.examine(proofs.printed(what.id if isinstance(what, Theorem) else what))
    if isinstance(what, str) and not constants:
        from .theorems import named

        what, told = named(what)
        if variant is None and told is not None:
            variant = told.label
    if not isinstance(what, Theorem):
        return _rate(what, constants)
    if constants:
        raise InputError(
            "constants",
            ", ".join(constants),
            "they go with an algorithm; a claim is proved at constants by `mixproof prove FILE.py:NAME --at ...`",
        )
    if derivation is not None:
        of_kind("derivation", derivation, str, "the text of a proof")
    from . import kept
    from .proofs.derivation import Proved, checked, unaided
    from .proofs.derivation import prove as derive
    from .search.lines import examined, refuted
    from .search.verify import verify as search
    from .theorems import in_library
    from .verdict import Outcome

    one = what.variants[0] if variant is None else what.variant(variant)
    text = one.derivation if derivation is None else derivation
    if not text and (record := kept.record(what, one)) is not None:  # found by a program, not written
        result = checked(what, one, record)
        return Proved(result["proved"], result["what"], (), record, result["reason"])
    found = derive(what, one, text) if text else unaided(what, one, QUICK)
    looked = None
    if not text and not found.proved:
        looked = search(what, one, BRIEF)
        if looked.witness is not None:  # a longer look for a proof would be in vain
            return refuted(one, looked.witness)
        found = unaided(what, one)
    if not found.proved:
        return examined(what, one, found)
    if looked is None and one.assume and not in_library(what):
        looked = search(what, one, BRIEF)
    if looked is not None and looked.outcome is Outcome.UNDECIDED:
        return replace(found, doubt=looked.sentence)
    return found


def _rate(algorithm: Any, constants: Mapping[str, Any]) -> Any:
    """The linear rate of an algorithm, at constants that `bounds.proofs.prove` knows."""
    from .algorithms import Algorithm, with_balance
    from .algorithms import algorithm as named
    from .proofs import prove as rate

    if not isinstance(algorithm, Algorithm | str):
        rule = "a claim, the id of a statement, or an algorithm with its constants"
        raise InputError("what", f"of type {type(algorithm).__name__}", rule)
    try:
        signature(rate).bind(algorithm, **constants)
    except TypeError as error:
        known = signature(rate).parameters
        near = "".join(guess(name, known) for name in constants if name not in known)
        raise InputError(
            "constants", ", ".join(constants) or "none", f"of an algorithm: {error}{near}"
        ) from None
    return rate(with_balance(named(algorithm)), **constants)


def _named(id: str) -> list[Theorem]:
    from .theorems import of_paper, theorem

    return list(of_paper(id)) or [theorem(id)]


@dataclass(frozen=True, repr=False)
class Checked(Shown):
    """What the kernel derives from a witness.

    refuted: whether the setting meets every assumption and breaks the claim; reason: why not, empty if so. known:
    whether the library has the statement, or it was given; if so, the witness was also compared with its text.
    """

    id: str
    variant: str
    t: int
    left: float | None
    right: float | None
    refuted: bool
    reason: str
    known: bool

    def title(self) -> str:
        word = "confirmed: it meets every assumption and breaks the claim"
        return f"{self.id}:{self.variant} " + (word if self.refuted else f"not confirmed: {self.reason}")

    def shown(self) -> list[tuple[str, str]]:
        sides = [
            (name, "-" if x is None else f"{x:.9g}")
            for name, x in (("left", self.left), ("right", self.right))
        ]
        return [("round", str(self.t)), *sides]


def check(witness: Any, stated: Theorem | None = None) -> Checked:
    """Derive both sides of a counterexample again, by code that shares nothing with what found it.

    witness: the record of a Verdict (`verdict.witness`), or the name of a file that holds one. A statement that the
    library has must be the one that the record speaks of. stated: your own Theorem that it speaks of. Raises
    InputError for what is no witness, or one of another statement.

    >>> check(verify("decefl.theorem-1:eq-5").witness).refuted
    True
    """
    from .arithmetic import middle
    from .kernel.records import decide
    from .theorems import of_paper, theorem
    from .witnesses import difference, named, read_record

    if isinstance(witness, str | os.PathLike):
        record, name = read_record(Path(witness)), str(witness)
    elif isinstance(witness, Mapping):
        record, name = dict(witness), "record"
    else:
        rule = "the record of a refuted Verdict, or a file that holds one"
        raise InputError("witness", f"of type {type(witness).__name__}", rule)
    id, label = named(record, name)
    if stated is not None:
        of_kind("stated", stated, Theorem, "the Theorem that the witness speaks of")
        if id != stated.id:
            raise InputError("witness", name, f"speaks of another statement than {stated.id}")
    decision = decide(record)
    if decision.found is None:
        raise InputError("witness", name, decision.sentence.removeprefix("REFUSED: "))
    found, reasons = decision.found, decision.found.reasons
    known = stated is not None or any(id == each.id for each in of_paper(id.split(".")[0]))
    if known:
        stated = stated or theorem(id)
        if other := difference(record, stated, stated.variant(label)):
            reasons = (*reasons, other)
    left, right = (None if side is None else middle(side) for side in (found.left, found.right))
    return Checked(
        id, label, found.t, left, right, refuted=not reasons, reason="; ".join(reasons), known=known
    )

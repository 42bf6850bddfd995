"""What certificates of the library prove of a variant, as the checker finds them, and the verdict with it.

The certificate of `ID:VARIANT` is the file `certificates/ID.VARIANT.json` beside this one, a record of any kind that
`bounds/checker/records.py` lists. How much it proves is not told anywhere: the checker derives the claim (`checked`)
and what it is limited to (`limits`) from the record. Where the claim is the variant's text to the last assumption and
nothing limits it, the variant is PROVED. Else the verdict keeps its word and says at which constants, rounds and
networks the certificates prove it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from .checker import records
from .checker.psd import NotACertificate
from .kept import derived
from .search.replay import claimed
from .theorem import Theorem, Variant, unmet
from .verdict import BASIS, Outcome, Verdict

__all__ = ["FOLDER", "Certified", "accepted", "certified", "kept", "name_of", "with_certificate"]

FOLDER = Path(__file__).parent / "certificates"
NAMED = ("L", "mu", "lam", "lam_n", "eta", "delta", "Gamma")  # constants told first, in this order


@dataclass(frozen=True)
class Certified:
    """What an accepted certificate proves of a variant.

    whole: all that the variant's text says; covers: what, in words; limits: for each proof the constants, rounds and
    runs that it is limited to, as the checker found them; file: of the certificate, empty where it is in none
    """

    whole: bool
    covers: str
    limits: tuple[Mapping[str, Any], ...]
    file: str = ""

    @property
    def said(self) -> str:
        """What is accepted of a whole claim, and by whom."""
        if self.file.startswith("derivations/"):
            return f"the kernel checks every line of a derivation of {self.covers}"
        return f"the checker accepts a certificate of {self.covers}"

    def to_json(self) -> dict[str, Any]:
        return {
            "whole": self.whole,
            "covers": self.covers,
            "points": len(self.limits),
            "limits": [dict(limit) for limit in self.limits],
            "file": self.file,
        }


def name_of(stated: Theorem, variant: Variant) -> str:
    """The name of the file of a variant's certificate."""
    return f"{stated.id}.{variant.label}.json"


def certified(stated: Theorem, variant: Variant) -> Certified | None:
    """What the library's certificate of this variant proves; None where it has none.

    Raises ValueError for a certificate that the checker does not accept, or that is of another claim.
    """
    name = name_of(stated, variant)
    place = FOLDER / name
    if not place.is_file():
        return None
    return replace(accepted(stated, variant, records.read(str(place))), file=name)


def accepted(stated: Theorem, variant: Variant, record: Any) -> Certified:
    """What a record proves of a variant. Raises NotACertificate, a ValueError, where that is nothing."""
    result = records.check_proof(record)
    name = f"{stated.id}:{variant.label}"
    if not result["proved"]:
        raise NotACertificate(f"the certificate of {name} is not accepted: {result['reason']}")
    text, checked = claimed(stated, variant), result.get("checked", {})
    if not {"left", "relation", "right", "where"} <= checked.keys() or any(
        checked[field] != text.get(field) for field in checked
    ):
        raise NotACertificate(f"the certificate of {name} proves another claim")
    found = result["limits"]
    limits = tuple(found["any of"]) if "any of" in found else (found,)
    for limit in limits:
        if broken := unmet(variant, limit.get("constants", {})):
            raise NotACertificate(f"the certificate of {name} is at constants that do not meet {broken}")
    whole = checked.keys() == text.keys() and any(not limit for limit in limits)
    return Certified(whole, "everything the claim speaks of" if whole else _said(limits), limits)


def kept(stated: Theorem, variant: Variant) -> Certified | None:
    """What the library's derivation of this variant proves, or else its certificate; None where it has neither."""
    return _derived(stated, variant) or certified(stated, variant)


def with_certificate(verdict: Verdict, stated: Theorem, variant: Variant) -> Verdict:
    """The verdict of a search, with what the library's certificate adds to it."""
    found = kept(stated, variant)
    if found is None:
        return verdict
    with_it = replace(verdict, certified=found.to_json())
    if not found.whole:
        if verdict.outcome is not Outcome.HOLDS:
            return with_it
        return replace(with_it, sentence=f"{verdict.sentence}; certificates cover {found.covers}")
    if verdict.outcome is Outcome.REFUTED:
        sentence = "a witness and a certificate contradict each other: one of two checkers errs"
        return replace(with_it, outcome=Outcome.UNDECIDED, sentence=f"{sentence} ({verdict.sentence})")
    # what the search says of itself where nothing else is known
    besides = verdict.sentence.replace(BASIS.get(verdict.basis or "", ""), "")
    sentence = f"{found.said}; {besides}"
    return replace(with_it, outcome=Outcome.PROVED, sentence=sentence, basis="certificate")


def _derived(stated: Theorem, variant: Variant) -> Certified | None:
    """The library's derivation of this variant, checked; None where it has none. Raises NotACertificate."""
    result = derived(stated, variant)
    if result is None:
        return None
    if not result["proved"]:
        name = f"{stated.id}:{variant.label}"
        raise NotACertificate(f"the derivation of {name} is not accepted: {result['reason']}")
    return Certified(True, "everything the claim speaks of", ({},), f"derivations/{result['file']}")


def _said(limits: tuple[Mapping[str, Any], ...]) -> str:
    """The limits of all proofs in one phrase.

    >>> at = {"constants": {"L": "1", "mu": "1/2"}, "rounds": [0, 1, 2], "runs": "every K"}
    >>> _said((at, {**at, "constants": {"L": "1", "mu": "1/10"}}))
    '2 points of constants (L=1; mu=1/10, 1/2), rounds 0 to 2, every K'
    """
    told: list[str] = []
    constants = [limit["constants"] for limit in limits if limit.get("constants")]
    if constants:
        names = sorted({name for each in constants for name in each}, key=_place)
        each = [f"{name}={', '.join(_values(constants, name))}" for name in names if name in NAMED]
        head = "1 point" if len(constants) == 1 else f"{len(constants)} points"
        told.append(f"{head} of constants ({'; '.join(each)})")
    rounds = [limit["rounds"] for limit in limits if limit.get("rounds")]
    if rounds:
        first, last = max(min(each) for each in rounds), min(max(each) for each in rounds)
        told.append(f"rounds {first} to {last}" if last > first else f"round {first}")
    others = [str(limit[key]) for limit in limits for key in limit if key not in ("constants", "rounds")]
    return ", ".join([*told, *dict.fromkeys(others)])


def _place(name: str) -> tuple[int, str]:
    return (NAMED.index(name) if name in NAMED else len(NAMED), name)


def _values(constants: list[Mapping[str, str]], name: str) -> list[str]:
    found = sorted({Fraction(each[name]) for each in constants if name in each})
    if len(found) > 4:
        return [f"{len(found)} values from {found[0]} to {found[-1]}"]
    return [str(value) for value in found]

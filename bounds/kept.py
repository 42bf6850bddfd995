"""The library's kept derivations: the file `derivations/ID.VARIANT.json` of each, and what it proves."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from .theorem import Theorem, Variant
from .verdict import BASIS, Outcome, Verdict

__all__ = [
    "FOLDER",
    "SAID",
    "derived",
    "keep",
    "kept",
    "own_proof",
    "place",
    "proof",
    "record",
    "with_derivation",
    "with_guess",
]

SAID = "the kernel checks every line of a derivation of everything the claim speaks of"
FOLDER = Path(__file__).parent / "derivations"
WHOLE = {"whole": True, "covers": "everything the claim speaks of"}
GUESSED = 1_500_000  # units of work that guessed lines may take, for each second of effort


def place(stated: Theorem, variant: Variant) -> Path:
    """The file of a variant's derivation, where one is kept."""
    return FOLDER / f"{stated.id}.{variant.label}.json"


def kept() -> list[tuple[Theorem, Variant]]:
    """The statements whose derivations are kept, in the library's order."""
    from . import theorems

    return [(one, each) for one in theorems.ALL for each in one.variants if place(one, each).is_file()]


def record(stated: Theorem, variant: Variant) -> dict[str, Any] | None:
    """The record of a variant's derivation; None where none is kept."""
    file = place(stated, variant)
    found: dict[str, Any] | None = json.loads(file.read_text()) if file.is_file() else None
    return found


def derived(stated: Theorem, variant: Variant) -> dict[str, Any] | None:
    """What the kept derivation of a variant proves, as `checked` says it; None where none is kept."""
    found = record(stated, variant)
    if found is None:
        return None
    from .proofs.derivation import checked

    return {**checked(stated, variant, found), "file": place(stated, variant).name}


def proof(stated: Theorem, variant: Variant) -> dict[str, Any] | None:
    """The kept derivation of a variant as verdicts name it, {whole, covers, file}; None where none is kept.

    Raises ValueError where the kernel does not accept it, or it is of another claim.
    """
    found = derived(stated, variant)
    if found is None:
        return None
    if not found["proved"]:
        name = f"{stated.id}:{variant.label}"
        raise ValueError(f"the derivation of {name} is not accepted: {found['reason']}")
    return {**WHOLE, "file": f"derivations/{found['file']}"}


def with_derivation(verdict: Verdict, stated: Theorem, variant: Variant) -> Verdict:
    """The verdict of a search, with what the library's derivation adds to it."""
    found = proof(stated, variant)
    if found is None:
        return verdict
    if verdict.outcome is Outcome.REFUTED:
        sentence = "a witness and a derivation contradict each other: the kernel errs"
        outcome, said = Outcome.UNDECIDED, f"{sentence} ({verdict.sentence})"
        return replace(verdict, certified=found, outcome=outcome, sentence=said)
    if verdict.outcome is Outcome.UNDECIDED:
        return replace(verdict, certified=found, sentence=f"proved, and perhaps vacuous: {verdict.sentence}")
    return _proved(verdict, found)


def with_guess(verdict: Verdict, stated: Theorem, variant: Variant, seconds: float) -> Verdict:
    """The verdict on a user's claim that survived the search: PROVED where the kernel accepts its derivation, or one
    whose lines are guessed; its record is part of the verdict."""
    if verdict.outcome is not Outcome.HOLDS:
        return verdict
    from .proofs.derivation import prove, unaided

    if variant.derivation:
        found = prove(stated, variant, variant.derivation)
    else:
        found = unaided(stated, variant, int(seconds * GUESSED))
    told = own_proof(stated, variant, found.record)
    return verdict if told is None else _proved(verdict, told)


def own_proof(stated: Theorem, variant: Variant, record: Any) -> dict[str, Any] | None:
    """The derivation of a user's claim as verdicts hold it; None where the kernel does not accept the record."""
    from .proofs.derivation import checked

    proved = bool(record) and checked(stated, variant, record)["proved"]
    return {**WHOLE, "file": "", "record": dict(record)} if proved else None


def _proved(verdict: Verdict, found: dict[str, Any]) -> Verdict:
    # what the search says of itself where nothing else is known
    besides = verdict.sentence.replace(BASIS.get(verdict.basis or "", ""), "")
    sentence = f"{SAID}; {besides}"
    return replace(verdict, certified=found, outcome=Outcome.PROVED, sentence=sentence, basis="certificate")


def keep(ids: list[str]) -> int:
    """Find the derivations of these statements or variants (of all, if none is named) and keep their records."""
    from . import theorems
    from .proofs.derivation import prove

    papers = {id.split(".")[0] for id in ids}
    library = [one for paper in papers for one in theorems.of_paper(paper)] if ids else theorems.ALL
    failed = 0
    for stated in library:
        for variant in stated.variants:
            name = f"{stated.id}:{variant.label}"
            if not variant.derivation or (ids and not {stated.id, name} & set(ids)):
                continue
            result = prove(stated, variant, variant.derivation)
            if result.proved:
                FOLDER.mkdir(exist_ok=True)
                text = json.dumps(result.record, indent=0, separators=(",", ":"))
                place(stated, variant).write_text(text + "\n")
                unused = f"; not used: {', '.join(result.unused)}" if result.unused else ""
                print(f"{name}: PROVED{unused}")
            else:
                failed += 1
                print(f"{name}\n{result}")
    return int(bool(failed))

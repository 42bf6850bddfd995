"""`prove` and `check-proof`: rates of declared algorithms, proved for all rounds, and certificates checked."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import reachable, write_text

from .bound import assignments
from .colours import painted
from .named import declared, statement
from .output import emit
from .worst_case import prove_statement

if TYPE_CHECKING:
    from mixproof.bounds import Theorem, Variant
    from mixproof.bounds.printed import Examined
    from mixproof.bounds.proofs import Proof, RangeProof
    from mixproof.bounds.proofs.derivation import Proved

__all__ = ["check_proof", "prove_rate", "values"]

CONSTANTS = ("L", "mu", "lam", "lam_n", "eta", "share")


def prove_rate(arguments: Namespace) -> int:
    from mixproof.bounds.algorithms import with_balance
    from mixproof.bounds.proofs import prove

    for file in (arguments.out, arguments.witness):  # before the work, not after it
        if file is not None:
            reachable(Path(file).parent)
    if arguments.printed:
        return _prove_printed(arguments)
    if (named := statement(arguments.algorithm)) is not None:
        if arguments.at is None and (named[1].derivation or _unaided(*named)):
            return _prove_lines(arguments, *named)
        _needs_constants(arguments)
        return prove_statement(arguments, *named, arguments.witness)
    algorithm = with_balance(declared(arguments.algorithm))
    _needs_constants(arguments)
    at = values("at", arguments.at, CONSTANTS)
    if arguments.eta is not None:
        if "eta" in at:
            raise InputError("eta", arguments.eta, "is given in --at too")
        at["eta"] = arguments.eta
    for name in ("eta", "share"):
        if name in at and ".." in at[name]:
            at[name] = tuple(at[name].split("..", 1))
    if isinstance(at.get("share"), str):
        at["share"] = (at["share"], at["share"])
    if arguments.lam is not None or (isinstance(at.get("eta"), tuple) and _zero(at["eta"][0])):
        return _range(arguments, at)
    for name in ("L", "mu", "lam"):
        if name not in at:
            raise InputError("at", arguments.at, f"lacks {name}: L, mu and lam are needed")
    lossy = values("lossy", arguments.lossy, ("r2",)) if arguments.lossy is not None else {}
    proof = prove(
        algorithm,
        tier=arguments.tier,
        rate=arguments.rate,
        step_limit=arguments.step_limit,
        noise=arguments.noise,
        **at,
        **lossy,
    )
    if proof.witness is not None:
        _write(arguments.witness, proof.divergence or proof.witness)
    return _told(arguments, proof)


def _prove_lines(arguments: Namespace, stated: Theorem, variant: Variant) -> int:
    """The derivation beside a statement, line by line."""
    from mixproof.bounds.verification import prove

    result = prove(stated, variant=variant.label)
    return _lines(arguments, result, result)


def _prove_printed(arguments: Namespace) -> int:
    """The proof that the paper prints of a statement, line by line."""
    from mixproof.bounds.verification import prove

    found = prove(arguments.algorithm, printed=True)
    return _lines(arguments, found, found.told)


def _lines(arguments: Namespace, shown: Proved | Examined, result: Proved) -> int:
    """The lines on standard output; the record of the proof, or of the first false line, in its file."""
    if result.proved:
        _write(arguments.out, result.record)
    _write(arguments.witness, result.witness)
    emit(arguments, shown.to_json(), painted(str(shown)))
    return 0 if result.proved else 1


def _unaided(stated: Theorem, variant: Variant) -> bool:
    """Whether a statement whose lines nobody wrote is proved line by line: one whose record is kept, a user's, or one
    about numbers alone, whose lines are guessed."""
    from mixproof.bounds.kept import record
    from mixproof.bounds.theorems import in_library

    return (
        record(stated, variant) is not None
        or not in_library(stated)
        or stated.family_of(variant).name == "scalars"
    )


def _needs_constants(arguments: Namespace) -> None:
    if arguments.at is None:
        raise InputError(
            "--at", "nothing", "the constants to prove it at, unless it is a claim about numbers alone"
        )


def _zero(text: str) -> bool:
    from mixproof.bounds.proofs.gram.inputs import exact

    return exact("eta", text.strip()) == 0


def _range(arguments: Namespace, at: dict[str, Any]) -> int:
    """One theorem for a range of lambdas, or of steps down to 0."""
    from mixproof.bounds.proofs import prove_range

    for name in ("lossy", "tier", "rate", "witness"):
        if getattr(arguments, name) is not None:
            raise InputError(name, getattr(arguments, name), "does not go with --lam A..B or --eta 0..B")
    if arguments.lam is not None:
        if "lam" in at:
            raise InputError("lam", arguments.lam, "is given in --at too")
        low, dots, high = arguments.lam.partition("..")
        if not dots:
            raise InputError("lam", arguments.lam, "A..B; one lambda belongs in --at")
        at["lam"] = (low, high)
    if missing := [name for name in ("L", "mu", "lam", "eta") if name not in at]:
        raise InputError("at", arguments.at, f"lacks {missing[0]}")
    if set(at) > {"L", "mu", "lam", "eta"} or (arguments.lam is not None and isinstance(at["eta"], tuple)):
        raise InputError("at", arguments.at, "a range is of lam or of eta, and of nothing else")
    return _told(arguments, prove_range(declared(arguments.algorithm), **at))


def _told(arguments: Namespace, proof: Proof | RangeProof) -> int:
    """The proof of a rate on standard output, and its certificate in `--out`; status 1 where none was found."""
    written = _write(arguments.out, proof.certificate)
    text = repr(proof) + (f"\nwritten: {written}" if written else "")
    emit(arguments, proof.to_json() | {"file": written}, text)
    return 0 if proof.proved else 1


def values(name: str, text: str, allowed: tuple[str, ...]) -> dict[str, Any]:
    """name=value, separated by commas or spaces. Raises InputError.

    >>> values("at", "L=1, mu = 1/10 lam=1/2", ("L", "mu", "lam"))
    {'L': '1', 'mu': '1/10', 'lam': '1/2'}
    """
    found: dict[str, Any] = {}
    for part in assignments(text):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value or key not in allowed:
            raise InputError(name, part, f"is name=value, the names {', '.join(allowed)}")
        if key in found:
            raise InputError(name, part, f"{key} is given twice")
        found[key] = value
    return found


def check_proof(arguments: Namespace) -> int:
    from mixproof.bounds.kernel.records import KINDS
    from mixproof.bounds.witnesses import read_record

    record = read_record(Path(arguments.file), "proof")
    kind = record.get("kind") if isinstance(record, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError("proof", arguments.file, f"a record of kind {', '.join(KINDS)}")
    result = _decided(record)
    word = (
        "proved"
        if result["proved"]
        else "refuted"
        if result["refuted"]
        else f"not proved: {result['reason']}"
    )
    emit(arguments, result, f"{result['what']}\n{word}")
    return 0 if result["proved"] or result["refuted"] else 1


def _decided(record: dict[str, Any]) -> dict[str, Any]:
    """What the kernel says of a derivation, of a rate that cannot be beaten, or of a setting that reaches a value."""
    from mixproof.bounds.kernel.records import decide

    decision = decide(record)
    told, confirmed = decision.sentence.partition(": ")[2], decision.confirmed
    found = decision.found if isinstance(decision.found, dict) else {}
    words = {"proved": decision.word == "PROVED", "refuted": decision.word == "REFUTED"}
    return {**found, **words, "what": told * confirmed, "reason": told * (not confirmed)}


def _write(file: str | None, document: Any) -> str | None:
    """The file, where one is named and there is something to write."""
    if file is None or document is None:
        return None
    return str(write_text(Path(file), json.dumps(document) + "\n"))

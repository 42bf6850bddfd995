"""`worst-case`: the largest value of a metric after T rounds, certified from above and reached by exact clients."""

from __future__ import annotations

from argparse import Namespace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixproof.bounds.proofs import worst_case
from mixproof.bounds.proofs.gram.worst_case import START
from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import reachable, write_json

from ..tables import table
from .bound import constants_at
from .named import declared, statement
from .output import emit
from .spectra import extremes, network_of

if TYPE_CHECKING:
    from mixproof.bounds import Theorem, Variant

__all__ = ["prove_statement", "show_worst_case"]

STEPS = ("eta", "delta", "Gamma")
BOUNDS = ("error2", "spread2", "distance2", "gstar2", "eps0")


def show_worst_case(arguments: Namespace) -> int:
    if arguments.out is not None:  # before the work, not after it
        reachable(Path(arguments.out).parent)
    if (named := statement(arguments.what)) is not None:
        if arguments.metric is not None:
            raise InputError(
                "--metric", arguments.metric, "is an algorithm's; a statement has its own left side"
            )
        return prove_statement(arguments, *named, _beside(arguments.out))
    given = constants_at(arguments.at)
    known = {"L", "mu", "lam", *STEPS, *BOUNDS}
    if unknown := [name for name in given if name not in known]:
        raise InputError("--at", unknown[0], f"names among {', '.join(sorted(known))}")
    if missing := [name for name in ("L", "mu") if name not in given]:
        raise InputError("--at", arguments.at, f"gives {' and '.join(missing)} too, as name=value")
    spectrum, matrix = network_of(arguments)
    if "lam" in given:
        if spectrum is not None or matrix is not None:
            raise InputError("lam", str(given["lam"]), "either lam, or --spectrum or --matrix")
        if not 0 <= given["lam"] < 1:
            raise InputError("lam", str(given["lam"]), "0 <= lam < 1")
        spectrum = (-given["lam"], given["lam"])
    found = worst_case(
        declared(arguments.what),
        L=given["L"],
        mu=given["mu"],
        rounds=arguments.rounds,
        spectrum=spectrum,
        matrix=matrix,
        metric=arguments.metric or "error2",
        start=_start(given),
        eta=given.get("eta"),
        delta=given.get("delta"),
        Gamma=given.get("Gamma"),
    )
    files = _write(arguments.out, found.certificate), _write(_beside(arguments.out), found.witness)
    fields = {
        "algorithm": found.statement.algorithm.name,
        "metric": found.metric,
        "rounds": found.rounds,
        "value": found.value,
        "value_witness": found.value_witness,
        "start": {name: str(bound) for name, bound in _start(given).items()},
        "seconds": round(found.seconds, 3),
        "file": files[0],
        "witness_file": files[1],
        "witness": found.witness,
    }
    emit(arguments, fields, "\n".join([found.summary(), *(f"written to {file}" for file in files if file)]))
    return 0


def prove_statement(arguments: Namespace, stated: Theorem, variant: Variant, witness_file: str | None) -> int:
    """`prove ID` and `worst-case ID`: the largest left/right of a statement at each round, certified.

    Of one W also what exact clients reach at the tightest round, with their record in witness_file. Status 1 where
    `prove` finds no proof.
    """
    from mixproof.bounds.proofs import prove_claim
    from mixproof.bounds.search.worst import reached

    given = constants_at(arguments.at)
    if arguments.rounds is None:
        raise InputError("--rounds", "nothing", "a proof of a statement is for rounds up to T")
    spectrum, matrix = network_of(arguments)
    if matrix is not None:
        given |= extremes(matrix)
    elif spectrum is None and {"lam", "lam_n"} <= given.keys():
        spectrum = (given["lam_n"], given["lam"])
    found = prove_claim(stated, variant, given, arguments.rounds, spectrum, matrix)
    tightest = max(found.ratios, key=found.ratios.__getitem__)
    worst = None if matrix is None else reached(stated, variant, given, tightest, matrix)
    record = None if worst is None else worst.record(stated, variant)
    files = _write(arguments.out, found.certificate), _write(witness_file, record)
    refuted = worst is not None and worst.replay.refuted
    fields = {
        "id": found.id,
        "variant": found.variant,
        "proved": found.proved,
        "refuted": refuted,
        "covers": found.covers,
        "value": found.value,
        "value_witness": None if worst is None else worst.ratio,
        "rounds": arguments.rounds,
        "ratios": found.ratios,
        "file": files[0],
        "witness_file": files[1],
        "witness": record,
    }
    lines = [table(["t", "left/right at most"], found.ratios.items())]
    lines += [] if worst is None else [worst.said]
    lines += ["REFUTED: they break the claim, exactly"] if refuted else []
    lines += [] if refuted else [f"{'proved' if found.proved else 'no proof found'}: {found.covers}"]
    emit(arguments, fields, "\n".join(lines))
    return 0 if found.proved or arguments.command == "worst-case" else 1


def _start(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """The bounds on the start; those of START where nothing else speaks of the starts' distances."""
    told = {name: given[name] for name in BOUNDS if name in given}
    usual = (
        {}
        if "distance2" in told or "eps0" in told
        else {name: Fraction(value) for name, value in START.items()}
    )
    return usual | told


def _beside(out: str | None) -> str | None:
    """Where the witness goes, beside the certificate."""
    return None if out is None else f"{out}.witness.json"


def _write(file: str | None, record: Any) -> str | None:
    """The file, where one is named and there is something to write."""
    if file is None or record is None:
        return None
    write_json(Path(file), record)
    return file

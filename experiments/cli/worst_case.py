"""`worst-case`: the largest value of a metric after T rounds, certified from above and reached by exact clients."""

from __future__ import annotations

from argparse import Namespace
from fractions import Fraction
from pathlib import Path
from typing import Any

from mixproof.bounds.algorithms import algorithm
from mixproof.bounds.proofs import worst_case
from mixproof.bounds.proofs.gram.worst_case import START
from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import write_json

from .bound import constants
from .output import emit
from .weights import read_weights

__all__ = ["ends", "exact_matrix", "show_worst_case"]

STEPS = ("eta", "delta", "Gamma")
BOUNDS = ("error2", "spread2", "distance2", "gstar2", "eps0")
CLOSE = 1e-9  # a row of W as floats may miss the sum 1 by so much


def show_worst_case(arguments: Namespace) -> int:
    given = constants(word for word in arguments.at.split(",") if word.strip())
    known = {"L", "mu", "lam", *STEPS, *BOUNDS}
    if unknown := [name for name in given if name not in known]:
        raise InputError("--at", unknown[0], f"names among {', '.join(sorted(known))}")
    if missing := [name for name in ("L", "mu") if name not in given]:
        raise InputError("--at", arguments.at, f"gives {' and '.join(missing)} too, as name=value")
    spectrum = None if arguments.spectrum is None else ends("--spectrum", arguments.spectrum)
    if "lam" in given:
        if spectrum is not None or arguments.matrix is not None:
            raise InputError("lam", str(given["lam"]), "either lam, or --spectrum or --matrix")
        if not 0 <= given["lam"] < 1:
            raise InputError("lam", str(given["lam"]), "0 <= lam < 1")
        spectrum = (-given["lam"], given["lam"])
    found = worst_case(
        algorithm(arguments.what),
        L=given["L"],
        mu=given["mu"],
        rounds=arguments.rounds,
        spectrum=spectrum,
        matrix=None if arguments.matrix is None else exact_matrix(Path(arguments.matrix)),
        metric=arguments.metric or "error2",
        start=_start(given),
        **{name: given[name] for name in STEPS if name in given},
    )
    files = _write(arguments.out, found.certificate, found.witness)
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


def _start(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """The bounds on the start; those of START where nothing else speaks of the starts' distances."""
    told = {name: given[name] for name in BOUNDS if name in given}
    usual = (
        {}
        if "distance2" in told or "eps0" in told
        else {name: Fraction(value) for name, value in START.items()}
    )
    return usual | told


def ends(name: str, text: str) -> tuple[Fraction, Fraction]:
    """The two numbers of LOW..HIGH; raises InputError."""
    low, dots, high = text.partition("..")
    try:
        if not dots or len(text) > 300:
            raise ValueError
        return Fraction(low.strip()), Fraction(high.strip())
    except (ValueError, ZeroDivisionError):
        raise InputError(name, text, "two numbers LOW..HIGH, like -1/2..1/2") from None


def exact_matrix(path: Path) -> list[list[Fraction]]:
    """A matrix file as fractions: weights of links as the simplest that round to its floats, the rest at the node."""
    floats = read_weights(path, None, True).dense()
    rows = [[_simplest(float(w)) for w in row] for row in floats]
    for i, row in enumerate(rows):
        row[i] = 1 - (sum(row) - row[i])
        if abs(float(row[i]) - floats[i][i]) > CLOSE:
            raise InputError("--matrix", str(path), f"rows that sum to 1; row {i} does not")
    return rows


def _simplest(number: float) -> Fraction:
    near = Fraction(number).limit_denominator(10**6)
    return near if float(near) == number else Fraction(number)


def _write(out: str | None, certificate: Any, witness: Any) -> tuple[str | None, str | None]:
    if out is None:
        return None, None
    beside = None if witness is None else f"{out}.witness.json"
    write_json(Path(out), certificate)
    if beside is not None:
        write_json(Path(beside), witness)
    return out, beside

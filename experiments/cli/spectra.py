"""`--spectrum LOW..HIGH` and `--matrix FILE`: mixing matrices in exact fractions."""

from __future__ import annotations

from argparse import Namespace
from fractions import Fraction
from pathlib import Path

from mixproof.spectral.checks import rational
from mixproof.spectral.errors import InputError
from mixproof.spectral.weight_files import read_weights

__all__ = ["extremes", "network_of"]

CLOSE = 1e-9  # a row of W as floats may miss the sum 1 by so much


def network_of(arguments: Namespace) -> tuple[tuple[Fraction, Fraction] | None, list[list[Fraction]] | None]:
    """The ends of --spectrum and the matrix of --matrix, each None where it is not given."""
    spectrum = None if arguments.spectrum is None else _ends(arguments.spectrum)
    return spectrum, None if arguments.matrix is None else _exact_matrix(Path(arguments.matrix))


def _ends(text: str) -> tuple[Fraction, Fraction]:
    """The two numbers of LOW..HIGH; raises InputError."""
    low, dots, high = text.partition("..")
    rule = "two numbers LOW..HIGH, like -1/2..1/2"
    if not dots:
        raise InputError("--spectrum", text, rule)
    return rational("--spectrum", low.strip(), rule), rational("--spectrum", high.strip(), rule)


def _exact_matrix(path: Path) -> list[list[Fraction]]:
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


def extremes(W: list[list[Fraction]]) -> dict[str, Fraction]:
    """lam and lam_n of a matrix, where its eigenvalues are rational; raises InputError where they are not."""
    from flint import fmpq, fmpq_mat

    if any(W[i][j] != W[j][i] for i in range(len(W)) for j in range(i)):
        raise InputError("--matrix", f"{len(W)} rows", "a symmetric matrix, for a statement of the library")
    apart = [[w - Fraction(1, len(W)) for w in row] for row in W]
    polynomial = fmpq_mat([[fmpq(w.numerator, w.denominator) for w in row] for row in apart]).charpoly()
    roots = [(Fraction(int(r.p), int(r.q)), n) for r, n in polynomial.roots()]
    if sum(n for _, n in roots) < len(W):
        raise InputError(
            "--matrix", f"{len(W)} rows", "eigenvalues that are fractions; else give --spectrum LOW..HIGH"
        )
    found = [root for root, n in roots for _ in range(n)]
    found.remove(Fraction(0))  # of the vector of ones
    return {"lam": max(map(abs, found)), "lam_n": min(found)}

"""Arguments that several commands take."""

from __future__ import annotations

import argparse
import re

from mixproof.spectral.errors import InputError

__all__ = [
    "WHAT",
    "campaign",
    "effort",
    "folder",
    "ids",
    "integer",
    "jobs",
    "labels",
    "network",
    "number",
    "numbers",
    "seed",
    "size",
    "weights_file",
]

WHAT = (
    "paper, id or id:variant of the library; FILE.py:NAME[:variant], a Theorem, a claim or a tuple of them in a file "
    "of yours, which is run as Python code; or a claim, 'FAMILY: CLAIM if ASSUMPTION, ... where NAME = FORMULA, ...'"
)


def integer(text: str) -> int:
    """A whole number in plain digits; int() would also take 1_0, and digits of other scripts."""
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", text, re.ASCII):
        raise ValueError
    return int(text)


def number(text: str) -> float:
    """A decimal number in plain digits, a fraction of two, inf or nan."""
    if "_" in text or not text.isascii():
        raise ValueError
    above, over, below = text.partition("/")
    if not over:
        return float(text)
    if float(below) == 0:
        raise ValueError
    return float(above) / float(below)


def numbers(flag: str, text: str, *counts: int) -> list[float]:
    """Numbers with commas between them, as many as one of `counts` says. Raises InputError."""
    try:
        found = [number(word) for word in text.split(",")]
    except ValueError:
        found = []
    if len(found) not in counts:
        many = " or ".join(map(str, counts))
        raise InputError(flag, text, f"{many} numbers, separated by commas")
    return found


def network(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    needed = "?" if optional else None
    parser.add_argument("network", nargs=needed, metavar="NETWORK", help="a file, or family:key=value,...")


def weights_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="FILE", help="write the weights: .npz, .csv or .json")


def folder(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--out", default="out", metavar="DIR", help=f"where {what} (default: out)")


def ids(parser: argparse.ArgumentParser, default: str = "all", what: str = WHAT) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help=f"{what} (default: {default})")


def seed(
    parser: argparse._ActionsContainer, what: str = "of everything that is drawn at random (default: 0)"
) -> None:
    parser.add_argument("--seed", type=integer, default=0, metavar="N", help=what)


def jobs(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--jobs", type=integer, metavar="N", help="worker processes (default: all cores)")


def size(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--size", choices=("full", "small"), default="full", help=what)


def labels(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--labels", metavar="FILE", help="learning: label counts or shares, a row a node: .npy, .npz or .csv"
    )


def campaign(parser: argparse.ArgumentParser) -> None:
    """Where long work is done, and what is kept of it."""
    where = parser.add_mutually_exclusive_group()
    jobs(where)
    where.add_argument("--dask", metavar="ADDRESS", help="work on the Dask cluster of this scheduler")
    where.add_argument("--mpi", action="store_true", help="work on the ranks of mpiexec -n N mixproof ...")
    parser.add_argument("--resume", metavar="FILE", help="keep results in FILE and reuse those there")
    parser.add_argument(
        "--progress", action="store_true", help="show progress even where stderr is no terminal"
    )


def effort(parser: argparse.ArgumentParser) -> None:
    """How hard a variant is searched, counted in evaluations so that it means the same on every machine."""
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--seconds",
        type=number,
        default=0.6,
        metavar="S",
        help="effort: 1000 S evaluations of settings, 50 at least, for each way of drawing them, the same on every "
        "machine; they take S to 10 S seconds of CPU as a rule; a counterexample is shrunk and replayed on top; for a "
        "claim of your own that survives, a proof is tried for some 12 S seconds, and the worst case for a few clients "
        "(default: 0.6)",
    )
    effort.add_argument(
        "--evaluations",
        "--looks",  # its name before version 2
        type=_evaluations,
        dest="seconds",
        metavar="N",
        help="the same effort as a number of evaluations",
    )


def _evaluations(text: str) -> float:
    if not text.isdecimal() or not 1 <= int(text) <= 10**9:
        raise argparse.ArgumentTypeError(f"{text}: an integer from 1 to 1000000000")
    return int(text) / 1000

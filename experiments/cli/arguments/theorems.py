"""Of `claims`, `names`, `verify`, `check-witness` and `bound`."""

from __future__ import annotations

from argparse import ArgumentParser

from .shared import campaign, effort, ids, seed

__all__ = ["bound", "check_witness", "claims", "names", "verify"]


def claims(parser: ArgumentParser) -> None:
    ids(parser)
    _severity(parser)


def names(parser: ArgumentParser) -> None:
    parser.add_argument(
        "family",
        metavar="FAMILY",
        help="a family of mixproof.families with its words, gossip:fixed or declared:EXTRA; or FILE.py:NAME",
    )
    parser.add_argument(
        "--latex",
        metavar="TEXT",
        help="show how a claim typed in LaTeX is read on this family, in both notations",
    )


def verify(parser: ArgumentParser) -> None:
    ids(parser)
    effort(parser)
    seed(parser)
    parser.add_argument("--witness", metavar="DIR", help="write a witness file for every REFUTED verdict")
    _severity(parser)
    parser.add_argument(
        "--expect-holds", action="store_true", help="exit 1 unless every verdict is HOLDS or PROVED"
    )
    campaign(parser)


def _severity(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--severity",
        action="append",
        choices=("typo", "missing", "constant", "substance"),
        help="show only refutations this grave: a slip of the pen, a missing hypothesis, a wrong constant, false in"
        " substance (may be repeated)",
    )


def check_witness(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="witness file, as `verify --witness` writes it; read, never run"
    )
    parser.add_argument(
        "--theorem",
        metavar="FILE.py:NAME",
        help="where a claim of your own is stated; that file is run as Python code",
    )


def bound(parser: ArgumentParser) -> None:
    parser.add_argument(
        "id",
        metavar="ID[:VARIANT]",
        help="statement, or FILE.py:NAME (default variant: the first that is not refuted)",
    )
    parser.add_argument(
        "values",
        nargs="*",
        metavar="name=value",
        help="L=4, lam=1/3, 'spread(0)=1.5', t=100; a metric at the round that the bound reads",
    )

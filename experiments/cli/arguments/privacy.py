"""Of `privacy` and `tau`."""

from __future__ import annotations

from argparse import ArgumentParser

from .shared import integer, number

__all__ = ["privacy", "tau"]


def privacy(parser: ArgumentParser) -> None:
    parser.add_argument("--noise", type=number, metavar="S", help="noise multiplier sigma")
    parser.add_argument("--steps", type=integer, metavar="T", help="total number of noisy steps")
    parser.add_argument("--epsilon", type=number, metavar="E", help="the privacy loss allowed")
    _sample(parser)
    parser.add_argument("--delta", type=number, default=1e-5, metavar="D", help="(default: 1e-5)")


def tau(parser: ArgumentParser) -> None:
    parser.add_argument("--privacy", required=True, metavar="EPS,DELTA", help="the privacy budget")
    parser.add_argument(
        "--rounds", type=integer, required=True, metavar="R", help="largest number of communication rounds"
    )
    parser.add_argument(
        "--noise", type=number, default=1.1, metavar="S", help="noise multiplier sigma (default: 1.1)"
    )
    _sample(parser)
    parser.add_argument(
        "--costs", metavar="C,S,TOTAL", help="a round costs C + tau*S; all rounds together at most TOTAL"
    )
    parser.add_argument(
        "--at",
        metavar="CONSTANTS",
        help="constants of the bounds: beta, rho, xi, eta, C, B, d, distance; also overlap, lam",
    )


def _sample(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--sample", type=number, default=0.01, metavar="Q", help="sampling rate of a batch (default: 0.01)"
    )

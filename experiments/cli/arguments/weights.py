"""Of `spectrum`, `optimize` and `compare`."""

from __future__ import annotations

from argparse import ArgumentParser

from .shared import labels, seed

__all__ = ["compare", "optimize", "spectrum"]


def spectrum(parser: ArgumentParser) -> None:
    parser.add_argument("network", nargs="?", metavar="NETWORK", help="file or family:key=value,...")
    parser.add_argument("--weights", metavar="NAME", help="convention (default: metropolis)")
    parser.add_argument(
        "--matrix", metavar="FILE", help="W: .npz, .npy or .csv, or what optimize --out wrote"
    )
    parser.add_argument("--signed", action="store_true", help="entries of FILE may be negative")


def optimize(parser: ArgumentParser) -> None:
    parser.add_argument("network", metavar="NETWORK", help="file or family:key=value,...")
    parser.add_argument(
        "--objective",
        default="mean",
        help="mean, second-moment, learning, learning-convex or learning-exact (default: mean)",
    )
    parser.add_argument("--signed", action="store_true", help="weights may be negative")
    labels(parser)
    parser.add_argument(
        "--target",
        metavar="FILE",
        help="mean: the average that nodes are to agree on, a share or sample count a node: .npy, .npz or .csv",
    )
    parser.add_argument(
        "--groups", metavar="FILE", help="second-moment: links that fail together: .csv of columns u,v,group"
    )
    parser.add_argument(
        "--step-curvature",
        type=float,
        metavar="S",
        help="learning: step times largest curvature (default: 0.15)",
    )
    parser.add_argument(
        "--method",
        default="auto",
        help="auto, fast, cvxpy, distributed, distributed-printed or a convention of weights",
    )
    parser.add_argument("--gap", type=float, metavar="G", help="certified gap asked for, as a share")
    parser.add_argument(
        "--transport",
        default="in-process",
        help="of the nodes' messages: in-process, mpi (one or more nodes a rank), lossy (default: in-process)",
    )
    seed(parser, "of the losses of --transport lossy")
    parser.add_argument(
        "--time-limit",
        type=float,
        metavar="S",
        help="seconds, the proof of the value included",
    )
    parser.add_argument("--out", metavar="FILE", help="write the weights: .npz, .csv or .json")


def compare(parser: ArgumentParser) -> None:
    parser.add_argument("network", metavar="NETWORK", help="a file, or family:key=value,...")
    labels(parser)
    parser.add_argument(
        "--method", action="append", metavar="NAME", help="only this method (may be repeated)"
    )
    parser.add_argument("--out", metavar="DIR", help="write figures of the convergence and of the weights")

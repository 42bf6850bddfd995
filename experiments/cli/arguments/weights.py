"""Of `spectrum`, `optimize`, `plan`, `schedule`, `links` and `compare`."""

from __future__ import annotations

from argparse import ArgumentParser

from .shared import integer, labels, network, number, seed, weights_file

__all__ = ["compare", "links", "optimize", "plan", "schedule", "spectrum"]


def spectrum(parser: ArgumentParser) -> None:
    network(parser, optional=True)
    parser.add_argument("--weights", metavar="NAME", help="convention (default: metropolis)")
    parser.add_argument(
        "--matrix", metavar="FILE", help="W: .npz, .npy or .csv, or what optimize --out wrote"
    )
    parser.add_argument("--signed", action="store_true", help="entries of FILE may be negative")


def optimize(parser: ArgumentParser) -> None:
    network(parser)
    parser.add_argument(
        "--objective",
        default="mean",
        help="mean, second-moment, learning or learning-convex (default: mean)",
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
        type=number,
        metavar="S",
        help="learning: step times largest curvature (default: 0.15)",
    )
    parser.add_argument(
        "--run",
        metavar="FORM",
        help="learning: combine-then-adapt (default) or adapt-then-combine; for other methods see plan",
    )
    parser.add_argument(
        "--method",
        default="auto",
        help="auto, fast, cvxpy, distributed, distributed-printed or a convention of weights",
    )
    parser.add_argument("--gap", type=number, metavar="G", help="certified gap asked for, as a share")
    parser.add_argument(
        "--transport",
        default="in-process",
        help="of the nodes' messages: in-process, mpi (one or more nodes a rank), lossy (default: in-process)",
    )
    seed(parser, "of the losses of --transport lossy")
    parser.add_argument(
        "--time-limit",
        type=number,
        metavar="S",
        help="seconds, the proof of the value included",
    )
    weights_file(parser)


def plan(parser: ArgumentParser) -> None:
    network(parser)
    parser.add_argument(
        "--run",
        metavar="FORM",
        help="combine-then-adapt, adapt-then-combine (both are tried, as they send the same) or a declared algorithm, "
        "or that of FILE.py:NAME (default: both forms)",
    )
    parser.add_argument("--keep-form", action="store_true", help="only the form of --run")
    parser.add_argument("--step", type=number, metavar="ETA", help="of a gradient (default: chosen)")
    parser.add_argument("--rounds", type=integer, metavar="T", help="solved for (default: 150)")
    parser.add_argument(
        "--curvature", metavar="L,mu", help="of the losses; no step is beyond what is stable for L"
    )
    parser.add_argument(
        "--data",
        metavar="NAME",
        help="predict on its class means: digits, breast-cancer, FILE.npz, openml:NAME",
    )
    labels(parser)
    parser.add_argument(
        "--classes", type=integer, metavar="C", help="how many, where neither data nor labels are known"
    )
    parser.add_argument(
        "--messages",
        type=integer,
        metavar="B",
        help="budget: vectors over all links, both ways, in the whole run",
    )
    parser.add_argument(
        "--seconds", type=number, default=60.0, metavar="S", help="for the whole (default: 60)"
    )
    weights_file(parser)


def compare(parser: ArgumentParser) -> None:
    network(parser)
    labels(parser)
    parser.add_argument(
        "--method",
        action="append",
        metavar="NAME",
        help="only this method (may be repeated); distributed takes the longest by far, as it passes every message",
    )
    parser.add_argument("--out", metavar="DIR", help="write figures of the convergence and of the weights")


def schedule(parser: ArgumentParser) -> None:
    network(parser)
    parser.add_argument(
        "--rule",
        default="cycle",
        help="cycle, independent or one: optimized; matcha, edge-colouring; one-peer-exponential, base: by the"
        " number of nodes alone; learning: what is predicted to learn best (default: cycle)",
    )
    parser.add_argument("--step", type=number, metavar="ETA", help="learning: of a gradient")
    parser.add_argument(
        "--in-all", type=number, metavar="B", help="learning: models that a node sends in the whole run"
    )
    parser.add_argument("--data", metavar="NAME", help="learning: predict on its class means, as plan does")
    labels(parser)
    parser.add_argument(
        "--messages", type=number, metavar="B", help="a node sends so many a round, in the mean (default: 1)"
    )
    parser.add_argument(
        "--neighbours",
        type=integer,
        default=1,
        metavar="k",
        help="base: at most so many a round (default: 1)",
    )
    seed(parser, "of the draws, and of the orders of colours")
    parser.add_argument("--out", metavar="FILE", help="write the parts with their links: .json")


def links(parser: ArgumentParser) -> None:
    network(parser)
    parser.add_argument("links", type=integer, metavar="LINKS", help="how many links to keep, at most")
    parser.add_argument("--gap", type=number, metavar="G", help="certified gap on the links kept, as a share")
    weights_file(parser)

"""Of `run`, `report` and `tour`."""

from __future__ import annotations

from argparse import ArgumentParser

from .shared import campaign, effort, folder, ids, integer, jobs, number, seed, size

__all__ = ["report", "run", "tour"]


def run(parser: ArgumentParser) -> None:
    parser.add_argument("study", nargs="+", metavar="STUDY", help="a name below, or several")
    parser.add_argument(
        "--data", action="append", metavar="NAME_OR_FILE", help="default: the study's own (may be repeated)"
    )
    parser.add_argument("--rounds", type=integer, metavar="N", help="default: the study's own")
    parser.add_argument("--rate", type=number, metavar="ETA", help="the step of a study whose step is fixed")
    parser.add_argument(
        "--network", action="append", metavar="NETWORK", help="of learning-weights (may be repeated)"
    )
    parser.add_argument(
        "--labels", action="store_true", help="learning-weights: also weights that know the labels"
    )
    seeds = parser.add_mutually_exclusive_group()
    seed(seeds)
    seeds.add_argument("--seeds", metavar="A..B", help="one run for each of A..B; N for 0..N-1")
    size(parser, "small: a quick look")
    parser.add_argument("--out", metavar="DIR", help="write figures and tables there")
    campaign(parser)


def report(parser: ArgumentParser) -> None:
    folder(parser, "the page goes")
    effort(parser)
    seed(parser)
    size(parser, "size of the studies")
    parser.add_argument(
        "--study",
        action="append",
        metavar="STUDY",
        help="only this study (may be repeated); all: also those that take minutes, which are left out otherwise",
    )
    parser.add_argument(
        "--network", action="append", metavar="NETWORK", help="only this network's weights (may be repeated)"
    )
    parser.add_argument(
        "--verdicts",
        metavar="FILE",
        help="take verdicts from here: what `verify --json` or an earlier report wrote",
    )
    parser.add_argument(
        "--atlas",
        metavar="FILE",
        help="how far bounds are from the worst case: atlas.json of `mixproof atlas`",
    )
    campaign(parser)
    ids(parser, "everything; with IDs only they are shown, and what --study and --network name")


def tour(parser: ArgumentParser) -> None:
    folder(parser, "results go")
    effort(parser)
    parser.add_argument("--rounds", type=integer, metavar="N", help="rounds of the learning runs")
    jobs(parser)
    ids(parser, "defed decefl")

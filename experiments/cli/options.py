"""What can be said on the command line: each command's arguments, and the function that runs it."""

from __future__ import annotations

import argparse
import re
from typing import Any, NoReturn

from mixproof.spectral.errors import InputError

from .help import ending

__all__ = ["COMMANDS", "command", "parser"]

WHAT = (
    "paper, id or id:variant of the library, or FILE.py:NAME[:variant]: a Theorem, a claim or a tuple of them in a "
    "file of yours, which is run as Python code"
)
SEED = "of everything that is drawn at random (default: 0)"


class _Parser(argparse.ArgumentParser):
    """argparse with errors of one line, and options by their whole names."""

    def __init__(self, **options: Any):
        raw = argparse.RawDescriptionHelpFormatter
        super().__init__(**options, allow_abbrev=False, formatter_class=raw)
        self._negative_number_matcher = re.compile(r"-[\d.]")  # -1/2..1/2 is a value too, and no option

    def format_help(self) -> str:
        self.epilog = ending(self.prog.partition(" ")[2])
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        raise InputError("command", self.prog, f"{message} (see --help)")


class _Version(argparse.Action):
    """Prints the version, which is looked up only now."""

    def __call__(self, *_: Any) -> NoReturn:
        import mixproof

        print(f"mixproof {mixproof.__version__}")
        raise SystemExit(0)


def _spectrum(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("network", nargs="?", metavar="NETWORK", help="file or family:key=value,...")
    parser.add_argument("--weights", metavar="NAME", help="convention (default: metropolis)")
    parser.add_argument(
        "--matrix", metavar="FILE", help="W: .npz, .npy or .csv, or what optimize --out wrote"
    )
    parser.add_argument("--signed", action="store_true", help="entries of FILE may be negative")


def _labels(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--labels", metavar="FILE", help="learning: label counts or shares, a row a node: .npy, .npz or .csv"
    )


def _optimize(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("network", metavar="NETWORK", help="file or family:key=value,...")
    parser.add_argument(
        "--objective",
        default="mean",
        help="mean, second-moment, learning, learning-convex or learning-exact (default: mean)",
    )
    parser.add_argument("--signed", action="store_true", help="weights may be negative")
    _labels(parser)
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
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the losses of --transport lossy")
    parser.add_argument(
        "--time-limit",
        type=float,
        metavar="S",
        help="seconds, the proof of the value included",
    )
    parser.add_argument("--out", metavar="FILE", help="write the weights: .npz, .csv or .json")


def _claims(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help=f"{WHAT} (default: all)")


def _campaign(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, metavar="N", help="worker processes (default: all cores)")
    where.add_argument("--dask", metavar="ADDRESS", help="work on the Dask cluster of this scheduler")
    where.add_argument("--mpi", action="store_true", help="work on the ranks of mpiexec -n N mixproof ...")
    parser.add_argument("--resume", metavar="FILE", help="keep results in FILE and reuse those there")
    parser.add_argument(
        "--progress", action="store_true", help="show progress even where stderr is no terminal"
    )


def _effort(parser: argparse.ArgumentParser) -> None:
    """How hard a variant is searched, counted in looks so that it means the same on every machine."""
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--seconds",
        type=float,
        default=0.6,
        metavar="S",
        help="effort: 1000 S looks at settings of a variant, 50 at least, the same on every machine; they take S to 6 "
        "S seconds of CPU as a rule, and a counterexample is shrunk and replayed on top (default: 0.6)",
    )
    effort.add_argument(
        "--looks", type=_looks, dest="seconds", metavar="N", help="the same effort as a number of looks"
    )


def _looks(text: str) -> float:
    if not text.isdecimal() or not 1 <= int(text) <= 10**9:
        raise argparse.ArgumentTypeError(f"{text}: an integer from 1 to 1000000000")
    return int(text) / 1000


def _verify(parser: argparse.ArgumentParser) -> None:
    _claims(parser)
    _effort(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=SEED)
    parser.add_argument("--witness", metavar="DIR", help="write a witness file for every REFUTED verdict")
    parser.add_argument(
        "--severity",
        action="append",
        choices=("typo", "missing", "constant", "substance"),
        help="show only refutations this grave: a slip of the pen, a missing hypothesis, a wrong constant, false in"
        " substance (may be repeated)",
    )
    parser.add_argument(
        "--expect-holds", action="store_true", help="exit 1 unless every verdict is HOLDS or PROVED"
    )
    _campaign(parser)


def _check_witness(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="witness file, as `verify --witness` writes it; read, never run"
    )
    parser.add_argument(
        "--theorem",
        metavar="FILE.py:NAME",
        help="where a claim of your own is stated; that file is run as Python code",
    )


def _prove(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "algorithm",
        nargs="?",
        metavar="ALGORITHM|ID[:VARIANT]",
        help="a declared algorithm's name, a statement, or FILE.py:NAME of either (FILE.py is run as code); with "
        "--grid also a paper, or nothing for the whole library",
    )
    parser.add_argument(
        "--at",
        metavar="L=..,mu=..,lam=..,eta=..",
        help="also lam_n=.., share=A..B; a claim about numbers alone takes none and is proved for all of them, --grid "
        "has its own",
    )
    parser.add_argument(
        "--eta",
        metavar="A..B",
        help="one step, or every step from A to B, with one rate; 0..B: with a rate that moves with the step",
    )
    parser.add_argument(
        "--lam",
        metavar="A..B",
        help="every lambda from A up to B; eta in --at is then a formula in lam: eta=19/40*(1-lam)**2",
    )
    parser.add_argument("--lossy", metavar="r2=..", help="random W: E W'W - J <= r2")
    parser.add_argument("--noise", action="store_true", help="say what gradient noise adds (tier sym)")
    parser.add_argument(
        "--tier", metavar="TIER", help="what is assumed of W: norm, sym or fixed (default: see prove)"
    )
    goal = parser.add_mutually_exclusive_group()
    goal.add_argument("--rate", metavar="R", help="prove this rate instead of the smallest")
    goal.add_argument(
        "--step-limit", action="store_true", help="the largest step proved, the smallest diverging"
    )
    goal.add_argument(
        "--grid",
        action="store_true",
        help="of statements, for rounds up to T (default: 4): at every point of the grid L/mu = 2, 10, 100, lam = .3, "
        ".6, .9, .99, the largest step of the statement's range and a tenth; --out DIR: a file ID.VARIANT.json each",
    )
    parser.add_argument(
        "--rounds",
        type=int,
        metavar="T",
        help="of a statement: prove it for rounds up to T; an O(1/t) bound of gossip without this: for all rounds",
    )
    network = parser.add_mutually_exclusive_group()
    network.add_argument(
        "--spectrum", metavar="LOW..HIGH", help="of a statement: every K and W with this spectrum"
    )
    network.add_argument("--matrix", metavar="FILE", help="of a statement: this W: .npz, .npy or .csv")
    parser.add_argument("--out", metavar="FILE", help="write the certificate there (--grid: a folder)")
    parser.add_argument("--witness", metavar="FILE", help="write the witness from below there")
    _campaign(parser)


def _check_proof(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a certificate, as `prove --out` writes it, or a witness of a rate"
    )


def _bound(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id", metavar="ID[:VARIANT]", help="statement, or FILE.py:NAME (default variant: the first)"
    )
    parser.add_argument(
        "values",
        nargs="*",
        metavar="name=value",
        help="L=4, lam=1/3, 'spread(0)=1.5', t=100; a metric at the round that the bound reads",
    )


def _worst_case(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", metavar="ALGORITHM|ID[:VARIANT]", help="a declared algorithm, or a statement on one"
    )
    parser.add_argument(
        "--metric", choices=("error2", "spread2", "gap"), help="of an algorithm, at round T (default: error2)"
    )
    parser.add_argument(
        "--at",
        required=True,
        metavar="name=value,...",
        help="L=1, mu=1/10, eta=1/2 (or delta=, Gamma=), lam=1/2 for eigenvalues in [-1/2, 1/2]; bounds on the start: "
        "error2=1, spread2=0 (a common start), gstar2=1, or distance2=, eps0=",
    )
    parser.add_argument("--rounds", type=int, required=True, metavar="T")
    network = parser.add_mutually_exclusive_group()
    network.add_argument(
        "--spectrum", metavar="LOW..HIGH", help="every K, every symmetric W with these eigenvalues"
    )
    network.add_argument(
        "--matrix", metavar="FILE", help="this W: .npz, .npy or .csv, or what optimize --out wrote"
    )
    parser.add_argument(
        "--out", metavar="FILE", help="write the certificate, and beside it FILE.witness.json"
    )


def _run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("study", nargs="+", metavar="STUDY", help="a name below, or several")
    parser.add_argument(
        "--data", action="append", metavar="NAME_OR_FILE", help="default: the study's own (may be repeated)"
    )
    parser.add_argument("--rounds", type=int, metavar="N", help="default: the study's own")
    parser.add_argument("--rate", type=float, metavar="ETA", help="the step of a study whose step is fixed")
    parser.add_argument(
        "--network", action="append", metavar="NETWORK", help="of learning-weights (may be repeated)"
    )
    parser.add_argument(
        "--labels", action="store_true", help="learning-weights: also weights that know the labels"
    )
    seeds = parser.add_mutually_exclusive_group()
    seeds.add_argument("--seed", type=int, default=0, metavar="N", help=SEED)
    seeds.add_argument("--seeds", metavar="A..B", help="one run for each of A..B; N for 0..N-1")
    parser.add_argument("--size", choices=("full", "small"), default="full", help="small: a quick look")
    parser.add_argument("--out", metavar="DIR", help="write figures and tables there")
    _campaign(parser)


def _tour(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", default="out", metavar="DIR", help="where results go (default: out)")
    _effort(parser)
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of the learning runs")
    parser.add_argument("--jobs", type=int, metavar="N", help="worker processes (default: all cores)")
    parser.add_argument("ids", nargs="*", metavar="ID", help=f"{WHAT} (default: defed decefl)")


def _compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("network", metavar="NETWORK", help="a file, or family:key=value,...")
    _labels(parser)
    parser.add_argument(
        "--method", action="append", metavar="NAME", help="only this method (may be repeated)"
    )
    parser.add_argument("--out", metavar="DIR", help="write figures of the convergence and of the weights")


def _report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", default="out", metavar="DIR", help="where the page goes (default: out)")
    _effort(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=SEED)
    parser.add_argument("--size", choices=("full", "small"), default="full", help="size of the studies")
    parser.add_argument(
        "--study",
        action="append",
        metavar="STUDY",
        help="only this study (may be repeated); all: also those that take minutes, which are left out otherwise",
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
    _campaign(parser)
    parser.add_argument("ids", nargs="*", metavar="ID", help=f"{WHAT} (default: everything)")


def _atlas(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", default="out", metavar="DIR", help="where ATLAS.md and figures go (default: out)"
    )
    parser.add_argument(
        "--kappa",
        action="append",
        type=int,
        metavar="N",
        help="condition number (may be repeated; default: 2 10 100)",
    )
    _campaign(parser)
    parser.add_argument("ids", nargs="*", metavar="ID", help=f"bounds to measure: {WHAT} (default: all)")


# name -> (its arguments, module and function that run it, what it does)
COMMANDS: dict[str, tuple[Any, str, str, str]] = {
    "spectrum": (_spectrum, "networks", "show_spectrum", "eigenvalues of a mixing matrix, with an enclosure"),
    "optimize": (
        _optimize,
        "networks",
        "optimize_weights",
        "mixing weights that mix fastest, with a certificate",
    ),
    "claims": (_claims, "theorems", "claims", "list statements and their variants"),
    "verify": (_verify, "verify", "verify_claims", "try to break statements; a verdict for each variant"),
    "check-witness": (
        _check_witness,
        "witness",
        "check_witness",
        "derive both sides of a counterexample again",
    ),
    "prove": (
        _prove,
        "prove",
        "prove_rate",
        "the smallest rate with a proof for all rounds, K and dimensions",
    ),
    "check-proof": (_check_proof, "prove", "check_proof", "check a certificate in exact fractions"),
    "bound": (_bound, "bound", "evaluate_bound", "evaluate a bound at given constants"),
    "worst-case": (
        _worst_case,
        "worst_case",
        "show_worst_case",
        "the exact worst case of an algorithm after T rounds, certified",
    ),
    "run": (_run, "study", "run_study", "run studies on data, for each seed"),
    "compare": (_compare, "compare", "compare_methods", "every method's weights for a network, in one table"),
    "report": (_report, "compare", "make_report", "one page with every verdict, weight and study"),
    "atlas": (
        _atlas,
        "atlas",
        "make_atlas",
        "printed, certified and worst constants over a grid, with figures",
    ),
    "tour": (_tour, "tour", "tour", "verify DeFed and DeceFL, optimize a network, run a study"),
}


def parser() -> argparse.ArgumentParser:
    whole = _Parser(
        prog="mixproof", description="Verify theorems of decentralized learning; optimize mixing weights."
    )
    whole.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for name, (arguments, _, _, help_) in COMMANDS.items():
        _options(arguments, commands.add_parser(name, help=help_, description=help_))
    return whole


def command(name: str) -> argparse.ArgumentParser:
    """The options of one command."""
    return _options(COMMANDS[name][0], _Parser(prog=f"mixproof {name}"))


def _options(arguments: Any, command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    command.add_argument("--json", action="store_true", help="print one JSON document")
    arguments(command)
    return command

"""The commands: the arguments of each, and the function that runs it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from mixproof.spectral.errors import InputError

from .arguments import privacy, proofs, studies, theorems, weights
from .help import ending

__all__ = ["COMMANDS", "command", "parser"]


class Command(NamedTuple):
    """A command: its arguments, the module and function that run it, and a line of help."""

    arguments: Callable[[argparse.ArgumentParser], None]
    module: str
    function: str
    help: str


COMMANDS = {
    "spectrum": Command(
        weights.spectrum, "networks", "show_spectrum", "eigenvalues of a mixing matrix, with an enclosure"
    ),
    "optimize": Command(
        weights.optimize,
        "networks",
        "optimize_weights",
        "mixing weights that mix fastest, with a certificate",
    ),
    "plan": Command(
        weights.plan,
        "plan",
        "make_plan",
        "weights, update rule and step size predicted to learn best in T rounds",
    ),
    "schedule": Command(
        weights.schedule,
        "schedules",
        "make_schedule",
        "rounds that mix fastest per message, with a bound on the remaining error",
    ),
    "links": Command(
        weights.links,
        "schedules",
        "choose",
        "choose a given number of links, and the weights that mix fastest on them",
    ),
    "claims": Command(theorems.claims, "theorems", "claims", "list statements and their variants"),
    "names": Command(theorems.names, "names", "names", "list the names that a claim on a family may use"),
    "verify": Command(
        theorems.verify,
        "verify",
        "verify_claims",
        "search for counterexamples and check proofs; a verdict for each variant",
    ),
    "check-witness": Command(
        theorems.check_witness, "witness", "check_witness", "derive both sides of a counterexample again"
    ),
    "prove": Command(
        proofs.prove,
        "prove",
        "prove_rate",
        "a proof of a claim, line by line; or of the smallest rate of an algorithm",
    ),
    "check-proof": Command(proofs.check_proof, "prove", "check_proof", "check a proof in exact fractions"),
    "export": Command(proofs.export, "export", "export_coq", "write a derivation as a file for Coq 8.16"),
    "bound": Command(theorems.bound, "bound", "evaluate_bound", "evaluate a bound at given constants"),
    "worst-case": Command(
        proofs.worst_case,
        "worst_case",
        "show_worst_case",
        "the exact worst case of an algorithm after T rounds, certified",
    ),
    "privacy": Command(
        privacy.privacy,
        "privacy",
        "show_privacy",
        "privacy loss of noisy steps, the noise for an epsilon, or the steps allowed",
    ),
    "tau": Command(
        privacy.tau,
        "privacy",
        "choose_tau",
        "local steps per round within privacy and cost budgets, by each rule",
    ),
    "run": Command(studies.run, "study", "run_study", "run studies on data, for each seed"),
    "compare": Command(
        weights.compare, "compare", "compare_methods", "every method's weights for a network, in one table"
    ),
    "report": Command(
        studies.report, "compare", "make_report", "one page with every verdict, weight and study"
    ),
    "atlas": Command(
        proofs.atlas,
        "atlas",
        "make_atlas",
        "printed, certified and worst-case constants over a grid, with figures",
    ),
    "tour": Command(studies.tour, "tour", "tour", "verify DeFed and DeceFL, optimize a network, run a study"),
}


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
        words = message.removeprefix("unrecognized arguments: ")
        if words != message and re.match(r"\w+=", words):
            message += "; a list with spaces stands in quotes, as --at 'L=1, mu=1/10'"
        raise InputError("command", self.prog, f"{message} (see --help)")


class _Version(argparse.Action):
    """Prints the version, read from the package metadata when it is asked for."""

    def __call__(self, *_: Any) -> NoReturn:
        import mixproof

        print(f"mixproof {mixproof.__version__}")
        raise SystemExit(0)


def parser() -> argparse.ArgumentParser:
    whole = _Parser(
        prog="mixproof", description="Verify theorems of decentralized learning; optimize mixing weights."
    )
    whole.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for name, known in COMMANDS.items():
        _options(known, commands.add_parser(name, help=known.help, description=known.help))
    return whole


def command(name: str) -> argparse.ArgumentParser:
    """The options of one command."""
    return _options(COMMANDS[name], _Parser(prog=f"mixproof {name}"))


def _options(known: Command, parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    known.arguments(parser)
    return parser

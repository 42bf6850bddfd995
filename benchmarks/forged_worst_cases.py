"""Derivations of worst cases, changed as in forged_derivations.py: is any accepted that states what is false?

    python -m benchmarks.forged_worst_cases [--each 60] [--seed 0]

The records are worst cases found anew: a class of W, W that change, a given W, decaying steps, methods with memory,
starts that eps0 bounds. Of every accepted record with another statement the worst case is asked again, and what exact
clients reach of it is compared with what is claimed. Prints the counts and what is accepted and reached by more
(nothing, or the kernel is wrong). A statement that is no worst case any more is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from mixproof.bounds.algorithms import algorithm as named
from mixproof.bounds.kernel.scope import Scope
from mixproof.bounds.kernel.statement import check
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.proofs.gram.certificate import certified, value_of
from mixproof.bounds.proofs.gram.derive import derived
from mixproof.bounds.proofs.gram.statement import Condition, Statement
from mixproof.bounds.proofs.gram.trace import trace
from mixproof.bounds.proofs.gram.witness import extremal, witness
from mixproof.bounds.proofs.gram.worst_case import windows
from mixproof.spectral.errors import InputError

from .forged_derivations import asked_for, change_statement, changed_text, forge

HALF = (Fraction(-1, 2), Fraction(1, 2))
PATH = tuple(tuple(Fraction(w, 3) for w in row) for row in ((2, 1, 0), (1, 1, 1), (0, 1, 2)))
FIXED, DECAYING = {"eta": "1/2"}, {"delta": "4", "Gamma": "8"}
# algorithm, metric, rounds, step, start, network
CASES: list[tuple[str, str, int, dict[str, str], dict[str, str], dict[str, Any]]] = [
    ("dgd", "error2", 3, FIXED, {"error2(0)": "1", "gstar2": "1"}, {"spectrum": HALF}),
    ("dgd", "spread2", 3, FIXED, {"error2(0)": "1", "gstar2": "1"}, {"spectrum": HALF, "changing": True}),
    ("dgd", "gap", 2, FIXED, {"error2(0)": "1", "gstar2": "1"}, {"matrix": PATH}),
    ("dgd", "error2", 3, DECAYING, {"distance2(0)": "1", "gstar2": "1"}, {"spectrum": HALF}),
    ("diging", "spread2", 2, {"eta": "1/5"}, {"error2(0)": "1", "gstar2": "1"}, {"spectrum": HALF}),
    ("extra", "gap", 2, FIXED, {"error2(0)": "1", "gstar2": "1"}, {"spectrum": HALF}),
    ("diffusion", "error2", 3, FIXED, {"eps0": "1"}, {"spectrum": HALF}),
]
CONDITION = re.compile(
    r"(?:([0-9/]+)\*)?(error2|spread2|distance2|gap|gradients2|gstar2|eps0)(\([0-9]+\))?(/K)? <= (.*)"
)
OBJECTIVE = re.compile(r"(error2|spread2|gap)\(([0-9]+)\)(/K)? <=? (.*)")
EACH = {"error2": None, "gap": None}  # that are no sums over clients


def records() -> Iterator[tuple[str, dict[str, Any]]]:
    for algorithm, metric, rounds, step, start, network in CASES:
        conditions = tuple(Condition({name: Fraction(1)}, Fraction(bound)) for name, bound in start.items())
        statement = Statement(
            named(algorithm),
            Fraction(1, 10),
            Fraction(1),
            {name: Fraction(value) for name, value in step.items()},
            rounds,
            {f"{metric}({rounds})": Fraction(1)},
            conditions,
            **{"common": "distance2(0)" not in start, **network},
        )
        run = trace(statement)
        told = certified(run, windows(run))
        assert told is not None
        record = derived(statement, value_of(statement, told), told)
        assert record is not None and check(record)["proved"]
        yield f"{algorithm} {metric} {rounds}", record


def asked(told: dict[str, Any], name: str) -> tuple[Statement, Fraction]:
    """The worst case that a statement speaks of, and its bound. Raises ValueError where it is none."""
    at = {name: Scope({}).read(text) for name, text in told["at"].items()}
    found = OBJECTIVE.fullmatch(told["claim"])
    if found is None or bool(found[3]) == (found[1] in EACH):
        raise ValueError("the claim is another")
    conditions = []
    for text in told["assume"]:
        one = CONDITION.fullmatch(text)
        if one is None or bool(one[4]) == (one[2] in EACH):
            raise ValueError("a condition is another")
        conditions.append(Condition({one[2] + (one[3] or ""): Fraction(one[1] or 1)}, Scope({}).read(one[5])))
    network = told["options"]["network"]
    if isinstance(network, dict):
        ends: dict[str, Any] = {"matrix": tuple(tuple(map(Fraction, row)) for row in network["matrix"])}
    else:
        ends = {"spectrum": (at["lam_n"], at["high"]), "changing": network == "changing"}
    lines = {part: told["options"]["algorithm"][part] for part in ("next", "let", "start")}
    algorithm = replace(named(name), **lines)
    step = {part: at[part] for part in ("eta", "delta", "Gamma") if part in at}
    common = "start" in told["parameters"]
    objective = {f"{found[1]}({found[2]})": Fraction(1)}
    bound = Scope({}).read(found[4])
    return Statement(
        algorithm, at["mu"], at["L"], step, int(found[2]), objective, tuple(conditions), common, **ends
    ), bound


def broken(told: dict[str, Any], name: str) -> str:
    """What exact clients say of a statement."""
    statement, bound = asked(told, name)
    for W in [statement.matrix] if statement.matrix else extremal(statement.ends):
        assert W is not None
        found = witness(statement, W)
        if found is not None and found[0] > bound:
            return "REFUTED"
    return "not refuted"


def change(told: dict[str, Any], random: Random) -> None:
    """One part of the statement, its constants and network among them."""
    match random.randrange(4):
        case 0:
            name = random.choice(list(told["at"]))
            told["at"][name] = changed_text(told["at"][name], random)
        case 1:
            rows = [["1/2", "1/2"], ["1/2", "1/2"]]
            told["options"]["network"] = random.choice(["one", "changing", {"matrix": rows}])
        case _:
            change_statement(told, random)


def main() -> None:
    given = asked_for(__doc__ or "", 60).parse_args()

    def judged(name: str, before: dict[str, Any], after: dict[str, Any]) -> str:
        try:
            return broken(after, name.split()[0])
        except (InputError, Refused, KeyError, TypeError, ValueError) as error:
            return f"not asked: {error}"

    forge(list(records()), "worst cases", given.each, Random(given.seed), change, judged)


if __name__ == "__main__":
    main()

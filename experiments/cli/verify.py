"""`verify`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mixproof.spectral.outputs import folder, reachable, write_json

from ..campaigns.campaign import collected
from ..campaigns.verdicts import Task, tasks
from ..tables import table
from .conduct import conduct
from .output import emit

if TYPE_CHECKING:
    from mixproof.bounds import Verdict

__all__ = ["verdict_table", "verify_claims", "write_witnesses"]

MOST_SHOWN = 2_000  # characters of a setting


def verify_claims(arguments: Namespace) -> int:
    chosen = tasks(arguments.ids, arguments.seconds, arguments.seed)
    if arguments.witness is not None:
        reachable(arguments.witness)

    def written(found: Mapping[Task, Verdict]) -> int:
        return _written(arguments, [found[task] for task in chosen if task in found])

    return collected(lambda each: conduct(arguments, chosen, "verdicts", each), written)


def _written(arguments: Namespace, verdicts: list[Verdict]) -> int:
    """The verdicts on standard output, and their witnesses in files; the exit status."""
    if arguments.witness is not None:
        write_witnesses(verdicts, folder(arguments.witness))
    failed = arguments.expect_holds and any(v.outcome.name not in ("HOLDS", "PROVED") for v in verdicts)
    if arguments.severity is not None:
        grave = {word.upper() for word in arguments.severity}
        verdicts = [v for v in verdicts if v.severity in grave]
    emit(arguments, [v.to_json() for v in verdicts], verdict_table(verdicts))
    return 1 if failed else 0


def verdict_table(verdicts: Sequence[Verdict]) -> str:
    """One line a verdict, and how many there are of each kind."""
    rows = [(v.id, v.variant, v.outcome.name, v.ratio, v.sentence) for v in verdicts]
    kinds = [v.outcome.name for v in verdicts]
    counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    told = table(["id", "variant", "verdict", "left/right", "sentence"], rows)
    told += f"\n{len(verdicts)} verdict{'' if len(verdicts) == 1 else 's'}: {counts}"
    return told + (_counterexample(verdicts[0]) if len(verdicts) == 1 else "")


def _counterexample(verdict: Verdict) -> str:
    """The setting that refutes a claim, where it is short enough to be read."""
    if verdict.witness is None:
        return ""
    kept = "--witness DIR writes it to a file for check-witness"
    numbers = "".join(f"\n  {name} = {value}" for name, value in verdict.witness["setting"].items())
    shown = f":{numbers}" if len(numbers) <= MOST_SHOWN else ""
    return f"\nThe setting that refutes it ({kept}){shown}"


def write_witnesses(verdicts: Sequence[Verdict], place: Path) -> list[Path]:
    """One `id.variant.json` for each refuted variant."""
    refuted = [v for v in verdicts if v.witness is not None]
    return [write_json(place / f"{v.id}.{v.variant}.json", v.witness) for v in refuted]

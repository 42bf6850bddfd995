"""`compare` and `report`."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from ..tables import table, wrapped
from .labels import read_labels
from .output import emit

__all__ = ["compare_methods", "make_report"]


def compare_methods(arguments: Namespace) -> int:
    """One row a method and objective, and with --out two figures."""
    from mixproof.spectral import parse_network
    from mixproof.spectral.outputs import folder, reachable
    from mixproof.weightopt.comparison import compare
    from mixproof.weightopt.comparison_rows import rows
    from mixproof.weightopt.figures import draw_convergence, draw_weights

    from ..compare_bounds import cells, meaning, true_bounds

    if arguments.out is not None:
        reachable(arguments.out)
    network = parse_network(arguments.network)
    labels = None if arguments.labels is None else read_labels(Path(arguments.labels), network)
    found = compare(network, arguments.method, labels=labels, progress=_progress())
    answers = rows(found, true_bounds, found.labels)
    warned = [
        f"\n{wrapped(row['method'] + ': ' + row['warning'])}" for row in answers if row["warning"] is not None
    ]
    text = f"{table(*cells(answers))}\n{wrapped(meaning(answers))}{''.join(warned)}"
    if arguments.out is not None:
        out = folder(arguments.out)
        drawn = [draw(found, arguments.network, out) for draw in (draw_convergence, draw_weights)]
        text += "".join(f"\nwrote {path}" for paths in drawn for path in paths)
    emit(arguments, answers, text)
    return 0


def _progress() -> Callable[[str], object] | None:
    """A line on the terminal that is written over: the method that runs, and for how long all have run."""
    if not sys.stderr.isatty():
        return None
    from tqdm import tqdm

    return tqdm(file=sys.stderr, leave=False, bar_format="{desc} [{elapsed}]").set_description


def make_report(arguments: Namespace) -> int:
    """The page `report.html`, with the verdicts' and studies' own files beside it."""
    from ..report import build, read_atlas, read_verdicts
    from .conduct import conduct

    files = build(
        arguments.out,
        claims=arguments.ids,
        studies=arguments.study,
        networks=arguments.network,
        seconds=arguments.seconds,
        seed=arguments.seed,
        size=arguments.size,
        verdicts=None if arguments.verdicts is None else read_verdicts(arguments.verdicts),
        atlas=() if arguments.atlas is None else read_atlas(arguments.atlas),
        conduct=lambda pieces, each: conduct(arguments, pieces, "parts", each),
    )
    emit(arguments, {"files": files}, "\n".join(f"wrote {path}" for path in files))
    return 0

"""`plan`: weights, form and step of a run."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from mixproof.spectral import parse_network

from ..tables import table, wrapped
from .arguments.shared import numbers
from .labels import read_labels
from .named import declared
from .output import emit
from .weights import check_out, write_weights

__all__ = ["make_plan"]


def make_plan(arguments: Namespace) -> int:
    """One row a candidate, what it rests on in sentences, and with --out the weights chosen."""
    from ..planning import FORMS, plan

    out = check_out(arguments.out)
    network = parse_network(arguments.network)
    run = arguments.run
    if run is not None and run not in FORMS and run.partition(":")[0].endswith(".py"):
        run = declared(run)
    found = plan(
        network,
        run,
        step=arguments.step,
        rounds=arguments.rounds,
        curvature=None
        if arguments.curvature is None
        else tuple(numbers("--curvature", arguments.curvature, 1, 2)),
        data=arguments.data,
        labels=None if arguments.labels is None else read_labels(Path(arguments.labels), network),
        classes=arguments.classes,
        messages=arguments.messages,
        keep_form=arguments.keep_form,
        seconds=arguments.seconds,
    )
    if out is not None:
        write_weights(out, found)
    words = [wrapped(sentence) for sentence in found.sentences()]
    text = "\n".join([wrapped(found.title()), table(found.header(), found.cells()), *words])
    text += "" if out is None else f"\nweights written to {out}"
    emit(arguments, {**found.to_json(), "file": None if out is None else str(out)}, text)
    return 0

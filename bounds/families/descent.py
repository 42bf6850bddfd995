"""Runs of a program from the arrays of a setting, as families name them: what gossip and declared methods share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..algorithms.declaration import Algorithm
from ..domains import LARGE, NATURAL, REAL
from ..family import Parameter
from .clients import Clients, Losses
from .mixing_domain import DOUBLY, MIXING, SIGNED
from .model import Model, Steps
from .network import Network
from .starts import around_minimum, at_minimum, at_own_minima, slowest

__all__ = [
    "CHANGING",
    "COMMON",
    "COMMON_STARTS",
    "DIRECTED_MATRIX",
    "MATRIX",
    "NOISE",
    "OFFSETS",
    "ONE",
    "SAMPLES",
    "SIGNED_MATRIX",
    "START",
    "STARTS",
    "assembled",
    "begun",
]

MATRIX, SIGNED_MATRIX, DIRECTED_MATRIX = (
    Parameter("W", ("S", "K", "K"), of) for of in (MIXING, SIGNED, DOUBLY)
)
ONE = {"S": (1,)}
CHANGING = {"S": (1, 2, 3), "head": (0, 1), "B": (1, 2)}
START, COMMON = Parameter("w0", ("K", "d"), REAL), Parameter("start", ("d",), REAL)
NOISE = Parameter("v", ("K", "d"), REAL)
OFFSETS, SAMPLES = Parameter("o", ("K",), LARGE), Parameter("samples", ("K",), NATURAL)
STARTS = tuple(("w0", value) for value in (at_minimum, at_own_minima, around_minimum, slowest))
COMMON_STARTS = (("start", lambda run: run.clients.wstar),)


def begun(values: Mapping[str, np.ndarray]) -> np.ndarray:
    """The models before the first round (K, d): w0, or a common start."""
    return (
        values["w0"]
        if "w0" in values
        else np.array([values["start"]] * len(values["c"] if "c" in values else values["kink"]))
    )


def assembled(
    sizes: Mapping[str, int],
    values: Mapping[str, np.ndarray],
    rounds: int,
    *,
    losses: Losses,
    program: Algorithm,
    formula: str,
    measures: tuple[Callable[[Model], Any], ...] = (),
    samples: np.ndarray | None = None,
    vectors: Callable[[Model], Any] | None = None,
) -> Model:
    """The run of a setting: W (else nothing is mixed), a start, perhaps o and v, step parameters.

    formula: the step of round t
    """
    start = begun(values)
    least = values["o"] if "o" in values else start[:, 0] * 0
    numbers = {name: values[name].item() for name in ("eta", "delta", "Gamma") if name in values}
    return Model(
        rounds,
        Network(values.get("W", np.eye(len(start))[None]), sizes.get("head", 0), sizes.get("B", 1)),
        Clients(losses, samples, least, start.sum(0) / len(start)),
        program,
        Steps(numbers, formula),
        start,
        values.get("v"),
        measures=measures,
        vectors=vectors,
    )

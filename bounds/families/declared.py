"""Settings of any declared algorithm, run from its declaration in floats and exactly.

Every round is one round of the text (`algorithms.run`), with full gradients and W(t) of the setting, from states that
start as declared; its first state is the model that metrics speak of. Clients are of the kinds of `kinds.KINDS`. A
method without gradients has no clients: there F_k(w) = ||w - w_k(0)||^2/2, so that w* is the mean of the starts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from ..algorithms import Algorithm
from ..algorithms import algorithm as named
from ..arithmetic import EXACT, Arithmetic, fraction
from ..domains import POSITIVE
from ..family import Family, Parameter, remembered
from ..formula import parse
from .clients import Losses
from .descent import (
    CHANGING,
    COMMON,
    COMMON_STARTS,
    MATRIX,
    OFFSETS,
    ONE,
    SAMPLES,
    START,
    STARTS,
    assembled,
)
from .kinds import KINDS
from .metrics import EachClient, Metrics
from .model import PARTS, Model
from .quadratics import Quadratics

__all__ = ["declared"]

_STEPS = {"eta": -1, "delta": 1, "Gamma": 1}  # and the direction in which assumptions become easier


@dataclass(frozen=True)
class Declared:
    """The runs of a family: losses of the arrays of a setting."""

    losses: Callable[[Arithmetic, Mapping[str, Any]], Losses]

    def __call__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[str, np.ndarray],
        rounds: int,
        arithmetic: Arithmetic,
        algorithm: Mapping[str, Any],
        step: str,
    ) -> Model:
        """algorithm: as `Algorithm.to_json` has it; step: that of round t, a formula of eta, delta, Gamma and t."""
        program = _read(json.dumps(algorithm))
        return assembled(
            sizes,
            values,
            rounds,
            arithmetic,
            losses=self.losses(arithmetic, values),
            program=program,
            formula=step,
            measures=(*(PARTS if "eta" in values or "delta" in values else PARTS[:2]), Metrics, EachClient),
            samples=values["samples"] if _by_shares(program) else None,
        )


def _by_shares(algorithm: Algorithm) -> bool:
    return algorithm.uses("share") or algorithm.uses("average")


def _own_starts(arithmetic: Arithmetic, values: Mapping[str, Any]) -> Quadratics:
    """Without gradients: each client's own start is its minimum."""
    return Quadratics(arithmetic, values["w0"] * 0 + 1, values["w0"])


@remembered
def declared(
    algorithm: Algorithm | str,
    *clients: str,
    step: str = "eta",
    common: bool = False,
    changing: bool = False,
    offsets: bool = False,
) -> Family:
    """Settings of a declared algorithm.

    algorithm: the declaration, or the name of one of the library
    clients: their kinds, as in `kinds.KINDS`, of which each setting has one (default: quadratic and bent)
    step: the step of round t, a rational formula of eta, delta, Gamma and t such as delta/(t + Gamma)
    common: all clients start at one point; changing: W(t) from a schedule; offsets: losses with minima other than 0
    Raises InputError for an algorithm with scales, another kind of clients, and another step.

    >>> from mixproof.bounds import claim
    >>> claim("error2(t) <= error2(0)", "eta <= 1/(2*L)", family=declared("EXTRA")).family.name
    'declared'
    """
    algorithm = named(algorithm)
    if algorithm.scales:
        raise InputError("algorithm", algorithm.name, "has scales; push_sum() is the family of push-sum")
    names = _rational_step(step)
    used = any("eta" in parse(text).names for text in algorithm.lines.values())
    tuned = [name for name in _STEPS if used and name in names]
    sizes = {"K": (2, 3), **(CHANGING if changing else ONE)}
    last = (
        *((SAMPLES,) if _by_shares(algorithm) else ()),
        *(Parameter(name, (), POSITIVE) for name in tuned),
    )
    rest = (COMMON if common else START, *((OFFSETS,) if offsets else ()), *last)
    options = {"algorithm": algorithm.to_json(), "step": step}
    steps = tuple((name, _STEPS[name]) for name in tuned)
    if not algorithm.uses("grad"):
        parameters = (MATRIX, START, *last)
        return Family(
            "declared",
            {**sizes, "d": (1,)},
            parameters,
            Declared(_own_starts),
            steps,
            options,
            starts=STARTS[-1:],
            wide={"K": (4, 5)},
        )
    forms = []
    for kind in clients or ("quadratic", "bent"):
        if kind not in KINDS:
            raise InputError("clients", kind, f"are of the kinds {', '.join(KINDS)}")
        of = KINDS[kind]
        shape = {**sizes, **of.sizes}, (MATRIX, *of.parameters, *rest)
        starts = COMMON_STARTS if common else STARTS
        forms.append(
            Family("declared", *shape, Declared(of.losses), steps, options, starts=starts, kind=of.called)
        )
    return replace(forms[0], also=tuple(forms[1:]), wide={} if forms[1:] else {"K": (4, 5)})


def _rational_step(text: str) -> frozenset[str]:
    """The names of a step's formula, which must be rational: the checker follows clients with corners exactly."""
    formula = parse(text)
    if other := formula.names - set(_STEPS) - {"t"}:
        raise InputError("step", text, f"{sorted(other)[0]} is none of eta, delta, Gamma, t")
    for t in (0, 1):
        values = {**dict.fromkeys(_STEPS, EXACT.number(2)), "t": EXACT.number(t)}
        if fraction(formula.evaluate(values.__getitem__, EXACT)) is None:
            raise InputError("step", text, "is a rational number wherever eta, delta and Gamma are")
    return formula.names


@cache
def _read(text: str) -> Algorithm:
    return Algorithm(**json.loads(text))

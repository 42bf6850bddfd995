"""Settings of any declared algorithm, run from its declaration in floats and exactly.

Every round is one round of the text (`algorithms.run`), with full gradients and W(t) of the setting, from states that
start as declared; its first state is the model that metrics speak of. Clients are of the kinds of `kinds.KINDS`. With
noise, failing links, chances, two matrices or prox the run is one of `programmed`, and clients are quadratic where
anything is random. A method without gradients has no clients: there F_k(w) = ||w - w_k(0)||^2/2, so that w* is the mean
of the starts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from ..algorithms import Algorithm
from ..algorithms import algorithm as named
from ..algorithms.declaration import program
from ..algorithms.evaluate import PLAIN
from ..domains import CHANCE, POSITIVE, REAL, SIMPLEX
from ..family import Family, Parameter, remembered
from ..formula import RESERVED, is_name, parse
from ..kernel.scope import Scope
from ..kernel.tables.declared import PARAMETERS
from .clients import Losses
from .descent import (
    CHANGING,
    COMMON,
    COMMON_STARTS,
    DIRECTED_MATRIX,
    MATRIX,
    NOISE,
    OFFSETS,
    ONE,
    SAMPLES,
    SIGNED_MATRIX,
    START,
    STARTS,
    assembled,
)
from .digraphs import COLUMNS, ROWS
from .kinds import KINDS
from .metrics import EachClient, Metrics
from .mixing_domain import LINKS
from .model import PARTS
from .programmed import BESIDE, REGULAR, Programmed, read_algorithm
from .quadratics import Quadratics

__all__ = ["declared"]

DRAWN = {"S": (2, 3)}
_STEPS = {"eta": -1, "delta": 1, "Gamma": 1}  # and the direction in which assumptions become easier


@dataclass(frozen=True)
class Declared:
    """The runs of a family: losses of the arrays of a setting."""

    losses: Callable[[Mapping[str, Any]], Losses]

    def __call__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[str, np.ndarray],
        rounds: int,
        algorithm: Mapping[str, Any],
        step: str,
        free: tuple[str, ...] = (),
    ) -> Any:
        """algorithm: as `Algorithm.to_json` has it; step: that of round t, a formula of eta, delta, Gamma and t."""
        method = read_algorithm(json.dumps(algorithm))
        model = assembled(
            sizes,
            values,
            rounds,
            losses=self.losses(values),
            program=method,
            formula=step,
            samples=values["samples"] if _by_shares(method) else None,
        )
        measures = (*(PARTS if model.steps.known else PARTS[:2]), Metrics, EachClient)
        beside = values.keys() & BESIDE or method.words - {*PLAIN}
        vectors = partial(Programmed, values=values)
        model = replace(model, measures=measures, free={name: values[name].item() for name in free})
        return vectors(model) if beside else replace(model, vectors=vectors)


def _by_shares(algorithm: Algorithm) -> bool:
    return algorithm.uses("share") or algorithm.uses("average")


def _own_starts(values: Mapping[str, Any]) -> Quadratics:
    """Without gradients: each client's own start is its minimum."""
    return Quadratics(values["w0"] * 0 + 1, values["w0"])


_DIRECTED = ("S", "K", "K")
_WORDS = {
    "pull": Parameter("R", _DIRECTED, ROWS),
    "push": Parameter("C", _DIRECTED, COLUMNS),
    "paced": Parameter("pace", ("K",), POSITIVE),
    "sometimes": Parameter("chance", (), CHANCE),
    "active": Parameter("activity", ("K",), CHANCE),
    "sparse": Parameter("kept", (), CHANCE),
}


@remembered
def declared(
    algorithm: Algorithm | str,
    *clients: str,
    step: str = "eta",
    common: bool = False,
    changing: bool = False,
    offsets: bool = False,
    noisy: bool = False,
    lossy: bool = False,
    drawn: bool = False,
    signed: bool = False,
    directed: bool = False,
    regular: tuple[str, ...] = ("l1",),
    free: tuple[str, ...] = (),
) -> Family:
    """Settings of a declared algorithm.

    algorithm: the declaration, or the name of one of the library
    clients: their kinds, of which each setting has one (default: quadratic and bent)
    step: the step of round t, a rational formula of eta, delta, Gamma and t such as delta/(t + Gamma)
    common: all clients start at one point; changing: W(t) from a schedule, and R(t), C(t) of pull and push
    offsets: losses with minima other than 0; noisy: gradients with noise of mean zero, new at every call of grad
    lossy: links that fail independently, P_ij the chance that one works; drawn: W(t) is one of two or three, by chance
    signed: weights of either sign, W without eigenvalues of modulus above 1
    directed: W doubly stochastic, but symmetric or not
    regular: what prox(z) is of: l1, low and span, radius, total; free: further positive numbers that a claim may name
    Metrics are expectations where anything is random; clients are then quadratic.
    Raises InputError for another kind of clients, another step, and options that exclude each other.

    >>> from mixproof.bounds import claim
    >>> claim("error2(t) <= error2(0)", "eta <= 1/(2*L)", family=declared("EXTRA")).family.name
    'declared'
    """
    algorithm = named(algorithm)
    free = (*algorithm.numbers, *free)
    if algorithm.scales and not algorithm.unproved:
        raise InputError("algorithm", algorithm.name, "has scales; push_sum() is the family of push-sum")
    names = _rational_step(step)
    used = any("eta" in parse(text).names for text in algorithm.lines.values())
    used = used or bool(algorithm.words & {"prox", "backward"})
    tuned = [name for name in _STEPS if used and name in names]
    scaled = (SAMPLES,) if _by_shares(algorithm) else ()
    extra = _extra(algorithm, noisy, lossy, drawn, regular, free)
    random = noisy or lossy or drawn or bool(algorithm.words & {"sometimes", "active", "sparse"})
    if drawn and (lossy or changing):
        raise InputError("drawn", drawn, "excludes lossy and changing")
    if lossy and changing:
        raise InputError("lossy", lossy, "excludes changing")
    if (lossy or drawn) and algorithm.uses("self_mix"):
        raise InputError(
            "algorithm", algorithm.name, "takes self_mix(...), which is of a W that is not random"
        )
    if random and algorithm.uses("top"):
        raise InputError(
            "algorithm", algorithm.name, "takes top(...) of what is random, which no claim can follow"
        )
    for name, asked in {"signed": signed, "directed": directed}.items():
        if asked and (lossy or drawn or algorithm.uses("self_mix")):
            raise InputError(name, asked, "excludes lossy, drawn and self_mix(...)")
    if signed and directed:
        raise InputError("directed", directed, "excludes signed")
    last = (*scaled, *(Parameter(name, (), POSITIVE) for name in tuned), *extra)
    rest = (COMMON if common else START, *((OFFSETS,) if offsets else ()), *last)
    options = {"algorithm": algorithm.to_json(), "step": step, **({"free": free} if free else {})}
    told = {"program": program(algorithm.to_json()), "step": step, **({"free": [*free]} if free else {})}
    steps = (*((name, -1) for name in algorithm.numbers), *((name, _STEPS[name]) for name in tuned))
    mixed = algorithm.uses("mix") or not (algorithm.uses("pull") or algorithm.uses("push"))
    of = SIGNED_MATRIX if signed else DIRECTED_MATRIX if directed else MATRIX
    matrix = (of,) if mixed else ()
    sizes = {"K": (2, 3), **(CHANGING if changing else DRAWN if drawn else ONE)}
    if not algorithm.words & {"grad", "backward"}:
        parameters = (*matrix, START, *last)
        return Family(
            "declared",
            {**sizes, "d": (1,)},
            parameters,
            Declared(_own_starts),
            steps,
            options,
            starts=STARTS[-1:] if matrix else (),
            wide={"K": (4, 5)},
            told=told,
        )
    flat = random or algorithm.uses("prox") or algorithm.uses("top")
    forms = []
    for kind in clients or (("quadratic",) if flat else ("quadratic", "bent")):
        if kind not in KINDS:
            raise InputError("clients", kind, f"are of the kinds {', '.join(KINDS)}")
        if kind != "quadratic" and (random or algorithm.uses("prox")):
            raise InputError("clients", kind, "are quadratic where anything is random, or prox is taken")
        form = KINDS[kind]
        own = tuple(p for p in form.parameters if p.name != "s" or not algorithm.uses("prox"))
        starts = COMMON_STARTS if common else STARTS if matrix else STARTS[:-1]
        forms.append(
            Family(
                "declared",
                {**sizes, **form.sizes},
                (*matrix, *own, *rest),
                Declared(form.losses),
                steps,
                options,
                starts=starts,
                wide={"K": (4, 5) if random else (4, 5, 6, 7, 8)},
                kind=form.called,
                told=told,
            )
        )
    return replace(forms[0], also=tuple(forms[1:]))


def _extra(
    algorithm: Algorithm,
    noisy: bool,
    lossy: bool,
    drawn: bool,
    regular: tuple[str, ...],
    free: tuple[str, ...],
) -> tuple[Parameter, ...]:
    """The parameters of what a setting has beside clients, W, start and step."""
    found = [parameter for word, parameter in _WORDS.items() if algorithm.uses(word)]
    found += (
        [NOISE] * noisy
        + [Parameter("P", ("K", "K"), LINKS)] * lossy
        + [Parameter("draw", ("S",), SIMPLEX)] * drawn
    )
    if algorithm.uses("prox"):
        for name in regular:
            if name not in REGULAR:
                raise InputError("regular", name, f"is none of {', '.join(REGULAR)}")
        if len({"low", "radius", "total"} & {*regular}) > 1 or {"l1", "total"} <= {*regular}:
            raise InputError("regular", regular, "is of one set: low, radius or total, the last without l1")
        found += [Parameter(name, (), REAL if name == "low" else POSITIVE) for name in regular]
    for name in free:
        if not is_name(name) or name in RESERVED | {
            *_STEPS,
            *algorithm.states,
            *algorithm.let,
            *PARAMETERS.split(),
        }:
            raise InputError("free", name, "has a meaning already, or is no name")
    return (*found, *(Parameter(name, (), POSITIVE) for name in free))


def _rational_step(text: str) -> frozenset[str]:
    """The names of a step's formula, which must be rational: the kernel follows clients with corners exactly."""
    formula = parse(text)
    if other := formula.names - set(_STEPS) - {"t"}:
        raise InputError("step", text, f"{sorted(other)[0]} is none of eta, delta, Gamma, t")
    for t in (0, 1):
        values = {**dict.fromkeys(_STEPS, Fraction(2)), "t": Fraction(t)}
        if not isinstance(Scope(values, {}).read(text), Fraction):
            raise InputError("step", text, "is a rational number wherever eta, delta and Gamma are")
    return formula.names

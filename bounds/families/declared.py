"""A family of settings for any declared algorithm, run from its declaration in floats and exactly.

Every round is one round of the text (`algorithms.run`), with full gradients and W(t) of the setting, from states that
start as declared; its first state is the model that metrics speak of. Clients are of these kinds:

    quadratic   those of `quadratics`, in one or two dimensions
    bent        on the line, convex, with gradients that bend (`bends`)
    linear      on the line, convex and piecewise linear (`kinks`)
    dented      on the line, smooth and not convex (`kinks`)

A method without gradients has no clients: there F_k(w) = ||w - w_k(0)||^2/2, so that w* is the mean of the starts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from ..algorithms import Algorithm
from ..algorithms import algorithm as named
from ..algorithms.run import Gradient, initial, step
from ..arithmetic import EXACT, FLOAT, Arithmetic, fraction
from ..domains import CHANCE, POSITIVE, REAL, SIMPLEX, UNIT
from ..family import Family, Parameter, remembered
from ..formula import RESERVED, is_name, parse
from .bends import BendsRun
from .digraphs import COLUMNS, ROWS
from .gossip import REACH, GossipRun
from .iterates import Iterates
from .kinks import Dents, Kinks
from .pairs import LINKS
from .programmed import REGULAR, read_algorithm, runs_of
from .shared import (
    BENDS,
    CHANGING,
    CLIENTS,
    COMMON,
    COMMON_STARTS,
    MATRIX,
    NOISE,
    OFFSETS,
    ONE,
    SAMPLES,
    START,
    STARTS,
    TURN,
)

__all__ = ["declared"]

DRAWN = {"S": (2, 3)}
_STEPS = {"eta": -1, "delta": 1, "Gamma": 1}  # and the direction in which assumptions become easier


class _Declared(Iterates, GossipRun):
    """Part of a run: its models are those of the declared algorithm.

    _base: the run of the same clients under gossip descent
    algorithm: the declaration as `Algorithm.to_json`; step: the step of round t as a formula of eta, delta, Gamma and t
    """

    _base: Any

    def __init__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        rounds: int,
        arithmetic: Arithmetic,
        algorithm: Mapping[str, Any],
        step: str,
    ):
        self._algorithm, self._step = read_algorithm(json.dumps(algorithm)), parse(step)
        self._told = values
        scaled = self._algorithm.uses("share") or self._algorithm.uses("average")
        super().__init__(sizes, values, rounds, arithmetic, scaled=scaled)

    def measured(self, text: str) -> Any:
        """The number that a formula over vectors is at a round."""
        return self._over_vectors.measured(text)

    @cached_property
    def _over_vectors(self) -> Any:
        told = self._algorithm.to_json()
        run = runs_of(type(self)._base)
        return run(self._sizes, self._told, self.rounds, self._arithmetic, told, self._step.text)

    def step(self, t: Any) -> Any:
        """The step of round t."""
        values = {"eta": self.eta, "delta": self.delta, "Gamma": self.Gamma, "t": t}
        return self._step.evaluate(values.__getitem__, self._arithmetic)

    @property
    def _leaps(self) -> bool:
        return False

    @property
    def _unknown(self) -> Any:
        raise AttributeError("a declared method has full gradients, and no bound on them")

    chi2 = sigma2 = noise2 = _unknown

    @cached_property
    def _models(self) -> np.ndarray:
        return self._long(self.w0, self._followed_from)

    def _followed_from(self, x: np.ndarray) -> np.ndarray:
        state = initial(self._algorithm, x)
        path, share = [x], self.share if self._scaled else None
        for t in range(self.rounds):
            eta = self.step(self._arithmetic.number(t)) if self._steps else self._arithmetic.number(0)
            state = step(self._algorithm, state, self._W(t), self._gradients, eta, share)
            path.append(state[self._algorithm.states[0]])
        return np.array(path)

    @property
    def _steps(self) -> bool:
        return self.eta is not None or self.delta is not None


class _Quadratic(_Declared):
    _base: Any = GossipRun

    def _gradients(self, x: np.ndarray) -> np.ndarray:
        return self._pulled(x - self.c)

    def _pulled(self, x: np.ndarray) -> np.ndarray:
        return (self.H @ x[..., None])[..., 0]

    @property
    def reach(self) -> float:
        """In floats, where every round does the same, many more rounds cost little."""
        alike = len(self.W) == 1 and not (self._steps and "t" in self._step.names)
        return max(self.rounds, REACH) if alike and self._arithmetic is FLOAT else self.rounds

    @cached_property
    def _models(self) -> np.ndarray:
        """As declared; in floats twice as many rounds at a time, of z -> z A + b, found from unit states."""
        if self.reach == self.rounds:
            return super()._models
        start = initial(self._algorithm, self.w0)
        names, size = [*start], self.w0.size
        z = np.array([start[name] for name in names]).reshape(1, -1)
        units = np.concatenate([z * 0, np.eye(z.size)]).reshape(-1, len(names), *self.w0.shape)
        still, linear = units[:1], units[1:]
        b = self._after(names, still, self._gradients)
        A = self._after(names, linear, self._pulled)
        while len(z) <= self.reach:
            z, A, b = np.concatenate([z, z @ A + b]), A @ A, b @ A + b
        return z[:, :size].reshape(-1, *self.w0.shape)

    def _after(self, names: list[str], states: np.ndarray, gradients: Gradient) -> np.ndarray:
        """The states (n, states, K, d) after a round, (n, states K d)."""
        eta = self.step(0.0) if self._steps else 0.0
        state = {name: states[:, k] for k, name in enumerate(names)}
        share = self.share if self._scaled else None
        after = step(self._algorithm, state, self.W[0], gradients, eta, share)
        return np.stack([after[name] for name in names], 1).reshape(len(states), -1)

    @cached_property
    def _moments(self) -> tuple[np.ndarray, np.ndarray | None]:
        return self._models.reshape(len(self._models), -1), None

    def _moments_at(self, at: Any) -> tuple[np.ndarray, np.ndarray | None]:
        return self._moments[0][at], None

    def _height(self, x: Any) -> Any:
        off = x - self.wstar
        return (off * (off @ self._hessian)).sum(-1) / 2


class _Line(_Declared, BendsRun):
    _base: Any = BendsRun

    def _gradients(self, x: np.ndarray) -> np.ndarray:
        return self._pulls(x[:, 0])[:, None]

    @cached_property
    def _path(self) -> np.ndarray:
        return self._models[..., 0]

    def _height(self, x: Any) -> Any:
        return self._loss(x[..., 0]) - self._loss(self.wstar[0])


class _Linear(_Line, Kinks):
    """MRO: models of the declaration, clients with kinks."""

    _base = Kinks


class _Dented(_Line, Dents):
    """MRO: models of the declaration, clients with dents."""

    _base = Dents


def _pulled_to_starts(
    sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, arithmetic: Arithmetic, **of: Any
) -> GossipRun:
    """Without gradients: each client's own start is its minimum."""
    start = values["w0"]
    return GossipRun(sizes, {**values, "a": start * 0 + 1, "c": start}, rounds, arithmetic, **of)


class _Averaging(_Quadratic):
    """No gradients: each client's own start is its minimum."""

    _base = staticmethod(_pulled_to_starts)

    def __init__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        rounds: int,
        arithmetic: Arithmetic,
        **of: Any,
    ):
        start = values["w0"]
        super().__init__(sizes, {**values, "a": start * 0 + 1, "c": start}, rounds, arithmetic, **of)
        self._told = values


_M = {"M": (1, 2)}
_LINEAR = (
    MATRIX,
    Parameter("kink", ("K", "M"), REAL),
    Parameter("rise", ("K", "M"), POSITIVE),
    Parameter("left", ("K",), UNIT),
    Parameter("taken", ("K", "M"), UNIT),
)
_DENTED = (
    *CLIENTS,
    Parameter("bend", ("K", "M"), REAL, "c"),
    Parameter("width", ("K", "M"), POSITIVE),
    Parameter("dent", ("K", "M"), REAL),
)
# kind -> what such clients are called, their parameters, sizes beside K and S, run
_KINDS: Mapping[str, tuple[str, tuple[Parameter, ...], Mapping[str, tuple[int, ...]], type]] = {
    "quadratic": ("quadratic clients", (*CLIENTS, TURN), {"d": (1, 2)}, _Quadratic),
    "bent": ("clients that bend", (*CLIENTS, *BENDS), {"d": (1,), **_M}, _Line),
    "linear": ("piecewise linear clients", _LINEAR, {"d": (1,), **_M}, _Linear),
    "dented": ("clients that are not convex", _DENTED, {"d": (1,), **_M}, _Dented),
}


_DIRECTED = ("S", "K", "K")
_WORDS = {
    "pull": Parameter("R", _DIRECTED, ROWS),
    "push": Parameter("C", _DIRECTED, COLUMNS),
    "paced": Parameter("pace", ("K",), POSITIVE),
    "sometimes": Parameter("chance", (), CHANCE),
    "active": Parameter("activity", ("K",), CHANCE),
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
    regular: what prox(z) is of, of l1, low and high; free: further positive numbers that a claim may name
    Metrics are expectations where anything is random; clients are then quadratic.
    Raises InputError for another kind of clients, another step, and options that exclude each other.

    >>> from mixproof.bounds import claim
    >>> claim("error2(t) <= error2(0)", "eta <= 1/(2*L)", family=declared("EXTRA")).family.name
    'declared'
    """
    algorithm = named(algorithm)
    if algorithm.scales and not algorithm.unproved:
        raise InputError("algorithm", algorithm.name, "has scales; push_sum() is the family of push-sum")
    names = _rational_step(step)
    used = any("eta" in parse(text).names for text in algorithm.lines.values()) or algorithm.uses("prox")
    tuned = [name for name in _STEPS if used and name in names]
    scaled = (SAMPLES,) if algorithm.uses("share") or algorithm.uses("average") else ()
    extra = _extra(algorithm, noisy, lossy, drawn, regular, free)
    plain, random = (
        not extra,
        noisy or lossy or drawn or algorithm.uses("sometimes") or algorithm.uses("active"),
    )
    if drawn and (lossy or changing):
        raise InputError("drawn", drawn, "excludes lossy and changing")
    if lossy and changing:
        raise InputError("lossy", lossy, "excludes changing")
    last = (*scaled, *(Parameter(name, (), POSITIVE) for name in tuned), *extra)
    rest = (COMMON if common else START, *((OFFSETS,) if offsets else ()), *last)
    options = {"algorithm": algorithm.to_json(), "step": step, **({"free": free} if free else {})}
    steps = tuple((name, _STEPS[name]) for name in tuned)
    matrix = (
        (MATRIX,) if algorithm.uses("mix") or not (algorithm.uses("pull") or algorithm.uses("push")) else ()
    )
    sizes = {"K": (2, 3), **(CHANGING if changing else DRAWN if drawn else ONE)}
    if not algorithm.uses("grad"):
        if plain:
            run: Any = _Averaging
        else:
            run = runs_of(_pulled_to_starts)
        parameters = (*matrix, START, *last)
        return Family(
            "declared",
            {**sizes, "d": (1,)},
            parameters,
            run,
            steps,
            options,
            starts=STARTS[-1:] if matrix else (),
            wide={"K": (4, 5)},
        )
    forms = []
    for kind in clients or (("quadratic",) if random or algorithm.uses("prox") else ("quadratic", "bent")):
        if kind not in _KINDS:
            raise InputError("clients", kind, f"are of the kinds {', '.join(_KINDS)}")
        if kind != "quadratic" and (random or algorithm.uses("prox")):
            raise InputError("clients", kind, "are quadratic where anything is random, or prox is taken")
        called, parameters, more, run = _KINDS[kind]
        own = tuple(p for p in parameters if p is not MATRIX and not (p is TURN and algorithm.uses("prox")))
        starts = COMMON_STARTS if common else STARTS if matrix else STARTS[:-1]
        run = run if plain else runs_of(run._base)
        forms.append(
            Family(
                "declared",
                {**sizes, **more},
                (*matrix, *own, *rest),
                run,
                steps,
                options,
                starts=starts,
                kind=called,
            )
        )
    return replace(forms[0], also=tuple(forms[1:]), wide={} if forms[1:] else {"K": (4, 5)})


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
        found += [Parameter(name, (), POSITIVE if name == "l1" else REAL) for name in regular]
    for name in free:
        if not is_name(name) or name in RESERVED | {*_STEPS, *algorithm.states, *algorithm.let}:
            raise InputError("free", name, "has a meaning already, or is no name")
    return (*found, *(Parameter(name, (), POSITIVE) for name in free))


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

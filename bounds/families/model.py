"""A run: a network, clients, a program, its steps, noise and a start, put together; it is never changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, cached_property
from inspect import signature
from operator import attrgetter
from typing import Any

import numpy as np

from ..algorithms.declaration import Algorithm
from ..formula import parse
from ..rounds import at_round
from .client_vectors import ClientVectors
from .clients import Clients
from .moments import Followed, Moments
from .network import Network

__all__ = ["DECAYING", "PARTS", "Composed", "Model", "Steps"]

DECAYING = "delta/(t + Gamma)"


@dataclass(frozen=True)
class Steps:
    """The step of round t as a formula of numbers and t; numbers: eta, or delta and Gamma, or none."""

    numbers: Mapping[str, Any]
    formula: str

    @cached_property
    def known(self) -> bool:
        """Whether there is a step: a run of the default formula may have no eta."""
        return parse(self.formula).names <= {*self.numbers, "t"}

    def step(self, t: Any) -> Any:
        """The step of round t, 0 where there is none."""
        return parse(self.formula).evaluate({**self.numbers, "t": t}.__getitem__) if self.known else 0.0

    @property
    def changes(self) -> bool:
        """Whether rounds have different steps."""
        return self.known and "t" in parse(self.formula).names

    def at(self, **numbers: Any) -> Steps:
        """With other numbers."""
        return replace(self, numbers={**self.numbers, **numbers})

    @property
    def eta(self) -> Any:
        """The fixed step."""
        return self.numbers.get("eta")

    @property
    def delta(self) -> Any:
        """The step of round t is delta/(t + Gamma)."""
        return self.numbers.get("delta")

    @property
    def Gamma(self) -> Any:
        """The step of round t is delta/(t + Gamma)."""
        return self.numbers.get("Gamma")


class Composed:
    """A run made of parts: it offers, as its own, the public names that they define."""

    @property
    def parts(self) -> tuple[Any, ...]:
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self._places:
            return getattr(self.parts[self._places[name]], name)
        raise AttributeError(f"no part of the run has {name}")

    def __dir__(self) -> list[str]:
        return sorted(self._places)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return _places_in(tuple(map(type, self.parts)))


@cache
def _places_in(parts: tuple[type, ...]) -> Mapping[str, int]:
    """name -> the first of the parts that defines it."""
    return {name: i for i, part in reversed([*enumerate(parts)]) for name in _offered(part)}


def _offered(part: type) -> frozenset[str]:
    """Its properties, and its methods of one round t; the fields that it is given are its own affair."""
    given = {field.name for field in fields(part)} if is_dataclass(part) else set()
    names = {name for name in dir(part) if not name.startswith("_")} - given
    return frozenset(name for name in names if _of_a_round(getattr(part, name)))


def _of_a_round(value: Any) -> bool:
    return not callable(value) or [*signature(value).parameters] == ["self", "t"]


@dataclass(frozen=True, eq=False)
class Model(Composed):
    """One run of a program.

    rounds: how many are followed at least; start (K, d): the first state of the program before the first round
    noise (K, d): client k's stochastic gradient adds noise_k times a fair sign, independent over clients and rounds;
    None where gradients are full. weights (K,): of the program's averages, where they are not the clients' shares
    vectors: of a run, what reads formulas over its vectors, by `measured(text)`; None where nothing does
    free: further numbers that claims name, some of which the program's lines read
    measures: what the run offers: functions of it whose results define the names, such as PARTS and `metrics.Metrics`
    """

    rounds: int
    network: Network
    clients: Clients
    program: Algorithm
    steps: Steps
    start: np.ndarray
    noise: np.ndarray | None = None
    weights: np.ndarray | None = None
    measures: tuple[Callable[[Model], Any], ...] = ()
    vectors: Callable[[Model], Any] | None = None
    free: Mapping[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        return (
            self.free[name] if not name.startswith("_") and name in self.free else super().__getattr__(name)
        )

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.free})

    @cached_property
    def parts(self) -> tuple[Any, ...]:
        return tuple(measure(self) for measure in self.measures)

    def at(self, rounds: int, **numbers: Any) -> Model:
        """The run with other steps or free numbers, so many rounds long; what none of them enters is kept."""
        free = {name: numbers.pop(name, value) for name, value in self.free.items()}
        return replace(self, rounds=rounds, steps=self.steps.at(**numbers), free=free)

    def beside(self, **parts: Any) -> Model:
        """A run with full gradients and these other parts, to compare with."""
        return replace(self, noise=None, **parts)

    def measured(self, text: str) -> Any:
        """The number that a formula over vectors is at a round."""
        if self.vectors is None:
            raise AttributeError("vectors")
        return self.vectors(self).measured(text)

    @property
    def numbers(self) -> Mapping[str, Any]:
        """Those that the program's lines read beside the step."""
        return {name: self.free[name] for name in self.program.numbers}

    @property
    def shares(self) -> np.ndarray:
        """Of the program's `share` and `average`, (K,)."""
        return self.clients.share if self.weights is None else self.weights

    @property
    def random(self) -> bool:
        """Whether its states are random."""
        return self._trajectory.random

    @property
    def reach(self) -> float:
        """The last round at which its metrics are known."""
        return self._trajectory.reach

    @cached_property
    def _trajectory(self) -> Moments | Followed:
        return Followed(self) if self.clients.losses.affine is None else Moments(self)

    @cached_property
    def _totals(self) -> tuple[np.ndarray, np.ndarray | None]:
        """Mean (n, K d) and covariance of the sums of all models before each of the rounds that are followed."""
        if isinstance(self._trajectory, Moments) and self.random:
            return Moments(self, summed=True).sums
        models = self._trajectory.models
        sums = np.add.accumulate(np.concatenate([models[:1] * 0, models]))
        return sums.reshape(len(sums), -1), None

    def state(self, t: Any, number: int = 0) -> ClientVectors:
        """The program's state of that number at a round, or at each of an array of them: the first is the model."""
        at = at_round(t)
        if isinstance(self._trajectory, Followed):
            return ClientVectors(self._trajectory.states[at, number])
        return self._read(self._trajectory.at(at), ..., number)

    def average(self, t: Any) -> ClientVectors:
        """(x(0) + ... + x(t-1))/t, x the models: NaN at those of an array of rounds where that is not known, else an
        ArithmeticError."""
        at = at_round(t)
        last = len(self._totals[0]) - 1
        if isinstance(at, np.ndarray):
            known, at = np.where((at >= 1) & (at <= last), at, np.nan), np.minimum(at, last)
            return self._read(self._totals, at, 0).times((1 / known)[:, None])
        if not 1 <= at <= last:
            raise ArithmeticError(f"no average of {at} rounds")
        return self._read(self._totals, at, 0).times(np.array([1 / at]))

    def _read(self, moments: tuple[np.ndarray, np.ndarray | None], at: Any, number: int) -> ClientVectors:
        means, covariances = moments
        (K, d), n = self.start.shape, means.shape[-1]
        place = slice(number * K * d, (number + 1) * K * d)
        mean = means[at][..., place]
        mean = mean.reshape(*mean.shape[:-1], K, d)
        if covariances is None:
            return ClientVectors(mean)
        linear = np.eye(n)[place].reshape(K, d, n)
        return ClientVectors(mean, linear, covariances[at])


PARTS: tuple[Callable[[Model], Any], ...] = tuple(map(attrgetter, ("network", "clients", "steps")))

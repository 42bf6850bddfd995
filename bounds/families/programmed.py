"""Runs of a declared algorithm with noise, failing links, coins, two matrices or prox, and formulas over their vectors.

In floats a round is the algorithm's own text over `stacked` vectors. Without chance the models of all rounds are
followed; with it a round is a sum over chances of affine maps of the states, z -> A_l z with the number 1 as the last
coordinate of z, and E[z z'] becomes sum_l size_l A_l E[z z'] A_l'. Metrics are the texts of the kernel's table, read
over these vectors. Exact runs are the kernel's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, cached_property, partial
from itertools import count
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from ..algorithms import Algorithm, after
from ..algorithms.consistency import starts
from ..algorithms.evaluate import Operations, largest_coordinate, nearest
from ..arithmetic import FLOAT
from ..formula import parse
from ..kernel.metrics import AT_A_ROUND, ROOTS
from ..kernel.text import Refused, Undefined
from ..kernel.text import parse as tree_of
from ..rounds import at_round
from .clients import Clients
from .links import Links
from .losses_of import Composite, Losses
from .metrics import EachClient, GradientNoise, Metrics
from .model import Model
from .network import Network
from .programmed_constants import constants
from .read_vectors import At
from .stacked import Stacked, Stacks

__all__ = ["BESIDE", "REGULAR", "Programmed", "read_algorithm"]

REGULAR = ("l1", "low", "span", "radius", "total")
RANDOM = ("v", "P", "chance", "activity", "draw", "kept")
BESIDE = {*RANDOM, *REGULAR, "R", "C", "pace"}  # what a Model has no part of


@cache
def read_algorithm(text: str) -> Algorithm:
    """The algorithm of a JSON document."""
    return Algorithm(**json.loads(text))


class Programmed:
    """One run: constants of the clients and the network, metrics, and `measured(text)` for formulas over vectors.

    model: the network, clients, program, steps, start and rounds; values: W, where the setting has one, and what a
    Model has no part of: v (K, d), P (K, K), draw (S,), chance (), activity (K,), R, C (S, K, K), pace (K,), l1, low,
    span ()
    """

    # their docstrings say what the names of metrics and constants mean
    explained = (Metrics, EachClient, GradientNoise, Clients, Network, Links)

    def __init__(self, model: Model, values: Mapping[str, Any]):
        self.rounds, self._algorithm = model.rounds, model.program
        self._values = {**values, **{name: np.array(x) for name, x in model.free.items()}}
        self._model, self._clients, self._step = model, model.clients, parse(model.steps.formula)
        self._K, self._d = model.start.shape
        noise = values.get("v")
        self._noise = noise if noise is not None and noise.any() else None
        self._matrix = "W_hat" if {"P", "draw"} & {*values} else "W"  # how formulas call that of the round
        self._random = any(name in values for name in RANDOM)

    def at(self, rounds: int, **numbers: float) -> Programmed:
        """The run with other steps or free numbers, so many rounds long."""
        values = {**self._values, **{name: np.array(x) for name, x in numbers.items()}}
        return Programmed(self._model.at(rounds, **numbers), values)

    @cached_property
    def _losses(self) -> Losses:
        regular = {name: float(self._values[name]) for name in REGULAR if name in self._values}
        return Composite(self._clients, regular) if regular else Losses(self._clients)

    @property
    def clients(self) -> Clients:
        return self._clients

    @property
    def network(self) -> Network:
        return self._model.network

    @property
    def start(self) -> np.ndarray:
        return self._model.start

    # --- what names mean

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in AT_A_ROUND and (name != "noise2" or "v" in self._values):
            return self.measured(AT_A_ROUND[name], table=True)
        if name in ROOTS and f"{name}2" in AT_A_ROUND:
            square = self.measured(AT_A_ROUND[f"{name}2"], table=True)
            return lambda t: np.sqrt(np.maximum(square(t), 0.0))
        if name in self._constants:
            return self._constants[name]()
        raise AttributeError(name)

    def __dir__(self) -> list[str]:
        roots = {name for name in ROOTS if f"{name}2" in AT_A_ROUND}
        noise = set() if "v" in self._values else {"noise2"}
        return sorted({*AT_A_ROUND, *roots, *self._constants, "step"} - noise)

    @cached_property
    def _constants(self) -> dict[str, Callable[[], Any]]:
        return constants(self)

    def step(self, t: Any) -> Any:
        """The step of round t."""
        return self._model.steps.step(t)

    def measured(self, text: str, table: bool = False) -> Callable[[Any], Any]:
        """The number that a formula over vectors is at a round, or at each of an array of them.

        table: whether it is a text of the kernel's table of metrics, where F weighs the losses by shares
        """
        try:
            tree = tree_of(text)
        except Refused as why:
            raise InputError("formula", text, str(why)) from None

        def metric(t: Any) -> Any:
            at = np.atleast_1d(np.asarray(at_round(t)))
            try:
                found = At(self, at, table=table).value(tree)
            except Undefined as why:
                raise ArithmeticError(str(why)) from None
            except (Refused, TypeError) as why:
                raise InputError("formula", text, str(why).split(">.")[-1]) from None
            if isinstance(found, Stacked):
                raise InputError("formula", text, "is a vector, and a claim compares numbers")
            found = np.broadcast_to(found, at.shape).astype(float)
            return found if isinstance(t, np.ndarray) else float(found[0])

        return metric

    # --- the run

    def _moved(
        self, stacks: Stacks, states: Mapping[str, Stacked], t: np.ndarray, ahead: int
    ) -> dict[str, Stacked]:
        """The states after round t + ahead, whose chances are named by `ahead`."""
        eta = np.broadcast_to(self.step(t + float(ahead)), t.shape) if self._stepping else 0.0
        return after(self._algorithm, states, self._operations(stacks, t, ahead), eta, FLOAT)

    @cached_property
    def _stepping(self) -> bool:
        """Whether rounds have a step."""
        return "eta" in self._values or "delta" in self._values

    def _operations(self, stacks: Stacks, t: np.ndarray, ahead: int) -> Operations:
        calls, words = count(), self._words(stacks, t, ahead)

        def grad(v: Stacked) -> Stacked:
            found = self._losses.grad(stacks, v)
            return (
                found + stacks.noise(self._noise, (ahead, next(calls))) if self._noise is not None else found
            )

        return Operations(words.pop("mix"), grad, words.pop("average"), words.pop("share"), words)

    def _words(self, stacks: Stacks, t: np.ndarray, ahead: int) -> dict[str, Any]:
        told, at = self._values, t + ahead
        share = self._clients.share
        found: dict[str, Any] = {
            **{name: float(told[name]) for name in self._algorithm.numbers},
            "mix": lambda v: self._mix(stacks, v, at, ahead),
            "average": partial(stacks.everywhere, share),
            "share": partial(stacks.weighed, share),
            "top": lambda v: Stacked({(): largest_coordinate(stacks.sure(v))[:, None]}),
        }
        if "W" in told and not {"P", "draw"} & told.keys():
            W = self._turn(told["W"], at)
            diagonal = np.diagonal(W, axis1=-2, axis2=-1).reshape(-1, 1, self._K, 1)
            found["self_mix"] = lambda v: v.each(lambda array: array * diagonal)
        eta = np.broadcast_to(self.step(at.astype(float)), at.shape) if self._stepping else np.ones(at.shape)
        found["backward"] = lambda v: self._losses.backward(stacks, v, eta)
        for word, name in (("pull", "R"), ("push", "C")):
            if name in told:
                found[word] = partial(stacks.mixed, self._turn(told[name], at))
        if "pace" in told:
            found["paced"] = partial(stacks.weighed, told["pace"])
        if "chance" in told:
            p = found["chance"] = float(told["chance"])
            coin = [((ahead, "coin"), p, p * (1 - p), np.eye(self._K))]
            found["sometimes"] = lambda v: stacks.by_chance(v, coin)
        if "activity" in told:
            units = np.eye(self._K)[:, :, None] * np.eye(self._K)[:, None, :]
            coins = [((ahead, k), p, p * (1 - p), units[k]) for k, p in enumerate(told["activity"])]
            found["active"] = lambda v: stacks.by_chance(v, coins)
        if isinstance(self._losses, Composite):
            weight, regular = eta[:, None, None], self._losses.regular
            found["prox"] = lambda v: Stacked({(): nearest(stacks.sure(v), weight, regular)[:, None]})
        if "kept" in told:
            p, d = float(told["kept"]), self._d
            units = np.eye(self._K * d).reshape(-1, self._K, d)
            each = [((ahead, "kept", i), 1.0, (1 - p) / p, unit) for i, unit in enumerate(units)]
            found["sparse"] = lambda v: stacks.by_chance(
                v, each, lambda unit, z: z.each(lambda array: array * unit)
            )
        return found

    def _turn(self, W: np.ndarray, t: np.ndarray) -> np.ndarray:
        """W(t) of each round."""
        if len(W) == 1:
            return W[0]
        head = min(self.network.head, len(W) - 1)
        return W[np.where(t < head, t, head + (t - head) % (len(W) - head))]

    def _mix(self, stacks: Stacks, v: Stacked, t: np.ndarray, ahead: int) -> Stacked:
        W, told = self._values["W"], self._values
        if "draw" in told:
            rest = 1 - np.cumsum(told["draw"])  # what remains to be drawn after each
            W, total = np.asarray(W), stacks.mixed((W * told["draw"][:, None, None]).sum(0), v)
            parts = list[tuple[Any, float, float, np.ndarray]]()
            for m, q in enumerate(told["draw"][:-1]):
                if rest[m] > 1e-15:
                    later = (W[m + 1 :] * told["draw"][m + 1 :, None, None]).sum(0) / rest[m]
                    parts.append(((ahead, "draw", m), 0.0, q * rest[m] / (rest[m] + q), W[m] - later))
            return total + stacks.by_chance(v, parts)
        if "P" not in told:
            return stacks.mixed(self._turn(W, t), v)
        parts = list[tuple[Any, float, float, np.ndarray]]()
        for i in range(self._K):
            for j in range(i):
                w, p = W[0][i, j], told["P"][i, j]
                if w and p:
                    e = np.eye(self._K)[i] - np.eye(self._K)[j]
                    parts.append(((ahead, i, j), p, p * (1 - p), -w * np.outer(e, e)))
        return v + stacks.by_chance(v, parts)

    @cached_property
    def _begun(self) -> dict[str, np.ndarray]:
        """The states of round 0, (K, d) each."""
        w0 = self.start
        return {name: float(a) * w0 + float(b) for name, (a, b) in starts(self._algorithm).items()}

    @cached_property
    def _path(self) -> dict[str, np.ndarray]:
        """The states of all rounds where nothing is random, (rounds + 1, K, d) each."""
        stacks = Stacks(self._K, self._d)
        states = {name: Stacked({(): x[None, None]}) for name, x in self._begun.items()}
        path = [states]
        for t in range(self.rounds):
            states = self._moved(stacks, states, np.array([t]), 0)
            path.append(states)
        return {name: np.array([each[name].terms[()][0, 0] for each in path]) for name in states}

    @cached_property
    def _second(self) -> np.ndarray:
        """E z z' of the states and the number 1, (rounds + 1, G, G)."""
        z = np.append(np.array(list(self._begun.values())).reshape(-1), 1.0)
        moments = [np.outer(z, z)]
        alike = all(len(self._values.get(name, [0])) == 1 or "draw" in self._values for name in "WRC")
        alike = alike and "t" not in self._step.names
        maps: list[tuple[float, np.ndarray]] = []
        for t in range(self.rounds):
            if not maps or not alike:
                maps = self._maps(t)
            moments.append(sum(size * A @ moments[-1] @ A.T for size, A in maps))
        return np.array(moments)

    def _units(self) -> dict[str, Stacked]:
        n, G = self._K * self._d, len(self._begun) * self._K * self._d + 1
        eye = np.eye(G)
        return {
            name: Stacked({(): eye[:, i * n : (i + 1) * n].reshape(1, G, self._K, self._d)})
            for i, name in enumerate(self._begun)
        }

    def _maps(self, t: int) -> list[tuple[float, np.ndarray]]:
        """(size, A) of every product of chances of round t, A (G, G) of the states and the number 1."""
        G = len(self._begun) * self._K * self._d + 1
        stacks = Stacks(self._K, self._d, np.zeros((1, G, G)))
        moved = self._moved(stacks, self._units(), np.array([t]), 0)
        found = []
        for label in {label for v in moved.values() for label in v.terms} | {()}:
            A = np.zeros((G, G))
            nothing = np.zeros((1, G, self._K, self._d))
            blocks = [v.terms.get(label, nothing)[0].reshape(G, -1).T for v in moved.values()]
            A[:-1] = np.concatenate(blocks)
            A[-1, -1] = not label
            found.append((float(np.prod([stacks.sizes[chance] for chance in label])), A))
        return found

    def _states(self, t: np.ndarray) -> tuple[Stacks, dict[str, Stacked]]:
        """The states of these rounds."""
        if self._random:
            return Stacks(self._K, self._d, self._second[t]), self._units()
        path = {name: Stacked({(): x[t][:, None]}) for name, x in self._path.items()}
        return Stacks(self._K, self._d), path

"""The consensus problem of DeceFL (main text C, SI section 4): min (1/2) sum_k (w - w_k(0))^2, scalars w_k(0).

Every client pulls towards its own start: w_k(t+1) = (mixed value) - eta_t (w_k(t) - w_k(0)). The algorithm is
what is mixed:

    decefl   sum_j W_kj(t) w_j(t)          SI (32)
    literal  sum_j W_kj(t) w_k(t)          main text (9) as printed, with w_k for w_j
    fedavg   (1/K) sum_j w_j(t)            main text (8), SI (17)
    swarm    sum_j p_j w_j(t)              SI (25)

w* is the mean of the starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ..algorithms import Algorithm
from ..algorithms.library import DGD, SWARM
from ..domains import REAL, SIMPLEX
from ..family import Family, Parameter, remembered
from .client_vectors import ClientVectors
from .descent import CHANGING, MATRIX, ONE, assembled
from .gossip import DELTA_AND_GAMMA, ETA
from .metrics import Metrics
from .model import DECAYING, PARTS, Model
from .quadratics import Quadratics

__all__ = ["consensus"]

LITERAL = Algorithm("literal", {"x": "x - eta*grad(x)"})  # rows of W sum to 1
PROGRAMS = {"decefl": DGD, "literal": LITERAL, "swarm": SWARM, "fedavg": SWARM}


class Consensus:
    """What theorems measure on scalars, signs included."""

    def __init__(self, model: Model):
        self._model, self._metrics = model, Metrics(model)
        self._root = np.sqrt

    @property
    def K(self) -> Any:
        """Number of clients."""
        return self._model.clients.K

    def mean_error(self, t: Any) -> Any:
        """wbar(t) - w*, signed."""
        return self._model.state(t).averaged().sure.sum((-1, -2)) - self._model.clients.wstar[0]

    def spread(self, t: Any) -> Any:
        """||w(t) - 1 wbar(t)||."""
        return self._metrics.spread(t)

    def distance(self, t: Any) -> Any:
        """||w(t) - 1 w*||."""
        return self._metrics.distance(t)

    def complete_distance(self, t: Any) -> Any:
        """Distance between this run and DeceFL with W = 11'/K from the same start."""
        return self._root((self._model.state(t) - self._complete.state(t)).square())

    @cached_property
    def _complete(self) -> Model:
        network = self._model.network
        average = (network.W[:1] * 0 + 1) / self._model.clients.K
        return self._model.beside(program=DGD, network=replace(network, W=average, head=0))


class Swarm:
    """What theorems measure beside that of averages with weights p."""

    def __init__(self, model: Model):
        self._model, self._root = model, np.sqrt

    def _average(self, x: ClientVectors) -> ClientVectors:
        return x.mixed(self._model.shares[None])

    @property
    def weights_spread(self) -> Any:
        """max p - min p."""
        return max(self._model.shares) - min(self._model.shares)

    def swarm_error(self, t: Any) -> Any:
        """p'w(t) - w*, signed."""
        return self._average(self._model.state(t)).sure.sum((-1, -2)) - self._model.clients.wstar[0]

    def swarm_spread(self, t: Any) -> Any:
        """||w(t) - 1 p'w(t)||."""
        x = self._model.state(t)
        return self._root((x - self._average(x)).square())


def runs(sizes: Mapping[str, int], values: Mapping[str, np.ndarray], rounds: int, algorithm: str) -> Model:
    """The run of a setting: starts w0 (K,), W (S, K, K) or p (K,) where the algorithm needs them, step parameters."""
    start = values["w0"][:, None]
    plain = {**values, "W": values.get("W", np.eye(len(start))[None]), "w0": start}
    model = assembled(
        sizes,
        plain,
        rounds,
        losses=Quadratics(start * 0 + 1, start),
        program=PROGRAMS[algorithm],
        formula="eta" if "eta" in values else DECAYING,
        measures=(
            *(PARTS[:1] if "W" in values else ()),
            PARTS[2],
            Consensus,
            *((Swarm,) if "p" in values else ()),
        ),
    )
    return replace(model, weights=values.get("p"))


@remembered
def consensus(algorithm: str, fixed: bool = False) -> Family:
    """The consensus problem under one of these algorithms."""
    start = Parameter("w0", ("K",), REAL)
    mixing = {
        "decefl": (MATRIX,),
        "literal": (MATRIX,),
        "swarm": (Parameter("p", ("K",), SIMPLEX),),
        "fedavg": (),
    }[algorithm]
    sizes = {"K": (2, 3), **(CHANGING if algorithm == "decefl" else ONE)}
    steps = (("eta", -1),) if fixed else (("Gamma", 1), ("delta", -1))
    parameters = (*mixing, start, *(ETA if fixed else DELTA_AND_GAMMA))
    return Family("consensus", sizes, parameters, runs, steps, {"algorithm": algorithm})

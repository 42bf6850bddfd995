"""What words of a declared algorithm need on data beside a mixing matrix: directed weights, coins, paces, prox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.algorithms.evaluate import largest_coordinate, nearest
from mixproof.spectral.errors import InputError

from .base import mix

__all__ = ["Words"]

NEEDS = {
    **{"pull": "R", "push": "C", "paced": "pace"},
    **{"sometimes": "chance", "active": "activity", "sparse": "kept"},
}
COINS = ("coins", "rounds")  # names in a state: the stream of each run, and the rounds it has played


@dataclass(frozen=True, eq=False)
class Words:
    """R (K, K): rows of weights, for pull; C: columns of weights, for push; pace (K,): for paced
    chance: of the coin of sometimes; activity (K,): of the coins of active; seed: of both, a stream for each run
    l1, low, span: prox is the proximal map of eta (l1 |w|_1) on coordinates from low to low + span; radius: on |w| <=
    radius instead; total: on coordinates that are not negative and sum to it
    kept: the chance of each coordinate in sparse
    """

    R: Any = None
    C: Any = None
    pace: Any = None
    chance: float | None = None
    activity: Any = None
    seed: int = 0
    l1: float = 0.0
    low: float = -np.inf
    span: float = np.inf
    radius: float | None = None
    total: float | None = None
    kept: float | None = None

    def check(self, text: Algorithm) -> None:
        """Raises InputError for what the text uses and is not there, and for weights and chances that are none."""
        for word, name in NEEDS.items():
            if text.uses(word) and getattr(self, name) is None:
                raise InputError("words", text.name, f"{word}(...) needs {name}: Words({name}=...)")
        if text.uses("backward"):
            raise InputError(
                "words", text.name, "the proximal map of a loss on data is not computed: backward(...)"
            )
        for name, axis in (("R", 1), ("C", 0)):
            W = getattr(self, name)
            if W is not None and not np.allclose(
                np.asarray(W.sum(axis=axis)).reshape(-1), 1, rtol=0, atol=1e-9
            ):
                raise InputError(name, "given", f"every {'row' if axis else 'column'} sums to 1")
        chances = [p for p in (self.chance, self.kept) if p is not None]
        for p in (*chances, *np.ravel([] if self.activity is None else self.activity)):
            if not 0 < p <= 1:
                raise InputError("chance", p, "lies in (0, 1]")

    def begin(self, x: np.ndarray) -> dict[str, np.ndarray]:
        """What a state holds beside the text's own, for models x (runs, K, d): nothing without coins."""
        if self.chance is None and self.activity is None and self.kept is None:
            return {}
        runs = np.arange(len(x)).reshape(-1, *[1] * (x.ndim - 1))
        return {"coins": runs, "rounds": runs * 0}

    def played(self, state: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The same after a round."""
        return {name: state[name] + (name == "rounds") for name in COINS if name in state}

    def at(self, state: Mapping[str, np.ndarray], eta: Any) -> dict[str, Any]:
        """The words of a round."""
        found: dict[str, Any] = {
            name: partial(mix, W) for name, W in (("pull", self.R), ("push", self.C)) if W is not None
        }
        if self.pace is not None:
            found["paced"] = partial(np.multiply, np.asarray(self.pace)[:, None])
        if self.chance is not None:
            found["chance"] = self.chance
            found["sometimes"] = partial(np.multiply, self._coins(state, [self.chance], "sometimes"))
        if self.activity is not None:
            found["active"] = partial(np.multiply, self._coins(state, self.activity, "active"))
        if self.kept is not None:
            found["sparse"] = partial(self._sparse, state)
        found["top"] = largest_coordinate
        found["prox"] = partial(nearest, weights=eta, regular=self._regular)
        return found

    def _sparse(self, state: Mapping[str, np.ndarray], z: np.ndarray) -> np.ndarray:
        assert self.kept is not None
        chances = np.full(z.shape[-2] * z.shape[-1], self.kept)
        return z * self._coins(state, chances, "sparse").reshape(z.shape) / self.kept

    def _coins(self, state: Mapping[str, np.ndarray], chances: Any, word: str) -> np.ndarray:
        """1 or 0 for each run and chance, (runs, chances, 1): the same for the same seed, run and round."""
        chances = np.asarray(chances, dtype=float)
        streams = zip(state["coins"].reshape(-1), state["rounds"].reshape(-1))
        drawn = [
            np.random.default_rng((self.seed, len(word), int(run), int(t))).random(len(chances))
            for run, t in streams
        ]
        return (np.array(drawn) < chances)[..., None].astype(float)

    @property
    def _regular(self) -> dict[str, float]:
        told = {"l1": self.l1, "low": self.low, "radius": self.radius, "total": self.total}
        if np.isfinite(self.low):
            told["span"] = self.span
        return {name: value for name, value in told.items() if value is not None}

"""What words of a declared algorithm need on data beside a mixing matrix: directed weights, coins, paces, prox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.algorithms.evaluate import largest_coordinate
from mixproof.spectral.errors import InputError

from .base import mix

__all__ = ["Words"]

NEEDS = {"pull": "R", "push": "C", "paced": "pace", "sometimes": "chance", "active": "activity"}
COINS = ("coins", "rounds")  # names in a state: the stream of each run, and the rounds it has played


@dataclass(frozen=True, eq=False)
class Words:
    """R (K, K): rows of weights, for pull; C: columns of weights, for push; pace (K,): for paced
    chance: of the coin of sometimes; activity (K,): of the coins of active; seed: of both, a stream for each run
    l1, low, span: prox is the proximal map of eta (l1 |w|_1) on coordinates from low to low + span
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

    def check(self, text: Algorithm) -> None:
        """Raises InputError for what the text uses and is not there, and for weights and chances that are none."""
        for word, name in NEEDS.items():
            if text.uses(word) and getattr(self, name) is None:
                raise InputError("words", text.name, f"{word}(...) needs {name}: Words({name}=...)")
        for name, axis in (("R", 1), ("C", 0)):
            W = getattr(self, name)
            if W is not None and not np.allclose(
                np.asarray(W.sum(axis=axis)).reshape(-1), 1, rtol=0, atol=1e-9
            ):
                raise InputError(name, "given", f"every {'row' if axis else 'column'} sums to 1")
        chances = [] if self.chance is None else [self.chance]
        for p in (*chances, *np.ravel([] if self.activity is None else self.activity)):
            if not 0 < p <= 1:
                raise InputError("chance", p, "lies in (0, 1]")

    def begin(self, x: np.ndarray) -> dict[str, np.ndarray]:
        """What a state holds beside the text's own, for models x (runs, K, d): nothing without coins."""
        if self.chance is None and self.activity is None:
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
        found["top"] = largest_coordinate
        found["prox"] = partial(self._prox, eta=eta)
        return found

    def _coins(self, state: Mapping[str, np.ndarray], chances: Any, word: str) -> np.ndarray:
        """1 or 0 for each run and chance, (runs, chances, 1): the same for the same seed, run and round."""
        chances = np.asarray(chances, dtype=float)
        streams = zip(state["coins"].reshape(-1), state["rounds"].reshape(-1))
        drawn = [
            np.random.default_rng((self.seed, len(word), int(run), int(t))).random(len(chances))
            for run, t in streams
        ]
        return (np.array(drawn) < chances)[..., None].astype(float)

    def _prox(self, z: np.ndarray, eta: Any) -> np.ndarray:
        w = np.sign(z) * np.maximum(np.abs(z) - eta * self.l1, 0.0)
        return np.clip(w, self.low, self.low + self.span if np.isfinite(self.low) else np.inf)

"""The runner: one loop for every method, problem and stream; it stops what diverges and says when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .algorithms import Method, Round, State

__all__ = ["GROWTH", "play"]

GROWTH = 1e8  # a run whose models exceed this many times max(1, start, minimum) is called divergent


def play(
    method: Method,
    start: np.ndarray,
    rounds: int,
    inputs: Callable[[int, State], Round | None],
    look: Callable[[int, State, np.ndarray], None],
    scale: float = 1.0,
    quiet: bool = True,
) -> tuple[np.ndarray, np.ndarray]:
    """Run `rounds` rounds from models `start` (runs, K, d); the last models, and when each run diverged.

    inputs: (t, state) -> what round t hands to the method; None ends all runs before it
    look: (t, state, models) is called at every round from 0 on, as long as some run goes on
    scale: the largest entry, in absolute value, of what the runs should come to; at least 1

    A run diverges at the first round t at which its models (those of round 0 are the start) are not finite or exceed
    `GROWTH` scale. It is then taken back to the start, so that it disturbs no other, and its last models are NaN.
    Returns models (runs, K, d) and (runs,) rounds, -1 where a run did not diverge.
    """
    first = state = method.start(start)
    diverged = np.full(len(start), -1)
    limit = GROWTH * max(1.0, scale)
    models = method.models(state)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        # a divergent run is reported, not warned about
        for t in _progress(range(rounds + 1), method.name, quiet):
            if not max(models.max(), -models.min()) <= limit:  # NaN fails this comparison too
                wild = ~(np.abs(models).max(axis=(1, 2)) <= limit)
                diverged[wild & (diverged < 0)] = t
                if (diverged >= 0).all():
                    break
                state = {name: _back(wild, first[name], part) for name, part in state.items()}
                models = method.models(state)
            look(t, state, models)
            now = inputs(t, state) if t < rounds else None
            if now is None:
                break
            state = method.step(state, now)
            models = method.models(state)
    final = np.array(models)
    final[diverged >= 0] = np.nan
    return final, diverged


def _back(wild: np.ndarray, first: np.ndarray, part: np.ndarray) -> np.ndarray:
    return np.where(wild.reshape(-1, *[1] * (part.ndim - 1)), first, part)


def _progress(steps: range, label: str, quiet: bool) -> Any:
    from tqdm import tqdm

    hidden = True if quiet else None  # None: only on a terminal
    return tqdm(steps, desc=label, unit="round", leave=False, disable=hidden)

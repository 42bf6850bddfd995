"""Metrics at a round: an exact number, or in floats an integer array of rounds at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["ROUNDS", "at_round", "each_round"]

ROUNDS = 10**6  # no run is followed so far, nor by the kernel


def at_round(t: Any) -> Any:
    """An exact or float round number as an index (an error if it is no integer), an array of them as an index array."""
    return t.astype(int) if isinstance(t, np.ndarray) else int(str(t).removesuffix(".0"))


def each_round(t: Any, read: Callable[[int], Any]) -> Any:
    """What `read` says of round t, or an array of it for each round of an array."""
    at = at_round(t)
    return np.array([read(int(n)) for n in at]) if isinstance(at, np.ndarray) else read(at)

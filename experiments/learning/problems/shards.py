"""Samples of clients in one array, padded to the largest client and masked by zero weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

__all__ = ["Shards", "padded"]


@dataclass(frozen=True, eq=False)
class Shards:
    counts: np.ndarray  # (K,) samples a client, m_k
    features: np.ndarray  # (K, m, p)
    targets: np.ndarray  # (K, m)
    weights: np.ndarray  # (K, m): 1/m_k, or the weight given, or 0 where there is no sample


def padded(
    features: Sequence[np.ndarray],
    targets: Sequence[np.ndarray],
    weights: Sequence[np.ndarray] | None,
    dtype: Any,
) -> Shards:
    """Clients' features (m_k, p), targets (m_k,) and positive weights (m_k,), the latter scaled to sum 1.

    Raises InputError for clients without samples, shapes that do not fit, values that are not finite, and a
    dtype that is neither float32 nor float64.
    """
    if len(features) == 0 or len(features) != len(targets):
        raise InputError(
            "features", f"{len(features)} clients", "one feature and one target array per client"
        )
    counts = np.array([len(a) for a in features])
    if (counts == 0).any():
        raise InputError("features", f"client {int(counts.argmin())} is empty", "every client holds a sample")
    if np.dtype(dtype) not in (np.float32, np.float64):
        raise InputError("dtype", str(dtype), "float32 or float64")
    features, targets = [np.asarray(a) for a in features], [np.asarray(b) for b in targets]
    width = features[0].shape[1]
    rows = np.zeros((len(counts), counts.max(), width), dtype=dtype)
    values = np.zeros(rows.shape[:2], dtype=dtype)
    shares = np.zeros(rows.shape[:2])
    for k, (a, b) in enumerate(zip(features, targets)):
        if a.shape != (len(b), width):
            raise InputError("features", str(a.shape), f"client {k} needs shape ({len(b)}, {width})")
        given = np.ones(len(b)) if weights is None else np.asarray(weights[k], dtype=float)
        if given.shape != (len(b),) or not (np.isfinite(given) & (given > 0)).all():
            raise InputError("weights", str(given.shape), f"client {k} needs {len(b)} positive numbers")
        rows[k, : len(a)], values[k, : len(b)], shares[k, : len(b)] = a, b, given / given.sum()
    if not (np.isfinite(rows).all() and np.isfinite(values).all()):
        raise InputError("features", "nan or inf", "every feature and target is finite")
    return Shards(counts, rows, values, shares)

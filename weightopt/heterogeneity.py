"""What is known of the nodes' data: the covariance of their gradients, or their shares of labels."""

from __future__ import annotations

from typing import Any

import numpy as np

from mixproof.spectral.checks import numbers
from mixproof.spectral.errors import InputError

from .arrays import Array

__all__ = ["covariance_factor", "label_shares"]

RIDGE = 0.1  # of what is known of the data, spread evenly: labels do not tell all


def covariance_factor(data: Any, nodes: int | None = None) -> Array:
    """(n, k) B with M = BB' of trace n - 1, from what is known of the nodes' data.

    A symmetric (n, n) array is M itself. An array without negative entries holds label counts or shares, (n, classes);
    any other one gradients, (n, d), all at one point. Their rows are centred, and a tenth is spread evenly, for what
    they do not tell. An array of whole numbers, or of rows that sum to 1, is meant to hold labels.

    Raises InputError for another number of rows, negative counts or shares, a node without data, nodes that do not
    differ, and an M with a negative eigenvalue.
    """
    rows = _a_row_each("heterogeneity", data, nodes)
    n = len(rows)
    if rows.shape == (n, n) and np.allclose(rows, rows.T, rtol=1e-9, atol=1e-12):
        centred = rows - rows.mean(axis=0)
        values, vectors = np.linalg.eigh(centred - centred.mean(axis=1)[:, None])
        if np.linalg.eigvalsh((rows + rows.T) / 2)[0] < -1e-9 * abs(rows).max(initial=0.0):
            raise InputError("heterogeneity", "symmetric matrix", "a covariance has no negative eigenvalue")
        kept = values > 1e-12 * values[-1]
        factor = vectors[:, kept] * np.sqrt(values[kept])
    else:
        if _are_labels(rows):
            rows = _shares(rows)
        Z = rows - rows.mean(axis=0)
        if Z.shape[1] > n:
            Z = np.linalg.qr(Z.T)[1].T  # the same Z Z'
        even = (RIDGE * float(np.sum(Z**2)) / max(n - 1, 1)) ** 0.5
        factor = np.hstack([Z, even * (np.eye(n) - 1 / n)])
    trace = float(np.sum(factor**2))
    if not trace > 1e-12 * float(np.sum(rows**2)):
        raise InputError(
            "heterogeneity", "all nodes alike", "they differ; leave it out where nothing is known"
        )
    factor = factor * ((n - 1) / trace) ** 0.5
    factor.flags.writeable = False
    return factor


def label_shares(labels: Any, nodes: int) -> Array:
    """(n, classes) shares that sum to 1 at each node, from counts or shares. Raises InputError."""
    return _shares(_a_row_each("labels", labels, nodes))


def _a_row_each(name: str, data: Any, nodes: int | None) -> Array:
    rows = numbers(name, data)
    if rows.ndim != 2 or (nodes is not None and len(rows) != nodes):
        wanted = "a row for each node" if nodes is None else f"a row for each of {nodes} nodes"
        raise InputError(name, f"array of shape {rows.shape}", wanted)
    return rows


def _are_labels(rows: Array) -> bool:
    whole = bool((rows == np.round(rows)).all())
    return bool(rows.min(initial=0.0) >= 0) or whole or bool(np.allclose(rows.sum(axis=1), 1, atol=1e-6))


def _shares(rows: Array) -> Array:
    if rows.min(initial=0.0) < 0:
        i, c = np.unravel_index(int(rows.argmin()), rows.shape)
        raise InputError("labels", f"{rows[i, c]:g} of label {c} at node {i}", "counts and shares are >= 0")
    sums = rows.sum(axis=1)
    if sums.min(initial=1.0) <= 0:
        raise InputError("labels", f"none at node {int(sums.argmin())}", "every node has data")
    return np.asarray(rows / sums[:, None])

"""What a node sees of the objective `learning` at given weights: its value, and what belongs to its own links."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..learning import Learning
from .lanczos import krylov
from .learning_root import Traces
from .port import Exchange, Port, Tree

__all__ = ["Seen", "look", "rows_of"]


@dataclass(frozen=True, eq=False)
class Seen:
    """What a node knows of the objective at a point: its value, and at its links gradient and Hessian's diagonal."""

    value: float
    level: float
    g: Array
    h: Array
    certificate: tuple[Array, Array, Array]


def rows_of(port: Port, goal: Learning) -> tuple[Array, Array]:
    """The node's rows of B and of I - J, the same where nothing is known of the data."""
    eye = np.full(port.nodes, -1 / port.nodes)
    eye[port.me] += 1
    return (eye if goal.factor is None else goal.factor[port.me]), eye


def look(
    port: Port, tree: Tree, goal: Learning, w: Array, own: tuple[Array, Array], trace: float
) -> Exchange:
    """The objective at weights w (degree,) as the node sees it; None outside the domain. trace: that of M."""
    low, top, most, half = goal.low, goal.top, goal.most, goal.kappa / 2
    blind = goal.factor is None

    def value(t: Array, share: Array) -> float:
        bias = (t + low) ** -2 if blind else 0
        return float(share @ (bias + half / (t + top) + half / (most - t)))

    def functions(t: Array) -> Array:
        of = [(t + low) ** -0.5, *(x**k for x in (t + top, most - t) for k in (-0.5, -1))]
        return np.array([*of, (t + low) ** -1, (t + low) ** -1.5] if blind else of)

    judge = None if tree.parent is not None else Traces(port.nodes, most, value, functions)
    found = yield from _apply(port, tree, w, own[1], judge)
    if found is None:
        return None
    p, (noise, rows, d) = port.p, found
    g = half * p * (d[4] - d[2])
    h = goal.kappa * p**2 * (d[1] * d[2] + d[3] * d[4])
    if blind:
        g, h = g - 2 * p * d[6], h + p**2 * (4 * d[6] * d[0] + 2 * d[5] ** 2)
        return Seen(noise, 0.0, g, h, (rows[0], rows[2], rows[4]))
    if judge is not None:
        judge = Traces(
            port.nodes, 4.0, lambda t, share: float(share @ (t + low) ** -1), lambda t: 1 / (t + low)[None]
        )
    form, (row,), (b,) = yield from _apply(port, tree, w, own[0], judge)
    g, h = g - 2 * form / trace * p * b, h + p**2 / trace * (4 * form * b * d[0] + 2 * b**2)
    return Seen(noise + form**2 / trace, form, g, h, (row, rows[2], rows[4]))


def _apply(port: Port, tree: Tree, w: Array, u: Array, judge: Traces | None) -> Exchange:
    """The judge's value, the node's rows (f, c) of the functions, and squares (f, degree) of how neighbours' differ."""
    told, basis = yield from krylov(port, tree, w * port.p, np.zeros((0, len(u))), u, judge)
    if len(told) == 1:
        return None
    rows = told[1:].reshape(-1, len(basis)) @ basis
    port.tell_all(rows.ravel())
    heard = yield port.neighbours
    apart = np.array([((rows - heard[v].reshape(rows.shape)) ** 2).sum(axis=1) for v in port.neighbours])
    return float(told[0]), rows, apart.T

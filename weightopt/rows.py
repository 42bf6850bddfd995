"""What each node shows of its result, and the weights and certificate put together from all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .certificate import Certificate
from .feasible import repair
from .port import Port
from .problem import Array, Problem
from .result import Status

__all__ = ["Row", "collect", "publish"]


@dataclass(frozen=True, eq=False)
class Row:
    """A node's share after an iteration: its links' weights, its row of the dual factors, its part of the cover."""

    weights: Array  # (degree,) in the order of its neighbours
    factor: Array  # (k,) row of V
    signs: Array  # (k,) s, the same at every node
    cover: float
    iterations: int
    status: Status | None = None
    before: Row | None = None  # what it showed an iteration earlier


def publish(port: Port, row: Row) -> None:
    """Show the row, and keep the one before it: where a run is cut short, nodes are one iteration apart at most."""
    last = port.published
    port.publish(replace(row, before=last if last is None else replace(last, before=None)))


def collect(
    problem: Problem, neighbours: list[tuple[int, ...]], rows: list[Row]
) -> tuple[Array, Certificate]:
    """Weights (m,), exactly feasible, and certificate, of the last iteration that all nodes have ended."""
    ended = min(row.iterations for row in rows)
    same = [row if row.iterations == ended or row.before is None else row.before for row in rows]
    held = {(i, j): w for i, row in enumerate(same) for j, w in zip(neighbours[i], row.weights.tolist())}
    pairs = zip(problem.tails.tolist(), problem.heads.tolist())
    weights = repair(problem, np.array([min(held[i, j], held[j, i]) for i, j in pairs]))
    factors, signs = np.array([row.factor for row in same]), same[0].signs
    cover = np.array([row.cover for row in same])
    scaled = factors * np.sqrt(abs(signs))
    return weights, Certificate(scaled[:, signs > 0], scaled[:, signs < 0], cover, None)

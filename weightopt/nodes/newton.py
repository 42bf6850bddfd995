"""A quasi-Newton step of the barrier problem by the nodes: what they need besides a gradient is sums over all of them.

On F - mu (sum log w + sum log room), room = 1 - sums of w at the nodes, the Hessian of the barrier is known, and the
diagonal h of that of F too. The rest of F's Hessian is learnt from how gradients changed (BFGS in the limited form of
Nocedal and Wright, Numerical Optimization, 2006, algorithm 7.4): pairs s, y of the last steps, to whose y the barrier's
Hessian times s is added afresh, as mu and w move. The recursion starts from

    P = diag(h + mu / w^2) + N' diag(mu / room^2) N = D + N' E N,
    P^-1 x = D^-1 x - D^-1 N'(E^-1 + N D^-1 N')^-1 N D^-1 x,

whose linear system has an unknown a node and couples neighbours: conjugate gradients, with one sum over the nodes an
iteration (Chronopoulos and Gear, J. Comput. Appl. Math. 25, 1989). Inner products over links count both ends by half.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..arrays import Array
from .port import Exchange, Port, Tree, agree, hear

__all__ = ["History", "Place", "direction"]

PAIRS = 20
# Of the linear system, in the norm of its preconditioner; at 1e-5, P differs too much from step to step on 40 nodes.
ACCURATE = 1e-9
MOST = 2  # of its iterations, times the nodes


@dataclass(frozen=True, eq=False)
class Place:
    """What a node knows where it is: its links' weights w, gradient g, diagonal h, its own and its neighbours' room."""

    w: Array  # (degree,)
    g: Array
    h: Array
    room: float
    rooms: Array  # (degree,)


@dataclass
class History:
    """Pairs of the last steps at a node's links: s, y, and what s adds at the node and at its neighbours."""

    s: list[Array] = field(default_factory=list)
    y: list[Array] = field(default_factory=list)
    sums: list[Array] = field(default_factory=list)  # (degree,) own sum plus / neighbours' sums, as two rows

    def add(self, old: Place, new: Place) -> None:
        """The step from one place to the next."""
        here = np.full(len(old.w), old.room - new.room)
        for values, value in (
            (self.s, new.w - old.w),
            (self.y, new.g - old.g),
            (self.sums, np.vstack([here, old.rooms - new.rooms])),
        ):
            values.append(value)
            del values[:-PAIRS]

    def clear(self) -> None:
        """Forget all."""
        for values in (self.s, self.y, self.sums):
            values.clear()


def direction(port: Port, tree: Tree, at: Place, mu: float, history: History) -> Exchange:
    """The step (degree,), and the barrier function's slope along it: negative."""
    ends = mu / at.room**2, mu / at.rooms**2
    r = at.g - mu / at.w + (mu / at.room + mu / at.rooms)
    s = np.array(history.s).reshape(-1, len(at.w))
    y = np.array(
        [
            y + mu / at.w**2 * s + (ends[0] * t[0] + ends[1] * t[1])
            for s, y, t in zip(s, history.y, history.sums)
        ]
    ).reshape(s.shape)
    k = len(s)
    total = yield from agree(port, tree, np.append(s @ y.T, s @ r) / 2)
    sy, sr = total[: k * k].reshape(k, k), total[k * k :]
    first = np.zeros(k)
    for i in reversed(range(k)):
        first[i] = (sr[i] - sy[i, i + 1 :] @ first[i + 1 :]) / sy[i, i]
    z = yield from _preconditioned(port, tree, at, mu, r - first @ y)
    total = yield from agree(port, tree, np.append(y @ z, r @ z) / 2)
    second = np.zeros(k)
    for i in range(k):
        second[i] = first[i] - (total[i] + second[:i] @ sy[:i, i]) / sy[i, i]
    slope = -float(total[k] + second @ sr)
    if slope >= 0 and k:  # rounding, or a history of another place
        history.clear()
        return (yield from direction(port, tree, at, mu, history))
    return -(z + second @ s), slope


def _preconditioned(port: Port, tree: Tree, at: Place, mu: float, q: Array) -> Exchange:
    """P^-1 q, (degree,)."""
    D = at.h + mu / at.w**2
    diagonal = at.room**2 / mu + float(np.sum(1 / D))
    left, x, p, step = float(np.sum(q / D)), 0.0, 0.0, 0.0
    image, before, size, start = 0.0, 1.0, 1.0, 0.0
    for iteration in range(MOST * port.nodes):
        u = left / diagonal
        heard = yield from hear(port, u)
        Ku = at.room**2 / mu * u + float(np.sum((u + heard) / D))
        inner, energy = yield from agree(port, tree, np.array([left * u, Ku * u]))
        start = inner if iteration == 0 else start
        if inner <= ACCURATE**2 * start or inner == 0:
            break
        ahead = 0.0 if iteration == 0 else inner / before
        size = energy - (ahead * inner / step if iteration else 0.0)
        step, before = inner / size, inner
        p, image = u + ahead * p, Ku + ahead * image
        x, left = x + step * p, left - step * image
    return (q - (x + (yield from hear(port, x)))) / D

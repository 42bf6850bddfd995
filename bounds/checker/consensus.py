"""Scalar clients that pull towards their own start; the algorithm says what is mixed."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import ClassVar

from .gossip import Gossip, expected, root
from .intervals import ONE, Number, total
from .setting import need
from .vectors import Matrix, Vector, add, dot, flat, identity, mean, square, subtract

MIXED: dict[str, Callable[[Gossip, int], Matrix]] = {  # algorithm -> the matrix that mixes at round t
    "decefl": Gossip.at,
    "literal": lambda s, t: identity(len(s.w0)),
    "swarm": lambda s, t: [s.p] * len(s.w0),
    "fedavg": lambda s, t: [mean(identity(len(s.w0)))] * len(s.w0),
}


class Consensus(Gossip):
    """F_k(w) = (w - w0_k)^2/2."""

    shapes: ClassVar = {"W": "S K K", "w0": "K", "p": "K", "delta": "", "Gamma": "", "eta": ""}
    choices: ClassVar = {"algorithm": tuple(MIXED)}

    def complete(self) -> None:
        need("algorithm" in self.options, "options: algorithm is lacking")
        starts: Vector = self.get("w0", [])
        need(starts, "setting: w0 is lacking")
        self.w0 = [[x] for x in starts]
        self.a, self.c = [[ONE]] * len(self.w0), self.w0
        super().complete()

    def complete_mixing(self, t: int) -> Matrix:
        """The models where every round mixes with 11'/K."""

        def moved(x: Matrix, r: int) -> Matrix:
            return [add(mean(x), g, -self.step(r)) for g in self.slopes(x)]

        return reduce(moved, range(t), self.w0)

    def complete_distance2(self, t: int) -> Number:
        return square(subtract(flat(self.state(t)[0]), flat(self.complete_mixing(t))))

    def mixing(self, t: int) -> Matrix:
        return MIXED[self.options["algorithm"]](self, t)


def mean_error(s: Consensus, x: Matrix) -> Number:
    return mean(x)[0] - s.best[0]


def swarm_error(s: Consensus, x: Matrix) -> Number:
    return dot(s.p, flat(x)) - s.best[0]


def swarm_spread2(s: Consensus, x: Matrix) -> Number:
    return total((w - dot(s.p, flat(x))) ** 2 for w in flat(x))


Consensus.constants = {**Gossip.constants, "weights_spread": lambda s: max(s.p) - min(s.p)}
Consensus.metrics = {
    **Gossip.metrics,
    "mean_error": expected(mean_error),
    "swarm_error": expected(swarm_error),
    "swarm_spread2": expected(swarm_spread2),
    "swarm_spread": root(expected(swarm_spread2)),
    "complete_distance2": Consensus.complete_distance2,
    "complete_distance": root(Consensus.complete_distance2),
}

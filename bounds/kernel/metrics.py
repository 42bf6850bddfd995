"""What claims may measure: a text each, over the model x, the next one x_next, the minimizer o, and the start.

Words: sq, dot, J, mix, average, grad (each client's gradient at its own model), scale (times what a step scales it by),
F (sum_k share_k (F_k - min F_k) at client k's model), heights, curved, steep (F_k - min F_k, of all clients, times 1,
2 mu_k, 2 L_k), F_mean and F_max (of F at every client's model), farthest (max_k |v_k|^2). K: the number of clients.
All of them are expectations over noise and links.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from .exact import sum_of
from .matrix import dot, flat
from .program import Run
from .scope import Scope
from .text import Undefined
from .vectors import Vector, certain, vector

AT_A_ROUND = {
    "spread2": "sq(x - J(x))",
    "error2": "sq(J(x) - o)/K",
    "distance2": "sq(x - o)",
    "gap": "F(J(x)) - F(o)",
    "F_of_clients": "F_mean(x) - F(o)",
    "local_gaps": "heights(x)",
    "tilde_gaps": "F(x)",
    "curved_gaps": "curved(x)",
    "steep_gaps": "steep(x)",
    "gradients2": "sq(grad(x))",
    "mean_gradient2": "sq(J(scale(grad(x))))/K",
    "global_gradient2": "sq(average(grad(J(x))))/K",
    "dissimilarity2": "sq(grad(J(x)) - average(grad(J(x))))/K",
    "alignment": "dot(J(scale(grad(x))), average(grad(J(x))))/K",
    "noise2": "sq(J(scale(noise)))/K",
    "farthest2": "farthest(x - J(x))",
    "worst_gap": "F_max(x) - F(o)",
    "moved2": "sq(x_next - x)",
    "moved_mean2": "sq(J(x_next - x))/K",
    "added_spread2": "sq(x_next - mix(x) - J(x_next - mix(x)))",
    "links2": "dot(x, x - mix(x))",
    "mean_error": "dot(ones, J(x) - o)/K",
    "average_error": "dot(ones, average(x) - o)/K",
    "average_spread2": "sq(x - average(x))",
}
BESIDE = "."  # the name of a state beside the program's, which no program can write
# of a state beside the run: the sum of the models before, descent of the mean model on F, W = 11'/K
WITH_ANOTHER = {
    "gap_of_average": ("average", "F(J(beside)/t) - F(o)"),
    "worst_gap_of_average": ("average", "F_max(beside/t) - F(o)"),
    "fedavg_distance2": ("fedavg", "sq(J(x) - beside)/K"),
    "complete_distance2": ("complete", "sq(x - beside)"),
}
CONSTANTS = {
    "gstar2": "sq(scale(grad(o)))",
    "eps0": "heights(start)",
    "sigma2": "sq(noise)/K",
}
ROOTS = ("spread", "error", "distance", "farthest", "added_spread", "average_spread", "complete_distance")


class Measured:
    """The words of metrics on one run, and its metrics by name."""

    def __init__(self, run: Run, losses: Any, best: list[Any], scaled: bool, noise: list[Any]) -> None:
        self.run, self.losses, self.space, self.best = run, losses, run.space, best
        self.noise = noise
        space, numbers = run.space, run.space.numbers
        ones = [numbers.rational(1)] * space.K
        self.scale = space.shares if scaled else ones
        self.o = space.stacked([best] * space.K)

        def largest(v: Vector, of: Callable[[Vector], list[Any]]) -> Any:
            certain(v, "the largest of a vector")
            return numbers.functions["max"](*of(v))

        self.words: dict[str, Callable[..., Any]] = {
            **{"sq": space.sq, "dot": space.dot, "J": space.J, "average": space.average, "grad": losses.grad},
            "scale": lambda v: space.weighed(self.scale, v),
            "F": lambda v: dot(space.shares, losses.heights(v)),
            "heights": lambda v: sum_of(losses.heights(v)),
            "curved": lambda v: self._curved(min, v),
            "steep": lambda v: self._curved(max, v),
            "F_mean": lambda v: sum_of(self.own(v)) / space.K,
            "F_max": lambda v: largest(v, self.own),
            "farthest": lambda v: largest(v, space.norms2),
        }
        self.names = {
            **{"o": self.o, "K": numbers.rational(space.K), "start": lambda: run.model(0)},
            **{
                "ones": space.ones(),
                "noise": space.noise(noise, "metric") + space.zero(),
            },
        }

    def own_constants(self, extreme: Callable[[list[Any]], Any]) -> list[Any]:
        """The smallest or largest curvature of each client."""
        if not self.losses.curves:
            raise Undefined("a piecewise linear loss has no curvature")
        return list(map(extreme, self.losses.curves))

    def _curved(self, extreme: Callable[[list[Any]], Any], v: Vector) -> Any:
        """The heights of all clients, each twice its smallest or largest curvature times."""
        return 2 * dot(self.own_constants(extreme), self.losses.heights(v))

    def own(self, v: Vector) -> list[Any]:
        """F at every client's own model."""
        units = [[int(i == k) for i in range(self.space.K)] for k in range(self.space.K)]
        return [dot(self.space.shares, self.losses.heights(self.space.everywhere(unit, v))) for unit in units]

    def read(self, text: str) -> Any:
        return Scope(self.names, self.words, numbers=self.space.numbers).read(text)

    def at(self, text: str, run: Run | None = None) -> Callable[[int], Any]:
        """The metric of that text; on the run with a state beside the program's, where the text reads one."""
        run = run or self.run

        def metric(t: int) -> Any:
            values = {**self.names, "x": lambda: run.model(t), "x_next": lambda: run.after(t)}
            values |= {"beside": run.states(t)[BESIDE]} if run.beside else {}
            words = {**self.words, "mix": lambda v: self.space.mix(v, t)}
            scope = Scope({**values, "t": self.space.numbers.rational(t)}, words, numbers=self.space.numbers)
            return scope.read(text)

        return metric

    def vectors(
        self, t: int, ahead: int, least: Any, mix: str = "W", own_least: Any = 0
    ) -> tuple[dict[str, Any], dict[str, Callable[..., Any]]]:
        """What formulas over vectors read `ahead` rounds after round t, in the words of derivations.

        The states are those of round t, moved on: a run writes later ones over other chances. least: what is added to
        the clients' heights above their minima, so that F sums their losses; own_least: the same for own_F, the sum of
        losses that no step scales; mix: the name of this round's W
        """
        run, space, words = self.run, self.space, self.words
        root = space.numbers.functions["sqrt"]
        states: Mapping[str, Vector] = run.states(t)
        for r in range(t, t + ahead):
            states = run.moved(states, r)
        values: dict[str, Any] = dict(states)
        values |= {f"{name}0": begun for name, begun in run.states(0).items()}
        values |= {"x": states[run.program.states[0]], "o": self.o, "w0": run.model(0)}
        if self.noise:
            values["n"] = lambda: words["scale"](space.noise(self.noise, (t + ahead, 0)) + space.zero())
        found = {
            **{name: words[name] for name in ("sq", "dot", "J")},
            "norm": lambda v: root(space.sq(v)),
            "far": lambda v: root(words["farthest"](v)),
            "largest": lambda v: space.numbers.functions["max"](
                *map(abs, certain(v, "the largest of a vector"))
            ),
            "grad": lambda v: words["scale"](words["grad"](vector(v))),
            "own_grad": lambda v: words["grad"](vector(v)),
            "F": lambda v: dot(self.scale, self.losses.heights(vector(v))) + least,
            "mean_F": lambda v: words["F_mean"](vector(v)) + least / sum_of(self.scale),
            "own_F": lambda v: words["heights"](vector(v)) + own_least,
            "steep_sum": words["steep"],
            "curved_sum": words["curved"],
            "own_mu": lambda v: space.weighed(self.own_constants(min), v),
            "own_L": lambda v: space.weighed(self.own_constants(max), v),
            mix: lambda v: space.mix(v, t + ahead),
            **(run.more.at(t + ahead, lambda: run.eta(t + ahead), run.losses) if run.more else {}),
        }
        return values, found

    def constants(self) -> dict[str, Any]:
        """Of clients and starts."""
        curves, numbers = self.losses.curves, self.space.numbers
        found: dict[str, Any] = {name: partial(self.read, text) for name, text in CONSTANTS.items()}
        found["gstar"] = lambda: numbers.functions["sqrt"](self.read(CONSTANTS["gstar2"]))
        found |= {"K": numbers.rational(self.space.K), "d": numbers.rational(self.space.d)}
        if curves:
            seen = [x * m for row, m in zip(curves, self.scale) for x in row]
            found |= {
                "L": max(flat(curves)),
                "mu": min(flat(curves)),
                "L_mean": dot(self.space.shares, [max(row) for row in curves]),
                "mu_mean": dot(self.space.shares, [min(row) for row in curves]),
                "sharpest": max(seen),
                "flattest": min(seen),
            }
        return found

    def metrics(self) -> dict[str, Callable[[int], Any]]:
        """By name: the table, what a state beside the run is needed for, and roots."""
        x = self.run.program.states[0]
        grad, average, J = self.losses.grad, self.space.average, self.space.J
        start, eta = self.run.model(0), self.run.eta
        moves: dict[str, tuple[Vector, Callable[[Mapping[str, Vector], int], Vector]]] = {
            "average": (self.space.zero(), lambda s, t: s[BESIDE] + s[x]),
            "fedavg": (J(start), lambda s, t: s[BESIDE] - average(grad(s[BESIDE])) * eta(t)),
            "complete": (start, lambda s, t: J(s[BESIDE]) - grad(s[BESIDE]) * eta(t)),
        }
        runs = {name: self.run.followed(BESIDE, *move) for name, move in moves.items()}
        found = {name: self.at(text) for name, text in AT_A_ROUND.items()}
        found |= {name: self.at(text, runs[of]) for name, (of, text) in WITH_ANOTHER.items()}
        root = self.space.numbers.functions["sqrt"]
        return found | {
            name[:-1]: (lambda t, square=square: root(square(t)))
            for name, square in found.items()
            if name[:-1] in ROOTS
        }

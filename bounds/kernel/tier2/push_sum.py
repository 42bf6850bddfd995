"""Online push-sum on the line: node i plays x_i = z_i/omega_i and suffers |g_i (x_i - b_i)| + noise times x_i.

z <- W'(z - gamma slopes), omega <- W'omega, from z = 0 and omega = 1; W_ij goes from i to j. Losses change for P
rounds, then stay; the noise of node i is v_i times a fair sign, and the subgradient at a kink is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

from ..chance import Chain, Law, effort, signs
from ..exact import Numbers
from ..line import absolute, combined
from ..matrix import (
    apply,
    flat,
    identity,
    is_connected,
    is_stochastic,
    mean,
    norm,
    square,
    times,
    top,
    transposed,
)
from ..setting import Arrays, Setting
from ..text import need, spend
from .reading import chosen, positive

SHAPES = {"W": "S n n", "g": "P n", "b": "P n", "gamma": ""}


def push_sum(
    setting: dict[str, Any], options: dict[str, Any], numbers: Numbers, noisy: bool = False
) -> Setting:
    """algorithm `dol`: without the weights; `mix-first`: the same, and it mixes before it steps.

    point: where slopes are taken, at the plays x or at z. centre: the mean of all z, or their sum.
    """
    algorithm, point, centred = chosen(
        options, algorithm=("ops", "dol", "mix-first"), point=("x", "z"), centre=("mean", "sum")
    )
    a = Arrays(setting, SHAPES | ({"v": "n"} if noisy else {}), "n S P", numbers)
    positive(a, "gamma")
    need(all(map(is_stochastic, a["W"])), "setting: W is not row-stochastic")
    n, gamma, one = a.size["n"], a["gamma"], numbers.rational(1)
    v = a["v"] if noisy else [0 * one] * n
    of_rounds = [
        [absolute(*told) for told in zip(*row, strict=True)] for row in zip(a["g"], a["b"], strict=True)
    ]
    kicks: Law = signs(v, numbers)
    largest, root = numbers.functions["max"], numbers.functions["sqrt"]

    def W(t: int) -> Any:
        return a["W"][t % len(a["W"])]

    def losses(t: int) -> Any:
        return of_rounds[min(t, len(of_rounds) - 1)]

    @cache
    def omega(t: int) -> list[Any]:
        if t == 0:
            return [one] * n
        before = omega(t - 1)
        spend(n * effort(before))
        return apply(transposed(W(t - 1)), before)

    def x(t: int, z: tuple[Any, ...], of: str = algorithm) -> list[Any]:
        return [y / weight for y, weight in zip(z, omega(t))] if of == "ops" else list(z)

    def slopes(t: int, z: tuple[Any, ...], of: str = algorithm) -> list[Any]:
        places = x(t, z, of) if point == "x" else z
        return [loss.derivative(y) for loss, y in zip(losses(t), places)]

    def started(of: str) -> Chain:
        def move(t: int, z: tuple[Any, ...]) -> Law:
            steps = [(q, [gamma * (g + y) for g, y in zip(slopes(t, z, of), kick)]) for q, kick in kicks]
            mixing = transposed(W(t))
            if of == "mix-first":
                return [(q, tuple(y - s for y, s in zip(apply(mixing, z), step))) for q, step in steps]
            return [(q, tuple(apply(mixing, [y - s for y, s in zip(z, step)]))) for q, step in steps]

        return Chain((0 * one,) * n, move, numbers)

    run, others = started(algorithm), {of: started(of) for of in ("dol", "mix-first")}

    def centre(z: tuple[Any, ...]) -> Any:
        return sum(z) if centred == "sum" else sum(z) / n

    def off(t: int, z: tuple[Any, ...]) -> list[Any]:
        return [y - centre(z) for y in x(t, z)]

    def per_round(read: Callable[..., Any]) -> Callable[[int], Any]:
        """E read(t, z)."""
        return cache(lambda t: run.expected(t, lambda z: read(t, z)))

    def summed(of: Callable[[int], Any], first: int = 0, more: int = 1) -> Callable[[int], Any]:
        """The sum of of(r) over first <= r < t + more."""
        return lambda t: sum(of(r) for r in range(first, t + more))

    def whole(t: int, y: Any) -> Any:
        return sum(loss.above(y) for loss in losses(t))

    @cache
    def best(first: int, stop: int) -> Any:
        """The best fixed play of these rounds, of equal ones the smallest."""
        told = [loss for t in range(first, stop) for loss in losses(t)]
        return combined(told, [one] * len(told)).lowest(0 * one) if told else 0 * one

    suffered = per_round(lambda t, z: sum(loss.above(y) for loss, y in zip(losses(t), x(t, z))))

    def regret(first: int, stop: int) -> Any:
        return sum(suffered(t) - whole(t, best(first, stop)) for t in range(first, stop))

    def gain(first: int, stop: int, y: Any) -> Any:
        """How much nearer the centre comes to y, in squares."""
        before, after = (run.expected(t, lambda z: (centre(z) - y) ** 2) for t in (first, stop))
        return before - after

    def reach2(t: int) -> Any:
        """The square of the widest distance among the best play, all plays and all centres up to round t + 1."""
        met = [(r, z) for r in range(t + 2) for _, z in run.at(r)]
        points = [best(1, t + 1), *(y for r, z in met for y in [*x(r, z), centre(z)])]
        return (max(points) - min(points)) ** 2

    @cache
    def passed(s: int, r: int) -> Any:
        """W(s) ... W(r - 1)."""
        if s == r:
            return identity(n, numbers)
        before = passed(s, r - 1)
        spend(n * effort(before))
        return times(before, W(r - 1))

    def influence(s: int, r: int) -> Any:
        """D: x(r) less the centre is -gamma times the sum of slopes(s) D over s < r, slopes as rows."""
        return [[y / weight - one / n for y, weight in zip(row, omega(r))] for row in passed(s, r)]

    def influences(t: int) -> dict[tuple[int, int], Any]:
        return {(s, r): influence(s, r) for r in range(1, t + 2) for s in range(r)}

    def schur(t: int) -> Any:
        sizes = {key: root(square(flat(D))) for key, D in influences(t).items()}
        rows = [sum(size for (_, r), size in sizes.items() if r == at) for at in range(1, t + 2)]
        return largest(*rows) * largest(
            *(sum(size for (s, _), size in sizes.items() if s == at) for at in range(t + 1))
        )

    def influence_norm2(t: int) -> Any:
        need(n * (t + 1) <= 40, "an influence matrix is too large")
        found = influences(t)
        rows = [
            [(found[s, r][j][i] if s < r else 0 * one) for s in range(t + 1) for j in range(n)]
            for r in range(1, t + 2)
            for i in range(n)
        ]
        return top(times(rows, transposed(rows)), numbers)

    def identity_error(t: int) -> Any:
        z = run.known(t + 1)
        moved = [apply(transposed(influence(s, t + 1)), slopes(s, run.known(s))) for s in range(t + 1)]
        sums = [abs(sum(column)) for column in zip(*moved)]
        return max(abs(abs(y) - gamma * of) for y, of in zip(off(t + 1, z), sums))

    def scaled_error(t: int) -> Any:
        def error(z: tuple[Any, ...]) -> Any:
            ratios = [abs(y / weight - centre(z)) for y, weight in zip(z, omega(t + 1))]
            return max(abs(abs(y) - gamma * ratio) for y, ratio in zip(off(t + 1, z), ratios))

        return max(error(z) for _, z in run.at(t + 1))

    def distance(of: str) -> Callable[[int], Any]:
        return lambda t: max(abs(y - z) for y, z in zip(x(t, run.known(t)), x(t, others[of].known(t), of)))

    def forgetting(W: Any) -> Any:
        return max(sum(abs(x - y) for x, y in zip(a, b)) for a, b in product(W, W)) / 2

    noise2, network_term = (
        square(v),
        per_round(lambda t, z: sum(g * y for g, y in zip(slopes(t, z), off(t, z)))),
    )
    slopes2, deviation = (
        per_round(lambda t, z: square(slopes(t, z))),
        per_round(lambda t, z: square(off(t, z))),
    )
    constants = {
        **{"n": n, "gamma": gamma, "G": max(map(abs, flat(a["g"]))), "sigma2": max(y * y for y in v)},
        "least": min(x for W in a["W"] for x in flat(W) if x),
        "own": min(W[i][i] for W in a["W"] for i in range(n)),
        "forgetting": max(map(forgetting, a["W"])),
        "connected": all(map(is_connected, a["W"])),
        "union_connected": is_connected([mean(rows) for rows in zip(*a["W"])]),
        "lam": lambda: largest(*(norm(W, numbers) for W in a["W"])),
    }
    metrics = {
        "regret": lambda t: regret(1, t + 1),
        "regret_from_0": lambda t: regret(0, t),
        "radius2": lambda t: best(1, t + 1) ** 2,
        "radius2_from_0": lambda t: best(0, t) ** 2,
        **{"reach2": reach2, "influence_norm2": influence_norm2, "schur": schur},
        **{"identity_error": identity_error, "scaled_error": scaled_error},
        "smallest_weight": lambda t: min(omega(t + 1)),
        "least_weight": lambda t: min(y for r in range(t + 1) for y in omega(r)),
        "weights_error": lambda t: max(abs(y - 1) for y in omega(t)),
        "inverse_weights": summed(lambda r: sum(1 / y for y in omega(r)), more=0),
        **{"deviation": deviation, "deviations": lambda t: sum(deviation(r + 1) for r in range(t + 1))},
        **{"gradients2": summed(lambda r: slopes2(r) + noise2), "slopes2": slopes2},
        "slopes2_from_1": summed(slopes2, 1),
        "slopes1": per_round(lambda t, z: sum(map(abs, slopes(t, z)))),
        "farthest_play": lambda t: max(abs(y) for _, z in run.at(t) for y in off(t, z)),
        **{"network_term": network_term, "network_terms": summed(network_term, 1)},
        "gain": lambda t: gain(t, t + 1, best(0, t + 1)),
        "gains": lambda t: gain(1, t + 1, best(1, t + 1)),
        "average_term": lambda t: run.expected(t, lambda z: sum(slopes(t, z)) * (centre(z) - best(0, t + 1))),
        "excess": lambda t: suffered(t) - whole(t, best(0, t + 1)),
        "influence": lambda t: (
            sum(abs(y) for D in influences(t - 2).values() for y in flat(D)) if t > 1 else 0
        ),
        **{"dol_distance": distance("dol"), "mix_first_distance": distance("mix-first")},
    }
    noise = "noise of fair signs" if any(v) else "full gradients"
    words = {"ops": "push-sum", "dol": "DOL", "mix-first": "DOL that mixes first"}[algorithm]
    places = f"slopes at {point}, the centre is the {centred}"
    return Setting(constants, metrics, f"the line, {words}, {places}, {noise}, a fixed step", rounds=100)


FAMILIES = {
    "push-sum": push_sum,
    "push-sum-sequence": push_sum,
    "push-sum-noise": lambda setting, options, numbers: push_sum(setting, options, numbers, noisy=True),
}

"""Messages that are cut short: gossip that keeps k of d coordinates, and a vector rounded at random."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from operator import itemgetter
from typing import Any

from ..chance import Chain, Law, certain, effort, expected, masked, unreplaced
from ..exact import Numbers
from ..families.networks import several
from ..matrix import bottom, identity, is_stochastic, is_symmetric, norm, plus, square, times, transposed
from ..setting import Arrays, Setting
from ..text import Undefined, need, spend
from .reading import chosen, positive

Rows = list[list[Any]]


def compressed(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """xhat += Q(x - xhat), then x += gamma (W - I) xhat, xhat zero at first: Choco-Gossip.

    `top`: Q keeps the k largest of d coordinates, of equal ones the first; `random`: every set of k is as likely, at
    each node and round anew. Of random messages the second moment of (x, xhat) is followed, summed over coordinates, of
    which a node keeps each with chance k/d.
    """
    need("compressor" in options, "options: compressor is missing")
    (kind,) = chosen(options, compressor=("top", "random"))
    a = Arrays(setting, {"W": "S K K", "w0": "K d", "gamma": ""}, "K S d k", numbers)
    need("k" in a.size and len(a["W"]) == 1, "setting: k is missing, or W is not one matrix")
    positive(a, "gamma")
    (W,), start, gamma = a["W"], a["w0"], a["gamma"]
    need(is_symmetric(W) and is_stochastic(W), "setting: W is not symmetric and doubly stochastic")
    n, d, k = len(W), a.size["d"], min(a.size["k"], a.size["d"])
    one, v = numbers.rational(1), start[0]
    omega, eye = one * k / d, identity(n, numbers)
    pull = [[gamma * x for x in row] for row in plus(W, eye, -1)]

    def largest(v: list[Any]) -> list[int]:
        kept = sorted(range(d), key=lambda j: (-abs(v[j]), j))[:k]
        return [int(j in kept) for j in range(d)]

    def sent(v: list[Any], mask: Any) -> list[Any]:
        return [x if kept else 0 * x for x, kept in zip(v, mask)]

    def told(x: Rows, copies: Rows) -> Law:
        """(x, xhat after the message): which coordinates are the largest is certain."""
        lacking = plus(x, copies, -1)
        new = plus(copies, [sent(row, largest(row)) for row in lacking])
        return certain((tuple(map(tuple, x)), tuple(map(tuple, new))), numbers)

    def move(t: int, state: tuple[Rows, Rows]) -> Law:
        return told(plus(state[0], times(pull, state[1])), state[1])

    if kind == "top":
        run = Chain(told(start, [[0 * x for x in row] for row in start])[0][1], move, numbers)
    blank = [[0 * one] * n for _ in range(n)]
    asked = [row + zero for row, zero in zip(blank, blank)] + [
        row + [-x for x in row] for row in eye
    ]  # what xhat lacks, z = (x, xhat)
    mixing = [row + by for row, by in zip(eye, pull)] + [zero + row for zero, row in zip(blank, eye)]
    begun = [x + zero for x, zero in zip(times(start, transposed(start)), blank)] + [[0 * one] * 2 * n] * n
    moments = [masked(begun, asked, omega)] if kind == "random" else []

    def moment(t: int) -> Rows:
        """E z z' of z = (x(t), xhat(t + 1)), summed over coordinates."""
        if kind == "top":
            x, copies = run.known(t)
            return times([*x, *copies], transposed([*x, *copies]))
        while len(moments) <= t:
            spend(4 * n * effort(moments[-1]))
            moments.append(masked(times(times(mixing, moments[-1]), transposed(mixing)), asked, omega))
        return moments[t]

    def squared(rows: Rows, t: int) -> Any:
        """E|rows z|^2."""
        return sum(x * y for row, moved in zip(rows, times(rows, moment(t))) for x, y in zip(row, moved))

    masks = certain(tuple(largest(v)), numbers) if kind == "top" else unreplaced(d, k, numbers)

    def lost2(factor: Any) -> Any:
        return expected(masks, lambda mask: square([x - factor * y for x, y in zip(v, sent(v, mask))]))

    centred = [row + zero for row, zero in zip(plus(eye, [[one / n] * n] * n, -1), blank)]
    constants = {
        **{"gamma": gamma, "omega": omega, "norm2": square(v), "K": n, "d": d},
        **{"lost2": lost2(one), "scaled_lost2": lost2(1 / omega)},
        "bias2": square([x - expected(masks, itemgetter(j)) * x / omega for j, x in enumerate(v)]),
        **{"lam": lambda: norm(W, numbers), "lam_n": lambda: bottom(several(W), numbers)},
        "own": min(W[i][i] for i in range(n)),
    }
    metrics = {
        "spread2": lambda t: squared(centred, t),
        "unsent2": lambda t: squared(asked, t),
        "mean2": lambda t: squared([[one / n] * n + [0 * one] * n], t),
    }
    words = f"{'the largest' if kind == 'top' else 'random'} {k} of {d} coordinates"
    return Setting(constants, metrics, f"gossip with one W, messages of {words}", rounds=100)


def quantised(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """v (d,), not 0, is rounded: |v_i| to |v| l/s, l one of the two levels around s |v_i|/|v|, with the mean |v_i|."""
    chosen(options)
    a = Arrays(setting, {"v": "d"}, "d s", numbers)
    need("s" in a.size, "setting: s is missing")
    s, length2 = a.size["s"], square(a["v"])

    def norm2() -> Any:
        if not length2:
            raise Undefined("v = 0 has no direction")
        return length2

    def of(x: Any) -> list[tuple[Any, int]]:
        """(chance, level): two levels, and the chances sum to 1."""
        share = s * s * x * x / norm2()
        exact = numbers.ends(share)[0]
        low = isqrt(exact.numerator // exact.denominator)
        up = numbers.functions["sqrt"](share) - low
        return [(1 - up, low), (up, low + 1)]

    def summed(read: Callable[[int], int]) -> Any:
        return sum(chance * read(level) for x in a["v"] for chance, level in of(x))

    def second2() -> Any:
        return summed(lambda level: level * level) * (norm2() / (s * s))

    constants = {
        "d": a.size["d"],
        "s": s,
        "norm2": norm2,
        "second2": second2,
        "lost2": lambda: second2() - norm2(),
        "sent": lambda: summed(lambda level: int(level > 0)),
    }
    return Setting(constants, {}, "a vector rounded at random, its coordinates independent")


FAMILIES = {"compressed": compressed, "quantised": quantised}

"""Weights of links moved and projected, and moments of links that fail, by enumeration of all patterns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from ..chance import effort, independent, law
from ..exact import Numbers
from ..families.networks import Links
from ..matrix import (
    apply,
    bottom,
    dot,
    entrywise,
    flat,
    identity,
    is_hollow,
    is_stochastic,
    is_symmetric,
    laplacian,
    norm,
    plus,
    square,
    times,
    top,
    transposed,
)
from ..setting import Arrays, Setting
from ..text import need, spend
from .reading import chosen, positive

Rows = list[list[Any]]


def capped(w: list[Any], room: Any) -> tuple[list[Any], Any]:
    """(q, nu): the nearest q >= 0 to w with sum at most room, q_j = max(0, w_j - nu/2); all 0 where room < 0."""
    half = 0 * room
    if sum(max(x, half) for x in w) > room:
        falling = sorted((max(x, half) for x in w), reverse=True)
        half = max((sum(falling[:k]) - room) / k for k in range(1, len(w) + 1))
    return [max(x - half, 0 * x) for x in w], 2 * half


def devices(Y: Rows, whole: bool = False) -> tuple[Rows, list[tuple[Any, Any, Any]]]:
    """Every device in turn projects its row, or with not `whole` what later devices share of it.

    Returns the weights, and of each device (its room, the sum of its weights, its multiplier nu).
    """
    Z, told, n = [list(row) for row in Y], [], len(Y)
    one = 0 * Y[0][0] + 1
    for i in range(n if whole else n - 1):
        mine = [j for j in range(n) if j != i and (whole or j > i)]
        room = one if whole else one - sum(Z[i][:i])
        weights, nu = capped([Z[i][j] for j in mine], room)
        for j, x in zip(mine, weights):
            Z[i][j] = Z[j][i] = x
        told.append((room, sum(weights), nu))
    return Z, told


def pairs(A: Rows) -> list[Any]:
    """Entries below the diagonal."""
    return [x for i, row in enumerate(A) for x in row[:i]]


def distance2(A: Rows, B: Rows) -> Any:
    return square([x - y for x, y in zip(pairs(A), pairs(B))])


def own(Z: Rows) -> Any:
    """The smallest self-weight."""
    return min(1 - sum(row) for row in Z)


def projection(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Pair weights Y, of any sign, and what the devices make of them in turn; W[0] holds feasible weights."""
    chosen(options)
    a = Arrays(setting, {"W": "S K K", "Y": "K K"}, "K S", numbers)
    (W, *none), Y, n = a["W"], a["Y"], len(a["Y"])
    need(
        not none and is_symmetric(W) and is_stochastic(W), "setting: W is not one symmetric stochastic matrix"
    )
    need(is_hollow(Y), "setting: Y is not symmetric, or its diagonal not 0")
    after, rows = devices(Y)
    M = plus(identity(n, numbers), laplacian(Y), -1)
    first = [x - y for x, y in zip(W[0][1:], Y[0][1:])]
    constants = {
        **{"K": n, "own_after": own(after), "after2": distance2(after, Y), "other2": distance2(W, Y)},
        **{
            "after_other2": distance2(after, W),
            "sweep_other2": lambda: distance2(devices(Y, whole=True)[0], W),
        },
        **{"first2": square([x - y for x, y in zip(after[0], Y[0])]), "first_other2": square(first)},
        "magnitude": lambda: numbers.functions["max"](top(M, numbers), -bottom(M, numbers)),
        "room": lambda: min(room for room, _, _ in rows),
        "slack_printed": lambda: max(abs(nu * (used - 1)) for _, used, nu in rows),
        "slack": lambda: max(abs(nu * (used - room)) for room, used, nu in rows),
        "unused": lambda: max(room - used for room, used, _ in rows),
    }
    return Setting(constants, {}, "weights of links, projected by the devices in turn")


def subgradient(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Slopes P_ij (u_i - u_j)^2/|u|^2 at u, v less its mean unless told otherwise, from W[0] towards W[1].

    r is vr less its mean; gamma a step along the slopes at u. E W_hat: the mean of W[0] over links that fail.
    """
    (centred,) = chosen(options, centred=(True, False))
    a = Arrays(setting, {"W": "S K K", "P": "K K", "v": "K", "vr": "K", "gamma": ""}, "K S", numbers)
    need(len(a["W"]) == 2, "setting: W is not two matrices")
    positive(a, "gamma")
    (W, other), P, links, n = a["W"], a["P"], Links(a, a["W"]), len(a["P"])

    def less_mean(v: list[Any]) -> list[Any]:
        return [x - sum(v) / n for x in v]

    def r() -> list[Any]:
        return less_mean(a["vr"])

    u, EW = less_mean(a["v"]) if centred else a["v"], links.mean(W)

    def slopes(v: list[Any], P: Rows = P) -> Rows:
        return entrywise(lambda i, j, p: p * (v[i] - v[j]) ** 2 / square(v), P)

    def quotient(v: list[Any], M: Rows = EW) -> Any:
        return dot(v, apply(M, v)) / square(v)

    def residual2(v: list[Any]) -> Any:
        return square([x - quotient(v) * y for x, y in zip(apply(EW, v), v)])

    def gain(v: list[Any]) -> Any:
        """What the quotient at v loses to first order from W[0] to W[1]."""
        return dot(pairs(slopes(v)), [y - x for x, y in zip(pairs(W), pairs(other))])

    def slope_ratio() -> Any:
        """The largest squared difference of the slopes at u and r over P_ij^2, where a link is."""
        ones = [[numbers.rational(1)] * n] * n
        apart = [(x - y) ** 2 for x, y in zip(pairs(slopes(u, ones)), pairs(slopes(r(), ones)))]
        return max(x if p else 0 * x for x, p in zip(apart, pairs(P)))

    def turned2() -> Any:
        """|y|^2 |u|^2 - (y'u)^2 of y = (E W_hat)^2 u: 0 where y is parallel to u."""
        y = apply(EW, apply(EW, u))
        return square(y) * square(u) - dot(y, u) ** 2

    @cache
    def moved() -> Rows:
        """The pair weights after a step gamma along the slopes."""
        return entrywise(lambda i, j, w, g: 0 * w if i == j else w + a["gamma"] * g, W, slopes(u))

    @cache
    def after() -> Rows:
        return devices(moved())[0]

    constants = {
        **links.constants(),
        **{"K": n, "norm2": square(u), "form": dot(u, apply(EW, u)), "apart2": distance2(W, other)},
        **{"normr2": lambda: square(r()), "inner": lambda: dot(u, r()), "gamma": lambda: a["gamma"]},
        **{"quotient": lambda: quotient(u), "quotientr": lambda: quotient(r())},
        "quotient_other": lambda: quotient(u, links.mean(other)),
        **{"residual2": lambda: residual2(u), "residualr2": lambda: residual2(r())},
        **{
            "gain": lambda: gain(u),
            "gainr": lambda: gain(r()),
            "turned2": turned2,
            "slope_ratio": slope_ratio,
        },
        **{
            "slope2": lambda: square(pairs(slopes(u))),
            "slope_gap": lambda: 2 * distance2(slopes(u), slopes(r())),
        },
        **{"p2": square(flat(P)), "moved_apart2": lambda: distance2(other, moved())},
        **{"own_after": lambda: own(after()), "shift2": lambda: distance2(after(), W)},
        "after_apart2": lambda: distance2(after(), other),
        "sweep_apart2": lambda: distance2(devices(moved(), whole=True)[0], other),
    }
    return Setting(constants, {}, "two symmetric W, links that fail independently")


def link_moments(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Moments of W_hat over every pattern of working links, against dawo's closed forms of them."""
    chosen(options)
    a = Arrays(setting, {"W": "S K K", "P": "K K"}, "K S", numbers)
    need(len(a["W"]) == 1, "setting: W is not one matrix")
    (W,), P, links, n = a["W"], a["P"], Links(a, a["W"]), len(a["P"])
    eye, some = identity(n, numbers), [(i, j) for i in range(n) for j in range(i) if P[i][j]]
    works = independent([law([(P[i][j], 1), (1 - P[i][j], 0)]) for i, j in some], numbers)

    def mixing(up: tuple[int, ...]) -> Rows:
        of = dict(zip(some, up))
        return plus(eye, laplacian(entrywise(lambda i, j, w: w * of.get((max(i, j), min(i, j)), 0), W)), -1)

    patterns = [(q, mixing(up)) for q, up in works]

    def mean(of: Callable[[Rows], Rows]) -> Rows:
        told = [(q, of(M)) for q, M in patterns]
        return entrywise(lambda i, j, _: sum(q * M[i][j] for q, M in told), W)

    def largest(A: Rows, B: Rows) -> Any:
        return max(abs(x - y) for x, y in zip(flat(A), flat(B)))

    def received(M: Rows) -> Rows:
        """W with every message that is lost replaced by the receiver's own value (3)."""
        lost = entrywise(lambda i, j, w, m: w if i != j and not m else 0 * w, W, M)
        return entrywise(lambda i, j, w, x: w + sum(lost[i]) if i == j else w - x, W, lost)

    first = mean(lambda M: M)
    second = mean(lambda M: times(M, M))
    variance = plus(mean(lambda M: times(transposed(M), M)), times(transposed(first), first), -1)  # (34)
    lossy = entrywise(lambda i, j, w, p: 0 * w if i == j else 2 * w * w * (p - p * p), W, P)
    printed = laplacian(lossy)  # (35), (36)
    diagonal = [printed[i][i] for i in range(n)]
    squares = [sum(w * w for j, w in enumerate(row) if j != i) for i, row in enumerate(W)]
    by_pairs = plus(eye, laplacian(entrywise(lambda i, j, w, p: (w * p + W[j][i] * p) / 2, W, P)), -1)  # (16)
    J = [[numbers.rational(1) / n] * n] * n
    spreads = [eye]

    def around(C: Rows, M: Rows) -> Rows:
        return times(times(plus(M, J, -1), C), plus(M, J, -1))

    def product2(t: int) -> Any:
        """max_i E|(J - W_hat(1)) ... (J - W_hat(t)) e_i|^2."""
        while len(spreads) <= t:
            C = spreads[-1]
            spend(2 * n * len(patterns) * effort(C))
            spreads.append(mean(partial(around, C)))
        return max(spreads[t][i][i] for i in range(n))

    def off(A: Rows) -> list[Any]:
        return [x for i, row in enumerate(A) for j, x in enumerate(row) if i != j]

    constants = {
        **{"K": n, "mean_error": largest(first, links.mean(W)), "weights_error": largest(by_pairs, first)},
        "round_error": max(largest(received(M), M) for _, M in patterns),
        "moment_error": largest(plus(second, times(first, first), -1), variance),
        "off_error": max(abs(x - y) for x, y in zip(off(variance), off(printed))),
        "diagonal_error": max(abs(variance[i][i] - diagonal[i]) for i in range(n)),
        "dominance": min(2 * x - sum(map(abs, row)) for x, row in zip(diagonal, printed)),
        "scatter_min": min(diagonal),
        "scatter_excess": max(x - y / 2 for x, y in zip(diagonal, squares)),
        "second_of_square": lambda: top(plus(times(first, first), J, -2), numbers),
        "smallest_entry": min(x for M in [*(M for _, M in patterns), first, second] for x in flat(M)),
        **{"rho_mean": lambda: norm(first, numbers), "rho2": lambda: norm(second, numbers)},
    }
    return Setting(constants, {"product2": product2}, "one W, every pattern of links", rounds=100)


FAMILIES = {"projection": projection, "subgradient": subgradient, "link-moments": link_moments}

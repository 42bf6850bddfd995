"""Settings of lemmas, with no run: losses at a few points, vectors and their draws, polynomials, convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from itertools import product
from math import prod
from typing import Any

from ..chance import effort, expected, law, replaced, signs, unreplaced
from ..exact import Numbers
from ..line import combined, two_sided
from ..matrix import dot, flat, identity, mean, plus, square, times, transposed
from ..setting import Arrays, Setting
from ..text import need, spend
from .reading import chosen, positive, shares


def less(u: Sequence[Any], v: Sequence[Any]) -> list[Any]:
    return [x - y for x, y in zip(u, v, strict=True)]


def added(rows: Sequence[Sequence[Any]]) -> list[Any]:
    return [sum(column) for column in zip(*rows)]


def points(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """f = (1/N) sum_i f_i, f_i a sum over coordinates of losses with two curvatures; points x, y, z and a step eta."""
    chosen(options)
    shapes = {**dict.fromkeys(("left", "right", "c"), "N d"), **dict.fromkeys("xyz", "d"), "eta": ""}
    a = Arrays(setting, shapes, "N d", numbers)
    positive(a, "left", "right", "eta")
    x, y, z, N = a["x"], a["y"], a["z"], len(a["c"])
    losses = [list(map(two_sided, *rows)) for rows in zip(a["left"], a["right"], a["c"], strict=True)]
    f = [combined(column, [numbers.rational(1) / N] * N) for column in zip(*losses)]
    best = [line.lowest() for line in f]

    def gradient(lines: Any, w: list[Any]) -> list[Any]:
        return [line.derivative(u) for line, u in zip(lines, w)]

    def loss(w: list[Any]) -> Any:
        return sum(line.above(u) for line, u in zip(f, w))

    growth = [square(less(gradient(one, x), gradient(one, best))) for one in losses]
    moved = [[u - a["eta"] * g for u, g in zip(w, gradient(f, w))] for w in (x, y)]
    constants = {
        **{"N": N, "eta": a["eta"], "L": max(flat(a["left"]) + flat(a["right"]))},
        **{"mu": min(flat(a["left"]) + flat(a["right"])), "gap": loss(x), "climb": loss(z) - loss(y)},
        **{
            "growth2": sum(growth) / N,
            "pull": dot(gradient(f, x), less(z, y)),
            "pull_best": dot(gradient(f, x), less(z, best)),
            "moved2": square(less(*moved)),
        },
        **{"xy2": square(less(x, y)), "yz2": square(less(y, z)), "zx2": square(less(z, x))},
        "zo2": square(less(z, best)),
    }
    return Setting(constants, {}, "losses with two curvatures in every coordinate")


def vectors(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Vectors and draws of them, random vectors, or a martingale, as the option `kind` says."""
    need("kind" in options, "options: kind is missing")
    (kind,) = chosen(options, kind=tuple(KINDS))
    return KINDS[kind](setting, numbers)


def drawn(setting: dict[str, Any], numbers: Numbers) -> Setting:
    """Vectors v with shares p; S of them drawn with replacement (chances p), or every set of S as likely."""
    a = Arrays(setting, {"v": "n d", "p": "n", "alpha": ""}, "n S d", numbers)
    positive(a, "alpha")
    need("S" in a.size, "setting: S is missing")
    v, p, S = a["v"], shares(a["p"]), a.size["S"]
    middle = [dot(p, column) for column in transposed(v)]

    def scattered(of: Any, around: list[Any]) -> Any:
        """E|mean of the drawn vectors - a point|^2."""
        spend(len(of) * effort(v))
        means = [(q, [dot(times_drawn, column) / S for column in transposed(v)]) for q, times_drawn in of]
        return sum(q * square(less(w, around)) for q, w in means)

    constants = {
        **{"n": len(v), "S": S, "alpha": a["alpha"], "sum2": square(added(v)), "squares": square(flat(v))},
        "first2": square(v[0]),
        "second2": lambda: square(v[1]),
        "first_two2": lambda: square(added(v[:2])) if len(v) > 1 else square(v[1]),
        "scatter2": sum(square(less(row, mean(v))) for row in v),
        "weighted_scatter2": sum(q * square(less(row, middle)) for q, row in zip(p, v)),
        "with2": lambda: scattered(replaced(p, S, numbers), middle),
        "without2": lambda: scattered(unreplaced(len(v), S, numbers), mean(v)),
    }
    return Setting(constants, {}, "given vectors, and draws of them")


def random(setting: dict[str, Any], numbers: Numbers) -> Setting:
    """Random vectors: their values Xi in each outcome, of chance p."""
    a = Arrays(setting, {"Xi": "m n d", "p": "m"}, "m n d", numbers)
    of = law(zip(shares(a["p"]), [tuple(map(tuple, Xi)) for Xi in a["Xi"]], strict=True))
    n, d = a.size["n"], a.size["d"]
    means = [[sum(q * Xi[i][j] for q, Xi in of) for j in range(d)] for i in range(n)]
    constants = {
        **{"n": n, "mean_sum2": square(added(means)), "sum2": expected(of, lambda Xi: square(added(Xi)))},
        "sigma2": max(sum(q * square(less(Xi[i], means[i])) for q, Xi in of) for i in range(n)),
    }
    return Setting(constants, {}, "random vectors of finitely many outcomes")


def martingale(setting: dict[str, Any], numbers: Numbers) -> Setting:
    """Xi_i = drift + kick times a fair sign, both of row b, which has the signs before as binary digits (1 for +)."""
    a = Arrays(setting, {"drift": "n B d", "kick": "n B d"}, "n B d", numbers)
    drift, kick, n = a["drift"], a["kick"], a.size["n"]
    need(2 ** (n - 1) <= a.size["B"], "setting: B is below 2^(n - 1)")
    fair = signs([numbers.rational(1)] * n, numbers)

    def row(i: int, path: Any) -> int:
        return reduce(lambda place, sign: 2 * place + int(sign > 0), path[:i], 0)

    def summed(path: Any, kicks: int) -> list[Any]:
        told = [(drift[i][row(i, path)], kick[i][row(i, path)], kicks * sign) for i, sign in enumerate(path)]
        return added([[x + by * y for x, y in zip(*both)] for *both, by in told])

    constants = {
        "n": n,
        "sum2": expected(fair, lambda path: square(summed(path, 1))),
        "mean_sum2": expected(fair, lambda path: square(summed(path, 0))),
        "sigma2": max(sum(q * square(kick[i][row(i, path)]) for q, path in fair) for i in range(n)),
    }
    return Setting(constants, {}, "vectors that depend on the fair signs before")


def pushed(setting: dict[str, Any], numbers: Numbers) -> Setting:
    """Vectors v less their mean: each keeps half, and sends half to itself with the chance own, else to any other."""
    a = Arrays(setting, {"v": "n d", "own": ""}, "n d", numbers)
    own, n, middle = a["own"], a.size["n"], mean(a["v"])
    need(0 <= own <= 1, "setting: own is not from 0 to 1")
    need(n > 1, "setting: n is below 2")
    v, q = [less(row, middle) for row in a["v"]], (1 - own) / (n - 1)

    def after(targets: Sequence[int]) -> Any:
        arrived = [[row, *(v[i] for i, j in enumerate(targets) if j == at)] for at, row in enumerate(v)]
        return sum(square(added(rows)) for rows in arrived) / 4

    def expected_after() -> Any:
        spend(n**n * n * effort(v))
        of = product(range(n), repeat=n)
        return sum(prod(own if i == j else q for i, j in enumerate(to)) * after(to) for to in of)

    constants = {"n": n, "own": own, "q": q, "potential": square(flat(v)), "pushed2": expected_after}
    return Setting(constants, {}, "given vectors, sent to random places")


KINDS = {"vectors": drawn, "random": random, "martingale": martingale, "pushed": pushed}


def kronecker(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """P(A, D) = sum_ij c_ij A^i (x) D^j of the upper triangles of A and D: traces of its powers, sums of P(., .)^t."""
    chosen(options)
    a = Arrays(setting, {"A": "p p", "D": "q q", "c": "n n"}, "p q n", numbers, most=4)
    A, D = ([[x if i <= j else 0 * x for j, x in enumerate(row)] for i, row in enumerate(a[M])] for M in "AD")
    n, c, size = range(a.size["n"]), a["c"], len(A) * len(D)

    def power(M: Any, t: int) -> Any:
        return reduce(times, [M] * t, identity(len(M), numbers))

    def kron(M: Any, N: Any) -> Any:
        return [[x * y for x in row for y in other] for row in M for other in N]

    @cache
    def powered(t: int) -> Any:
        if t == 0:
            return identity(size, numbers)
        terms = [[[c[i][j] * x for x in row] for row in kron(power(A, i), power(D, j))] for i in n for j in n]
        spend(size * effort(powered(t - 1)))
        return times(powered(t - 1), reduce(plus, terms))

    def values(t: int) -> Any:
        pairs = product((A[i][i] for i in range(len(A))), (D[i][i] for i in range(len(D))))
        return sum(sum(c[i][j] * u**i * v**j for i in n for j in n) ** t for u, v in pairs)

    metrics = {"trace": lambda t: sum(powered(t)[i][i] for i in range(size)), "power_sum": values}
    return Setting({"size": size}, metrics, "triangular matrices", rounds=20)


def convolution(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """a_t = sum_{s <= t} rho^(t-s) b_s from t = 1 on, for b_1, ..., b_m > 0, zero beyond, and rho in [0, 1]."""
    chosen(options)
    given = Arrays(setting, {"b": "m", "rho": ""}, "m", numbers)
    positive(given, "b")
    b, rho = given["b"], given["rho"]
    need(0 <= rho <= 1, "setting: rho is not from 0 to 1")

    def a(k: int) -> list[Any]:
        """a_1, ..., a_k."""
        found = [0 * rho]
        for t in range(k):
            found.append(rho * found[-1] + (b[t] if t < len(b) else 0))
        return found[1:]

    metrics = {
        **{"sums": lambda k: sum(a(k)), "squares": lambda k: square(a(k))},
        **{"inputs": lambda k: sum(b[:k]), "inputs2": lambda k: square(b[:k])},
    }
    return Setting({"rho": rho}, metrics, "a positive sequence", rounds=100)


FAMILIES = {"points": points, "vectors": vectors, "kronecker": kronecker, "convolution": convolution}

"""Matrices alone: mixing matrices in turn, over links that fail, of one weight for all links, row-stochastic ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, reduce
from typing import Any

from ..exact import Numbers, sum_of
from ..matrix import (
    bottom,
    distances,
    entrywise,
    flat,
    identity,
    in_turn,
    is_connected,
    is_doubly,
    is_primitive,
    is_signed,
    is_stochastic,
    is_symmetric,
    laplacian,
    mean,
    need_links,
    norm,
    plus,
    square,
    times,
    top,
    transposed,
)
from ..setting import Arrays, Setting
from ..text import Undefined, fields, integer, need


class Schedule:
    """W[t] at rounds t < head, then the others in turn; products of a window, and constants of all W."""

    def __init__(self, told: Arrays, symmetric: bool = True, wide: bool = False) -> None:
        """wide: W may have entries below 0, or be doubly stochastic and not symmetric."""
        self.W, self.numbers, self.B = told["W"], told.numbers, told.size.get("B", 1)
        self.n, self.head = len(self.W[0]), min(told.size.get("head", 0), len(self.W) - 1)
        for W in self.W:
            if wide:
                need(is_doubly(W) or is_signed(W), "setting: W is neither doubly stochastic nor symmetric")
                continue
            need(is_stochastic(W), "setting: W is not stochastic")
            need(not symmetric or is_symmetric(W), "setting: W is not symmetric")

    def at(self, t: int) -> Any:
        return in_turn(self.W, self.head, t)

    def product(self, start: int, stop: int) -> Any:
        """W(stop - 1) ... W(start)."""
        return reduce(lambda P, t: times(self.at(t), P), range(start, stop), identity(self.n, self.numbers))

    def rounds(self, first: int) -> range:
        """Rounds from the first on that show every W(t) there is from then on."""
        return range(first, max(first, self.head) + len(self.W) - self.head)

    def norms(self, of: Callable[[int], Any], rounds: range) -> Any:
        return self.numbers.functions["max"](*(norm(of(r), self.numbers) for r in rounds))

    def windows(self, first: int) -> Any:
        """The largest norm of a product over B rounds that begins at that round or later."""
        return self.norms(lambda r: self.product(r, r + self.B), self.rounds(first))

    def constants(self) -> dict[str, Any]:
        smallest = self.numbers.functions["min"]
        return {
            "K": self.numbers.rational(self.n),
            "B": self.numbers.rational(self.B),
            "own": min(W[k][k] for W in self.W for k in range(self.n)),
            "least": min(x for W in self.W for x in flat(W) if x > 0),
            "lam": lambda: self.norms(self.W.__getitem__, range(len(self.W))),
            "lam_n": lambda: smallest(*(bottom(several(W), self.numbers) for W in self.W)),
            "lam_later": lambda: self.norms(self.at, self.rounds(1)),
            "lam_windows": lambda: self.windows(1),
            "lam_all_windows": lambda: self.windows(0),
            "connected": lambda: self.truth(all(map(is_connected, self.W))),
            "primitive": lambda: self.truth(all(map(is_primitive, self.W))),
            "union_connected": lambda: self.truth(is_connected(self.union)),
            **self.graph(),
        }

    @property
    def union(self) -> list[list[Any]]:
        """The mean of all |W|: where its entries are positive, the links of all rounds."""
        return [[sum_of(map(abs, column)) / len(rows) for column in zip(*rows)] for rows in zip(*self.W)]

    def graph(self) -> dict[str, Any]:
        """Constants of the graph that the links of all rounds make, loops left out."""
        number, apart = self.numbers.rational, distances(self.union)
        links = [[number(int(away == 1)) for away in row] for row in apart]
        degrees = [sum_of(row) for row in links]

        def diameter() -> Any:
            if any(away is None for row in apart for away in row):
                raise Undefined("a graph that is not connected has no diameter")
            return number(max(away or 0 for row in apart for away in row))

        return {
            "edges": sum_of(degrees) / 2,
            "degree": max(degrees),
            "degree_min": min(degrees),
            "diameter": diameter,
            "algebraic_connectivity": lambda: second_least(laplacian(links), self.numbers),
        }

    def truth(self, holds: bool) -> Any:
        return self.numbers.rational(int(holds))

    @property
    def words(self) -> str:
        return "one W" if len(self.W) == 1 else "W that changes from round to round"


def matrices(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Mixing matrices, symmetric and doubly stochastic; perhaps a printed product."""
    fields(options, {})
    told = Arrays(setting, {"W": "S K K", "printed": "K K"}, "K S B head", numbers)
    schedule = Schedule(told)
    share = numbers.rational(Fraction(1, schedule.n))

    @cache
    def passed(t: int) -> Any:
        """W(t - 1) ... W(0)."""
        return times(schedule.at(t - 1), passed(t - 1)) if t else identity(schedule.n, numbers)

    def product_error(t: int) -> Any:
        return max(abs(x - y) for x, y in zip(flat(passed(t)), flat(told["printed"])))

    metrics = {
        "smallest": lambda t: min(flat(passed(t))),
        "farthest_column2": lambda t: max(square([x - share for x in column]) for column in zip(*passed(t))),
        "product_error": product_error,
    }
    return Setting(schedule.constants(), metrics, f"{schedule.words}, symmetric and doubly stochastic")


def row_matrices(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """W_ij goes from i to j; A(t) = W(0) ... W(t)."""
    fields(options, {})
    told = Arrays(setting, {"W": "S n n"}, "n S P", numbers)
    schedule = Schedule(told, symmetric=False)
    n, W = schedule.n, schedule.W

    @cache
    def passed(t: int) -> Any:
        return W[0] if t == 0 else times(passed(t - 1), schedule.at(t))

    def uneven(t: int) -> list[Any]:
        """Entries of A(t) less the means of their columns."""
        columns = mean(passed(t))
        return [x - y for row in passed(t) for x, y in zip(row, columns)]

    metrics = {
        "smallest": lambda t: min(flat(passed(t))),
        "smallest_twice": lambda t: min(flat(times(passed(t), schedule.at(t)))),
        "error": lambda t: max(map(abs, uneven(t))),
        "frobenius2": lambda t: square(uneven(t)),
        "least_total": lambda t: min(map(sum_of, zip(*passed(t)))),
        "half_spread": lambda t: max(max(column) - min(column) for column in zip(*passed(t))) / 2,
    }
    pairs = [(a, b) for A in W for a in A for b in A]
    return Setting(
        {
            **schedule.constants(),
            "n": numbers.rational(n),
            "forgetting": max(sum_of(abs(x - y) for x, y in zip(a, b)) for a, b in pairs) / 2,
        },
        metrics,
        f"{schedule.words}, row-stochastic",
    )


# --- links that fail


class Links:
    """W_hat = I - lap(W o links): E W_hat = I - lap(W o P), E W_hat^2 = (E W_hat)^2 + 2 lap(W o W o P o (1 - P))."""

    def __init__(self, told: Arrays, W: Sequence[Any]) -> None:
        self.numbers, self.W, self.P, self.n = told.numbers, W, told["P"], len(told["P"])
        need_links(self.P, "P")
        need(all(p <= 1 for p in flat(self.P)), "setting: P holds no probabilities")
        for A in W:
            need(is_symmetric(A) and is_stochastic(A), "setting: W is not symmetric and doubly stochastic")

    def mean(self, W: Any, P: Any = None) -> Any:
        """E W_hat."""
        lost = laplacian(entrywise(lambda i, j, w, p: w * p, W, P or self.P))
        return plus(identity(self.n, self.numbers), lost, -1)

    def scatter(self, W: Any) -> Any:
        """E W_hat^2 - (E W_hat)^2."""
        return laplacian(entrywise(lambda i, j, w, p: 2 * w * w * p * (1 - p), W, self.P))

    def moment(self, W: Any) -> Any:
        return plus(times(self.mean(W), self.mean(W)), self.scatter(W))

    def constants(self) -> dict[str, Any]:
        numbers, W, mean, scatter = self.numbers, self.W, self.mean, self.scatter
        truth: Callable[[bool], Any] = lambda holds: numbers.rational(int(holds))  # noqa: E731
        found = {
            "rho_mean": lambda: norm(mean(W[0]), numbers),
            "rho2": lambda: norm(self.moment(W[0]), numbers),
            "lam2": lambda: second(mean(W[0]), numbers),
            "lam_low": lambda: bottom(several(mean(W[0])), numbers),
            "scatter_top": lambda: top(scatter(W[0]), numbers),
            "scatter_max": lambda: max(row[i] for i, row in enumerate(scatter(W[0]))),
            "largest_weight": max(
                x if i != j else x * 0 for i, row in enumerate(W[0]) for j, x in enumerate(row)
            ),
            "weights_primitive": lambda: truth(is_primitive(W[0])),
            "links_primitive": lambda: truth(is_primitive(self.P)),
            "mean_connected": lambda: truth(is_connected(mean(W[0]))),
            "unreliable": lambda: max(1 - p for i, row in enumerate(self.P) for p in row[:i] + row[i + 1 :]),
        }
        if len(W) > 1:
            half = [[(x + y) / 2 for x, y in zip(a, b)] for a, b in zip(W[0], W[1])]
            for name, A in (("other", W[1]), ("halfway", half)):
                found[f"rho_{name}"] = lambda A=A: norm(mean(A), numbers)
                found[f"rho2_{name}"] = lambda A=A: norm(self.moment(A), numbers)
            found["lam2_other"] = lambda: second(mean(W[1]), numbers)
        return found


def several(W: Any) -> Any:
    """W, of two clients or more. Raises Undefined of one, where no eigenvalue is beside that of the ones."""
    if len(W) == 1:
        raise Undefined("one client has no eigenvalue beside that of the ones")
    return W


def second(W: Any, numbers: Numbers) -> Any:
    """The largest eigenvalue of W off the ones, whose own is moved to -1."""
    return top([[x - numbers.rational(Fraction(2, len(W))) for x in row] for row in several(W)], numbers)


def second_least(lap: Any, numbers: Numbers) -> Any:
    """The smallest eigenvalue of a Laplacian off the ones, whose own is moved above all others."""
    above = (sum_of(lap[i][i] for i in range(len(several(lap)))) + 1) / len(lap)
    return bottom([[x + above for x in row] for row in lap], numbers)


def links(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """W[0], and W[1] another one, over links of which P_ij work."""
    fields(options, {})
    told = Arrays(setting, {"W": "S K K", "P": "K K"}, "K S", numbers)
    return _over_links(told, told["W"], "one W" if len(told["W"]) == 1 else "several W")


def metropolis(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """W is p_ij/(extra + the larger sum of i and j) on the links, dawo (27), of which p_ij work."""
    fields(options, {}, {"extra": int})
    extra = integer(options.get("extra", 0), 0, 1, "extra")
    told = Arrays(setting, {"P": "K K"}, "K", numbers)
    P = told["P"]
    need_links(P, "P")
    sums = [sum_of(row) for row in P]
    weights = entrywise(lambda i, j, p: p / (extra + max(sums[i], sums[j])) if p else p, P)
    W = plus(identity(len(P), numbers), laplacian(weights), -1)
    said = f"Metropolis weights by reliability, {extra} added to the larger sum"
    return _over_links(told, [W], said)


def _over_links(told: Arrays, W: Sequence[Any], said: str) -> Setting:
    constants = {**_plain(W, told.numbers), **Links(told, W).constants()}
    return Setting(constants, {}, f"{said}, symmetric, links that fail independently")


def _plain(W: Any, numbers: Numbers) -> dict[str, Any]:
    """Constants of the matrices themselves."""
    told = Arrays({}, {}, "", numbers)
    told["W"] = W
    return Schedule(told).constants()


def worse_links(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Links of which P_ij Y_ij work, and weights W_ij Y_ij on links P."""
    fields(options, {})
    told = Arrays(setting, {"W": "S K K", "P": "K K", "Y": "K K"}, "K S", numbers)
    need_links(told["Y"], "Y")
    need(all(y <= 1 for y in flat(told["Y"])), "setting: Y holds no shares")
    of = Links(told, told["W"])

    def weakened(A: Any) -> Any:
        """A_ij Y_ij off the diagonal, where a link of P is."""
        return entrywise(lambda i, j, a, y, p: a * y if p else a * 0, A, told["Y"], told["P"])

    moved = weakened(told["W"][0])
    constants = {
        "rho_worse": lambda: norm(of.mean(told["W"][0], weakened(told["P"])), numbers),
        "rho_moved": lambda: norm(of.mean(moved), numbers),
        "least_moved": min(*flat(moved), *(1 - sum_of(row) for row in moved)),
        "largest_link": max(flat(told["P"])),
    }
    return Setting(
        {**_plain(told["W"], numbers), **of.constants(), **constants}, {}, "one W, symmetric, links that fail"
    )


def constant_weights(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """One weight for every link of P: W = I - alpha lap(P)."""
    fields(options, {})
    told = Arrays(setting, {"P": "K K", "alpha": ""}, "K", numbers)
    P, alpha = told["P"], told["alpha"]
    need_links(P, "P")
    need(alpha > 0, "setting: alpha is not positive")
    lap = laplacian(P)
    constants = {
        "K": numbers.rational(len(P)),
        "alpha": alpha,
        "laplacian_top": lambda: top(lap, numbers),
        "laplacian_gap": lambda: second_least(lap, numbers),
        "rho_constant": lambda: norm(plus(identity(len(P), numbers), lap, -alpha), numbers),
        "links_connected": lambda: numbers.rational(int(is_connected(P))),
    }
    return Setting(constants, {}, "W = I - alpha lap(P), the same weight alpha on all links")


def random_pairs(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Nodes i and j meet with probability R_ij over the sum of R over pairs, and both take their mean."""
    fields(options, {})
    told = Arrays(setting, {"R": "K K", "w0": "K", "eps": ""}, "K", numbers)
    R, w0, n = told["R"], told["w0"], len(told["R"])
    need_links(R, "R")
    need(0 <= told["eps"] <= 1, "setting: eps is not from 0 to 1")
    weights = {(i, j): R[i][j] for i in range(n) for j in range(i) if R[i][j]}
    chances = {pair: x / sum_of(weights.values()) for pair, x in weights.items()}
    eye = identity(n, numbers)

    def meeting(i: int, j: int) -> Any:
        a = [x - y for x, y in zip(eye[i], eye[j])]
        return entrywise(lambda k, l, x: x - a[k] * a[l] / 2, eye)

    outcomes = [(q, meeting(*pair)) for pair, q in chances.items()] or [(numbers.rational(1), eye)]

    def expected(of: Callable[[Any], Any]) -> Any:
        return reduce(plus, ([[q * x for x in row] for row in of(W)] for q, W in outcomes))

    W = expected(lambda W: W)
    centre = sum_of(w0) / n
    y = [x - centre for x in w0]

    @cache
    def moment(t: int) -> Any:
        """E y y' of the differences to the mean."""
        if t == 0:
            return [[a * b for b in y] for a in y]
        before = moment(t - 1)
        return expected(lambda W: times(times(W, before), W))

    @cache
    def first(t: int) -> Any:
        return y if t == 0 else [sum_of(a * b for a, b in zip(row, first(t - 1))) for row in W]

    constants = {
        "K": numbers.rational(n),
        "eps": told["eps"],
        "lam2": lambda: second(W, numbers),
        "lam_low": lambda: bottom(several(W), numbers),
        "moment_error": lambda: max(map(abs, flat(plus(expected(lambda W: times(transposed(W), W)), W, -1)))),
        "start_norm2": square(w0),
    }
    metrics = {
        "spread2": lambda t: sum_of(moment(t)[i][i] for i in range(n)),
        "mean_spread2": lambda t: square(first(t)),
    }
    return Setting(constants, metrics, "two nodes at a time, drawn independently, take their mean")


FAMILIES = {
    "matrices": matrices,
    "row-matrices": row_matrices,
    "links": links,
    "metropolis": metropolis,
    "worse-links": worse_links,
    "constant-weights": constant_weights,
    "random-pairs": random_pairs,
}

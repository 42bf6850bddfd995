"""Words of a program beside mix, grad, share and average: each needs what the setting tells of it.

pull(z), push(z)   R(t) z, rows of shares, and C(t) z, columns of shares: directed networks, one after the other
paced(z)           client k's part times pace_k: steps of the clients' own
sometimes(z)       z with the chance `chance`, else 0: one coin a round for all clients
active(z)          client k's part with the chance activity_k, else 0: a coin a client and round
self_mix(z)        client k's part times W_kk(t): what it keeps of its own where its messages are old ones
top(z)             the coordinate of largest size of each client's part, the first of equal ones; 0 for the others
sparse(z)          each coordinate over `kept` with the chance kept, else 0; one coin a coordinate, client and round
prox(z)            where eta times l1 |w|_1 plus |w - z|^2/2 is least over a set: the w from low to low + span, those of
                   length at most `radius`, or those without negative coordinates whose sum is `total`
backward(z)        the w with w + eta grad F_k(w) = z: the proximal map of eta F_k
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

from .exact import Numbers, exact, sum_of
from .losses import Quadratic
from .matrix import dot, flat, in_turn, is_primitive, is_stochastic, norm, square, transposed
from .setting import Arrays
from .text import Undefined, need
from .vectors import Space, Vector, certain, vector

# word -> the arrays that it needs, or may have
NEEDS = {
    "pull": ("R",),
    "push": ("C",),
    "paced": ("pace",),
    "sometimes": ("chance",),
    "active": ("activity",),
    "sparse": ("kept",),
    **dict.fromkeys(("self_mix", "top", "prox", "backward"), ()),
}
REGULAR = ("l1", "low", "span", "radius", "total")
COLLAR = 1 + Fraction(
    1, 2**100
)  # losses are finite so far beyond a ball, as the length of a model is irrational
SHAPES = {
    **{"R": "S K K", "C": "S K K", "pace": "K", "chance": "", "activity": "K", "draw": "S", "P": "K K"},
    "kept": "",
    **dict.fromkeys(REGULAR, ""),
}


class Words:
    """The words on a space, and the constants they bring."""

    def __init__(self, told: Arrays, space: Space, called: set[str], numbers: Sequence[str] = ()) -> None:
        """numbers: those of the setting that updates may read."""
        self.told, self.space = told, space
        self.given = {name: told[name] for name in ("chance", *numbers) if name in told}
        for word, arrays in NEEDS.items():
            for name in arrays:
                need(
                    (word in called) == (name in told),
                    f"setting: {name} belongs to {word}(...), and to no other",
                )
        regular = bool({*REGULAR} & told.keys())
        need(
            ("prox" in called) == regular,
            f"setting: one of {', '.join(REGULAR)} belongs to prox(...), and to no other",
        )
        need("self_mix" not in called or self.self_mixes, "setting: self_mix is of a W that is not random")
        for name in ("R", "C"):
            for A in told.get(name, []):
                rows = A if name == "R" else transposed(A)
                need(
                    is_stochastic(rows),
                    f"setting: {name} does not hold shares in every {'row' if name == 'R' else 'column'}",
                )
        need(min(told.get("pace", [1])) > 0, "setting: pace is not positive")
        for name in ("chance", "activity"):
            chances = told.get(name, [])
            chances = chances if isinstance(chances, list) else [chances]
            need(all(0 <= p <= 1 for p in chances), "setting: {} is not from 0 to 1", name)
        need(0 < told.get("kept", 1) <= 1, "setting: kept is not above 0 and at most 1")
        if "draw" in told:
            q = told["draw"]
            need(min(q) >= 0 and sum_of(q) == 1, "setting: draw does not hold shares of 1")
            need(len(q) == len(space.W) and not space.head, "setting: draw has a chance for each W")
            space.drawn = q

    def at(self, t: int, eta: Callable[[], Any], losses: Any) -> dict[str, Callable[[Vector], Vector]]:
        """The words of round t that the setting has."""
        told, space = self.told, self.space
        found: dict[str, Callable[[Vector], Vector]] = {"top": self._top}
        if hasattr(losses, "backward"):
            found["backward"] = lambda z: losses.backward(vector(z), eta())
        if self.self_mixes:
            found["self_mix"] = lambda z: space.weighed([row[k] for k, row in enumerate(space.at(t))], z)
        for word, name in (("pull", "R"), ("push", "C")):
            if name in told:
                found[word] = partial(
                    space.mixed, in_turn(told[name], min(told.size.get("head", 0), len(told[name]) - 1), t)
                )
        if "pace" in told:
            found["paced"] = partial(space.weighed, told["pace"])
        if "chance" in told:
            p = told["chance"]
            found["sometimes"] = lambda z: space.by_chance(z, [((t, "coin"), p, p * (1 - p), list)])
        if "activity" in told:
            found["active"] = lambda z: space.by_chance(
                z,
                [
                    ((t, k, "active"), p, p * (1 - p), partial(self._only, k))
                    for k, p in enumerate(told["activity"])
                ],
            )
        if "kept" in told:
            p = told["kept"]
            found["sparse"] = lambda z: space.by_chance(
                z,
                [
                    ((t, i, "kept"), p / p, (1 - p) / p, partial(self._one, i))
                    for i in range(space.K * space.d)
                ],
            )
        if {*REGULAR} & told.keys():
            found["prox"] = lambda z: space.stacked(
                [
                    nearest(row, [eta()] * space.d, told, space.numbers)
                    for row in space.rows(certain(z, "prox of a vector"))
                ]
            )
        return found

    @property
    def self_mixes(self) -> bool:
        """Whether there is one W(t) of a round, whose diagonal is read."""
        return bool(self.space.W) and not {"P", "draw"} & self.told.keys()

    def _only(self, k: int, row: Sequence[Any]) -> list[Any]:
        """Client k's part of all coordinates."""
        d = self.space.d
        return [x if i // d == k else x * 0 for i, x in enumerate(row)]

    def _one(self, at: int, row: Sequence[Any]) -> list[Any]:
        """That coordinate of all."""
        return [x if i == at else x * 0 for i, x in enumerate(row)]

    def _top(self, z: Any) -> Vector:
        found: list[Any] = []
        numbers = self.space.numbers
        for part in self.space.rows(certain(z, "top of a vector")):
            sizes = [numbers.functions["abs"](x) for x in part]
            largest = (
                i
                for i, a in enumerate(sizes)
                if all(numbers.proved(a, ">=", b) for j, b in enumerate(sizes) if j != i)
            )
            if (kept := next(largest, None)) is None:
                raise Undefined("which coordinate is the largest is not known")
            found += [x if i == kept else x * 0 for i, x in enumerate(part)]
        return Vector({(): found})

    @property
    def random(self) -> bool:
        return bool({"chance", "activity", "draw", "kept"} & self.told.keys())

    @property
    def said(self) -> list[str]:
        """What is restricted, in words."""
        told = self.told
        rows = {"R": "pull mixes by rows of shares", "C": "push mixes by columns of shares"}
        random = {
            "chance": "a coin a round",
            "activity": "a coin a client and round",
            "kept": "a coin a coordinate, client and round",
            "draw": "W drawn in every round",
        }
        lines = [
            f"{said}{', one matrix' if len(told[name]) == 1 else ''}"
            for name, said in rows.items()
            if name in told
        ]
        lines += [f"{said} (metrics are expectations)" for name, said in random.items() if name in told]
        sets = {
            "low": "coordinates from low to low + span",
            "radius": "lengths to radius",
            "total": "no negative coordinate, and total as their sum",
        }
        parts = ["its smooth part"] + ["l1 |w|_1"] * ("l1" in told)
        held = [said for name, said in sets.items() if name in told]
        return lines + [", ".join([f"every client's loss is {' plus '.join(parts)}", *held])] * bool(
            {*REGULAR} & told.keys()
        )

    def constants(self) -> dict[str, Any]:
        told, numbers = self.told, self.space.numbers
        found: dict[str, Any] = {name: told[name] for name in ("chance", "kept", *REGULAR) if name in told}
        for name, word in (("R", "pull"), ("C", "push")):
            if name in told:
                found[f"{word}_least"] = min(x for A in told[name] for x in flat(A) if x > 0)
                found[f"{word}_primitive"] = lambda A=told[name]: numbers.rational(
                    int(all(map(is_primitive, A)))
                )
        if "draw" in told:
            mean = self.space.combined(told["draw"])
            second = [
                [
                    sum_of(q * dot(row, column) for q, row, column in zip(told["draw"], rows, columns))
                    for columns in zip(*(transposed(W) for W in self.space.W))
                ]
                for rows in zip(*self.space.W)
            ]
            found |= {"rho_mean": lambda: norm(mean, numbers), "rho2": lambda: norm(second, numbers)}
        for name in ("pace", "activity"):
            if name in told:
                found |= {f"{name}_min": min(told[name]), f"{name}_max": max(told[name])}
        return found


def nearest(z: Sequence[Any], weights: Sequence[Any], told: Mapping[str, Any], numbers: Numbers) -> list[Any]:
    """The w of the set where l1 |w|_1 + sum_i (w_i - z_i)^2/(2 weights_i) is least."""
    largest, smallest = numbers.functions["max"], numbers.functions["min"]
    if "total" in told:  # w_i is the larger of z_i - c weights_i and 0; c is the largest of what subsets give
        sets = [part for size in range(1, len(z) + 1) for part in combinations(range(len(z)), size)]
        c = largest(
            *(
                (sum_of(z[i] for i in part) - told["total"]) / sum_of(weights[i] for i in part)
                for part in sets
            )
        )
        return [largest(x - c * weight, x * 0) for x, weight in zip(z, weights)]
    shrink = [weight * told["l1"] if "l1" in told else weight * 0 for weight in weights]
    w = [largest(x - s, x * 0) + smallest(x + s, x * 0) for x, s in zip(z, shrink)]
    if "radius" in told:
        return _held(w, weights, told["radius"], numbers)
    if "low" in told:
        w = [largest(x, told["low"]) for x in w]
    return [smallest(x, told["low"] + told["span"]) for x in w] if "span" in told else w


def _held(w: Sequence[Any], weights: Sequence[Any], radius: Any, numbers: Numbers) -> list[Any]:
    """The same w_i/(1 + c weights_i), c >= 0 the least by which they are at most `radius` long."""
    if len(w) == 1 or all(numbers.proved(weight, "==", weights[0]) for weight in weights):
        factor = radius / numbers.functions["max"](radius, numbers.functions["sqrt"](square(w)))
        return [x * factor for x in w]
    told, below, r = (
        [exact(numbers.value(x)) for x in w],
        [exact(numbers.value(x)) for x in weights],
        exact(numbers.value(radius)),
    )

    def too_long(c: Fraction) -> bool:
        return square([x / (1 + c * weight) for x, weight in zip(told, below)]) > r * r

    if not too_long(Fraction(0)):
        return list(w)
    step = Fraction(1)
    while too_long(step):
        step = step * 2
    low = Fraction(0)
    for _ in range(160):
        step = step / 2
        low = low + step if too_long(low + step) else low
    ends = [sorted(x / (1 + c * weight) for c in (low, low + step)) for x, weight in zip(told, below)]
    return [numbers.between(*end) for end in ends]


class Composite:
    """Quadratic losses, each plus l1 |w|_1, finite on a set alone; grad is of the smooth part."""

    affine = False

    def __init__(self, losses: Any, told: Arrays) -> None:
        need(
            isinstance(losses, Quadratic) and not losses.turned,
            "setting: prox is for quadratic clients on plain axes",
        )
        need("low" in told or "span" not in told, "setting: span is above low, which is missing")
        for name in ("span", "radius", "total"):
            need(name not in told or told[name] > 0, "setting: {} is not positive", name)
        need("l1" not in told or told["l1"] >= 0, "setting: l1 is negative")
        need(
            len({"low", "radius", "total"} & told.keys()) <= 1 and not {"l1", "total"} <= told.keys(),
            "setting: low, radius, total exclude each other, and total excludes l1",
        )
        need("total" not in told or losses.space.d <= 6, "setting: d is at most 6 beside total")
        self.smooth, self.told, self.space = losses, told, losses.space
        self.curves, self.grad = losses.curves, losses.grad
        self.centres = [
            nearest(row, [1 / a for a in curves], told, self.space.numbers)
            for curves, row in zip(losses.curves, losses.centres)
        ]
        self.least = self.unsettled(self.space.stacked(self.centres))

    def unsettled(self, v: Vector) -> list[Any]:
        rows, told = self.space.rows(certain(v, "a loss with l1 or on a set, of a model")), self.told
        if not all(map(self._held, rows)):
            raise Undefined("a loss is infinite outside of its set")
        weight = told["l1"] if "l1" in told else self.space.numbers.rational(0)
        size = self.space.numbers.functions["abs"]
        return [f + weight * sum_of(map(size, row)) for f, row in zip(self.smooth.heights(v), rows)]

    def _held(self, row: Sequence[Any]) -> bool:
        """Whether a model is known to be in the set."""
        told, numbers = self.told, self.space.numbers
        rules = [(x, ">=", told["low"]) for x in row if "low" in told]
        rules += [(x, "<=", told["low"] + told["span"]) for x in row if "span" in told]
        if "radius" in told:
            rules.append((square(row), "<=", told["radius"] * told["radius"] * numbers.rational(COLLAR)))
        if "total" in told:
            rules += [(x, ">=", numbers.rational(0)) for x in row] + [(sum_of(row), "==", told["total"])]
        return all(numbers.proved(*rule) for rule in rules)

    def heights(self, v: Vector) -> list[Any]:
        return [x - y for x, y in zip(self.unsettled(v), self.least)]

    def backward(self, z: Vector, eta: Any) -> Vector:
        return self.smooth.backward(z, eta)

    def minimizer(self, shares: Sequence[Any], near: Any) -> list[Any]:
        weights, centre = [], []
        for i in range(self.space.d):
            a = sum_of(p * row[i] for p, row in zip(shares, self.curves))
            b = sum_of(p * row[i] * c[i] for p, row, c in zip(shares, self.curves, self.smooth.centres))
            weights.append(1 / a)
            centre.append(b / a)
        return nearest(centre, weights, self.told, self.space.numbers)

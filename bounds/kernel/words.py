"""Words of a program beside mix, grad, share and average: each needs what the setting tells of it.

pull(z), push(z)   R(t) z, rows of shares, and C(t) z, columns of shares: directed networks, one after the other
paced(z)           client k's part times pace_k: steps of the clients' own
sometimes(z)       z with the chance `chance`, else 0: one coin a round for all clients
active(z)          client k's part with the chance activity_k, else 0: a coin a client and round
top(z)             the coordinate of largest size of each client's part, the first of equal ones; 0 for the others
prox(z)            where eta times l1 |w|_1 plus |w - z|^2/2 is least over the w from low to low + span
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from .exact import Numbers, sum_of
from .losses import Quadratic
from .matrix import dot, flat, in_turn, is_primitive, is_stochastic, norm, transposed
from .setting import Arrays
from .text import Undefined, need
from .vectors import Space, Vector, certain

# word -> the arrays that it needs, or may have
NEEDS = {
    "pull": ("R",),
    "push": ("C",),
    "paced": ("pace",),
    "sometimes": ("chance",),
    "active": ("activity",),
    "top": (),
    "prox": (),
}
REGULAR = ("l1", "low", "span")
SHAPES = {
    **{"R": "S K K", "C": "S K K", "pace": "K", "chance": "", "activity": "K", "draw": "S", "P": "K K"},
    **dict.fromkeys(REGULAR, ""),
}


class Words:
    """The words on a space, and the constants they bring."""

    def __init__(self, told: Arrays, space: Space, called: set[str]) -> None:
        self.told, self.space = told, space
        for word, arrays in NEEDS.items():
            for name in arrays:
                need(
                    (word in called) == (name in told),
                    f"setting: {name} belongs to {word}(...), and to no other",
                )
        regular = bool({*REGULAR} & told.keys())
        need(("prox" in called) == regular, "setting: l1, low or span belongs to prox(...), and to no other")
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
        if "draw" in told:
            q = told["draw"]
            need(min(q) >= 0 and sum_of(q) == 1, "setting: draw does not hold shares of 1")
            need(len(q) == len(space.W) and not space.head, "setting: draw has a chance for each W")
            space.drawn = q

    def at(self, t: int, eta: Callable[[], Any]) -> dict[str, Callable[[Vector], Vector]]:
        """The words of round t that the setting has."""
        told, space = self.told, self.space
        found: dict[str, Callable[[Vector], Vector]] = {"top": self._top}
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
        if {*REGULAR} & told.keys():
            near = partial(nearest, told=told, numbers=space.numbers)
            found["prox"] = lambda z: Vector({(): [near(x, eta()) for x in certain(z, "prox of a vector")]})
        return found

    def _only(self, k: int, row: Sequence[Any]) -> list[Any]:
        """Client k's part of all coordinates."""
        d = self.space.d
        return [x if i // d == k else x * 0 for i, x in enumerate(row)]

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
    def chance(self) -> dict[str, Any]:
        """The chance of the coin, by the name that a program may use."""
        return {"chance": self.told["chance"]} if "chance" in self.told else {}

    @property
    def random(self) -> bool:
        return bool({"chance", "activity", "draw"} & self.told.keys())

    @property
    def said(self) -> list[str]:
        """What is restricted, in words."""
        told = self.told
        rows = {"R": "pull mixes by rows of shares", "C": "push mixes by columns of shares"}
        random = {
            "chance": "a coin a round",
            "activity": "a coin a client and round",
            "draw": "W drawn in every round",
        }
        lines = [
            f"{said}{', one matrix' if len(told[name]) == 1 else ''}"
            for name, said in rows.items()
            if name in told
        ]
        lines += [f"{said} (metrics are expectations)" for name, said in random.items() if name in told]
        return lines + [
            "every client's loss is its smooth part plus l1 |w|_1, from low to low + span"
        ] * bool({*REGULAR} & told.keys())

    def constants(self) -> dict[str, Any]:
        told, numbers = self.told, self.space.numbers
        found: dict[str, Any] = {name: told[name] for name in ("chance", *REGULAR) if name in told}
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


def nearest(z: Any, weight: Any, told: Mapping[str, Any], numbers: Numbers) -> Any:
    """The w from low to low + span where weight l1 |w| + (w - z)^2/2 is least."""
    largest, smallest = numbers.functions["max"], numbers.functions["min"]
    shrink = weight * told["l1"] if "l1" in told else weight * 0
    w = largest(z - shrink, z * 0) + smallest(z + shrink, z * 0)
    if "low" in told:
        w = largest(w, told["low"])
    return smallest(w, told["low"] + told["span"]) if "span" in told else w


class Composite:
    """Quadratic losses, each plus l1 |w|_1, every coordinate from low to low + span; grad is of the smooth part."""

    affine = False

    def __init__(self, losses: Any, told: Arrays) -> None:
        need(
            isinstance(losses, Quadratic) and not losses.turned,
            "setting: prox is for quadratic clients on plain axes",
        )
        need("low" in told or "span" not in told, "setting: span is above low, which is missing")
        need("span" not in told or told["span"] > 0, "setting: span is not positive")
        need("l1" not in told or told["l1"] >= 0, "setting: l1 is negative")
        self.smooth, self.told, self.space = losses, told, losses.space
        self.curves, self.grad = losses.curves, losses.grad
        self.centres = [
            [nearest(c, 1 / a, told, self.space.numbers) for a, c in zip(*rows)]
            for rows in zip(losses.curves, losses.centres)
        ]
        self.least = self.unsettled(self.space.stacked(self.centres))

    def unsettled(self, v: Vector) -> list[Any]:
        rows, told = self.space.rows(certain(v, "a loss with l1, low or span, of a model")), self.told
        for x in flat(rows):
            if ("low" in told and x < told["low"]) or ("span" in told and x > told["low"] + told["span"]):
                raise Undefined("a loss is infinite below low and above low + span")
        weight = told["l1"] if "l1" in told else self.space.numbers.rational(0)
        return [f + weight * sum_of(map(abs, row)) for f, row in zip(self.smooth.heights(v), rows)]

    def heights(self, v: Vector) -> list[Any]:
        return [x - y for x, y in zip(self.unsettled(v), self.least)]

    def minimizer(self, shares: Sequence[Any], near: Any) -> list[Any]:
        found = []
        for i in range(self.space.d):
            a = sum_of(p * row[i] for p, row in zip(shares, self.curves))
            b = sum_of(p * row[i] * c[i] for p, row, c in zip(shares, self.curves, self.smooth.centres))
            found.append(nearest(b / a, 1 / a, self.told, self.space.numbers))
        return found

"""A declared algorithm run on vectors that are known only as combinations of others: starts, gradients, mixes.

Two readings of "a vector at every client". With a matrix W: a row of K combinations. With a spectrum: two combinations,
of averages over the clients and of deviations from them; any K, any symmetric W with W 1 = 1 that has the spectrum.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from .psd import NotACertificate, need

__all__ = ["Form", "Point", "Run", "Vector", "fraction"]

Form = dict[int, Fraction]  # basis vector -> coefficient
# limits, so that no file keeps the checker busy
ROUNDS, CLIENTS, POINTS, LONG, LARGE = 200, 12, 1500, 400, 40_000
Word = Callable[[Any], Any]


def fraction(told: object, what: str) -> Fraction:
    """A number, from an integer or from "p/q"."""
    text = str(told) if type(told) is str or type(told) is int else ""
    need(len(text) < LONG and re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*)?", text), f"{what} is no fraction")
    return Fraction(text)


class Vector(tuple[Form, ...]):
    """One combination a client, or those of averages and of deviations."""

    def key(self) -> tuple[frozenset[tuple[int, Fraction]], ...]:
        return tuple(frozenset(part.items()) for part in self)


def add(*terms: tuple[Fraction, Form]) -> Form:
    total: Form = {}
    for factor, form in terms:
        for index, value in form.items():
            total[index] = total.get(index, Fraction(0)) + factor * value
    return {index: value for index, value in total.items() if value}


def combine(*terms: tuple[Fraction, Vector]) -> Vector:
    return Vector(add(*[(factor, vector[i]) for factor, vector in terms]) for i in range(len(terms[0][1])))


class Point(NamedTuple):
    """A point, the gradients there, and whether the losses there are unknown numbers (else they are 0)."""

    name: str
    x: Vector
    g: Vector
    valued: bool


class Run:
    """The vectors of one run.

    sizes: basis vectors of each block; mixes: (z, W z); points: where gradients are taken; models: one for each round
    """

    def __init__(self, record: Mapping[str, Any], star: bool, minima: bool):
        network = record["network"]
        known = set(network) - ({"clients", "changing"} if "spectrum" in network else set())
        need(known in ({"matrix"}, {"spectrum"}), "the network is neither a matrix nor a spectrum")
        self.W = [[fraction(w, "W") for w in row] for row in network["matrix"]] if "matrix" in network else []
        self.ends = [fraction(end, "spectrum") for end in network["spectrum"]] if not self.W else []
        K = len(self.W)
        need(
            K <= CLIENTS and all(len(row) == K and sum(row) == 1 for row in self.W),
            "rows of W do not sum to 1",
        )
        need(K or (len(self.ends) == 2 and self.ends[0] <= self.ends[1]), "the spectrum is no interval")
        self.changing = network.get("changing", False)
        clients = network.get("clients", K)
        need(
            type(self.changing) is bool and type(clients) is int and clients >= 0, "the network is not known"
        )
        self.copies, self.parts = (K, K) if K else (1, 2)
        self.sizes = [0] if K else [0, 0]
        self.mu, self.L = fraction(record["mu"], "mu"), fraction(record["L"], "L")
        need(0 <= self.mu < self.L, "mu and L do not meet 0 <= mu < L")
        self.mixes: list[tuple[Form, Form]] = []
        self.points: list[Point] = []
        self.gradients: dict[Any, Vector] = {}
        self.mixed: dict[Any, Vector] = {}
        self.zero: Vector = Vector({} for _ in range(self.parts))
        if star:  # w* is the origin and F_k(w*) = 0: losses may be shifted
            self.points.append(Point("star", self.zero, self.new(centred=True), False))
        if minima:  # with mu = 0 they may not exist: then F_k^* is the infimum, and the place is never used
            self.points.append(Point("minima", self.new() if self.mu else self.zero, self.zero, True))
        self.anchors = len(self.points)
        common = record["common"]
        need(type(common) is bool, "common is not true or false")
        # without w* nothing fixes the origin: it is the mean of the starts
        start = self.zero if common and not star else self.new(common=common, centred=not star)
        rounds = record["rounds"]
        need(type(rounds) is int and 0 < rounds <= ROUNDS, f"rounds are not an integer from 1 to {ROUNDS}")
        steps = {name: fraction(told, name) for name, told in record["step"].items()}
        need(set(steps) in ({"eta"}, {"delta", "Gamma"}), "the step is neither eta nor delta and Gamma")
        need(min(steps.values()) > 0, "a step is not positive")
        self.etas = [
            steps["eta"] if "eta" in steps else steps["delta"] / (t + steps["Gamma"]) for t in range(rounds)
        ]
        words: dict[str, Word] = {
            "mix": self.mix,
            "grad": self.grad,
            "average": lambda z: self.same(self.mean(z)),
        }
        if clients:  # they have equal shares of the data
            words["share"] = lambda g: combine((Fraction(1, clients), g))
        if minima:
            self.grad(start)
        self.models = self.follow(record["algorithm"], start, words, self.zero)
        self.shift(record["algorithm"], words)

    def fresh(self, block: int) -> Form:
        self.sizes[block] += 1
        return {self.sizes[block] - 1: Fraction(1)}

    def new(self, common: bool = False, centred: bool = False) -> Vector:
        if not self.W:
            return Vector(({} if centred else self.fresh(0), {} if common else self.fresh(1)))
        if common:
            return Vector([self.fresh(0)] * self.copies)
        forms = [self.fresh(0) for _ in range(self.copies - centred)]
        return Vector([*forms, add(*[(Fraction(-1), form) for form in forms])] if centred else forms)

    def mean(self, x: Vector) -> Form:
        return add(*[(Fraction(1, self.copies), form) for form in x]) if self.W else x[0]

    def same(self, form: Form) -> Vector:
        return Vector([form] * self.copies if self.W else [form, {}])

    def deviations(self, x: Vector) -> list[tuple[int, Form]]:
        """(block, form); ||x - 1 xbar||^2/K is the mean over `copies` of their squares."""
        if not self.W:
            return [(1, x[1])]
        return [(0, add((Fraction(1), form), (Fraction(-1), self.mean(x)))) for form in x]

    def client(self, x: Vector, k: int) -> list[tuple[int, Form]]:
        return [(0, x[k])] if self.W else [(0, x[0]), (1, x[1])]

    def grad(self, x: Vector) -> Vector:
        if x.key() not in self.gradients:  # a gradient is a function of its point
            need(len(self.points) * self.copies < POINTS, "there are too many gradients to check")
            self.gradients[x.key()] = self.new()
            self.points.append(Point(str(len(self.points) - self.anchors), x, self.gradients[x.key()], True))
        return self.gradients[x.key()]

    def mix(self, z: Vector) -> Vector:
        if self.W:
            return Vector(add(*zip(row, z)) for row in self.W)
        if z[1] and self.ends[0] == self.ends[1]:
            return Vector((z[0], add((self.ends[0], z[1]))))
        if z[1] and (self.changing or z.key() not in self.mixed):  # another W, another vector
            self.mixed[z.key()] = Vector((z[0], self.fresh(1)))
            self.mixes.append((z[1], self.mixed[z.key()][1]))
        return self.mixed[z.key()] if z[1] else z

    def follow(
        self, declared: Mapping[str, Any], start: Any, words: Mapping[str, Word], zero: Any
    ) -> list[Any]:
        """The models of all rounds: lines of `let` in order, then all states at once, in the last round the model."""
        names = [*declared["let"], *declared["next"]]
        lines = [*declared["let"].values(), *declared["next"].values(), *declared["start"].values()]
        need(
            all(type(text) is str and len(text) < LONG for text in lines) and len(lines) < 40,
            "a line is no short text",
        )
        need(len({"eta", *words, *names}) == 1 + len(words) + len(names), "a name is used twice")
        need(
            set(declared["start"]) <= set(declared["next"]) and not declared["scales"],
            "a start or scale is not known",
        )
        model = next(iter(declared["next"]))
        state = dict.fromkeys(declared["next"], zero) | {model: start}
        state |= {name: evaluate(text, {model: start}, {}, zero) for name, text in declared["start"].items()}
        models = [start]
        for t, eta in enumerate(self.etas):
            known = {**state, "eta": eta}
            for name, text in declared["let"].items():
                known[name] = evaluate(text, known, words, zero)
            wanted = declared["next"] if t + 1 < len(self.etas) else [model]
            state = {name: evaluate(declared["next"][name], known, words, zero) for name in wanted}
            models.append(state[model])
            values = [value for x in state.values() for part in x for value in part.values()]
            bits = [max(value.numerator.bit_length(), value.denominator.bit_length()) for value in values]
            need(max(bits, default=0) < LARGE, "fractions grew too large")
        return models

    def shift(self, declared: Mapping[str, Any], words: Mapping[str, Word]) -> None:
        """The origin may be chosen: a shift of the start shifts all models and all points of gradients alike.

        A share of the models does not move with them.
        """
        one = Vector([{0: Fraction(1)}])

        def gradient(x: Vector) -> Vector:
            need(x == one, "a point of a gradient does not move with the models")
            return Vector([{}])

        def same(z: Vector) -> Vector:
            return z

        shifted = {**words, "mix": same, "average": same, "grad": gradient}
        need(
            all(x == one for x in self.follow(declared, one, shifted, Vector([{}]))),
            "a model does not move with the start",
        )


def evaluate(text: str, names: Mapping[str, Any], words: Mapping[str, Word], zero: Vector) -> Vector:
    """A line: + - * / of vectors and numbers, and the words. A vector, for "0" too."""

    def go(node: ast.AST) -> Any:
        match node:
            case ast.Constant(value=int(value)) if type(value) is int:
                return Fraction(value)
            case ast.Name(id=name):
                return names[name]
            case ast.UnaryOp(op=ast.USub(), operand=part):
                value = go(part)
                return combine((Fraction(-1), value)) if isinstance(value, Vector) else -value
            case ast.Call(func=ast.Name(id=name), args=[part], keywords=[]):
                value = go(part)
                need(isinstance(value, Vector), f"{text}: {name} of a number")
                return words[name](value)
            case ast.BinOp(left=left, op=op, right=right):
                return operate(op, go(left), go(right))
        raise NotACertificate(f"{text}: not an update")

    def operate(op: ast.operator, a: Any, b: Any) -> Any:
        one, two = isinstance(a, Vector), isinstance(b, Vector)
        if isinstance(op, ast.Mult) and not (one and two):
            return combine((a, b)) if two else combine((b, a)) if one else a * b
        if isinstance(op, ast.Div) and not two:
            return combine((1 / b, a)) if one else a / b
        if isinstance(op, ast.Add | ast.Sub) and one == two:
            sign = Fraction(1 if isinstance(op, ast.Add) else -1)
            return combine((Fraction(1), a), (sign, b)) if one else a + sign * b
        raise NotACertificate(f"{text}: not linear")

    try:
        value = go(ast.parse(text, mode="eval").body)
    except (SyntaxError, KeyError, ZeroDivisionError, RecursionError) as error:
        raise NotACertificate(f"{text}: cannot be read ({error})") from None
    need(isinstance(value, Vector) or value == 0, f"{text}: a number where a vector belongs")
    return value if isinstance(value, Vector) else zero

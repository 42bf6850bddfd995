"""A declared algorithm, run from its text: the record's options hold the declaration and the formula of the step.

Each line is a formula over states, earlier `let` lines, integers and `eta`, and over mix(z), W(t) times z; grad(y),
each client's gradient at its own y; share(u), u_k times the client's share of the data; average(z), the mean by shares.
All lines of `next` read the states before the round. The first state is the model. Every other state starts as `start`
says, a formula of the first state, or at 0.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from .bends import Bends
from .formulas import Scope, parsed
from .gossip import Gossip, root
from .intervals import ONE, ZERO, NotAWitness, Number, largest, total
from .kinks import Dents, Kinks
from .psd import NotACertificate
from .setting import need
from .tracer import declaration
from .vectors import (
    Matrix,
    Names,
    centred,
    dot,
    flat,
    identity,
    mean,
    plus,
    square,
    subtract,
    times,
    transposed,
)

Value = Number | Matrix


class Declared(Gossip):
    """Part of a setting: its models are those of the declared algorithm, at each round."""

    def __init__(self, record: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        need(options.keys() == {"algorithm", "step"}, "options are an algorithm and its step")
        try:
            self.algorithm = declaration(options["algorithm"])
        except NotACertificate as error:
            raise NotAWitness(f"the algorithm cannot be read: {error}") from None
        self.formula = options["step"]
        self.lines = {name: parsed(text) for name, text in self.algorithm["let"].items()}
        self.updates = {name: parsed(text) for name, text in self.algorithm["next"].items()}
        called = {
            node.func.id
            for line in (*self.lines.values(), *self.updates.values())
            for node in ast.walk(line)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        super().__init__(record, {"scaled": bool({"share", "average"} & called)})

    def complete(self) -> None:
        need("v" not in self.given, "setting: v is noise, and declared algorithms take full gradients")
        super().complete()
        model, *others = self.updates
        start: dict[str, Value] = {model: self.w0}
        nothing = [[ZERO] * len(w) for w in self.w0]
        for name in others:
            begun = value(parsed((self.algorithm.get("start") or {}).get(name, "0")), {model: self.w0}, {})
            need(
                isinstance(begun, list) or begun == ZERO,
                f"{name[:40]} does not start at a multiple of {model}",
            )
            start[name] = begun if isinstance(begun, list) else nothing
        self.path = [start]

    def step(self, t: int) -> Number:
        return Scope({}, self, t).value(self.formula)

    def state(self, t: int) -> tuple[Matrix, list[Matrix]]:
        while len(self.path) <= t:
            self.path.append(self.following(self.path[-1], len(self.path) - 1))
        return matrix(self.path[t][next(iter(self.updates))]), []

    def following(self, before: dict[str, Value], t: int) -> dict[str, Value]:
        """All states after round t."""
        words: dict[str, Callable[[Matrix], Matrix]] = {
            "mix": lambda z: times(self.at(t), z),
            "grad": self.slopes,
            "share": lambda u: [[m * x for x in row] for m, row in zip(self.share, u)],
            "average": lambda z: [[dot(self.share, column) for column in zip(*z)]] * len(z),
        }
        stepped = {"eta": self.step(t)} if {"eta", "delta"} & self.given else {}
        known: dict[str, Value] = {**stepped, **before}
        for name, line in self.lines.items():
            known[name] = value(line, known, words)
        return {name: matrix(value(line, known, words)) for name, line in self.updates.items()}

    # --- what formulas may read besides

    def height(self, w: list[Number]) -> Number:
        """F(w) - F*."""
        return self.loss(w) - self.loss(self.best)

    def models(self, t: int) -> Matrix:
        return self.state(t)[0]

    def farthest2(self, t: int) -> Number:
        x = self.models(t)
        return largest(*(square(subtract(w, mean(x))) for w in x))

    def worst_gap_of_average(self, t: int) -> Number:
        if t < 1:
            raise ArithmeticError("an average of no rounds")
        own = zip(*(self.models(r) for r in range(t)))
        return largest(*(self.height(mean(list(rounds))) for rounds in own))

    def added_spread2(self, t: int) -> Number:
        """|g - 1 gbar|^2 of g = w(t + 1) - W(t) w(t)."""
        g = plus(self.models(t + 1), times(self.at(t), self.models(t)), -1)
        return total(square(subtract(row, mean(g))) for row in g)

    def links2(self, t: int) -> Number:
        """The sum over links of W_ij |w_i - w_j|^2."""
        x, W = self.models(t), self.at(t)
        return total(W[i][j] * square(subtract(x[i], x[j])) for i in range(len(x)) for j in range(i))

    def tension2(self) -> Number:
        """h'(I - W)^+ h = y'z of (I - W + 11'/K) z = y, where y is h, the gradients at w*, less its mean."""
        K, h = len(self.c), self.slopes([self.best] * len(self.c))
        J = [[Number(Fraction(1, K))] * K for _ in range(K)]
        A = plus(plus(identity(K), self.W[0], -1), J)
        return total(dot(y, solved(A, y)) for y in map(centred, transposed(h)))


def matrix(told: Value) -> Matrix:
    need(isinstance(told, list), "a state or a let line is a number")
    assert isinstance(told, list)
    return told


def value(
    node: ast.expr, known: Mapping[str, Value], words: Mapping[str, Callable[[Matrix], Matrix]]
) -> Value:
    """What a part of a line is: a number, or a row for each client."""
    match node:
        case ast.Constant(value=int(x)) if type(x) is int and abs(x) < 10**60:
            return Number(x)
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return scaled(value(part, known, words), -ONE)
        case ast.Call(func=ast.Name(id=name), args=[part], keywords=[]) if name in words:
            return words[name](matrix(value(part, known, words)))
        case ast.BinOp(left=left, op=op, right=right):
            a, b = value(left, known, words), value(right, known, words)
            match op, a, b:
                case ast.Add() | ast.Sub(), _, _:
                    return joined(a, b if isinstance(op, ast.Add) else scaled(b, -ONE))
                case ast.Mult(), list(), Number():
                    return scaled(a, b)
                case ast.Mult(), Number(), _:
                    return scaled(b, a)
                case ast.Div(), _, Number():
                    return scaled(a, 1 / b)
                case ast.Pow(), Number(), Number():
                    return a**b
    raise NotAWitness(f"{ast.unparse(node)[:60]!r} is no part of a linear update")


def scaled(a: Value, factor: Number) -> Value:
    return [[x * factor for x in row] for row in a] if isinstance(a, list) else a * factor


def joined(a: Value, b: Value) -> Value:
    if isinstance(a, list) and isinstance(b, list):
        return plus(a, b)
    if isinstance(a, list) or isinstance(b, list):
        raise NotAWitness("a number is added to a row for each client")
    return a + b


def solved(A: Matrix, b: list[Number]) -> list[Number]:
    """x of A x = b, A positive definite, by elimination."""
    rows = [[*row, y] for row, y in zip(A, b)]
    for k in range(len(rows)):
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return [row[-1] for row in rows]


class Quadratic(Declared):
    """Quadratic clients."""


class Line(Declared, Bends):
    """Clients whose gradients bend."""


class Linear(Declared, Kinks):
    """Convex, piecewise linear clients."""


class Dented(Declared, Dents):
    """Clients whose curvature has dents."""


class Averaging(Declared):
    """No gradients: F_k(w) = |w - w_k(0)|^2/2."""

    def complete(self) -> None:
        need("w0" in self.given, "setting: w0 is lacking")
        self.a, self.c = [[ONE] * len(w) for w in self.w0], self.w0
        super().complete()


METRICS: Names = {
    "farthest2": Declared.farthest2,
    "farthest": root(Declared.farthest2),
    "worst_gap": lambda s, t: largest(*map(s.height, s.models(t))),
    "worst_gap_of_average": Declared.worst_gap_of_average,
    "moved2": lambda s, t: square(flat(plus(s.models(t + 1), s.models(t), -1))),
    "moved_mean2": lambda s, t: square(subtract(mean(s.models(t + 1)), mean(s.models(t)))),
    "added_spread2": Declared.added_spread2,
    "added_spread": root(Declared.added_spread2),
    "links2": Declared.links2,
}
LACKING = {"chi2"}  # is known of gossip descent alone
# by what a record tells of clients
KINDS: dict[str, type[Declared]] = {
    "kink": Linear,
    "dent": Dented,
    "after": Line,
    "a": Quadratic,
    "W": Averaging,
}
for kind in KINDS.values():
    known = {name: read for name, read in kind.constants.items() if name not in LACKING}
    kind.constants = {**known, "tension2": Declared.tension2}
    kind.metrics = {**kind.metrics, **METRICS, "step": Declared.step}


def declared(record: Mapping[str, Any], options: Mapping[str, Any]) -> Declared:
    """The setting, by what its clients are told by."""
    return next((kind for name, kind in KINDS.items() if name in record), Averaging)(record, options)

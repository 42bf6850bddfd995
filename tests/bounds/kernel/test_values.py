"""Formulas over numbers, vectors and matrices are read as what they are worth: against floats, on drawn settings."""

from __future__ import annotations

from contextlib import nullcontext
from math import exp, isclose, log, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.formal import Operator
from mixproof.bounds.kernel.poly import Poly
from mixproof.bounds.kernel.table import Table
from mixproof.bounds.kernel.text import Refused, parse, ranged

SIGNS = {"a": 1, "b": -1, "c": 1, "d": -1, "e": 0}  # of numbers; of e none is known
N = 3  # what an index counts
TABLE = Table(
    "numbers and vectors",
    {**dict.fromkeys((*SIGNS, "n", "k", "z"), 0), "w": 1, "q": 2},
    {
        **{name: f"{name} {'>' if sign > 0 else '<'} 0" for name, sign in SIGNS.items() if sign},
        **{"n": "n > 0", "z": "z >= 0", "w": "w[i] > 0"},
    },
    natural=("n", "k"),
    vectors={"u": {}, "v": {}, "still": {"still": True}, "flat": {"flat": True}, "y": {"arity": 1}}
    | {"f": {"fresh": True, "moving": True, "spread": True, "arity": 1}},
    operators={"S": Operator(), "M": Operator(symmetric=False), "R": Operator(symmetric=False, left=False)}
    | {"H": Operator(symmetric=False, mean="H_mean", second="H_second")}
    | {"H_mean": Operator(symmetric=False), "H_second": Operator()},
    rows={"q": (1,)},
    size="n",
)


class Drawn:
    """Numbers for all names, and the worth of what the kernel reads formulas as.

    A vector is a matrix whose columns are its mean and its parts along chances of mean 0 and variance 1, one for each
    index of f, and these again times the sign by which H, which is random, is its mean more or less `apart`; so inner
    products are their own means.
    """

    def __init__(self, random: Random) -> None:
        self.random, K = random, 4
        self.numbers: dict[str, Any] = {
            name: (sign or random.choice((1, -1))) * random.uniform(0.3, 2) for name, sign in SIGNS.items()
        }
        self.numbers |= {"n": float(N), "k": float(random.randint(0, 3)), "z": random.choice((0.0, 0.7))}
        self.indexed = {"w": self.array(N) ** 2 + 0.1, "q": self.array(N, N) ** 2}
        self.indexed["q"] /= self.indexed["q"].sum(axis=1, keepdims=True)
        J = np.full((K, K), 1 / K)
        rest = np.eye(K) - J
        A, B, C = (self.array(K, K) for _ in range(3))
        self.matrices = {"J": J, "S": J + rest @ (A + A.T) @ rest, "M": J + rest @ B @ rest}
        self.matrices["R"] = C + (np.eye(K) - C) @ J  # its rows sum to 1
        self.vectors: dict[tuple[str, Any], Any] = {(name, None): self.known(self.array(K)) for name in "uv"}
        self.vectors |= {
            ("still", None): self.known(J @ self.array(K)),
            ("flat", None): self.known(rest @ self.array(K)),
        }
        self.vectors |= {("y", i): self.known(self.array(K)) for i in range(N)}
        self.vectors |= {("f", i): self.known(self.array(K), 1 + i) for i in range(N)}
        mean, self.apart = J + rest @ C @ rest, rest @ A @ rest
        self.matrices |= {"H_mean": mean, "H_second": mean.T @ mean + self.apart.T @ self.apart}

    @staticmethod
    def known(column: Any, at: int = 0) -> Any:
        found = np.zeros((len(column), 2 * (N + 1)))
        found[:, at] = column
        return found

    def random_matrix(self, vector: Any) -> Any:
        mean, (sure, chance) = self.matrices["H_mean"], np.hsplit(vector, 2)
        return np.hstack([mean @ sure + self.apart @ chance, mean @ chance + self.apart @ sure])

    def array(self, *shape: int) -> Any:
        return np.array([self.random.uniform(-1, 1) for _ in range(int(np.prod(shape)))]).reshape(shape)

    def applied(self, word: Any, vector: Any, H: Any) -> Any:
        for name in reversed(word):
            A = {**self.matrices, "H": H}[name.rstrip("'")]
            vector = (A.T if name.endswith("'") else A) @ vector
        return vector

    # --- of a text

    def read(self, node: Any, at: dict[str, int]) -> Any:
        """The worth of a formula. Raises ValueError or ZeroDivisionError where it has none."""
        match node.kind:
            case "number":
                return float(node.value)
            case "name":
                key = node.value, None
                return self.vectors[key] if key in self.vectors else self.numbers[node.value]
            case "index":
                where = tuple(at[part.value] for part in node.parts)
                return (
                    self.indexed[node.value][where]
                    if node.value in "wq"
                    else self.vectors[node.value, where[0]]
                )
            case "neg":
                return -self.read(node.parts[0], at)
            case "call" if node.value in ("sum", "mean"):
                own, body = node.parts
                total = sum(self.read(body, {**at, own.value: i}) for i in range(N))
                return total / (N if node.value == "mean" else 1)
            case "call":
                x, *more = (self.read(part, at) for part in node.parts)
                if node.value == "H":
                    return self.random_matrix(x)
                if node.value in self.matrices:
                    return self.matrices[node.value] @ x
                words = {"sqrt": sqrt, "exp": exp, "log": log, "abs": abs, "max": max, "min": min}
                words |= {
                    "sq": lambda v: np.vdot(v, v),
                    "dot": np.vdot,
                    "norm": lambda v: sqrt(np.vdot(v, v)),
                }
                return words[node.value](x, *more)
        a, b = (self.read(part, at) for part in node.parts)
        if node.kind == "**":
            return a**b if a or b >= 0 else 1 / 0
        return {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b}[node.kind]()

    # --- of what it is read as

    def worth(self, book: Book, p: Poly, at: dict[str, int]) -> float:
        return sum(
            float(c) * np.prod([1.0, *(self.atom(book, a, at) ** e for a, e in key)]) for key, c in p.items()
        )

    def atom(self, book: Book, a: int, at: dict[str, int]) -> Any:
        kind, *told = book.space.atoms[a]
        parts = [self.worth(book, part, at) for part in book.space.parts((kind, *told))]
        match kind:
            case "s":
                return (
                    self.indexed[told[0]][tuple(at[i] for i in told[1])] if told[1] else self.numbers[told[0]]
                )
            case "<":
                word, g, gi, h, hi = told
                first, second = (
                    self.vectors[name, at[i[0]] if i else None] for name, i in ((g, gi), (h, hi))
                )
                ends = [self.matrices["H_mean"] + sign * self.apart for sign in (1, -1)]
                return np.mean([np.vdot(first, self.applied(word, second, H)) for H in ends])
            case "=":
                return float(at[told[0]] == at[told[1]])
            case "S":
                return self.total(book, told[0], told[1], at, book.space.level((kind, *told)))
        if kind == "p":
            return parts[0] ** parts[1]
        return {"r": sqrt, "i": lambda x: 1 / x, "m": lambda *x: max(x), "e": exp, "l": log}[kind](*parts)

    def total(self, book: Book, n: int, factors: Any, at: dict[str, int], level: int) -> float:
        found = 0.0
        for place in range(N**n):
            own = {f"#{level}_{x}": place // N**x % N for x in range(n)}
            found += np.prod([self.atom(book, b, {**at, **own}) ** e for b, e in factors])
        return found


class Formulas:
    """Drawn texts."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def number(self, depth: int, at: tuple[str, ...] = ()) -> str:
        choose = self.random.choice
        if depth <= 0 or self.random.random() < 0.1:
            own = [f"w[{i}]" for i in at] + [f"q[{i}, {j}]" for i in at for j in at]
            return choose([*SIGNS, *SIGNS, "n", "k", "z", "1", "2", "3/2", *own, *own])
        one, two = (lambda: self.number(depth - 1, at)), (lambda: self.vector(depth - 2, at))
        match self.random.randrange(16 if depth > 1 else 12):
            case 0 | 1 | 2:
                return f"({one()} {choose('+-')} {one()})"
            case 3 | 4 | 5:
                return f"{one()}*{one()}"
            case 6 | 7 | 8:
                return f"({one()})/({choose(('', '-'))}{one()})"
            case 9:
                return f"({one()})**{choose(('2', '3', '(-1)', '(1/2)', '(-3/2)', 'k', '(2*k)', '(k/2)', '(-k)', 'e'))}"
            case 10:
                return f"sqrt({one()})"
            case 11:
                return f"{choose(('exp', 'log', 'abs', 'max', 'min'))}({one()})".replace(
                    "max(", f"max({one()}, "
                ).replace("min(", f"min({one()}, ")
            case 12:
                i = "ijkl"[len(at)] if len(at) < 3 else at[0]
                own = at if i in at else (*at, i)
                return (
                    f"{choose(('sum', 'mean'))}({i}, {self.number(depth - 1, own)})" if own != at else one()
                )
            case 13:
                return f"sq({two()})"
            case 14:
                return f"norm({two()})"
        return f"dot({two()}, {two()})"

    def vector(self, depth: int, at: tuple[str, ...]) -> str:
        choose = self.random.choice
        if depth <= 0:
            return choose(["u", "v", "still", "flat", *(f"{name}[{i}]" for i in at for name in "yyff")])
        one = lambda: self.vector(depth - 1, at)  # noqa: E731
        match self.random.randrange(5):
            case 0:
                return f"({one()} {choose('+-')} {one()})"
            case 1:
                return f"({self.number(depth - 1, at)})*{one()}"
            case 2 if len(at) < 2:
                i = "ijkl"[len(at)]
                return f"{choose(('sum', 'mean'))}({i}, {self.vector(depth, (*at, i))})"
        return f"{choose('JSMRH')}({one()})"


def same(x: Any, y: Any) -> bool:
    return bool(np.allclose(x, y, rtol=1e-6, atol=1e-7))


@pytest.mark.parametrize("seed", range(20))
def test_a_formula_is_read_as_what_it_is_worth(seed: int) -> None:
    """So are a line's two sides over a common denominator, and a sign that is evident is that of the number."""
    random = Random(f"values {seed}")
    formulas, known = Formulas(random), 0
    for _ in range(60):
        text = formulas.number(4)
        drawn = Drawn(random)
        book = Book(TABLE)
        try:
            value = book.at("now").number(text)
            expected = drawn.read(parse(text), {})
        except (Refused, ArithmeticError, ValueError):
            continue
        if isinstance(expected, complex) or abs(expected) > 1e6:
            continue
        known += 1
        assert same(drawn.worth(book, value, {}), expected), text
        cleared = drawn.worth(book, book.space.cleared(value)[0], {})
        assert same(cleared, 0) or same(expected, 0) or (cleared > 0) == (expected > 0), text
        for sign in (1, -1):
            fact = book.evident(value * sign)
            assert fact is None or sign * expected > (-1e-9 if not fact.strict else 0), text
    assert known > 15


def test_what_is_known_of_each_number_is_true_of_it() -> None:
    for seed in range(3):
        drawn = Drawn(Random(seed))
        assert all(np.sign(drawn.numbers[name]) == sign for name, sign in SIGNS.items() if sign)
        assert isclose(drawn.indexed["q"][0].sum(), 1)


# --- from round to round

RUN = Table(
    "a run of numbers and vectors",
    {**dict.fromkeys(("a", "K", "r", "m", "h"), 0)},
    {"a": "a > 0", "h": "h > 0"},
    natural=("K",),
    moving=("m", "h"),
    vectors={"u": {}},
    states={"r": "r/2 + m**2", "x": "S(x) - m*u"},
    start={"r": "a", "x": "S(u)"},
    operators={"S": Operator()},
    lets={"g": "r**2 + h"},
    metrics={"size": "sq(x)", "level": "g*t + r", "later": "norm(next(x))"},
)
ROUNDS = range(5)


class Moving(Drawn):
    """Numbers and vectors at every round."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.numbers["K"] = 4.0
        S, u = self.matrices["S"], self.vectors["u", None]
        drawn = [(random.uniform(-1, 1), random.uniform(0.1, 1)) for _ in range(12)]
        r, x, self.rounds = self.numbers["a"], S @ u, list[dict[str, Any]]()
        for m, h in drawn:
            self.rounds.append({"r": r, "x": x, "m": m, "h": h, "g": r * r + h})
            r, x = r / 2 + m * m, S @ x - m * u
        self.t = 0

    def at(self, t: int) -> None:
        self.t = t
        here = dict(self.rounds[t])
        self.vectors["x", None] = here.pop("x")
        later = {f"{k} later(x)": self.rounds[t + k : t + k + 1] for k in (2, 3)}
        self.vectors |= {(name, None): told[0]["x"] for name, told in later.items() if told}
        self.numbers |= {**here, "t": float(t)}

    def elsewhere(self, t: int, read: Any) -> Any:
        kept = self.t
        self.at(t)
        try:
            return read()
        finally:
            self.at(kept)

    def read(self, node: Any, at: dict[str, int]) -> Any:
        if node.kind == "name" and node.value in at:
            return float(at[node.value])
        if node.kind != "call":
            return super().read(node, at)
        first = node.parts[0]
        if node.value in ("next", "start"):
            return self.elsewhere(self.t + 1 if node.value == "next" else 0, lambda: self.read(first, at))
        if node.value in RUN.metrics:
            body = parse(RUN.metrics[node.value])
            return self.elsewhere(int(self.read(first, at)), lambda: self.read(body, {}))
        if (span := ranged(node)) is None:
            return super().read(node, at)
        name, low, high, body = span
        rounds = range(int(self.read(low, at)), int(self.read(high, at)) + 1)
        outer = {"t": self.t, **at}  # t in a discount's exponent is the round at which the sum is read
        values = [self.elsewhere(s, lambda s=s: self.read(body, {**outer, name: s})) for s in rounds]
        return {"sum": sum, "max": max, "min": min, "mean": lambda x: sum(x) / len(x)}[node.value](values)

    def atom(self, book: Book, a: int, at: dict[str, int]) -> Any:
        kind, *told = book.space.atoms[a]
        if kind == "R":
            each = lambda: np.prod([self.atom(book, b, at) ** e for b, e in told[0]])  # noqa: E731
            return sum(self.elsewhere(s, each) for s in range(self.t))
        if kind == "f":  # a maximum over rounds is known by how it is written alone
            return self.read(parse(book.space.shown[a]), at)
        return super().atom(book, a, at)


class Rounds(Formulas):
    """Texts about a run; at: the rounds of the sums that they stand in, s and inside it k."""

    def number(self, depth: int, at: tuple[str, ...] = ()) -> str:
        choose, one = self.random.choice, lambda: self.number(depth - 1, at)
        if depth <= 0:
            told = [
                f"{name}({choose(('0', 't', 't + 1') if not at else (*at, at[-1], '0'))})"
                for name in RUN.metrics
            ]
            return choose(["a", "r", "m", "h", "g", "sq(x)", "dot(x, u)", "2", *told, *(at or ("t", "t"))])
        match self.random.randrange(11):
            case 0 | 1:
                return f"({one()} {choose('+-')} {one()})"
            case 2:
                return f"{one()}*{one()}"
            case 3:
                return f"({one()})/{choose(('h', 'a', '(t + 1)' if not at else 'a'))}"
            case 4:
                return f"{choose(('a', 'h', 'm'))}**{choose(('t', '(t + 1)', '(2*t)', '2') if not at else (*at, '2'))}"
            case 5 | 6:
                return f"{choose(('next', 'start'))}({one()})"
            case 7 if not at:
                span = choose(
                    ("s < t", "s <= t", "1 <= s <= t", "2 <= s <= t", "s < 2", "s <= t + 1", "1 < s < 4")
                )
                body = self.number(depth - 1, ("s",))
                if self.random.random() < 0.4:
                    discount = choose(("t - 1 - s", "t - s", "2*(t - s) + 1", "t + 2 - s"))
                    return (
                        f"sum({span}, {choose(('a', '(1/2)', '0', '(1 + a)', 'h'))}**({discount})*({body}))"
                    )
                return f"{choose(('sum', 'sum', 'mean', 'max', 'min'))}({span}, {body})"
            case 8:
                return f"max({one()}, {one()})"
            case 9:
                return f"sqrt({choose(('h', 'a', 'size(t)', 'h**2*a') if not at else ('h', 'a'))})"
        return f"exp({one()})"

    def nested(self) -> str:
        """A sum over rounds inside another."""
        choose = self.random.choice
        span = choose(("k < s", "k <= s", "1 <= k <= s + 1", "k < 2"))
        inner = f"sum({span}, {self.number(1, ('s', 'k'))})"
        around = choose(("sum(s < t", "sum(1 <= s <= t", "max(s < 3"))
        return f"{around}, {self.number(1, ('s',))} + {inner})"


@pytest.mark.parametrize("seed", range(20))
def test_a_formula_is_read_at_its_round(seed: int) -> None:
    """Now, one round later and at the start; where it is read for every round it has a value at each of them."""
    random = Random(f"rounds {seed}")
    formulas, known = Rounds(random), 0
    for _ in range(80):
        text, first = formulas.number(3), random.choice((0, 0, 1, 2))
        if random.random() < 0.3:
            text = formulas.nested()
        drawn, book = Moving(random), Book(RUN, first)
        for time in ("now", "next", "start"):
            for lasting in (False, True):
                try:
                    with book.at_every_round() if lasting else nullcontext():
                        value = book.at(time).number(text)
                except Refused:
                    continue
                for t in ROUNDS:
                    if t >= first or lasting:
                        drawn.at(t)
                        try:
                            expected = drawn.read(parse(f"{time}({text})" if time != "now" else text), {})
                        except OverflowError:
                            continue
                        if abs(expected) < 1e9:
                            assert same(drawn.worth(book, value, {}), expected), (text, time, t)
                            known += 1
    assert known > 300


@pytest.mark.parametrize("moving", [(), ("a",)])
def test_what_a_round_grants_is_no_fact_of_every_round(moving: tuple[str, ...]) -> None:
    told: dict[str, Any] = {"rules": {"late": ("", "a <= 1")}, "premises": {"late": "t >= 3"}}
    with nullcontext() if moving else pytest.raises(Refused, match="late holds at a round alone"):
        Table("a number", {"a": 0}, moving=moving, **told)

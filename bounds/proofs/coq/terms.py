"""The kernel's polynomials, vectors and indices as terms of Coq."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from ...kernel.poly import Poly, Vector, poly
from ...kernel.text import Node, turned
from .traced import Traced

_OWN = re.compile(r"\b(?:Lemma|Definition|Fixpoint|Inductive|Record|Ltac|Variable|Hypothesis) (\w+)")
_INDEX, _BOUND = re.compile(r"\b[A-Za-z]\w*'"), re.compile(r"\bfun ([A-Za-z]\w*') =>")
_WORDS = """R V T t I S O N E PI At Zero Add Sub Opp Scale Op Prop Set Type R0 R1 INR IZR Rmax Rmin Rabs exp ln sqrt pow
    all eq_dec complete once clients Client forall fun in let if then else end with match as at using where return fix
    cofix from_round exists fst snd map list nat bool true false lt le eq ge gt not and or u v w p q Check Print"""


@cache
def prelude() -> str:
    """What stands at the beginning of each file."""
    return files(__package__).joinpath("prelude.v").read_text(encoding="utf-8")


@cache
def taken() -> frozenset[str]:
    """Names that mean something else in a file."""
    return frozenset((*_OWN.findall(prelude()), *_WORDS.split()))


class Unsupported(ValueError):
    """The derivation uses what the exporter has no term for; one sentence says what."""


def coq(name: str) -> str:
    """A name that means nothing else in the file."""
    return f"{name}_" if name in taken() or name.startswith(("f_", "h_", "rule_")) else name


def ratio(c: Fraction | int) -> str:
    c = Fraction(c)
    if c.denominator == 1:
        return str(c.numerator) if c >= 0 else f"({c.numerator})"
    return f"({c.numerator} / {c.denominator})"


# lemmas of the prelude, by the sign of a comparison: from a <= b to 0 <= b - a; from 0 <= p and p = q to 0 <= q
GAP = {"=": "gap_eq", "<": "gap_lt", "<=": "gap"}
MOVED = {"=": "moved_eq", "<": "moved_lt", "<=": "moved"}


BEGUN = "from_round"  # the round at which the present window began
ELSEWHERE = ("first(", "ahead(")  # names of states at a window's first round, and where a window ends
EXTREMES = {"max over rounds": "most", "min over rounds": "least"}


def sides(tree: Node) -> tuple[Node, Node, str]:
    """(a, b, sign) of a comparison, read as a <= b, a < b or a = b."""
    a, sign, b = turned(tree)
    return a, b, sign.replace("==", "=")


def variable(index: str) -> str:
    """A variable of type Client: its name alone ends with a prime."""
    return f"{'j' if index[0] == '#' else 'k' if index[0] == '~' else ''}{index.lstrip('#~')}'"


def brackets(text: str) -> str:
    return text if text.isidentifier() else f"({text})"


def exactly(equation: str) -> str:
    """The tactic of a goal that an equation states, or that is one where no equation is needed."""
    return f"exact {equation}" if equation else "reflexivity"


def index_sum(index: str, text: str) -> str:
    return f"sum (all _ clients) (fun {variable(index)} => {text})"


def renamed(text: str, names: Mapping[str, str]) -> str:
    """A text in which variables of type Client have other names."""
    return _INDEX.sub(lambda found: names.get(found[0], found[0]), text) if names else text


def free_indices(text: str) -> dict[str, str]:
    """The variables of type Client that a statement does not bind -> their names, in order."""
    bound = set(_BOUND.findall(text))
    names = dict.fromkeys(one for one in _INDEX.findall(text) if one not in bound)
    return {one: f"c{k}'" for k, one in enumerate(names)}


def part(whole: str, i: int, n: int) -> str:
    """The i-th of n statements that a lemma shows together, at round t."""
    text = f"{whole} t"
    for _ in range(i):
        text = f"proj2 ({text})"
    return f"proj1 ({text})" if i < n - 1 else text


class Terms:
    """Terms at one round: T, which a claim speaks of, or t, any other."""

    def __init__(self, book: Traced) -> None:
        self.book, self.space = book, book.space
        self.round = "T"
        self.begun = BEGUN
        self.depth = 0  # sums over rounds that are open
        self.indexed = any(book.setting.numbers.values()) or any(
            g.arity for g in self.space.generators.values()
        )
        self.used: dict[str, str] = {}  # a name -> what it is

    @contextmanager
    def at_round(self, term: str) -> Iterator[None]:
        kept, self.round = self.round, term
        try:
            yield
        finally:
            self.round = kept

    def number(self, name: str, indices: Iterable[str] = ()) -> str:
        if name in ("t", "first(t)"):
            return f"INR {self.round if name == 't' else self.begun}"
        if name == self.book.setting.size and self.indexed:
            return f"INR {coq(name)}"
        moving = name in self.space.moving
        natural = name in self.book.setting.natural
        self.used[name] = "whole" if natural else "number"
        parts = [coq(name), *([self.round] if moving else []), *map(variable, indices)]
        text = " ".join(parts)
        return f"INR {brackets(text)}" if natural else text

    def atom(self, k: int) -> str:
        atom = self.space.atoms[k]
        match atom[0]:
            case "s":
                return self.number(atom[1], atom[2])
            case "<":
                _, word, g, gi, h, hi = atom
                return f"dot {brackets(self.base(g, gi))} {brackets(self.worded(word, self.base(h, hi)))}"
            case "=":
                return f"same clients {variable(atom[1])} {variable(atom[2])}"
            case "r":
                return f"sqrt ({self.poly(self.space.parts(atom)[0])})"
            case "i":
                return f"/ {brackets(self.poly(self.space.parts(atom)[0]))}"
            case "e":
                return f"exp ({self.poly(self.space.parts(atom)[0])})"
            case "l":
                return f"ln ({self.poly(self.space.parts(atom)[0])})"
            case "m":
                *rest, last = [f"({self.poly(part)})" for part in self.space.parts(atom)]
                text = last
                for one in reversed(rest):
                    text = f"(Rmax {one} {text})"
                return text[1:-1]
            case "p":
                base, exponent = self.space.parts(atom)
                return f"({self.poly(base)}) ^ {self.whole(exponent)}"
            case "f" if atom[1] in EXTREMES:
                low, upto, body = atom[2]
                return self.extreme(atom[1], low, Poly(dict(upto)), lambda: self.poly(Poly(dict(body))))
            case "f":
                self.used[atom[1]] = "function"
                return f"{coq(atom[1])} {brackets(self.vector(self.book.arguments[atom[2]]))}"
            case "R":
                with self.summand() as name:
                    text = self.monomial(atom[1])
                return f"before {self.round} (fun {name} => {text})"
            case "S":
                level, text = self.space.level(atom), self.monomial(atom[2])
                for x in reversed(range(atom[1])):
                    text = index_sum(f"#{level}_{x}", text)
                return text
        raise Unsupported(f"no term for an atom of kind {atom[0]}")

    def extreme(self, word: str, low: Any, upto: Poly, body: Callable[[], str]) -> str:
        """The largest or least of the rounds from low to one before upto."""
        with self.summand() as name:
            text = body()
        return f"{EXTREMES[word]} (fun {name} => {text}) {low} {brackets(self.whole(upto))}"

    @contextmanager
    def summand(self) -> Iterator[str]:
        """The round s of a sum or an extreme over rounds."""
        name = f"s{self.depth}"
        self.depth += 1
        try:
            with self.at_round(name):
                yield name
        finally:
            self.depth -= 1

    def whole(self, p: Poly) -> str:
        """A polynomial in whole numbers that is known to be >= 0, as a term of type nat."""
        above: list[str] = []
        below: list[str] = []
        for key, c in sorted(p.items()):
            if Fraction(c).denominator != 1:
                raise Unsupported("an exponent that is no whole number")
            factors = [str(abs(c))] if abs(c) != 1 or not key else []
            for a, e in key:
                atom = self.space.atoms[a]
                if atom[0] != "s" or atom[1] not in ("t", "first(t)", *self.book.setting.natural):
                    raise Unsupported("an exponent that is no whole number")
                factors += [self.number(atom[1]).removeprefix("INR ").removesuffix("%nat")] * e
            (above if c > 0 else below).append(" * ".join(factors))
        if below and not (above and self.book.natural(p)):  # nat has no number below 0
            raise Unsupported("an exponent that is not known to be >= 0")
        text = " + ".join(above) or "0"
        text += f" - ({' + '.join(below)})" if below else ""
        return text if text.isalnum() and not text.isdigit() else f"({text})%nat"

    def monomial(self, factors: Iterable[tuple[int, int]]) -> str:
        texts = [f"({self.atom(a)}) ^ {e}" if e > 1 else self.factor(a) for a, e in factors]
        return " * ".join(texts) or "1"

    def factor(self, a: int) -> str:
        text = self.atom(a)
        return f"({text})" if self.space.atoms[a][0] in "pm" else text

    def poly(self, p: Any) -> str:
        texts = []
        for key, c in sorted(poly(p).items()):
            factors = self.monomial(key) if key else ""
            texts.append(ratio(c) if not factors else factors if c == 1 else f"{ratio(c)} * {factors}")
        return " + ".join(texts) or "0"

    def operator(self, op: str) -> str:
        self.used[op] = "operator"
        name = coq(op.replace("'", "_adjoint"))
        return f"({name} {self.round})" if self.moves(op) else name

    def moves(self, op: str) -> bool:
        return op in self.space.moving or op.rstrip("'") in self.space.moving

    def worded(self, word: Iterable[str], text: str) -> str:
        for op in reversed(tuple(word)):
            text = f"{self.operator(op)} {brackets(text)}"
        return text

    def base(self, g: str, indices: Iterable[str] = ()) -> str:
        """A generator; a gradient as the map at its point."""
        for (name, key), own in self.book.gradients.items():
            if own == g:
                self.used[name] = "gradient"
                point = Vector((term, Poly(dict(c))) for term, c in key)
                return f"{coq(name)} {brackets(self.vector(point))}"
        if g == "any vector":
            return "w"
        if g.startswith(ELSEWHERE):
            word, name = g.removesuffix(")").split("(")
            with self.in_window(word):
                return self.base(name, indices)
        self.used[g] = "vector"
        rounds = [self.round] if self.space.generators[g].moving else []
        rounds = [self.begun, *rounds] if g in self.book.setting.opened else rounds
        return " ".join([coq(g), *rounds, *map(variable, indices)])

    @contextmanager
    def in_window(self, word: str) -> Iterator[None]:
        """At a window's first round, or at the end of the window that begins now."""
        kept, end = self.begun, f"({self.round} + {self.whole(self.book.span)})%nat"
        self.begun = self.round if word == "ahead" else self.begun
        try:
            with self.at_round(end if word == "ahead" else self.begun):
                yield
        finally:
            self.begun = kept

    def vector(self, v: Vector) -> str:
        """A vector, its terms in the kernel's order."""
        texts = []
        for (bound, word, g, gi), c in sorted(v.terms.items(), key=lambda item: repr(item[0])):
            one = self.worded(word, self.base(g, gi))
            one = one if c == poly(1) else f"scale ({self.poly(c)}) {brackets(one)}"
            for i in reversed(bound):
                one = f"vsum (all _ clients) (fun {variable(i)} => {one})"
            texts.append(one)
        if not texts:
            return "zero"
        text = texts[-1]
        for one in reversed(texts[:-1]):
            text = f"add {brackets(one)} {brackets(text)}"
        return text

    def relation(self, value: Any, strict: bool, equal: bool = False) -> str:
        text = self.vector(value) if isinstance(value, Vector) else self.poly(value)
        if isinstance(value, Vector):
            return f"{text} = zero"
        return f"{text} = 0" if equal else f"0 < {text}" if strict else f"0 <= {text}"

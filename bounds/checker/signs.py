"""Check the proof of a claim about numbers by signs: left <= right for every setting that meets the assumptions.

The record has the claim's formulas, the kind of each number, and a name for the value of every root, exponential,
logarithm and power in them. max, min and abs are read by cases: there is a proof for every choice of the argument
that each of them takes, which is then at least (at most) the other one. Facts are polynomials known to be >= 0 or >
0, beginning with what the kinds say (x, 1 - x, x - 1), what a function is (r = sqrt(a): r >= 0, r^2 = a) and the
assumptions. A step shows a new one by an identity

    over * polynomial = sum of c * fact * ... * fact * square  +  sum of polynomial * equality,    all c > 0,

with a product of facts > 0 for `over` (or 1); it is > 0 if one of the terms has no factor that may vanish.
Denominators are shown positive or negative the same way, in the order in which the formulas meet them, so that
nothing is divided by zero. The last step shows right - left over its positive denominator. Every identity is expanded
here, in fractions.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from itertools import product
from typing import Any

from .polynomials import Polynomial, parsed, read
from .psd import NotACertificate, need, number

__all__ = ["KIND", "NotACertificate", "check"]

KIND = "sign"
CHOICES = 8  # of max, min and abs, so that no file keeps the checker busy
COVERS = "every setting that meets the assumptions"
ONE = Polynomial.number(1)
RELATIONS: dict[type[ast.cmpop], tuple[int, str]] = {  # sign of right - left, and its relation to 0
    ast.LtE: (1, ">="),
    ast.Lt: (1, ">"),
    ast.GtE: (-1, ">="),
    ast.Gt: (-1, ">"),
    ast.Eq: (1, "=="),
}
CLAIM = ("family", "options", "assume", "where", "left", "relation", "right")
KINDS = {  # what is known of a number x of a kind: polynomials, and whether they are strictly positive
    "real": [],
    "positive": [("x", True)],
    "unit": [("x", False), ("1 - x", False)],
    "natural": [("x", True), ("x - 1", False)],
    "round": [("x", False)],
}


class Proof:
    """The facts shown so far, and the quotients that formulas are."""

    def __init__(self, record: Mapping[str, Any], case: Mapping[str, Any]) -> None:
        self.record, self.case = record, case
        self.chosen: dict[str, int] = {}
        self.facts: dict[Polynomial, bool] = {}  # -> strictly positive
        self.equalities: set[Polynomial] = set()
        self.functions = {text: name for name, text in record["functions"].items()}
        self.known: dict[str, tuple[Polynomial, Polynomial]] = {}
        self.met: set[str] = set()  # functions whose facts are there
        self.signed: dict[Polynomial, tuple[Polynomial, Polynomial]] = {}
        numbers, functions = record["options"] | {"t": "round"}, record["functions"]
        need("t" not in record["options"] | record["where"], "t is the round")
        need(len(self.functions) == len(functions), "two names are of one function")
        self.names = {*numbers, *functions}
        need(not {*numbers} & {*functions, *record["where"]}, "a name has two meanings")
        need(not {*functions} & {*record["where"]}, "a name has two meanings")
        need(all(name.isidentifier() and name.isascii() for name in self.names), "a name is none")
        for name, kind in numbers.items():
            need(kind in KINDS, f"{name} is of no kind known")
            for text, strict in KINDS[kind]:
                self.fact(read(text.replace("x", name), {name}.__contains__), strict)

    def fact(self, polynomial: Polynomial, strict: bool) -> None:
        self.facts[polynomial] = strict or self.facts.get(polynomial, False)

    def poly(self, text: object) -> Polynomial:
        return read(text, self.names.__contains__)

    # --- steps

    def shows(self, step: Mapping[str, Any], polynomial: Polynomial) -> bool | None:
        """Whether a step shows the polynomial to be > 0, or to be >= 0; None if neither."""
        over = ONE
        for text in step.get("over", []):
            factor = self.poly(text)
            need(self.facts.get(factor), "what a step divides by is not known to be positive")
            over = over * factor
        shown, strict = self.shown(step)
        return strict if shown == over * polynomial else None

    def shown(self, step: Mapping[str, Any]) -> tuple[Polynomial, bool]:
        """The right side of a step's identity, and whether it is > 0."""
        total, strict = Polynomial.number(0), False
        for term in step["terms"]:
            c = number("a coefficient", term["times"])
            need(c > 0, "a coefficient is not positive")
            value = Polynomial.number(c) * self.poly(term.get("square", "1")) ** 2
            certain = "square" not in term
            for text in term["facts"]:
                factor = self.poly(text)
                need(factor in self.facts, f"{text[:60]} is not known to be positive")
                value, certain = value * factor, certain and self.facts[factor]
            total, strict = total + value, strict or certain
        for multiplier, text in step.get("equal", []):
            equality = self.poly(text)
            need(equality in self.equalities, f"{text[:60]} is not known to be 0")
            total = total + self.poly(multiplier) * equality
        return total, strict

    # --- formulas as quotients, denominators > 0

    def quotient(self, node: ast.expr) -> tuple[Polynomial, Polynomial]:
        match node:
            case ast.Constant(value=int(x)) if type(x) is int:
                return Polynomial.number(x), ONE
            case ast.Name(id=name):
                return self.named(name)
            case ast.UnaryOp(op=ast.USub(), operand=part):
                top, bottom = self.quotient(part)
                return -top, bottom
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(e))) if type(e) is int:
                top, bottom = self.quotient(left)
                return top**e, bottom**e
            case ast.BinOp(left=base, op=ast.Pow(), right=ast.Name(id=exponent)):
                return self.power(base, exponent, ast.unparse(node)), ONE
            case ast.BinOp(left=left, op=op, right=right):
                (a, b), (c, d) = self.quotient(left), self.quotient(right)
                match op:
                    case ast.Add():
                        return a * d + c * b, b * d
                    case ast.Sub():
                        return a * d - c * b, b * d
                    case ast.Mult():
                        return a * c, b * d
                    case ast.Div():
                        c, sign = self.divisor(c)
                        return a * d * sign, b * c
            case ast.Call(func=ast.Name(id="max" | "min" | "abs" as function), args=parts, keywords=[]):
                return self.choice(function, parts, ast.unparse(node))
            case ast.Call(func=ast.Name(id=function), args=parts, keywords=[]):
                return self.call(function, parts, ast.unparse(node)), ONE
        raise NotACertificate(f"{ast.unparse(node)[:60]!r} is not part of a claim that signs prove")

    def named(self, name: str) -> tuple[Polynomial, Polynomial]:
        if name in self.record["where"]:
            if name not in self.known:
                self.known[name] = self.quotient(parsed(self.record["where"][name]))
            return self.known[name]
        need(name in {"t", *self.record["options"]}, f"{name[:40]} is no number of the claim")
        return Polynomial.name(name), ONE

    def divisor(self, c: Polynomial) -> tuple[Polynomial, Polynomial]:
        """(|c|, the sign of c), c shown not to be 0: by a known fact, or by the next of the record's steps."""
        if c not in self.signed:
            if not c.terms.keys() - {()}:
                need(c.terms, "a divisor is 0")
                self.fact(c if c.terms[()] > 0 else -c, True)
            for sign in (1, -1):
                if self.facts.get(Polynomial.number(sign) * c):
                    break
            else:
                need(self.steps, "a divisor is not shown to be other than 0")
                step = self.steps.pop(0)
                sign = 1 if self.shows(step, c) else -1
                need(sign == 1 or self.shows(step, -c), "a step does not show that a divisor is other than 0")
                self.fact(Polynomial.number(sign) * c, True)
            self.signed[c] = Polynomial.number(sign) * c, Polynomial.number(sign)
        return self.signed[c]

    def choice(self, function: str, parts: list[ast.expr], text: str) -> tuple[Polynomial, Polynomial]:
        """The argument that the case takes; abs(a) is max(a, -a)."""
        arguments = [self.quotient(part) for part in parts]
        if function == "abs":
            arguments.append((-arguments[0][0], arguments[0][1]))
        need(len(arguments) == 2, f"{text[:60]} is not known")
        index = self.chosen.setdefault(text, self.case["takes"][text])
        need(index in (0, 1) and type(index) is int, "a case takes no argument")
        (a, b), (c, d) = arguments[index], arguments[1 - index]
        difference = a * d - c * b
        self.fact(-difference if function == "min" else difference, False)
        return a, b

    def power(self, base: ast.expr, exponent: str, text: str) -> Polynomial:
        """base**n for a base > 0 and a natural n >= 1: positive, and at least 1 + n (base - 1) (Bernoulli)."""
        need(self.record["options"].get(exponent) == "natural", f"{exponent[:40]} is no natural number")
        need(text in self.functions, f"{text[:60]} has no name")
        r = Polynomial.name(self.functions[text])
        if text not in self.met:
            a, b = self.quotient(base)
            need(self.divisor(a)[1] == ONE, "the base of a power is negative")
            self.met.add(text)
            self.fact(r, True)
            self.fact(b * (r - ONE) - Polynomial.name(exponent) * (a - b), False)
        return r

    def call(self, function: str, parts: list[ast.expr], text: str) -> Polynomial:
        """The name of a function's value, with what is known of it."""
        need(text in self.functions, f"{text[:60]} has no name")
        r = Polynomial.name(self.functions[text])
        if text in self.met:
            return r
        arguments = [self.quotient(part) for part in parts]
        self.met.add(text)
        a, b = arguments[0]
        need(len(arguments) == 1, f"{text[:60]} is not known")
        if function == "sqrt":
            self.fact(r, False)
            self.fact(a, False)  # elsewhere the formula has no value
            self.equalities.add(b * r * r - a)
        elif function == "exp":  # exp(a) >= 1 + a
            self.fact(r, True)
            self.fact(b * r - b - a, False)
        elif function == "log":  # 1 - 1/a <= log(a) <= a - 1, for a > 0
            self.fact(a, True)
            self.fact(a - b - b * r, False)
            self.fact(a * r - a + b, False)
        else:
            raise NotACertificate(f"{function[:40]} is no function that signs know")
        return r

    def sides(self, text: str) -> list[tuple[Polynomial, str]]:
        """Of a comparison, chained or not: right - left without its denominator, and its relation to 0."""
        node = parsed(text)
        need(isinstance(node, ast.Compare), f"{text[:60]!r} is not a comparison")
        assert isinstance(node, ast.Compare)
        ends = [self.quotient(end) for end in (node.left, *node.comparators)]
        found = []
        for (a, b), op, (c, d) in zip(ends, node.ops, ends[1:]):
            if type(op) in RELATIONS:
                sign, relation = RELATIONS[type(op)]
                found.append(((c * b - a * d) * Polynomial.number(sign), relation))
        return found

    def run(self) -> None:
        record, case = self.record, self.case
        self.steps = list(case["divisors"])
        for text in record["assume"]:
            for difference, relation in self.sides(text):
                if relation == "==":
                    self.equalities.add(difference)
                else:
                    self.fact(difference, relation == ">")
        claim = f"({record['left']}) {record['relation']} ({record['right']})"
        [(difference, relation)] = self.sides(claim)
        need(not self.steps, "a step shows a divisor that there is not")
        for step in case["lemmas"]:
            self.fact(*self.shown(step))
        strict = self.shows(case["goal"], difference)
        need(strict is not None, "the last step shows another difference than right - left")
        need(
            relation != "==" or not case["goal"]["terms"], "an equality is shown by an identity without terms"
        )
        need(strict or relation != ">", "the last step does not show that left and right differ")


def check(record: Any) -> dict[str, Any]:
    """{proved, what, reason, checked, limits}; raises NotACertificate for what is no proof by signs."""
    need(type(record) is dict and record.get("kind") == KIND, f"not a record of kind {KIND}")
    reason, what, checked = "", "", {}
    try:
        where = "".join(f"; {name} = {text}" for name, text in record["where"].items())
        numbers = ", ".join(f"{name} {kind}" for name, kind in record["options"].items())
        assume = ", ".join(record["assume"]) or "no assumption"
        what = f"{record['id']}:{record['variant']}: {record['left']} {record['relation']} {record['right']}{where}"
        what += f"; for all numbers ({numbers}) with {assume}"
        need(record["covers"] == COVERS, "it does not say what it covers")
        need(record["family"] == "scalars", "it is of settings that are not numbers alone")
        checked = {name: record[name] for name in CLAIM}
        choices: list[dict[str, int]] = []
        for case in record["cases"]:
            proof = Proof(record, case)
            proof.run()
            choices.append(proof.chosen)
        names = set().union(*choices)
        need(len(names) <= CHOICES, "there are too many choices to check")
        for taken in product((0, 1), repeat=len(names)):
            here = dict(zip(sorted(names), taken))
            need(any(case.items() <= here.items() for case in choices), "a case is not proved")
    except NotACertificate as error:
        reason = str(error)
    except (
        ArithmeticError,
        AttributeError,
        IndexError,
        KeyError,
        TypeError,
        ValueError,
        RecursionError,
    ) as error:
        raise NotACertificate(f"the proof cannot be read ({type(error).__name__}: {error})") from None
    return {"proved": not reason, "what": what, "reason": reason, "checked": checked, "limits": {}}

"""Find a proof by signs of a claim about numbers, as a record that `mixproof.bounds.checker.signs` checks."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from ...checker import signs as checker
from ...search.replay import claimed
from ...theorem import Theorem, Variant
from .products import Facts, Step

__all__ = ["SignProof", "prove_sign"]


@dataclass(frozen=True)
class SignProof:
    """A certificate that the checker accepted, and the sentence that it proves."""

    certificate: Mapping[str, Any]
    what: str


class NotFound(Exception):
    """The claim is not of this kind, or a divisor's sign is not found."""


def prove_sign(theorem: Theorem, variant: Variant) -> SignProof | None:
    """A proof for every setting of a variant about numbers alone, or None where none is found, which says nothing.

    >>> from mixproof.bounds.theorems import theorem
    >>> stated = theorem("dawo.complexity")
    >>> prove_sign(stated, stated.variant("order")).certificate["cases"][0]["goal"]
    {'terms': [{'times': '6', 'facts': ['Kmax - 1', 'M']}]}
    """
    if theorem.family_of(variant).name != "scalars":
        return None
    try:
        cases, reading = [], _Reading(theorem, variant, {})
        if len(reading.choices) > checker.CHOICES:
            return None
        for taken in product((0, 1), repeat=len(reading.choices)):
            reading = _Reading(theorem, variant, dict(zip(reading.choices, taken)))
            if (case := reading.case()) not in cases:
                cases.append(case)
        record = reading.record(cases)
    except NotFound:
        return None
    result = checker.check(record)
    assert result["proved"], result["reason"]
    return SignProof(record, result["what"])


class _Reading:
    """The claim as polynomials, in the order in which the checker reads it."""

    def __init__(self, theorem: Theorem, variant: Variant, takes: Mapping[str, int]) -> None:
        import flint

        self.takes, self.chosen = takes, dict[str, int]()
        self.stated, self.variant = theorem, variant
        self.where = {name: ast.parse(told, mode="eval").body for name, told in variant.where.items()}
        self.assume = [ast.parse(told, mode="eval").body for told in variant.assume]
        self.claim = ast.parse(f"({variant.left}) {variant.relation} ({variant.right})", mode="eval").body
        everything = [*self.where.values(), *self.assume, self.claim]
        read = {n.id for tree in everything for n in ast.walk(tree) if isinstance(n, ast.Name)}
        options = {**(theorem.family_of(variant).options or {}), "t": "round"}
        self.kinds = {name: kind for name, kind in options.items() if name in read and name not in self.where}
        parts = [n for tree in everything for n in ast.walk(tree)]
        calls = dict.fromkeys(ast.unparse(n) for n in parts if _is_function(n))
        self.choices = list(dict.fromkeys(ast.unparse(n) for n in parts if _is_choice(n)))
        self.functions = {call: f"value{i + 1}" for i, call in enumerate(calls)}
        names = [*self.kinds, *self.functions.values()]
        self.context = flint.fmpq_mpoly_ctx.get(names, flint.Ordering.lex)
        self.gens = dict(zip(names, self.context.gens()))
        self.one = self.context.constant(1)
        self.facts, self.divisors = Facts(), list[Step]()
        self.met: set[str] = set()
        self.named = dict[str, tuple[Any, Any]]()
        for name, kind in self.kinds.items():
            x = self.gens[name]
            if kind in ("positive", "natural"):
                self.facts.add(x, True)
            if kind in ("unit", "round"):
                self.facts.add(x, False)
            if kind == "unit":
                self.facts.add(1 - x, False)
            if kind == "natural":
                self.facts.add(x - 1, False)

    def quotient(self, node: ast.expr) -> tuple[Any, Any]:
        match node:
            case ast.Constant(value=int(x)):
                return self.one * x, self.one
            case ast.Name(id=name) if name in self.where:
                if name not in self.named:
                    self.named[name] = self.quotient(self.where[name])
                return self.named[name]
            case ast.Name(id=name) if name in self.gens:
                return self.gens[name], self.one
            case ast.UnaryOp(op=ast.USub(), operand=part):
                top, bottom = self.quotient(part)
                return -top, bottom
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=e)):
                top, bottom = self.quotient(left)
                return top**e, bottom**e
            case ast.BinOp(left=base, op=ast.Pow(), right=ast.Name(id=n)) if self.kinds.get(n) == "natural":
                return self.power(base, self.gens[n], ast.unparse(node)), self.one
            case ast.BinOp(left=left, op=op, right=right) if not isinstance(op, ast.Pow):
                (a, b), (c, d) = self.quotient(left), self.quotient(right)
                if isinstance(op, ast.Mult):
                    return a * c, b * d
                if isinstance(op, ast.Div):
                    sign = self.sign(c)
                    return a * d * sign, b * c * sign
                return (a * d + c * b if isinstance(op, ast.Add) else a * d - c * b), b * d
            case ast.Call(func=ast.Name(id=function), args=parts) if _is_choice(node):
                return self.choice(function, parts, ast.unparse(node))
            case ast.Call(func=ast.Name(id=function), args=parts):
                return self.call(function, parts, ast.unparse(node)), self.one
        raise NotFound

    def sign(self, c: Any) -> int:
        """1 or -1, with a step that shows it."""
        facts = self.facts
        if not c:
            raise NotFound
        if c.is_constant():
            return 1 if c.leading_coefficient() > 0 else -1
        for s in (1, -1):
            if facts.strictly(s * c):
                return s
        for s in (1, -1):
            if step := facts.show(s * c, True, lemmas=False):
                self.divisors.append(step)
                facts.add(s * c, True)
                return s
        raise NotFound

    def power(self, base: ast.expr, n: Any, told: str) -> Any:
        r = self.gens[self.functions[told]]
        if told not in self.met:
            a, b = self.quotient(base)
            if self.sign(a) < 0:
                raise NotFound
            self.met.add(told)
            self.facts.add(r, True)
            self.facts.add(b * (r - 1) - n * (a - b), False)
        return r

    def choice(self, function: str, parts: list[ast.expr], told: str) -> tuple[Any, Any]:
        """The argument that the case takes, with what that says."""
        arguments = [self.quotient(part) for part in parts]
        if function == "abs":
            arguments.append((-arguments[0][0], arguments[0][1]))
        if len(arguments) != 2:
            raise NotFound
        index = self.chosen[told] = self.takes[told]
        (a, b), (c, d) = arguments[index], arguments[1 - index]
        difference = a * d - c * b
        self.facts.add(-difference if function == "min" else difference, False)
        return a, b

    def call(self, function: str, parts: list[ast.expr], told: str) -> Any:
        r, facts = self.gens[self.functions[told]], self.facts
        if told in self.met:
            return r
        arguments = [self.quotient(part) for part in parts]
        self.met.add(told)
        a, b = arguments[0]
        match function, len(arguments):
            case "sqrt", 1:
                facts.add(r, False)
                facts.add(a, False)
                facts.equal.append(b * r * r - a)
            case "exp", 1:
                facts.add(r, True)
                facts.add(b * r - b - a, False)
            case "log", 1:
                facts.add(a, True)
                facts.add(a - b - b * r, False)
                facts.add(a * r - a + b, False)
            case _:
                raise NotFound
        return r

    def differences(self, node: ast.expr) -> list[tuple[Any, bool, bool]]:
        """right - left without its denominator, whether it is 0, whether strictly positive."""
        assert isinstance(node, ast.Compare)
        ends = [self.quotient(end) for end in (node.left, *node.comparators)]
        found = []
        for (a, b), op, (c, d) in zip(ends, node.ops, ends[1:]):
            sign = -1 if isinstance(op, ast.Gt | ast.GtE) else 1
            if not isinstance(op, ast.NotEq):
                found.append(
                    ((c * b - a * d) * sign, isinstance(op, ast.Eq), isinstance(op, ast.Lt | ast.Gt))
                )
        return found

    def case(self) -> dict[str, Any]:
        """The proof in the case that every max, min and abs takes the argument told."""
        facts = self.facts
        for node in self.assume:
            for difference, zero, strict in self.differences(node):
                if zero:
                    facts.equal.append(difference)
                else:
                    facts.add(difference, strict)
        [(difference, zero, strict)] = self.differences(self.claim)
        if zero:
            goal = facts.vanishes(difference)
        else:
            goal = facts.show(difference, strict) or facts.show_over(difference, strict)
        if goal is None:
            raise NotFound
        return {"takes": self.chosen, "divisors": self.divisors, "lemmas": facts.lemmas, "goal": goal}

    def record(self, cases: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "kind": checker.KIND,
            "covers": checker.COVERS,
            **{"id": self.stated.id, "variant": self.variant.label},
            **claimed(self.stated, self.variant),
            "functions": {name: told for told, name in self.functions.items()},
            "cases": cases,
        }


def _is_choice(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("max", "min", "abs")


def _is_function(node: ast.AST) -> bool:
    power = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
    if isinstance(node, ast.Call):
        return not _is_choice(node)
    return power and not isinstance(node.right, ast.Constant)  # type: ignore[attr-defined]

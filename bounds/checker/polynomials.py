"""Polynomials with fractions as coefficients, and formulas read as quotients of two of them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction

from .psd import NotACertificate, need

__all__ = ["LONG", "Polynomial", "parsed", "read"]

LONG, DEGREE, TERMS = 20_000, 60, 40_000  # limits, so that no file keeps the checker busy
Monomial = tuple[tuple[str, int], ...]  # names in order, with positive exponents


class Polynomial:
    """Monomial -> coefficient, no zeros; equal polynomials have equal `terms`."""

    __slots__ = ("terms",)

    def __init__(self, terms: dict[Monomial, Fraction]) -> None:
        self.terms = {key: c for key, c in terms.items() if c}
        need(len(self.terms) <= TERMS, "a polynomial has too many terms")

    @classmethod
    def number(cls, value: Fraction | int) -> Polynomial:
        return cls({(): Fraction(value)})

    @classmethod
    def name(cls, name: str) -> Polynomial:
        return cls({((name, 1),): Fraction(1)})

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for key, c in other.terms.items():
            terms[key] = terms.get(key, Fraction(0)) + c
        return Polynomial(terms)

    def __neg__(self) -> Polynomial:
        return Polynomial({key: -c for key, c in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def __mul__(self, other: Polynomial) -> Polynomial:
        need(len(self.terms) * len(other.terms) <= 10 * TERMS, "a product has too many terms")
        terms: dict[Monomial, Fraction] = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                powers = dict(left)
                for name, exponent in right:
                    powers[name] = powers.get(name, 0) + exponent
                need(sum(powers.values()) <= DEGREE, f"a polynomial has a degree above {DEGREE}")
                key = tuple(sorted(powers.items()))
                terms[key] = terms.get(key, Fraction(0)) + a * b
        return Polynomial(terms)

    def __pow__(self, exponent: int) -> Polynomial:
        need(0 <= exponent <= DEGREE, f"an exponent is not from 0 to {DEGREE}")
        result = Polynomial.number(1)
        for _ in range(exponent):
            result = result * self
        return result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))


def parsed(text: object) -> ast.expr:
    need(isinstance(text, str) and len(text) <= LONG and text.isascii(), "a formula is no short plain text")
    try:
        return ast.parse(str(text).strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NotACertificate(f"{str(text)[:60]!r} is not a formula") from None


def read(text: object, names: Callable[[str], bool]) -> Polynomial:
    """A polynomial as text: integers, names, + - * and ** with an integer, / by an integer."""

    def value(node: ast.expr) -> Polynomial:
        match node:
            case ast.Constant(value=int(x)) if type(x) is int:
                return Polynomial.number(x)
            case ast.Name(id=name) if names(name):
                return Polynomial.name(name)
            case ast.UnaryOp(op=ast.USub(), operand=part):
                return -value(part)
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(e))) if type(e) is int:
                return value(left) ** e
            case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=int(x))) if type(x) is int and x:
                return value(left) * Polynomial.number(Fraction(1, x))
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return value(left) + value(right)
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return value(left) - value(right)
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return value(left) * value(right)
        raise NotACertificate(f"{ast.unparse(node)[:60]!r} is not part of a polynomial")

    try:
        return value(parsed(text))
    except RecursionError:
        raise NotACertificate("a polynomial is too deeply nested") from None

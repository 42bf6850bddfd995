"""A claim's right side, read as the largest of several sums of quantities of a run, squared or under roots."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any, NamedTuple

from .psd import NotACertificate, need

__all__ = ["Size", "read"]

LONG, LARGE = 2000, 40_000  # characters of a formula, bits of a number
# name -> (quantity, power of K, whether it is a root)
QUANTITIES = {
    "eps0": ("eps0", 1, False),
    "chi2": ("chi2", 0, False),
    "Fstar": ("Fstar", 0, False),
    "tilde_minima_sum": ("minima", 0, False),  # the mean of the F_k^*, with equal samples
    "minima_sum": ("minima", 1, False),
    "minima_min": ("least", 0, False),
    "tilde_minima_min": ("least", -1, False),
}
# the same of metrics at a round
METRICS = {
    "spread": ("spread2", 1, True),
    "spread2": ("spread2", 1, False),
    "distance": ("distance2", 1, True),
    "distance2": ("distance2", 1, False),
    "error": ("error2", 0, True),
    "error2": ("error2", 0, False),
    "gap": ("gap", 0, False),
}

Term = tuple[str, int]  # quantity ("" is the number one), power of K
Sum = dict[Term, Fraction]  # squares: q A; roots: sqrt(q A)


class Size(NamedTuple):
    """The largest of sums, all of squares or all of roots. A plain number is a Fraction."""

    sums: list[Sum]
    root: bool


def refuse(sentence: str) -> None:
    raise NotACertificate(f"the right side is not read: {sentence}")


def square_root(q: Fraction) -> Fraction | None:
    root = Fraction(isqrt(max(q.numerator, 0)), isqrt(q.denominator))
    return root if root * root == q else None


def plus(a: Any, b: Any) -> Any:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b
    if isinstance(a, Fraction) or isinstance(b, Fraction):
        number, other = (a, b) if isinstance(a, Fraction) else (b, a)
        return other if number == 0 else refuse("a number is added to a quantity")
    if a.root != b.root:
        refuse("a norm is added to a square")
    sums = []
    for one, two in product(a.sums, b.sums):
        total = dict(one)
        for term, q in two.items():
            cross = square_root(q * total.get(term, Fraction(0))) if a.root else Fraction(0)
            if cross is None:
                refuse("roots of one quantity do not add up")
            total[term] = total.get(term, Fraction(0)) + q + 2 * (cross or 0)
        sums.append({term: q for term, q in total.items() if q})
    return Size(sums, a.root)


def times(a: Any, b: Any) -> Any:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a * b
    if isinstance(a, Fraction):
        a, b = b, a
    if isinstance(b, Fraction):
        refuse_subtracted(a, b)
        factor = b * b if a.root else b
        return Size([{term: q * factor for term, q in one.items() if factor} for one in a.sums], a.root)
    if not constant(b):
        a, b = b, a
    if not constant(b):
        refuse("a product of quantities")
    (((_, power), c),) = b.sums[0].items()
    refuse_subtracted(a, c)
    if a.root and not b.root:  # c K^p is the root of its square
        c, power = c * c, 2 * power
    elif b.root and not a.root:
        if not constant(a):
            refuse("a square times a root")
        return times(b, a)
    return Size([{(name, p + power): q * c for (name, p), q in one.items()} for one in a.sums], a.root)


def refuse_subtracted(a: Size, factor: Fraction) -> None:
    """A norm is known by its square alone, and a maximum times a negative number is a minimum."""
    if factor < 0 and (a.root or len(a.sums) > 1):
        refuse("a norm or a maximum is subtracted")


def constant(a: Size) -> bool:
    return len(a.sums) == len(a.sums[0]) == 1 and not next(iter(a.sums[0]))[0]


def inverse(a: Any) -> Any:
    if isinstance(a, Fraction):
        return 1 / a
    if not constant(a):
        refuse("a quantity in a denominator")
    (((_, power), c),) = a.sums[0].items()
    return Size([{("", -power): 1 / c}], a.root)


def root_of(a: Any) -> Any:
    if isinstance(a, Fraction):
        need(a >= 0, "the right side is not read: the root of a negative number")
        exact = square_root(a)
        return Size([{("", 0): a}], True) if exact is None else exact
    if a.root or any(len(one) != 1 or min(one.values()) < 0 for one in a.sums):
        refuse("the root of a sum")
    return Size(a.sums, True)


def largest(*values: Any) -> Any:
    sizes = [value for value in values if isinstance(value, Size)]
    if not sizes:
        return max(values)
    # max(A, 0) is not A where A may be negative
    if len(sizes) < len(values) or len({value.root for value in sizes}) > 1:
        refuse("a maximum of unlike quantities")
    return Size([one for value in sizes for one in value.sums], sizes[0].root)


def at_round(name: str, t: Any, last: Fraction) -> Size:
    """A metric at a round up to `last`."""
    known = isinstance(t, Fraction) and t.denominator == 1 and 0 <= t <= last
    need(known, f"the right side is not read: {name} at no round up to that of the claim")
    quantity, power, root = METRICS[name]
    return Size([{(f"{quantity}({t})", power): Fraction(1)}], root)


def read(text: str, where: Mapping[str, str], numbers: Mapping[str, Any], depth: int = 0) -> Any:
    """A formula as a Size or a Fraction. numbers: constants, the round t, and functions of a round."""
    need(type(text) is str and len(text) < LONG and depth < 12, "a formula is no short text")

    def go(node: ast.AST) -> Any:
        match node:
            case ast.Constant(value=int(value)) if type(value) is int:
                return Fraction(value)
            case ast.Name(id=name) if name in numbers:
                return numbers[name]
            case ast.Name(id=name) if name in where:
                return read(where[name], where, numbers, depth + 1)
            case ast.Name(id=name) if name in QUANTITIES:
                quantity, power, root = QUANTITIES[name]
                return Size([{(quantity, power): Fraction(1)}], root)
            case ast.UnaryOp(op=ast.USub(), operand=part):
                return times(go(part), Fraction(-1))
            case ast.Call(func=ast.Name(id=name), args=[at]) if name in METRICS:
                return at_round(name, go(at), numbers["t"])
            case ast.Call(func=ast.Name(id=name), args=[at]) if callable(numbers.get(name)):
                return numbers[name](go(at))
            case ast.Call(func=ast.Name(id="sqrt"), args=[part]):
                return root_of(go(part))
            case ast.Call(func=ast.Name(id="max"), args=parts) if parts:
                return largest(*map(go, parts))
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                base, exponent = go(left), go(right)
                if (
                    isinstance(base, Fraction)
                    and isinstance(exponent, Fraction)
                    and exponent.denominator == 1
                ):
                    size = max(base.numerator.bit_length(), base.denominator.bit_length())
                    need(size * abs(exponent) < LARGE, "a number grew too large")
                    return base ** int(exponent)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return plus(go(left), go(right))
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return plus(go(left), times(go(right), Fraction(-1)))
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return times(go(left), go(right))
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return times(go(left), inverse(go(right)))
        return refuse(ast.unparse(node))

    return go(ast.parse(text, mode="eval").body)

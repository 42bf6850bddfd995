"""The checker's own reading of a declared algorithm: text to linear forms with exact polynomial coefficients.

A form is a dict {(vector, i, j): fraction}, the sum of fraction * eta^i * nu^j * vector; a number has the vector "".
A traced vector is a pair of forms: in one direction of disagreement (W is nu there) and in the mean of the clients
(W is 1, what is balanced is 0). With `norm`, mix(z) is a vector of its own in the disagreement instead of nu z.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .psd import NotACertificate, need

__all__ = ["Form", "Round", "at", "balance", "declaration", "degree", "trace"]

Form = dict[tuple[str, int, int], Fraction]
Pair = tuple[Form, Form]
LINES, CHARACTERS, DEGREE, BITS = 80, 1000, 40, 20_000  # limits, so that no file keeps the checker busy
RESERVED = {"eta", "h", "mix", "grad", "average", "share"}


@dataclass
class Round:
    """What one round does: new states, oracle calls (y, u), mixes (z, v)."""

    next: dict[str, Pair] = field(default_factory=dict)
    calls: list[tuple[Pair, Pair]] = field(default_factory=list)
    mixes: list[tuple[Form, Form]] = field(default_factory=list)


def plus(a: Form, b: Form, times: int = 1) -> Form:
    total = dict(a)
    for key, value in b.items():
        total[key] = total.get(key, Fraction(0)) + times * value
    return {key: value for key, value in total.items() if value}


def product(number: Form, form: Form) -> Form:
    total: Form = {}
    for (_, i, j), x in number.items():
        total = plus(total, {(vector, i + k, j + l): x * y for (vector, k, l), y in form.items()})
    return total


def vector(name: str) -> Form:
    return {(name, 0, 0): Fraction(1)}


def at(form: Form, eta: Fraction, nu: Fraction) -> dict[str, Fraction]:
    row: dict[str, Fraction] = {}
    for (name, i, j), value in form.items():
        row[name] = row.get(name, Fraction(0)) + value * eta**i * nu**j
    return row


def degree(form: Form, which: int) -> int:
    """In eta (1) or in nu (2)."""
    return max((i if which == 1 else j for _, i, j in form), default=0)


def declaration(record: Any) -> dict[str, Any]:
    """The algorithm of a record, its shape checked: name, let, next, balanced, models, rest."""
    need(isinstance(record, dict), "algorithm is no object")
    need(isinstance(record.get("name"), str), "the algorithm has no name")
    texts = [record.get("let"), record.get("next"), record.get("rest") or {}]
    for lines in texts:
        need(isinstance(lines, dict) and len(lines) <= LINES, f"updates are at most {LINES} lines of text")
        for name, text in lines.items():
            need(name.isidentifier() and name not in RESERVED, f"{name!r} is no name of a state")
            need(isinstance(text, str) and len(text) <= CHARACTERS, f"{name} is no text of a line")
    states = set(record["next"])
    need(states and not states & set(record["let"]), "a state is missing or defined twice")
    for part in ("balanced", "models"):
        need(isinstance(record.get(part), list) and states.issuperset(record[part]), f"{part} are no states")
    need(not record.get("scales"), "scales are not covered: declare the motion at their limit")
    need(record.get("rest") is None or set(record["rest"]) == states, "rest does not name every state once")
    shared = [text.replace(" ", "") for lines in texts[:2] for text in lines.values()]
    counts = [sum(text.count(word) for text in shared) for word in ("share(grad(", "share(", "grad(")]
    need(
        counts[0] == counts[1] and counts[0] in (0, counts[2]), "share is for gradients, all of them or none"
    )
    return dict(record)


def trace(algorithm: dict[str, Any], norm: bool, start: dict[str, Pair] | None = None) -> Round:
    """One round from the states, or from the point `start` where every gradient is h (to see that it rests)."""
    made, known = Round(), {"eta": ({("", 1, 0): Fraction(1)},) * 2}
    for name in algorithm["next"]:
        known[name] = (vector(name), {} if name in algorithm["balanced"] else vector(name))
    known |= start or {}

    def grad(y: Pair) -> Pair:
        if start is not None:
            need(y == ({}, {}), "at rest a gradient is not taken at w*")
            return vector("h"), {}
        found = [u for point, u in made.calls if point == y]
        name = f"grad {len(made.calls) + 1}"
        u = found[0] if found else (vector(name), vector(name))
        if not found:
            made.calls.append((y, u))
        return u if algorithm["rest"] is not None else (plus(u[0], vector("h")), u[1])

    def mix(z: Pair) -> Pair:
        if not norm or not z[0]:
            return {(name, i, j + 1): value for (name, i, j), value in z[0].items()}, z[1]
        found = [v for before, v in made.mixes if before == z[0]]
        v = found[0] if found else vector(f"mix {len(made.mixes) + 1}")
        if not found:
            made.mixes.append((z[0], v))
        return v, z[1]

    words = {"grad": grad, "mix": mix, "average": lambda z: ({}, z[1]), "share": lambda u: u}
    for name, text in algorithm["let"].items():
        known[name] = _line(text, known, words)
    made.next = {name: _line(text, known, words) for name, text in algorithm["next"].items()}
    need(
        not any(_scalar(form) and form for pair in made.next.values() for form in pair), "a state is a number"
    )
    return made


def balance(algorithm: dict[str, Any], made: Round) -> None:
    """Refuse a state that is declared balanced, 0 in the mean, and does not stay so."""
    for state in algorithm["balanced"]:
        need(not made.next[state][1], f"{state} does not stay balanced")


def _line(text: str, known: dict[str, Pair], words: dict[str, Any]) -> Pair:
    try:
        return _value(ast.parse(text, mode="eval").body, known, words)
    except NotACertificate:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NotACertificate(f"not a formula: {text[:60]}") from None


def _scalar(form: Form) -> bool:
    return all(not name for name, _, _ in form)


def _value(node: ast.expr, known: dict[str, Pair], words: dict[str, Any]) -> Pair:
    match node:
        case ast.Constant(value=value) if type(value) is int:
            number: Form = {("", 0, 0): Fraction(value)} if value else {}
            return number, number
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            a = _value(inner, known, words)
            return plus({}, a[0], -1), plus({}, a[1], -1)
        case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if name in words:
            z = _value(inner, known, words)
            need(not any(form and _scalar(form) for form in z), f"{name} of a number")
            result: Pair = words[name](z)
            return result
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=power)) if type(power) is int:
            need(0 <= power <= DEGREE, "a power that is negative or too high")
            a, one = _value(left, known, words), {("", 0, 0): Fraction(1)}
            return _power(a[0], power, one), _power(a[1], power, one)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _value(left, known, words), _value(right, known, words)
            return _joined(op, a[0], b[0]), _joined(op, a[1], b[1])
    raise NotACertificate(f"not a formula of linear updates: {ast.unparse(node)[:60]}")


def _power(a: Form, power: int, one: Form) -> Form:
    total = one
    for _ in range(power):
        total = _joined(ast.Mult(), total, a)
    return total


def _joined(op: ast.operator, a: Form, b: Form) -> Form:
    if isinstance(op, (ast.Add, ast.Sub)):
        need(not a or not b or _scalar(a) == _scalar(b), "a number plus a vector")
        return plus(a, b, 1 if isinstance(op, ast.Add) else -1)
    if isinstance(op, ast.Mult):
        need(_scalar(a) or _scalar(b), "a vector times a vector")
        made = product(a, b) if _scalar(a) else product(b, a)
        need(max(degree(made, 1), degree(made, 2)) <= DEGREE, "a polynomial of too high a degree")
        long = any(max(abs(v.numerator), v.denominator).bit_length() > BITS for v in made.values())
        need(not long, "a number grew too large")
        return made
    if isinstance(op, ast.Div):
        need(set(b) == {("", 0, 0)}, "a division by what is not a number")
        return {key: value / b["", 0, 0] for key, value in a.items()}
    raise NotACertificate("an operation other than + - * /")

r"""Formulas, numbers and a whole finding as LaTeX, to be pasted into a review (amsmath)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mixproof.bounds import Theorem, Variant
from mixproof.bounds.kernel.text import Node, parse, written

from .difference import repair_of
from .digits import arrays, decimal
from .symbols import ATOM, GREEK, POWER, PRODUCT, SUM, symbol, wordy

__all__ = ["finding", "formula", "number", "numbers", "plain"]

SIGNS = {"<": "<", "<=": r"\leq", "==": "=", ">": ">", ">=": r"\geq", "!=": r"\neq"}
COMMANDS = {"lam": "lambda", "eps": "varepsilon", "epsilon": "varepsilon"}
OPERATORS = {"max", "min", "log", "exp"}
SPECIAL = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
    **{"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"},
}


def finding(stated: Theorem, variant: Variant, verdict: Mapping[str, Any]) -> str:
    """Statement, counterexample and what remains true of a form that is refuted."""
    found = verdict["exact"]
    sides = [_side(found[key]) for key in ("left", "right")]
    at = "" if stated.first is None else f" At $t = {found['t']}$"
    broken = {"<=": ">", "<": r"\geq", "==": r"\neq"}[variant.relation]
    told = [
        f"% {stated.id}:{variant.label}",
        rf"\paragraph{{{plain(stated.place)}}} {_claim(variant)}",
        rf"\paragraph{{Counterexample}} {numbers(verdict['setting'])}.{at or ' Then'} the left side is "
        f"${sides[0]} {broken} {sides[1]}$, the right side.",
    ]
    if verdict.get("remains"):
        told.append(rf"\paragraph{{What remains true}} {plain(verdict['remains'])}.")
    other = repair_of(stated, variant)
    if other is not None:
        told.append(rf"\paragraph{{Repaired ({plain(other.label)})}} {_claim(other)}")
    return "\n".join(told)


def _claim(variant: Variant) -> str:
    shown = f"\\[ {formula(variant.compared)} \\]"
    if variant.assume:
        shown = f"If ${'$, $'.join(map(formula, variant.assume))}$, then {shown}"
    if variant.where:
        defined = (f"{_name(key)} = {formula(text)}" for key, text in variant.where.items())
        shown += f" where ${'$, $'.join(defined)}$"
    return f"{shown}."


def numbers(setting: Mapping[str, Any]) -> str:
    """All numbers of a setting, as formulas in a row."""
    shown = (f"{_name(key)}{which} = {number(value)}" for key, which, value in arrays(setting))
    return f"${'$, $'.join(shown)}$"


def number(value: Any) -> str:
    r"""A rational number, or nested lists of them as a matrix.

    >>> number("-1/3"), number([["1/2", 0]])
    ('-\\tfrac{1}{3}', '\\begin{pmatrix} \\tfrac{1}{2} & 0 \\end{pmatrix}')
    """
    if not isinstance(value, list):
        exact = Fraction(value)
        sign, size = ("-" if exact < 0 else ""), abs(exact)
        return sign + (
            str(size) if size.denominator == 1 else rf"\tfrac{{{size.numerator}}}{{{size.denominator}}}"
        )
    rows = value if value and isinstance(value[0], list) else [value]
    cells = r" \\ ".join(" & ".join(map(number, row)) for row in rows)
    return rf"\begin{{pmatrix}} {cells} \end{{pmatrix}}"


def _side(value: Any) -> str:
    """A side of the claim: exact where it is short, else its certain digits."""
    if isinstance(value, list):
        low, high = map(Fraction, value)
        return rf"{decimal(low, high, 8)}\ldots"
    exact = Fraction(value)
    return number(value) if len(str(exact)) <= 16 else rf"{decimal(exact, exact, 8)}\ldots"


def plain(text: str) -> str:
    r"""Words, with what LaTeX would read as commands escaped.

    >>> plain("(1 - lambda_n) & 50 %")
    '(1 - lambda\\_n) \\& 50 \\%'
    """
    return "".join(SPECIAL.get(sign, sign) for sign in text)


def formula(text: str) -> str:
    r"""One formula, or a comparison, of `mixproof.bounds.formula`.

    >>> formula("eta*sqrt(2*L)/(1 - lam_n) <= 1")
    '\\frac{\\eta \\sqrt{2 L}}{1 - \\lambda_{n}} \\leq 1'
    """
    return _set(parse(text))[0]


def _name(text: str) -> str:
    found = symbol(text)
    base = found.base if found.letter else _upright(found.base)
    if found.letter and base in GREEK:
        base = f"\\{COMMANDS.get(base, base)}"
    low = found.low if len(found.low) == 1 else _upright(found.low)
    return base + (f"_{{{low}}}" if found.low else "") + (f"^{{{found.high}}}" if found.high else "")


def _upright(words: str) -> str:
    spaced = words.replace(" ", r"\ ")
    return rf"\mathrm{{{spaced}}}"


def _fenced(part: tuple[str, int], least: int) -> str:
    shown, level = part
    return shown if level >= least else rf"\left({shown}\right)"


def _set(node: Node) -> tuple[str, int]:
    """A part of a formula, and how tightly it holds together."""
    match node:
        case Node("number", value):
            return str(value), ATOM
        case Node("name", text):
            # a raised name must not be raised again
            return _name(text), POWER if symbol(text).high else ATOM
        case Node("neg", _, (part,)):
            return f"-{_fenced(_set(part), PRODUCT)}", SUM
        case Node("compare", signs, (first, *others)):
            shown = [f" {SIGNS[sign]} {_set(other)[0]}" for sign, other in zip(signs, others)]
            return _set(first)[0] + "".join(shown), SUM
        case Node("/", _, (left, right)):
            return rf"\frac{{{_set(left)[0]}}}{{{_set(right)[0]}}}", POWER
        case Node("**", _, (left, right)):
            return f"{_fenced(_set(left), ATOM)}^{{{_set(right)[0]}}}", POWER
        case Node("*", _, (left, right)):
            second = _fenced(_set(right), PRODUCT)
            sign = r" \cdot " if second[0].isdigit() else r"\, " if wordy(left, right) else " "
            return f"{_fenced(_set(left), PRODUCT)}{sign}{second}", PRODUCT
        case Node("+" | "-" as sign, _, (left, right)):
            second = _fenced(_set(right), PRODUCT if sign == "-" else SUM)
            second = rf"\left({second}\right)" if second.startswith("-") else second
            return f"{_set(left)[0]} {sign} {second}", SUM
        case Node("call", "sqrt", (part,)):
            return rf"\sqrt{{{_set(part)[0]}}}", ATOM
        case Node("call", "abs", (part,)):
            return rf"\left|{_set(part)[0]}\right|", ATOM
        case Node("call", "step", (part,)):
            return rf"\eta_{{{_set(part)[0]}}}", ATOM
        case Node("call", text, (Node("compare") as span, part)):
            sign = r"\sum" if text == "sum" else rf"\mathrm{{{text}}}"
            return rf"{sign}_{{{_set(span)[0]}}} {_fenced(_set(part), PRODUCT)}", PRODUCT
        case Node("call", text, parts):
            called = f"\\{text}" if text in OPERATORS else _name(text)
            return rf"{called}\left({', '.join(_set(part)[0] for part in parts)}\right)", POWER
    raise ValueError(f"{written(node)} is no formula of numbers")

"""Formulas as MathML, which browsers set without any library or network.

A name of a formula becomes the symbol of NOTATION.md: `lam_n` a lambda with the index n, `error2(t)` a squared error.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from html import escape

__all__ = ["GREEK", "comparison", "formula", "name"]

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "epsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "lam": "λ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Xi": "Ξ", "Omega": "Ω",
}  # fmt: skip
STARRED = {"gstar": "g", "Fstar": "F", "wstar": "w"}
SQUARED = {"alpha", "beta", "sigma", "chi"}  # alpha2 is alpha squared; lam2 is the second eigenvalue
RELATIONS = {ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥", ast.Eq: "=", ast.NotEq: "≠"}
SIGNS = {"<": "<", "<=": "≤", "==": "=", ">": ">", ">=": "≥", "!=": "≠"}
SUM, PRODUCT, POWER, ATOM = range(4)  # how tightly a part holds together
APPLY, TIMES, THIN = "<mo>&#8289;</mo>", "<mo>&#8290;</mo>", "<mspace width='.2em'/>"


@cache
def formula(text: str) -> str:
    """One formula, or a comparison, of `mixproof.bounds.formula`."""
    return f"<math displaystyle='true'>{_set(ast.parse(text, mode='eval').body)[0]}</math>"


def comparison(left: str, relation: str, right: str) -> str:
    """`left relation right`, one line."""
    sides = [_set(ast.parse(side, mode="eval").body)[0] for side in (left, right)]
    return f"<math displaystyle='true'><mrow>{_operator(SIGNS[relation]).join(sides)}</mrow></math>"


def name(text: str) -> str:
    """The symbol of a name alone."""
    return f"<math>{_name(text)}</math>"


def _operator(sign: str) -> str:
    return f"<mo>{escape(sign)}</mo>"


def _name(text: str) -> str:
    """A letter with its index and power; a word of several letters upright, its parts apart."""
    stem, _, index = text.partition("_")
    digits = stem[len(stem.rstrip("0123456789")) :]
    stem = stem.removesuffix(digits)
    letter = stem in GREEK or stem in STARRED or len(stem) < 3
    squared = digits[:1] == "2" and (stem in SQUARED or not letter)
    if squared:
        digits = digits[1:]
    star = "<mo>*</mo>" if stem in STARRED else ""
    stem = STARRED.get(stem, stem)
    if letter:
        base, low = f"<mi>{GREEK.get(stem, escape(stem))}</mi>", " ".join(filter(None, (digits, index)))
    else:
        base, low = f"<mi>{escape(' '.join((stem + digits, *index.split('_'))).strip())}</mi>", ""
    low = f"<mtext>{escape(low.replace('_', ' '))}</mtext>" if low else ""
    high = star or ("<mn>2</mn>" if squared else "")
    if low and high:
        return f"<msubsup>{base}{low}{high}</msubsup>"
    if low or high:
        tag = "msub" if low else "msup"
        return f"<{tag}>{base}{low or high}</{tag}>"
    return base


def _fenced(part: tuple[str, int], least: int) -> str:
    shown, level = part
    return shown if level >= least else _brackets(shown)


def _brackets(shown: str) -> str:
    """In brackets, which grow with a fraction or a root and with nothing else."""
    grows = "symmetric='false'" if re.search("<mfrac|<msqrt", shown) else "stretchy='false'"
    return f"<mrow><mo {grows}>(</mo>{shown}<mo {grows}>)</mo></mrow>"


def _set(node: ast.expr) -> tuple[str, int]:
    """A part of a formula, and how tightly it holds together."""
    match node:
        case ast.Constant(value=number):
            return f"<mn>{number!r}</mn>", ATOM
        case ast.Name(id=text):
            return _name(text), ATOM
        case ast.UnaryOp(operand=part):
            return f"<mrow><mo>−</mo>{_fenced(_set(part), PRODUCT)}</mrow>", SUM
        case ast.Compare(left=left, ops=ops, comparators=others):
            shown = _set(left)[0]
            for op, other in zip(ops, others):
                shown += _operator(RELATIONS[type(op)]) + _set(other)[0]
            return f"<mrow>{shown}</mrow>", SUM
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return f"<mfrac><mrow>{_set(left)[0]}</mrow><mrow>{_set(right)[0]}</mrow></mfrac>", POWER
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return f"<msup>{_fenced(_set(left), ATOM)}<mrow>{_set(right)[0]}</mrow></msup>", POWER
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            second = _fenced(_set(right), PRODUCT)
            sign = "<mo>⋅</mo>" if re.match(r"(<mrow>)*(<m(sup|frac)>)?(<mrow>)*<mn>", second) else TIMES
            gap = THIN if sign == TIMES and _words(left, right) else ""
            return f"{_fenced(_set(left), PRODUCT)}{sign}{gap}{second}", PRODUCT
        case ast.BinOp(left=left, op=op, right=right):
            minus = isinstance(op, ast.Sub)
            second = _fenced(_set(right), PRODUCT if minus else SUM)
            return f"{_set(left)[0]}<mo>{'−' if minus else '+'}</mo>{second}", SUM
        case ast.Call(func=ast.Name(id="sqrt"), args=[part]):
            return f"<msqrt>{_set(part)[0]}</msqrt>", ATOM
        case ast.Call(func=ast.Name(id="abs"), args=[part]):
            return f"<mrow><mo>|</mo>{_set(part)[0]}<mo>|</mo></mrow>", ATOM
        case ast.Call(func=ast.Name(id="step"), args=[part]):
            return f"<msub><mi>η</mi><mrow>{_set(part)[0]}</mrow></msub>", ATOM
        case ast.Call(func=ast.Name(id=text), args=[ast.Compare() as span, part]):
            sign = "<mo>∑</mo>" if text == "sum" else f"<mo>{text}</mo>"
            under = f"<munder>{sign}<mrow>{_set(span)[0]}</mrow></munder>"
            return f"<mrow>{under}{_fenced(_set(part), PRODUCT)}</mrow>", PRODUCT
        case ast.Call(func=ast.Name(id=text), args=args):
            inside = "<mo>,</mo>".join(_set(part)[0] for part in args)
            return f"<mrow>{_name(text)}{APPLY}{_brackets(inside)}</mrow>", ATOM
    raise ValueError(f"{ast.dump(node)} is not part of a formula")


def _words(*factors: ast.expr) -> bool:
    """Whether a factor is named by a word, which would run together with its neighbour."""
    names = [node.id for factor in factors for node in ast.walk(factor) if isinstance(node, ast.Name)]
    return any(len(name.partition("_")[0]) > 2 and name not in GREEK for name in names)

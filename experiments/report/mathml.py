"""Formulas as MathML, which browsers set without any library or network.

A name of a formula becomes the symbol of NOTATION.md: `lam_n` a lambda with the index n, `error2(t)` a squared error.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from html import escape

from .symbols import ATOM, GREEK, POWER, PRODUCT, SUM, relation, symbol, wordy

__all__ = ["comparison", "formula", "name"]

SIGNS = {"<": "<", "<=": "≤", "==": "=", ">": ">", ">=": "≥", "!=": "≠"}
APPLY, TIMES, THIN = "<mo>&#8289;</mo>", "<mo>&#8290;</mo>", "<mspace width='.2em'/>"


def formula(text: str | ast.expr) -> str:
    """One formula, or a comparison, of `mixproof.bounds.formula`, as text or parsed.

    Parts of a parsed one that `difference` has marked are of the class `changed`.
    """
    return _whole(text) if isinstance(text, str) else f"<math displaystyle='true'>{_set(text)[0]}</math>"


@cache
def _whole(text: str) -> str:
    return formula(ast.parse(text, mode="eval").body)


def comparison(left: str, relation: str, right: str) -> str:
    """`left relation right`, one line."""
    return formula(f"{left} {relation} {right}")


def name(text: str) -> str:
    """The symbol of a name alone."""
    return f"<math>{_name(text)}</math>"


def _operator(sign: str) -> str:
    return f"<mo>{escape(SIGNS[sign])}</mo>"


def _name(text: str) -> str:
    found = symbol(text)
    base = f"<mi>{GREEK.get(found.base, escape(found.base)) if found.letter else escape(found.base)}</mi>"
    low = f"<mtext>{escape(found.low)}</mtext>" if found.low else ""
    high = {"*": "<mo>*</mo>", "2": "<mn>2</mn>", "": ""}[found.high]
    if low and high:
        return f"<msubsup>{base}{low}{high}</msubsup>"
    if low:  # the depth lowers an index of a letter without a tail where no font has tables for mathematics
        return f"<msub><mpadded depth='0.15em'>{base}</mpadded>{low}</msub>"
    return f"<msup>{base}{high}</msup>" if high else base


def _fenced(part: tuple[str, int], least: int) -> str:
    shown, level = part
    return shown if level >= least else _brackets(shown)


def _brackets(shown: str) -> str:
    """In brackets, which grow with a fraction or a root and with nothing else."""
    grows = "symmetric='false'" if re.search("<mfrac|<msqrt", shown) else "stretchy='false'"
    return f"<mrow><mo {grows}>(</mo>{shown}<mo {grows}>)</mo></mrow>"


def _length(vector: ast.expr) -> str:
    return f"<mrow><mo>‖</mo>{_set(vector)[0]}<mo>‖</mo></mrow>"


def _set(node: ast.expr) -> tuple[str, int]:
    """A part of a formula, and how tightly it holds together."""
    shown, level = _part(node)
    return (f"<mrow class='changed'>{shown}</mrow>" if getattr(node, "changed", False) else shown), level


def _part(node: ast.expr) -> tuple[str, int]:
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
                shown += _operator(relation(op)) + _set(other)[0]
            return f"<mrow>{shown}</mrow>", SUM
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return f"<mfrac><mrow>{_set(left)[0]}</mrow><mrow>{_set(right)[0]}</mrow></mfrac>", POWER
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return f"<msup>{_fenced(_set(left), ATOM)}<mrow>{_set(right)[0]}</mrow></msup>", POWER
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            second = _fenced(_set(right), PRODUCT)
            sign = (
                "<mo>⋅</mo>"
                if re.match(r"(<mrow[^>]*>)*(<m(sup|frac)>)?(<mrow[^>]*>)*<mn>", second)
                else TIMES
            )
            gap = THIN if sign == TIMES and wordy(left, right) else ""
            return f"{_fenced(_set(left), PRODUCT)}{sign}{gap}{second}", PRODUCT
        case ast.BinOp(left=left, op=op, right=right):
            minus = isinstance(op, ast.Sub)
            second = _fenced(_set(right), PRODUCT if minus else SUM)
            return f"{_set(left)[0]}<mo>{'−' if minus else '+'}</mo>{second}", SUM
        case ast.Call(func=ast.Name(id="sqrt"), args=[part]):
            return f"<msqrt>{_set(part)[0]}</msqrt>", ATOM
        case ast.Call(func=ast.Name(id="abs"), args=[part]):
            return f"<mrow><mo>|</mo>{_set(part)[0]}<mo>|</mo></mrow>", ATOM
        case ast.Call(func=ast.Name(id="norm"), args=[part]):
            return _length(part), ATOM
        case ast.Call(func=ast.Name(id="sq"), args=[part]):
            return f"<msup>{_length(part)}<mn>2</mn></msup>", POWER
        case ast.Call(func=ast.Name(id="dot"), args=[left, right]):
            return f"<mrow><mo>⟨</mo>{_set(left)[0]}<mo>,</mo>{_set(right)[0]}<mo>⟩</mo></mrow>", ATOM
        case ast.Call(func=ast.Name(id="step"), args=[part]):
            return f"<msub><mi>η</mi><mrow>{_set(part)[0]}</mrow></msub>", ATOM
        case ast.Subscript(value=ast.Name(id=text), slice=index):
            places = index.elts if isinstance(index, ast.Tuple) else [index]
            return f"<msub>{_name(text)}<mrow>{''.join(_set(each)[0] for each in places)}</mrow></msub>", ATOM
        case ast.Call(func=ast.Name(id="sum"), args=[ast.Name(id=index), part]):
            return (
                f"<mrow><munder><mo>∑</mo>{_name(index)}</munder>{_fenced(_set(part), PRODUCT)}</mrow>",
                PRODUCT,
            )
        case ast.Call(func=ast.Name(id=text), args=[ast.Compare() as span, part]):
            sign = "<mo>∑</mo>" if text == "sum" else f"<mo>{text}</mo>"
            under = f"<munder>{sign}<mrow>{_set(span)[0]}</mrow></munder>"
            return f"<mrow>{under}{_fenced(_set(part), PRODUCT)}</mrow>", PRODUCT
        case ast.Call(func=ast.Name(id=text), args=args):
            inside = "<mo>,</mo>".join(_set(part)[0] for part in args)
            return f"<mrow>{_name(text)}{APPLY}{_brackets(inside)}</mrow>", ATOM
    raise ValueError(f"{ast.dump(node)} is not part of a formula")

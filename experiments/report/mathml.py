"""Formulas as MathML, which browsers set without any library or network.

A name of a formula becomes the symbol of NOTATION.md: `lam_n` a lambda with the index n, `error2(t)` a squared error.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape

from mixproof.bounds.kernel.text import Node, parse, written

from .symbols import ATOM, GREEK, POWER, PRODUCT, SUM, symbol, wordy

__all__ = ["comparison", "formula", "name"]

SIGNS = {"<": "<", "<=": "≤", "==": "=", ">": ">", ">=": "≥", "!=": "≠"}
APPLY, TIMES, THIN = "<mo>&#8289;</mo>", "<mo>&#8290;</mo>", "<mspace width='.2em'/>"


def formula(text: str | Node) -> str:
    """One formula, or a comparison, as text or as the kernel's tree.

    Parts of a tree that `difference` has marked are of the class `changed`.
    """
    return _whole(text) if isinstance(text, str) else f"<math displaystyle='true'>{_set(text)[0]}</math>"


@cache
def _whole(text: str) -> str:
    return formula(parse(text))


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


def _length(vector: Node) -> str:
    return f"<mrow><mo>‖</mo>{_set(vector)[0]}<mo>‖</mo></mrow>"


def _set(node: Node) -> tuple[str, int]:
    """A part of a formula, and how tightly it holds together."""
    match node:
        case Node("changed", _, (part,)):
            shown, level = _set(part)
            return f"<mrow class='changed'>{shown}</mrow>", level
        case Node("number", number):
            return f"<mn>{number}</mn>", ATOM
        case Node("name", text):
            return _name(text), ATOM
        case Node("neg", _, (part,)):
            return f"<mrow><mo>−</mo>{_fenced(_set(part), PRODUCT)}</mrow>", SUM
        case Node("compare", signs, (first, *others)):
            rest = (_operator(sign) + _set(other)[0] for sign, other in zip(signs, others))
            return f"<mrow>{_set(first)[0]}{''.join(rest)}</mrow>", SUM
        case Node("/", _, (left, right)):
            return f"<mfrac><mrow>{_set(left)[0]}</mrow><mrow>{_set(right)[0]}</mrow></mfrac>", POWER
        case Node("**", _, (left, right)):
            return f"<msup>{_fenced(_set(left), ATOM)}<mrow>{_set(right)[0]}</mrow></msup>", POWER
        case Node("*", _, (left, right)):
            second = _fenced(_set(right), PRODUCT)
            digits = re.match(r"(<mrow[^>]*>)*(<m(sup|frac)>)?(<mrow[^>]*>)*<mn>", second)
            sign = "<mo>⋅</mo>" if digits else TIMES
            gap = THIN if sign == TIMES and wordy(left, right) else ""
            return f"{_fenced(_set(left), PRODUCT)}{sign}{gap}{second}", PRODUCT
        case Node("+" | "-" as sign, _, (left, right)):
            second = _fenced(_set(right), PRODUCT if sign == "-" else SUM)
            return f"{_set(left)[0]}<mo>{'−' if sign == '-' else '+'}</mo>{second}", SUM
        case Node("call", "sqrt", (part,)):
            return f"<msqrt>{_set(part)[0]}</msqrt>", ATOM
        case Node("call", "abs", (part,)):
            return f"<mrow><mo>|</mo>{_set(part)[0]}<mo>|</mo></mrow>", ATOM
        case Node("call", "norm", (part,)):
            return _length(part), ATOM
        case Node("call", "sq", (part,)):
            return f"<msup>{_length(part)}<mn>2</mn></msup>", POWER
        case Node("call", "dot", (left, right)):
            return f"<mrow><mo>⟨</mo>{_set(left)[0]}<mo>,</mo>{_set(right)[0]}<mo>⟩</mo></mrow>", ATOM
        case Node("call", "step", (part,)):
            return f"<msub><mi>η</mi><mrow>{_set(part)[0]}</mrow></msub>", ATOM
        case Node("index", text, places):
            return f"<msub>{_name(text)}<mrow>{''.join(_set(each)[0] for each in places)}</mrow></msub>", ATOM
        case Node("call", "sum", (Node("name", index), part)):
            under = f"<munder><mo>∑</mo>{_name(index)}</munder>"
            return f"<mrow>{under}{_fenced(_set(part), PRODUCT)}</mrow>", PRODUCT
        case Node("call", text, (Node("compare") as span, part)):
            sign = "<mo>∑</mo>" if text == "sum" else f"<mo>{text}</mo>"
            under = f"<munder>{sign}<mrow>{_set(span)[0]}</mrow></munder>"
            return f"<mrow>{under}{_fenced(_set(part), PRODUCT)}</mrow>", PRODUCT
        case Node("call", text, parts):
            inside = "<mo>,</mo>".join(_set(part)[0] for part in parts)
            return f"<mrow>{_name(text)}{APPLY}{_brackets(inside)}</mrow>", ATOM
    raise ValueError(f"{written(node)} is no formula")

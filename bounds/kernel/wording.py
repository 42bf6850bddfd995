"""Polynomials and vectors of a space as text.

The text of a vector names what is made of it, and is the same in whatever order its parts were met.
"""

from __future__ import annotations

import re
from typing import Any

from .formal import ROUND, Space
from .poly import TERMS, Monomial, Poly, Vector, work

INSIDE = 4  # terms that are written of a polynomial inside another


def brief(space: Space, p: Poly, most: int = 6, within: int = INSIDE) -> str:
    """A polynomial as text: `most` of its terms, and `within` of one inside an atom."""
    text = " ".join(_term(space, key, c, within) for key, c in list(p.items())[:most]) or "0"
    return text.removeprefix("+ ") + (" + ..." if len(p) > most else "")


def full(space: Space, p: Poly) -> str:
    return brief(space, p, TERMS, TERMS)


def of_vector(space: Space, v: Vector) -> str:
    terms = []
    for (_, word, g, _), c in v.terms.items():
        factor = " + ".join(sorted(_term(space, key, d, TERMS) for key, d in c.items()))
        terms.append((_applied(word, g), factor))
    parts = [
        made
        if factor == "+ 1"
        else f"({factor.removeprefix('+ ').replace('+ + ', '+ ').replace('+ - ', '- ')})*{made}"
        for made, factor in sorted(terms)
    ]
    return " + ".join(parts) or "0"


def of_atom(space: Space, k: int, within: int = INSIDE) -> str:
    atom = space.atoms[k]
    match atom[0]:
        case "s":
            return _indexed(atom[1], atom[2])
        case "<":
            _, word, g, gi, h, hi = atom
            left = _indexed(g, gi)
            while word and word[0].endswith("'"):  # <u, W'v> as <W u, v>: an adjoint has no name in formulas
                left, word = f"{word[0][:-1]}({left})", word[1:]
            right = _applied(word, _indexed(h, hi))
            return f"sq({left})" if left == right else f"dot({left}, {right})"
        case "=":
            return f"same({atom[1]}, {atom[2]})"
        case "S":
            level, body = space.level(atom), _term(space, atom[2], 1, within)[2:]
            for x in range(atom[1]):
                word = "over_rounds" if f"{ROUND}#{level}_{x}" in body else "sum"
                body = body.replace(f"{ROUND}#{level}_{x}", f"i{level}_{x}").replace(
                    f"#{level}_{x}", f"i{level}_{x}"
                )
                body = f"{word}(i{level}_{x}, {body})"
            return body
        case "R":
            body = re.sub(r"\bt\b", "s", _term(space, atom[1], 1, within)[2:])
            return f"sum(s < t, {body})"
        case "f":
            return space.shown[k]
    inside = [brief(space, part, within, within) for part in space.parts(atom)]
    work(sum(map(len, inside)) >> 4)
    if word := {"r": "sqrt", "m": "max", "e": "exp", "l": "log"}.get(atom[0]):
        return f"{word}({', '.join(inside)})"
    return f"1/({inside[0]})" if atom[0] == "i" else f"(({inside[0]})**({inside[1]}))"


def _term(space: Space, key: Monomial, c: Any, within: int) -> str:
    factors = []
    for a, e in key:
        text = of_atom(space, a, within)
        factors += [text] * e if space.atoms[a][0] == "i" else [text + (f"**{e}" if e > 1 else "")]
    size = abs(c)
    return ("- " if c < 0 else "+ ") + "*".join([str(size)] * (size != 1 or not factors) + factors)


def _indexed(name: str, indices: tuple[str, ...]) -> str:
    return f"{name}[{', '.join(indices)}]" if indices else name


def _applied(word: tuple[str, ...], to: str) -> str:
    for op in reversed(word):
        to = f"{op}({to})"
    return to

"""What completes a square: a claim less what is known of the square of a length, by a square of two lengths."""

from __future__ import annotations

from fractions import Fraction

from ...kernel import wording
from ...kernel.poly import Monomial, Poly
from .guesser import Guesser

__all__ = ["coefficient", "completed", "quotient"]


def completed(g: Guesser, square: str, parts: list[tuple[str, str]], claim: str) -> list[tuple[str, str]]:
    """(A, A p - B q): the claim less the square is A p**2 - 2 B p q + C q**2, A times it at least (A p - B q)**2."""
    goal, fact, space = g.goal(claim), g.known(square) if square else None, g.book.space
    if len(parts) != 2 or goal is None or fact is None:
        return []
    (p, q), ((_, u), (_, v)) = (g.value(length) for _, length in parts), parts
    roots = [dict(key) for one in (p, q) for key, c in one.items() if c == 1]
    if len(roots) != 2 or any(list(root.values()) != [1] for root in roots):
        return []
    (a,), (b,) = roots
    whole = space.normal(goal.value * g.value("K")) if "K" in g.book.setting.numbers else goal.value
    squared = [space.normal(one * one) for one in (p, q)]
    known = {atom for one in squared for key in one for atom, _ in key}

    def strange(value: Poly) -> int:
        """How many of its terms have products of other vectors than these."""
        return sum(any(space.atoms[k][0] == "<" and k not in known for k, _ in key) for key in value)

    rest = min((less for one in (goal.value, whole) for less in _less(one, fact.value)), key=strange)
    own = [next((key for key in squared[i] if key not in squared[1 - i]), None) for i in (0, 1)]
    leading = [key for key in own if key is not None]
    if len(leading) != 2:
        return []
    A, C = (coefficient(rest, dict(key)) * Fraction(1, one[key]) for key, one in zip(leading, squared))
    B = coefficient(rest, {a: 1, b: 1}) * Fraction(-1, 2)
    found = []
    for D, one, two in ((A, u, v), (C, v, u)) if A and B and C else ():
        E = B
        shared = {a: min(e, E.common()[a]) for a, e in D.common().items() if a in E.common()}
        D, E = D.without(shared), E.without(shared)
        for factor in (g.value(text) for c, _ in parts for text in (c, f"1 - ({c})")):
            if len(factor) > 1 and (d := quotient(D, factor)) and (e := quotient(E, factor)):
                D, E = d, e
        told = [wording.full(space, value) for value in (D, E)]
        found.append((f"({told[0]})", f"({told[0]})*{one} - ({told[1]})*{two}"))
    return found


def _less(value: Poly, fact: Poly) -> list[Poly]:
    """The value, and less the multiples of the fact that take a term of both away."""
    ratios = dict.fromkeys(Fraction(value[key], fact[key]) for key in fact if key in value)
    return [value, *(value - fact * c for c in ratios)]


def quotient(value: Poly, by: Poly) -> Poly | None:
    """The quotient of two polynomials; None where the division leaves a rest."""

    atoms = sorted({a for one in (value, by) for key in one for a, _ in key})

    def order(key: Monomial) -> list[int]:
        return [dict(key).get(a, 0) for a in atoms]

    top, found = max(by, key=order), Poly()
    while value:
        key = max(value, key=order)
        rest = dict(key)
        for a, e in top:
            rest[a] = rest.get(a, 0) - e
        if min(rest.values(), default=0) < 0 or len(found) > len(by) * 20:
            return None
        term = Poly({tuple((a, e) for a, e in sorted(rest.items()) if e): Fraction(value[key], by[top])})
        found, value = found + term, value - term * by
    return found


def coefficient(value: Poly, of: dict[int, int]) -> Poly:
    """What a product of atoms is multiplied by in a polynomial."""
    found = Poly()
    for key, c in value.items():
        rest = dict(key)
        if all(rest.get(a, 0) == e for a, e in of.items()):
            found = found + Poly({tuple((a, e) for a, e in key if a not in of): c})
    return found

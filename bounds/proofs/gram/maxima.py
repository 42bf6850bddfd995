"""A maximum is at least each of its arguments: the facts that a claim on the largest of several sums needs."""

from __future__ import annotations

from fractions import Fraction

from ...kernel import wording
from ...kernel.derivation import Book
from ...kernel.poly import Poly

__all__ = ["steps_down"]


def steps_down(book: Book, target: Poly) -> list[tuple[Fraction, list[str]]] | None:
    """What is >= 0 as a sum of products of facts that a maximum is at least one of its arguments, or None."""
    space = book.space
    for key, c in target.items():
        for a, e in key:
            if space.atoms[a][0] != "m" or e != 1 or c < 0:
                continue
            others = tuple(f for f in key if f[0] != a)
            factors = [f"{wording.of_atom(space, b)} >= 0" for b, power in others for _ in range(power)]
            for part in space.parts(space.atoms[a]):
                gap = Poly({((a, 1),): 1}) - part
                rest = steps_down(book, space.normal(target - Poly({others: c}) * gap))
                if rest is not None:
                    fact = f"{wording.full(space, Poly({((a, 1),): 1}))} >= {wording.full(space, part)}"
                    return [(Fraction(c), [fact, *factors]), *rest]
            return None
    return None if space.cleared(target)[0] else []

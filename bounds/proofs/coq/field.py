"""Field of polynomials, closed by `field`: squares of roots, reciprocals of what is not 0."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import reduce
from operator import mul
from typing import Any

from ...kernel.poly import Poly, Vector, added, poly
from .part import Part
from .shown import Shown, constant
from .terms import Unsupported, brackets


def replaced(p: Poly, a: int, value: Poly) -> Poly:
    """p with a polynomial in the place of an atom."""
    return added(
        (Poly({tuple(f for f in key if f[0] != a): c}) * value.to(dict(key).get(a, 0)), 1)
        for key, c in p.items()
    )


class Field(Part):
    """The tactics that prove an identity, and what it needs to know of roots."""

    def begin(self) -> None:
        # what is inside a root -> a vector, |v|^2, what came out squared
        self.lengths: dict[Any, tuple[Vector, Poly, Poly]] = {}
        self.products: set[Any] = set()  # reciprocals of products that are written as sums
        self.measured = 0  # of the book's vectors whose lengths were read, those in `lengths`
        # what is inside a root -> all of it, what came out squared
        self.taken_out: dict[Any, tuple[Poly, Poly]] = {}

    def close(self, *polynomials: Any, difference: Poly | None = None) -> str:
        """Proves an identity of terms that are polynomials in atoms: squares of roots, reciprocals of what is not 0.

        difference: of the two sides, not in normal form: where what is inside a root has reciprocals, its square is
        taken out beforehand
        """
        roots, inverses = self.nested([*polynomials, *([difference] if difference else [])])
        simple = [a for a in roots if not self.nested(self.space.parts(self.space.atoms[a]))[1]]
        steps = ""
        for a in roots:
            if difference is None or a in simple:
                continue
            (inside,) = self.space.parts(self.space.atoms[a])
            root = Poly({((a, 1),): 1})
            for b in inverses:  # 1/sqrt(p) = sqrt(p)/p
                if self.space.parts(self.space.atoms[b]) == [root]:
                    turned = root * poly(self.book.at("now").divided(poly(1), inside))
                    difference = replaced(difference, b, turned)
                    polynomials = (*polynomials, turned)
                    steps += f"unfold Rdiv. rewrite ?(over_root {self.signs.positive(inside)}). "
            q, difference = self.divided(difference, a, inside)
            if q:
                steps += f"refine (reduce ({self.poly(q)}) ({self.root_square(a)}) _). "
                polynomials = (*polynomials, q, inside)
        _, inverses = self.nested([*polynomials, *([difference] if difference else [])])
        insides = [self.space.parts(self.space.atoms[a])[0] for a in inverses]
        known = [self.signs.nonzero(inside) for inside in insides]
        known += [self.signs.cleared_nonzero(inside) for inside in insides if self.nested([inside])[1]]
        known += [self.product(p) for one in polynomials if (p := poly(one)).key in self.products]
        if known:  # a root in a divisor may leave its square there
            for a in simple:
                with suppress(Unsupported):
                    known += [self.signs.nonzero(self.space.parts(self.space.atoms[a])[0])]
        squares = [square for a in simple if (square := self.root_square(a, must=False))]
        setup = "".join(f"pose proof ({one}). " for one in dict.fromkeys(known))
        hints = f" [{' '.join(f'({one})' for one in dict.fromkeys(squares))}]" if squares else ""
        apart = f"apart_by ltac:(ring{hints}) ltac:(field{hints})" if hints else "apart"
        closed = f"field{hints}{f'; repeat split; {apart}' if known else ''}"
        same = [self.space.atoms[a] for p in polynomials for key in poly(p) for a, _ in key]
        same = [atom for atom in same if atom[0] == "="]
        if any(one == other for _, one, other in same):
            cases = "match goal with |- context [eq_dec _ ?I ?i ?j] => destruct (eq_dec _ I i j) end"
            closed = f"first [{closed} | unfold same; repeat {cases}; subst; try congruence; {closed}]"
        elif same:
            closed = f"first [{closed} | same_cases; {closed}]"
        return f"{steps}{setup}{closed}."

    def product(self, reciprocal: Poly) -> str:
        """That a divisor is not 0 which is a product, though it is not written as one."""
        ((key, _),) = reciprocal.items()
        over = constant(1)
        for a, e in key:
            (inside,) = self.space.parts(self.space.atoms[a])
            factor = Shown(self.signs.positive(inside), inside, True)
            over = reduce(
                mul,
                [
                    over,
                    *[factor] * e,
                    *([self.known.clearing(inside)[0]] if self.nested([inside])[1] else []),
                ],
            )
        return f"not_zero {over.proof}"

    def divides(self, reciprocal: Poly) -> None:
        """Remembers the reciprocal of a divisor that is written as a sum, where it is that of a product."""
        if len(reciprocal) == 1:
            factors = next(iter(reciprocal))
            if sum(e for _, e in factors) > 2 and all(self.space.atoms[a][0] == "i" for a, _ in factors):
                self.products.add(reciprocal.key)

    def within(self, *polynomials: Any) -> str:
        """`close` as one tactic."""
        return self.close(*polynomials).removesuffix(".").replace(". ", "; ")

    def divided(self, p: Poly, a: int, inside: Poly) -> tuple[Poly, Poly]:
        """(q, rest) with p = q (r**2 - inside) + rest, r at most once in rest."""
        q, rest = Poly(), p
        while high := {key: c for key, c in rest.items() if dict(key).get(a, 0) >= 2}:
            for key, c in high.items():
                less = tuple((b, e - 2 * (b == a)) for b, e in key if e > 2 * (b == a))
                q = q + Poly({less: c})
                rest = rest - Poly({key: c}) + Poly({less: c}) * inside
        return q, rest

    def nested(self, polynomials: Iterable[Any]) -> tuple[list[int], list[int]]:
        """The roots and the reciprocals in polynomials, those inside them too."""
        roots: dict[int, None] = {}
        inverses: dict[int, None] = {}
        waiting = list(polynomials)
        while waiting:
            for key in poly(waiting.pop(0)):
                for a, _ in key:
                    atom = self.space.atoms[a]
                    if atom[0] in "ri" and a not in roots and a not in inverses:
                        (roots if atom[0] == "r" else inverses)[a] = None
                        waiting += self.space.parts(atom)
        return list(roots), list(inverses)

    def length(self, value: Vector) -> Poly:
        """The kernel's root of a squared length, remembered as one."""
        square = self.space.dot(value, value)
        root = self.book.at("now").root(square)
        for key, c in root.items():
            for a, _ in key:
                if self.space.atoms[a][0] == "r":
                    (inside,) = self.space.parts(self.space.atoms[a])
                    outside = Poly({tuple(f for f in key if f[0] != a): c})
                    self.lengths.setdefault(inside.key, (value, square, self.space.normal(outside * outside)))
        return root

    def rest_of_root(self, inside: Poly, square: Poly, outside: Poly) -> str:
        """0 <= p where p times what came out of the root, > 0, is known to be >= 0."""

        def proof() -> str:
            over, known = self.signs.positive(outside), self.signs.not_negative(square)
            return f"refine (@line _ _ _ {over} {known} _). {self.close(inside, square, outside)}"

        return self.use(self.emit("inside", f"0 <= {self.poly(inside)}", proof))

    def root_square(self, a: int, must: bool = True) -> str:
        """sqrt p * sqrt p = p; "" where p >= 0 cannot be shown, unless it must be."""
        (inside,) = self.space.parts(self.space.atoms[a])
        try:
            return f"sqrt_sqrt _ {self.inside_root(inside)}"
        except Unsupported:
            if must:
                raise
            return ""

    def inside_root(self, inside: Poly) -> str:
        """0 <= p for a root's p: a squared length, or known."""
        while self.measured < len(self.book.norms) and inside.key not in self.lengths:
            self.measured += 1
            self.length(self.book.norms[self.measured - 1])
        if inside.key in self.taken_out:
            return self.rest_of_root(inside, *self.taken_out[inside.key])
        if inside.key not in self.lengths:
            return self.signs.not_negative(inside)
        value, whole, outside = self.lengths[inside.key]
        if outside.constant() is None and not self.book.positive(outside):
            return self.signs.not_negative(inside)

        def proof() -> str:
            v = self.vectors.from_value(value)
            square = self.vectors.dotted(v, v, whole)
            return (
                f"refine (@line _ _ _ {self.signs.positive(outside)} (dot_pos {brackets(v.text)}) _). "
                f"{self.rewrites([square])}{self.close(inside, whole, difference=outside * inside - whole)}"
            )

        return self.use(self.emit("inside", f"0 <= {self.poly(inside)}", proof))

    def root_proof(self, square: Poly, root: Poly) -> str:
        """sqrt (square) = c * sqrt (what is inside) for the kernel's root of it."""
        if not square:
            return "apply sqrt_0."
        if self.poly(root) == f"sqrt ({self.poly(square)})":
            return "reflexivity."
        difference = root * root - square
        return f"apply (sqrt_is {self.signs.not_negative(root)}). {self.close(root, square, difference=difference)}"

    def norm_proof(self, equation: str, square: Poly, root: Poly) -> str:
        return f"unfold norm. {self.rewrites([equation])}{self.root_proof(square, root)}"

"""Lemmas: stated once, for all rounds where their proofs allow it; identities of polynomials closed by `field`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from ...kernel.poly import Poly, Vector, poly
from .terms import Terms, Unsupported, variable
from .traced import Info, Traced

_INDEX, _BOUND = re.compile(r"\b[A-Za-z]\w*'"), re.compile(r"\bfun ([A-Za-z]\w*') =>")
_t, _WORD = re.compile(r"\bt\b"), re.compile(r"[A-Za-z_]\w*")


def renamed(text: str, names: Mapping[str, str]) -> str:
    """A text in which variables of type Client have other names."""
    return _INDEX.sub(lambda found: names.get(found[0], found[0]), text) if names else text


class Lemmas(Terms):
    """What is stated so far."""

    def __init__(self, book: Traced) -> None:
        super().__init__(book)
        self.hypotheses: list[str] = []
        self.lemmas: list[str] = []
        self.known: dict[str, Info] = {}
        self.count: dict[str, int] = {}
        self.fixed: set[str] = set()  # lemmas and hypotheses of the round T alone
        self.premises: dict[str, str] = {}  # in whose scope lemmas are stated now, at the present round
        self.lengths: dict[
            Any, tuple[Vector, Poly, Poly]
        ] = {}  # what is inside a root -> a vector, |v|^2, what came out squared
        self.measured = 0  # of the book's vectors whose lengths were read, those in `lengths`
        self.points: dict[str, str] = {}  # a gradient's verbatim term -> the equation to its normal form
        self.places: dict[str, Any] = {}
        self.rewriting: list[str] = []  # the equations about operators
        self.taken_out: dict[
            Any, tuple[Poly, Poly]
        ] = {}  # what is inside a root -> all of it, what came out squared
        self.rows: dict[str, Info] = {}  # hypotheses that a row sums to 1
        self.indices: dict[str, tuple[str, ...]] = {}  # a named lemma -> its arguments of type Client
        self.widths: dict[str, int] = {}  # of the left sides of equations
        self.done: set[str] = set()
        self.proving: dict[
            str, str
        ] = {}  # states of which the present induction supposes that they are alike
        self.inside = 0  # sums of vectors that are open
        self.stating = 0  # lemmas that are being proved, which know nothing of that induction

    @contextmanager
    def afresh(self, term: str) -> Iterator[None]:
        """At a round, outside the rule, the case and the proof that are being stated."""
        kept = self.places, self.premises, self.stating
        self.places, self.premises, self.stating = {}, {}, 0
        try:
            with self.at_round(term):
                yield
        finally:
            self.places, self.premises, self.stating = kept

    def use(self, info: Info, new: Mapping[str, str] | None = None) -> str:
        """The lemma at the present round, at these indices in the place of its own."""
        if info.fixed:
            self.fixed.add(info.name)
        text = " ".join(
            [info.name, *([self.round] if info.every else []), *info.premises, *self.clients(info, new)]
        )
        return f"({text})" if " " in text else text

    def clients(self, info: Info, new: Mapping[str, str] | None = None) -> list[str]:
        placed = {variable(i): variable(j) for i, j in (new or {}).items()}
        return [placed.get(i, i) for i in info.indices or self.indices.get(info.name, ())]

    def own(self, kind: str) -> str:
        self.count[kind] = self.count.get(kind, 0) + 1
        return f"{kind}_{self.count[kind]}"

    def emit(self, kind: str, statement: str, proof: Callable[[], str], name: str = "") -> Info:
        """A lemma, one for each statement; for all rounds unless its proof uses what is known of T alone.

        It holds for all values of its indices, which it names in the order in which they stand.
        """
        here = re.compile(rf"\b{self.round}\b")
        free = self.free_indices(statement)
        alike = here.sub("t", renamed(statement, free))
        if not name and alike in self.known:
            return replace(self.known[alike], indices=tuple(free))
        self.stating += 1
        text = proof()
        self.stating -= 1
        statement, text, general = renamed(statement, free), renamed(text, free), alike
        words = set(_WORD.findall(f"{statement} {text}"))
        fixed = bool(words & self.fixed)
        premises = [premise for premise in self.premises if premise in words]
        name = name or self.own(kind)
        if not fixed:
            every = bool(_t.search(general)) or any(_t.search(self.premises[one]) for one in premises)
            statement, text = general, here.sub("t" if every else "T", text)
        else:
            every = False
        binders = ["(t : nat)"] if every else []
        binders += [f"({one} : {self.premises[one]})" for one in premises]
        binders += [f"({' '.join(free.values())} : Client)"] if free else []
        self.lemmas.append(f"Lemma {' '.join([name, *binders])} : {statement}.\nProof. {text} Qed.")
        info = Info(name, every, fixed, tuple(premises), tuple(free))
        self.indices[name] = info.indices
        if fixed:
            self.fixed.add(name)
        if not premises and not fixed:
            self.known[alike] = info
        return info

    @staticmethod
    def free_indices(text: str) -> dict[str, str]:
        """The variables of type Client that a statement does not bind -> their names, in order."""
        bound = set(_BOUND.findall(text))
        names = dict.fromkeys(one for one in _INDEX.findall(text) if one not in bound)
        return {one: f"c{k}'" for k, one in enumerate(names)}

    def over_all(self, statement: str) -> str:
        """The statement for all values of its indices."""
        free = self.free_indices(statement)
        told = f"forall {' '.join(free.values())} : Client, " if free else ""
        return told + renamed(statement, free)

    def equation(self, kind: str, left: str, right: str, proof: Callable[[], str]) -> str:
        if left == right:
            return ""
        name = self.use(self.emit(kind, f"{left} = {right}", proof))
        self.widths[name] = len(left)
        return name

    def assume(self, name: str, statement: str, binders: str = "") -> Info:
        """A hypothesis for all rounds."""
        free = self.free_indices(statement)
        general = re.sub(rf"\b{self.round}\b", "t", renamed(statement, free))
        every = bool(_t.search(general))
        clients = f"({' '.join(free.values())} : Client)" if free else ""
        quantified = " ".join(one for one in ("(t : nat)" if every else "", clients, binders) if one)
        self.hypotheses.append(
            f"Hypothesis {name} : {f'forall {quantified}, ' if quantified else ''}{general}."
        )
        return Info(name, every, indices=tuple(free))

    def rewrites(self, names: Iterable[str]) -> str:
        """By each of these equations; longer sides first, as one may stand inside another."""
        listed = [name for name in reversed(dict.fromkeys(names)) if name]
        listed.sort(key=lambda name: -self.widths.get(name, 0))
        return f"rewrite {', '.join('?' + name for name in listed)}. " if listed else ""

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
            q, difference = self.divided(difference, a, inside)
            if q:
                steps += f"refine (reduce ({self.poly(q)}) ({self.root_square(a)}) _). "
                polynomials = (*polynomials, q, inside)
        _, inverses = self.nested([*polynomials, *([difference] if difference else [])])
        insides = [self.space.parts(self.space.atoms[a])[0] for a in inverses]
        known = [self.nonzero(inside) for inside in insides]
        known += [self.cleared_nonzero(inside) for inside in insides if self.nested([inside])[1]]
        if known:  # a root in a divisor may leave its square there
            for a in simple:
                with suppress(Unsupported):
                    known += [self.nonzero(self.space.parts(self.space.atoms[a])[0])]
        squares = [square for a in simple if (square := self.root_square(a, must=False))]
        setup = "".join(f"pose proof ({one}). " for one in dict.fromkeys(known))
        hints = f" [{' '.join(f'({one})' for one in dict.fromkeys(squares))}]" if squares else ""
        apart = f"apart_by ltac:(ring{hints}) ltac:(field{hints})" if hints else "apart"
        closed = f"field{hints}{f'; repeat split; {apart}' if known else ''}"
        if any(self.space.atoms[a][0] == "=" for p in polynomials for key in poly(p) for a, _ in key):
            closed = f"first [{closed} | same_cases; {closed}]"
        return f"{steps}{setup}{closed}."

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
            over, known = self.positive(outside), self.not_negative(square)
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
            return self.not_negative(inside)
        value, whole, outside = self.lengths[inside.key]
        if outside.constant() is None and not self.book.positive(outside):
            return self.not_negative(inside)

        def proof() -> str:
            v = self.from_value(value)
            square = self.dotted(v, v, whole)
            return (
                f"refine (@line _ _ _ {self.positive(outside)} (dot_pos {self.brackets(v.text)}) _). "
                f"{self.rewrites([square])}{self.close(inside, whole, difference=outside * inside - whole)}"
            )

        return self.use(self.emit("inside", f"0 <= {self.poly(inside)}", proof))

    def from_value(self, v: Vector) -> Any:
        raise NotImplementedError

    def dotted(self, u: Any, v: Any, value: Poly) -> str:
        raise NotImplementedError

    def nonzero(self, p: Poly) -> str:
        raise NotImplementedError

    def cleared_nonzero(self, p: Poly) -> str:
        raise NotImplementedError

    def not_negative(self, p: Poly) -> str:
        raise NotImplementedError

    def positive(self, p: Poly) -> str:
        raise NotImplementedError

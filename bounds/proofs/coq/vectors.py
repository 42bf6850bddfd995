"""Vectors as expressions: what operators do, pairs of words in normal form, expansions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...kernel.formal import Generator
from ...kernel.poly import Poly, Vector, poly
from .part import Part
from .terms import ELSEWHERE, Unsupported, brackets, coq, exactly, index_sum, renamed, variable

Raw = tuple[tuple[str, ...], Any, tuple[str, ...], str]
ANY = "any vector"  # a generator that no table has, written w


@dataclass(frozen=True)
class Vec:
    """A vector: its term, the same as an expression, and what the expression is a combination of.

    raw: (word, generator, indices, term of the generator); numbers, equations: of the numbers before them
    """

    text: str
    expression: str
    raw: tuple[Raw, ...] = ()
    numbers: tuple[Poly, ...] = ()
    equations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Summand:
    """What is summed over an index, in the place of a generator; value: as the kernel has it."""

    index: str
    vec: Vec
    value: Vector


class Vectors(Part):
    """Vectors as expressions, and what is known of them."""

    def begin(self) -> None:
        self.points: dict[str, str] = {}  # a gradient's verbatim term -> the equation to its normal form
        self.rewriting: list[str] = []  # the equations about operators
        self.proving: dict[str, list[str]] = {}  # what the present induction supposes of states
        self.inside = 0  # sums of vectors that are open

    @staticmethod
    def op_name(op: str) -> str:
        return coq(op.replace("'", "_adjoint"))

    def operator_facts(self, op: str) -> None:
        """What an operator is known to do, once."""
        if not self.lemmas.once(op):
            return
        term = self.terms.operator(op)
        known, name, other = self.space.operators[op], self.op_name(op), self.space.adjoint(op)
        self.lemmas.assume(f"{name}_linear", f"linear {brackets(term)}")
        if known.mean:
            return
        self.lemmas.assume(
            f"{name}_symmetric", f"dot ({term} u) v = dot u ({self.terms.operator(other)} v)", "u v"
        )
        self.rewriting.append(f"{name}_symmetric")
        self.operator_facts(other)
        if op == "J":
            self.lemmas.assume("J_J", "J (J v) = J v", "v")
            self.rewriting.append("J_J")
            return
        self.operator_facts("J")
        if known.left:
            self.lemmas.assume(f"J_{name}", f"J ({term} v) = J v", "v")
            self.rewriting.append(f"J_{name}")
        if known.right:
            self.lemmas.assume(f"{name}_J", f"{term} (J v) = J v", "v")
            self.rewriting.append(f"{name}_J")

    def generator_facts(self, g: str) -> list[str]:
        """What is known of a still or flat generator alone."""
        known = self.space.generators[g]
        if not (known.still or known.flat):
            return []
        if g.startswith(ELSEWHERE):
            raise Unsupported(f"what {g} keeps")
        self.operator_facts("J")
        if g in self.setting.states:
            if self.proving:
                return [] if self.lemmas.proving else self.proving[g]
            return [self.states.still_state(g)]
        text = self.terms.base(g)
        name = f"{re.sub(r'[^A-Za-z0-9]+', '_', text).strip('_')}_{'still' if known.still else 'flat'}"
        if self.lemmas.once(name):
            self.lemmas.assume(name, f"J {brackets(text)} = {text if known.still else 'zero'}")
        return [name]

    def meeting(self, g: str, word: Iterable[str]) -> list[str]:
        """What operators do beside a still or flat generator, from either side; v is any vector."""
        known, found = self.space.generators[g], self.generator_facts(g)
        if not found or self.proving:
            return found
        (own,), at = found, brackets(self.terms.base(g))
        self.operator_facts("J")
        value = f"dot {at} v" if known.still else "0"
        last = "reflexivity." if known.still else "apply dot_zero."
        proof = f"intros. rewrite <- J_symmetric, {own}. {last}"
        found.append(self.equation("beside", f"forall v, dot {at} (J v)", value, proof))
        for op in dict.fromkeys(each for one in word for each in (one, self.space.adjoint(one))):
            self.operator_facts(op)
            facts, name, term = self.space.operators[op], self.op_name(op), self.terms.operator(op)
            if op == "J" or not known.still or facts.mean:
                continue
            if facts.right:
                proof = (
                    f"transitivity ({term} (J {at})); [now rewrite {own} | rewrite {name}_J; exact {own}]."
                )
                found.append(self.equation("kept", f"{term} {at}", self.terms.base(g), proof))
            if facts.left:
                proof = f"intros. rewrite <- {own}. rewrite !J_symmetric, J_{name}. reflexivity."
                found.append(self.equation("beside", f"forall v, dot {at} ({term} v)", f"dot {at} v", proof))
        return found

    def pair(self, u: Raw, v: Raw) -> tuple[str, Poly]:
        """The lemma that brings one inner product of two words to normal form, or "" where it is in it."""
        (word, g, gi, text), (other, h, hi, more) = u, v
        if isinstance(g, Summand) or isinstance(h, Summand):
            return self.pair_of_sum(u, v)
        value = self.space.pair(word, g, gi, other, h, hi)
        left = f"dot {brackets(self.terms.worded(word, text))} {brackets(self.terms.worded(other, more))}"
        right = self.poly(value)
        if left == right:
            return "", value
        points = [name for point, name in self.points.items() if point in left]
        a, b = self.space.generators[g], self.space.generators[h]
        mean = [op for op in (*word, *other) if self.space.operators[op].mean]
        apart = (a.fresh and g != h and g not in b.needs) or (b.fresh and g != h and h not in a.needs)
        if not points and (mean or apart or (g == h and a.fresh and a.spread and gi != hi)):
            statement = re.sub(rf"\b{self.terms.round}\b", "t", f"{left} = {right}")
            if statement not in self.lemmas.known:
                name = self.lemmas.own("moment" if mean else "fresh")
                self.lemmas.known[statement] = self.lemmas.assume(name, statement)
            return self.use(self.lemmas.known[statement]), value

        def proof() -> str:
            found: list[str] = []
            for op in (*word, *other):
                self.operator_facts(op)
            for one in dict.fromkeys((g, h)):
                found += self.meeting(one, (*word, *other))
            for x, y in ((g, h), (h, g)):
                if self.space.generators[x].flat and self.space.generators[y].still:
                    found += self.flat_still(x, y)
            if points and (apart or mean):
                clean = tuple((w, name, ix, self.terms.base(name, ix)) for w, name, ix, _ in (u, v))
                found.append(self.pair(*clean)[0])
            steps = [f"rewrite {name}" for name in dict.fromkeys([*found, *self.rewriting]) if name]
            words = f"repeat first [{' | '.join([*steps, 'rewrite dot_zero', 'rewrite dot_zero_r'])}]"
            return (
                f"{self.rewrites(points)}{words}; first [reflexivity | ring | "
                f"etransitivity; [apply dot_sym |]; {words}; first [reflexivity | ring]]."
            )

        return self.equation("pair", left, right, proof), value

    def pair_of_sum(self, u: Raw, v: Raw) -> tuple[str, Poly]:
        """The same of a sum over an index, with whatever."""
        (word, s, _, text), (other, _, _, more) = u, v
        left = f"dot {brackets(self.terms.worded(word, text))} {brackets(self.terms.worded(other, more))}"
        if not isinstance(s, Summand):
            name, value = self.pair_of_sum(v, u)
            return self.equation("pair", left, self.poly(value), f"rewrite dot_sym. {exactly(name)}."), value
        s = self.opened(s)
        inner = self.word_of(word, s.vec)
        over = self.word_of(other, Vec(more, f"At {brackets(more)}", (((), *v[1:]),)))
        p = self.space.dot(self.applied(word, s.value), self.raw_value(v))
        equation = self.dotted(inner, over, p)
        self.inside -= 1
        value, summed = self.space.total(s.index, p), self.sums.summed(s.index, p)

        def proof() -> str:
            ops = "".join(f"rewrite (op_vsum _ _ _ {self.linear(op)}). " for op in reversed(word))
            return (
                f"{ops}rewrite dot_vsum. transitivity ({index_sum(s.index, self.poly(p))}); "
                f"[apply sum_ext; intro {variable(s.index)}; {exactly(equation)} | {exactly(summed)}]."
            )

        return self.equation("pair", left, self.poly(value), proof), value

    def opened(self, s: Summand) -> Summand:
        """The same with an index of its own, as the sum may stand beside itself."""
        new = {s.index: f"~w{self.inside}"}
        self.inside += 1
        return self.renamed_summand(s, new, {variable(i): variable(j) for i, j in new.items()})

    def renamed_summand(self, s: Summand, new: Mapping[str, str], own: Mapping[str, str]) -> Summand:
        def vec(v: Vec) -> Vec:
            def generator(g: Any) -> Any:
                return self.renamed_summand(g, new, own) if isinstance(g, Summand) else g

            raw = [(word, generator(g), place(gi), renamed(text, own)) for word, g, gi, text in v.raw]
            numbers = tuple(self.space.renamed(p, new) for p in v.numbers)
            equations = tuple(renamed(text, own) for text in v.equations)
            return Vec(renamed(v.text, own), renamed(v.expression, own), tuple(raw), numbers, equations)

        def place(indices: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(new.get(i, i) for i in indices)

        value = Vector(
            ((bound, word, g, place(gi)), self.space.renamed(c, new))
            for (bound, word, g, gi), c in s.value.terms.items()
        )
        return Summand(new.get(s.index, s.index), vec(s.vec), value)

    def applied(self, word: Iterable[str], v: Vector) -> Vector:
        for op in reversed(tuple(word)):
            v = self.space.apply(op, v)
        return v

    def raw_value(self, v: Raw) -> Vector:
        word, g, gi, _ = v
        if not isinstance(g, Summand):
            return self.applied(word, self.space.vector(g, *gi))
        terms = self.applied(word, g.value).terms.items()
        return Vector((((g.index, *bound), *rest), c) for (bound, *rest), c in terms)  # type: ignore[misc]

    def linear(self, op: str) -> str:
        """The proof that an operator is linear."""
        name = f"{self.op_name(op)}_linear"
        return f"({name} {self.terms.round})" if self.terms.moves(op) else name

    def sum_of(self, index: str, v: Vec, value: Vector) -> Vec:
        """A sum of vectors over an index."""
        text = f"vsum (all _ clients) (fun {variable(index)} => {v.text})"
        return Vec(text, f"At ({text})", (((), Summand(index, v, value), (), text),))

    def flat_still(self, f: str, s: str) -> list[str]:
        (flat,), (still,) = self.generator_facts(f), self.generator_facts(s)
        one, other = brackets(self.terms.base(f)), brackets(self.terms.base(s))
        proof = (
            f"transitivity (dot {one} (J {other})); "
            f"[now rewrite {still} | now rewrite <- J_symmetric, {flat}, dot_zero]."
        )
        first = self.equation("apart", f"dot {one} {other}", "0", proof)
        second = self.equation("apart", f"dot {other} {one}", "0", f"rewrite dot_sym. apply {first}.")
        return [first, second]

    def from_value(self, v: Vector) -> Vec:
        """A kernel's vector, in its own order."""
        result: Vec | None = None
        for (bound, word, g, gi), c in sorted(v.terms.items(), key=lambda item: repr(item[0]), reverse=True):
            base = self.terms.base(g, gi)
            one = self.word_of(word, self.leaf(base, g, gi))
            if c != poly(1):
                one = self.scaled(self.poly(c), one, c)
            for k in reversed(range(len(bound))):
                one = self.sum_of(bound[k], one, Vector([((bound[k + 1 :], word, g, gi), c)]))
            result = one if result is None else self.added("add", "Add", one, result)
        return result or Vec("zero", "Zero", ())

    def leaf(self, text: str, g: str, gi: tuple[str, ...] = ()) -> Vec:
        return Vec(text, f"At {brackets(text)}", (((), g, gi, text),))

    def word_of(self, word: Iterable[str], v: Vec) -> Vec:
        for op in reversed(tuple(word)):
            self.operator_facts(op)
            term = self.terms.operator(op)
            raw = tuple(((op, *word_), g, gi, text) for word_, g, gi, text in v.raw)
            expression = f"Op {brackets(term)} {self.linear(op)} ({v.expression})"
            v = Vec(f"{term} {brackets(v.text)}", expression, raw, v.numbers, v.equations)
        return v

    def scaled(self, c: str, v: Vec, p: Poly, equations: Iterable[str] = ()) -> Vec:
        text = f"scale ({c}) {brackets(v.text)}"
        return Vec(text, f"Scale ({c}) ({v.expression})", v.raw, (*v.numbers, p), (*v.equations, *equations))

    def added(self, name: str, node: str, u: Vec, v: Vec) -> Vec:
        return Vec(
            f"{name} {brackets(u.text)} {brackets(v.text)}",
            f"{node} ({u.expression}) ({v.expression})",
            (*u.raw, *v.raw),
            (*u.numbers, *v.numbers),
            (*u.equations, *v.equations),
        )

    def dotted(self, u: Vec, v: Vec, value: Poly) -> str:
        """The lemma <u, v> = its normal form, "" where it is in it."""
        left, right = f"dot {brackets(u.text)} {brackets(v.text)}", self.poly(value)
        if left == right:
            return ""
        pairs, values = [], [value, *u.numbers, *v.numbers]
        for one in u.raw:
            for other in v.raw:
                name, p = self.pair(one, other)
                values.append(p)
                pairs += [name] if name else []

        def proof() -> str:
            one, other = f"terms ({u.expression})", f"terms ({v.expression})"
            return (
                f"transitivity (expanded ({one}) ({other})); [exact (expand ({u.expression}) ({v.expression})) | "
                "cbn [expanded facing terms app map fst snd]]. "
                f"{self.rewrites([*pairs, *u.equations, *v.equations])}{self.close(*values)}"
            )

        return self.equation("dot", left, right, proof)

    def same_vector(self, u: Vec, v: Vec, value: Vector | None = None) -> str:
        """The proof that two expressions of one vector are equal; value: of one that may be a sum over an index."""
        if value is not None and any(isinstance(one[1], Summand) for one in (*u.raw, *v.raw)):
            drawn = {name for name, known in self.space.generators.items() if known.fresh}
            drawn |= {op for op, known in self.space.operators.items() if known.mean}
            self.space.generators[ANY] = Generator(needs=frozenset(drawn))  # made with all that is drawn
            kept, self.lemmas.premises = self.lemmas.premises, {**self.lemmas.premises, "w": "V"}
            w = self.leaf("w", ANY)
            p = self.space.dot(value, self.space.vector(ANY))
            one, other = (exactly(name) for name in (self.dotted(u, w, p), self.dotted(v, w, p)))
            self.lemmas.premises = kept
            return f"apply equal. intro w. transitivity ({self.poly(p)}); [{one} | symmetry; {other}]."
        found = [name for one in (*u.raw, *v.raw) for name in self.meeting(one[1], one[0])]
        zero = ["dot_zero"] * any(self.space.generators[one[1]].flat for one in u.raw if self.proving)
        words = " | ".join(f"rewrite {name}" for name in dict.fromkeys([*found, *zero, *self.rewriting]))
        points = [name for point, name in self.points.items() if point in u.expression + v.expression]
        rewriting = self.rewrites([*points, *u.equations, *v.equations])
        simplify = f"repeat first [{words}]. " if words else ""
        return (
            f"apply (equal_values ({u.expression}) ({v.expression})). intro w. cbn [against terms app map fst snd]. "
            f"{rewriting}{simplify}{self.close(*u.numbers, *v.numbers)}"
        )

"""Inner products: what operators do, pairs of words in normal form, expansions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ...kernel.poly import Poly, Vector, poly
from .lemmas import Lemmas
from .terms import Unsupported, coq

Raw = tuple[tuple[str, ...], str, tuple[str, ...], str]


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


class Pairs(Lemmas):
    """Vectors as expressions, and what is known of them."""

    @staticmethod
    def op_name(op: str) -> str:
        return coq(op.replace("'", "_adjoint"))

    def operator_facts(self, op: str) -> None:
        """What an operator is known to do, once."""
        if op in self.done:
            return
        self.done.add(op)
        term = self.operator(op)
        known, name, other = self.space.operators[op], self.op_name(op), self.space.adjoint(op)
        self.assume(f"{name}_linear", f"linear {self.brackets(term)}")
        if known.mean:
            return
        self.assume(f"{name}_symmetric", f"dot ({term} u) v = dot u ({self.operator(other)} v)", "u v")
        self.rewriting.append(f"{name}_symmetric")
        self.operator_facts(other)
        if op == "J":
            self.assume("J_J", "J (J v) = J v", "v")
            self.rewriting.append("J_J")
            return
        self.operator_facts("J")
        if known.left:
            self.assume(f"J_{name}", f"J ({term} v) = J v", "v")
            self.rewriting.append(f"J_{name}")
        if known.right:
            self.assume(f"{name}_J", f"{term} (J v) = J v", "v")
            self.rewriting.append(f"{name}_J")

    def generator_facts(self, g: str) -> list[str]:
        """What is known of a still or flat generator alone."""
        known = self.space.generators[g]
        if not (known.still or known.flat):
            return []
        self.operator_facts("J")
        if g in self.setting.states:
            return [self.proving.get(g) or self.still_state(g)]
        text = self.base(g)
        name = f"{re.sub(r'[^A-Za-z0-9]+', '_', text).strip('_')}_{'still' if known.still else 'flat'}"
        if name not in self.done:
            self.done.add(name)
            self.assume(name, f"J {self.brackets(text)} = {text if known.still else 'zero'}")
        return [name]

    def still_state(self, g: str) -> str:
        """The lemma that a state is the same at all clients at every round."""
        raise NotImplementedError

    def meeting(self, g: str, word: Iterable[str]) -> list[str]:
        """What operators do beside a still or flat generator, from either side; v is any vector."""
        known, found = self.space.generators[g], self.generator_facts(g)
        if not found or self.proving:
            return found
        (own,), at = found, self.brackets(self.base(g))
        self.operator_facts("J")
        value = f"dot {at} v" if known.still else "0"
        last = "reflexivity." if known.still else "apply dot_zero."
        found.append(
            self.equation(
                "beside",
                f"forall v, dot {at} (J v)",
                value,
                lambda: f"intros. rewrite <- J_symmetric, {own}. {last}",
            )
        )
        for op in dict.fromkeys(word):
            self.operator_facts(op)
            facts, name, term = self.space.operators[op], self.op_name(op), self.operator(op)
            if op == "J" or not known.still or facts.mean:
                continue
            if facts.right:
                found.append(
                    self.equation(
                        "kept",
                        f"{term} {at}",
                        self.base(g),
                        f"transitivity ({term} (J {at})); [now rewrite {own} | rewrite {name}_J; exact {own}].".__str__,
                    )
                )
            if facts.left:
                found.append(
                    self.equation(
                        "beside",
                        f"forall v, dot {at} ({term} v)",
                        f"dot {at} v",
                        f"intros. rewrite <- {own}. rewrite !J_symmetric, J_{name}. reflexivity.".__str__,
                    )
                )
        return found

    def pair(self, u: Raw, v: Raw) -> tuple[str, Poly]:
        """The lemma that brings one inner product of two words to normal form, or "" where it is in it."""
        (word, g, gi, text), (other, h, hi, more) = u, v
        value = self.space.pair(word, g, gi, other, h, hi)
        left = f"dot {self.brackets(self.worded(word, text))} {self.brackets(self.worded(other, more))}"
        right = self.poly(value)
        if left == right:
            return "", value
        points = [name for point, name in self.points.items() if point in left]
        a, b = self.space.generators[g], self.space.generators[h]
        mean = [op for op in (*word, *other) if self.space.operators[op].mean]
        apart = (a.fresh and g != h and g not in b.needs) or (b.fresh and g != h and h not in a.needs)
        if not points and (mean or apart or (g == h and a.fresh and a.spread and gi != hi)):
            statement = re.sub(rf"\b{self.round}\b", "t", f"{left} = {right}")
            if statement not in self.known:
                self.known[statement] = self.assume(self.own("moment" if mean else "fresh"), statement)
            return self.use(self.known[statement]), value

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
                clean = tuple((w, name, ix, self.base(name, ix)) for w, name, ix, _ in (u, v))
                found.append(self.pair(*clean)[0])
            steps = [f"rewrite {name}" for name in dict.fromkeys([*found, *self.rewriting]) if name]
            words = f"repeat first [{' | '.join([*steps, 'rewrite dot_zero', 'rewrite dot_zero_r'])}]"
            return (
                f"{self.rewrites(points)}{words}; first [reflexivity | ring | "
                f"etransitivity; [apply dot_sym |]; {words}; first [reflexivity | ring]]."
            )

        return self.equation("pair", left, right, proof), value

    def flat_still(self, f: str, s: str) -> list[str]:
        (flat,), (still,) = self.generator_facts(f), self.generator_facts(s)
        one, other = self.brackets(self.base(f)), self.brackets(self.base(s))
        first = self.equation(
            "apart",
            f"dot {one} {other}",
            "0",
            lambda: (
                f"transitivity (dot {one} (J {other})); "
                f"[now rewrite {still} | now rewrite <- J_symmetric, {flat}, dot_zero]."
            ),
        )
        return [
            first,
            self.equation("apart", f"dot {other} {one}", "0", lambda: f"rewrite dot_sym. apply {first}."),
        ]

    def from_value(self, v: Vector) -> Vec:
        """A kernel's vector, in its own order."""
        result: Vec | None = None
        for (bound, word, g, gi), c in sorted(v.terms.items(), key=lambda item: repr(item[0]), reverse=True):
            if bound:
                raise Unsupported("a sum of vectors over an index")
            base = self.base(g, gi)
            one = self.word_of(word, self.leaf(base, g, gi))
            if c != poly(1):
                one = self.scaled(self.poly(c), one, c)
            result = one if result is None else self.added("add", "Add", one, result)
        return result or Vec("zero", "Zero", ())

    def leaf(self, text: str, g: str, gi: tuple[str, ...] = ()) -> Vec:
        return Vec(text, f"At {self.brackets(text)}", (((), g, gi, text),))

    def word_of(self, word: Iterable[str], v: Vec) -> Vec:
        for op in reversed(tuple(word)):
            self.operator_facts(op)
            term = self.operator(op)
            proof = f"{coq(op.replace(chr(39), '_adjoint'))}_linear" + (
                f" {self.round}" if self.moves(op) else ""
            )
            raw = tuple(((op, *word_), g, gi, text) for word_, g, gi, text in v.raw)
            expression = f"Op {self.brackets(term)} {self.brackets(proof)} ({v.expression})"
            v = Vec(f"{term} {self.brackets(v.text)}", expression, raw, v.numbers, v.equations)
        return v

    def scaled(self, c: str, v: Vec, p: Poly, equations: Iterable[str] = ()) -> Vec:
        text = f"scale ({c}) {self.brackets(v.text)}"
        return Vec(text, f"Scale ({c}) ({v.expression})", v.raw, (*v.numbers, p), (*v.equations, *equations))

    def added(self, name: str, node: str, u: Vec, v: Vec) -> Vec:
        return Vec(
            f"{name} {self.brackets(u.text)} {self.brackets(v.text)}",
            f"{node} ({u.expression}) ({v.expression})",
            (*u.raw, *v.raw),
            (*u.numbers, *v.numbers),
            (*u.equations, *v.equations),
        )

    def dotted(self, u: Vec, v: Vec, value: Poly) -> str:
        """The lemma <u, v> = its normal form, "" where it is in it."""
        left, right = f"dot {self.brackets(u.text)} {self.brackets(v.text)}", self.poly(value)
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

    def same_vector(self, u: Vec, v: Vec) -> str:
        """The proof that two expressions of one vector are equal."""
        found = [name for one in (*u.raw, *v.raw) for name in self.meeting(one[1], one[0])]
        words = " | ".join(f"rewrite {name}" for name in dict.fromkeys([*found, *self.rewriting]))
        rewriting = self.rewrites([*u.equations, *v.equations])
        simplify = f"repeat first [{words}]. " if words else ""
        return (
            f"apply (equal_values ({u.expression}) ({v.expression})). intro w. cbn [against terms app map fst snd]. "
            f"{rewriting}{simplify}{self.close(*u.numbers, *v.numbers)}"
        )

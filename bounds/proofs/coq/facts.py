"""Facts by their texts: givens as hypotheses, names, comparisons."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ...kernel.facts import Fact
from ...kernel.poly import Vector
from ...kernel.rules import GENERAL
from ...kernel.text import Node, parse
from .part import Part
from .shown import Shown
from .terms import GAP, MOVED, Unsupported, free_indices, sides
from .traced import Info


class Facts(Part):
    """Givens are stated as they are printed, and in normal form."""

    def flush(self) -> None:
        """States the givens that were read since the last time."""
        while self.book.given:
            name, tree, fact = self.book.given.pop(0)
            self.state_given(name, tree, fact)

    def state_given(self, name: str, tree: Node, fact: Fact) -> None:
        info = self.book.from_facts[id(fact)][1]
        self.lemmas.done.add(info.name)
        with self.verbatim.afresh("t" if info.every else "T"):
            if name == "rounds":
                self.emit("", "0 <= INR t", "apply pos_INR.", "f_rounds")
                return
            where = self.book.at("now")
            if isinstance(fact.value, Vector):
                return self.vector_given(name, tree, fact.value, info)
            a, b, sign = sides(tree)
            (one, is_one), (other, is_other) = (
                self.verbatim.bridge(a, where),
                self.verbatim.bridge(b, where),
            )
            self.state_hypothesis(f"h_{name}", f"{one} {sign} {other}", info)
            given = Info(f"h_{name}", info.every, info.fixed)
            rewriting = self.rewrites([is_one, is_other])
            self.emit(
                "",
                self.terms.relation(fact.value, fact.strict, fact.equal),
                lambda: (
                    f"refine ({MOVED[sign]} _ ({GAP[sign]} {self.use(given)})). {rewriting}"
                    f"{self.close(fact.value, where.number(a), where.number(b))}"
                ),
                f"f_{name}",
            )

    def vector_given(self, name: str, tree: Node, value: Vector, info: Info) -> None:
        u, v = (self.verbatim.vec(part, self.book.at("now")) for part in tree.parts)
        self.state_hypothesis(f"h_{name}", f"{u.text} = {v.text}", info)
        given = Info(f"h_{name}", info.every, info.fixed)
        own, gap = self.vectors.from_value(value), self.vectors.added("sub", "Sub", v, u)
        self.emit(
            "",
            self.terms.relation(value, False),
            lambda: (
                f"refine (eq_trans _ (sub_zero _ _ {self.use(given)})). "
                f"{self.vectors.same_vector(own, gap, value)}"
            ),
            f"f_{name}",
        )

    def state_hypothesis(self, name: str, statement: str, info: Info) -> None:
        binder = "forall t : nat, " if info.every else ""
        self.lemmas.indices[name] = tuple(free_indices(statement))
        self.lemmas.hypotheses.append(f"Hypothesis {name} : {binder}{self.lemmas.over_all(statement)}.")

    def fact(self, text: str, time: str) -> Shown:
        """The fact of that name, rule or comparison, as the kernel reads it."""
        book = self.book
        fact = book.fact(text, time)
        self.flush()
        if text in book.facts:
            held = self.known.held(book.facts[text])
            assert held is not None
            return held
        for word in ("now", "next", "ahead"):
            if text.startswith(f"{word} "):
                text, time = text[len(word) + 1 :], word
        tree = parse(text)
        if tree.kind == "call" and tree.value == "vanishing":
            return self.rules.vanishing(fact)
        if tree.kind == "call" and tree.value in GENERAL:
            return self.rules.general(str(tree.value), tree, fact, time)
        if tree.kind in ("call", "name") and tree.value in self.setting.rules:
            return self.rules.rule(str(tree.value), tree, fact, time)
        if tree.kind == "index":
            new = {str(part.parts[0].value): str(part.parts[1].value) for part in tree.parts}
            shown = self.known.held(book.facts[str(tree.value)], new)
            assert shown is not None
            return replace(shown, value=fact.value) if isinstance(fact.value, Vector) else shown
        shown = self.signs.surely(fact.value) if fact.strict else self.signs.evident(fact.value)
        if shown is None:
            raise Unsupported(f"the proof of {text} has no form in Coq yet")
        if fact.equal:
            back = self.signs.evident(-fact.value)
            assert back is not None
            statement = self.terms.relation(fact.value, False, True)
            one, other = shown.weak, back.weak
            whole = all(Fraction(c).denominator == 1 for c in fact.value.values())
            closed = "ring." if whole else self.close(fact.value)
            info = self.emit("evident", statement, lambda: f"apply (both_signs _ _ {one} {other}). {closed}")
            return Shown(self.use(info), fact.value, False, True)
        return shown

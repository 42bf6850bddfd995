"""Cases: two comparisons, or a maximum that is one of its numbers."""

from __future__ import annotations

from typing import Any

from ...kernel.facts import Fact
from ...kernel.poly import Poly, poly
from .part import Part
from .terms import Unsupported, brackets
from .traced import Info


class Cases(Part):
    """A claim from its cases, one of which holds."""

    def split(self, name: str, claim: str, told: list[str], lines: list[Any]) -> None:
        book = self.book
        self.lemmas.stated.append(f"(* {name}: {claim} by cases {', '.join(told)} *)")
        goal = book.compared(claim, "now")
        blocks = book.covering(told)
        shown = []
        for number_, ((given, fact), *_) in enumerate(blocks):
            own = f"C{len(self.lemmas.premises)}_{number_}"
            kept, self.lemmas.premises = (
                self.lemmas.premises,
                {**self.lemmas.premises, own: self.terms.relation(fact.value, fact.strict, fact.equal)},
            )
            with book.apart():
                book.facts.pop(given, None)
                fixed = self.terms.round == "T" and book.moved(fact.value)
                self.lines.learn(given, fact, Info(own, False, fixed, (own,)))
                self.file.steps(lines[number_])
                found = self.signs.evident(goal.value)
                if found is None or found.strict < goal.strict:
                    raise Unsupported("the proof of a case has no form in Coq yet")
                proof = found.proof if goal.strict else found.weak
                shown.append((own, fact, proof))
            self.lemmas.premises = kept
        self.lines.learn(name, *self.joined(name, claim, goal, shown))

    def joined(
        self, name: str, claim: str, goal: Fact, shown: list[tuple[str, Fact, str]]
    ) -> tuple[Fact, Info]:
        """The claim from its cases, one of which holds."""
        own = self.lines.name(name)

        def proof() -> str:
            facts = [fact for _, fact, _ in shown]
            if facts[0].equal:
                return self.maximal([(premise, fact.value, proof) for premise, fact, proof in shown])
            swapped = facts[0].strict and not facts[1].strict
            first, second = shown[::-1] if swapped else shown
            total = self.space.normal(first[1].value + second[1].value)
            p, q = self.poly(first[1].value), self.poly(second[1].value)
            if total == poly(-1):
                whole = self.whole_number(first[1].value)
                numbers = "rewrite ?minus_IZR, ?plus_IZR, ?mult_IZR, <- ?INR_IZR_INZ; ring"
                return (
                    f"destruct (@whole_cases ({whole})%Z ({p}) ({q})) as [{first[0]} | {second[0]}]. "
                    f"{numbers}. {numbers}. exact {first[2]}. exact {second[2]}."
                )
            sum_ = self.signs.evident(total)
            both = first[1].strict and second[1].strict
            if sum_ is None:
                raise Unsupported("the proof that the cases are all has no form in Coq yet")
            moved, word = ("moved_lt", "two_cases_lt") if both else ("moved", "two_cases")
            sign = sum_.proof if both else sum_.weak
            weak = "" if second[1].strict else f"apply Rlt_le in {second[0]}. "
            return (
                f"assert (S : 0 {'<' if both else '<='} ({p}) + ({q})) "
                f"by (refine ({moved} _ {sign}); {self.field.within(total, first[1].value)}). "
                f"destruct ({word} _ _ S) as [{first[0]} | {second[0]}]. exact {first[2]}. {weak}exact {second[2]}."
            )

        info = self.emit("", self.terms.relation(goal.value, goal.strict, goal.equal), proof, own)
        every = info.every or not self.space.moves(goal.value)
        return Fact(goal.value, goal.strict, every, goal.equal), info

    def whole_number(self, p: Poly) -> str:
        """A polynomial in whole numbers as a term of type Z."""
        texts = []
        for key, c in sorted(p.items()):
            units = [
                f"Z.of_nat {brackets(self.terms.whole(Poly({((a, 1),): 1})))}"
                for a, e in key
                for _ in range(e)
            ]
            texts.append(" * ".join([f"({c})", *units]))
        return " + ".join(texts)

    def maximal(self, cases: list[tuple[str, Any, str]]) -> str:
        """A maximum is one of its numbers: the first, or that of the others."""
        atoms = {a for _, value, _ in cases for key in value for a, _ in key if self.space.atoms[a][0] == "m"}
        for a in atoms:
            parts = self.space.parts(self.space.atoms[a])
            one = self.space.atom(*self.space.atoms[a])
            chosen = [
                next((case for case in cases if self.signless(case[1], one - part)), None) for part in parts
            ]
            if None in chosen:
                continue
            *texts, rest = (f"({self.poly(part)})" for part in parts)
            splits = [""]
            for k in reversed(range(len(texts))):
                named = "[D | D]; apply (eq_trans E) in D; clear E; rename D into E" if k else "[E | E]"
                splits.insert(0, f"destruct (max_is {texts[k]} {rest}) as {named}. ")
                rest = f"(Rmax {texts[k]} {rest})"
            text = ""
            for split, case in zip(splits, chosen):
                assert case is not None
                premise, value, proof = case
                holds = (
                    f"assert ({premise} : {self.poly(value)} = 0) by (rewrite E; {self.field.within(value)})"
                )
                text += f"{split}{{ {holds}. exact {proof}. }} "
            return text
        raise Unsupported("cases of a maximum that is not found in them")

    def signless(self, value: Any, gap: Any) -> bool:
        return self.book.cleared(value) in (self.book.cleared(gap), self.book.cleared(-gap))

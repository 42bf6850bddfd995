"""A derivation as one file: its parts, the walk through its steps, the text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.derivation import TIMES
from ...kernel.poly import SPENT
from ...kernel.statement import Statement, statement
from ...kernel.text import parse
from .cases import Cases
from .facts import Facts
from .field import Field
from .known import Known
from .lemmas import Lemmas
from .lines import Lines
from .part import Part
from .rounds import Rounds
from .rules import Rules
from .signs import Signs
from .states import States
from .sums import Sums
from .terms import Terms, coq, prelude, sides
from .traced import Traced
from .vectors import Vectors
from .verbatim import Verbatim
from .words import Words


class File(Part):
    """One derivation: the book that the kernel checks it with, and the parts that state what it holds."""

    def __init__(self, book: Traced) -> None:
        self.book, self.space = book, book.space
        self.terms = Terms(book)
        self.lemmas = Lemmas(self.terms)
        super().__init__(self)
        kinds = [
            Vectors,
            Sums,
            Verbatim,
            Words,
            Known,
            Signs,
            Field,
            Facts,
            Rules,
            States,
            Lines,
            Rounds,
            Cases,
        ]
        parts = {kind.__name__.lower(): kind(self) for kind in kinds}
        for one in (self, *parts.values()):
            vars(one).update(parts)

    def text(self, own: Statement, record: Mapping[str, Any], title: str = "") -> str:
        self.steps(record["steps"])
        self.conclude(own.claim, record["conclusion"])
        return "\n".join(
            [
                prelude(),
                f"(* {title}{': ' if title else ''}{own.claim} *)",
                *self.declarations(),
                *self.lemmas.hypotheses,
                "",
                *self.lemmas.stated,
                "End Space.",
                "Check claim.",
                "(* Print Assumptions claim. lists the axioms of the real numbers in Coq's library, "
                "and nothing else. *)",
                "",
            ]
        )

    def declarations(self) -> list[str]:
        """The variables that were met, by their kinds."""
        moving = self.space.moving
        found = ["Variable T : nat. (* the round that the claim speaks of *)"]
        for name, kind in self.terms.used.items():
            steps = "nat -> " if name in moving or (kind == "operator" and self.terms.moves(name)) else ""
            arity = self.setting.numbers.get(name, 0) if kind in ("number", "whole") else 0
            generator = self.space.generators.get(name)
            if kind == "vector" and generator is not None:
                steps, arity = "nat -> " if generator.moving else "", generator.arity
                steps += steps if name in self.setting.opened else ""
            own = coq(name.replace("'", "_adjoint"))
            sort = {
                "number": "R",
                "whole": "nat",
                "vector": "V",
                "operator": "V -> V",
                "gradient": "V -> V",
                "function": "V -> R",
            }
            found.append(f"Variable {own} : {steps}{'Client -> ' * arity}{sort[kind]}.")
        if self.terms.indexed:
            found[1:1] = [
                "Variable Client : Type.",
                "Variable clients : finite Client.",
                f"Definition {coq(self.setting.size)} := length (all _ clients).",
            ]
        return found

    def steps(self, told: list[Any]) -> None:
        for one in told:
            self.step(one)

    def step(self, told: dict[str, Any]) -> None:
        # the kernel has checked the record within its limits; a lemma asks again
        self.book.asked = SPENT[0] = 0
        self.facts.flush()
        if "let" in told:
            self.book.let(told["let"], told["is"])
            self.lemmas.stated.append(f"(* let {told['let']} = {told['is']} *)")
        elif "state" in told:
            self.book.follow(told["state"], told["start"], told["next"])
        elif kind := next((kind for kind in TIMES if kind in told), None):
            self.rounds.always(told[kind], told["start"], told["lines"], told["next"], kind)
        elif "cases" in told:
            self.cases.split(told["name"], told["claim"], told["cases"], told["lines"])
        elif "root" in told:
            self.lines.root(told["name"], told["claim"], told["root"], told["sign"])
        else:
            self.lines.line(told["name"], told["claim"], told["proof"])

    def conclude(self, claim: str, proof: Any) -> None:
        self.facts.flush()
        fact = self.book.shown(claim, proof)
        a, b, _ = sides(parse(claim))
        where = self.book.at("now")
        info = self.lines.shown(fact, proof, "now", "f_claim")
        gap = self.rounds.gap_equation(a, b, where, fact)
        (one, *_), (other, *_) = self.verbatim.read(a, where), self.verbatim.read(b, where)
        sure = self.book.compared(claim, "now").strict
        sign, by, moved = (
            ("=", "eq_line", "moved_eq")
            if fact.equal
            else ("<", "lt_line", "moved_lt")
            if sure
            else ("<=", "le_line", "moved")
        )
        shown = f"(Rlt_le _ _ {self.use(info)})" if fact.strict and not sure else self.use(info)
        moved_shown = f"({moved} (eq_sym {self.use(gap)}) {shown})"
        self.lemmas.stated.append(
            f"Theorem claim : {one} {sign} {other}.\nProof. refine ({by} {moved_shown}). Qed."
        )


def exported(record: Mapping[str, Any], title: str = "") -> str:
    """The file of a derivation that the kernel accepts. Raises Unsupported, Refused."""
    own = statement(record["statement"])
    book = own.book(Traced)
    assert isinstance(book, Traced)
    return File(book).text(own, record, title)

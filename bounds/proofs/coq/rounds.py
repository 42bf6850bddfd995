"""Invariants, by induction over rounds."""

from __future__ import annotations

import re
from typing import Any

from ...kernel.facts import Fact
from ...kernel.text import parse
from .part import Part
from .terms import free_indices, part, sides
from .traced import Info


class Rounds(Part):
    """From the start and the step to every round."""

    def always(self, claims: list[list[str]], start: list[Any], lines: list[Any], after: list[Any]) -> None:
        book = self.book
        told = " and ".join(f"{name}: {claim}" for name, claim in claims)
        self.lemmas.stated.append(f"(* always {told} *)")
        starts = []
        for (_, claim), proof in zip(claims, start):
            goal = book.shown(claim, proof, "start")
            starts.append((goal, self.lines.shown(goal, proof, "start", kind="start")))
        kept_premises = self.lemmas.premises
        nexts = []
        with book.apart(), self.terms.at_round("t"):
            book.source = None
            premises: dict[str, str] = {}
            self.lemmas.premises = premises
            book.enter([])
            for name, claim in claims:
                fact = book.compared(claim, "now")
                own = f"H_{name}"
                told = self.terms.relation(fact.value, fact.strict, fact.equal)
                premises[own] = self.lemmas.over_all(told)
                info = Info(own, False, False, (own,), tuple(free_indices(told)))
                self.lines.learn(name, Fact(fact.value, fact.strict, False, fact.equal), info)
            self.file.steps(lines)
            for (_, claim), proof in zip(claims, after):
                goal = book.shown(claim, proof, "next")
                nexts.append((goal, self.lines.shown(goal, proof, "next", kind="next")))
        self.lemmas.premises = kept_premises
        self.induction(claims, starts, premises, nexts)

    def induction(
        self,
        claims: list[list[str]],
        starts: list[tuple[Fact, Info]],
        premises: dict[str, str],
        nexts: list[tuple[Fact, Info]],
    ) -> None:
        """From the start and the step to every round."""
        book = self.book
        conjunction = " /\\ ".join(f"({text})" for text in premises.values())
        names = list(premises)
        bases, steps = [], []
        for (_, claim), (goal, info), (later, after) in zip(claims, starts, nexts):
            with self.terms.at_round("t"):
                here = book.compared(claim, "now")
                names_ = free_indices(self.terms.relation(here.value, here.strict, here.equal))
                intro = f"intros {' '.join(names_)}. " if names_ else ""
            bases.append(intro + self.carried(claim, "start", goal, self.use(info)))
            with self.terms.at_round("t"):
                arguments = [
                    after.name,
                    *(["t"] if after.every else []),
                    *after.premises,
                    *self.lemmas.clients(after),
                ]
                steps.append(intro + self.carried(claim, "next", later, f"({' '.join(arguments)})"))
        destruct = f"({' & '.join(names)})" if len(names) > 1 else names[0]
        split = "repeat split. " if len(names) > 1 else ""
        whole = self.lemmas.own("always")
        base = "".join(f"{{ {text} }} " for text in bases)
        step = "".join(f"{{ {text} }} " for text in steps)
        self.lemmas.stated.append(
            f"Lemma {whole} (t : nat) : {conjunction}.\nProof. revert t. apply (always (fun t => {conjunction})).\n"
            f"- {split}{base}\n- intros t {destruct}. {split}{step}\nQed."
        )
        for i, (name, claim) in enumerate(claims):
            fact = book.compared(claim, "now")
            projected = part(whole, i, len(claims))
            with self.terms.at_round("t"):
                text = self.terms.relation(fact.value, fact.strict, fact.equal)
            if not re.search(r"\bt\b", text):  # it speaks of no round
                projected = projected.replace(f"{whole} t", f"{whole} 0%nat")
            free = " ".join(free_indices(text))
            info = self.emit("", text, f"exact ({projected} {free}).", self.lines.name(name))
            if not info.every:  # it speaks of no round
                info = Info(info.name, indices=info.indices)
            self.lines.learn(name, Fact(fact.value, fact.strict, True, fact.equal), info)
            ahead = book.compared(claim, "next")
            later, after = nexts[i]
            weaker = later.strict and not ahead.strict

            def proof(after: Info = after, names: list[str] = names, weaker: bool = weaker) -> str:
                every = "t" if after.every else ""
                given = [
                    f"({part(whole, k, len(names))})" for k in range(len(names)) if names[k] in after.premises
                ]
                exact = f"({' '.join([after.name, every, *given, *self.lemmas.clients(after)])})"
                return f"exact (Rlt_le _ _ {exact})." if weaker else f"exact {exact}."

            with self.terms.at_round("t"):
                own = self.emit(
                    "",
                    self.terms.relation(ahead.value, ahead.strict, ahead.equal),
                    proof,
                    self.lines.name(f"next {name}"),
                )
            self.lines.learn(f"next {name}", Fact(ahead.value, ahead.strict, True, ahead.equal), own)

    def carried(self, claim: str, time: str, goal: Fact, proof: str) -> str:
        """The claim at round 0, or at S t, from its form over what is known then."""
        self.states.dynamics()
        a, b, _ = sides(parse(claim))
        sure = self.book.compared(claim, "now").strict
        moved = "moved_eq" if goal.equal else "moved_lt" if sure else "moved"
        proof = f"(Rlt_le _ _ {proof})" if goal.strict and not sure else proof
        now, then = self.book.at("now"), self.book.at(time)
        with self.terms.at_round("t"):
            fact = self.book.compared(claim, "now")
            plain = self.gap_equation(a, b, now, fact)
        with self.terms.at_round("t"):
            here = self.gap_equation(a, b, then, goal)
        at = "0%nat" if time == "start" else "(S t)"
        rewriting = "".join(f"{one}. " for one in ("rewrite ?S_INR", *self.states.rewriting[time]))
        change = "change (INR 0) with 0. " if time == "start" else ""
        now_ = self.name_at(here, "t" if time == "next" else "0%nat")
        return (
            f"refine ({moved} ({self.name_at(plain, at)}) _). {rewriting}{change}"
            f"refine ({moved} (eq_sym ({now_})) {proof})."
        )

    def name_at(self, info: Info, at: str) -> str:
        return " ".join([info.name, *([at] if info.every else []), *self.lemmas.clients(info)])

    def gap_equation(self, a: Any, b: Any, where: Any, fact: Fact) -> Info:
        (one, _, needs, met), (other, _, more, far) = (
            self.verbatim.read(a, where),
            self.verbatim.read(b, where),
        )
        return self.emit(
            "is",
            f"{other} - {one} = {self.poly(fact.value)}",
            lambda: f"{self.rewrites([*needs, *more])}{self.close(fact.value, *met, *far)}",
        )

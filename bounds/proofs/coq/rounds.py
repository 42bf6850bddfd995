"""Induction over rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.facts import Fact
from ...kernel.text import parse
from .lines import Lines
from .terms import coq, sides
from .traced import Info, Traced


class Rounds(Lines):
    """Hypotheses on how states move; invariants by induction over nat."""

    def __init__(self, book: Traced) -> None:
        super().__init__(book)
        self.states_rewriting: dict[str, list[str]] = {"start": [], "next": []}

    def use(self, info: Info, new: Mapping[str, str] | None = None) -> str:
        """A premise is used by its own name, with indices alone."""
        if info.premises == (info.name,):
            if info.fixed:
                self.fixed.add(info.name)
            text = " ".join([info.name, *self.clients(info, new)])
            return f"({text})" if " " in text else text
        return super().use(info, new)

    def always(self, claims: list[list[str]], start: list[Any], lines: list[Any], after: list[Any]) -> None:
        book = self.book
        told = " and ".join(f"{name}: {claim}" for name, claim in claims)
        self.lemmas.append(f"(* always {told} *)")
        starts = []
        for (_, claim), proof in zip(claims, start):
            goal = book.shown(claim, proof, "start")
            starts.append((goal, self.shown(goal, proof, "start", kind="start")))
        kept_premises = self.premises
        nexts = []
        with book.apart(), self.at_round("t"):
            book.source = None
            premises: dict[str, str] = {}
            self.premises = premises
            book.enter([])
            for name, claim in claims:
                fact = book.compared(claim, "now")
                own = f"H_{name}"
                told = self.relation(fact.value, fact.strict, fact.equal)
                premises[own] = self.over_all(told)
                info = Info(own, False, False, (own,), tuple(self.free_indices(told)))
                self.learn(name, Fact(fact.value, fact.strict, False, fact.equal), info)
            self.steps(lines)
            for (_, claim), proof in zip(claims, after):
                goal = book.shown(claim, proof, "next")
                nexts.append((goal, self.shown(goal, proof, "next", kind="next")))
        self.premises = kept_premises
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
            with self.at_round("t"):
                here = book.compared(claim, "now")
                names_ = self.free_indices(self.relation(here.value, here.strict, here.equal))
                intro = f"intros {' '.join(names_)}. " if names_ else ""
            bases.append(intro + self.carried(claim, "start", goal, self.use(info)))
            with self.at_round("t"):
                arguments = [
                    after.name,
                    *(["t"] if after.every else []),
                    *after.premises,
                    *self.clients(after),
                ]
                steps.append(intro + self.carried(claim, "next", later, f"({' '.join(arguments)})"))
        destruct = f"({' & '.join(names)})" if len(names) > 1 else names[0]
        split = "repeat split. " if len(names) > 1 else ""
        whole = self.own("always")
        base = "".join(f"{{ {text} }} " for text in bases)
        step = "".join(f"{{ {text} }} " for text in steps)
        self.lemmas.append(
            f"Lemma {whole} (t : nat) : {conjunction}.\nProof. revert t. apply (always (fun t => {conjunction})).\n"
            f"- {split}{base}\n- intros t {destruct}. {split}{step}\nQed."
        )
        for i, (name, claim) in enumerate(claims):
            fact = book.compared(claim, "now")
            projected = self.part(whole, i, len(claims))
            with self.at_round("t"):
                text = self.relation(fact.value, fact.strict, fact.equal)
            free = " ".join(self.free_indices(text))
            info = self.emit("", text, f"exact ({projected} {free}).".__str__, self.name(name))
            if not info.every:  # it speaks of no round
                info = Info(info.name, indices=info.indices)
            self.learn(name, Fact(fact.value, fact.strict, True, fact.equal), info)
            ahead = book.compared(claim, "next")
            later, after = nexts[i]
            weaker = later.strict and not ahead.strict

            def proof(after: Info = after, names: list[str] = names, weaker: bool = weaker) -> str:
                every = "t" if after.every else ""
                given = [
                    f"({self.part(whole, k, len(names))})"
                    for k in range(len(names))
                    if names[k] in after.premises
                ]
                exact = f"({' '.join([after.name, every, *given, *self.clients(after)])})"
                return f"exact (Rlt_le _ _ {exact})." if weaker else f"exact {exact}."

            with self.at_round("t"):
                own = self.emit(
                    "",
                    self.relation(ahead.value, ahead.strict, ahead.equal),
                    proof,
                    self.name(f"next {name}"),
                )
            self.learn(f"next {name}", Fact(ahead.value, ahead.strict, True, ahead.equal), own)

    @staticmethod
    def part(whole: str, i: int, n: int) -> str:
        """The i-th of n statements that a lemma shows together, at round t."""
        text = f"{whole} t"
        for _ in range(i):
            text = f"proj2 ({text})"
        return f"proj1 ({text})" if i < n - 1 else text

    def carried(self, claim: str, time: str, goal: Fact, proof: str) -> str:
        """The claim at round 0, or at S t, from its form over what is known then."""
        self.dynamics()
        a, b, _ = sides(parse(claim))
        sure = self.book.compared(claim, "now").strict
        moved = "moved_eq" if goal.equal else "moved_lt" if sure else "moved"
        proof = f"(Rlt_le _ _ {proof})" if goal.strict and not sure else proof
        now, then = self.book.at("now"), self.book.at(time)
        with self.at_round("t"):
            fact = self.book.compared(claim, "now")
            plain = self.gap_equation(a, b, now, fact)
        with self.at_round("t"):
            here = self.gap_equation(a, b, then, goal)
        at = "0%nat" if time == "start" else "(S t)"
        rewriting = "".join(f"{one}. " for one in ("rewrite ?S_INR", *self.states_rewriting[time]))
        change = "change (INR 0) with 0. " if time == "start" else ""
        now_ = self.name_at(here, "t" if time == "next" else "0%nat")
        return (
            f"refine ({moved} ({self.name_at(plain, at)}) _). {rewriting}{change}"
            f"refine ({moved} (eq_sym ({now_})) {proof})."
        )

    def name_at(self, info: Info, at: str) -> str:
        return " ".join([info.name, *([at] if info.every else []), *self.clients(info)])

    def gap_equation(self, a: Any, b: Any, where: Any, fact: Fact) -> Info:
        (one, _, needs, met), (other, _, more, far) = self.read(a, where), self.read(b, where)
        return self.emit(
            "is",
            f"{other} - {one} = {self.poly(fact.value)}",
            lambda: f"{self.rewrites([*needs, *more])}{self.close(fact.value, *met, *far)}",
        )

    def dynamics(self) -> None:
        """How the states move: hypotheses, once."""
        with self.afresh("t"):
            for name, text in self.setting.states.items():
                if f"moves {name}" in self.done or name in self.setting.opened:
                    continue
                self.done.add(f"moves {name}")
                is_number = name in self.setting.numbers
                self.used.setdefault(name, "number" if is_number else "vector")
                own, places = coq(name), self.book.places.get(name, ())

                def said(text: str, time: str, is_number: bool = is_number) -> str:
                    where = self.book.at(time)
                    return self.scalar(parse(text), where) if is_number else self.vec(parse(text), where).text

                with self.at_round("(S t)"):
                    after = self.number(name, places) if is_number else self.base(name, places)
                with self.at_round("0%nat"):
                    before = self.number(name, places) if is_number else self.base(name, places)
                told = self.over_all(f"{after} = {said(text, 'now')}")
                self.hypotheses.append(f"Hypothesis {own}_next : forall t : nat, {told}.")
                start = self.setting.start.get(name)
                first = said(start, "start") if start else self.base(f"{name}0", places)
                self.hypotheses.append(f"Hypothesis {own}_start : {self.over_all(f'{before} = {first}')}.")
                rewriting = "repeat setoid_rewrite {}" if places else "rewrite ?{}"
                self.states_rewriting["start"].append(rewriting.format(f"{own}_start"))
                self.states_rewriting["next"].append(rewriting.format(f"{own}_next"))

    def moved_to(self, time: str) -> str:
        """Rewrites states at the start, or one round later."""
        self.dynamics()
        return "".join(f"{one}; " for one in self.states_rewriting[time])

    def still_state(self, g: str) -> str:
        """By induction: what starts alike and moves alike stays the same at all clients."""
        states = list(self.setting.alike)
        self.dynamics()  # which may need that states are alike
        if "alike" not in self.done:
            self.done.add("alike")
            self.proving = {name: f"IH_{name}" for name in states}
            bases: list[str] = []
            steps: list[str] = []
            with self.afresh("t"):
                for name in states:
                    own = coq(name)
                    for time, into in (("start", bases), ("next", steps)):
                        text = self.setting.start[name] if time == "start" else self.setting.states[name]
                        v = self.vec(parse(text), self.book.at("start" if time == "start" else "now"))
                        into.append(
                            f"{{ rewrite {own}_{time}. {self.same_vector(self.word_of(('J',), v), v)} }}"
                        )
            self.proving = {}
            split = "repeat split. " if len(states) > 1 else ""
            whole = " /\\ ".join(f"J ({coq(name)} t) = {coq(name)} t" for name in states)
            supposed = " & ".join(f"IH_{name}" for name in states)
            supposed = f"({supposed})" if len(states) > 1 else supposed
            self.lemmas.append(
                f"Lemma alike (t : nat) : {whole}.\nProof. induction t as [| t {supposed}].\n"
                f"- {split}{' '.join(bases)}\n- {split}{' '.join(steps)}\nQed."
            )
            for i, name in enumerate(states):
                part = self.part("alike", i, len(states))
                own = coq(name)
                self.lemmas.append(
                    f"Lemma {own}_still (t : nat) : J ({own} t) = {own} t.\nProof. exact ({part}). Qed."
                )
        return self.use(Info(f"{coq(g)}_still", True))

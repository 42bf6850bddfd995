"""Induction over rounds, inside a window of rounds, and from window to window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...kernel.derivation import TIMES
from ...kernel.facts import Fact
from ...kernel.poly import Poly
from ...kernel.text import parse
from .part import Part
from .terms import BEGUN, Unsupported, brackets, free_indices, part, sides
from .traced import Info

Goals = list[tuple[Fact, Info]]
NUMBERS = "rewrite ?plus_INR, ?mult_INR; cbn [INR]; "


class Rounds(Part):
    """From the start and the step to every round; from a window's first round to its end."""

    def always(
        self, claims: list[list[str]], start: list[Any], lines: list[Any], after: list[Any], kind: str
    ) -> None:
        book, (first, later, known) = self.book, TIMES[kind]
        if book.inside:
            raise Unsupported("a window of rounds inside an induction over windows")
        told = " and ".join(f"{name}: {claim}" for name, claim in claims)
        self.lemmas.stated.append(f"(* {kind} {told} *)")
        starts: Goals = []
        with self.starting(kind):
            for (_, claim), proof in zip(claims, start):
                goal = book.shown(claim, proof, first)
                starts.append((goal, self.lines.shown(goal, proof, first, kind="start")))
        premises: dict[str, str] = {}
        nexts: Goals = []
        with self.at_any_round():
            if kind == "window":
                self.inside_window()
            for name, claim in claims:
                fact = book.compared(claim, "now")
                own = f"H_{name}"
                told = self.terms.relation(fact.value, fact.strict, fact.equal)
                self.lemmas.premises[own] = premises[own] = self.lemmas.over_all(told)
                info = Info(own, False, False, (own,), tuple(free_indices(told)))
                self.lines.learn(name, Fact(fact.value, fact.strict, False, fact.equal), info)
            self.file.steps(lines)
            for (_, claim), proof in zip(claims, after):
                goal = book.shown(claim, proof, later)
                nexts.append((goal, self.lines.shown(goal, proof, later, kind="next")))
        whole = self.induction(claims, starts, premises, nexts, kind)
        for i, (name, claim) in enumerate(claims):
            for time in known:
                self.conclude(name, claim, time, (whole, i, premises), nexts[i], kind)

    @contextmanager
    def at_any_round(self) -> Iterator[None]:
        kept, self.lemmas.premises = self.lemmas.premises, {}
        with self.book.apart(), self.terms.at_round("t"):
            self.book.source = None
            self.book.enter([])
            yield
        self.lemmas.premises = kept

    @contextmanager
    def starting(self, kind: str) -> Iterator[None]:
        """Where the claims are shown first; windows: at the rounds before the first window's end."""
        if kind == "always":
            yield
            return
        with self.at_any_round():
            if kind == "windows":
                self.granted("H_early", self.book.span - 1 - self.space.scalar("t"))
            yield

    def inside_window(self) -> None:
        """That the present round is one of a window's, which began at `from_round`."""
        t, first = self.space.scalar("t"), self.space.scalar("first(t)")
        self.begun()
        self.granted("H_until", first + self.book.span - 1 - t)
        self.states.opened()

    def begun(self) -> None:
        """Formulas are read inside a window."""
        self.book.in_window, self.book.cache, self.lemmas.premises[BEGUN] = True, {}, "nat"
        self.book.source = self.emit("begun", f"0 <= INR {BEGUN}", "apply pos_INR.")
        first = self.space.scalar("first(t)")
        self.book.learn(Fact(first))
        self.granted("H_from", self.space.scalar("t") - first)

    def granted(self, name: str, value: Poly) -> None:
        """What the rounds of an induction are known to be, as a premise."""
        self.lemmas.premises[name] = self.terms.relation(value, False)
        self.book.source = Info(name, False, False, (name,))
        self.book.learn(Fact(value, every=False))
        self.book.source = None

    @contextmanager
    def reading(self, kind: str) -> Iterator[None]:
        """How an induction's claims are read: inside a window they speak of its first round."""
        with self.terms.at_round("t"):
            if kind != "window":
                yield
                return
            kept, self.lemmas.premises = self.lemmas.premises, {}
            with self.book.apart():
                self.begun()
                yield
            self.lemmas.premises = kept

    def induction(
        self, claims: list[list[str]], starts: Goals, premises: dict[str, str], nexts: Goals, kind: str
    ) -> str:
        """The lemma: from the start and the step to every round, or to the end of a window."""
        conjunction = " /\\ ".join(f"({text})" for text in premises.values())
        names = list(premises)
        bases, steps = [], []
        for (_, claim), (goal, info), (later, after) in zip(claims, starts, nexts):
            with self.reading(kind):
                here = self.book.compared(claim, "now")
                names_ = free_indices(self.terms.relation(here.value, here.strict, here.equal))
                intro = f"intros {' '.join(names_)}. " if names_ else ""
            with self.terms.at_round(BEGUN if kind == "window" else "t"):
                bases.append(intro + self.carried(claim, kind, True, goal, self.use(info)))
            with self.terms.at_round("t"):
                steps.append(intro + self.carried(claim, kind, False, later, self.use(after)))
        destruct = f"({' & '.join(names)})" if len(names) > 1 else names[0]
        split = "repeat split. " if len(names) > 1 else ""
        base = split + "".join(f"{{ {text} }} " for text in bases)
        step = split + "".join(f"{{ {text} }} " for text in steps)
        whole = self.lemmas.own("always")
        function = f"(fun t => {conjunction})"
        if kind == "always":
            told = f"(t : nat) : {conjunction}.\nProof. revert t. apply (always {function})"
            cases = [base, f"intros t {destruct}. {step}"]
        else:
            told, cases = self.by_windows(kind, function, conjunction, destruct, base, step)
        listed = "\n".join(f"- {case}" for case in cases)
        self.lemmas.stated.append(f"Lemma {whole} {told}.\n{listed}\nQed.")
        return whole

    def by_windows(
        self, kind: str, function: str, conjunction: str, destruct: str, base: str, step: str
    ) -> tuple[str, list[str]]:
        """(the lemma's statement and first tactics, its cases)."""
        span, t, first = self.book.span, self.space.scalar("t"), self.space.scalar("first(t)")
        rounds = brackets(self.terms.whole(span))

        def known(name: str, value: Poly, given: str) -> str:
            """A round's bound in the kernel's form."""
            text = self.terms.relation(value, False)
            return f"assert ({name} : {text}) by (refine (moved _ {given}); {NUMBERS}ring). "

        with self.terms.at_round("t"):
            if kind == "window":
                until = known("H_until", first + span - 1 - t, "_until")
                told = f"({BEGUN} : nat) : {function} ({BEGUN} + {rounds})%nat."
                return f"{told}\nProof. apply (window {function} {BEGUN} {rounds})", [
                    f"cbv beta. {base}",
                    f"intros t _from _until {destruct}. {known('H_from', t - first, '_from')}{until}{step}",
                ]
            one = self.signs.not_negative(span - 1)
            early = known("H_early", span - 1 - t, "_early")
        last = f"(moved (p := {self.poly(span - 1)}) _ {one})"
        return f"(t : nat) : {conjunction}.\nProof. revert t. apply (windows {function} {rounds})", [
            f"refine (moved _ {one}). {NUMBERS}ring.",
            f"intros t _early. {early}{base}",
            f"intros t _all. assert (_last : 0 <= INR t + INR {rounds} - 1 - INR t) "
            f"by (refine {last}; {NUMBERS}ring). "
            f"pose proof (_all t (gap (Rle_refl _)) _last) as {destruct}. {step}",
        ]

    def conclude(
        self,
        name: str,
        claim: str,
        time: str,
        shown: tuple[str, int, dict[str, str]],
        step: tuple[Fact, Info],
        kind: str,
    ) -> None:
        """A claim at every round, one round later, or one window later."""
        (whole, i, premises), (later, after) = shown, step
        names, own = list(premises), f"next {name}" if time == "next" else name
        fact = self.book.compared(claim, time)
        with self.terms.at_round("t"):
            told = self.terms.relation(fact.value, fact.strict, fact.equal)

        def projected(k: int, at: str = "t") -> str:
            one = part(whole, k, len(names))
            return f"({one.replace(f'{whole} t', f'{whole} {at}')})"

        def at_next() -> str:
            every = "t" if after.every else ""
            given = [projected(k) for k in range(len(names)) if names[k] in after.premises]
            exact = f"({' '.join([after.name, every, *given, *self.lemmas.clients(after)])})"
            weaker = later.strict and not fact.strict
            return f"exact (Rlt_le _ _ {exact})." if weaker else f"exact {exact}."

        if time == "now":
            at = "t" if re.search(r"\bt\b", told) else "0%nat"  # it speaks of no round
            free = " ".join(free_indices(told))
            exact = f"({projected(i, at)[1:-1]} {free})"
            info = self.emit("", told, f"exact {exact}.", self.lines.name(name))
            if not info.every:
                info = Info(info.name, indices=info.indices)
        else:
            end, of = ("(S t)", "(S t)") if time == "next" else (self.window_end(), "t")
            later_on = lambda: self.later(claim, time, kind, projected(i, of), end)  # noqa: E731
            with self.terms.at_round("t"):
                proof = at_next if kind == "always" else later_on
                info = self.emit("", told, proof, self.lines.name(own))
        self.lines.learn(own, Fact(fact.value, fact.strict, True, fact.equal), info)

    def window_end(self) -> str:
        return f"(t + {brackets(self.terms.whole(self.book.span))})%nat"

    def later(self, claim: str, time: str, kind: str, shown: str, at: str) -> str:
        """The claim one round or one window later, from what it is at that round."""
        a, b, _ = sides(parse(claim))
        with self.reading(kind):
            plain = self.gap_equation(a, b, self.book.at("now"), self.book.compared(claim, "now"))
        fact = self.book.compared(claim, time)
        with self.terms.at_round("t"):
            here = self.gap_equation(a, b, self.book.at(time), fact)
        moved = "moved_eq" if fact.equal else "moved_lt" if fact.strict else "moved"
        states = self.states.rewriting["next"] if time == "next" else []
        rewriting = "".join(f"{one} in _shown. " for one in ("rewrite ?S_INR, ?plus_INR", *states))
        return (
            f"pose proof ({moved} (eq_sym ({self.name_at(plain, at, 't')})) {shown}) as _shown. {rewriting}"
            f"exact ({moved} ({self.name_at(here, 't')}) _shown)."
        )

    def carried(self, claim: str, kind: str, begins: bool, goal: Fact, proof: str) -> str:
        """The claim where an induction begins, or one step later, from its form over what is known then."""
        self.states.dynamics()
        a, b, _ = sides(parse(claim))
        sure = self.book.compared(claim, "now").strict
        moved = "moved_eq" if goal.equal else "moved_lt" if sure else "moved"
        proof = f"(Rlt_le _ _ {proof})" if goal.strict and not sure else proof
        with self.reading(kind):
            fact = self.book.compared(claim, "now")
            plain = self.gap_equation(a, b, self.book.at("now"), fact)
        first, later, _ = TIMES[kind]
        with self.reading("always" if begins else kind):
            here = self.gap_equation(a, b, self.book.at(first if begins else later), goal)
        now, at, states = {
            ("always", True): ("0%nat", "0%nat", ["start"]),
            ("always", False): ("t", "(S t)", ["next"]),
            ("window", True): (BEGUN, BEGUN, ["opened"]),
            ("window", False): ("t", "(S t)", ["next", "inside"]),
            ("windows", True): ("t", "t", []),
            ("windows", False): ("t", "", []),
        }[kind, begins]
        numbers = "rewrite ?plus_INR" if kind == "windows" else "rewrite ?S_INR"
        moved_on = [numbers, *(one for name in states for one in self.states.rewriting[name])]
        rewriting = "".join(f"{one}. " for one in moved_on)
        change = "change (INR 0) with 0. " if at == "0%nat" else ""
        return (
            f"refine ({moved} ({self.name_at(plain, at or self.window_end())}) _). {rewriting}{change}"
            f"refine ({moved} (eq_sym ({self.name_at(here, now)})) {proof})."
        )

    def name_at(self, info: Info, at: str, begun: str = BEGUN) -> str:
        premises = [begun if premise == BEGUN else premise for premise in info.premises]
        return " ".join([info.name, *([at] if info.every else []), *premises, *self.lemmas.clients(info)])

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

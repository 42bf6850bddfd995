"""How states move: hypotheses, and that what starts alike, or balanced, and moves so stays so."""

from __future__ import annotations

from ...kernel.text import parse
from .part import Part
from .terms import BEGUN, coq, part
from .traced import Info
from .vectors import Vec


class States(Part):
    """The hypotheses are stated when they are first needed."""

    def begin(self) -> None:
        self.rewriting: dict[str, list[str]] = {"start": [], "next": [], "opened": [], "inside": []}

    def dynamics(self) -> None:
        """How the states move: hypotheses, once."""
        with self.verbatim.afresh("t"):
            for name, text in self.setting.states.items():
                if name in self.setting.opened or not self.lemmas.once(f"moves {name}"):
                    continue
                is_number = name in self.setting.numbers
                self.terms.used.setdefault(name, "number" if is_number else "vector")
                own, places = coq(name), self.book.places.get(name, ())

                def said(text: str, time: str, is_number: bool = is_number) -> str:
                    where = self.book.at(time)
                    return (
                        self.verbatim.scalar(parse(text), where)
                        if is_number
                        else self.verbatim.vec(parse(text), where).text
                    )

                with self.terms.at_round("(S t)"):
                    after = self.terms.number(name, places) if is_number else self.terms.base(name, places)
                with self.terms.at_round("0%nat"):
                    before = self.terms.number(name, places) if is_number else self.terms.base(name, places)
                told = self.lemmas.over_all(f"{after} = {said(text, 'now')}")
                self.lemmas.hypotheses.append(f"Hypothesis {own}_next : forall t : nat, {told}.")
                start = self.setting.start.get(name)
                first = said(start, "start") if start else self.terms.base(f"{name}0", places)
                self.lemmas.hypotheses.append(
                    f"Hypothesis {own}_start : {self.lemmas.over_all(f'{before} = {first}')}."
                )
                rewriting = "repeat setoid_rewrite {}" if places else "rewrite ?{}"
                self.rewriting["start"].append(rewriting.format(f"{own}_start"))
                self.rewriting["next"].append(rewriting.format(f"{own}_next"))

    def opened(self) -> None:
        """How what begins with a window moves inside it: hypotheses, once."""
        self.dynamics()
        for name, text in self.setting.opened.items():
            if not self.lemmas.once(f"opens {name}"):
                continue
            own, inside = coq(name), self.lemmas.premises["H_from"]
            with self.verbatim.afresh("t"):
                moved = self.verbatim.vec(parse(self.setting.states[name]), self.book.at("now")).text
                begun = self.verbatim.vec(parse(text), self.book.at("now")).text
            self.lemmas.hypotheses += [
                f"Hypothesis {own}_next : forall {BEGUN} t : nat, {inside} -> {own} {BEGUN} (S t) = {moved}.",
                f"Hypothesis {own}_start : forall t : nat, {own} t t = {begun}.",
            ]
            self.terms.used.setdefault(name, "vector")
            self.rewriting["inside"].append(f"rewrite ?({own}_next {BEGUN} t H_from)")
            self.rewriting["opened"].append(f"rewrite ?{own}_start")

    def moved_to(self, time: str) -> str:
        """Rewrites states at the start, or one round later."""
        self.dynamics()
        return "".join(f"{one}; " for one in self.rewriting[time])

    def still_state(self, g: str) -> str:
        """By induction: what starts and moves the same at all clients, or balanced (of mean 0), stays so."""
        balanced = self.setting.balanced
        states = [*self.setting.alike, *balanced]
        self.dynamics()  # which may need that states are alike
        if self.lemmas.once("alike"):
            self.vectors.proving = {
                name: [f"IH_{name}", *([f"beside_{name}"] * (name in balanced))] for name in states
            }
            bases: list[str] = []
            steps: list[str] = []
            with self.verbatim.afresh("t"):
                for name in states:
                    own = coq(name)
                    for time, into in (("start", bases), ("next", steps)):
                        at_start = time == "start"
                        text = self.setting.start[name] if at_start else self.setting.states[name]
                        v = self.verbatim.vec(parse(text), self.book.at("start" if at_start else "now"))
                        kept = Vec("zero", "Zero", ()) if name in balanced else v
                        same = self.vectors.same_vector(self.vectors.word_of(("J",), v), kept)
                        into.append(f"{{ rewrite {own}_{time}. {same} }}")
            self.vectors.proving = {}
            split = "repeat split. " if len(states) > 1 else ""
            stays = {name: "zero" if name in balanced else f"{coq(name)} t" for name in states}
            whole = " /\\ ".join(f"J ({coq(name)} t) = {stays[name]}" for name in states)
            supposed = " & ".join(f"IH_{name}" for name in states)
            supposed = f"({supposed})" if len(states) > 1 else supposed
            beside = "".join(
                f"assert (beside_{name} : forall v, dot ({coq(name)} t) (J v) = 0) by "
                f"(intro v; rewrite <- J_symmetric, IH_{name}; apply dot_zero). "
                for name in balanced
            )
            self.lemmas.stated.append(
                f"Lemma alike (t : nat) : {whole}.\nProof. induction t as [| t {supposed}].\n"
                f"- {split}{' '.join(bases)}\n- {beside}{split}{' '.join(steps)}\nQed."
            )
            for i, name in enumerate(states):
                shown = part("alike", i, len(states))
                own = coq(name)
                self.lemmas.stated.append(
                    f"Lemma {own}_still (t : nat) : J ({own} t) = {stays[name]}.\nProof. exact ({shown}). Qed."
                )
        return self.use(Info(f"{coq(g)}_still", True))

"""Lemmas and hypotheses: each stated once, for all rounds and all clients where its proof allows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from .terms import BEGUN, Terms, free_indices, renamed, variable
from .traced import Info

_t, _T, _WORD = re.compile(r"\bt\b"), re.compile(r"\bT\b"), re.compile(r"[A-Za-z_]\w*")


class Lemmas:
    """What is stated so far."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.hypotheses: list[str] = []
        self.stated: list[str] = []
        self.known: dict[str, Info] = {}
        self.count: dict[str, int] = {}
        self.fixed: set[str] = set()  # lemmas and hypotheses of the round T alone
        self.premises: dict[str, str] = {}  # in whose scope lemmas are stated now, at the present round
        self.indices: dict[str, tuple[str, ...]] = {}  # a named lemma -> its arguments of type Client
        self.widths: dict[str, int] = {}  # of the left sides of equations
        self.done: set[str] = set()
        self.proving = 0  # lemmas whose proofs are being written

    def once(self, what: str) -> bool:
        """Whether this is the first time, after which it is done."""
        first = what not in self.done
        self.done.add(what)
        return first

    def use(self, info: Info, new: Mapping[str, str] | None = None) -> str:
        """The lemma at the present round, at these indices in the place of its own."""
        if info.fixed:
            self.fixed.add(info.name)
        at = [self.terms.round] if info.every else []
        beside = [premise for premise in info.premises if premise != info.name]
        text = " ".join([info.name, *at, *beside, *self.clients(info, new)])
        return f"({text})" if " " in text else text

    def clients(self, info: Info, new: Mapping[str, str] | None = None) -> list[str]:
        placed = {variable(i): variable(j) for i, j in (new or {}).items()}
        return [placed.get(i, i) for i in info.indices or self.indices.get(info.name, ())]

    def own(self, kind: str) -> str:
        self.count[kind] = self.count.get(kind, 0) + 1
        return f"{kind}_{self.count[kind]}"

    def emit(self, kind: str, statement: str, proof: str | Callable[[], str], name: str = "") -> Info:
        """A lemma, one for each statement; for all rounds unless its proof uses what is known of T alone.

        It holds for all values of its indices, which it names in the order in which they stand.
        """
        here = re.compile(rf"\b{self.terms.round}\b")
        free = free_indices(statement)
        alike = here.sub("t", renamed(statement, free))
        if not name and alike in self.known:
            return replace(self.known[alike], indices=tuple(free))
        self.proving += 1
        text = proof if isinstance(proof, str) else proof()
        self.proving -= 1
        statement, text, general = renamed(statement, free), renamed(text, free), alike
        words = set(_WORD.findall(here.sub("t", f"{statement} {text}")))
        fixed = bool(words & self.fixed)
        for premise in reversed(self.premises):  # what a premise speaks of stands before it
            words |= set(_WORD.findall(self.premises[premise])) if premise in words else set()
        premises = [premise for premise in self.premises if premise in words]
        name = name or self.own(kind)
        if not fixed:
            every = bool(_t.search(general)) or any(_t.search(self.premises[one]) for one in premises)
            statement, text = general, here.sub("t" if every else "T", text)
        else:
            every = False
            fixed = any(map(_T.search, (statement, *(self.premises[one] for one in premises))))
        binders = ["(t : nat)"] if every else []
        binders += [f"({one} : {self.premises[one]})" for one in premises]
        binders += [f"({' '.join(free.values())} : Client)"] if free else []
        self.stated.append(f"Lemma {' '.join([name, *binders])} : {statement}.\nProof. {text} Qed.")
        info = Info(name, every, fixed, tuple(premises), tuple(free))
        self.indices[name] = info.indices
        if fixed:
            self.fixed.add(name)
        if not fixed and set(premises) <= {BEGUN}:
            self.known[alike] = info
        return info

    def over_all(self, statement: str) -> str:
        """The statement for all values of its indices."""
        free = free_indices(statement)
        told = f"forall {' '.join(free.values())} : Client, " if free else ""
        return told + renamed(statement, free)

    def equation(self, kind: str, left: str, right: str, proof: str | Callable[[], str]) -> str:
        if left == right:
            return ""
        name = self.use(self.emit(kind, f"{left} = {right}", proof))
        self.widths[name] = len(left)
        return name

    def assume(self, name: str, statement: str, binders: str = "") -> Info:
        """A hypothesis for all rounds; for those from a window's first one on, where it speaks of that."""
        free = free_indices(statement)
        general = re.sub(rf"\b{self.terms.round}\b", "t", renamed(statement, free))
        every = bool(_t.search(general))
        clients = f"({' '.join(free.values())} : Client)" if free else ""
        window = (BEGUN, "H_from") if BEGUN in _WORD.findall(general) else ()
        inside = [f"({one} : {self.premises[one]})" for one in window]
        quantified = " ".join(one for one in ("(t : nat)" * every, *inside, clients, binders) if one)
        self.hypotheses.append(
            f"Hypothesis {name} : {f'forall {quantified}, ' if quantified else ''}{general}."
        )
        return Info(name, every, premises=window, indices=tuple(free))

    def rewrites(self, names: Iterable[str]) -> str:
        """By each of these equations; longer sides first, as one may stand inside another."""
        listed = [name for name in reversed(dict.fromkeys(names)) if name]
        listed.sort(key=lambda name: -self.widths.get(name, 0))
        return f"rewrite {', '.join('?' + name for name in listed)}. " if listed else ""

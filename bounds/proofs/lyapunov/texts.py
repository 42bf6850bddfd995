"""The vectors of a round as texts of a derivation: errors, gradients, what is mixed, in the mean and beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...algorithms import Algorithm, Form, Trace

__all__ = ["PULL", "PULL_MOVES", "Texts", "combination"]

# where the origin is no minimizer: the gradient there of the mean loss; by how much gradients there change in a round
PULL, PULL_MOVES = "grad mean", "grad moved"


def combination(parts: Iterable[tuple[Any, str]]) -> str:
    """c u + d v + ... as text.

    >>> combination([(-2, "x"), (1, "y"), (0, "z"), (3, "1")])
    '-2*x + y + 3'
    """
    told = [f"{'-' if c < 0 else '+'} {_times(abs(c), v)}" for c, v in parts if c]
    text = " ".join(told) or "0*o"
    return text[2:] if text.startswith("+ ") else f"-{text[2:]}" if text.startswith("- ") else text


@dataclass(frozen=True)
class Texts:
    """Names of the vectors of an algorithm's round, traced in the mean and in the disagreement."""

    algorithm: Algorithm
    mean: Trace
    apart: Trace
    origin: str = "o"  # from where models are counted, the same at all clients

    @cached_property
    def prefix(self) -> str:
        """What all names begin with, so that none is the algorithm's own; mostly nothing."""
        known = (*self.algorithm.states, *self.algorithm.let)
        begun = ("V", *(f"{kind}_" for kind in "eumyzb"))
        tried = ("", *(f"v{k}_" for k in range(len(known))))
        return next(p for p in tried if not any(n.startswith(p + b) for n in known for b in begun))

    def name(self, kind: str, vector: str = "") -> str:
        """kind: V; e an error, u a difference of gradients, y the gradient's point, z what is mixed; m the mean of
        these, b what is beside it."""
        return f"{self.prefix}{kind}{'_' * bool(vector)}{vector.replace(' ', '')}"

    def names(self, side: str) -> list[str]:
        """Of the basis of the mean (m) or of the disagreement (b)."""
        return [self.name(side, vector) for vector in (self.mean if side == "m" else self.apart).basis]

    @cached_property
    def pull(self) -> str:
        """The gradients at the origin, less their mean."""
        return "grad(o)" if self.origin == "o" else f"(grad({self.origin}) - J(grad({self.origin})))"

    @cached_property
    def errors(self) -> Mapping[str, str]:
        """Names of states' distances from where they rest, with their texts."""
        rest, found = self.algorithm.rest or {}, {}
        for state in self.algorithm.states:
            text = f"{state} - {self.origin}" if state in (self.algorithm.models or ()) else state
            if self.calls and rest.get(state, "0") != "0":
                text += " - (" + re.sub(r"\bh\b", self.pull, rest[state]) + ")"
            found[self.name("e", state)] = text
        if PULL in self.mean.basis:
            found[self.name("e", PULL)] = f"grad({self.origin})"
        return found

    @property
    def calls(self) -> int:
        return len(self.mean.oracles)

    @cached_property
    def lets(self) -> Mapping[str, str]:
        """All other vectors of a round."""
        found = {}
        for state in self.apart.states:
            found[self.name("b", state)] = f"{self.name('e', state)} - J({self.name('e', state)})"
        for state in self.mean.states:
            found[self.name("m", state)] = f"J({self.name('e', state)})"
        if "h" in self.apart.basis:
            found[self.name("b", "h")] = self.pull
        if PULL in self.mean.basis:
            found[self.name("m", PULL)] = f"J({self.name('e', PULL)})"
        for i, ((y, called), (z, _)) in enumerate(zip(self.mean.oracles, self.apart.oracles), 1):
            u, point = self.name("u", f"{i}"), self.name("y", f"{i}")
            at = f"{self.origin} + {self.words(y, 'm')} + {self.words(z, 'b')}"
            (pulled, *_), *_ = called.terms
            found[point] = f"next({self.origin})" if pulled == PULL_MOVES else at
            found[u] = f"grad({point}) - grad({self.origin})"
            found[self.name("m", pulled)] = f"J({u})"
            found[self.name("b", pulled)] = f"{u} - J({u})"
        for i, (z, _) in enumerate(self.apart.mixes, 1):
            found[self.name("z", f"{i}")] = self.words(z, "b")
            found[self.name("b", f"mix {i}")] = f"W({self.name('z', f'{i}')})"
        return found

    def words(self, form: Form, side: str, eta: int | None = None) -> str:
        """A form as text, in the names of a side; eta: of this power of eta alone, and without it."""
        found: dict[int, list[tuple[Any, str]]] = {}
        for (vector, i, j), c in form.terms.items():
            if eta is None or i == eta:
                power = f"eta**{i}*" if i and eta is None else ""
                found.setdefault(j if side == "b" else 0, []).append((c, power + self.name(side, vector)))
        return combination((1, mixed(combination(told), j)) for j, told in sorted(found.items()))

    def pair(self, side: str, s: str, r: str, power: int) -> str:
        u, v = self.name("e", s), self.name("e", r)
        if side == "m":
            return f"sq(J({u}))" if u == v else f"dot(J({u}), {v})"
        if u == v and not power:
            return f"sq({u} - J({u}))"
        return f"dot({u} - J({u}), {mixed(v, power) if power else v})"


def _times(c: Any, v: str) -> str:
    return v if c == 1 else str(c) if v == "1" else f"{c}*{v}"


def mixed(text: str, times: int) -> str:
    """W applied so many times."""
    return "W(" * times + text + ")" * times if times else f"({text})"

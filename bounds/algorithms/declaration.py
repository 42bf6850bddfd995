"""An algorithm, declared once as text; runs, proofs and checks all read the same text.

EXTRA, as a user would write it:

    Algorithm("EXTRA", let={"m": "mix(x)"}, next={"x": "m - eta*grad(x) - q", "q": "q + (x - m)/2"},
              balanced=("q",), rest={"x": "0", "q": "-eta*h"})
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from mixproof.spectral.checks import of_kind
from mixproof.spectral.errors import InputError
from mixproof.spectral.showing import rebuilt

from ..formula import FUNCTIONS, is_name, parse
from ..hints import guess
from ..kernel.text import nodes, written
from .consistency import consistent
from .evaluate import OPERATIONS, PLAIN, positive

__all__ = ["Algorithm", "program"]

# those that Lyapunov proofs know, and those that only settings with what they need have
NUMBERS = ("eta", "chance")
MOST_LINES = 200
_TAKEN = {*OPERATIONS, *FUNCTIONS, *NUMBERS, "h"}


@dataclass(frozen=True, repr=False)
class Algorithm:
    """A decentralized method as linear updates, one round each.

    next: state -> its value in the next round, all from the states of this round. The first state is the model.
    let: names for intermediate values, in order, which later lines may use.
    A line is a formula over states, `let` names, integers, fractions, `eta`, `chance` and
        mix(z)      sum_j W_kj z_j, W the mixing matrix of the round
        grad(y)     each client's own gradient at its own y
        share(grad(y))  the same times the client's share of the data, m_k/m (all gradients of a method, or none)
        average(z)  the mean of the clients, weighted by their shares: what a server sends back
        pull(z), push(z)  sum_j R_kj z_j, rows of R shares, and sum_j C_kj z_j, columns of C shares: directed networks
        paced(z)    each client's own positive factor times z_k: steps of their own
        sometimes(z), active(z)  z with the chance `chance`, else 0, by one coin a round; by each client's own coin
        self_mix(z) W_kk z_k: what a client keeps of its own, mix(y) + self_mix(x - y) where messages are old copies y
        top(z)      each client's coordinate of largest size, 0 for the others: a compressed message
        sparse(z)   each coordinate over `kept` with the chance kept, else 0: a compressed message, right in the mean
        prox(z)     the proximal map of eta r, where r joins each loss: l1 |w|_1, on a set alone where one is given
                    (coordinates from low to low + span; |w| <= radius; no coordinate negative, their sum total)
        backward(z) the w with w + eta grad F_k(w) = z: the proximal map of each client's own loss
    balanced: states that start with mean zero over the clients and keep it.
    models: states that live where models live (a shift of the origin shifts them); None: all that are not balanced.
    scales: states of one number a client that no datum enters (push-sum's weights); a line may divide by them.
    start: state -> its start, a multiple of the first state or a number; 0 unless said. The first state is given.
    rest: state -> where it rests when every model is at w*, in units of h = (grad F_k(w*))_k, models shifted by w*.
        None: the method does not come to rest at w*, and h is an input of its error.
    numbers: further positive numbers that lines read beside eta, such as a step of the duals; a claim speaks of all
        their values that it allows, and `at` puts values in.

    Raises InputError, one sentence, for an unknown name, an update that is not linear, a state that does not stay
    balanced, models that do not move with a shift of the origin, and a point that is not at rest.

    >>> Algorithm("squares", {"x": "mix(x) - eta*grad(x)*x"})
    Traceback (most recent call last):
    ...
    mixproof.spectral.errors.InputError: x=mix(x) - eta*grad(x)*x: an update is linear; this has a vector times a vector
    """

    name: str
    next: Mapping[str, str]
    let: Mapping[str, str] = field(default_factory=dict)
    balanced: tuple[str, ...] = ()
    models: tuple[str, ...] | None = None
    scales: tuple[str, ...] = ()
    start: Mapping[str, str] = field(default_factory=dict)
    rest: Mapping[str, str] | None = None
    numbers: tuple[str, ...] = ()

    def __repr__(self) -> str:
        told = ((one.name, getattr(self, one.name)) for one in fields(self))
        return rebuilt(
            "Algorithm",
            *((name, dict(x) if isinstance(x, Mapping) else x) for name, x in told if x),
        )

    def __post_init__(self) -> None:
        of_kind("name", self.name, str, "the name of the algorithm, a text")
        for part in ("next", "let", "start", "rest"):
            lines = getattr(self, part)
            if part != "rest" or lines is not None:
                of_kind(part, lines, Mapping, "a mapping, name -> formula")
                object.__setattr__(self, part, MappingProxyType(dict(lines)))
                for name, text in lines.items():
                    if not isinstance(name, str) or not isinstance(text, str):
                        raise InputError(
                            part, f"{name!r}: {text!r}", "a name and a formula, both of them text"
                        )
        for part in ("balanced", "models", "scales", "numbers"):
            states = getattr(self, part)
            if part != "models" or states is not None:
                names = [0] if isinstance(states, str) or not isinstance(states, Iterable) else list(states)
                if not all(isinstance(name, str) for name in names):
                    raise InputError(part, states, "a tuple of names")
                object.__setattr__(self, part, tuple(names))
        if self.models is None:
            kept = {*self.balanced, *self.scales}
            object.__setattr__(self, "models", tuple(s for s in self.next if s not in kept))
        self._names()
        for name, text in self.lines.items():
            _syntax(name, text)
        consistent(self)

    def __hash__(self) -> int:
        return hash((self.name, *self.next.items(), *self.let.items()))

    @property
    def states(self) -> tuple[str, ...]:
        return tuple(self.next)

    @property
    def lines(self) -> dict[str, str]:
        """All updates: `let` in order, then `next`."""
        return {**self.let, **{f"next {name}": text for name, text in self.next.items()}}

    @property
    def unproved(self) -> str:
        """Why no rate is proved of it, which is so of what proofs of rates do not know; empty where they know all."""
        if self.numbers:
            return f"a rate is proved at values: algorithm.at({', '.join(f'{name}=...' for name in self.numbers)})"
        for text in self.lines.values():
            formula = parse(text)
            if other := (formula.called - {*PLAIN}) | (formula.names & {"chance"}):
                return f"a rate is proved of methods over {', '.join(PLAIN)}, and of no {min(other)}: mx.claim checks"
            divisors = [node.parts[1] for node in nodes(formula.tree) if node.kind == "/"]
            if any("eta" in written(divisor) for divisor in divisors):
                return "a rate is proved of methods that divide by no step: let a state hold eta times what it holds"
        return ""

    @property
    def words(self) -> set[str]:
        """The operations that its lines apply."""
        return set().union(*(parse(text).called for text in self.lines.values()))

    def uses(self, operation: str) -> bool:
        return operation in self.words

    @property
    def messages(self) -> int:
        """Vectors that a client sends to each neighbour in a round: the different arguments of `mix`.

        >>> from mixproof.bounds.algorithms import algorithm
        >>> algorithm("extra").messages, algorithm("diging").messages
        (1, 2)
        """
        told = [node for text in self.lines.values() for node in nodes(parse(text).tree)]
        return len({node.parts for node in told if node.kind == "call" and node.value == "mix"})

    @property
    def text(self) -> str:
        """The updates as one would print them, a line each.

        >>> print(Algorithm("DGD", {"x": "mix(x) - eta*grad(x)"}).text)
        x <- mix(x) - eta*grad(x)
        """
        lets = [f"{name} = {text}" for name, text in self.let.items()]
        return "\n".join(lets + [f"{name} <- {text}" for name, text in self.next.items()])

    def to_json(self) -> dict[str, object]:
        """The declaration as a JSON document; `Algorithm(**document)` is this algorithm again."""
        lists = {"balanced": self.balanced, "models": self.models or (), "scales": self.scales}
        return {
            "name": self.name,
            "let": dict(self.let),
            "next": dict(self.next),
            **{name: list(states) for name, states in lists.items()},
            "start": dict(self.start),
            "rest": None if self.rest is None else dict(self.rest),
            **({"numbers": list(self.numbers)} if self.numbers else {}),
        }

    def at(self, **values: Any) -> Algorithm:
        """The algorithm with values for its numbers, all of them or some: integers, or fractions such as "1/3".

        Raises InputError for a name that is none of its numbers, and for a value that is no positive fraction.

        >>> damped = Algorithm("damped", {"x": "(1 - a)*x + a*mix(x) - eta*grad(x)"}, numbers=("a",))
        >>> print(damped.at(a="1/3").text)
        x <- (1 - (1/3))*x + (1/3)*mix(x) - eta*grad(x)
        """
        if unknown := values.keys() - {*self.numbers}:
            raise InputError(
                "numbers", min(unknown), f"is none of {', '.join(self.numbers) or 'its numbers'}"
            )
        told = {name: positive(name, x) for name, x in values.items()}

        def put(lines: Mapping[str, str]) -> dict[str, str]:
            own = rf"\b({'|'.join(told) or '$'})\b"
            return {
                name: re.sub(own, lambda found: f"({told[found[0]]})", text) for name, text in lines.items()
            }

        return replace(
            self,
            name=", ".join([self.name, *(f"{name} = {x}" for name, x in told.items())]),
            next=put(self.next),
            let=put(self.let),
            rest=self.rest and put(self.rest),
            numbers=tuple(name for name in self.numbers if name not in told),
        )

    def _names(self) -> None:
        if not self.next:
            raise InputError("next", self.name, "an algorithm has at least one state")
        if len(self.next) + len(self.let) > MOST_LINES:
            raise InputError("let", f"{len(self.let)} lines", f"at most {MOST_LINES} with those of next")
        for name in (*self.next, *self.let, *self.numbers):
            if not is_name(name) or name in _TAKEN:
                rule = "a state, a let line or a number has a name of its own: letters, digits and _, a letter first"
                raise InputError("name", name, rule)
        if both := (set(self.next) & {*self.let, *self.numbers}) | set(self.let) & {*self.numbers}:
            raise InputError("let", sorted(both)[0], "has two meanings")
        for part in ("balanced", "models", "scales", "start", "rest"):
            for name in getattr(self, part) or ():
                if not isinstance(name, str) or name not in self.next:
                    raise InputError(part, name, f"is no state of {self.name[:60]}")
        if self.rest is not None and set(self.rest) != set(self.next) - set(self.scales):
            raise InputError("rest", ", ".join(self.rest), "names every state once")
        if self.states[0] not in (self.models or ()):
            raise InputError("models", self.states[0], "the first state is the model")


def program(told: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """What the kernel reads of an algorithm, as `Algorithm.to_json` tells it: its lines, and every start but the 0s."""
    start = {**dict.fromkeys(told.get("scales") or (), "1"), **(told.get("start") or {})}
    return {"let": dict(told.get("let") or {}), "next": dict(told["next"]), "start": start}


def _syntax(name: str, text: str) -> None:
    """Plain formulas only, and `share` directly around a gradient."""
    if not isinstance(text, str):
        raise InputError(name, text, "an update is a text")
    if re.match(r"\s*\w+\s*=[^=]", text):
        raise InputError(name, text, "an update is what stands right of =")
    formula = parse(text)
    if unknown := (formula.called | formula.names & FUNCTIONS) - set(OPERATIONS):
        odd = sorted(unknown)[0]
        raise InputError(
            name,
            text,
            f"{odd} is none of {', '.join(OPERATIONS)}{guess(odd, (*OPERATIONS, *formula.names - formula.called))}",
        )
    if bare := (formula.names - formula.called) & set(OPERATIONS):
        raise InputError(name, text, f"{sorted(bare)[0]} is applied to something, {sorted(bare)[0]}(...)")
    for node in nodes(formula.tree):
        if node.kind != "call":
            continue
        if len(node.parts) != 1:
            raise InputError(name, text, f"{node.value} takes one argument")
        if node.value == "share" and node.parts[0][:2] != ("call", "grad"):
            raise InputError(name, text, "share is for gradients: share(grad(y))")

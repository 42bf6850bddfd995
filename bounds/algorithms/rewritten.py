"""Algorithms made of algorithms: two on one setting, (I + W)/2 for W, states that keep mean zero in place of others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from mixproof.spectral.errors import InputError

from ..formula import parse
from ..kernel.text import Node, written
from ..kernel.text import parse as tree_of
from .consistency import starts
from .declaration import Algorithm
from .forms import Form
from .tracing import FORMS, mean

__all__ = ["beside", "lazy", "with_balance"]

OTHER = "_other"


def beside(one: Algorithm, other: Algorithm) -> Algorithm:
    """Both algorithms in one run, from the same models: states and lines of the other are called x_other, ...

    The first state is that of the first. A claim compares them: `norm(J(x_other) - o) <= norm(J(x) - o)`. Raises
    InputError where a name of the first ends so already.

    >>> from mixproof.bounds.algorithms import algorithm
    >>> print(beside(algorithm("dgd"), algorithm("diffusion")).text)
    x <- mix(x) - eta*grad(x)
    x_other <- mix(x_other - eta*grad(x_other))
    """
    if taken := [name for name in (*one.next, *one.let) if name.endswith(OTHER)]:
        raise InputError("one", taken[0], f"ends in {OTHER}, as names of the other algorithm do")
    names = {*other.next, *other.let}

    def renamed(text: str) -> str:
        return re.sub(r"\b[A-Za-z]\w*\b", lambda found: found[0] + OTHER * (found[0] in names), text)

    def lines(told: Mapping[str, str]) -> dict[str, str]:
        return {name + OTHER: renamed(text) for name, text in told.items()}

    def listed(states: tuple[str, ...] | None) -> tuple[str, ...]:
        return tuple(state + OTHER for state in states or ())

    first, start = other.states[0], {name: str(text) for name, text in other.start.items()}
    begun = {name + OTHER: re.sub(rf"\b{first}\b", one.states[0], text) for name, text in start.items()}
    return Algorithm(
        f"{one.name} beside {other.name}",
        {**one.next, **lines(other.next)},
        {**one.let, **lines(other.let)},
        (*one.balanced, *listed(other.balanced)),
        (*(one.models or ()), *listed(other.models)),
        (*one.scales, *listed(other.scales)),
        {**one.start, first + OTHER: one.states[0], **begun},
    )


def lazy(algorithm: Algorithm) -> Algorithm:
    """The same algorithm with (I + W)/2 for W, no eigenvalue of which is negative where W is symmetric.

    >>> from mixproof.bounds.algorithms import algorithm
    >>> print(lazy(algorithm("dgd")).text)
    x <- (x + mix(x))/2 - eta*grad(x)
    """

    def lines(told: Mapping[str, str]) -> dict[str, str]:
        return {name: written(_lazy(tree_of(text))) for name, text in told.items()}

    name = f"lazy-{algorithm.name}"
    return replace(algorithm, name=name, next=lines(algorithm.next), let=lines(algorithm.let))


def _lazy(node: Node) -> Node:
    """mix(x) becomes (x + mix(x))/2."""
    node = node._replace(parts=tuple(map(_lazy, node.parts)))
    if (node.kind, node.value) != ("call", "mix"):
        return node
    return Node("/", None, (Node("+", None, (*node.parts, node)), Node("number", Fraction(2))))


def with_balance(algorithm: Algorithm) -> Algorithm:
    """The same run, a state in place of which a combination of states stands whose mean starts at 0 and stays 0.

    D2's models x and y start alike, and the mean of x - y never changes: r = x - y is a balanced state, and y = x - r.
    Without that the mean has a mode of modulus 1 which no run from the declared start excites. Itself where there is
    no such combination, or where no rate is proved of it anyway.

    >>> from mixproof.bounds.algorithms import algorithm
    >>> print(with_balance(algorithm("d2")).text)
    y = x - r
    s = x - eta*grad(x)
    x_next = mix(x + s - y)
    x <- x_next
    r <- x_next - (s)
    """
    found = None if algorithm.unproved or algorithm.scales else _conserved(algorithm)
    if found is None:
        return algorithm
    gone = next(s for s in reversed(algorithm.states) if found.get(s))
    factors = {s: -c / found[gone] for s, c in found.items() if s != gone}  # gone = these, less r
    names = {*algorithm.next, *algorithm.let}
    r = next(name for name in ("r", "balance", "kept_mean") if name not in names)
    own = {s: f"{s}_next" for s in algorithm.states if s != gone}
    if names & {*own.values()}:
        return algorithm

    def combined(texts: Mapping[str, str]) -> str:
        """The sum of factor times text, signs in front."""
        terms = [
            (f, f"{abs(f)}*{text}" if abs(f) != 1 else text)
            for s, text in texts.items()
            if (f := factors.get(s))
        ]
        return " ".join(f"{'-' if f < 0 else '+'} {term}" for f, term in terms).removeprefix("+ ")

    rest = algorithm.rest
    return Algorithm(
        f"{algorithm.name}, {r} = {combined({s: s for s in factors})} - {gone}",
        {**{s: own[s] for s in own}, r: f"{combined(own)} - ({algorithm.next[gone]})"},
        {
            gone: f"{combined({s: s for s in factors})} - {r}",
            **algorithm.let,
            **{own[s]: algorithm.next[s] for s in own},
        },
        (*(s for s in algorithm.balanced if s != gone), r),
        tuple(s for s in algorithm.models or () if s != gone),
        (),
        {s: text for s, text in algorithm.start.items() if s != gone},
        rest and {**{s: rest[s] for s in own}, r: _at_rest({**factors, gone: Fraction(-1)}, rest)},
    )


def _at_rest(factors: Mapping[str, Fraction], rest: Mapping[str, str]) -> str:
    """The sum of factor times where a state rests, in powers of eta times h."""
    names = {"h": Form.of("h"), "eta": Form.scalar(1, eta=1)}
    total = Form({})
    for state, factor in factors.items():
        form = parse(rest[state]).evaluate(names.__getitem__, FORMS)
        total = total + form * Form.scalar(factor) if form.terms else total
    terms = [f"{c}*" * (c != 1) + "eta*" * power + "h" for (_, power, _), c in sorted(total.terms.items())]
    return " + ".join(terms) or "0"


def _conserved(algorithm: Algorithm) -> dict[str, Fraction] | None:
    """Factors c of states with sum c s = 0 at first, whose mean a round never changes; None where there are none."""
    trace, begun = mean(algorithm), starts(algorithm)
    free = trace.states
    changes = {s: dict(trace.next[s].terms) for s in free}
    for s in free:
        changes[s][(s, 0, 0)] = changes[s].get((s, 0, 0), Fraction(0)) - 1
        changes[s][("start", 0, 0)] = begun[s][0]
    keys = sorted({key for terms in changes.values() for key in terms})
    rows = [[changes[s].get(key, Fraction(0)) for s in free] for key in keys]
    null = _null(rows, len(free))
    if null is None or not any(null[1:]):
        return None
    lead = next(c for c in null if c)
    return {s: c / lead for s, c in zip(free, null) if c}


def _null(rows: list[list[Fraction]], n: int) -> list[Fraction] | None:
    """A vector, not 0, that all rows take to 0."""
    rest, pivots = [list(row) for row in rows], list[int]()
    for column in range(n):
        k = len(pivots)
        found = next((i for i in range(k, len(rest)) if rest[i][column]), None)
        if found is None:
            free = [Fraction(0)] * n
            free[column] = Fraction(1)
            for row, pivot in zip(rest, pivots):
                free[pivot] = -row[column]
            return free
        rest[k], rest[found] = rest[found], rest[k]
        rest[k] = [x / rest[k][column] for x in rest[k]]
        for i in range(len(rest)):
            if i != k:
                rest[i] = [x - rest[i][column] * y for x, y in zip(rest[i], rest[k])]
        pivots.append(column)
    return None

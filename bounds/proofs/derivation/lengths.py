"""Guesses on lengths: what a round does to norms, by the triangle inequality, and to their squares."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ...kernel import wording
from ...kernel.poly import Poly, Vector, poly
from ...kernel.text import inside, nodes, parse, written
from .guesser import Guesser, by, with_squares

__all__ = ["lengths"]


def lengths(g: Guesser) -> None:
    """Lengths one round later, by the triangle inequality; the claim by these and their squares."""
    found = [chain for chain in (_spread(g), _error(g), _distance(g)) if chain]
    for whole, target, parts in found:
        total = " + ".join(f"({c})*{length}" for c, length in parts)
        square = g.named(f"sq({target}) <= ({total})**2 by {whole}")
        own = inside(parse(g.own.claim), "name") & g.book.setting.numbers.keys()
        sizes = [c for c, _ in parts]
        factors = list(
            dict.fromkeys(["1", *sizes, *(f"1 - ({c})" for c in sizes), *_divisors(g), *sorted(own)])
        )
        squares = [
            f"({a})*{p} - ({b})*{q}"
            for (_, p), (_, q) in combinations(parts, 2)
            for a in factors
            for b in factors
        ]
        g.chains += [name for name in (whole, square) if name]
        g.differences += squares
        goal = g.goal(g.own.claim)
        numbers = [] if goal is None else g.numbers(goal.value)
        facts = [name for name in (whole, square, *g.noise()) if name]
        if g.tried(f"claim{by([*facts, *numbers])}{with_squares(squares)}", wide=True):
            return


def _divisors(g: Guesser) -> list[str]:
    return [
        written(node.parts[1])
        for node in nodes(parse(g.own.claim))
        if node.kind == "/" and not inside(node.parts[1], "call")
    ]


def _chained(g: Guesser, vectors: list[str]) -> str:
    """norm(v1 + v2 + ...) <= norm(v1) + norm(v2) + ..., by name."""
    name, sum_ = "", vectors[0]
    for i, v in enumerate(vectors[1:], 1):
        more = f"{sum_} + {v}"
        lengths = " + ".join(f"norm({u})" for u in vectors[: i + 1])
        name = g.named(f"norm({more}) <= {lengths} by triangle({sum_}, {v}){f', {name}' if name else ''}")
        if not name:
            return ""
        sum_ = more
    return name


def _spread(g: Guesser) -> tuple[str, str, list[tuple[str, str]]] | None:
    """norm(next(x) - J(next(x))) without noise: what is mixed shrinks by lam, the rest is added."""
    space = g.book.space
    value, mixed = g.value("next(x)"), g.mixed()
    if not isinstance(value, Vector) or len(mixed) != 1:
        return None
    (u,) = mixed
    rest = [(key, c) for key, c in value.terms.items() if not (key[1] and key[1][0] != "J")]
    rest = [(key, c) for key, c in rest if not space.generators[key[2]].fresh]
    if any(key[1] for key, _ in rest):
        return None
    facts, vectors = [], [f"(W({u}) - J({u}))"]
    facts.append(g.root(f"norm(W({u}) - J({u})) <= lam*norm({u} - J({u}))", f"mixing({u})"))
    if not facts[0]:
        return None
    parts: list[tuple[str, str]] = []
    inner = g.value(u)
    if len(inner.terms) > 1:
        told = []
        for key, c in inner.terms.items():
            told.append(_term(g, key, c, parts, "lam"))
        facts += [_chained(g, [v for v, _ in told]), *(fact for _, fact in told)]
    else:
        ((key, c),) = inner.terms.items()
        facts.append(_term(g, key, c, parts, "lam")[1])
    for key, c in rest:
        v, fact = _term(g, key, c, parts, "1")
        vectors.append(v)
        facts.append(fact)
    if len(vectors) > 1:
        facts.append(_chained(g, vectors))
    return _whole(g, " + ".join(vectors), parts, facts)


def _term(g: Guesser, key: Any, c: Poly, parts: list[tuple[str, str]], factor: str) -> tuple[str, str]:
    """A part c*v of a round off its mean, and the fact that it is no longer than |c|*norm(v)."""
    space = g.book.space
    v = wording.of_vector(space, Vector([(key, poly(1))]))
    size = wording.full(space, c if all(d > 0 for d in c.values()) else -c)
    fact = ""
    if v.startswith("grad("):
        fact = g.root(f"norm({v} - J({v})) <= norm({v})", square=f"J({v})")
        fact, length = _bounded(g, v, fact)
    else:
        length = f"norm({v} - J({v}))"
    parts.append((f"{factor}*({size})", length))
    return f"({wording.full(space, c)})*({v} - J({v}))", fact


def _bounded(g: Guesser, v: str, fact: str) -> tuple[str, str]:
    """The length of v, or a constant that bounds it."""
    for name, (places, text) in g.book.setting.rules.items():
        tree = parse(text)
        if places or tree.kind != "compare" or name not in g.book.setting.premises:
            continue
        if not inside(parse(g.own.claim), "name") & inside(tree.parts[1], "name") - {"K"}:
            continue
        premise = g.book.setting.premises[name]
        if g.known(premise) is None:
            g.show(premise, premise)
        most = f"sqrt({written(tree.parts[1])})"
        if bound := g.root(f"norm({v}) <= {most}", name):
            both = g.named(f"norm({v} - J({v})) <= {most} by {fact}, {bound}")
            if both:
                return both, most
    return fact, f"norm({v})"


def _whole(
    g: Guesser, target: str, parts: list[tuple[str, str]], facts: list[str]
) -> tuple[str, str, list[tuple[str, str]]] | None:
    merged: dict[str, str] = {}
    for c, length in parts:
        merged[length] = f"{merged[length]} + {c}" if length in merged else c
    total = " + ".join(f"({c})*{length}" for length, c in merged.items())
    name = g.named(f"norm({target}) <= {total}{by(filter(None, facts))}")
    return (name, target, [(c, length) for length, c in merged.items()]) if name else None


def _step(g: Guesser, a: str, mean: str) -> str:
    """A gradient step of size eta from a, off o, is shorter by 1 - eta*mu."""
    rules = (
        ("monotone({}, o)", "mean_cocoercive({}, o)") if mean else ("monotone({}, o)", "cocoercive({}, o)")
    )
    moved = f"{a} - o - eta*J(grad({a}))" if mean else f"{a} - o - eta*(grad({a}) - grad(o))"
    numbers = [name for name in g.numbers() if name.startswith(("line", "guess")) or name == "order"]
    return g.root(
        f"norm({moved}) <= (1 - eta*mu)*norm({a} - o)", *(rule.format(a) for rule in rules), *numbers
    )


def _error(g: Guesser) -> tuple[str, str, list[tuple[str, str]]] | None:
    """norm(J(next(x)) - o) without noise: a step at the mean, and how far the gradients are from those there."""
    if g.value("J(next(x)) - o - (J(x) - o - eta*J(grad(x)))") is None:
        return None
    step = _step(g, "J(x)", "mean")
    if not step:
        return None
    square = "grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))"
    far = g.root("norm(J(grad(x)) - J(grad(J(x)))) <= L*norm(x - J(x))", "lipschitz(x, J(x))", square=square)
    vectors = ["(J(x) - o - eta*J(grad(J(x))))", "(- eta)*(J(grad(x)) - J(grad(J(x))))"]
    parts = [("1 - eta*mu", "norm(J(x) - o)"), ("eta*L", "norm(x - J(x))")]
    return _whole(g, " + ".join(vectors), parts, [step, far, _chained(g, vectors)]) if far else None


def _distance(g: Guesser) -> tuple[str, str, list[tuple[str, str]]] | None:
    """norm(next(x) - o) of a gradient step that is mixed."""
    step = _step(g, "x", "")
    if not step:
        return None
    vectors = ["(x - o - eta*(grad(x) - grad(o)))", "(- eta)*grad(o)"]
    parts = [("1 - eta*mu", "norm(x - o)"), ("eta", "norm(grad(o))")]
    facts = [step, _chained(g, vectors)]
    if g.mixed() and (
        short := g.root(
            f"norm(next(x) - o) <= norm({' + '.join(vectors)})", f"shorter({' + '.join(vectors)})"
        )
    ):
        return _whole(g, "next(x) - o", parts, [short, *facts])
    return None

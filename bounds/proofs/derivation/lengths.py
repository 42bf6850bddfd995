"""Guesses on lengths: what a round does to norms, by the triangle inequality, and to their squares."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from ...kernel import wording
from ...kernel.poly import Monomial, Poly, Vector, poly
from ...kernel.text import inside, nodes, parse, written
from .guesser import Guesser, by, with_squares

__all__ = ["lengths"]


def lengths(g: Guesser) -> None:
    """Lengths one round later, by the triangle inequality; the claim by these and their squares."""
    found = [chain for chain in (_spread(g), _error(g), _distance(g)) if chain]
    gone = _none(g)
    for whole, target, parts in found:
        parts = [(c, length) for c, length in parts if length not in gone]
        total = " + ".join(f"({c})*{length}" for c, length in parts)
        if gone:
            whole = g.named(f"norm({target}) <= {total}{by([whole, *gone.values()])}") or whole
        square = g.named(f"sq({target}) <= ({total})**2 by {whole}")
        over, completed = _completed(g, square, parts)
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
        tries = [f"claim{by([*facts, *numbers])}{with_squares(squares)}"]
        if completed:
            tries.insert(0, f"claim{by([*facts, *numbers])} over {over} > 0{with_squares(completed)}")
            tries.insert(0, f"claim{by([*facts, *numbers])}{with_squares(completed)}")
        if any(g.tried(text, wide=True) for text in tries):
            return


def _completed(g: Guesser, square: str, parts: list[tuple[str, str]]) -> tuple[str, list[str]]:
    """(A, squares): the claim less the square is A p**2 - 2 B p q + C q**2, A times it at least (A p - B q)**2."""
    goal, fact, space = g.goal(g.own.claim), g.known(square) if square else None, g.book.space
    if len(parts) != 2 or goal is None or fact is None:
        return "", []
    (p, q), ((_, u), (_, v)) = (g.value(length) for _, length in parts), parts
    roots = [dict(key) for one in (p, q) for key, c in one.items() if c == 1]
    if len(roots) != 2 or any(list(root.values()) != [1] for root in roots):
        return "", []
    (a,), (b,) = roots
    whole = space.normal(goal.value * g.value("K")) if "K" in g.book.setting.numbers else goal.value
    squared = [space.normal(one * one) for one in (p, q)]
    known = {atom for one in squared for key in one for atom, _ in key}

    def strange(value: Poly) -> int:
        """How many of its terms have products of other vectors than these."""
        return sum(any(space.atoms[k][0] == "<" and k not in known for k, _ in key) for key in value)

    found = min((less for one in (goal.value, whole) for less in _less(one, fact.value)), key=strange)
    own = [next((key for key in squared[i] if key not in squared[1 - i]), None) for i in (0, 1)]
    leading = [key for key in own if key is not None]
    if len(leading) != 2:
        return "", []
    A, C = (_coefficient(found, dict(key)) * Fraction(1, one[key]) for key, one in zip(leading, squared))
    B = _coefficient(found, {a: 1, b: 1}) * Fraction(-1, 2)
    if not (A and B and C):
        return "", []
    shared = {a: min(e, B.common()[a]) for a, e in A.common().items() if a in B.common()}
    A, B = A.without(shared), B.without(shared)
    for factor in (g.value(text) for c, _ in parts for text in (c, f"1 - ({c})")):
        if len(factor) > 1 and (a := _quotient(A, factor)) and (b := _quotient(B, factor)):
            A, B = a, b
    told = [wording.full(space, one) for one in (A, B, C)]
    return f"({told[0]})", [f"({told[0]})*{u} - ({told[1]})*{v}", f"({told[1]})*{u} - ({told[2]})*{v}"]


def _less(value: Poly, fact: Poly) -> list[Poly]:
    """The value, and less the multiples of the fact that take a term of both away."""
    ratios = dict.fromkeys(Fraction(value[key], fact[key]) for key in fact if key in value)
    return [value, *(value - fact * c for c in ratios)]


def _quotient(value: Poly, by: Poly) -> Poly | None:
    """The quotient of two polynomials; None where the division leaves a rest."""

    atoms = sorted({a for one in (value, by) for key in one for a, _ in key})

    def order(key: Monomial) -> list[int]:
        return [dict(key).get(a, 0) for a in atoms]

    top, found = max(by, key=order), Poly()
    while value:
        key = max(value, key=order)
        rest = dict(key)
        for a, e in top:
            rest[a] = rest.get(a, 0) - e
        if min(rest.values(), default=0) < 0 or len(found) > len(by) * 20:
            return None
        term = Poly({tuple((a, e) for a, e in sorted(rest.items()) if e): Fraction(value[key], by[top])})
        found, value = found + term, value - term * by
    return found


def _coefficient(value: Poly, of: dict[int, int]) -> Poly:
    """What a product of atoms is multiplied by in a polynomial."""
    found = Poly()
    for key, c in value.items():
        rest = dict(key)
        if all(rest.get(a, 0) == e for a, e in of.items()):
            found = found + Poly({tuple((a, e) for a, e in key if a not in of): c})
    return found


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
    """norm(next(x) - J(next(x))) without noise: every mixing shortens by lam what it is applied to."""
    space, value = g.book.space, g.value("next(x)")
    if not isinstance(value, Vector) or "W" not in space.operators or "mixing" not in g.book.setting.rules:
        return None
    parts: list[tuple[str, str]] = []
    facts, vectors = [], []
    for (bound, word, name, gi), c in value.terms.items():
        if "J" in word or space.generators[name].fresh:
            continue
        if bound or gi or set(word) - {"W"}:
            return None
        v = wording.of_vector(space, Vector([(((), (), name, ()), poly(1))]))
        factor, made = "1", v
        for _ in word:
            facts.append(g.root(f"norm(W({made}) - J({v})) <= lam*norm({made} - J({v}))", f"mixing({made})"))
            factor, made = f"lam*({factor})", f"W({made})"
            if not facts[-1]:
                return None
        size = wording.full(space, c if all(d > 0 for d in c.values()) else -c)
        length = f"norm({v} - J({v}))"
        if v.startswith("grad("):
            shorter = g.root(f"norm({v} - J({v})) <= norm({v})", square=f"J({v})")
            shorter, length = _bounded(g, v, shorter)
            facts.append(shorter)
        parts.append((f"{factor}*({size})", length))
        vectors.append(f"({wording.full(space, c)})*({made} - J({v}))")
    if not vectors:
        return None
    if len(vectors) > 1:
        facts.append(_chained(g, vectors))
    return _whole(g, " + ".join(vectors), parts, facts)


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


def _none(g: Guesser) -> dict[str, str]:
    """Lengths that an assumption says to be 0, and its name."""
    found = {}
    for i, text in enumerate(g.own.assume, 1):
        if text.replace(" ", "") == "gstar==0":
            found["norm(grad(o))"] = f"assume{i}"
    return found


def _step(g: Guesser, a: str, mean: str) -> str:
    """A gradient step of size eta from a, off o, is shorter by 1 - eta*mu, by the constants that the claim names."""
    L, mu = g.curvatures() if mean else ("L", "mu")
    if L != "L":
        rules = ("overall_monotone({}, o)", "overall_cocoercive({}, o)")
    elif mean:
        rules = ("monotone({}, o)", "mean_cocoercive({}, o)")
    else:
        rules = ("monotone({}, o)", "cocoercive({}, o)")
    moved = f"{a} - o - eta*J(grad({a}))" if mean else f"{a} - o - eta*(grad({a}) - grad(o))"
    numbers = [g.signed(f"eta*({L} + {mu}) <= 2"), g.signed(f"eta*{mu} <= 1")]
    return (
        ""
        if not all(numbers)
        else g.root(
            f"norm({moved}) <= (1 - eta*{mu})*norm({a} - o)", *(rule.format(a) for rule in rules), *numbers
        )
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
    parts = [(f"1 - eta*{g.curvatures()[1]}", "norm(J(x) - o)"), ("eta*L", "norm(x - J(x))")]
    return _whole(g, " + ".join(vectors), parts, [step, far, _chained(g, vectors)]) if far else None


def _between(g: Guesser) -> tuple[str, str, list[tuple[str, str]]] | None:
    """norm(next(x) - o) of a gradient step beside mixing: W is within (1 - lam_n)/2 of a = (1 + lam_n)/2."""
    apart = g.value("next(x) - W(x) + eta*grad(x)")
    if "lam_n" not in g.named_numbers() or not isinstance(apart, Vector) or apart.terms:
        return None
    if not g.signed("1 + lam_n > 0") or not g.signed("lam_n <= 1"):
        return None
    a, b = "(1 + lam_n)/2", "(1 - lam_n)/2"
    mixed = g.root(f"norm(W(x - o) - {a}*(x - o)) <= {b}*norm(x - o)", "spectrum(x - o)")
    for most, shrunk, rules in (
        ("eta*(L + mu) <= 1 + lam_n", f"{a} - eta*mu", ("cocoercive(x, o)", "monotone(x, o)")),
        ("eta*L <= 1 + lam_n", a, ("cocoercive_convex(x, o)", "monotone(x, o)")),
    ):
        short = g.signed(most)
        sign = g.signed(f"{shrunk} >= 0") if short else ""
        moved = f"{a}*(x - o) - eta*(grad(x) - grad(o))"
        step = (
            g.root(f"norm({moved}) <= ({shrunk})*norm(x - o)", *rules, short, square="x - o") if sign else ""
        )
        if step and mixed:
            vectors = [f"(W(x - o) - {a}*(x - o))", f"({moved})", "(- eta)*grad(o)"]
            parts = [(f"{b} + {shrunk}", "norm(x - o)"), ("eta", "norm(grad(o))")]
            return _whole(g, " + ".join(vectors), parts, [mixed, step, _chained(g, vectors)])
    return None


def _distance(g: Guesser) -> tuple[str, str, list[tuple[str, str]]] | None:
    """norm(next(x) - o) of a gradient step that is mixed."""
    if "spectrum" in g.book.setting.rules and (found := _between(g)):
        return found
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

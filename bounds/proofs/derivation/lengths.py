"""Guesses on lengths: a vector is a sum of images of others, each at most so many times as long as what it is made of.

The vectors whose lengths a claim bounds are split into images of those that bound them: mixed, averaged, off their
mean; a difference of gradients or of proximal maps; a gradient step towards another. The triangle inequality adds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice
from math import sqrt
from typing import NamedTuple

from ...kernel import wording
from ...kernel.poly import Monomial, Poly, Vector, poly
from ...kernel.text import Node, inside, nodes, parse, written
from .guesser import Guesser, by, with_squares
from .proving import moved

__all__ = ["completed", "lengths"]

PARTS, CHAINS = 4, 2  # images in a sum, sums of one vector
SPLITS, LOOKED_AT = 2000, 40  # steps towards sums of so many images, and sums of which the best are taken
# rules that a random or fixed W shortens what is off the mean, and by the mean of its square
CONTRACTION = re.compile(r"sq\((\w+)\(u\) - J\(u\)\) <= (\w+)\*\*2\*sq\(u - J\(u\)\)")
AT_MOST = re.compile(r"dot\(u, (\w+)\(u\)\) - sq\(J\(u\)\) <= (\w+)\*sq\(u - J\(u\)\)")
# what constants are about, where sums are compared by how long they allow a vector to be
ABOUT = {"L": 1.0, "mu": 0.1, "lam": 0.6, "lam_n": -0.3, "eta": 0.3, "gamma": 0.3, "K": 5.0, "rho2": 0.5}


class Stage(NamedTuple):
    """norm(of) <= factor * source, by these facts; by their squares, where it is no line already."""

    of: str
    factor: str
    source: str
    facts: tuple[str, ...] = ()
    squares: tuple[str, ...] = ()
    line: bool = False


class Image(NamedTuple):
    """A vector that is made of another in stages; length: of that, from which they begin."""

    text: str
    value: Vector
    length: str
    stages: tuple[Stage, ...] = ()


class Chain(NamedTuple):
    """norm(target) <= sum of c * length, a line of that name."""

    name: str
    target: str
    parts: list[tuple[str, str]]


def lengths(g: Guesser) -> None:
    """Lengths by the triangle inequality; the claim by these and their squares."""
    found = g.lengthy()
    targets = [g.ahead(v, 1) for v, rounds, smaller in found if rounds and smaller]
    spoken = [*targets]
    if not targets and not any(rounds for _, rounds, _ in found):
        targets = [v for v, _, smaller in found if smaller and "next" in inside(parse(v), "call")]
        spoken = [*targets]
        targets = targets or [g.ahead(v, 1) for v, *_ in found if g.moves(v)]
    bases = [v for v, *_ in found] + [g.ahead(v, 1) for v, rounds, _ in found if rounds]
    targets, bases = list(dict.fromkeys(targets)), list(dict.fromkeys(bases))
    later = max((rounds for _, rounds, _ in found), default=0)
    images = _images(g, [v for v in bases if v not in targets], targets)
    known: list[str] = []
    for target in targets:
        for chain in _chains(g, target, images):
            if _concluded(g, chain, known, later, target in spoken):
                return


def _concluded(g: Guesser, chain: Chain, known: list[str], later: int, spoken: bool) -> bool:
    """Whether the claim follows from the chain, its square, both in later rounds, and the chains before it.

    spoken: whether it speaks of the length at all, or of what that makes of other rounds
    """
    parts = chain.parts
    goal = g.goal(g.own.claim)
    norm = g.value(f"norm({chain.target})")
    linear = (
        spoken and goal is not None and any(a in g.atoms(goal.value) for a in g.atoms(norm) if a[0] == "r")
    )
    total = " + ".join(f"({c})*{length}" for c, length in parts)
    square = "" if linear else g.named(f"sq({chain.target}) <= ({total})**2 by {chain.name}")
    own = inside(parse(g.own.claim), "name") & g.book.setting.numbers.keys()
    sizes = [c for c, _ in parts]
    factors = list(dict.fromkeys(["1", *sizes, *(f"1 - ({c})" for c in sizes), *_divisors(g), *sorted(own)]))
    squares = [
        f"({a})*{p} - ({b})*{q}"
        for (_, p), (_, q) in combinations(parts, 2)
        for a in factors
        for b in factors
    ]
    names = [name for name in (chain.name, square) if name]
    for name in list(names):
        for _ in range(later - 1):
            if name := g.named(f"{moved(g.book.said[name], 'next')} by next {name}"):
                names.append(name)
            else:
                break
    known += names
    g.chains += names
    if square:
        g.squared.append((square, parts))
    g.differences += squares
    if goal is None or not spoken:
        return False
    numbers = g.numbers(goal.value)
    facts = [*known, *g.noise(), *g.orders()]
    if linear or later > 1:
        return g.tried(f"claim{by([*facts, *numbers])}", wide=True) or g.tried(
            f"claim{by([*names, *numbers])}"
        )
    few = [f"({a})*{p} - ({b})*{q}" for (a, p), (b, q) in combinations(parts, 2)]
    tries = [f"claim{by([*facts, *numbers])}{with_squares(some)}" for some in (few, squares)]
    both = completed(g, square, parts, g.own.claim)
    for over, one in both:
        tries.insert(0, f"claim{by([*facts, *numbers])} over {over} > 0{with_squares([one])}")
    if both:
        tries.insert(0, f"claim{by([*facts, *numbers])}{with_squares(one for _, one in both)}")
    return any(g.tried(text, wide=True) for text in tries)


# --- images


def _images(g: Guesser, bases: list[str], targets: list[str]) -> list[Image]:
    """What is made of the bases, and of points that are close to each other by them."""
    found: list[Image] = []
    points = _points(g, targets)
    pairs = [(p, q, g.value(f"{p} - ({q})")) for p, q in (*combinations(points, 2), *g.taken_apart())]
    seen: set[object] = set()
    made: set[object] = set()

    def add(b: str, stages: tuple[Stage, ...], length: str) -> None:
        B = g.value(b)
        if not isinstance(B, Vector) or not B.terms or B.key in seen:
            return
        seen.add(B.key)
        base = Image(b, B, length, stages)
        close = [(p, q) for p, q, apart in pairs if apart is not None and apart.key in (B.key, (-B).key)]
        for one in (base, *(image for p, q in close for image in _maps(g, p, q, base))):
            for image in _linear(g, one):
                image = image._replace(value=_plain(g, image.value))
                if (image.value.key, length) not in made:
                    made.add((image.value.key, length))
                    found.append(image)

    for b in dict.fromkeys([*bases, "grad(x)"]):
        if bound := _bounded(g, b):
            add(b, (bound,), bound.source)
        elif b in bases:
            add(b, (), f"norm({b})")
    for p, q in g.taken_apart():  # where maps are taken in the midst of a round
        apart = f"{p} - ({q})"
        for chain in _chains(g, apart, found, most=1):
            total = " + ".join(f"({c})*{length}" for c, length in chain.parts)
            g.composed[f"({total})"] = chain.parts
            add(apart, (Stage(apart, "1", f"({total})", (chain.name,), (), True),), f"({total})")
    return found


def _points(g: Guesser, targets: list[str]) -> list[str]:
    """Where gradients and other maps are taken, the states, their means and the minimizer."""
    for target in targets:
        g.value(target)
    states = [name for name in g.book.setting.states if name not in (*g.book.setting.numbers, "total")]
    met = sorted((text for texts in g.taken_at().values() for text in texts), key=len)
    found: dict[object, str] = {}
    for text in (
        "x",
        "o",
        "J(x)",
        *states,
        *(f"J({name})" for name in states),
        "next(x)",
        "J(next(x))",
        *met,
    ):
        if isinstance(value := g.value(text), Vector) and value.terms:
            found.setdefault(value.key, text)
    return list(found.values())


def _linear(g: Guesser, image: Image) -> Iterator[Image]:
    """The image, and what W, J and I - J make of it; the shorter ones first."""
    space, rules, b, B = g.book.space, g.book.setting.rules, image.text, image.value

    def made(text: str, value: Vector, factor: str, fact: str, squares: tuple[str, ...] = ()) -> Image:
        stage = Stage(text, factor, f"norm({b})", (fact,) if fact else (), squares)
        return Image(text, value, image.length, (*image.stages, stage))

    mean = space.apply("J", B)
    off = (f"J({b})",) if mean.terms else ()
    mixing = [
        (found[1], found[2], name)
        for name, (_, text) in rules.items()
        if (found := CONTRACTION.fullmatch(text))
    ]
    for op, bound, rule in mixing:
        once = space.apply(op, B)
        mixed = made(f"{op}({b}) - J({b})", once - mean, bound, f"{rule}({b})", off)
        again = Stage(f"{op}({mixed.text})", bound, f"norm({mixed.text})", (f"{rule}({mixed.text})",))
        yield mixed
        yield Image(again.of, space.apply(op, mixed.value), image.length, (*mixed.stages, again))
    for name, (_, text) in rules.items():
        found = AT_MOST.fullmatch(text)
        for op, operator in space.operators.items():
            if found and operator.second == found[1]:
                value = space.apply(op, B) - mean
                yield made(f"{op}({b}) - J({b})", value, f"sqrt({found[2]})", f"{name}({b})", off)
    yield image
    if "shorter" in rules:
        yield made(f"W({b})", space.apply("W", B), "1", f"shorter({b})")
    if "spectrum" in rules:
        apart = f"{b} - W({b})"
        squares = (f"(1 - lam_n)*({b}) - ({apart})",)
        yield made(apart, B - space.apply("W", B), "(1 - lam_n)", f"spectrum({b})", squares)
    if off and mean.key != B.key:
        yield made(f"{b} - J({b})", B - mean, "1", "", off)
        yield made(f"J({b})", mean, "1", "", (f"{b} - J({b})",))


def _maps(g: Guesser, p: str, q: str, image: Image) -> Iterator[Image]:
    """What maps and steps make of two points, of which the image is the difference."""
    rules, b = g.book.setting.rules, image.text

    def made(text: str, factor: str, *facts: str, squares: tuple[str, ...] = ()) -> Iterator[Image]:
        if isinstance(value := g.value(text), Vector):
            stage = Stage(text, factor, f"norm({b})", facts, squares)
            yield Image(text, value, image.length, (*image.stages, stage))

    d = f"(grad({p}) - grad({q}))"
    if "lipschitz" in rules:
        yield from made(d, "L", f"lipschitz({p}, {q})")
    if "monotone" in rules and g.value("eta") is not None and g.value(d) is not None:
        still = all((v := g.value(one)).key == g.book.space.apply("J", v).key for one in (p, q))
        for step, rule in ((f"J({d})", "mean_cocoercive"), (d, "cocoercive")):
            L, mu = g.curvatures() if step != d else ("L", "mu")
            rule, low = (rule, "monotone") if L == "L" else ("overall_cocoercive", "overall_monotone")
            if rule not in rules or (step != d and not still):
                continue
            moved_on = f"({p} - ({q}) - eta*{step})"
            if (one := g.sure(f"eta*({L} + {mu}) <= 2")) and (sign := g.sure(f"eta*{mu} <= 1")):
                told = (f"{low}({p}, {q})", f"{rule}({p}, {q})", one, sign)
                yield from made(moved_on, f"(1 - eta*{mu})", *told)
            elif L == "L" and (one := g.sure("eta*L <= 2")):
                yield from made(moved_on, "1", f"{rule}_convex({p}, {q})", one)
        if (
            "spectrum" in rules
            and q == "o"
            and (low := g.sure("1 + lam_n > 0"))
            and (high := g.sure("lam_n <= 1"))
        ):
            half, apart = "((1 + lam_n)/2)", f"({p} - ({q}))"
            yield from made(
                f"(W({apart}) - {half}*{apart})", "((1 - lam_n)/2)", f"spectrum({apart})", low, high
            )
            for most, shrunk, rule in (
                ("eta*(L + mu) <= 1 + lam_n", f"({half} - eta*mu)", "cocoercive"),
                ("eta*L <= 1 + lam_n", half, "cocoercive_convex"),
            ):
                if (short := g.sure(most)) and (sign := g.sure(f"{shrunk} >= 0")):
                    facts = (f"{rule}({p}, {q})", f"monotone({p}, {q})", short, sign)
                    yield from made(f"({half}*{apart} - eta*{d})", shrunk, *facts, squares=(apart,))
                    break
    if "firm" in rules:
        v = f"(prox({p}) - prox({q}))"
        for image_of in made(v, "1", f"firm({p}, {q})", squares=(f"{p} - ({q}) - {v}",)):
            yield image_of
            if q == "o - eta*J(grad(o))":
                rest = f"(prox({p}) - o)"
                kept = tuple(f"stays times {u}" for u in (f"prox({p})", "o", f"prox({q})"))
                stage = Stage(rest, "1", f"norm({v})", kept)
                yield Image(rest, g.value(rest), image.length, (*image_of.stages, stage))
    if "backward" in rules and q == "o + eta*grad(o)" and g.sure("1 + eta*mu > 0"):
        v = f"(backward({p}) - o)"
        both = (f"backward({p}) times {v}", f"monotone(backward({p}), o)")
        yield from made(v, "(1/(1 + eta*mu))", *both, squares=(f"({p} - ({q}))/(1 + eta*mu) - {v}",))


def _bounded(g: Guesser, v: str) -> Stage | None:
    """That a vector is no longer than a constant of the claim."""
    own = inside(parse(g.own.claim), "name") - {"K"}
    for name, (places, text) in g.book.setting.rules.items():
        tree = parse(text)
        if tree.value != ("<=",) or tree.parts[0].value != "sq" or not own & inside(tree.parts[1], "name"):
            continue
        if inside(tree.parts[1], "call"):
            continue
        if name in g.book.setting.premises and g.known(g.book.setting.premises[name]) is None:
            g.show(g.book.setting.premises[name], g.book.setting.premises[name])
        at = next((f"{name}({p})" if places else name for p in ("x", "next(x)") if v == f"grad({p})"), "")
        if at and g.known(at) is not None:
            return Stage(v, "1", f"sqrt({written(tree.parts[1])})", (at,))
    return None


# --- chains


def _chains(g: Guesser, target: str, images: list[Image], most: int = CHAINS) -> Iterator[Chain]:
    """The target without its noise, split into images in a few ways, and what that says of its length."""
    space, value = g.book.space, g.value(target)
    if not isinstance(value, Vector) or any(bound or gi for bound, _, _, gi in value.terms):
        return
    calm = Vector((k, c) for k, c in value.terms.items() if not space.generators[k[2]].fresh)
    target = target if len(calm.terms) == len(value.terms) else wording.of_vector(space, calm)
    done = 0
    found = list(islice(_splits(_plain(g, calm), images), LOOKED_AT))
    claimed = _claimed(g, target, images)
    for split in sorted(map(_merged, found), key=lambda one: _size(one, claimed)):
        if chain := _chain(g, target, split):
            yield chain
            done += 1
        if done == most or g.left <= 0:
            return


def _plain(g: Guesser, value: Vector) -> Vector:
    """The vector where J beside a random W is J, as it is in every inner product."""
    drawn = {op for op, known in g.book.space.operators.items() if known.mean and known.left and known.right}
    return Vector(
        ((bound, ("J",) if "J" in word and {*word} & drawn else word, name, gi), c)
        for (bound, word, name, gi), c in value.terms.items()
    )


def _splits(value: Vector, images: list[Image]) -> Iterator[list[tuple[Poly, Image]]]:
    """The vector as sums of images times numbers, the shortest first."""
    having: dict[object, list[Image]] = {}
    for image in images:
        for term in image.value.terms:
            having.setdefault(term, []).append(image)
    left = [SPLITS]

    def split(rest: Vector, n: int) -> Iterator[list[tuple[Poly, Image]]]:
        if not rest.terms:
            if n == 0:
                yield []
            return
        if n == 0 or left[0] <= 0 or len(rest.terms) > 16:
            return
        term = max(rest.terms, key=lambda k: (len(k[1]), "(" in k[2], k[2], k[1]))
        for image in having.get(term, ()):
            left[0] -= 1
            s = _quotient(rest.terms[term], image.value.terms[term])
            if s:
                for more in split(rest - image.value * s, n - 1):
                    yield [(s, image), *more]

    for n in range(1, PARTS + 1):
        left[0] = SPLITS
        yield from split(value, n)


def _merged(split: list[tuple[Poly, Image]]) -> list[tuple[Poly, Image]]:
    """The split where each image stands once."""
    found: dict[str, tuple[Poly, Image]] = {}
    for s, image in split:
        found[image.text] = (found[image.text][0] + s if image.text in found else s, image)
    return [(s, image) for s, image in found.values() if s]


def _claimed(g: Guesser, target: str, images: list[Image]) -> dict[str, float]:
    """How often the claim allows each length, where it compares them with that of the target."""
    goal, own = g.goal(g.own.claim), g.value(f"norm({target})")
    if goal is None or own is None or len(own) != 1:
        return {}

    def times(length: Poly) -> float:
        ((key, c),) = length.items()
        return _number(g, _coefficient(goal.value, dict(key))) / float(c)

    whole = -times(own)
    found = {}
    for length in {image.length for image in images} if whole > 0 else ():
        value = g.value(length)
        if value is not None and len(value) == 1:
            found[length] = times(value) / whole
    return found


def _number(g: Guesser, value: Poly) -> float:
    """A polynomial where constants are as usual."""
    total = 0.0
    for key, c in value.items():
        term = float(c)
        for a, e in key:
            atom = g.book.space.atoms[a]
            inner = [_number(g, part) for part in g.book.space.parts(atom)] if atom[0] in "ir" else []
            one = ABOUT.get(atom[1], 0.5) if atom[0] == "s" else 1.0
            if inner:
                one = sqrt(abs(inner[0])) if atom[0] == "r" else 1 / (inner[0] or 1.0)
            term *= one**e
        total += term
    return total


def _size(split: list[tuple[Poly, Image]], claimed: dict[str, float]) -> float:
    """How much longer a split lets its vector be than is claimed, where lengths are 1 and constants are as usual."""
    told: dict[str, float] = {}
    for s, image in split:
        size = abs(sum(float(c) * 0.3 ** sum(e for _, e in key) for key, c in s.items()))
        for stage in image.stages:
            size *= _about(parse(stage.factor))
            if stage.line:
                size *= _about(parse(stage.source))
        told[image.length] = told.get(image.length, 0.0) + size
    over = sum(max(0.0, size - claimed.get(length, 0.0)) for length, size in told.items())
    return over + 0.001 * len(split) + 1e-6 * sum(told.values())


def _about(node: Node) -> float:
    """A formula where every length is 1 and constants are as usual."""
    match node.kind, [_about(part) for part in node.parts]:
        case "number", _:
            return float(node.value)
        case "+", [a, b]:
            return a + b
        case "-", [a, b]:
            return a - b
        case "*", [a, b]:
            return a * b
        case "/", [a, b]:
            return a / b if b else 1.0
        case "neg", [a]:
            return -a
        case "call", [a] if node.value == "sqrt":
            return sqrt(abs(a))
    return ABOUT.get(str(node.value), 0.5) if node.kind == "name" else 1.0


def _chain(g: Guesser, target: str, split: list[tuple[Poly, Image]]) -> Chain | None:
    """What the split says of the target's length: a line by the triangle inequality."""
    space = g.book.space
    vectors, facts = [], []
    merged: dict[str, str] = {}
    for s, image in split:
        size = s if g.book.positive(s, strict=False) else -s
        if size is not s and not g.book.positive(size, strict=False):
            return None
        factors = [stage.factor for stage in image.stages if stage.factor != "1"]
        for factor in factors:
            if inside(parse(factor), "name") and set(factor) & set("+-"):
                facts.append(g.sure(f"{factor} >= 0"))
        for stage in image.stages:
            if not stage.line and not (name := g.rooted(stage)):
                return None
            facts += stage.facts if stage.line else [name]
        told = "*".join(
            [*([] if size == poly(1) and factors else [f"({wording.full(space, size)})"]), *factors]
        )
        vectors.append(f"({wording.full(space, s)})*({image.text})")
        if len(size) > 1:
            facts.append(
                g.named(f"norm({vectors[-1]}) <= ({wording.full(space, size)})*norm({image.text}) by root")
            )
        for c, length in g.composed.get(image.length, [("1", image.length)]):
            one = told if c == "1" else f"{told}*({c})"
            merged[length] = f"{merged[length]} + {one}" if length in merged else one
    if len(vectors) > 1:
        facts.append(_added(g, vectors))
        if not facts[-1]:
            return None
    total = " + ".join(f"({c})*{length}" for length, c in merged.items())
    name = g.named(f"norm({target}) <= {total}{by(filter(None, facts))}")
    return Chain(name, target, [(c, length) for length, c in merged.items()]) if name else None


def _added(g: Guesser, vectors: list[str]) -> str:
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


# --- squares of two lengths


def completed(g: Guesser, square: str, parts: list[tuple[str, str]], claim: str) -> list[tuple[str, str]]:
    """(A, A p - B q): the claim less the square is A p**2 - 2 B p q + C q**2, A times it at least (A p - B q)**2."""
    goal, fact, space = g.goal(claim), g.known(square) if square else None, g.book.space
    if len(parts) != 2 or goal is None or fact is None:
        return []
    (p, q), ((_, u), (_, v)) = (g.value(length) for _, length in parts), parts
    roots = [dict(key) for one in (p, q) for key, c in one.items() if c == 1]
    if len(roots) != 2 or any(list(root.values()) != [1] for root in roots):
        return []
    (a,), (b,) = roots
    whole = space.normal(goal.value * g.value("K")) if "K" in g.book.setting.numbers else goal.value
    squared = [space.normal(one * one) for one in (p, q)]
    known = {atom for one in squared for key in one for atom, _ in key}

    def strange(value: Poly) -> int:
        """How many of its terms have products of other vectors than these."""
        return sum(any(space.atoms[k][0] == "<" and k not in known for k, _ in key) for key in value)

    rest = min((less for one in (goal.value, whole) for less in _less(one, fact.value)), key=strange)
    own = [next((key for key in squared[i] if key not in squared[1 - i]), None) for i in (0, 1)]
    leading = [key for key in own if key is not None]
    if len(leading) != 2:
        return []
    A, C = (_coefficient(rest, dict(key)) * Fraction(1, one[key]) for key, one in zip(leading, squared))
    B = _coefficient(rest, {a: 1, b: 1}) * Fraction(-1, 2)
    found = []
    for D, one, two in ((A, u, v), (C, v, u)) if A and B and C else ():
        E = B
        shared = {a: min(e, E.common()[a]) for a, e in D.common().items() if a in E.common()}
        D, E = D.without(shared), E.without(shared)
        for factor in (g.value(text) for c, _ in parts for text in (c, f"1 - ({c})")):
            if len(factor) > 1 and (d := _quotient(D, factor)) and (e := _quotient(E, factor)):
                D, E = d, e
        told = [wording.full(space, value) for value in (D, E)]
        found.append((f"({told[0]})", f"({told[0]})*{one} - ({told[1]})*{two}"))
    return found


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

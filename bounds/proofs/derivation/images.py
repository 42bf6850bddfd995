"""Images: what is made of a vector in stages, each at most so many times as long as what it is made of.

Mixed, averaged, off its mean; a difference of gradients or of proximal maps; a gradient step towards another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from ...kernel.poly import Vector
from ...kernel.text import inside, parse, written
from .guesser import OVERALL, Guesser

__all__ = ["Image", "Images", "Stage", "plain"]

# rules that a random or fixed W shortens what is off the mean, and by the mean of its square
CONTRACTION = re.compile(r"sq\((\w+)\(u\) - J\(u\)\) <= (\w+)\*\*2\*sq\(u - J\(u\)\)")
# rules that what a map leaves of a vector is shorter
KEPT = re.compile(r"(?:(\w+)\*)?sq\(u - (\w+)\(u\)\) <= (.+)\*sq\(u\)")
AT_MOST = re.compile(r"dot\(u, (\w+)\(u\)\) - sq\(J\(u\)\) <= (\w+)\*sq\(u - J\(u\)\)")


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


class Images:
    """What is made of vectors, and of points that are close to each other by them; `add` makes more of one vector."""

    def __init__(self, g: Guesser, bases: list[str], targets: list[str]) -> None:
        points = _points(g, targets)
        self.g, self.found = g, list[Image]()
        self._pairs = [
            (p, q, g.value(f"{p} - ({q})")) for p, q in (*combinations(points, 2), *g.taken_apart())
        ]
        self._seen, self._made = set[object](), set[object]()
        for bound in _bounded(g):
            self.add(bound.of, (bound,), bound.source)
        for b in dict.fromkeys(bases):
            self.add(b, (), f"norm({b})")

    def add(self, b: str, stages: tuple[Stage, ...], length: str) -> None:
        """The images of b, which is made in these stages of a vector of that length."""
        B = self.g.value(b)
        if not isinstance(B, Vector) or not B.terms or B.key in self._seen:
            return
        self._seen.add(B.key)
        base = Image(b, B, length, stages)
        close = [
            (p, q) for p, q, apart in self._pairs if apart is not None and apart.key in (B.key, (-B).key)
        ]
        for one in (base, *(image for p, q in close for image in _maps(self.g, p, q, base))):
            for image in _linear(self.g, one):
                image = image._replace(value=plain(self.g, image.value))
                if (image.value.key, length) not in self._made:
                    self._made.add((image.value.key, length))
                    self.found.append(image)


def plain(g: Guesser, value: Vector) -> Vector:
    """The vector where J beside a random W is J, as it is in every inner product."""
    drawn = {op for op, known in g.book.space.operators.items() if known.mean and known.left and known.right}
    return Vector(
        ((bound, ("J",) if "J" in word and {*word} & drawn else word, name, gi), c)
        for (bound, word, name, gi), c in value.terms.items()
    )


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
        if (found := KEPT.fullmatch(text)) and (left := g.value(f"{b} - {found[2]}({b})")) is not None:
            yield made(f"{b} - {found[2]}({b})", left, f"sqrt({found[3]}/({found[1] or 1}))", f"{name}({b})")
        found = AT_MOST.fullmatch(text)
        for op, operator in space.operators.items():
            if found and operator.second == found[1]:
                value = space.apply(op, B) - mean
                yield made(f"{op}({b}) - J({b})", value, f"sqrt({found[2]})", f"{name}({b})", off)
    yield image
    if "shorter" in rules:
        yield made(f"W({b})", space.apply("W", B), "1", f"shorter({b})")
    for op in space.operators if "spectrum" in rules else ():
        if f"{op}(u)" in rules["spectrum"][1]:
            apart = f"{b} - {op}({b})"
            squares = (f"(1 - lam_n)*({b}) - ({apart})",)
            yield made(apart, B - space.apply(op, B), "(1 - lam_n)", f"spectrum({b})", squares)
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
        yield from made(d, g.curvatures(overall=False)[0], f"lipschitz({p}, {q})")
    if "monotone" in rules and g.value("eta") is not None and g.value(d) is not None:
        still = all((v := g.value(one)).key == g.book.space.apply("J", v).key for one in (p, q))
        for step, rule in ((f"J({d})", "mean_cocoercive"), (d, "cocoercive")):
            L, mu = g.curvatures(overall=step != d)
            rule, low = (rule, "monotone") if OVERALL[0] != L else ("overall_cocoercive", "overall_monotone")
            if rule not in rules or (step != d and not still):
                continue
            moved_on = f"({p} - ({q}) - eta*{step})"
            if (one := g.sure(f"eta*({L} + {mu}) <= 2")) and (sign := g.sure(f"eta*{mu} <= 1")):
                told = (f"{low}({p}, {q})", f"{rule}({p}, {q})", one, sign)
                yield from made(moved_on, f"(1 - eta*{mu})", *told)
            elif OVERALL[0] != L and (one := g.sure(f"eta*{L} <= 2")):
                yield from made(moved_on, "1", f"{rule}_convex({p}, {q})", one)
        if (
            "spectrum" in rules
            and q == "o"
            and (low := g.sure("1 + lam_n > 0"))
            and (high := g.sure("lam_n <= 1"))
        ):
            L, mu = g.curvatures(overall=False)
            half, apart = "((1 + lam_n)/2)", f"({p} - ({q}))"
            yield from made(
                f"(W({apart}) - {half}*{apart})", "((1 - lam_n)/2)", f"spectrum({apart})", low, high
            )
            for most, shrunk, rule in (
                (f"eta*({L} + {mu}) <= 1 + lam_n", f"({half} - eta*{mu})", "cocoercive"),
                (f"eta*{L} <= 1 + lam_n", half, "cocoercive_convex"),
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


def _bounded(g: Guesser) -> Iterator[Stage]:
    """Vectors that are no longer than constants of the claim."""
    own = inside(parse(g.own.claim), "name") - {"K"}
    for name, (places, text) in g.book.setting.rules.items():
        tree = parse(text)
        if tree.value != ("<=",) or tree.parts[0].value != "sq" or not own & inside(tree.parts[1], "name"):
            continue
        if inside(tree.parts[1], "call") or len(places.split()) > 1:
            continue
        if name in g.book.setting.premises and g.known(g.book.setting.premises[name]) is None:
            g.show(g.book.setting.premises[name], g.book.setting.premises[name])
        for p in ("x", "next(x)") if places else ("",):
            of = re.sub(rf"\b{places}\b", p, written(tree.parts[0].parts[0])) if p else "grad(x)"
            fact = f"{name}({p})" if p else name
            if g.known(fact) is not None:
                yield Stage(of, "1", f"sqrt({written(tree.parts[1])})", (fact,))

"""Chains: a vector split into images, and its length bounded by theirs, by the triangle inequality."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from ...kernel import wording
from ...kernel.poly import Poly, Vector, poly
from ...kernel.text import inside, parse
from .completing import quotient
from .guesser import Guesser, by
from .images import Image, plain
from .sizes import claimed, excess

__all__ = ["Chain", "chains"]

PARTS, CHAINS = 4, 2  # images in a sum, sums of one vector
SPLITS, LOOKED_AT = 2000, 40  # steps towards sums of so many images, and sums of which the best are taken


class Chain(NamedTuple):
    """norm(target) <= sum of c * length, a line of that name; terms: of the sum, before those of one length are one."""

    name: str
    target: str
    parts: list[tuple[str, str]]
    terms: list[str]

    def differences(self) -> list[str]:
        """Of sums of some terms and of others: squares of them are what (a + b)**2 <= 2*a**2 + 2*b**2 leaves."""
        sides = product((0, 1, -1), repeat=len(self.terms))
        split = (
            [[c for c, side in zip(self.terms, told) if side == one] for one in (1, -1)] for told in sides
        )
        return [f"{' + '.join(a)} - ({' + '.join(b)})" for a, b in split if a and b and a < b]


def chains(g: Guesser, target: str, images: list[Image], most: int = CHAINS) -> Iterator[Chain]:
    """The target without its noise, split into images in a few ways, and what that says of its length."""
    space, value = g.book.space, g.value(target)
    if not isinstance(value, Vector) or any(bound or gi for bound, _, _, gi in value.terms):
        return
    calm = Vector((k, c) for k, c in value.terms.items() if not space.generators[k[2]].fresh)
    target = target if len(calm.terms) == len(value.terms) else wording.of_vector(space, calm)
    done = 0
    found = list(islice(_splits(plain(g, calm), images), LOOKED_AT))
    allowed = claimed(g, target, images)
    for split in sorted(map(_merged, found), key=lambda one: excess(g, one, allowed)):
        if chain := _chain(g, target, split):
            yield chain
            done += 1
        if done == most or g.left <= 0:
            return


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
            s = quotient(rest.terms[term], image.value.terms[term])
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


def _chain(g: Guesser, target: str, split: list[tuple[Poly, Image]]) -> Chain | None:
    """What the split says of the target's length: a line by the triangle inequality."""
    space = g.book.space
    vectors, facts = [], []
    merged: dict[str, str] = {}
    terms: list[str] = []
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
            terms.append(f"({one})*{length}")
            merged[length] = f"{merged[length]} + {one}" if length in merged else one
    if len(vectors) > 1:
        facts.append(_added(g, vectors))
        if not facts[-1]:
            return None
    total = " + ".join(f"({c})*{length}" for length, c in merged.items())
    name = g.named(f"norm({target}) <= {total}{by(filter(None, facts))}")
    return Chain(name, target, [(c, length) for length, c in merged.items()], terms) if name else None


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

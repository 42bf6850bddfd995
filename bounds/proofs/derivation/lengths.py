"""Guesses on lengths: a vector is a sum of images of others, each at most so many times as long as what it is made of.

The vectors whose lengths a claim bounds are split into images of those that bound them (`images`), and the triangle
inequality adds these (`chains`); the claim is a line by what that says, or by its square.
"""

from __future__ import annotations

from itertools import combinations

from ...kernel.text import inside, nodes, parse, ranged, written
from .chains import Chain, chains
from .completing import completed
from .guesser import Guesser, by, with_squares
from .images import KEPT, Images, Stage
from .proving import moved

__all__ = ["lengths"]


def lengths(g: Guesser) -> None:
    """Lengths by the triangle inequality; the claim by these and their squares."""
    found = g.lengthy()
    targets = [g.ahead(v, 1) for v, rounds, smaller in found if rounds and smaller]
    spoken = [*targets]
    if not targets and not any(rounds for _, rounds, _ in found):
        targets = [v for v, _, smaller in found if smaller and "next" in inside(parse(v), "call")]
        spoken = [*targets]
        if not targets or any(map(ranged, nodes(parse(g.own.claim)))):
            targets += [g.ahead(v, 1) for v, *_ in found if v not in targets and g.moves(v)]
    bases = [v for v, *_ in found] + [g.ahead(v, 1) for v, rounds, _ in found if rounds]
    targets, bases = list(dict.fromkeys(targets)), list(dict.fromkeys(bases))
    later = max((rounds for _, rounds, _ in found), default=0)
    images = Images(g, [v for v in bases if v not in targets], targets)
    kept = filter(None, (KEPT.fullmatch(text) for _, text in g.book.setting.rules.values()))
    places = [p for rule in kept for p in g.taken_at().get(rule[2], ())]
    for apart in [f"{p} - ({q})" for p, q in g.taken_apart()] + places:  # in the midst of a round
        for chain in chains(g, apart, images.found, most=1):
            total = " + ".join(f"({c})*{length}" for c, length in chain.parts)
            g.composed[f"({total})"] = chain.parts
            of = chain.target  # without noise
            images.add(of, (Stage(of, "1", f"({total})", (chain.name,), (), True),), f"({total})")
    known: list[str] = []
    for target in targets:
        for chain in chains(g, target, images.found):
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
    some = (chain.differences(), squares)
    tries = [f"claim{by([*facts, *numbers])}{with_squares(one)}" for one in some]
    both = completed(g, square, parts, g.own.claim)
    for over, one in both:
        tries.insert(0, f"claim{by([*facts, *numbers])} over {over} > 0{with_squares([one])}")
    if both:
        tries.insert(0, f"claim{by([*facts, *numbers])}{with_squares(one for _, one in both)}")
    return any(g.tried(text, wide=True) for text in tries)


def _divisors(g: Guesser) -> list[str]:
    return [
        written(node.parts[1])
        for node in nodes(parse(g.own.claim))
        if node.kind == "/" and not inside(node.parts[1], "call")
    ]

"""How large things are about, by which guesses are put in order: numbers where constants are as usual."""

from __future__ import annotations

from math import sqrt

from ...kernel.poly import Poly
from .completing import coefficient
from .guesser import Guesser
from .images import Image

__all__ = ["about", "claimed", "excess"]

# constants as they usually are
ABOUT = {"L": 1.0, "mu": 0.1, "lam": 0.6, "lam_n": -0.3, "eta": 0.3, "gamma": 0.3, "K": 5.0, "rho2": 0.5}


def about(g: Guesser, value: Poly | str | None) -> float:
    """A polynomial, or a formula, where constants are as usual and every length is 1."""
    value = g.value(value) if isinstance(value, str) else value
    total = 0.0
    for key, c in value.items() if value is not None else ():
        term = float(c)
        for a, e in key:
            atom = g.book.space.atoms[a]
            parts = g.book.space.parts(atom) if atom[0] in "ir" else ()
            length = any(inner[0] == "<" for part in parts for inner in g.atoms(part))
            inner = [about(g, part) for part in parts] if not length else []
            one = ABOUT.get(atom[1], 0.5) if atom[0] == "s" else 1.0
            if inner:
                one = sqrt(abs(inner[0])) if atom[0] == "r" else 1 / (inner[0] or 1.0)
            term *= one**e
        total += term
    return total


def claimed(g: Guesser, target: str, images: list[Image]) -> dict[str, float]:
    """How often the claim allows each length, where it compares them with that of the target."""
    goal, own = g.goal(g.own.claim), g.value(f"norm({target})")
    if goal is None or own is None or len(own) != 1:
        return {}

    def times(length: Poly) -> float:
        ((key, c),) = length.items()
        return about(g, coefficient(goal.value, dict(key))) / float(c)

    whole = -times(own)
    found = {}
    for length in {image.length for image in images} if whole > 0 else ():
        value = g.value(length)
        if value is not None and len(value) == 1:
            found[length] = times(value) / whole
    return found


def excess(g: Guesser, split: list[tuple[Poly, Image]], allowed: dict[str, float]) -> float:
    """How much longer a split lets its vector be than is allowed; of equal ones the shorter first."""
    told: dict[str, float] = {}
    for s, image in split:
        size = abs(about(g, s))
        for stage in image.stages:
            size *= about(g, stage.factor)
            if stage.line:
                size *= about(g, stage.source)
        told[image.length] = told.get(image.length, 0.0) + size
    over = sum(max(0.0, size - allowed.get(length, 0.0)) for length, size in told.items())
    return over + 0.001 * len(split) + 1e-6 * sum(told.values())

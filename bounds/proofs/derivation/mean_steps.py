"""Guesses on the mean model's error: what a step gains of the gap, and what clients that are apart take back.

Textbooks have these lines of convex, smooth losses, whatever the step and the noise: the mean gradient points to w*,
it is short where the gap is small, and the gap is no less than 0. A claim on `error2` follows from them and the noise.
"""

from __future__ import annotations

from ...kernel.text import inside, parse
from .guesser import Guesser, by

__all__ = ["by_mean_step", "mean_step"]

GAP = "(F(J(x)) - F(o))"
FAR, OFF = "x - J(x)", "J(x) - o"
LINES = (
    f"2*dot(J(grad(x)), J(x) - o) >= 2*{GAP} - L*sq({FAR}) + mu*sq(J(x) - o)"
    f" by above(J(x), x), below(o, x), mu > 0 with {FAR}",
    f"sq(J(grad(x))) <= 2*L**2*sq({FAR}) + 4*L*{GAP} by lipschitz(x, J(x)), mean_steep(x)"
    " with J(grad(x)) - 2*J(grad(J(x))), grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))",
    f"{GAP} >= 0 by below(J(x), o) with {OFF}",
)
SHORT = ("4*L*eta <= 1", "2*L*eta <= 1", "L*eta <= 1")  # steps at which part of the gap is left


def mean_step(g: Guesser) -> None:
    """The lines, and the claim by them."""
    rules = g.book.setting.rules
    told = inside(parse(g.own.claim), "call")
    if "error2" not in told or not {"above", "below", "lipschitz", "mean_steep"} <= rules.keys():
        return
    if g.curvatures() != ("L", "mu") or not (short := next(filter(None, map(g.sure, SHORT)), "")):
        return
    found = [g.named(line) for line in LINES]
    if all(found):
        g.of_mean = [*found, short]
        by_mean_step(g, "claim", g.own.claim)


def by_mean_step(g: Guesser, line: str, claim: str) -> bool:
    """Whether the line is found from these."""
    goal = g.goal(claim) if g.of_mean else None
    if goal is None:
        return False
    facts = by([*g.of_mean, *g.noise(), *g.extremes])
    squares = f" with {FAR}, {OFF}"
    return g.tried(f"{line}{facts}{squares}") or g.tried(
        f"{line}{by([*g.of_mean, *g.noise(), *g.extremes, *g.numbers(goal.value)])}{squares}", wide=True
    )

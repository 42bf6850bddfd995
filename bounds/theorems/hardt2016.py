"""Hardt, Recht and Singer 2016, Lemma 3.7: how far a gradient step drives two points apart.

Setting. G(x) = x - eta grad f(x), f beta-smooth, gamma-strongly convex in the last part; here f is a mean of losses,
and beta and gamma are L and mu. The lemma's first part is on any smooth f; here f is convex.

Statement. ||G(x) - G(y)|| is at most (1 + eta beta) ||x - y|| (`smooth`); ||x - y|| for f convex and eta <= 2/beta
(`convex`); (1 - eta beta gamma/(beta + gamma)) ||x - y|| for eta <= 2/(beta + gamma) (`strongly-convex`). All are
judged squared. This is what bounds how stable stochastic gradients are, and so how well they generalize.

Idea. Cocoercivity of the gradient; for the last part it is enough that 1 - 2c <= (1 - c)^2.
"""

from ..families.points import points
from ..theorem import Theorem, Variant

_OPEN = "let a = x - y, g = J(grad(x) - grad(y))\n"
_SMOOTH = f"""{_OPEN}
wide: sq(g) <= L**2*sq(a) by lipschitz(x, y) with grad(x) - grad(y) - g
along: -2*L*dot(g, a) <= sq(g) + L**2*sq(a) with g + L*a
both: -dot(g, a) <= L*sq(a) by along, wide over L > 0
claim smooth by both, wide, eta > 0
"""
_CONVEX = f"""{_OPEN}
short: eta*L <= 2 by eta <= 2/L
claim convex by cocoercive_convex(x, y), short, eta > 0 over L > 0 with g, grad(x) - grad(y) - g
"""
_STRONG = f"""{_OPEN}
short: eta*(L + mu) <= 2 by eta <= 2/(L + mu)
half: moved2*(L + mu) <= (L + mu - 2*eta*L*mu)*xy2
  by cocoercive(x, y), short, eta > 0 with g, grad(x) - grad(y) - g
claim strongly-convex by half over L + mu > 0 with eta*L*mu*a
"""
_SHARP = f"""{_OPEN}
short: eta*(L + mu) <= 2 by eta <= 2/(L + mu)
claim sharp by cocoercive(x, y), monotone(x, y), short, eta > 0 with grad(x) - grad(y) - g
"""

EXPANSION = Theorem(
    id="hardt2016.lemma-3-7",
    title="gradient steps: how far they drive two points apart",
    place="Hardt, Recht and Singer 2016, Lemma 3.7, as commonly cited; the paper itself could not be read",
    statement="||G(x) - G(y)|| <= (1 - eta beta gamma/(beta + gamma)) ||x - y|| for eta <= 2/(beta + gamma)",
    family=points(),
    first=None,
    variants=tuple(
        Variant(label, f"moved2 <= {factor}*xy2", statement=said, assume=assume, derivation=lines)
        for label, said, factor, assume, lines in (
            ("smooth", "any step", "(1 + eta*L)**2", (), _SMOOTH),
            ("convex", "eta <= 2/beta", "1", ("eta <= 2/L",), _CONVEX),
            (
                "strongly-convex",
                "eta <= 2/(beta + gamma)",
                "(1 - eta*L*mu/(L + mu))**2",
                ("eta <= 2/(L + mu)",),
                _STRONG,
            ),
            (
                "sharp",
                "1 - eta gamma, eta <= 2/(beta + gamma)",
                "(1 - eta*mu)**2",
                ("eta <= 2/(L + mu)",),
                _SHARP,
            ),
        )
    ),
)

STATED: tuple[Theorem, ...] = (EXPANSION,)

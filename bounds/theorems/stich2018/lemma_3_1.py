"""Stich, Cordonnier and Jaggi 2018, Lemma 3.1: one step of Mem-SGD, read at the virtual iterate.

Setting. x the model, xt = x - m the virtual iterate, m what the memory holds, xt+ = xt - eta g, E g = grad f(x), E
||g||^2 <= G^2; f mu-strongly convex and L-smooth. Here x and z = xt are any two points.

Statement. E||xt+ - x*||^2 <= (1 - eta mu/2)||xt - x*||^2 + eta^2 G^2 - eta (f(x) - f*) + eta (mu + 2L) E||m||^2. The
left side is ||xt - x*||^2 - 2 eta <grad f(x), xt - x*> + eta^2 E||g||^2; eta^2 E||g||^2 <= eta^2 G^2 is left out on
both sides. No step is too long.

Idea. Strong convexity between x and x*; 2 <grad f(x), m> <= ||grad f(x)||^2/(2L) + 2L ||m||^2.
"""

from ...families.points import points
from ...theorem import Theorem, Variant
from .contraction import READ

_PROOF = """
far: mu/2*zo2 <= mu*sq(x - o)/N + mu*zx2 by mu > 0 with 2*x - z - o
toward: dot(grad(x), x - o) >= F(x) - F(o) + mu/2*sq(x - o) by below(o, x)
lean: -2*L*dot(J(grad(x)), z - x) <= sq(J(grad(x)))/2 + 2*L**2*sq(z - x) with J(grad(x)) + 2*L*(z - x)
steep: sq(J(grad(x))) <= 2*L*(F(x) - F(o)) by mean_steep(x)
away: -2*dot(grad(x), z - x) <= F(x) - F(o) + 2*L*sq(z - x) by lean, steep over L > 0
claim by far, toward, away, eta > 0
"""

LEMMA_3_1 = Theorem(
    id="stich2018.lemma-3-1",
    title="Mem-SGD: one step of the virtual iterate",
    place=f"Stich, Cordonnier and Jaggi 2018, Lemma 3.1; {READ}",
    statement="E||xt+ - x*||^2 <= (1 - eta mu/2) E||xt - x*||^2 + eta^2 G^2 - eta e + eta (mu + 2L) E||m||^2",
    family=points(),
    first=None,
    variants=(
        Variant(
            "main",
            "zo2 - 2*eta*pull_best <= (1 - eta*mu/2)*zo2 - eta*gap + eta*(mu + 2*L)*zx2",
            statement="both sides less eta^2 G^2",
            derivation=_PROOF,
        ),
    ),
)

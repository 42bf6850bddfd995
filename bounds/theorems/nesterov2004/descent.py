"""Nesterov 2004, section 2.1.5: what a gradient step gains, and that it never leads away.

Setting as in `smooth`, step h.

Statement. f(x+) <= f(x) - h (1 - L h/2) ||grad f(x)||^2 for every h (`value`), and ||x+ - x*||^2 <= ||x - x*||^2 - h
(2/L - h) ||grad f(x)||^2 (`distance`).

Proof. (2.1.6) of `smooth` between x and x+ = x - h grad f(x), whose quadratic term is L h^2/2 ||grad f(x)||^2. And
||x+ - x*||^2 = ||x - x*||^2 - 2h <grad f(x), x - x*> + h^2 ||grad f(x)||^2, with co-coercivity.  []
"""

from ...theorem import Theorem, Variant
from .smooth import CITED, GRADIENT_DESCENT

DESCENT = Theorem(
    id="nesterov2004.descent",
    title="what a gradient step gains",
    place=f"Nesterov 2004, section 2.1.5, the proof of Theorem 2.1.14, {CITED}",
    statement="f(x+) <= f(x) - h (1 - L h/2) ||grad f(x)||^2",
    family=GRADIENT_DESCENT,
    rounds=6,
    variants=(
        Variant(
            "value",
            "eta*(1 - L*eta/2)*global_gradient2(t) <= gap(t) - gap(t + 1)",
            derivation="claim by above(next(x), x)",
        ),
        Variant(
            "distance",
            "eta*(2/L - eta)*global_gradient2(t) <= error2(t) - error2(t + 1)",
            derivation="claim by mean_cocoercive_convex(x, o)",
        ),
    ),
)

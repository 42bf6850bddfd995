"""Nesterov 2004, Theorems 2.1.8, 2.1.10 and 2.1.12: strongly convex functions, between a point and the minimum.

Setting as in `smooth`; f mu-strongly convex.

Statement, with y = x*. (2.1.8) f(x) - f* >= mu/2 ||x - x*||^2 (`value`); (2.1.10) f(x) - f* <= ||grad f(x)||^2/(2mu)
(`gradient`); (2.1.12) <grad f(x), x - x*> >= mu L/(mu + L) ||x - x*||^2 + ||grad f(x)||^2/(mu + L) (`both`).

Idea. `value` is the definition at x*; `gradient` minimizes it over y; `both` is co-coercivity (`smooth`) of the convex
and (L - mu)-smooth f(x) - mu/2 ||x||^2.
"""

from ...theorem import Theorem, Variant
from .smooth import CITED, GRADIENT_DESCENT, INNER

STRONGLY_CONVEX = Theorem(
    id="nesterov2004.strongly-convex",
    title="strongly convex functions: values, gradients and distances",
    place=f"Nesterov 2004, Theorems 2.1.8, 2.1.10 and 2.1.12, {CITED}",
    statement="<grad f(x), x - x*> >= mu L/(mu + L) ||x - x*||^2 + ||grad f(x)||^2/(mu + L)",
    family=GRADIENT_DESCENT,
    rounds=6,
    variants=(
        Variant(
            "value",
            "mu/2*error2(t) <= gap(t)",
            derivation="claim by below(x, o)",
        ),
        Variant(
            "gradient",
            "gap(t) <= global_gradient2(t)/(2*mu)",
            derivation="claim by mean_curved(x)",
        ),
        Variant(
            "both",
            "mu*L/(mu + L)*error2(t) + global_gradient2(t)/(mu + L) <= inner",
            where=INNER,
            derivation="claim by mean_cocoercive(x, o)",
        ),
    ),
)

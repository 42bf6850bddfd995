"""Nesterov 2004, Theorem 2.1.5: convex and L-smooth functions, between a point and the minimum.

Setting. f = F, a mean of the clients' convex losses by their shares, x any point: here those that gradient descent x
<- x - h grad f(x) visits. The inner product <grad f(x), x - x*> is read from a step: h^2 ||grad f||^2 + ||x -
x*||^2 less the same after it, over 2h.

Statement, with y = x*, where the gradient is 0. (2.1.6) f(x) - f* <= L/2 ||x - x*||^2 (`value`); (2.1.7) ||grad
f(x)||^2/(2L) <= f(x) - f* (`gradient`) and f(x) - f* + ||grad f(x)||^2/(2L) <= <grad f(x), x - x*> (`both`); (2.1.8)
||grad f(x)||^2/L <= <grad f(x), x - x*> (`cocoercive`).

Idea. A gradient step from y on f(y) - <grad f(x0), y>, whose minimum is at x0, gives (2.1.7); the others are its cases
at x0 = x*. `value`: integrate the gradient from x*.
"""

from ...algorithms import Algorithm
from ...families.declared import declared
from ...theorem import Theorem, Variant

CITED = "as commonly cited; the book was not at hand"
GRADIENT_DESCENT = declared(Algorithm("gradient-descent", {"x": "x - eta*average(grad(x))"}), common=True)
INNER = {"inner": "(error2(t) - error2(t + 1) + eta**2*global_gradient2(t))/(2*eta)"}

SMOOTH = Theorem(
    id="nesterov2004.smooth",
    title="convex and smooth functions: values, gradients and distances",
    place=f"Nesterov 2004, Theorem 2.1.5, {CITED}",
    statement="(2.1.6) to (2.1.8) with y = x*",
    family=GRADIENT_DESCENT,
    rounds=6,
    variants=(
        Variant(
            "value",
            "gap(t) <= L/2*error2(t)",
            derivation="claim by above(x, o)",
        ),
        Variant(
            "gradient",
            "global_gradient2(t)/(2*L) <= gap(t)",
            derivation="claim by mean_steep(x)",
        ),
        Variant(
            "both",
            "gap(t) + global_gradient2(t)/(2*L) <= inner",
            where=INNER,
            derivation="claim by mean_interpolation_convex(o, x)",
        ),
        Variant(
            "cocoercive",
            "global_gradient2(t)/L <= inner",
            where=INNER,
            derivation="claim by mean_cocoercive_convex(x, o)",
        ),
    ),
)

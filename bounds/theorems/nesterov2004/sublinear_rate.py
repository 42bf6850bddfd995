"""Nesterov 2004, Theorem 2.1.14 and Corollary 2.1.2: gradient descent on convex smooth functions.

Setting as in `smooth`; r = ||x(0) - x*||, D_k = f(x(k)) - f*.

Statement. For 0 < h < 2/L, D_k <= 2 D_0 r^2/(2 r^2 + k h (2 - L h) D_0) (`main`); for h = 1/L, D_k <= 2 L r^2/(k + 4)
(`corollary`). The fraction of `main` needs x(0) != x*.

Idea. By `descent` no iterate is further from x* than x(0), so D_k^2 <= ||grad f(x(k))||^2 r^2 and r^2 D_(k+1) <=
r^2 D_k - w D_k^2, w = h (1 - L h/2). For h = 1/L, k D_k + L/2 ||x(k) - x*||^2 does not grow: D_k <= L r^2/(2 (k +
1)) (`sharp`).
"""

from ...theorem import Theorem, Variant
from .smooth import CITED, GRADIENT_DESCENT

_MAIN_PROOF = """
let w = eta*(2 - L*eta), r2 = error2(0), D0 = gap(0)
size: error2(0) >= 0 with w0 - o
room: L*eta < 2 by eta < 2/L
some: w > 0 by room
fall: gap(t + 1) <= gap(t) - w/2*global_gradient2(t) by above(next(x), x)
low: gap(t) >= 0 by mean_steep(x) over L > 0 with J(grad(x))
near: error2(t + 1) <= error2(t) by mean_cocoercive_convex(x, o), room over L > 0 with J(grad(x))
always N: error2(t) <= error2(0)
  next by near, N
cut: gap(t) <= norm(J(grad(x)))*norm(J(x) - o) by below(o, x), cauchy(J(grad(x)), J(x) - o) with x - o
square: gap(t)**2 <= global_gradient2(t)*error2(t) by cut, low
steep: gap(t)**2 <= global_gradient2(t)*r2 by square, N with J(grad(x))
step: r2*gap(t + 1) <= r2*gap(t) - w/2*gap(t)**2 by fall, steep, some, size
unit: w*L <= 1 with 1 - L*eta
top: gap(t) <= L/2*r2 by above(x, o), N
cap: w*gap(t) <= 2*r2 by unit, top, some, size
begin: D0 >= 0 by mean_steep(w0) over L > 0 with J(grad(w0))
more: 2*r2 + (t + 1)*w*D0 >= 0 by begin, some, size

always I: gap(t)*(2*r2 + t*w*D0) <= 2*D0*r2
  next by step, more, I, cap, begin over r2 > 0 with w*gap(t)
below0: 2*r2 + t*w*D0 > 0 by begin, some, error2(0) > 0, size
claim by I over 2*r2 + t*w*D0 > 0
"""
_LONGEST_PROOF = """
fall: L*gap(t + 1) <= L*gap(t) - global_gradient2(t)/2 by above(next(x), x), eta == 1/L over L > 0
one: (t + 1)*gap(t + 1) + L/2*error2(t + 1) <= t*gap(t) + L/2*error2(t)
  by fall, mean_interpolation_convex(o, x), eta == 1/L over L > 0
always I: t*gap(t) + L/2*error2(t) <= L/2*error2(0)
  next by one, I
low: gap(t) >= 0 by mean_steep(x) over L > 0 with J(grad(x))
claim sharp by I, above(x, o)
claim corollary by I, above(x, o), low
"""

SUBLINEAR_RATE = Theorem(
    id="nesterov2004.sublinear-rate",
    title="gradient descent, convex and smooth: 1/k",
    place=f"Nesterov 2004, Theorem 2.1.14 and Corollary 2.1.2, {CITED}",
    statement="f(x_k) - f* <= 2 (f(x_0) - f*) r^2/(2 r^2 + k h (2 - L h) (f(x_0) - f*))",
    family=GRADIENT_DESCENT,
    variants=(
        Variant(
            "main",
            "gap(t) <= 2*gap(0)*error2(0)/(2*error2(0) + t*eta*(2 - L*eta)*gap(0))",
            assume=("eta < 2/L", "error2(0) > 0"),
            derivation=_MAIN_PROOF,
        ),
        Variant(
            "corollary",
            "gap(t) <= 2*L*error2(0)/(t + 4)",
            assume=("eta == 1/L",),
            derivation=_LONGEST_PROOF,
        ),
        Variant(
            "sharp",
            "gap(t) <= L*error2(0)/(2*(t + 1))",
            statement="h = 1/L, a smaller bound",
            assume=("eta == 1/L",),
            derivation=_LONGEST_PROOF,
        ),
    ),
)

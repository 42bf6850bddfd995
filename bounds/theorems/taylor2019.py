"""Taylor and Bach 2019, Theorem 3: a potential of gradient descent that bounds values and gradients at once.

Setting. Gradient descent with step 1/L on a convex L-smooth f (here the mean of clients' losses), D_k = f(x(k)) - f*.

Statement. V_k = (2k + 1) L D_k + k (k + 2) ||grad f(x(k))||^2 + L^2 ||x(k) - x*||^2 does not grow (`main`). So D_k <=
(L D_0 + L^2 ||x(0) - x*||^2)/((2k + 1) L), at most 3 L ||x(0) - x*||^2/(2 (2k + 1)) (`value`), and k (k + 2) ||grad
f(x(k))||^2 <= 3/2 L^2 ||x(0) - x*||^2 (`gradient`).

Idea. Interpolation between x(k+1) and x(k) with weights 2k^2 + 8k + 6 and 2k^2 + 6k + 3, and between x* and x(k).
"""

from ..theorem import Theorem, Variant
from .nesterov2004.smooth import GRADIENT_DESCENT

_V = "(2*{0} + 1)*L*gap({0}) + {0}*({0} + 2)*global_gradient2({0}) + L**2*error2({0})"
_DERIVED = f"""
let c = 2*t**2 + 8*t + 6, b = 2*t**2 + 6*t + 3
c_low: c >= 0 by t >= 0
b_low: b >= 0 by t >= 0
near: 2*L*gap(t) <= L**2*error2(t) - L**2*error2(t + 1) by mean_interpolation_convex(o, x), eta == 1/L
fall: 2*L*gap(t + 1) <= 2*L*gap(t) - global_gradient2(t) - global_gradient2(t + 1)
  by mean_interpolation_convex(x, next(x)), eta == 1/L
rise: 2*L*gap(t + 1) >= 2*L*gap(t) - 2*global_gradient2(t) + sq(J(grad(x)) - J(grad(next(x))))
  by mean_interpolation_convex(next(x), x), eta == 1/L
let V = {_V.format("t")}
one: next(V) <= V by near, fall, rise, c_low, b_low with J(grad(x)) - J(grad(next(x)))
always I: V <= L*gap(0) + L**2*error2(0)
  next by one, I
low: gap(t) >= 0 by mean_steep(x) over L > 0 with J(grad(x))
claim main by I
grow: t*(t + 2)*global_gradient2(t) >= 0 by t >= 0 with J(grad(x))
claim value by I, above(w0, o), grow over L > 0 with J(x) - o
claim gradient by I, above(w0, o), low with J(x) - o
"""
_STEP = ("eta == 1/L",)

POTENTIAL = Theorem(
    id="taylor2019.potential",
    title="gradient descent: one potential for values and gradients",
    place="Taylor and Bach 2019, Theorem 3, as quoted in the documentation of PEPit 0.5 (gradient_descent_lyapunov_2)",
    statement="V_(k+1) <= V_k, V_k = (2k + 1) L (f(x_k) - f*) + k (k + 2) ||grad f(x_k)||^2 + L^2 ||x_k - x*||^2",
    family=GRADIENT_DESCENT,
    variants=(
        Variant(
            "main",
            f"{_V.format('t')} <= L*gap(0) + L**2*error2(0)",
            assume=_STEP,
            derivation=_DERIVED,
        ),
        Variant(
            "value",
            "gap(t) <= 3*L*error2(0)/(2*(2*t + 1))",
            statement="what it says of values",
            assume=_STEP,
            derivation=_DERIVED,
        ),
        Variant(
            "gradient",
            "t*(t + 2)*global_gradient2(t) <= 3/2*L**2*error2(0)",
            statement="what it says of gradients",
            assume=_STEP,
            derivation=_DERIVED,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (POTENTIAL,)

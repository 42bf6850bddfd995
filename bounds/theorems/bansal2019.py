"""Bansal and Gupta 2019: gradient descent by potential functions.

Setting. Gradient descent with step 1/L on an L-smooth f (here the mean of clients' losses), D_k = f(x(k)) - f*.

Statement. f convex: k D_k + (L/2) ||x(k) - x*||^2 does not grow (Theorem 3.3, `smooth`), so that D_k <= L ||x(0) -
x*||^2/(2k) (`rate`). f mu-strongly convex: D_k + (mu/2) ||x(k) - x*||^2 shrinks by the factor 1 - mu/L each round
(`linear`). This potential is of the kind that they use; its place there could not be compared.

Idea. A step gains ||grad f||^2/(2L), and convexity bounds D_k by <grad f, x - x*>, which is what the distance loses.
"""

from ..theorem import Theorem, Variant
from .nesterov2004.smooth import GRADIENT_DESCENT

_DERIVED = """
fall: L*gap(t + 1) <= L*gap(t) - global_gradient2(t)/2 by above(next(x), x), eta == 1/L over L > 0
one: (t + 1)*gap(t + 1) + L/2*error2(t + 1) <= t*gap(t) + L/2*error2(t)
  by fall, mean_interpolation_convex(o, x), eta == 1/L over L > 0
always I: t*gap(t) + L/2*error2(t) <= L/2*error2(0)
  next by one, I
claim smooth by I
claim rate by I with J(x) - o
"""
_LINEAR = """
step: eta*L == 1 by eta == 1/L
claim linear by above(next(x), x), below(o, J(x)), step, eta > 0
"""
_STEP = ("eta == 1/L",)

POTENTIAL = Theorem(
    id="bansal2019.potential",
    title="gradient descent by potentials",
    place="Bansal and Gupta 2019, Theorem 3.3, as quoted in the documentation of PEPit 0.5 "
    "(gradient_descent_lyapunov_1); "
    "`linear` as commonly cited",
    statement="k (f(x_k) - f*) + (L/2) ||x_k - x*||^2 does not grow",
    family=GRADIENT_DESCENT,
    variants=(
        Variant(
            "smooth",
            "t*gap(t) + L/2*error2(t) <= L/2*error2(0)",
            statement="the potential never exceeds its start, as it does not grow",
            assume=_STEP,
            derivation=_DERIVED,
        ),
        Variant(
            "rate",
            "t*gap(t) <= L/2*error2(0)",
            assume=_STEP,
            derivation=_DERIVED,
        ),
        Variant(
            "linear",
            "gap(t + 1) + mu/2*error2(t + 1) <= (1 - mu/L)*(gap(t) + mu/2*error2(t))",
            statement="strongly convex: the potential shrinks by 1 - mu/L",
            assume=_STEP,
            derivation=_LINEAR,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (POTENTIAL,)

"""Alistarh et al. 2017 (QSGD), Theorem 2.1, after Bubeck: stochastic gradients on a smooth convex function.

Setting. x_(t+1) = x_t - eta g_t, E g_t = grad f(x_t), variance sigma^2, eta = 1/(L + 1/gamma); f the mean of clients'
losses, g_t of their stochastic gradients (the paper's parallel SGD). Printed are projections onto a convex set, R its
radius around x_0; here the set is all of R^d, and R = ||x_0 - x*||.

Statement. With gamma = (R/sigma) sqrt(2/T), E f(mean of the x_t) - f* <= R sqrt(2 sigma^2/T) + L R^2/T. Printed is
(1/T) sum_(t=0)^T, T + 1 terms over T; both ways to leave one out are judged, of the mean of the f(x_t), which is no
less than f at the mean: x_0 to x_(T-1) (`first`) and x_1 to x_T (`last`). For every gamma it is (L + 1/gamma)
R^2/(2T) + gamma sigma^2/2 (`first-any-gamma`, `last-any-gamma`).

Idea. In a step ||x_t - x*||^2 falls by 2 eta (f - f*) at least, less eta^2 sigma^2 and what eta L < 1 makes up for.
"""

from ...families.federated import federated
from ...theorem import Theorem, Variant
from ..local_rounds import TOGETHER
from .rounding import READ

# D the squared distance, e the gap, v the variance, h and k the gradient.
_STEP = f"""{TOGETHER}
let v = sigma2_of_mean, h = J(grad(x)), D = error2(t), e = gap(t), k = J(grad(m)), D0 = error2(0)
lift: sq(grad(x) - grad(m)) <= 0 by lipschitz(x, m), near
stepped: sq(J(y) - o) == sq(m - o) - 2*eta*dot(h, m - o) + eta**2*(sq(h) + v) by mean_noise
toward: dot(h, m - o) == dot(k, m - o) by vanishing(grad(x) - grad(m)) times m - o
length: sq(h) == sq(k) by vanishing(grad(x) - grad(m)) times h, vanishing(grad(x) - grad(m)) times k
noise_low: v >= 0 by mean_noise with J(n)
late: t > 0 by t >= 1
room: 1 - eta*L > 0 by eta*L < 1
"""
_FIRST = """
pull: 2*L*dot(k, m - o) >= 2*L*e + sq(k) by mean_interpolation_convex(o, x)
one: L*next(D) <= L*(D - 2*eta*e + eta**2*v) by stepped, toward, length, pull, room, eta > 0, L > 0 with k
onward: next(D) <= D - 2*eta*e + eta**2*v by one over L > 0
let E = sum(s < t, gap(s))
always I: D + 2*eta*E <= D0 + t*eta**2*v
  next by onward, I
total: 2*eta*E <= D0 + t*eta**2*v by I with m - o
"""
_LAST = """
convex: dot(k, m - o) >= e by below(o, m), mu > 0 with m - o
rise: F(J(y)) <= F(m) - eta*dot(k, h) + L/2*eta**2*(sq(h) + v) by above(J(y), m), mean_noise
even: dot(k, h) == sq(h) by vanishing(grad(x) - grad(m)) times h
one: next(D) <= D - 2*eta*(F(J(y)) - F(o)) + eta**2*(1 + eta*L)*v
  by stepped, toward, convex, rise, even, room, eta > 0 with eta*h
let E = sum(1 <= s <= t, gap(s))
always I: D + 2*eta*E <= D0 + t*eta**2*(1 + eta*L)*v
  next by one, I
total: 2*eta*E <= D0 + t*eta**2*(1 + eta*L)*v by I with m - o
"""
_WHOLE = """less: t*eta**2*v*(1 - (eta*L)**2) <= t*eta**2*v by noise_low, late, L > 0
whole: 2*eta*(1 - eta*L)*E <= (1 - eta*L)*D0 + t*eta**2*v by total, room, less, noise_low, late
scaled: E/t <= D0/(2*eta*t) + eta*v/(2*(1 - eta*L)) by whole over late, eta > 0, room
"""
_ANY = "claim by scaled\n"
# gamma**2*t*v = 2*D0, so that the bound is L*D0/(2*t) + 3/4*gamma*v, and r = gamma*v.
_PRINTED = """
some: D0 > 0 by error2(0) > 0
size: gamma > 0
inverse: 1/eta == L + 1/gamma by assume3 over size
fits: eta/(1 - eta*L) == gamma by assume3, room over size
let r = sqrt(D0)*sqrt(2*v/t)
long: gamma*v <= r by root, late
claim by scaled, inverse, fits, long, some, size, L > 0, late
"""
_PARTS = {
    "first": ("x_0 to x_(T-1)", _FIRST, "mean(s < t, gap(s))"),
    "last": ("x_1 to x_T", _LAST, "mean(1 <= s <= t, gap(s))"),
}
# f = w^2/4 on the line, noise 1, w_0 = 1: gamma is 1 at T = 2.
_RATIONAL = {
    **{"N": 1, "C": 1, "H": 1, "left": ["1/2"], "right": ["1/2"], "c": [0]},
    **{"v": [1], "w0": 1, "eta": "2/3"},
}


def _variant(label: str, printed: bool) -> Variant:
    said, part, left = _PARTS[label]
    if printed:
        gamma = "sqrt(2*error2(0)/(t*sigma2_of_mean))"
        bound = "sqrt(error2(0))*sqrt(2*sigma2_of_mean/t) + L*error2(0)/t"
        more: tuple[str, ...] = ("eta == 1/(L + 1/gamma)", "error2(0) > 0", "sigma2_of_mean > 0")
    else:
        gamma, more = "eta/(1 - eta*L)", ()
        bound = "(L + 1/gamma)*error2(0)/(2*t) + gamma*sigma2_of_mean/2"
    return Variant(
        label if printed else f"{label}-any-gamma",
        f"{left} <= {bound}",
        statement=said if printed else f"{said}, every gamma = 1/(1/eta - L)",
        assume=("H == 1", "eta*L < 1", *more, "t >= 1"),
        where={"gamma": gamma},
        examples=(_RATIONAL,) if printed else (),
        derivation=f"{_STEP}{part}{_WHOLE}{_PRINTED if printed else _ANY}",
    )


SGD = Theorem(
    id="alistarh2017.theorem-2-1",
    title="stochastic gradients on a smooth convex function",
    place=f"Alistarh, Grubic, Li, Tomioka and Vojnovic 2017, Theorem 2.1 (Bubeck 2015, Theorem 6.3), {READ}",
    statement="E f(mean of x_t) - f* <= R sqrt(2 sigma^2/T) + L R^2/T for steps 1/(L + 1/gamma), gamma = R/sigma "
    "sqrt(2/T); here without a constraint set",
    family=federated(uniform=True, fixed=True),
    rounds=3,
    first=1,
    variants=tuple(_variant(label, printed) for printed in (True, False) for label in _PARTS),
)

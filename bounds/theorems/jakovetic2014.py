"""Jakovetic, Xavier and Moura 2014: fast distributed gradient methods, what disagreement costs D-NG.

Setting. x_i(k) = sum_j W_ij y_j(k-1) - alpha_(k-1) grad f_i(y_i(k-1)), y_i(k) = x_i(k) + beta_(k-1) (x_i(k) -
x_i(k-1)), alpha_k = c/(k + 1), beta_k = k/(k + 3), y(0) = x(0); f the mean of the N losses, convex and L-smooth
(gradients need not be bounded here). W doubly stochastic, symmetric or not, another one in every round. The paper's y
is the state x, its x the state z; `alpha` is c, and `spread2` is ||y - 1 ybar||^2.

Statement. The mean model takes Nesterov's steps with an inexact gradient, so that for c <= 1/(2 L) f(xbar(k)) - f* <=
(2/(c k)) ||xbar(0) - x*||^2 + (L/(N k)) sum_(t=1)^k ||y(t-1) - 1 ybar(t-1)||^2 (t + 1)^2/t (`main`). With c <= 1/L and
less than half of the sum: `sharp`.

Idea. With theta = 2/(k + 2) and v = z + (y - z)/theta a round lowers (c k (k + 2)/(k + 1)) (f(xbar) - f*) + 2 ||vbar -
x*||^2 up to what ||y - 1 ybar||^2 costs. It costs L/2 and not L as J z+ - J y is orthogonal to y - J y.
"""

from ..algorithms import Algorithm
from ..families.declared import declared
from ..theorem import Theorem, Variant

_D_NG = Algorithm(
    "d-ng",
    let={"u": "mix(x) - alpha*eta*grad(x)"},
    next={"x": "u + (1 - eta)/(1 + 2*eta)*(u - z)", "z": "u"},
    start={"z": "x"},
    numbers=("alpha",),
    models=("x", "z"),
)
_DERIVED = """
let e = 2/(t + 2), v = (x - (1 - e)*z)/e, h = J(grad(x)), w = next(z), d = (t + 2)*J(w) - t*J(z) - 2*o
let G = alpha*t*(t + 2)*(F(J(z)) - F(o)), N = alpha*(t + 2)**2*(F(J(w)) - F(o)), V = 2*(t + 1)*sq(J(v) - o)
let D = alpha*L/2, S = D*sum(s < t, (s + 2)**2/(s + 1)*spread2(s))
part: 1 + 2*eta > 0
high: F(J(w)) <= F(x) + dot(grad(x), J(w) - x) + L/2*sq(J(w) - x) by above(J(w), x)
one: F(o) >= F(x) + dot(grad(x), o - x) by below(o, x), mu > 0 with o - x
two: F(J(z)) >= F(x) + dot(grad(x), J(z) - x) by below(J(z), x), mu > 0 with J(z) - x
less: alpha**2*L*sq(h) <= alpha*(t + 1)*sq(h) by short, alpha > 0 with h
whole: N <= G + alpha*(t + 2)*dot(grad(x), d) + (t + 2)**2*D*sq(J(w) - x) by high, one, two, alpha > 0
round: N + 2*(t + 1)*sq(next(J(v) - o)) <= G + V + (t + 2)**2*D*sq(x - J(x)) by whole, less over t + 1 > 0
above_zero: F(J(w)) - F(o) >= 0 by below(J(w), o) with J(w) - o
slower: (t + 1)**2*(t + 3)*alpha*(F(J(w)) - F(o)) <= (t + 2)*N by above_zero, alpha > 0
always I: G + V <= (t + 1)*(2*K*error2(0) + S)
  next I by I, round, slower over (t + 1)*(t + 2) > 0
after: t > 0 by t >= 1
low: t**2 + 2*t > 0 by after
late: alpha*t > 0 by after
later: alpha*(t**2 + 2*t) > 0 by low
count: t*K > 0 by after
"""
_SHARP = f"short: alpha*L <= 1 by alpha <= 1/L over L > 0{_DERIVED}claim by I with J(v) - o\n"
_MAIN = f"""short: 2*alpha*L <= 1 by alpha <= 1/(2*L) over L > 0{_DERIVED.replace("short,", "short, L > 0,")}
always sums: sum(s < t, (s + 2)**2/(s + 1)*spread2(s)) >= 0
  next sums by sums with x - J(x)
begun: error2(0) >= 0 with J(w0) - o
claim by I, sums, begun with J(v) - o
"""
_SUM = "sum(s < t, (s + 2)**2/(s + 1)*spread2(s))"

OPTIMALITY = Theorem(
    id="jakovetic2014.optimality",
    title="D-NG: Nesterov's rate for the mean model, and what disagreement adds",
    place="Jakovetic, Xavier and Moura 2014, the bound on the optimality gap at the mean model of D-NG, as commonly "
    "cited; of the paper only the beginning could be read",
    statement="f(xbar(k)) - f* <= (2/(c k)) ||xbar(0) - x*||^2 + (L/(N k)) sum_(t=1)^k ||y(t-1) - 1 "
    "ybar(t-1)||^2 (t + 1)^2/t",
    family=declared(_D_NG, step="1/(t + 1)", changing=True, directed=True),
    first=1,
    variants=(
        Variant(
            "main",
            f"(F(J(z)) - F(o))/K <= 2/(alpha*t)*error2(0) + L/(K*t)*{_SUM}",
            assume=("alpha <= 1/(2*L)", "t >= 1"),
            derivation=_MAIN,
        ),
        Variant(
            "sharp",
            f"(F(J(z)) - F(o))/K <= 2*(t + 1)/(alpha*t*(t + 2))*(error2(0) + alpha*L/(4*K)*{_SUM})",
            statement="c up to 1/L, and less than half of the sum",
            assume=("alpha <= 1/L", "t >= 1"),
            derivation=_SHARP,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (OPTIMALITY,)

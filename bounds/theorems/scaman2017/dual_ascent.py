"""Scaman et al. 2017, the dual accelerated methods SSDA and MSDA, and plain dual ascent: linear rates in numbers.

Setting. min sum_i f_i(theta_i) over theta_1 = ... = theta_n by its dual: x_i are the dual variables times the root of
the gossip matrix, here I - W, F_i = f_i* is mu-strongly convex and L-smooth (f_i 1/L-strongly convex and 1/mu-smooth),
and theta_i = grad F_i(x_i). Plain ascent: x+ = x - eta (I - W) theta. SSDA: theta at y = x + (1 - q)/(1 + q) (x - the x
before), x+ = y - eta (I - W) theta. The multi-step method (MSDA) is SSDA with P_K of the gossip matrix, with an
eigengap of 1/4 or more (`eigengap`); entries of gossip matrices, and of W here, may be of either sign. Then (1 -
lambda)/(1 - lambda_n) >= 1/4.

Statement. With eta = 1/(L (1 - lambda_n)) and kappa = L (1 - lambda_n)/(mu (1 - lambda)) the dual gap shrinks by 1 -
1/kappa a round in plain ascent and by 1 - q, q = 1/sqrt kappa, in SSDA, up to a constant. In numbers, for D = sum_i
||theta_i - theta bar||^2 and eta <= 1/(L (1 - lambda_n)): D(t) <= (L/mu) (1 - eta mu (1 - lambda))^t D(0) (`ascent`),
and D(t) <= 2 (L/mu) (1 - q)^t D(0) for every q with q^2 <= eta mu (1 - lambda) (`accelerated`), which for MSDA is
every q <= (1/2) sqrt(mu/L): O(sqrt(L/mu) ln(1/eps)) rounds of K exchanges (`multi-step`).

Idea. Gradient descent on F over the models of one mean, in the metric of (I - W)^+; D is at most 2 L times the gap and
at least 2 mu times it.
"""

from ...algorithms import Algorithm
from ...families.declared import declared
from ...theorem import Theorem, Variant
from .eigengap import CITED

_MIXED = """
let c = allocation, f = u - J(u), Q = dot(u, u - W(u))
spread_low: (1 - lam)*sq(f) <= Q by largest(f)
spread_high: sq(u - W(u)) <= (1 - lam_n)*Q by spectrum(u)
kept: Q >= 0 by spread_low, lam <= 1 with f
open: 1 - lam_n > 0 by lam < 1, lam_n <= lam
short: eta*L*(1 - lam_n) <= 1 by {step} over open, L > 0
long: eta*L*sq(u - W(u)) <= Q by spread_high, short, kept
"""
# s is what the theta_i are from their mean
_ENDS = """
let g = grad(x), s = g - J(g), g0 = grad(w0), s0 = g0 - J(g0)
lowest: F(x - s/L) >= F(c) by below(x - s/L, c), same_pull times x - s/L - c, allocated times grad(c),
  vanishing(J(x) - J(w0)) times grad(c) with x - s/L - c
upper: sq(s) <= 2*L*(F(x) - F(c)) by lowest, above(x - s/L, x)
first: 2*mu*(F(w0) - F(c)) <= sq(s0) by below(c, w0), allocated times g0 with s0 + mu*(c - w0)
"""
_ASCENT = f"""{_MIXED.format(step="eta <= 1/(L*(1 - lam_n))")}
always M: sq(J(x) - J(w0)) <= 0
  next M by M
{_ENDS}
let r = eta*mu*(1 - lam)
down: F(next(x)) <= F(x) - eta/2*Q by above(next(x), x), long, eta > 0
slope: 2*mu*(F(x) - F(c)) <= sq(f) by below(c, x), allocated times u, vanishing(J(x) - J(w0)) times u
  with f + mu*(c - x)
speed: eta*(1 - lam)*2*mu*(F(x) - F(c)) <= eta*(1 - lam)*sq(f) by slope, lam <= 1
one: F(next(x)) - F(c) <= (1 - r)*(F(x) - F(c)) by down, speed
rate: r <= 1 by short, L >= mu, lam_n <= lam, lam <= 1
always I: F(x) - F(c) <= (1 - r)**t*(F(w0) - F(c))
  next I by one, I, rate
begun: (1 - r)**t*2*mu*(F(w0) - F(c)) <= (1 - r)**t*sq(s0) by first
claim by upper, I, begun over mu > 0
"""
# x = w0 + (I - W) m, x - before = (I - W) p; the metric of (I - W)^+ is that of I - W for m
_SQUARE = "q**2 <= eta*mu*(1 - lam)"
_ACCELERATED = f"""{_MIXED.format(step="eta <= 1/(L*(1 - lam_n))")}
let b = (1 - q)/(1 + q), r = 1 - q, a = q**2/(2*eta)
state p: start 0*w0, next b*p - eta*u
state m: start 0*w0, next m + b*p - eta*u
let X = x - w0 - m + W(m), B = x - before - p + W(p), n = potential, e = m + b*p - n, z = m + r/q*p - n
less: q**2 <= 1 by q**2 <= eta*mu*(1 - lam), short, L >= mu, lam_n <= lam, lam <= 1
unit: q <= 1 by root, less
slow: r >= 0 by unit
let G = J(x) - J(w0), H = J(before) - J(w0)
always M: sq(G) <= 0 and N: sq(H) <= 0
  next M by vanishing(G) times (1 + b)**2*G - 2*b*(1 + b)*H, vanishing(H) times b**2*H
  next N by M
always C: sq(X) <= 0 and D: sq(B) <= 0
  next C by vanishing(X) times X + 2*b*B, vanishing(B) times b**2*B
  next D by vanishing(B) times b**2*B
{_ENDS}
down: F(next(x)) <= F(y) - eta/2*Q by above(next(x), y), long, eta > 0
before_it: F(x) >= F(y) - b*dot(u, p - W(p)) by below(x, y), vanishing(B) times u with x - y
gap_e: (1 - lam)*dot(e, e - W(e)) <= sq(e - W(e)) by largest(e), lam <= 1 with lam*(e - J(e)) - W(e) + J(e), e - J(e)
sign_e: dot(e, e - W(e)) >= 0 by largest(e), lam <= 1 with e - J(e)
curve: mu/2*sq(e - W(e)) >= a*dot(e, e - W(e)) by gap_e, q**2 <= eta*mu*(1 - lam), sign_e over eta > 0
to_c: dot(u, c - y) == -dot(u, e - W(e)) by potential times u, vanishing(X) times u, vanishing(B) times u
long_c: sq(c - y) == sq(e - W(e)) by potential times c - y - e + W(e), vanishing(X) times c - y - e + W(e),
  vanishing(B) times c - y - e + W(e)
best: F(c) >= F(y) - dot(u, e - W(e)) + a*dot(e, e - W(e)) by below(c, y), to_c, long_c times mu/2, curve
let V = F(x) - F(c) + a*dot(z, z - W(z)), A = z - e
farther: dot(A, A - W(A)) >= 0 by largest(A), lam <= 1 with A - J(A)
weight: q*r*a >= 0 by slow
away: q*r*a*dot(A, A - W(A)) >= 0 by farther, weight
part: r*F(x) >= r*(F(y) - b*dot(u, p - W(p))) by before_it, slow
one: next(V) <= r*V by down, part, best, away, q > 0
start_c: mu*sq(n - W(n)) <= 2*(F(w0) - F(c)) by below(w0, c), same_pull times w0 - c, allocated times grad(c),
  potential times w0 - c, potential times n - W(n) over mu > 0
gap_n: (1 - lam)*dot(n, n - W(n)) <= sq(n - W(n)) by largest(n), lam <= 1 with lam*n - W(n), n
sign_n: dot(n, n - W(n)) >= 0 by largest(n), lam <= 1 with n
curve_n: mu/2*sq(n - W(n)) >= a*dot(n, n - W(n)) by gap_n, q**2 <= eta*mu*(1 - lam), sign_n over eta > 0
always I: V <= r**t*(F(w0) - F(c) + a*dot(n, n - W(n)))
  next I by one, I, slow
sign_z: dot(z, z - W(z)) >= 0 by largest(z), lam <= 1 with z - J(z)
power: r**t >= 0 by slow
half: r**t*(F(w0) - F(c) + a*dot(n, n - W(n))) <= r**t*2*(F(w0) - F(c)) by start_c, curve_n, power
begun: r**t*2*mu*(F(w0) - F(c)) <= r**t*sq(s0) by first, power
share: a*dot(z, z - W(z)) >= 0 by sign_z
gap: F(x) - F(c) <= r**t*2*(F(w0) - F(c)) by I, half, share
claim by upper, gap, begun over mu > 0
"""

_MULTI_STEP = f"""
unit_step: eta*L*(1 - lam_n) == 1 by eta == 1/(L*(1 - lam_n)) over open
pace: {_SQUARE} by 4*L*q**2 <= mu, 1 - lam_n <= 4*(1 - lam), unit_step over L > 0
"""

_SSDA = Algorithm(
    "ssda",
    let={"y": "x + (1 - q)/(1 + q)*(x - before)", "u": "grad(y)"},
    next={"x": "y - eta*(u - mix(u))", "before": "x"},
    start={"before": "x"},
    numbers=("q",),
)
_ASCENT_METHOD = Algorithm("dual-ascent", let={"u": "grad(x)"}, next={"x": "x - eta*(u - mix(u))"})
_APART = "sq(grad(x) - J(grad(x)))"
_KAPPA_4 = {
    **{"K": 2, "S": 1, "d": 1, "W": [[["1/2", "1/2"], ["1/2", "1/2"]]], "eta": "1/4", "q": "1/2"},
    **{"a": [[4], [1]], "c": [[1], [-1]], "s": [0, 0], "w0": [[3], [0]]},
}

_SIGNED = {
    **{
        "K": 3,
        "S": 1,
        "d": 1,
        "eta": "3/10",
        "q": "1/4",
        "a": [[1], [4], [2]],
        "c": [[1], [-1], [0]],
        "s": [0, 0, 0],
    },
    **{
        "w0": [[3], [0], [1]],
        "W": [[["3/4", "5/18", "-1/36"], ["5/18", "4/9", "5/18"], ["-1/36", "5/18", "3/4"]]],
    },
}

DUAL_ASCENT = Theorem(
    id="scaman2017.dual-ascent",
    title="dual ascent and SSDA: linear rates",
    place=f"Scaman et al. 2017, the theorems on SSDA and MSDA, {CITED}; the constant in numbers of our own",
    statement="the dual gap is O((1 - sqrt(gamma/kappa))^t) for SSDA",
    family=declared(_ASCENT_METHOD, signed=True),
    variants=(
        Variant(
            "ascent",
            f"{_APART} <= L/mu*(1 - eta*mu*(1 - lam))**t*start({_APART})",
            statement="without momentum, eta <= 1/(L (1 - lambda_n))",
            assume=("lam < 1", "eta <= 1/(L*(1 - lam_n))"),
            derivation=_ASCENT,
        ),
        Variant(
            "accelerated",
            f"{_APART} <= 2*L/mu*(1 - q)**t*start({_APART})",
            statement="SSDA, eta <= 1/(L (1 - lambda_n)), q^2 <= eta mu (1 - lambda)",
            assume=("lam < 1", "eta <= 1/(L*(1 - lam_n))", "q**2 <= eta*mu*(1 - lam)"),
            family=declared(_SSDA, signed=True),
            examples=(_KAPPA_4,),
            derivation=_ACCELERATED,
        ),
        Variant(
            "multi-step",
            f"{_APART} <= 2*L/mu*(1 - q)**t*start({_APART})",
            statement="MSDA, eta = 1/(L (1 - lambda_n)), an eigengap (1 - lambda)/(1 - lambda_n) >= 1/4, q = (1/2) "
            "sqrt(mu/L) or less",
            assume=("lam < 1", "1 - lam_n <= 4*(1 - lam)", "eta == 1/(L*(1 - lam_n))", "4*L*q**2 <= mu"),
            family=declared(_SSDA, signed=True),
            examples=(_SIGNED,),
            derivation=_ACCELERATED.replace("open, L > 0\n", f"open, L > 0\n{_MULTI_STEP}", 1)
            .replace("eta <= 1/(L*(1 - lam_n))", "eta == 1/(L*(1 - lam_n))")
            .replace(f"{_SQUARE},", "pace,")
            .replace(f"by {_SQUARE}", "by pace"),
        ),
    ),
)

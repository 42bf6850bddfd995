"""Shi, Ling, Wu and Yin 2015, Theorem 3.7: EXTRA converges linearly on strongly convex losses.

Setting, z, V_0 as in `lyapunov`; f_i mu-strongly convex, so that g(x) = f(x) + (1/(4 alpha)) ||x||^2_(W~ - W), whose
(restricted) strong convexity the paper asks for, is so too with mu_g >= mu.

Statement. For alpha < 2 mu_g lambda_min(W~)/L_f^2, which is mu (1 + lambda_n)/L^2 here, ||z(k) - z*||_G^2 >= (1 +
delta) ||z(k+1) - z*||_G^2 for some delta > 0 ((3.38) and (3.39) there, which could not be compared). Judged is a
delta of our own: with s = 1 - lambda, l = 1 + lambda_n, h = mu l - alpha L^2,
    delta = min(alpha h s/(l (s + 8 alpha^2 L^2)), h s/(8 mu (l + 4 alpha^2 L^2))).

Idea. Of what `move` says is lost in a round, P = d'W~d and 2 alpha <e+, g>, Young's inequality with weight (mu l +
alpha L^2)/l leaves 2 mu l (V - V+) >= 2 alpha mu h ||e+||^2 + h P. And U (q+ - q*) = -(W~ d + alpha g) bounds the
dual part of V+ by these two.
"""

from ...theorem import Theorem, Variant
from .lyapunov import CITED, COMMON, CONSTANTS, ROUND

_GAIN = "min(eta*h*s/(l*(s + 8*eta**2*L**2)), h*s/(8*mu*(l + 4*eta**2*L**2)))"
_WHERE = {"V0": CONSTANTS["V0"], "s": "1 - lam", "l": "1 + lam_n", "h": "mu*l - eta*L**2", "gain": _GAIN}
_MOVE = ROUND.split("room:")[0].replace("gap", "flat")

_PRIMAL = """
slack: h > 0 by eta < mu*(1 + lam_n)/L**2
wide: l > 0 by slack, eta > 0, L > 0, mu > 0
spaced: s > 0 by lam < 1
let D = grad(next(x)) - grad(x), P = dot(d, d + W(d))/2, c = next(e), S = mu*l + eta*L**2
total: S > 0 by wide, mu > 0, eta > 0, L > 0
below: l*sq(d) <= 2*P by smallest(d)
links: dot(next(x), next(x) - W(next(x))) >= 0 by largest(next(x)), lam <= 1 with next(x) - J(next(x))
shrunk: sq(d + W(d)) <= 4*P by shorter(d)
some: P >= 0 by shrunk with d + W(d)
turn: l*sq(D) <= 2*L**2*P by below, lipschitz(next(x), x), wide
young: 2*S*l*dot(c, D) <= S**2*sq(c) + l**2*sq(D) with S*c - l*D
product: 2*S*l*dot(c, D) <= S**2*sq(c) + 2*l*L**2*P by young, turn, wide
more: 4*mu*l*eta*L**2*P <= S**2*P by some with mu*l - eta*L**2
scaled: 4*eta*mu*S*l*dot(c, D) <= 2*eta*mu*(S**2*sq(c) + 2*l*L**2*P) by product
whole: 4*eta*mu*S*l*dot(c, D) <= 2*eta*mu*S**2*sq(c) + S**2*P by scaled, more
core: 4*eta*mu*l*dot(c, D) <= 2*eta*mu*S*sq(c) + S*P by whole over total
steep: 2*dot(c, g) >= 2*mu*sq(c) - 2*dot(c, D) by monotone(next(x), o)
fall: V - next(V) >= P + 2*eta*mu*sq(c) - 2*eta*dot(c, D) by move, steep, links
height: mu*l >= 0 by wide
lost: 2*mu*l*(V - next(V)) >= 2*eta*mu*h*sq(c) + h*P by fall, core, height
"""
_DUAL = """
let R = (d + W(d))/2 + eta*g, M = next(k) - W(next(k)), Q = dot(next(k), M)/2, u = next(k) - J(next(k))
tie: sq(M) == 4*sq(R)
  by tension times eta*(M - 2*R), vanishing(qh) times eta*(M - 2*R), vanishing(q - y/2 + W(y)/2) times M - 2*R
slow: (1 - lam)*dot(u, W(u)) <= (1 - lam)*lam*sq(u) by largest(next(k)), spaced
dual: 2*s*Q <= sq(M) by slow with lam*u - W(u)
slope: sq(g) <= 2*L**2*(sq(c) + sq(d)) by lipschitz(x, o) with c + d
size: sq(R) <= 2*P + 2*eta**2*sq(g) by shrunk with d + W(d) - 2*eta*g
steps: eta**2*sq(g) <= 2*eta**2*L**2*(sq(c) + sq(d)) by slope
part: s*Q <= 4*P + 8*eta**2*L**2*(sq(c) + sq(d)) by dual, tie, size, steps
top: next(V) <= Q + sq(c)
both: l*s > 0 by wide, spaced
high: l*s*next(V) <= l*s*(Q + sq(c)) by top, both
wider: l*s*Q <= l*(4*P + 8*eta**2*L**2*(sq(c) + sq(d))) by part, wide
all: l*s*next(V) <= (4*l + 16*eta**2*L**2)*P + (s + 8*eta**2*L**2)*l*sq(c) by high, wider
"""
_RATE = """
den1: l*(s + 8*eta**2*L**2) > 0 by wide, spaced
g1: gain*l*(s + 8*eta**2*L**2) <= eta*h*s by gain <= eta*h*s/(l*(s + 8*eta**2*L**2)) over den1
g2: 8*mu*gain*(l + 4*eta**2*L**2) <= h*s by gain <= h*s/(8*mu*(l + 4*eta**2*L**2))
hs: h*s > 0 by slack, spaced
low: gain >= 0 by cases gain == eta*h*s/(l*(s + 8*eta**2*L**2)), gain == h*s/(8*mu*(l + 4*eta**2*L**2))
  case
    first: eta*h*s/(l*(s + 8*eta**2*L**2)) >= 0 over den1
    shown: gain >= 0 by case, first
  case
    second: h*s/(8*mu*(l + 4*eta**2*L**2)) >= 0 by hs
    shown: gain >= 0 by case, second
w1: 2*mu*gain*(4*l + 16*eta**2*L**2)*P <= h*s*P by g2, some
w2: gain*l*(s + 8*eta**2*L**2)*sq(c) <= eta*h*s*sq(c) by g1 with c
w3: 2*mu*gain*(s + 8*eta**2*L**2)*l*sq(c) <= 2*mu*eta*h*s*sq(c) by w2, mu > 0
mg: mu*gain >= 0 by low
w4: 2*mu*gain*l*s*next(V) <= 2*mu*gain*((4*l + 16*eta**2*L**2)*P + (s + 8*eta**2*L**2)*l*sq(c)) by all, mg
w5: 2*mu*gain*l*s*next(V) <= s*(2*eta*mu*h*sq(c) + h*P) by w4, w1, w3
w6: s*(2*eta*mu*h*sq(c) + h*P) <= s*2*mu*l*(V - next(V)) by lost, spaced
mls: mu*l*s > 0 by both, mu > 0
one: (1 + gain)*next(V) <= V by w5, w6 over mls
always I: (1 + gain)**t*V <= V0
  start by tension times zh, vanishing(qh) times zh
  next by one, I
end: dot(k, k - W(k)) >= 0 by largest(k), lam <= 1 with k - J(k)
claim by I, end
"""
# All steps at which `lyapunov` keeps V bounded. What a round loses, then what V can be at most.
_LONG = """
wide: l > 0 by eta > 0, L > 0
slack: zeta > 0 over l > 0
spaced: s > 0 by lam < 1
let P = dot(d, d + W(d))/2, b = l + eta*L
low: l*sq(d) <= 2*P by smallest(d)
links: dot(next(x), next(x) - W(next(x))) >= 0 by largest(next(x)), lam <= 1 with next(x) - J(next(x))
shrunk: sq(d + W(d)) <= 4*P by shorter(d)
some: P >= 0 by shrunk with d + W(d)
young: -8*eta*b*l*dot(d, g) <= 2*b**2*P + 16*eta**2*l*sq(g) by low, wide with b*d + 4*eta*g, b
inward: sq(g) <= L*dot(e, g) by cocoercive_convex(x, o)
turned: -8*eta*b*l*dot(d, g) <= 2*b**2*P + 16*eta**2*l*L*dot(e, g) by young, inward, wide with eta
sign: dot(e, g) >= 0 by inward over L > 0 with g
loss: V - next(V) >= P + 2*eta*dot(e, g) + 2*eta*dot(d, g) by move, links
thin: b <= 2*l
spread_out: 4*b*l*(P + 2*eta*dot(e, g) + 2*eta*dot(d, g)) >= 2*b*(l - eta*L)*(P + 2*eta*dot(e, g)) by turned, thin, sign
halved: 2*l*(P + 2*eta*dot(e, g) + 2*eta*dot(d, g)) >= (l - eta*L)*(P + 2*eta*dot(e, g)) by spread_out over b > 0
lost: 2*(V - next(V)) >= zeta*(P + 2*eta*dot(e, g)) by halved, loss, wide over l > 0
steep: 2*L*dot(e, g) >= L*mu*sq(e) + sq(g) by monotone(x, o), inward
paid: 2*L*(V - next(V)) >= zeta*(L*P + eta*L*mu*sq(e) + eta*sq(g)) by lost, steep, slack
"""
_LONG_TOP = """
let R = (d + W(d))/2 + eta*g, M = next(k) - W(next(k)), Q = dot(next(k), M)/2, u = next(k) - J(next(k)), c = next(e)
tie: sq(M) == 4*sq(R)
  by tension times eta*(M - 2*R), vanishing(qh) times eta*(M - 2*R), vanishing(q - y/2 + W(y)/2) times M - 2*R
slow: (1 - lam)*dot(u, W(u)) <= (1 - lam)*lam*sq(u) by largest(next(k)), spaced
dual: 2*s*Q <= sq(M) by slow with lam*u - W(u)
size: sq(R) <= 2*P + 2*eta**2*sq(g) by shrunk with d + W(d) - 2*eta*g
part: s*Q <= 4*P + 4*eta**2*sq(g) by dual, tie, size
forward: dot(c, c + W(c)) <= 2*dot(e, e + W(e)) + 4*P by shorter(e - d) with e - d + W(e - d)
flatter: dot(e, e + W(e)) <= 2*sq(e) by shorter(e) with e - W(e)
top: next(V) <= Q + 2*sq(e) + 2*P by forward, flatter
topped: s*next(V) <= s*(Q + 2*sq(e) + 2*P) by top, spaced
narrow: s*P <= P by some, lam >= 0
high: s*next(V) <= 6*P + 4*eta**2*sq(g) + 2*s*sq(e) by topped, part, narrow
"""
_LONG_RATE = """
let r = min(eta*mu/4, (1 - lam)/16)
first: 4*r <= eta*mu by r <= eta*mu/4
second: 16*r <= s by r <= (1 - lam)/16
least: r >= 0 by cases r == eta*mu/4, r == (1 - lam)/16
  case
    shown: r >= 0 by case, eta*mu > 0
  case
    shown: r >= 0 by case, spaced
below_two: eta*L <= 2 by lam_n <= lam, lam <= 1
for_p: 12*r*P <= s*P by second, some
for_g: 8*r*eta**2*L*sq(g) <= s*eta*sq(g) by second, below_two, least, eta > 0 with g
for_e: 4*r*s*sq(e) <= s*eta*mu*sq(e) by first, spaced with e
bounded: 2*L*r*(6*P + 4*eta**2*sq(g) + 2*s*sq(e)) <= s*(L*P + eta*L*mu*sq(e) + eta*sq(g)) by for_p, for_g, for_e
weighed: 2*L*r*s*next(V) <= 2*L*r*(6*P + 4*eta**2*sq(g) + 2*s*sq(e)) by high, least
most: 2*L*r*s*next(V) <= s*(L*P + eta*L*mu*sq(e) + eta*sq(g)) by weighed, bounded
gained: 2*L*s*zeta*r*next(V) <= s*zeta*(L*P + eta*L*mu*sq(e) + eta*sq(g)) by most, slack
spent: s*zeta*(L*P + eta*L*mu*sq(e) + eta*sq(g)) <= 2*L*s*(V - next(V)) by paid, spaced
shrinks: (1 + gain)*next(V) <= V by gained, spent over L > 0, s > 0
low_gain: gain >= 0 by least, slack
power: (1 + gain)**t >= 0 by low_gain
always I: (1 + gain)**t*V <= V0
  start by tension times zh, vanishing(qh) times zh
  next by shrinks, I, power
end: dot(k, k - W(k)) >= 0 by largest(k), lam <= 1 with k - J(k)
claim by I, end, power
"""

LINEAR_RATE = Theorem(
    id="shi2015.linear-rate",
    title="EXTRA: linear rate",
    place=f"Shi, Ling, Wu and Yin 2015, Theorem 3.7, {CITED}; its delta in numbers of our own",
    statement="||z(k) - z*||_G^2 >= (1 + delta) ||z(k+1) - z*||_G^2 for alpha < 2 mu_g lambda_min(W~)/L_f^2",
    family=COMMON,
    variants=(
        Variant(
            "main",
            "(1 + gain)**t*(distance2(t) - links2(t)/2) <= V0",
            statement="(1 + delta)^k times ||x(k) - x*||^2 in the norm of W~ stays below ||z(0) - z*||_G^2",
            assume=("lam < 1", "eta < mu*(1 + lam_n)/L**2"),
            where=_WHERE,
            derivation=f"{_MOVE}{_PRIMAL}{_DUAL}{_RATE}",
        ),
        Variant(
            "long-step",
            "(1 + gain)**t*(distance2(t) - links2(t)/2) <= V0",
            statement="all steps below (1 + lambda_n)/L, and a gain of the order of min(alpha mu, 1 - lambda)",
            assume=("lam < 1", "eta < (1 + lam_n)/L"),
            where={
                "V0": CONSTANTS["V0"],
                "s": "1 - lam",
                "l": "1 + lam_n",
                "zeta": "1 - eta*L/(1 + lam_n)",
                "gain": "zeta*min(eta*mu/4, (1 - lam)/16)",
            },
            derivation=f"{_MOVE}{_LONG}{_LONG_TOP}{_LONG_RATE}",
        ),
    ),
)

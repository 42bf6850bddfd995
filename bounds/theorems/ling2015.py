"""Ling, Shi, Wu and Ribeiro 2015 (DLM): linearised ADMM over a network converges for small steps, and linearly.

Setting. x(k+1) = x(k) - eta (grad f(x(k)) + c D (I - W) x(k)) - q(k), q(k+1) = q(k) + eta c D (I - W) x(k+1), q eta
times the dual variable; every client has D neighbours, W is the mean over them, c the penalty, eta = 1/(2 c D +
epsilon). Here W is any symmetric doubly stochastic one and e = eta c D = 1/4. h are the clients' gradients at w*.

Statement. V = ||x - x*||^2 in the norm of I - e (I - W), plus the dual part, begins at ||x(0) - x*||^2 in that norm +
eta^2/e h'(I - W)^+ h (`tension2`). It does not grow for smooth convex f_i if the linearised term exceeds L/2, that is
eta L < 2 (1 - e (1 - lambda_n)) (`bounded`), and shrinks linearly for strongly convex ones and short steps (`rate`).
The printed conditions, on eigenvalues of Laplacians and epsilon, and the printed rate could not be compared; judged is
a delta of our own, min(eta mu s/(s + 8 eta mu), s/24), s = 1 - lambda, for eta <= mu (3 + lambda_n)/(8 L^2).

Idea. As for ADMM, with the gradient at x(k): by co-coercivity -<x(k+1) - x*, grad f(x(k)) - h> is at most L/4 times
||x(k+1) - x(k)||^2.
"""

from ..families.declared import declared
from ..theorem import Theorem, Variant

_ROUND = """
state y: start 0*w0, next y + n
let e = x - o, k = y + 4*eta*zh, d = next(x) - x, g = grad(x) - grad(o), c = next(e), P = sq(d) - dot(d, d - W(d))/4
let V = dot(k, k - W(k))/4 + sq(e) - dot(e, e - W(e))/4
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always C: sq(q - y/4 + W(y)/4) <= 0
  next by C
move: next(V) - V == -2*eta*dot(c, g) - dot(next(x), next(x) - W(next(x)))/4 - P
  by vanishing(q - y/4 + W(y)/4) times c, tension times eta*c, vanishing(qh) times c
links: dot(next(x), next(x) - W(next(x))) >= 0 by largest(next(x)), lam <= 1 with next(x) - J(next(x))
below: 4*P >= (3 + lam_n)*sq(d) by smallest(d)
end: dot(k, k - W(k)) >= 0 by largest(k), lam <= 1 with k - J(k)
"""
_BOUNDED = f"""{_ROUND}
room: 3 + lam_n - 2*eta*L > 0 by eta*L < (3 + lam_n)/2
pull: -2*eta*L*dot(c, g) <= eta*L**2*sq(d)/2 by cocoercive_convex(x, o) with 2*g + L*d
pulled: -2*eta*dot(c, g) <= eta*L*sq(d)/2 by pull over L > 0
fall: next(V) <= V by move, pulled, below, links, room with d
always B: V <= V0
  start by tension times zh, vanishing(qh) times zh
  next by fall, B
claim by B, end
"""
_RATE = f"""{_ROUND}
spaced: s > 0 by lam < 1
let D = grad(next(x)) - grad(x), l = (3 + lam_n)/4, N = d - (d - W(d))/4, em = eta*mu
strong: 2*eta*L**2 <= mu*l by eta <= mu*(3 + lam_n)/(8*L**2)
one_l: l <= 1 by lam_n <= lam, lam <= 1
short: 2*eta*L**2 <= L by strong, one_l, L >= mu, mu > 0
shorter_step: 2*eta*L <= 1 by short over L > 0
little: 2*em <= 1 by shorter_step, L >= mu, eta > 0
turn: sq(D) <= L**2*sq(d) by lipschitz(next(x), x)
young: 2*mu*dot(c, D) <= mu**2*sq(c) + sq(D) with mu*c - D
held: 2*eta*L**2*sq(d) <= mu*l*sq(d) by strong with d
half: 2*eta*L**2*sq(d) <= mu*P by held, below, mu > 0
steep: dot(c, g) >= mu*sq(c) - dot(c, D) by monotone(next(x), o)
cross: 2*eta*mu*dot(c, D) <= eta*mu**2*sq(c) + eta*L**2*sq(d) by young, turn, eta > 0
fall: V - next(V) >= P + 2*eta*mu*sq(c) - 2*eta*dot(c, D) by move, steep, links, eta > 0
scaled: mu*(V - next(V)) >= mu*(P + 2*eta*mu*sq(c)) - 2*eta*mu*dot(c, D) by fall, mu > 0
whole: 2*mu*(V - next(V)) >= mu*(P + 2*eta*mu*sq(c)) by scaled, cross, half
lost: 2*(V - next(V)) >= P + 2*em*sq(c) by whole over mu > 0
let M = next(k) - W(next(k)), Q = dot(next(k), M)/4, R = N + eta*g, u = next(k) - J(next(k))
tie: sq(M) == 16*sq(R)
  by tension times eta*(M - 4*R), vanishing(qh) times eta*(M - 4*R), vanishing(q - y/4 + W(y)/4) times M - 4*R
slow: (1 - lam)*dot(u, W(u)) <= (1 - lam)*lam*sq(u) by largest(next(k)), spaced
dual: 4*s*Q <= sq(M) by slow with lam*u - W(u)
size: sq(R) <= 2*sq(N) + 2*eta**2*sq(g) with N - eta*g
shrunk: sq(N) <= P by shorter(d) with d - W(d)
some: P >= 0 by shrunk with N
slope: sq(g) <= 2*L**2*(sq(c) + sq(d)) by lipschitz(x, o) with c + d
steps: eta**2*sq(g) <= 2*eta**2*L**2*(sq(c) + sq(d)) by slope, eta**2 > 0
near: 2*eta**2*L**2 <= em*l by strong, eta > 0
nearer: 2*eta**2*L**2 <= em by near, one_l, eta*mu > 0
first: 2*eta**2*L**2*sq(c) <= em*sq(c) by nearer with c
second: 2*eta**2*L**2*sq(d) <= em*l*sq(d) by near with d
third: em*l*sq(d) <= em*P by below, eta*mu > 0
fourth: 2*em*P <= P by little, some
part: s*Q <= 12*P + 8*em*sq(c) by dual, tie, size, shrunk, steps, first, second, third, fourth
flatter: dot(c, c - W(c)) >= 0 by shorter(c) with c - W(c)
high: s*dot(c, c - W(c)) >= 0 by flatter, spaced
all: s*next(V) <= 12*P + (s + 8*em)*sq(c) by part, high
den: s + 8*em > 0 by spaced, eta*mu > 0
g1: 24*gain <= s by gain <= s/24
g2: gain*(s + 8*em) <= em*s by gain <= eta*mu*s/(s + 8*eta*mu) over den
low: gain >= 0 by cases gain == eta*mu*s/(s + 8*eta*mu), gain == s/24
  case
    num: eta*mu*s >= 0 by spaced, eta*mu > 0
    quotient: eta*mu*s/(s + 8*eta*mu) >= 0 by num over den
    shown: gain >= 0 by case, quotient
  case
    shown: gain >= 0 by case, spaced
w1: 24*gain*P <= s*P by g1, some
w2: gain*(s + 8*em)*sq(c) <= em*s*sq(c) by g2 with c
w3: gain*s*next(V) <= gain*(12*P + (s + 8*em)*sq(c)) by all, low
w4: s*(P + 2*em*sq(c)) <= 2*s*(V - next(V)) by lost, spaced
one: (1 + gain)*next(V) <= V by w3, w1, w2, w4 over spaced
power: (1 + gain)**t >= 0 by low
always I: (1 + gain)**t*V <= V0
  start by tension times zh, vanishing(qh) times zh
  next by one, I, power
claim by I, end, power
"""
_V0 = {"V0": "distance2(0) - links2(0)/4 + 4*eta**2*tension2"}

DLM = Theorem(
    id="ling2015.lyapunov",
    title="DLM: convergence and linear rate",
    place="Ling, Shi, Wu and Ribeiro 2015, the inequality behind its convergence and its rate, as commonly cited; "
    "only the abstract could be read",
    statement="||u(k+1) - u*||_G^2 <= ||u(k) - u*||_G^2 where the linearised term is large beside L",
    family=declared("dlm-1/4"),
    variants=(
        Variant(
            "bounded",
            "distance2(t) - links2(t)/4 <= V0",
            statement="||x(k) - x*||^2 in the norm of I - (I - W)/4 stays below V(0), e = 1/4",
            assume=("lam < 1", "eta*L < (3 + lam_n)/2"),
            where=_V0,
            derivation=_BOUNDED,
        ),
        Variant(
            "rate",
            "(1 + gain)**t*(distance2(t) - links2(t)/4) <= V0",
            statement="the same times (1 + delta)^k, f_i mu-strongly convex",
            assume=("lam < 1", "eta <= mu*(3 + lam_n)/(8*L**2)"),
            where={**_V0, "s": "1 - lam", "gain": "min(eta*mu*s/(s + 8*eta*mu), s/24)"},
            derivation=_RATE,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (DLM,)

"""Ling, Shi, Wu and Ribeiro 2015 (DLM): linearised ADMM over a network converges for small steps, and linearly.

Setting. x(k+1) = x(k) - eta (grad f(x(k)) + c D (I - W) x(k)) - q(k), q(k+1) = q(k) + eta c D (I - W) x(k+1), q eta
times the dual variable; every client has D neighbours, W is the mean over them, c the penalty, eta = 1/(2 c D +
epsilon). Here W is any symmetric doubly stochastic one, e = eta c D any number. h are the clients' gradients at w*.

Statement. V = ||x - x*||^2 in the norm of I - e (I - W), plus the dual part, begins at ||x(0) - x*||^2 in that norm +
eta^2/e h'(I - W)^+ h (`tension2`). It does not grow for smooth convex f_i if the linearised term exceeds L/2, that is
eta L < 2 l, l = 1 - e (1 - lambda_n) (`bounded`), and shrinks linearly for strongly convex ones and short steps
(`rate`). The printed conditions, on eigenvalues of Laplacians and epsilon, and the printed rate could not be compared;
judged is a delta of our own, min(eta mu s/(s + 2 eta mu), s/6), s = e (1 - lambda), for eta <= mu l/(2 L^2).

Idea. As for ADMM, with the gradient at x(k): by co-coercivity -<x(k+1) - x*, grad f(x(k)) - h> is at most L/4 times
||x(k+1) - x(k)||^2.
"""

from ..algorithms.literature import LINEARISED_ADMM
from ..families.declared import declared
from ..theorem import Theorem, Variant

_ROUND = """
state y: start 0*w0, next y + n
let r = x - o, k = y + eta/e*zh, d = next(x) - x, g = grad(x) - grad(o), c = next(r), N = d - e*(d - W(d))
let P = dot(d, N), V = e*dot(k, k - W(k)) + sq(r) - e*dot(r, r - W(r))
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always C: sq(q - e*(y - W(y))) <= 0
  next by C
move: next(V) - V == -2*eta*dot(c, g) - e*dot(next(x), next(x) - W(next(x))) - P
  by vanishing(q - e*(y - W(y))) times c, tension times eta*c, vanishing(qh) times c
links: dot(next(x), next(x) - W(next(x))) >= 0 by largest(next(x)), lam <= 1 with next(x) - J(next(x))
below: P >= l*sq(d) by smallest(d), e > 0
end: dot(k, k - W(k)) >= 0 by largest(k), lam <= 1 with k - J(k)
"""
_BOUNDED = f"""{_ROUND}
room: 2*l - eta*L > 0 by eta*L < 2*l
pull: -2*eta*L*dot(c, g) <= eta*L**2*sq(d)/2 by cocoercive_convex(x, o) with 2*g + L*d
pulled: -2*eta*dot(c, g) <= eta*L*sq(d)/2 by pull over L > 0
fall: next(V) <= V by move, pulled, below, links, room with d
always B: V <= V0
  start by tension times zh, vanishing(qh) times zh
  next by fall, B
claim by B, end
"""
_RATE = f"""{_ROUND}
spaced: s > 0 by lam < 1, e > 0
let D = grad(next(x)) - grad(x), em = eta*mu
strong: 2*eta*L**2 <= mu*l by eta <= mu*l/(2*L**2)
lift: l >= 0 by strong, eta > 0 over mu > 0
one_l: l <= 1 by lam_n <= lam, lam <= 1, e > 0
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
let M = next(k) - W(next(k)), Q = e*dot(next(k), M), R = N + eta*g, u = next(k) - J(next(k))
tie: e**2*sq(M) == sq(R)
  by tension times eta*(e*M - R), vanishing(qh) times eta*(e*M - R), vanishing(q - e*(y - W(y))) times e*M - R
wide: 1 - lam > 0 by lam < 1
slow: (1 - lam)*dot(u, W(u)) <= (1 - lam)*lam*sq(u) by largest(next(k)), wide
near_M: (1 - lam)*dot(next(k), M) <= sq(M) by slow with lam*u - W(u)
dual: s*Q <= e**2*sq(M) by near_M, e > 0
size: sq(R) <= 2*sq(N) + 2*eta**2*sq(g) with N - eta*g
flat: dot(d, d - W(d)) >= 0 by shorter(d) with d - W(d)
high_l: l*dot(d, d - W(d)) >= 0 by flat, lift
lean: dot(d - W(d), N) >= 0 by high_l, spectrum(d), e > 0
shrunk: sq(N) <= P by lean, e > 0
some: P >= 0 by shrunk with N
slope: sq(g) <= 2*L**2*(sq(c) + sq(d)) by lipschitz(x, o) with c + d
steps: eta**2*sq(g) <= 2*eta**2*L**2*(sq(c) + sq(d)) by slope, eta**2 > 0
nearer: 2*eta**2*L**2 <= em by one_l, eta*mu > 0
first: 2*eta**2*L**2*sq(c) <= em*sq(c) by nearer with c
second: 2*eta**2*L**2*sq(d) <= em*l*sq(d) with d
third: em*l*sq(d) <= em*P by below, eta*mu > 0
fourth: 2*em*P <= P by little, some
part: s*Q <= 3*P + 2*em*sq(c) by dual, tie, size, shrunk, steps, first, second, third, fourth
flatter: dot(c, c - W(c)) >= 0 by shorter(c) with c - W(c)
high: s*dot(c, c - W(c)) >= 0 by flatter, spaced
all: s*next(V) <= 3*P + (s + 2*em)*sq(c) by part, high, e > 0
g1: 6*gain <= s by gain <= s/6
g2: gain*(s + 2*em) <= em*s by gain <= eta*mu*s/(s + 2*eta*mu)
low: gain >= 0 by cases gain == eta*mu*s/(s + 2*eta*mu), gain == s/6
  case
    quotient: eta*mu*s/(s + 2*eta*mu) >= 0
    shown: gain >= 0 by case, quotient
  case
    shown: gain >= 0 by case, spaced
w1: 6*gain*P <= s*P by g1, some
w2: gain*(s + 2*em)*sq(c) <= em*s*sq(c) by g2 with c
w3: gain*s*next(V) <= gain*(3*P + (s + 2*em)*sq(c)) by all, low
w4: s*(P + 2*em*sq(c)) <= 2*s*(V - next(V)) by lost, spaced
one: (1 + gain)*next(V) <= V by w3, w1, w2, w4 over spaced
always I: (1 + gain)**t*V <= V0
  start by tension times zh, vanishing(qh) times zh
  next by one, I
claim by I, end
"""
_V0 = {"V0": "distance2(0) - e*links2(0) + eta**2/e*tension2", "l": "1 - e*(1 - lam_n)"}

DLM = Theorem(
    id="ling2015.lyapunov",
    title="DLM: convergence and linear rate",
    place="Ling, Shi, Wu and Ribeiro 2015, the inequality behind its convergence and its rate, as commonly cited; "
    "only the abstract could be read",
    statement="||u(k+1) - u*||_G^2 <= ||u(k) - u*||_G^2 where the linearised term is large beside L",
    family=declared(LINEARISED_ADMM),
    variants=(
        Variant(
            "bounded",
            "distance2(t) - e*links2(t) <= V0",
            statement="||x(k) - x*||^2 in the norm of I - e (I - W) stays below V(0)",
            assume=("lam < 1", "eta*L < 2*l"),
            where=_V0,
            derivation=_BOUNDED,
        ),
        Variant(
            "rate",
            "(1 + gain)**t*(distance2(t) - e*links2(t)) <= V0",
            statement="the same times (1 + delta)^k, f_i mu-strongly convex",
            assume=("lam < 1", "eta <= mu*l/(2*L**2)"),
            where={**_V0, "s": "e*(1 - lam)", "gain": "min(eta*mu*s/(s + 2*eta*mu), s/6)"},
            derivation=_RATE,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (DLM,)

r"""Shi, Ling, Yuan, Wu and Yin 2014: ADMM over a network converges for every penalty, and linearly.

Setting. x_i(k+1) minimizes f_i plus what ADMM adds with penalty c. Every client has D neighbours and W is the mean over
them; with eta = 1/(2 c D), U^2 = (I - W)/2 and q eta times the dual variable, x(k+1) + eta grad f(x(k+1)) = (I - U^2)
x(k) - q(k), q(k+1) = q(k) + U^2 x(k+1). Any symmetric doubly stochastic connected W is allowed here. f_i mu-strongly
convex and L-smooth. V = ||u - u*||_G^2/(c D) is ||x - x*||^2 in the norm of (I + W)/2, where ||x||^2 is x'x - x'(I -
W)x/2, plus the dual part, which begins at 2 eta^2 h'(I - W)^+ h (`tension2`) for the dual variable 0; V_0 is its start.

Statement. V does not grow, whatever eta (`bounded`). Theorem 1 there: (1 + delta) V(k+1) <= V(k) for every nu > 1 and
    delta = min((nu - 1) a/(nu b), m_f/(c b/4 + nu M_f^2/(c a))), a = sigma_min^2(M_-), b = sigma_max^2(M_+),
which is min((nu - 1) s/(2 nu), 2 eta mu s/(s + 2 nu eta^2 L^2)) here, s = 1 - lambda (`rate`): b = 4 D and
a = 2 D s on a graph of degree D.

Idea. A round reads U^2 (k+ - k*) = -(I + W)/2 (x+ - x) - eta (grad f(x+) - grad f(x*)), U^2 k = q: multiply by x+ - x*.
"""

from ..families.declared import declared
from ..theorem import Theorem, Variant

_ROUND = """
state y: start 0*w0, next y + n
let e = x - o, k = y + 2*eta*zh, d = next(x) - x, r = (x + W(x))/2 - q, c = next(e), g = next(grad(x)) - grad(o)
let V = dot(k, k - W(k))/2 + dot(e, e + W(e))/2, P = dot(d, d + W(d))/2
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always C: sq(q - y/2 + W(y)/2) <= 0
  next by C
move: next(V) - V == -2*eta*dot(c, g) - dot(next(x), next(x) - W(next(x)))/2 - P
  by backward(r) times c, vanishing(q - y/2 + W(y)/2) times c, tension times eta*c, vanishing(qh) times c
shrunk: sq(d + W(d)) <= 4*P by shorter(d)
some: P >= 0 by shrunk with d + W(d)
links: dot(next(x), next(x) - W(next(x))) >= 0 by largest(next(x)), lam <= 1 with next(x) - J(next(x))
steep: dot(c, g) >= mu*sq(c) by monotone(next(x), o)
fall: V - next(V) >= P + 2*eta*mu*sq(c) by move, steep, links, eta > 0
end: dot(k, k - W(k)) >= 0 by largest(k), lam <= 1 with k - J(k)
"""
_BOUNDED = f"""{_ROUND}
always B: V <= V0
  start by tension times zh, vanishing(qh) times zh
  next by fall, some, B, eta*mu > 0 with c
claim by B, end
"""
_RATE = f"""{_ROUND}
spaced: s > 0 by lam < 1
more: nu - 1 > 0 by nu > 1
let M = next(k) - W(next(k)), Q = dot(next(k), M)/2, a = (d + W(d))/2, R = a + eta*g, u = next(k) - J(next(k))
tie: sq(M) == 4*sq(R)
  by tension times eta*(M - 2*R), vanishing(qh) times eta*(M - 2*R), vanishing(q - y/2 + W(y)/2) times M - 2*R,
  backward(r) times M - 2*R
slow: (1 - lam)*dot(u, W(u)) <= (1 - lam)*lam*sq(u) by largest(next(k)), spaced
dual: 2*s*Q <= sq(M) by slow with lam*u - W(u)
young: (nu - 1)*sq(R) <= nu*sq(a) + nu*(nu - 1)*eta**2*sq(g) with a - (nu - 1)*eta*g
slope: nu*(nu - 1)*eta**2*sq(g) <= nu*(nu - 1)*eta**2*L**2*sq(c) by lipschitz(next(x), o), more
part: (nu - 1)*s*Q <= 2*nu*P + 2*nu*(nu - 1)*eta**2*L**2*sq(c) by dual, tie, young, slope, shrunk, more
flatter: dot(c, c + W(c))/2 <= sq(c) by shorter(c) with c - W(c)
high: (nu - 1)*s*dot(c, c + W(c))/2 <= (nu - 1)*s*sq(c) by flatter, more, spaced
all: (nu - 1)*s*next(V) <= 2*nu*P + (nu - 1)*(s + 2*nu*eta**2*L**2)*sq(c) by part, high
g1: 2*nu*gain <= (nu - 1)*s by gain <= (nu - 1)*s/(2*nu) over nu > 0
g2: gain*(s + 2*nu*eta**2*L**2) <= 2*eta*mu*s by gain <= 2*eta*mu*s/(s + 2*nu*eta**2*L**2)
low: gain >= 0 by cases gain == (nu - 1)*s/(2*nu), gain == 2*eta*mu*s/(s + 2*nu*eta**2*L**2)
  case
    first: (nu - 1)*s >= 0 by more, spaced
    second: (nu - 1)*s/(2*nu) >= 0 by first over nu > 0
    shown: gain >= 0 by case, second
  case
    fourth: 2*eta*mu*s/(s + 2*nu*eta**2*L**2) >= 0
    shown: gain >= 0 by case, fourth
w1: 2*nu*gain*P <= (nu - 1)*s*P by g1, some
w2: (nu - 1)*gain*(s + 2*nu*eta**2*L**2)*sq(c) <= (nu - 1)*2*eta*mu*s*sq(c) by g2, more with c
w3: gain*(nu - 1)*s*next(V) <= gain*(2*nu*P + (nu - 1)*(s + 2*nu*eta**2*L**2)*sq(c)) by all, low
ms: (nu - 1)*s > 0 by more, spaced
w4: (nu - 1)*s*(P + 2*eta*mu*sq(c)) <= (nu - 1)*s*(V - next(V)) by fall, ms
one: (1 + gain)*next(V) <= V by w3, w1, w2, w4 over ms
always I: (1 + gain)**t*V <= V0
  start by tension times zh, vanishing(qh) times zh
  next by one, I
claim by I, end
"""
_V0 = {"V0": "distance2(0) - links2(0)/2 + 2*eta**2*tension2"}
_GAIN = "min((nu - 1)*s/(2*nu), 2*eta*mu*s/(s + 2*nu*eta**2*L**2))"

ADMM = Theorem(
    id="shi2014.theorem-1",
    title="decentralized ADMM: linear rate, for every penalty",
    place="Shi, Ling, Yuan, Wu and Yin 2014, Theorem 1, as commonly cited; only the abstract could be read",
    statement="(1 + delta) ||u(k+1) - u*||_G^2 <= ||u(k) - u*||_G^2 for every penalty c > 0",
    family=declared("admm"),
    variants=(
        Variant(
            "bounded",
            "distance2(t) - links2(t)/2 <= V0",
            statement="||x(k) - x*||^2 in the norm of (I + W)/2 stays below ||u(0) - u*||_G^2/(c D)",
            assume=("lam < 1",),
            where=_V0,
            derivation=_BOUNDED,
        ),
        Variant(
            "rate",
            "(1 + gain)**t*(distance2(t) - links2(t)/2) <= V0",
            statement="the same times (1 + delta)^k, for every nu > 1",
            assume=("lam < 1", "nu > 1"),
            where={**_V0, "s": "1 - lam", "gain": _GAIN},
            family=declared("admm", free=("nu",)),
            derivation=_RATE,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (ADMM,)

"""Scaman, Bach, Bubeck, Lee and Massoulié 2018: the multi-step primal-dual method (MSPD), with exact inner steps.

Setting. min sum_i f_i(x_i) over x_1 = ... = x_n, as a saddle point: x+ = argmin f(x) + ||x - x(k) + u||^2/(2 eta), u+ =
u + theta G (2 x+ - x(k)), u(0) = 0, u eta times the dual variable, G a gossip matrix after K Chebyshev steps, its
entries of either sign: here G = (I - W)/2. The paper takes convex, Lipschitz f_i, and M subgradient steps for the
argmin, which is exact here; f_i smooth and convex, but no more than convexity is used. h are the gradients at w*.

Statement. The paper's rate is O(1/T). In numbers, for theta
<= 1 and V_0 = ||x(0) - x*||^2 + (2 eta^2/theta) h'(I - W)^+ h: x'(I - theta (I - W)/2) x of x(k) - x* stays below V_0
(`bounded`), and (1 - theta) sum_(s<k) ||x(s+1) - x(s)||^2 <= V_0, so that the least of k moves is O(1/k) (`moves`).

Idea. Chambolle and Pock's metric: with u - u* = theta G k, V = ||x - x*||^2 - theta ||x - x*||_G^2 + theta ||k - (x -
x*)||_G^2 falls by the same form of a move, and 2 eta <x+ - x*, grad f(x+) - h> >= 0.
"""

from ..algorithms import Algorithm
from ..families.declared import declared
from ..theorem import Theorem, Variant

_MSPD = Algorithm(
    "mspd",
    let={"n": "backward(x - u)", "p": "2*n - x"},
    next={"x": "n", "u": "u + theta*(p - mix(p))/2"},
    balanced=("u",),
    rest={"x": "0", "u": "-eta*h"},
    numbers=("theta",),
)
_ROUND = """
state k: start 2*eta/theta*zh, next k + p - o
let e = x - o, E = next(x) - o, d = next(x) - x, g = grad(next(x)) - grad(o), P = theta*(k - W(k))/2
let j = p - o - d, V = sq(e) - 2*dot(P, e) + dot(k, P), c = k - e
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always C: sq(u - P + eta*grad(o)) <= 0
  start by tension times eta*(grad(o) - qh - zh + W(zh)), vanishing(qh) times eta*(grad(o) - zh + W(zh)),
    vanishing(qh) times qh
  next by C
move: next(V) - V == -2*eta*dot(g, E) - sq(d) + theta/2*dot(d, d - W(d)) - theta/2*dot(j, j - W(j))
  by vanishing(u - P + eta*grad(o)) times 2*E, backward(x - u) times 2*E
steep: dot(g, E) >= 0 by monotone(next(x), o), mu > 0 with E
links: dot(j, j - W(j)) >= 0 by largest(j), lam <= 1 with j - J(j)
short: dot(d, d - W(d)) <= 2*sq(d) by smallest(d), lam_n >= -lam, lam <= 1 with d
scaled: theta/2*dot(d, d - W(d)) <= theta*sq(d) by short
fall: (1 - theta)*sq(d) <= V - next(V) by move, steep, links, scaled, eta > 0, theta > 0
high: dot(c, c - W(c)) >= 0 by largest(c), lam <= 1 with c - J(c)
"""
_BOUNDED = f"""{_ROUND}
less: next(V) <= V by fall, theta <= 1 with d
always I: V <= V0
  start by tension times zh, vanishing(qh) times zh
  next by less, I
claim by I, high
"""
_MOVES = f"""{_ROUND}
always I: (1 - theta)*sum(s < t, moved2(s)) <= V0 - V
  start by tension times zh, vanishing(qh) times zh
  next by fall, I
some: sq(e) - theta/2*dot(e, e - W(e)) >= 0 by smallest(e), lam_n >= -lam, lam <= 1, theta <= 1 with e
claim by I, high, some
"""
_ASSUMED, _WHERE = ("lam < 1", "theta <= 1"), {"V0": "distance2(0) + 2*eta**2/theta*tension2"}

MSPD = Theorem(
    id="scaman2018.mspd",
    title="MSPD: primal-dual steps over a network",
    place="Scaman et al. 2018, the theorem on MSPD, its outer loop with exact inner steps, as commonly cited; the "
    "paper itself could not be read; in numbers of our own",
    statement="error O(1/T) for convex losses, over the eigengap of the gossip matrix",
    family=declared(_MSPD, common=True, signed=True),
    variants=(
        Variant(
            "bounded",
            "distance2(t) - theta/2*links2(t) <= V0",
            statement="||x(k) - x*||^2 in the norm of I - theta (I - W)/2 stays below V_0",
            assume=_ASSUMED,
            where=_WHERE,
            derivation=_BOUNDED,
        ),
        Variant(
            "moves",
            "(1 - theta)*sum(s < t, moved2(s)) <= V0",
            statement="(1 - theta) times the sum of the squares of k moves is at most V_0",
            assume=_ASSUMED,
            where=_WHERE,
            derivation=_MOVES,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (MSPD,)

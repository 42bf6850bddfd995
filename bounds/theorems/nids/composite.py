"""Li, Shi and Yan 2019 (NIDS with a nonsmooth part): steps up to 2/L, whatever the network.

Setting. min sum_i s_i(x) + r(x), s_i convex and L-smooth, r convex (the paper allows an r_i of each client); z(k+1) =
z(k) - x(k) + (I + W)/2 (2 x(k) - x(k-1) - alpha grad s(x(k)) + alpha grad s(x(k-1))), x = prox of alpha r at z. The
library's form mixes in the first round too, and starts at models that need be no prox.

Statement. ||z(k) - z*||^2 + ||d(k) - d*||^2 in a norm of the network does not grow for alpha < 2/L. Judged are the
models, with steps up to 2/L: ||x(k) - x*||^2 <= ||x(0) - x*||^2 + alpha^2 (2 h'(I - W)^+ h - ||h - hbar||^2 +
||hbar||^2), h the gradients of s at 1 w*, hbar their mean.

Idea. With a = x - x*, f = z - z*, r = q - q* = U k for q = x(k-1) - alpha grad s(x(k-1)) - z and U = (I - W)/2, the sum
||a||^2 + ||a - f||^2 + k'U k - ||r||^2 does not grow: the proximal map is firmly nonexpansive.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant

_PROOF = """
state m: start 0*w0, next m + x + s - y
let a = x - o, j = J(grad(o)), v = o - eta*j, f = z - v, k = m + 2*eta*zh, r = y - z + eta*(grad(o) - j)
let g = grad(x) - grad(o), w = a - eta*g, p = a - f - r, D = x + s - y
let T = sq(a - f) + dot(k, k - W(k))/2 - sq(r), E = sq(w) - sq(p) + dot(p, p - W(p))/2 - dot(w, w - W(w))/2
let Q = sq(a) + sq(a - f) + dot(k, k - W(k))/2 - sq(r)
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always C: sq(y - z - m/2 + W(m)/2) <= 0
  next by C
resolvent: sq(next(a)) <= dot(next(a), next(f))
  by firm(c, v), stays times next(a), stays times c - v, stays times prox(v) - o
move: sq(next(f)) + dot(next(k), next(k) - W(next(k)))/2 - sq(next(r)) == T + E
  by vanishing(y - z - m/2 + W(m)/2) times D - o, tension times eta*D, vanishing(qh) times D
step: 2 - eta*L >= 0 by eta <= 2/L
pull: dot(a, g) >= 0 by monotone(x, o), mu > 0 with a
room: eta*(2 - eta*L)*dot(a, g) >= 0 by step, pull, eta > 0
short: sq(w) <= sq(a) by cocoercive_convex(x, o), room, eta**2 > 0
first: sq(p) - dot(p, p - W(p))/2 >= 0 by shorter(p) with p + W(p)
second: dot(w, w - W(w)) >= 0 by shorter(w) with w - W(w)
one: next(Q) <= Q by resolvent, move, short, first, second
always I: Q <= V0
  start by tension times zh, vanishing(qh) times zh
  next by one, I
bound: 2*dot(k, k - W(k)) >= sq(k - W(k)) by shorter(k)
dual: dot(k, k - W(k))/2 >= sq(r) by bound, vanishing(y - z - m/2 + W(m)/2) times r + k/2 - W(k)/2,
  tension times eta*(r + k/2 - W(k)/2), vanishing(qh) times r + k/2 - W(k)/2
claim by I, dual with a - f
"""

COMPOSITE = Theorem(
    id="nids.composite",
    title="NIDS with a nonsmooth part: steps up to 2/L",
    place="Li, Shi and Yan 2019, the inequality behind its convergence, as commonly cited; only the abstract could be "
    "read",
    statement="||z(k) - z*||^2 + ||d(k) - d*||_M^2 does not grow for alpha < 2/L",
    family=declared("prox-nids"),
    variants=(
        Variant(
            "bounded",
            "distance2(t) <= V0",
            statement="||x(k) - x*||^2 stays below the start's value, r = l1 ||x||_1",
            assume=("lam < 1", "eta <= 2/L"),
            where={
                "V0": "distance2(0) + eta**2*(2*tension2 - sq(grad(o) - J(grad(o))) + sq(J(grad(o))))",
            },
            derivation=_PROOF,
        ),
    ),
)

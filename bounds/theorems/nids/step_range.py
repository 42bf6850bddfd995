"""Li, Shi and Yan 2019 (NIDS): no iterate strays, for every step up to 2/L and on every network.

Setting. NIDS without a nonsmooth part, one step alpha for all, W~ = (I + W)/2 (c = 1/2 in I - alpha c D^-1 (I - W)), W
symmetric, weights of either sign, rows that sum to 1, lambda < 1; f_i convex and L-smooth. In the library's form: n = x
- alpha grad f(x) + r, x+ = W~n, r+ = x+ - n + r, r(0) = 0.

Statement. NIDS converges for alpha < 2/L, which does not depend on the network. In numbers, with h the clients'
gradients at w*: ||x(k) - 1 w*||^2 <= V_0 = ||x(0) - 1 w*||^2 + alpha^2 (2 h'(I - W)^+ h - ||h||^2), `tension2` and
`gstar`.

Idea. With B = I - W~, e = x - 1 w* and r = alpha h - sqrt(B) th, V = ||e||^2 + th'(I - B)th does not grow.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant

CITED = "as commonly cited; only the abstract could be read"
NIDS = declared("NIDS", signed=True)
STEP = ("lam < 1", "eta <= 2/L")
CONSTANTS = {"V0": "distance2(0) + eta**2*(2*tension2 - gstar**2)"}

# The dual variable is r = eta*grad(o) - b in every round.
DUAL = """\
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always C: sq(r - eta*grad(o) + b) <= 0
  start by tension times grad(o) - qh - zh + W(zh), vanishing(qh) times grad(o) - zh + W(zh), vanishing(qh) times qh
  next by C
step: sq(v + b) == sq(e - eta*g)
  by vanishing(r - eta*grad(o) + b) times v + b, vanishing(r - eta*grad(o) + b) times e - eta*g
"""
# What a round does to V, the left side of (*), for every step up to 2/L.
ROUND = f"""
state y: start 2*eta*zh, next y + n - o
let e = x - o, v = n - o, g = grad(x) - grad(o), b = (y - W(y))/2
let V = sq(e) + dot(y, y - W(y))/2
{DUAL}\
pos: dot(v, v - W(v)) >= 0 by largest(v), lam <= 1 with v - J(v)
half: sq(v - W(v))/4 <= dot(v, v - W(v))/2 by spectrum(v), pos, lam_n >= -lam, lam <= 1
room: 2 - eta*L >= 0 by eta <= 2/L
"""
# Convex clients: a gradient step brings the models closer, and sq(b) is a part of V.
FALL = """\
fall: sq(e - eta*g) <= sq(e) - eta*(2/L - eta)*sq(g) by cocoercive_convex(x, o) over L > 0
some: 2/L - eta >= 0 by eta <= 2/L
posy: dot(y, y - W(y)) >= 0 by largest(y), lam <= 1 with y - J(y)
low: sq(b) <= dot(y, y - W(y))/2 by spectrum(y), posy, lam_n >= -lam, lam <= 1
"""
_BOUNDED_PROOF = f"""{ROUND}
{FALL}
less: next(V) - sq(next(b)) <= V - sq(b) by step, half, fall, some with g, next(b)
always I: V - sq(b) <= V0
  start by tension times zh, tension times W(zh), tension times grad(o), vanishing(qh) times zh,
    vanishing(qh) times W(zh), vanishing(qh) times grad(o)
  next by less, I
claim by I, low
"""

STEP_RANGE = Theorem(
    id="nids.step-range",
    title="NIDS: steps up to 2/L on every network",
    place=f"Li, Shi and Yan 2019, the convergence theorem, {CITED}",
    statement="convergence for alpha < 2/L",
    family=NIDS,
    variants=(
        Variant(
            "bounded",
            "distance2(t) <= V0",
            statement="||x(k) - x*||^2 <= V_0 for alpha <= 2/L",
            assume=STEP,
            where=CONSTANTS,
            derivation=_BOUNDED_PROOF,
        ),
    ),
)

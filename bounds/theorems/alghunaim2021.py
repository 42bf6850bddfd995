"""Alghunaim, Ryu, Yuan and Sayed 2021: linear rate of gradient tracking that adapts, then combines, for steps up to
2/L.

Setting. z = x - alpha grad f(x) - B y, y+ = y + B z, x+ = A z, y(0) = 0, with A = W^2, B = I - W: gradient tracking
in its primal-dual form (Aug-DGM). W symmetric, doubly stochastic, without negative eigenvalues, so that A^2 <= I -
B^2. No nonsmooth part here. The declared method keeps u = B y.

Statement. For alpha < 2/L, ||x(k) - x*||^2 + ||y(k) - y*||^2 shrinks each round by the factor max(1 - alpha mu (2 -
alpha L), 1 - sigma^2), sigma the smallest positive eigenvalue of B, here 1 - lambda: the step does not depend on the
network (`rate`). In numbers, with h the clients' gradients at w*, ||y*||^2 <= alpha^2 h'(I - W)^+ h/(1 - lambda). Of
convex losses neither error grows (`bounded`).

Idea. From B (y - y*) = u - v, where v = z - x* and u = x - x* - alpha (grad f(x) - h): ||v||^2_(I - B^2) + ||y+ -
y*||^2 = ||u||^2 + ||y - y*||^2 - ||B (y - y*)||^2, and ||A v||^2 <= ||v||^2_(I - B^2) as (1 - w) w (2 + w + w^2) >=
0.
"""

from ..algorithms import Algorithm
from ..families.declared import declared
from ..theorem import Theorem, Variant

_ATC = Algorithm(
    "tracking, adapt then combine, primal-dual",
    let={"z": "x - eta*grad(x) - u", "c": "z - mix(z)"},
    next={"x": "mix(mix(z))", "u": "u + c - mix(c)"},
    balanced=("u",),
    rest={"x": "0", "u": "-eta*h"},
)
_ROUND = """
state y: start eta*zh, next y + z - W(z)
let e = x - o, v = z - o, g = grad(x) - grad(o), b = y - W(y), V = sq(e) + sq(y)
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always C: sq(u - b + eta*grad(o)) <= 0
  start by tension times grad(o) - qh - zh + W(zh), vanishing(qh) times grad(o) - zh + W(zh), vanishing(qh) times qh
  next by C
always D: sq(J(y)) <= 0
  next by D
step: sq(v + b) == sq(e - eta*g)
  by vanishing(u - b + eta*grad(o)) times v + b, vanishing(u - b + eta*grad(o)) times e - eta*g
away: dot(v, v - W(v)) >= 0 by largest(v), lam <= 1 with v - J(v)
away2: dot(W(v), W(v) - W(W(v))) >= 0 by largest(W(v)), lam <= 1 with W(v) - J(v)
some: dot(v - W(v), W(v)) >= 0 by spectrum(v), away, lam_n >= 0
some2: dot(W(v) - W(W(v)), W(W(v))) >= 0 by spectrum(W(v)), away2, lam_n >= 0
room: 2 - eta*L >= 0 by eta <= 2/L
move: next(V) <= sq(v + b) + sq(y) - sq(b)
first: (1 - lam)*sq(zh) <= tension2 by tension times zh, vanishing(qh) times zh, largest(zh)
begin: start(V) <= distance2(0) + eta**2*tension2/(1 - lam) by first over 1 - lam > 0
"""
_RATE = f"""{_ROUND}
short: sq(e - eta*g) <= (1 - (2 - eta*L)*mu*eta)*sq(e) by cocoercive_convex(x, o), monotone(x, o), room
dual: (1 - lam)**2*sq(y) <= sq(b)
  by largest(y), lam <= 1, vanishing(J(y)) times J(y), vanishing(J(y)) times y with lam*(y - J(y)) - W(y) + J(y)
let top = max(1 - (2 - eta*L)*mu*eta, 1 - (1 - lam)**2)
one: next(V) <= (1 - (2 - eta*L)*mu*eta)*sq(e) + (1 - (1 - lam)**2)*sq(y) by move, step, short, dual
both: next(V) <= top*V by one, top >= 1 - (2 - eta*L)*mu*eta, top >= 1 - (1 - lam)**2 with e, y
sure: top >= 0 by top >= 1 - (1 - lam)**2, lam >= 0, lam <= 1
always I: V <= top**t*start(V)
  next by both, I, sure
claim by I, begin with y
"""
_BOUNDED = f"""{_ROUND}
near: sq(e - eta*g) <= sq(e) by cocoercive_convex(x, o), room over L > 0 with g
less: next(V) <= V by move, step, near with b
always I: V <= start(V)
  next by less, I
claim by I, begin with y
"""
_ASSUME = ("lam < 1", "lam_n >= 0", "eta <= 2/L")
_START = "distance2(0) + eta**2*tension2/(1 - lam)"

TRACKING = Theorem(
    id="alghunaim2021.tracking",
    title="gradient tracking, adapt then combine: linear rate for steps up to 2/L",
    place="Alghunaim, Ryu, Yuan and Sayed 2021, the theorem on linear convergence for A = W^2, B = I - W, as commonly "
    "cited; the paper itself could not be read",
    statement="factor max(1 - alpha mu (2 - alpha L), 1 - sigma_min(B^2)) for alpha < 2/L, if A^2 <= I - B^2",
    family=declared(_ATC),
    variants=(
        Variant(
            "rate",
            f"distance2(t) <= max(1 - (2 - eta*L)*mu*eta, 1 - (1 - lam)**2)**t*({_START})",
            statement="||x(k) - x*||^2 <= max(1 - alpha mu (2 - alpha L), 1 - (1 - lambda)^2)^k (||x(0) - x*||^2 "
            "+ alpha^2 h'(I - W)^+ h/(1 - lambda))",
            assume=_ASSUME,
            derivation=_RATE,
        ),
        Variant(
            "bounded",
            f"distance2(t) <= {_START}",
            statement="the same without a factor, by convexity alone",
            assume=_ASSUME,
            derivation=_BOUNDED,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (TRACKING,)

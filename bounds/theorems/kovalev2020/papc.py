"""PAPC, the proximal alternating predictor-corrector: a linear rate that parts the network from the losses.

Setting. x' = x - eta grad f(x) - eta y, y+ = y + theta G x', x+ = x - eta grad f(x) - eta y+, y(0) = 0, G a gossip
matrix of condition number chi on what is not constant, entries of either sign; here G = (I - W)/2, so that chi <= 2/(1
- lambda), and theta eta = c <= 1. The declared method keeps u = eta y.

Statement. For eta = 1/L, c = 1, O((L/mu + chi) log(1/eps)) rounds: the error is O((1 - min(mu/L, 1/chi))^k). In
numbers, for eta <= 1/L, ||x(k) - x*||^2 <= max(1 - eta mu, 1 - c (1 - lambda)/2)^k (||x(0) - x*||^2 + (2 eta^2/c) h'(I
- W)^+ h) (`rate`); for eta up to 2/L with 1 - (2 - eta L) mu eta for 1 - eta mu (`any-step`).

Idea. As for NIDS (`nids.step-range`), of which it is the primal-dual form.
"""

from ...algorithms import Algorithm
from ...families.declared import declared
from ...theorem import Theorem, Variant

_PAPC = Algorithm(
    "papc",
    let={"z": "x - eta*grad(x) - u"},
    next={"x": "z - theta*(z - mix(z))/2", "u": "u + theta*(z - mix(z))/2"},
    balanced=("u",),
    rest={"x": "0", "u": "-eta*h"},
    numbers=("theta",),
)
_ROUND = """
state y: start 2*eta*zh, next y + theta*(z - o)
let e = x - o, v = z - o, g = grad(x) - grad(o), b = (y - W(y))/2, A = dot(v, v - W(v))
let V = sq(e) + dot(y, y - W(y))/(2*theta)
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always C: sq(u - b + eta*grad(o)) <= 0
  start by tension times grad(o) - qh - zh + W(zh), vanishing(qh) times grad(o) - zh + W(zh), vanishing(qh) times qh
  next by C
step: sq(v + b) == sq(e - eta*g)
  by vanishing(u - b + eta*grad(o)) times v + b, vanishing(u - b + eta*grad(o)) times e - eta*g
pos: A >= 0 by largest(v), lam <= 1 with v - J(v)
half: sq(v - W(v)) <= 2*A by spectrum(v), pos, lam_n >= -lam, lam <= 1
less: theta**2*sq(v - W(v)) <= 2*theta**2*A by half with theta
short_t: theta**2*A <= theta*A by pos, theta <= 1, theta > 0
room: 2 - eta*L >= 0 by assume1
slower: sq(e - eta*g) <= (1 - (2 - eta*L)*mu*eta)*sq(e) by cocoercive_convex(x, o), monotone(x, o), room
dual: theta*(1 - lam)/2*dot(y, y - W(y))/(2*theta) <= sq(b)
  by largest(y), lam <= 1 with lam*(y - J(y)) - W(y) + J(y), y - J(y)
low: dot(y, y - W(y)) >= 0 by largest(y), lam <= 1 with y - J(y)
short: sq(e - eta*g) <= r*sq(e) by slower{more}
let top = max(r, a)
one: next(V) <= r*sq(e) + a*dot(y, y - W(y))/(2*theta) by step, less, short_t, short, dual
high: dot(y, y - W(y))/(2*theta) >= 0 by low
both: next(V) <= top*V by one, high, top >= r, top >= a with e
sure: top >= 0 by top >= a
always I: V <= top**t*(distance2(0) + 2*eta**2/theta*tension2)
  start by tension times zh, vanishing(qh) times zh
  next by both, I, sure
claim by I, high
"""


def _variant(label: str, step: str, rate: str, more: str) -> Variant:
    return Variant(
        label,
        "distance2(t) <= max(r, a)**t*(distance2(0) + 2*eta**2/theta*tension2)",
        statement=f"||x(k) - x*||^2 <= max({rate}, 1 - c (1 - lambda)/2)^k (||x(0) - x*||^2 + (2 eta^2/c) h'(I - W)^+ "
        f"h), {step}",
        assume=("lam < 1", step, "theta <= 1"),
        where={"r": rate, "a": "1 - theta*(1 - lam)/2"},
        derivation=_ROUND.replace("assume1", step).replace("{more}", more),
    )


PAPC = Theorem(
    id="kovalev2020.papc",
    title="PAPC: linear rate, the network apart from the losses",
    place="Kovalev, Salim and Richtarik 2020, the theorem on PAPC, as commonly cited; the paper itself could not be "
    "read",
    statement="error O((1 - min(mu/L, 1/chi))^k) for eta = 1/L",
    family=declared(_PAPC, signed=True),
    variants=(
        _variant("rate", "eta <= 1/L", "1 - eta*mu", ", eta <= 1/L with e"),
        _variant("any-step", "eta <= 2/L", "1 - (2 - eta*L)*mu*eta", ""),
    ),
)

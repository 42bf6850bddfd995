"""Gradient tracking at steps of the order of (1 - lambda)^2/L, whatever mu: the variant `long-step` of `qu2018.rate`.

The paper's step is alpha/beta^2 ((1 - sigma)/6)^2, its rate falls with the square of alpha/beta; W is the same at all
rounds. Here W may change, the step is up to 1/(5 L) (1 - lambda)^2, where 1/(2 L) (1 - lambda)^2 is the limit
(`mixproof.tracking-step`), and the mean model contracts by 1 - eta mu.

Idea. With s = y - 1 ybar what the trackers differ by and k = 1 - lambda, V = n |xbar - x*|^2 + (22/5)(L eta/k) ||x - 1
xbar||^2 + (eta k/(4 L)) ||s||^2 falls: the gap that a step of the mean gains pays for what the mean gradient adds to s,
which a small-gain argument over the errors alone leaves to alpha.
"""

from ...families.declared import declared
from ...theorem import Variant

__all__ = ["LONG_STEP"]

_V = "K*error2({0}) + 22/5*L*eta/(1 - lam)*spread2({0}) + (1 - lam)/(4*L*eta)*added_spread2({0})"
_DERIVED = """
let s = p + u, f = s - J(s), d = grad(next(x)) - grad(x), y = x - J(x), m = J(x), k = 1 - lam, e = F(m) - F(o)
wide: k > 0 by lam < 1
step: 5*L*eta <= k**2 by eta <= (1 - lam)**2/(5*L) over L > 0
short: 5*L*eta <= 1
pulled: 2*dot(J(grad(x)), m - o) >= 2*e - L*sq(y) + mu*sq(m - o) by above(m, x), below(o, x), mu > 0 with y
climb: sq(J(grad(x))) <= 2*L**2*sq(y) + 4*L*e
  by lipschitz(x, m), mean_steep(x) with J(grad(x)) - 2*J(grad(m)), grad(x) - grad(m) - J(grad(x) - grad(m))
above_zero: e >= 0 by below(m, o) with m - o
centre: sq(J(next(x)) - o) <= (1 - eta*mu)*sq(m - o) - (2*eta - 4*L*eta**2)*e + (L*eta + 2*L**2*eta**2)*sq(y)
  by pulled, climb, eta > 0, vanishing(J(p)) times eta*(m - o), vanishing(J(p)) times eta**2*J(grad(x))
mixed: norm(W(y)) <= lam*norm(y) by root, mixing(y)
models: norm(next(x) - J(next(x))) <= lam*norm(y) + eta*norm(f) by triangle(W(y), -eta*f), mixed
models2: sq(next(x) - J(next(x))) <= (lam*norm(y) + eta*norm(f))**2 by models
split: k*(lam*norm(y) + eta*norm(f))**2 <= k*lam*sq(y) + eta**2*sq(f) with k*norm(y) - eta*norm(f)
spread: k*sq(next(x) - J(next(x))) <= k*lam*sq(y) + eta**2*sq(f) by models2, split, wide
passed: norm(W(f)) <= lam*norm(f) by root, mixing(f)
flat: norm(d - J(d)) <= L*norm(next(x) - x) by root, lipschitz(next(x), x) with J(d)
carried: norm(next(s) - J(next(s))) <= lam*norm(f) + L*norm(next(x) - x) by triangle(W(f), d - J(d)), passed, flat
carried2: sq(next(s) - J(next(s))) <= (lam*norm(f) + L*norm(next(x) - x))**2 by carried
split2: k*(lam*norm(f) + L*norm(next(x) - x))**2 <= k*lam*sq(f) + L**2*sq(next(x) - x)
  with k*norm(f) - L*norm(next(x) - x)
tracker: k*sq(next(s) - J(next(s))) <= k*lam*sq(f) + L**2*sq(next(x) - x) by carried2, split2, wide
shift: sq(W(y) - y) <= 4*sq(y) by shorter(y) with W(y) + y
apart: sq(W(y) - y - eta*f) <= 8*sq(y) + 2*eta**2*sq(f) by shift with W(y) - y + eta*f
moved: sq(next(x) - x) <= 8*sq(y) + 2*eta**2*sq(f) + eta**2*(2*L**2*sq(y) + 4*L*e)
  by apart, climb, vanishing(J(p)) times eta**2*J(grad(x)) with eta
slow: 5*eta*mu <= k**2 by step, L >= mu, eta > 0
slower: 5*eta*mu <= k by L >= mu, eta > 0
rate: 1 - eta*mu >= 0 by slower
let h = L*eta, G = 20*k*L*sq(m - o) + 88*L**2*eta*sq(y) + 5*k**2*eta*sq(f)
small: 25*h**2 <= k**4 by step, wide, L*eta > 0
unit: h**2 <= 1/25 by short, L*eta > 0
of_y: 60*k**2 + 40*k**2*h + 88*k*lam + 10*k**2*h**2 <= 88*k*(1 - eta*mu) by short, unit, slower, wide with k
of_f: 88*h**2 + 10*k**2*h**2 + 5*k**3*lam <= 5*k**3*(1 - eta*mu) by small, unit, slow, wide
part_y: L**2*eta*(60*k**2 + 40*k**2*h + 88*k*lam + 10*k**2*h**2)*sq(y) <= 88*L**2*eta*k*(1 - eta*mu)*sq(y)
  by of_y, L*eta > 0, L > 0 with y
part_f: eta*(88*h**2 + 10*k**2*h**2 + 5*k**3*lam)*sq(f) <= 5*eta*k**3*(1 - eta*mu)*sq(f) by of_f, eta > 0 with f
room: 2 - 4*h - h**2 >= 0 by short, unit
spare: (2 - 4*h - h**2)*e >= 0 by room, above_zero
paid: 20*k**2*L*eta*(2 - 4*h - h**2)*e >= 0 by spare, L*eta > 0 with k
of_mean: 20*k**2*L*sq(J(next(x)) - o) <=
  20*k**2*L*((1 - eta*mu)*sq(m - o) - (2*eta - 4*L*eta**2)*e + (L*eta + 2*L**2*eta**2)*sq(y)) by centre, L > 0 with k
of_models: 88*L**2*eta*k*sq(next(x) - J(next(x))) <= 88*L**2*eta*(k*lam*sq(y) + eta**2*sq(f)) by spread, eta > 0 with L
of_tracker: 5*k**3*eta*sq(next(s) - J(next(s))) <= 5*k**2*eta*(k*lam*sq(f) + L**2*sq(next(x) - x))
  by tracker, eta > 0 with k
of_move: 5*k**2*eta*L**2*sq(next(x) - x) <=
  5*k**2*eta*L**2*(8*sq(y) + 2*eta**2*sq(f) + eta**2*(2*L**2*sq(y) + 4*L*e)) by moved, eta > 0 with k*L
fall: k*next(G) <= k*(1 - eta*mu)*G by of_mean, of_models, of_tracker, of_move, part_y, part_f, paid
down: next(G) <= (1 - eta*mu)*G by fall over k > 0
always I: G <= (1 - eta*mu)**t*start(G)
  next by down, I, rate
claim by I over 20*k*L > 0
"""

LONG_STEP = Variant(
    "long-step",
    f"{_V.format('t')} <= (1 - eta*mu)**t*({_V.format('0')})",
    statement="steps up to (1 - lambda)^2/(5 L), W that changes: the rate 1 - eta mu",
    assume=("lam < 1", "eta <= (1 - lam)**2/(5*L)"),
    family=declared("DIGing", changing=True, directed=True),
    derivation=_DERIVED,
)

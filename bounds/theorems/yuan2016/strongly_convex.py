"""Yuan, Ling and Yin 2016, strong convexity: with strong convexity the mean model contracts to a floor of order alpha.

Setting and D as in `bounded_gradients`; F mu-strongly convex and L-smooth. c_1 = 1/(mu + L), c_2 = mu L/(mu + L).

Statement. For alpha <= min((1 + lambda_n)/L_h, c_1): ||e(k+1)||^2 <= c_3^2 ||e(k)||^2 + c_4^2, e = xbar - x*, where
for any delta > 0 c_3^2 = 1 - alpha c_2 + alpha delta - alpha^2 delta c_2 and c_4^2 = alpha^3 (alpha + 1/delta)
L_h^2 D^2/(1 - beta)^2. With delta = c_2/(2 (1 - alpha c_2)), c_3^2 = 1 - alpha c_2/2; this is what is judged. Here
mu and L are those of all clients, which F has too.

Idea. e(k+1) = (e - alpha gbar) + alpha (gbar - g): the first part is of square (1 - 2 alpha c_2) ||e||^2 at most,
the second by `bounded_deviation` of norm alpha^2 L_h D/(1 - beta), and Young's inequality adds them. Over all
rounds the floors add up to at most c_4^2/(1 - c_3^2).

`certified-gap`, `certified-spread`, `certified-descent`: without D; `yuan2016.certified` is their proof.
"""

from ...theorem import Theorem, Variant
from .bounded_deviation import DEVIATION, REACH, STEP_FROM_MEAN
from .bounded_gradients import CITED, COMMON, STEP, D
from .certified import certified

_FLOOR_PROOF = f"""
rise: 2*F(w0) - 2*minima_sum >= 0 by least(w0)
inside: 2*L*eps0 >= 0 by least(w0)
wide: 1 - lam > 0 by lam < 1
{STEP_FROM_MEAN}\
let reach = eta*D/(1 - lam)
always B: norm(x - J(x)) <= reach
  next by step, B

near: sq(J(grad(x)) - J(grad(J(x)))) <= L**2*sq(x - J(x)) by lipschitz(x, J(x))
  with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))
within: (1 - lam)*norm(x - J(x)) <= eta*D by B, wide
square: (1 - lam)**2*sq(x - J(x)) <= eta**2*D**2 by within, wide, norm(x - J(x)) >= 0
let e = J(x) - o, g = J(grad(J(x))), b = g - J(grad(x)), m = eta*mu*L, n = mu + L - m
short: eta*(mu + L) <= 1 by eta <= 1/(mu + L)
room2: n > 0 by short with L - mu
down: (mu + L)*sq(e - eta*g) <= n*sq(e) by mean_cocoercive(x, o), short with e, g
young: 2*m*n*sq(e - eta*g + eta*b) <= m*(2*n + m)*sq(e - eta*g) + 2*n*(2*n + m)*sq(eta*b)
  with m*(e - eta*g) - 2*n*eta*b
weight: m*(2*n + m) >= 0 by room2
two: 2*m*(mu + L)*sq(e - eta*g + eta*b) <= m*(2*n + m)*sq(e) + 2*(mu + L)*(2*n + m)*eta**2*sq(b)
  by young, down, weight over n > 0
floor: (1 - lam)**2*sq(b) <= L**2*eta**2*D**2 by near, square with 1 - lam
both: m*(1 - lam)**2*(2*(mu + L)*sq(J(next(x)) - o) - (2*n + m)*sq(e)) <= 2*(mu + L)*(2*n + m)*eta**4*L**2*D**2
  by two, floor, room2 with 1 - lam
less: m*(1 - lam)**2*(2*(mu + L)*error2(t + 1) - (2*n + m)*error2(t)) <= 2*(mu + L)*(2*n + m)*eta**4*L**2*D**2
  by both, K >= 2, inside, room2, rise
gap2: (1 - lam)**2 > 0 by wide
claim main by less over eta > 0, L > 0
rate: 1 - eta*c2/2 >= 0
one1: mu*L*(1 - lam)**2*(error2(t + 1) - (1 - eta*c2/2)*error2(t)) <= (2*n + m)*eta**3*L**2*D**2
  by less over eta > 0, mu + L > 0
always Z: mu**2*L**2*(1 - lam)**2*(error2(t) - (1 - eta*c2/2)**t*error2(0)) <= 2*(mu + L)*(2*n + m)*eta**2*L**2*D**2
  start by room2, rise, eta > 0
  next by one1, Z, rate
claim all-rounds by Z over L > 0, L > 0
"""
# A gradient step contracts by 1 - alpha mu, and the mean of the deviations is at most 1/K of their sum.
_SHARP_PROOF = f"""{DEVIATION}
let e = J(x) - o, g = J(grad(J(x))), b = g - J(grad(x)), c = eta*mu
short: eta*(L + mu) <= 2 by eta <= 2/(L + mu)
rate: 1 - c >= 0 by short, L >= mu
near: sq(b) <= L**2*sq(x - J(x)) by lipschitz(x, J(x)) with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))
square: sq(x - J(x)) <= reach**2 by B
size: sq(eta*b) <= eta**2*L**2*reach**2 by near, square with eta*(1 - lam), eta
down: sq(e - eta*g) <= (1 - c)**2*sq(e) by short, mean_cocoercive(x, o), monotone(J(x), o), eta > 0
young: c*sq(e - eta*g + eta*b) <= c*(1 + c)*sq(e - eta*g) + (1 + c)*sq(eta*b) with c*(e - eta*g) - eta*b
part: (1 + c)*sq(e - eta*g) <= (1 - c)*sq(e) by down, rate with e
far: (1 + c)*sq(eta*b) <= (1 + c)*eta**2*L**2*reach**2 by size, eta*mu > 0
weighed: c*(1 + c)*sq(e - eta*g) <= c*(1 - c)*sq(e) by part, eta*mu > 0
both: c*sq(J(next(x)) - o) <= c*(1 - c)*sq(e) + (1 + c)*eta**2*L**2*reach**2 by young, weighed, far with 1 - lam
let floor = (1 + c)*(L*reach)**2/(mu**2*K)
turn: error2(t + 1) <= (1 - c)*error2(t) + c*floor by both over eta*mu > 0 with 1 - lam
always I: error2(t) <= (1 - eta*mu)**t*error2(0) + floor
  next by turn, I, rate
claim sharp by I
"""

STRONGLY_CONVEX = Theorem(
    id="yuan2016.strongly-convex",
    title="Decentralized gradient descent: linear convergence to a neighbourhood",
    place=f"Yuan, Ling and Yin 2016, strong convexity, {CITED}",
    statement="||e(k+1)||^2 <= (1 - alpha c_2/2) ||e(k)||^2 + alpha^3 (alpha + 1/delta) L_h^2 D^2/(1 - beta)^2",
    family=COMMON,
    variants=(
        Variant(
            "main",
            "error2(t + 1) - (1 - eta*c2/2)*error2(t) <= eta**3*(eta + 1/delta_)*L**2*D**2/(1 - lam)**2",
            statement="one round, with delta = c_2/(2 (1 - alpha c_2))",
            assume=(*STEP, "eta <= 1/(mu + L)"),
            where={**D, "c2": "mu*L/(mu + L)", "delta_": "c2/(2*(1 - eta*c2))"},
            derivation=_FLOOR_PROOF,
        ),
        Variant(
            "all-rounds",
            "error2(t) - (1 - eta*c2/2)**t*error2(0) <= 2*eta**2*(eta + 1/delta_)*L**2*D**2/(c2*(1 - "
            "lam)**2)",
            statement="the same summed over rounds: a floor after linear convergence",
            assume=(*STEP, "eta <= 1/(mu + L)"),
            where={**D, "c2": "mu*L/(mu + L)", "delta_": "c2/(2*(1 - eta*c2))"},
            derivation=_FLOOR_PROOF,
        ),
        Variant(
            "sharp",
            "error2(t) - (1 - eta*mu)**t*error2(0) <= (1 + eta*mu)*(L*reach)**2/(mu**2*K)",
            statement="over all rounds, with 1 - alpha mu for 1 - alpha c_2/2, 1/n of the floor, steps to 2/(L + mu)",
            assume=(*STEP, "eta <= 2/(L + mu)"),
            where=REACH,
            derivation=_SHARP_PROOF,
        ),
        *certified(),
    ),
)

"""DeceFL, supplement, Proposition 1, without the bound chi^2 on gradients: the variant `unbounded`.

The clients' gradients at w* stand in its place, g* = ||((m_k/m) grad F_k(w*))_k||, in any dimension and for W that may
change; and the floor falls with the step, which the printed one does not do unless all clients start at one point. l =
max_k (m_k/m) L_k (`sharpest`), s = 1 - lambda.

Idea. n ||wbar - w*||^2 + (2 eta l/s) ||w - 1 wbar||^2 falls by 1 - mu eta/(2K) a round, up to what noise and g* add:
half of the gap that a step gains pays for the gradients that move the clients apart.
"""

from ...families.shared import gossip
from ...theorem import Variant

__all__ = ["UNBOUNDED"]

_DERIVED = """
let c = J(x), y = x - c, h = grad(x) - J(grad(x)), e = F(c) - F(o), k = 1 - lam, l = sharpest, S = sq(y), E = sq(c - o)
let V = K*sigma2, g2 = gstar**2, r = eta*mu/(2*K)
wide: k > 0 by lam < 1
narrow: k <= 1 by lam >= 0
near: 6*eta*l <= k by eta*sharpest <= (1 - lam)/6
short: 6*eta*L <= K*k by eta <= K*(1 - lam)/(6*L) over L > 0
l_low: l > 0
stepped: sq(J(next(x)) - o) <= sq(c - o - eta*J(grad(x))) + eta**2*sigma2
  by mean_noise, shares_squared over K > 0 with eta
pulled: dot(J(grad(x)), c - o) >= e - l/2*S by above(c, x), below(o, x) with x - o
height: 2*K*e >= mu*E by mean_below(c, o)
climb: K*sq(J(grad(x))) <= 2*K*l**2*S + 4*L*e
  by lipschitz(x, c), mean_steep(x) with J(grad(x)) - 2*J(grad(c)), grad(x) - grad(c) - J(grad(x) - grad(c))
above_zero: e >= 0 by height over 2*K > 0 with c - o
mixed: norm(W(y)) <= lam*norm(y) by root, mixing(y)
step: norm(W(y) - eta*h) <= lam*norm(y) + eta*norm(h) by triangle(W(y), -eta*h), mixed
step2: sq(W(y) - eta*h) <= (lam*norm(y) + eta*norm(h))**2 by step
split: k*(lam*norm(y) + eta*norm(h))**2 <= k*lam*S + eta**2*sq(h) with k*norm(y) - eta*norm(h)
joined: k*sq(W(y) - eta*h) <= k*lam*S + eta**2*sq(h) by step2, split, wide
away: sq(next(x) - J(next(x))) <= sq(W(y) - eta*h) + eta**2*V by noise, shares_squared with J(n), eta*J(n), eta
size: sq(h) <= 3*l**2*S + 6*l*e + 3*g2 by lipschitz(x, c), interpolation_convex(c, o)
  with grad(x) - 2*grad(c) + grad(o), grad(x) - grad(c) - grad(o), grad(c) - 2*grad(o), J(grad(x))
sizes: eta**2*sq(h) <= eta**2*(3*l**2*S + 6*l*e + 3*g2) by size with eta
spread: k*sq(next(x) - J(next(x))) <= k*lam*S + eta**2*(3*l**2*S + 6*l*e + 3*g2) + k*eta**2*V
  by joined, away, sizes, wide
slow: 12*r <= k by short, L >= mu, eta > 0 over K > 0
rate: 1 - r >= 0 by slow, narrow
let h2 = eta*l, G = k**2*E + 2*k*h2*S, N = k**2*eta**2*sigma2 + 2*h2*eta**2*(3*g2 + k*V)
h_low: h2 > 0
small: 36*h2**2 <= k**2 by near, h_low
pull: 2*eta*dot(J(grad(x)), c - o) >= 2*eta*e - h2*S by pulled, eta > 0
climbs: eta**2*sq(J(grad(x))) <= 2*h2**2*S + 4*eta**2*L/K*e by climb over K > 0 with eta
held: r*E <= eta*e by height, eta > 0 over K > 0
cheap: 6*eta**2*L/K*e <= k*eta*e by short, above_zero, eta > 0 over K > 0
centre: sq(J(next(x)) - o) <= (1 - r)*E - eta*e + 2/3*k*eta*e + (h2 + 2*h2**2)*S + eta**2*sigma2
  by stepped, pull, climbs, held, cheap
centres: k**2*sq(J(next(x)) - o) <= k**2*((1 - r)*E - eta*e + 2/3*k*eta*e + (h2 + 2*h2**2)*S + eta**2*sigma2)
  by centre with k
spreads: 2*k*h2*sq(next(x) - J(next(x))) <= 2*h2*(k*lam*S + eta**2*(3*l**2*S + 6*l*e + 3*g2) + k*eta**2*V)
  by spread, h_low
of_y: k**2*(h2 + 2*h2**2) + 2*h2*k*lam + 6*h2**3 <= 2*k*h2*(1 - r) by small, near, slow, narrow, wide, h_low
part_y: (k**2*(h2 + 2*h2**2) + 2*h2*k*lam + 6*h2**3)*S <= 2*k*h2*(1 - r)*S by of_y with y
of_e: 2/3*k**3 + 12*h2**2 <= k**2 by small, narrow, wide
ee: eta*e >= 0 by above_zero, eta > 0
part_e: (2/3*k**3 + 12*h2**2)*eta*e <= k**2*eta*e by of_e, ee
fall: next(G) <= (1 - r)*G + N by centres, spreads, part_y, part_e
noisy: N >= 0 by h_low, wide, sigma2 >= 0 with eta*k, eta*grad(o), eta
floor: N/r >= 0 by noisy over r > 0
always I: G <= (1 - r)**t*start(G) + N/r
  next by fall, I, rate
rest: 2*k*h2*S >= 0 by h_low, wide with y
down: k**2*E <= (1 - r)**t*start(G) + N/r by I, rest
above_it: 2*K*e <= L*E by mean_above(c, o)
found: 2*K*k**2*e <= L*((1 - r)**t*start(G) + N/r) by above_it, down with k
square: k**2 > 0 by wide
claim by found over 2*K > 0, square
"""

UNBOUNDED = Variant(
    "unbounded",
    "gap(t) <= L/2*((1 - mu*eta/(2*K))**t*(error2(0) + 2*eta*sharpest*spread2(0)/(K*(1 - lam))) + "
    "(2*eta*sigma2 + 4*eta**2*sharpest*(3*gstar**2/(1 - lam)**2 + K*sigma2/(1 - lam)))/mu)",
    statement="no bound on gradients: their size at w* for chi^2, a floor that falls with the step, any dimension, "
    "W that may change",
    assume=("lam < 1", "eta*sharpest <= (1 - lam)/6", "eta <= K*(1 - lam)/(6*L)"),
    family=gossip(scaled=True, fixed=True, changing=True),
    derivation=_DERIVED,
)

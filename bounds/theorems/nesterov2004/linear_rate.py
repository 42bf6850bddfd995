"""Nesterov 2004, Theorem 2.1.15: gradient descent on strongly convex smooth functions.

Setting as in `smooth`, f mu-strongly convex; Q = L/mu.

Statement. For 0 < h <= 2/(mu + L), ||x(k) - x*||^2 <= (1 - 2 h mu L/(mu + L))^k ||x(0) - x*||^2 (`main`); for h =
2/(mu + L), ||x(k) - x*|| <= ((Q - 1)/(Q + 1))^k ||x(0) - x*|| (`distance`) and f(x(k)) - f* <= L/2 ((Q - 1)/(Q +
1))^(2k) ||x(0) - x*||^2 (`value`).

Idea. Expand ||x+ - x*||^2 with `strongly_convex`, `both`; the gradient's part is h (h - 2/(mu + L)) ||grad f(x)||^2 <=
0. `value` by (2.1.6).
"""

from ...theorem import Theorem, Variant
from .smooth import CITED, GRADIENT_DESCENT

_LONGEST = ("eta == 2/(mu + L)",)

_MAIN_PROOF = """
short: eta*(mu + L) <= 2 by assume1
r: 1 - 2*eta*mu*L/(mu + L) >= 0 by short with L - mu
one: error2(t + 1) <= (1 - 2*eta*mu*L/(mu + L))*error2(t) by mean_cocoercive(x, o), short with J(grad(x))
always I: error2(t) <= (1 - 2*eta*mu*L/(mu + L))**t*error2(0)
  next by one, I, r
claim by I
"""
_DISTANCE_PROOF = """
let r = ((L - mu)/(L + mu))**2
one: error2(t + 1) <= r*error2(t) by mean_cocoercive(x, o), eta == 2/(mu + L)
square: r >= 0 with (L - mu)/(L + mu)
always I: error2(t) <= ((L - mu)/(L + mu))**(2*t)*error2(0)
  next by one, I, square
claim distance by I
claim value by I, above(x, o)
"""

LINEAR_RATE = Theorem(
    id="nesterov2004.linear-rate",
    title="gradient descent, strongly convex and smooth: linear",
    place=f"Nesterov 2004, Theorem 2.1.15, {CITED}",
    statement="||x_k - x*||^2 <= (1 - 2 h mu L/(mu + L))^k ||x_0 - x*||^2",
    family=GRADIENT_DESCENT,
    variants=(
        Variant(
            "main",
            "error2(t) <= (1 - 2*eta*mu*L/(mu + L))**t*error2(0)",
            assume=("eta <= 2/(mu + L)",),
            derivation=_MAIN_PROOF,
        ),
        Variant(
            "distance",
            "error2(t) <= ((L - mu)/(L + mu))**(2*t)*error2(0)",
            statement="h = 2/(mu + L), squared",
            assume=_LONGEST,
            derivation=_DISTANCE_PROOF,
        ),
        Variant(
            "value",
            "gap(t) <= L/2*((L - mu)/(L + mu))**(2*t)*error2(0)",
            assume=_LONGEST,
            derivation=_DISTANCE_PROOF,
        ),
    ),
)

"""Yuan, Ling and Yin 2016, convex losses: the objective falls until the gradient at the mean is of order alpha.

Setting and D as in `bounded_gradients`, and alpha <= 1/L; gbar is the gradient of f = (1/n) sum_i f_i at the mean
model.

Statement. f(xbar(k)) falls at O(1/k) until it reaches a floor. In numbers: f(xbar(k+1)) - f(xbar(k)) <= -(alpha/2)
||gbar(k)||^2 + (alpha/2) (alpha D L_h/(1 - beta))^2 (`descent`), so that the sum of ||gbar||^2 over k rounds is at
most 2 (f(xbar(0)) - f*)/alpha + k (alpha D L_h/(1 - beta))^2 (`gradients`).

Proof. The step's gradient is gbar + b with ||b|| <= alpha D L_h/(1 - beta) (`bounded_deviation`), and for alpha L <= 1
a smooth function falls by (alpha/2)(||gbar||^2 - ||b||^2) or more. Summed over rounds, f being above f*.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant
from .bounded_deviation import DEVIATION, REACH
from .bounded_gradients import CITED, COMMON, STEP

_PROOF = f"""{DEVIATION}
let g = J(grad(J(x))), b = J(grad(x)) - g
near: sq(b) <= L**2*sq(x - J(x)) by lipschitz(x, J(x)) with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))
square: sq(x - J(x)) <= reach**2 by B
more: reach**2 <= K*reach**2 by K >= 2, rise
size: sq(b) <= K*L**2*reach**2 by near, square, more with 1 - lam
fall: F(J(next(x))) <= F(J(x)) - eta*dot(g, g + b) + L*eta**2/2*sq(g + b) by above(J(next(x)), J(x))
part: F(J(next(x))) - F(J(x)) <= eta/2*sq(b) - eta/2*sq(g) by fall with g + b
less: gap(t + 1) - gap(t) <= eta/2*(L*reach)**2 - eta/2*global_gradient2(t) by part, size, eta > 0 with 1 - lam
"""
_DESCENT_PROOF = f"""{_PROOF}
claim descent by less
"""
_MEAN_PROOF = f"""{_PROOF}
always S: gap(t) + eta/2*sum(s < t, global_gradient2(s)) <= gap(0) + t*eta/2*(L*reach)**2
  next by less, S
low_gap: gap(t) >= 0 by below(J(x), o) with J(x) - o
claim gradients by S, low_gap over eta > 0 with 1 - lam
"""
# The mean of the deviations is at most 1/K of their sum, and no line needs convexity.
_SHARP_PROOF = f"""{DEVIATION}
let g = J(grad(J(x))), b = J(grad(x)) - g
near: sq(b) <= L**2*sq(x - J(x)) by lipschitz(x, J(x)) with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))
square: sq(x - J(x)) <= reach**2 by B
size: sq(b) <= L**2*reach**2 by near, square with 1 - lam
fall: F(J(next(x))) <= F(J(x)) - eta*dot(g, g + b) + L*eta**2/2*sq(g + b) by above(J(next(x)), J(x))
part: F(J(next(x))) - F(J(x)) <= eta/2*sq(b) - eta/2*sq(g) by fall with g + b
less: gap(t + 1) - gap(t) <= eta/2*(L*reach)**2/K - eta/2*global_gradient2(t) by part, size, eta > 0 with 1 - lam
always S: gap(t) + eta/2*sum(s < t, global_gradient2(s)) <= gap(0) + t*eta/2*(L*reach)**2/K
  next by less, S
low_gap: gap(t) >= 0 by mean_least(x)
claim sharp by S, low_gap over eta > 0 with 1 - lam
"""

CONVEX = Theorem(
    id="yuan2016.convex",
    title="Decentralized gradient descent: descent of the objective, convex losses",
    place=f"Yuan, Ling and Yin 2016, the theorem on convex objectives, {CITED}; its descent, in numbers",
    statement="f(xbar(k+1)) <= f(xbar(k)) - (alpha/2) ||gbar(k)||^2 + (alpha/2) (alpha D L_h/(1 - beta))^2",
    family=COMMON,
    variants=(
        Variant(
            "descent",
            "gap(t + 1) - gap(t) <= eta/2*(L*reach)**2 - eta/2*global_gradient2(t)",
            statement="one round",
            assume=(*STEP, "eta <= 1/L"),
            where=REACH,
            derivation=_DESCENT_PROOF,
        ),
        Variant(
            "gradients",
            "sum(s < t, global_gradient2(s)) <= 2*gap(0)/eta + t*(L*reach)**2",
            statement="the sum of ||gbar||^2 over k rounds",
            assume=(*STEP, "eta <= 1/L"),
            where=REACH,
            derivation=_MEAN_PROOF,
        ),
        Variant(
            "sharp",
            "sum(s < t, global_gradient2(s)) <= 2*gap(0)/eta + t*(L*reach)**2/K",
            statement="1/n of the floor, for losses that need not be convex",
            assume=(*STEP, "eta <= 1/L"),
            where=REACH,
            family=declared("DGD", "dented", common=True, offsets=True),
            derivation=_SHARP_PROOF,
        ),
    ),
)

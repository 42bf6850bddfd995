"""The variants `certified`: decentralized gradient descent with a fixed W, without a bound on gradients.

Setting of `bounded_gradients`, clients mu-strongly convex and L-smooth; h = (grad f_i(x*))_i, g = ||h||, sigma = 1 +
lambda_n - alpha (L + mu) > 0. In place of D, a bound on the gradients of the whole run, g enters, and the gap at the
start.

Idea. A round is a gradient step on a penalized sum of the losses, whose excess Q falls from K (f(x(0)) - f*) and is
bounded with the distance to x*; what Q says of spread and gap is `bounds.calculators.penalized`. `certified-descent`:
`bounds.calculators.comparison`, the gap, with the gradient itself in the place of a bound on it.
"""

from ...theorem import Variant

__all__ = ["certified"]

_ASSUMED = ("lam < 1", "eta < (1 + lam_n)/(L + mu)")
_EXCESS = {
    "theta": "2/(1 + lam_n - eta*L)",
    "left": "(1 - eta*mu)**t",
    "steps": "(1 - left)/(eta*mu)",
    "fallen": "left*K*(error2(0)/eta + theta*gap(0))/(theta + (2 - theta*eta*mu)*steps)",
    "stiffness": "(1 - lam)/eta",
    "excess": "min(K*gap(0), fallen) + gstar**2/(2*stiffness)",
}

_SPREAD_PROOF = """
let f = x - J(x), g = grad(o), G = grad(x) + (x - W(x))/eta, Q = F(x) - F(o) + links2(t)/(2*eta), r = 1 - eta*mu
wide: 1 - lam > 0 by lam < 1
fits: eta*(L + mu) < 1 + lam_n by eta < (1 + lam_n)/(L + mu)
room: 1 + lam_n - eta*L > 0 by fits
keep: r > 0 by fits, wide, lam_n <= lam, L >= mu
spare: 2 - theta*eta*mu >= 0 by fits, room over 1 + lam_n - eta*L > 0
low: links2(t) >= 0 by largest(x), wide with f
fall: 2*next(Q) <= 2*Q - eta*(1 + lam_n - eta*L)*sq(G) by above(next(x), x), smallest(next(x) - x)
less: next(Q) <= Q by fall, room with G
down: eta*sq(G) <= theta*(Q - next(Q)) by fall over 1 + lam_n - eta*L > 0
up: dot(G, x - o) >= Q + mu/2*sq(x - o) by below(o, x), low
one: sq(next(x) - o) + eta*theta*next(Q) <= r*(sq(x - o) + eta*theta*Q) - eta*(2 - theta*eta*mu)*Q
  by up, down, eta > 0
let den = theta + (2 - theta*eta*mu)*steps
always I: sq(x - o) + eta*den*Q <= left*K*(error2(0) + eta*theta*gap(0)) and II: Q <= K*gap(0)
  small: left <= 1 by smaller_power(1 - eta*mu, t), keep
  summed: steps >= 0 by small over eta*mu > 0
  weight: eta*(2 - theta*eta*mu)*(1 + r*steps) >= 0 by spare, summed, keep
  next I by one, I, less, weight, keep
  next II by less, II
small: left <= 1 by smaller_power(1 - eta*mu, t), keep
summed: steps >= 0 by small over eta*mu > 0
over1: den > 0 by spare, summed, room
past1: eta*den*Q <= left*K*(error2(0) + eta*theta*gap(0)) by I with x - o
past: Q <= fallen by past1 over eta > 0, den > 0
let most = min(K*gap(0), fallen)
both: Q <= most by cases most == K*gap(0), most == fallen
  case
    Q <= most by case, II
  case
    Q <= most by case, past
stiff: stiffness > 0 by wide
let B = F(x) - F(o) - dot(g, x - o), s = norm(f) - gstar/stiffness
Bpos: B >= 0 by interpolation_convex(x, o) with grad(x) - g over L > 0
even: B + stiffness/2*sq(f) - gstar*norm(f) <= most by both, largest(x), cauchy(-g, f), 1/eta > 0
whole: B + stiffness/2*s**2 <= excess by even
rest: excess >= 0 by whole, Bpos, stiff with s
wider: 1 + L/stiffness > 0 by stiff
close: s <= sqrt(2*excess/stiffness) by root, rest, stiff
"""
_GAP_PROOF = """
pulled: norm(grad(x) - g) <= sqrt(2*L)*sqrt(B) by root, interpolation_convex(x, o)
across: F(J(x)) - F(o) <= B + norm(grad(x) - g)*norm(f) + L/2*sq(f) by above(J(x), x), cauchy(grad(x) - g, -f)
at_mean: F(J(x)) - F(o) <= (sqrt(B) + sqrt(L/2)*norm(f))**2 by across, pulled, norm(f) >= 0
inside: excess*(1 + L/stiffness) >= 0 by rest, wider
mid: sqrt(B) + sqrt(L/2)*s <= sqrt(excess*(1 + L/stiffness))
  by root, whole, wider, stiff, rest with s - 2*sqrt(B)*sqrt(L/2)/stiffness
total: sqrt(B) + sqrt(L/2)*norm(f) <= sqrt(excess*(1 + L/stiffness)) + sqrt(L/2)*gstar/stiffness by mid
reach: sqrt(excess*(1 + L/stiffness)) + sqrt(L/2)*gstar/stiffness >= 0
  by total, sqrt(B) >= 0, norm(f) >= 0, sqrt(L/2)*norm(f) >= 0
squared: (sqrt(B) + sqrt(L/2)*norm(f))**2 <= (sqrt(excess*(1 + L/stiffness)) + sqrt(L/2)*gstar/stiffness)**2
  by total, sqrt(B) >= 0, norm(f) >= 0, sqrt(L/2)*norm(f) >= 0, reach
claim certified-gap by at_mean, squared over K > 0
"""

_DESCENT_PROOF = """
let g = J(grad(J(x))), u = J(grad(x)) - g, c = (L + mu)/2, y = x - J(x), z = (L - mu)/2*norm(y)
near: norm(grad(x) - grad(J(x)) - c*y) <= z by root, cocoercive(x, J(x))
off1: norm(u) <= norm(grad(x) - grad(J(x)) - c*y) by root with grad(x) - grad(J(x)) - c*y - u
room: 1 - eta*L >= 0 by eta*L <= 1
fall: F(J(next(x))) <= F(J(x)) - eta*dot(g, g + u) + L*eta**2/2*sq(g + u) by above(J(next(x)), J(x))
size: norm(u) <= z by near, off1
square: sq(u) <= z**2 by size, norm(u) >= 0
cross: -dot(g, u) <= norm(g)*norm(u) by cauchy(-g, u)
both: -dot(g, u) <= norm(g)*z by cross, size, norm(g) >= 0
part: -(1 - eta*L)*dot(g, u) <= (1 - eta*L)*norm(g)*z by both, room
less: F(J(next(x))) - F(J(x)) <= eta*(1 - eta*L)*norm(g)*z - eta*(1 - eta*L/2)*sq(g) + eta**2*L/2*z**2
  by fall, part, square
unit: 1 <= sqrt(1/K)*sqrt(K) by root
scaled: norm(g)*z <= K*sqrt(global_gradient2(t))*off by unit, norm(g) >= 0, norm(y) >= 0, L - mu >= 0
last: (1 - eta*L)*norm(g)*z <= (1 - eta*L)*K*sqrt(global_gradient2(t))*off by scaled, room
claim certified-descent by less, last
"""


def certified() -> tuple[Variant, Variant, Variant]:
    """Gap and spread at every round, and the gap from one round to the next."""
    return (
        Variant(
            "certified-gap",
            "gap(t) <= (sqrt(excess*(1 + L/stiffness)) + sqrt(L/2)*gstar/stiffness)**2/K",
            statement="the gap of the mean: the penalized sum falls, and what may be apart of it",
            assume=_ASSUMED,
            where=_EXCESS,
            derivation=_SPREAD_PROOF + _GAP_PROOF,
        ),
        Variant(
            "certified-spread",
            "spread(t) <= gstar/stiffness + sqrt(2*excess/stiffness)",
            statement="the spread, from the same",
            assume=_ASSUMED,
            where=_EXCESS,
            derivation=_SPREAD_PROOF + "claim certified-spread by close\n",
        ),
        Variant(
            "certified-descent",
            "gap(t + 1) - gap(t) <= eta*((1 - eta*L)*sqrt(global_gradient2(t))*off - (1 - "
            "eta*L/2)*global_gradient2(t) + eta*L/2*off**2)",
            statement="one round of the gap, for any W: what clients that are apart can add to the gradient at "
            "their mean",
            assume=("eta*L <= 1",),
            where={"off": "(L - mu)/2*spread(t)/sqrt(K)"},
            derivation=_DESCENT_PROOF,
        ),
    )

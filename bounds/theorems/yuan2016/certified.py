"""The variants `certified`: decentralized gradient descent with a fixed W, without a bound on gradients.

Setting of `bounded_gradients`, clients mu-strongly convex and L-smooth; h = (grad f_i(x*))_i, g = ||h||, sigma = 1 +
lambda_n - alpha (L + mu) > 0. In place of D, a bound on the gradients of the whole run, g enters, and the gap at the
start.

PROOF. `certified-gap`, `certified-spread`: a round is a gradient step on a penalized sum of the losses, and what that
says of spread and gap is `bounds.calculators.penalized`; from a common start its Q(0) is K (f(x(0)) - f*).
`certified-descent`: `bounds.calculators.comparison`, the gap, with the gradient itself in the place of a bound on it.
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
            proved=True,
        ),
        Variant(
            "certified-spread",
            "spread(t) <= gstar/stiffness + sqrt(2*excess/stiffness)",
            statement="the spread, from the same",
            assume=_ASSUMED,
            where=_EXCESS,
            proved=True,
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

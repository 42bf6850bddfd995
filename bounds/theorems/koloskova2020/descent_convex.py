"""Koloskova et al. 2020, descent lemma for convex losses.

Statement. f_i L-smooth and mu-strongly convex (mu >= 0), eta <= 1/(12L), f = (1/n) sum f_i: E||xbar_(t+1) -
x*||^2 <= (1 - eta mu/2) E||xbar_t - x*||^2 + eta^2 sigma^2/n - eta e_t + (3 L eta/n) sum_i E||xbar_t -
x_i(t)||^2, e_t = E f(xbar_t) - f*.

Idea. The noise adds eta^2 sigma^2/n. As in `khaled2020.convexity`, with half of the strong convexity at the clients
given to xbar; at eta <= 1/(12 L) what is left of the gap is -(5/3) eta.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from .setting import SOURCE

# One step of the mean model, whether clients mix before or after it.
MEAN_STEP = """
let m = J(x), e = F(J(x)) - F(o)
stepped: sq(J(next(x)) - o) == sq(m - o - eta*J(grad(x))) + eta**2*sigma2 by {mean_noise}
far: sq(m - o) <= 2*sq(x - o) + 2*sq(x - m) with m - o - 2*(x - m)
pull: 2*dot(J(grad(x)), m - o) >= 2*e - (L + mu)*sq(x - m) + mu/2*sq(m - o)
    by above(m, x), below(o, x), far
climb: sq(J(grad(x))) <= 2*L**2*sq(x - m) + 4*L*e
    by lipschitz(x, m), mean_steep(x) with J(grad(x)) - 2*J(grad(m)), grad(x) - grad(m) - J(grad(x) - grad(m))
above_zero: e >= 0 by below(m, o) with m - o
"""
_DERIVED = f"""{MEAN_STEP.format(mean_noise="mean_noise")}
short: 12*L*eta <= 1 by eta <= 1/(12*L)
claim by stepped, pull, climb, above_zero, short, L >= mu with x - m
"""
_SHARP = f"""{MEAN_STEP.format(mean_noise="mean_noise")}
whole: 2*dot(J(grad(x)), m - o) >= 2*e - L*sq(x - m) + mu*sq(m - o) by above(m, x), below(o, x), mu > 0 with x - m
short: 4*L*eta <= 1 by eta <= 1/(4*L)
claim sharp by stepped, whole, climb, above_zero, short, L > 0, eta > 0 with x - m
"""

DESCENT_CONVEX = Theorem(
    id="koloskova2020.descent-convex",
    title="descent of the mean model, convex losses",
    place=f"descent lemma, convex; {SOURCE}",
    statement=(
        "E||xbar_(t+1) - x*||^2 <= (1 - eta mu/2)E||xbar_t - x*||^2 + eta^2 sigma^2/n - eta e_t + (3 L "
        "eta/n) sum E||xbar_t - x_i||^2"
    ),
    family=gossip(fixed=True, offsets=False),
    variants=(
        Variant(
            "main",
            "error2(t + 1) - (1 - eta*mu/2)*error2(t) <= eta**2*sigma2/K - eta*gap(t) + 3*L*eta/K*spread2(t)",
            statement="the error after a step less (1 - eta mu/2) times the error before it",
            assume=("eta <= 1/(12*L)",),
            derivation=_DERIVED,
        ),
        Variant(
            "sharp",
            "error2(t + 1) - (1 - eta*mu)*error2(t) <= eta**2*sigma2/K - eta*gap(t) + 3/2*L*eta/K*spread2(t)",
            statement="1 - eta mu, half of the disagreement, steps three times as long: not in the paper",
            assume=("eta <= 1/(4*L)",),
            derivation=_SHARP,
        ),
    ),
)

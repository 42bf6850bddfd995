"""Koloskova et al. 2020, descent lemma for losses that need not be convex.

Statement. f_i L-smooth, noise of variance at most sigma^2 at each client (M = 0 in Assumption 3b), eta <=
1/(4L): E f(xbar_(t+1)) <= E f(xbar_t) - (eta/4) E||grad f(xbar_t)||^2 + (eta L^2/n) sum_i E||xbar_t -
x_i(t)||^2 + (L/n) eta^2 sigma^2.

Idea. The descent lemma at xbar along h = (1/n) sum grad f_i(x_i), which differs from grad f(xbar) by L times the
disagreement. This is `sharp`: twice the gradients, half the disagreement and half the noise, at steps four times as
long.
"""

from ...families.declared import declared
from ...families.shared import gossip
from ...theorem import Theorem, Variant
from .setting import SOURCE

_LEFT = "gap(t + 1) - gap(t)"
_RIGHT = "eta*L**2/K*spread2(t) - eta/4*global_gradient2(t)"
_SHORT = ("eta <= 1/(4*L)",)

_MAIN_PROOF = """
far: sq(J(grad(x)) - J(grad(J(x)))) <= L**2*sq(x - J(x)) by lipschitz(x, J(x))
  with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))
claim by above(J(next(x)), J(x)), far, eta <= 1/(4*L)
  with J(grad(x)), J(grad(x) - grad(J(x))), J(grad(J(x)))
"""
_NOISY = """
short: 4*L*eta <= 1 by eta <= 1/(4*L)
claim by above(J(next(x)), J(x)), mean_noise, lipschitz(x, J(x)), short, sigma2 >= 0
 with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x))), J(grad(x)), J(grad(J(x))), x - J(x)
"""

_SHARP = """
short: L*eta <= 1 by eta <= 1/L
far: sq(J(grad(x)) - J(grad(J(x)))) <= L**2*sq(x - J(x)) by lipschitz(x, J(x))
  with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))
claim by above(J(next(x)), J(x)), far, short with J(grad(x))
"""
_SHARP_RIGHT = "eta*L**2/(2*K)*spread2(t) - eta/2*global_gradient2(t)"

DESCENT_NONCONVEX = Theorem(
    id="koloskova2020.descent-nonconvex",
    title="descent of the value at the mean model",
    place=f"descent lemma, not convex; {SOURCE}",
    statement=(
        "E f(xbar_(t+1)) <= E f(xbar_t) - (eta/4)E||grad f(xbar_t)||^2 + (eta L^2/n) sum E||xbar_t - "
        "x_i||^2 + (L/n) eta^2 sigma^2"
    ),
    family=declared("diffusion", "dented"),
    variants=(
        Variant(
            "main",
            f"{_LEFT} <= {_RIGHT}",
            statement="clients that need not be convex, no noise",
            assume=_SHORT,
            derivation=_MAIN_PROOF,
        ),
        Variant(
            "noisy",
            f"{_LEFT} <= {_RIGHT} + L/K*eta**2*sigma2",
            statement="convex clients, noisy gradients",
            assume=_SHORT,
            family=gossip(fixed=True, offsets=False),
            derivation=_NOISY,
        ),
        Variant(
            "sharp",
            f"{_LEFT} <= {_SHARP_RIGHT}",
            statement="half the disagreement, twice the gradient, eta <= 1/L",
            assume=("eta <= 1/L",),
            derivation=_SHARP,
        ),
        Variant(
            "noisy-sharp",
            f"{_LEFT} <= {_SHARP_RIGHT} + L/(2*K)*eta**2*sigma2",
            statement="the same with noisy gradients: (L/(2n)) eta^2 sigma^2",
            assume=("eta <= 1/L",),
            family=gossip(fixed=True, offsets=False),
            derivation=_SHARP.replace("far, short", "far, short, mean_noise"),
        ),
    ),
)

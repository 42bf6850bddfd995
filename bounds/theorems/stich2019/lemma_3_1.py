"""Stich 2019, Lemma 3.1: one step of local SGD, perturbed iterates.

Statement. f L-smooth and mu-strongly convex, eta_t <= 1/(4L), xbar_t the average of the K models, gbar_t =
(1/K) sum_k grad f(x_k), g_t its stochastic counterpart: E||xbar_(t+1) - x*||^2 <= (1 - mu eta) E||xbar_t -
x*||^2 + eta^2 E||g_t - gbar_t||^2 - (eta/2) E(f(xbar_t) - f*) + 2 eta (L/K) sum_k E||xbar_t - x_k||^2.

Proof. The noise adds eta^2 E||g - gbar||^2; smoothness and convexity bound <xbar - x*, gbar>, and ||gbar||^2 is at most
twice that at xbar and twice the difference of gradients.
"""

from ...theorem import Theorem, Variant
from ..local_rounds import STEP
from .setting import ONE_LOSS_FIXED, SOURCE

_END = """short: 4*L*eta <= 1 by eta <= 1/(4*L)
claim by stepped, pulled, climb, above_zero, short, L > 0, eta > 0 with x - m"""

LEMMA_3_1 = Theorem(
    id="stich2019.lemma-3-1",
    title="one step of local SGD",
    place=f"Lemma 3.1; {SOURCE}",
    statement=(
        "E||xbar_(t+1) - x*||^2 <= (1 - mu eta)E||xbar_t - x*||^2 + eta^2 E||g - gbar||^2 - "
        "(eta/2)E(f(xbar) - f*) + 2 eta (L/K) sum E||xbar - x_k||^2"
    ),
    family=ONE_LOSS_FIXED,
    rounds=3,
    variants=(
        Variant(
            "main",
            "error2(t + 1) - (1 - mu*eta)*error2(t) <= eta**2*noise2(t) - eta/2*gap(t) + 2*eta*L*apart2(t)",
            statement="the error after a step less (1 - mu eta) times the error before it",
            assume=("eta <= 1/(4*L)",),
            derivation=f"{STEP}\n{_END}",
        ),
        Variant(
            "sharp",
            "error2(t + 1) - (1 - mu*eta)*error2(t) <= eta**2*noise2(t) - eta*gap(t) + 3/2*eta*L*apart2(t)",
            statement="twice the gap, 3/4 of the distances",
            assume=("eta <= 1/(4*L)",),
            derivation=f"{STEP}\n{_END}",
        ),
    ),
)

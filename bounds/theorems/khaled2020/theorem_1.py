"""Khaled et al. 2020, identical data, strongly convex: linear convergence to a neighbourhood.

Statement. gamma <= 1/(4L), averages at least every H rounds: E||xhat_T - x*||^2 <= (1 - gamma mu)^T ||x_0 -
x*||^2 + gamma sigma^2/(mu M) + 2 L gamma^2 (H - 1) sigma^2/mu.

Idea. Lemma 3.1 of Stich (`stich2019.lemma-3-1`, without the term in f(xbar) - f*) with the bound on V_t
(`khaled2020.lemma-1`), unrolled. `sharp`, which the paper does not state: the same with less given away.
"""

from ...theorem import Theorem, Variant
from ..local_rounds import ALIKE, STEP
from .setting import IDENTICAL, SHORT, SOURCE

_RATE = """quarter: 4*L*eta <= 1 by eta <= 1/(4*L)
shrinks: 1 - eta*mu > 0 by quarter, L >= mu, mu > 0
step: error2(t + 1) <= (1 - eta*mu)*error2(t) + eta**2*sigma2_max/N + 2*eta*L*apart2(t)
  by stepped, pulled, climb, above_zero, quarter, mean_noise, of_mean, variance, L > 0, eta > 0 with x - m
let floor = eta*sigma2_max/(mu*N) + 2*L*eta**2*(H - 1)*sigma2_max/mu
floor >= 0 by many, local
stays: error2(t + 1) <= (1 - eta*mu)*error2(t) + eta*mu*floor by step, apart, L > 0, eta > 0
always rate: error2(t) <= (1 - eta*mu)**t*error2(0) + floor
  next rate by rate, stays, shrinks
claim by rate
"""
_SHARP = """half: 2*L*eta <= 1 by eta <= 1/(2*L)
shrinks: 1 - eta*mu > 0 by half, L >= mu, mu > 0
let floor = eta*sigma2_max/(mu*N) + L*eta**2*(1 + 2*L*eta)*(1 - 1/N)*(H - 1)*sigma2_max/mu
step: error2(t + 1) <= (1 - eta*mu)*error2(t) + eta**2*sigma2_max/N + eta*L*(1 + 2*L*eta)*apart2(t)
  by stepped, pulled, climb, above_zero, half, mean_noise, of_mean, variance, L > 0, eta > 0 with x - m
stays: error2(t + 1) <= (1 - eta*mu)*error2(t) + eta*mu*floor by step
always rate: error2(t) <= (1 - eta*mu)**t*error2(0) + (1 - (1 - eta*mu)**t)*floor
  next rate by rate, stays, shrinks
claim by rate
"""

THEOREM_1 = Theorem(
    id="khaled2020.theorem-1",
    title="local SGD on identical data, strongly convex",
    place=f"Theorem 1; {SOURCE}",
    statement=(
        "E||xhat_T - x*||^2 <= (1 - gamma mu)^T ||x_0 - x*||^2 + gamma sigma^2/(mu M) + 2 L gamma^2 (H - 1)"
        " sigma^2/mu"
    ),
    family=IDENTICAL,
    rounds=4,
    variants=(
        Variant(
            "main",
            "error2(t) <= (1 - eta*mu)**t*error2(0) + eta*sigma2_max/(mu*N) + 2*L*eta**2*(H - "
            "1)*sigma2_max/mu",
            statement="E||xhat_t - x*||^2 decays geometrically to a neighbourhood",
            assume=(SHORT,),
            derivation=f"short: L*eta <= 2 by eta <= 1/(4*L)\n{ALIKE}{STEP}{_RATE}",
        ),
        Variant(
            "sharp",
            "error2(t) <= (1 - eta*mu)**t*error2(0) + (1 - (1 - eta*mu)**t)*(eta*sigma2_max/(mu*N) + "
            "L*eta**2*(1 + 2*L*eta)*(1 - 1/N)*(H - 1)*sigma2_max/mu)",
            statement="steps twice as long, noise that grows from 0, none of the drift for one worker",
            assume=("eta <= 1/(2*L)",),
            derivation=f"short: L*eta <= 2 by eta <= 1/(2*L)\n{ALIKE}{STEP}{_SHARP}",
        ),
    ),
)

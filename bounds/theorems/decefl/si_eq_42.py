"""DeceFL, supplement, (42)-(43): one round of the error of the mean.

E||wbar(t+1)-w*||^2 <= (1 - mu eta/m) E||wbar(t)-w*||^2 + (6 eta^2 L/K)(F* - F~*) + (2(1 - eta L)/K) sum_k
E||w_k - wbar||^2 + eta^2 E||h - g||^2, F~* = sum_k F~_k^*.

Proof for eta <= 1/(2L) (after Li et al. 2020, On the convergence of FedAvg on non-iid data, Lemma 1). Idea: expand
||wbar - eta h - w*||^2, with strong convexity at the clients and convexity at wbar. With eta up to 1/L, as the end of
the proof prints the step rule, gamma is negative and the display fails.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import GAMMA, LONG_STEP, RANGE, STEP

_RIGHT = (
    "(1 - mu*step(t)/m)*error2(t) + 6*step(t)**2*L/K*(Fstar - tilde_minima_sum)"
    " + 2*(1 - step(t)*L)/K*spread2(t) + step(t)**2*noise2(t)"
)

DERIVED = """
let g = grad(x), u = x - J(x), T = t + Gamma
long: 2*L*delta <= T by delta/Gamma <= 1/(2*L), t >= 0
some: sq(J(x) - o) >= 0 with J(x) - o
apart: sq(x - o) >= sq(J(x) - o) with x - J(x)
slope: dot(x - o, g) >= F(x) - F(o) + flattest/2*sq(J(x) - o) by below(o, x), flattest > 0, apart
flatter: m*flattest*sq(J(x) - o) >= mu*sq(J(x) - o) by m*flattest >= mu, some
young: 2*delta*T*dot(u, g) <= T**2*sq(u) + delta**2*sq(g) with T*u - delta*g
steeper: sq(g) <= 2*L*(F(x) - tilde_minima_sum) by steep(x), sharpest <= L, least(x)
steeper_mean: sq(grad(J(x))) <= 2*L*(F(J(x)) - tilde_minima_sum) by steep(J(x)), sharpest <= L, least(J(x))
climb: sq(J(g)) <= sq(g) with g - J(g)
moved: sq(T*(J(x) - o) - delta*J(g)) <= T**2*sq(J(x) - o) - delta*T*flattest*sq(J(x) - o) - 2*delta*T*(F(x) - F(o)) +
    T**2*sq(u) + 2*delta**2*sq(g) by slope, delta*T >= 0, young, climb, delta**2 >= 0
above_zero: F(J(x)) >= F(o) by mean_below(x, o) with J(x) - o
under: 2*delta*T*(F(x) - F(J(x))) >= 0 - T**2*sq(u) - delta**2*sq(grad(J(x)))
    by below(x, J(x)), delta*T >= 0, flattest*delta*T >= 0 with T*u + delta*grad(J(x)), u
lower: 2*delta*T*(F(x) - F(o)) >= 0 - T**2*sq(u) - 2*delta**2*L*(F(o) - tilde_minima_sum)
    by under, steeper_mean, delta**2 >= 0, above_zero, long, delta > 0, L*delta**2 >= 0, delta*T >= 0
gain: T*(2*delta*T - 4*delta**2*L)*(F(x) - F(o)) >=
    0 - T**2*(T - 2*L*delta)*sq(u) - 2*delta**2*L*T*(F(o) - tilde_minima_sum)
    by lower, long, least(o), delta**3*L**2 >= 0
drop: sq(T*(J(x) - o) - delta*J(g)) <= T**2*sq(J(x) - o) - delta*T*flattest*sq(J(x) - o) +
    6*delta**2*L*(F(o) - tilde_minima_sum) + 2*T*(T - L*delta)*sq(u)
    by moved, T > 0, steeper, delta**2*T >= 0, gain over T > 0
claim by drop, flatter, m > 0, delta*T >= 0
"""

SI_EQ_42 = Theorem(
    id="decefl.si-eq-42",
    title="recursion of the error of the mean",
    place="DeceFL, supplement, proof of Theorem 1, (42)-(43)",
    statement=(
        "E||wbar(t+1)-w*||^2 <= (1 - mu eta/m) E||wbar(t)-w*||^2 + (6 eta^2 L/K)(F*-F~*) + (2(1-eta"
        " L)/K) sum ||w_k-wbar||^2 + ..."
    ),
    family=gossip(scaled=True),
    rounds=12,
    variants=(
        Variant("proof", f"error2(t + 1) <= {_RIGHT}", assume=(STEP,), derivation=DERIVED),
        Variant(
            "long-step",
            f"error2(t + 1) <= {_RIGHT}",
            statement="eta_t <= 1/L, as at the end of the proof",
            assume=(*RANGE, GAMMA, LONG_STEP),
            severity=Severity.CONSTANT,
            remains="True for steps up to 1/(2L) (`proof`); Theorem 1 survives the longer ones all the same",
        ),
    ),
)

"""The variants `certified` of ALI-DPFL's Theorem 2: local steps, without a bound on how much gradients differ.

xi_i bounds ||grad F_i - grad F|| at every point. Here g2 = sum_i p_i ||grad F_i(w*)||^2 takes its place: how much
the gradients differ at the one point w*, which minimizes F.

Statement. Clients convex and beta-smooth, noise unbiased with E||noise||^2 <= s^2, independent over clients and steps;
eta <= 1/(4 beta), q = eta beta sqrt(3 tau (tau - 1)/2) < 1; all start at w_0, R = ||w_0 - w*||, P = sum_i p_i^2. For
every T

    (1/T) sum_{t<T} E F(w(t)) - F* <= (R^2/(eta T) + eta P s^2)/(1 - q)
                                      + (3/2) beta eta^2 (tau - 1) ((2 tau - 1) g2/3 + s^2)/(1 - q)^2,

without noise half of the last term. With xi2 >= g2 for g2 and 0 for q this is the bound `repaired-noisy`.

PROOF. As in `bounds.calculators.repaired_tau`, whose (1) needs no xi: with V = sum_i p_i ||w_i - w||^2 and gap = E F(w)
- F*, G the sum of the gaps over t < T, eta G is at most R^2 + T eta^2 P s^2 + (3/2) eta beta times the sum of E V.

Drift. Let D(x)^2 = E V, x steps after an aggregation. The mean minimizes sum_i p_i ||w_i+ - y||^2 over y; take y = w -
eta grad F(w). A gradient step on F_i with eta <= 2/beta brings w_i and w no farther apart, so that w_i+ - y is a vector
no longer than w_i - w, less eta (grad F_i(w) - grad F(w)), less the noise: D(x+1)^2 <= (D(x) + eta zeta)^2 + eta^2 s^2,
zeta^2 = E sum_i p_i ||grad F_i(w) - grad F(w)||^2. In B_i(w) = F_i(w) - F_i(w*) - <grad F_i(w*), w - w*>, convex,
beta-smooth and least at w*, ||grad F_i(w) - grad F_i(w*)||^2 <= 2 beta B_i(w); sum_i p_i B_i = F - F*, for sum_i p_i
grad F_i(w*) = 0, and taking off the mean makes no sum of squares larger: zeta <= sqrt(2 beta gap) + sqrt(g2). By
induction D(x) <= A(x) + B(x), A(x) = eta sum_{j<x} sqrt(2 beta gap_j), B(x) = eta (sqrt(x) s + x sqrt(g2)).

Sums. A(x)^2 <= 2 beta eta^2 x sum_{j<x} gap_j, and x sums to tau (tau - 1)/2 over an interval: over all t < T the A^2
sum to at most beta eta^2 tau (tau - 1) G. B(x)^2 <= 2 eta^2 (x s^2 + x^2 g2), half of it without noise; its mean over x
< tau is eta^2 (tau - 1) (s^2 + (2 tau - 1) g2/3), and an unfinished interval has less. Let b^2 be (3/2) beta times the
sum of the B^2. By Minkowski's inequality G <= R^2/eta + T eta P s^2 + (q sqrt(G) + b)^2, and that square is at most q G
+ b^2/(1 - q).
"""

from ...theorem import Variant
from .setting import INTERVALS, SIGNS, SMOOTH

__all__ = ["certified"]

_RANGE = (SMOOTH, "4*eta*beta <= 1", "q < 1")
_Q = {"q": "eta*beta*sqrt(3*tau*(tau - 1)/2)"}


def certified() -> tuple[Variant, Variant]:
    """Average gap of a whole run without noise, and over three steps with it."""
    return (
        Variant(
            "certified",
            "average_gap <= (w0 - wstar)**2/(eta*K*tau*(1 - q)) + beta*eta**2*(tau - 1)*(2*tau - "
            "1)*gstar2/(4*(1 - q)**2)",
            statement="no noise: average gap, without xi; g* at the minimum",
            assume=_RANGE,
            where=_Q,
            family=INTERVALS,
            proved=True,
        ),
        Variant(
            "certified-noisy",
            "mean_gap(3) <= ((w0 - wstar)**2/(3*eta) + eta*s**2*overlap)/(1 - q) + "
            "3/2*beta*eta**2*(tau - 1)*((2*tau - 1)*gstar2/3 + s**2)/(1 - q)**2",
            statement="average gap over three steps with noise of variance s^2, without xi; g* at the minimum",
            assume=_RANGE,
            where=_Q,
            family=SIGNS,
            proved=True,
            note="Noise s times a fair sign, all paths enumerated; the proof takes any noise of variance at most s^2",
        ),
    )

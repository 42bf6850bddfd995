"""The variants `certified` of ALI-DPFL's Theorem 2: local steps, without a bound on how much gradients differ.

xi_i bounds ||grad F_i - grad F|| at every point. Here g2 = sum_i p_i ||grad F_i(w*)||^2 takes its place: how much
the gradients differ at the one point w*, which minimizes F.

Statement. Clients convex and beta-smooth, noise unbiased with E||noise||^2 <= s^2, independent over clients and steps;
eta <= 1/(4 beta), q = eta beta sqrt(3 tau (tau - 1)/2) < 1; all start at w_0, R = ||w_0 - w*||, P = sum_i p_i^2. For
every T

    (1/T) sum_{t<T} E F(w(t)) - F* <= (R^2/(eta T) + eta P s^2)/(1 - q)
                                      + (3/2) beta eta^2 (tau - 1) ((2 tau - 1) g2/3 + s^2)/(1 - q)^2,

without noise half of the last term. With xi2 >= g2 for g2 and 0 for q this is the bound `repaired-noisy`.

Idea. Where xi enters `bounds.calculators.repaired_tau`, sqrt(2 beta gap) + sqrt(g2) bounds how much gradients differ at
the mean; what the gaps of an interval drive the clients apart takes q of all gaps at most, by
Young's inequality.
"""

from ...theorem import Variant
from .certified_lines import CERTIFIED, CERTIFIED_NOISY
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
            derivation=CERTIFIED,
        ),
        Variant(
            "certified-noisy",
            "mean_gap(3) <= ((w0 - wstar)**2/(3*eta) + eta*s**2*overlap)/(1 - q) + "
            "3/2*beta*eta**2*(tau - 1)*((2*tau - 1)*gstar2/3 + s**2)/(1 - q)**2",
            statement="average gap over three steps with noise of variance s^2, without xi; g* at the minimum",
            assume=_RANGE,
            where=_Q,
            family=SIGNS,
            derivation=CERTIFIED_NOISY,
            note="Noise s times a fair sign, all paths enumerated; the proof takes any noise of variance at most s^2",
        ),
    )

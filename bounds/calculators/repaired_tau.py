"""How many local steps between aggregations: a proved bound, and the tau that minimizes it.

Repaired bound. Clients i = 1..N with weights p_i; F_i convex and beta-smooth; ||grad F_i - grad F|| <= xi_i;
every noisy batch gradient is unbiased with E||error||^2 <= s^2, independent over clients and steps; eta <=
1/(4 beta); all start at w_0, R = ||w_0 - w*||. Let w(t) = sum_i p_i w_i(t), P = sum_i p_i^2, xi2 = sum_i p_i
xi_i^2. After T steps, aggregated every tau,

    (1/T) sum_{t<T} E F(w(t)) - F* <= R^2/(eta T) + eta P s^2 + (3/2) beta eta^2 (tau - 1) ((2 tau - 1) xi2/3 + s^2),

and by convexity the same for F at the average of w(0), ..., w(T-1). No clipping bias enters: gradients are at
most C in norm.

Proof. Write V = sum_i p_i ||w_i - w||^2, gap = F(w) - F*. (1) One step: E||w+ - w*||^2 <= ||w - w* - eta
sum_i p_i grad F_i(w_i)||^2 + eta^2 P s^2. Convexity at w_i and smoothness from w_i to w give -2 <grad
F_i(w_i), w - w*> <= -2 (F_i(w) - F_i(w*)) + beta ||w_i - w||^2; and ||sum_i p_i grad F_i(w_i)||^2 <= 2 beta^2
V + 2 ||grad F(w)||^2 <= 2 beta^2 V + 4 beta gap. With 2 beta eta <= 1/2 the square is at most ||w - w*||^2 -
eta gap + (3/2) eta beta V. Sum over t, divide by eta T. (2) Drift: let D(x)^2 = E V, x steps after an
aggregation. The mean minimizes sum_i p_i ||w_i+ - y||^2 over y; take y = w - eta grad F(w). A gradient step
on F with eta <= 2/beta brings no two points farther apart, so D(x+1)^2 <= (D(x) + eta xi)^2 + eta^2 s^2 with
xi = sqrt(xi2), and D(x) <= eta (x xi + sqrt(x) s) by induction. (3) V <= 2 eta^2 (x^2 xi2 + x s^2), which
grows with x; its mean over x = 0, ..., tau - 1 is eta^2 (tau - 1) ((2 tau - 1) xi2/3 + s^2), and an
unfinished last interval has less.

s^2 = (1-q) C^2/B + d sigma^2 C^2/B^2 for Algorithm 1: Poisson sampling and noise (Theorem 1's docstring).

Resources. R_s communication rounds and R_c private steps allow K = min(R_s, floor(R_c/tau)) whole rounds, T =
K tau: never more than either. tau ranges over 1..R_c, so the minimizer is finite and feasible. At fixed T the
bound grows with tau, and so where R_s >= R_c it is tau = 1.
"""

from __future__ import annotations

from mixproof.spectral.checks import count

from .tau import LocalConstants, TauChoice, need

__all__ = ["repaired_G", "repaired_best_tau"]


def repaired_G(tau: int, T: int, constants: LocalConstants) -> float:
    """The proved bound of the module docstring on E F(average of w(0), ..., w(T-1)) - F*; needs eta <= 1/(4 beta).

    Raises InputError.

    >>> c = LocalConstants(beta=1, rho=1, xi=1, eta=0.1, C=1, sigma=0, B=1, d=4, distance=1)
    >>> repaired_G(1, 100, c), round(repaired_G(2, 100, c), 6)
    (0.1, 0.115)
    """
    count("tau", tau, 1)
    count("T", T, 1)
    c = constants
    need(4 * c.eta * c.beta <= 1, "eta", c.eta, "at most 1/(4 beta)")
    drift = (tau - 1) * ((2 * tau - 1) * c.xi**2 / 3 + c.variance)
    return c.distance**2 / (c.eta * T) + c.eta * c.overlap * c.variance + 1.5 * c.beta * c.eta**2 * drift


def repaired_best_tau(constants: LocalConstants, R_s: int, R_c: int) -> TauChoice:
    """The tau that minimizes `repaired_G` over whole rounds within R_s communications and R_c private steps.

    Raises InputError.

    >>> c = LocalConstants(beta=1, rho=1, xi=0.5, eta=0.1, C=1, sigma=1, B=20, d=4, distance=3)
    >>> best = repaired_best_tau(c, R_s=100, R_c=400)
    >>> best.tau, best.rounds, best.steps, round(best.value, 4), repaired_best_tau(c, R_s=100, R_c=50).tau
    (4, 100, 400, 0.2527, 1)
    """
    count("R_s", R_s, 1)
    count("R_c", R_c, 1)
    rounds = {tau: min(R_s, R_c // tau) for tau in range(1, R_c + 1)}
    values = tuple(repaired_G(tau, tau * K, constants) for tau, K in rounds.items())
    value, tau = min(zip(values, rounds))
    return TauChoice(tau, rounds[tau], tau * rounds[tau], value, True, values)

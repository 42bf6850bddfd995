"""DeFed's appendix: the proofs of Theorem 1 and of Proposition 1."""

import re

from .decefl import THEOREM_1 as SUPPLEMENT
from .declared import PLACE, Printed

PROPOSITION_1 = r"""
# g is the mean of the stochastic gradients, G the gradient of F = sum_k (m_k/m) F_k at the mean, c the clients'
# distance
# from their mean. All are stacked, one copy a client, so that |g|^2 is sq(g)/K.
let g = J(grad(x) + n), G = K*J(grad(J(x))), c = x - J(x)
# DP.1 (22), DP.2: F(wbar(t+1)) <= F(wbar) - eta g'grad F(wbar) + (eta^2 L/2) ||g||^2, as F is L-smooth; expectation
DP_2: next(F(J(x))) <= F(J(x)) - eta*dot(g, G)/K + eta**2*L/2*sq(g)/K by mean_above(next(x), x)
# DP.3 (23): = E F(wbar) - eta E||grad F(wbar)||^2 + (eta^2 L/2) E||g||^2
DP_3: 0 - eta*dot(g, G)/K == 0 - eta*sq(G)/K
# DP.4: E||g||^2 = E||(1/K) sum_k g~_k(w_k)||^2 <= (1/K) sum_k E||g_k(w_k)||^2
DP_4: sq(g)/K <= (sq(own_grad(x)) + K*sigma2)/K by share(x), noise, shares_squared with grad(x) + n - g
# DP.5: E||g_k(w_k)||^2 <= sigma_k^2 + ||grad F_k(w_k)||^2, Assumption 1
# unsaid: a client's own variance sigma_k^2 has no name in the setting; their mean has, and DP.6 reads it
# DP.6 (24): (1/K) sum_k E||g_k(w_k)||^2 <= (1/K) sum_k sigma_k^2 + (1/K) sum_k ||grad F_k(w_k)||^2
# read: together with DP.4
DP_6: sq(g)/K <= sigma2 + sq(own_grad(x))/K by DP_4
# DP.7: (1/K) sum_k ||grad F_k(w_k)||^2 <= (1/K) sum_k 2 mu_k (F_k(w_k) - F_k^*), strong convexity
DP_7: sq(own_grad(x))/K <= curved_sum(x)/K by own_curved(x)
# DP.8: <= (2 mu/K) sum_k (F(w_k) - F* + F* - F_k^*), definition of mu
# read: F_k for F, a symbol that is in doubt
DP_8: curved_sum(x)/K <= 2*mu/K*(own_F(x) - own_F(o) + own_F(o) - minima_sum)
# DP.9 (25): <= 2 mu (F(w_k(t)) - F*) + 2 mu (F* - Fbar*) = 2 mu (F(w_k(t)) - F*) + 2 mu zeta
# read: with F(wbar), and with the mean over k of F(w_k) (second line); the index is in doubt
DP_9: 2*mu/K*(own_F(x) - minima_sum) <= 2*mu*(F(J(x)) - F(o)) + 2*mu*zeta
DP_9b: 2*mu/K*(own_F(x) - minima_sum) <= 2*mu*F_of_clients(t) + 2*mu*zeta
# DP.10: (1/K) sum_k E||g_k(w_k)||^2 <= sigma^2 + 2 mu (F(w_k(t)) - F*) + 2 mu zeta
# read: wbar for w_k, here and in what follows
DP_10: sq(g)/K <= sigma2 + 2*mu*(F(J(x)) - F(o)) + 2*mu*zeta by DP_6, DP_7, DP_8, DP_9
# DP.11: E F(wbar(t+1)) <= E F(wbar) - eta E||grad F(wbar)||^2 + (eta^2 L/2)(sigma^2 + 2 mu (F(w_k(t)) - F*) + 2 mu
#   zeta)
DP_11: next(F(J(x))) <= F(J(x)) - eta*sq(G)/K + eta**2*L/2*(sigma2 + 2*mu*(F(J(x)) - F(o)) + 2*mu*zeta)
    by DP_2, DP_3, DP_10, eta**2*L >= 0
# DP.12: <= E F(wbar) - 2 mu (eta - eta^2 L/2) E[F(wbar) - F*] + (eta^2 L/2)(sigma^2 + 2 mu zeta), ||grad F||^2 >=
#   2 mu (F - F*)
DP_12: 0 - eta*sq(G)/K + eta**2*L/2*(sigma2 + 2*mu*(F(J(x)) - F(o)) + 2*mu*zeta) <=
    0 - 2*mu*(eta - eta**2*L/2)*(F(J(x)) - F(o)) + eta**2*L/2*(sigma2 + 2*mu*zeta) by mean_curved(x), eta*K >= 0
# DP.13, DP.14: E F(wbar(t+1)) <= E F(wbar) - eta mu E[F(w_k(t)) - F*] + (eta^2 L/2)(sigma^2 + 2 mu zeta), eta <= 1/L;
#   subtract F*
short: eta*L <= 1 by eta <= 1/L
near: gap(t) >= 0 by mean_below(x, o) with J(x) - o
DP_13: 0 - 2*mu*(eta - eta**2*L/2)*gap(t) <= 0 - eta*mu*gap(t) by short, near, eta*mu >= 0
DP_14: gap(t + 1) <= gap(t) - eta*mu*gap(t) + eta**2*L/2*(sigma2 + 2*mu*zeta) by DP_11, DP_12, DP_13
# DP.15: with A = eta^2 L (sigma^2 + 2 mu zeta)/(2 eta mu): E[F(wbar(t+1)) - F*] - A <= (1 - eta mu) E[F(wbar) - F*]
#   + eta^2 L (sigma^2 + 2 mu zeta)/2 - A = (1 - eta mu)(E[F(wbar) - F*] - A)
let A = eta**2*L*(sigma2 + 2*mu*zeta)/(2*eta*mu)
DP_15: gap(t + 1) - A <= (1 - eta*mu)*(gap(t) - A) by DP_14
# DP.16: E[F(wbar(t)) - F*] <= (1 - eta mu)^t (E[F(wbar(0)) - F*] - A) + A <= (1 - eta mu)^t (F(wbar(0)) - F*)
#   + eta L (sigma^2 + 2 mu zeta)/(2 mu)
# read: what is dropped is >= 0 only if zeta is, of which nothing is said: F* weighs the clients by m_k/m, Fbar* by 1/K
keep: 1 - eta*mu >= 0 by short, L >= mu
always I: gap(t) - A <= (1 - eta*mu)**t*(gap(0) - A)
  next by DP_15, I, keep
DP_16: (1 - eta*mu)**t*A >= 0
claim by I, DP_16
"""

# The appendix prints the lines of DeceFL's supplement, S1.4 to S1.37, in fewer displays: S1's place -> DeFed's.
_PLACES = {
    "S1.4 (40)": """# D1.3 (14-15): S1.4 to S1.13, from the square of e - eta h + eta (h - g) to the bound on
#   ||e - eta h||^2
# read: as there; what the text layer has of these displays agrees""",
    "S1.14": """# D1.4: [right side of S1.13] = (1 - mu eta/m) ||e||^2 + (1/K) sum_k ||w_k - wbar||^2
#   - (2 eta (1 - 2 eta L)/K) sum_k (F~_k(w_k) - F*) + 4 eta^2 L (F* - F~*)
# read: with F* in the sum, and with F~_k(w*) for it (second line): the symbol is in doubt; F* - F~* is that of D1.2""",
    "S1.15": "# D1.5: 1 - 2 eta L >= 0, 1 - mu eta/m >= 0",
    "S1.16": "# D1.6, D1.7: insert F~_k(wbar); F~_k convex; arithmetic-geometric means, as S1.16 to S1.18",
    "S1.19": "# D1.8: as S1.19 and S1.20, with 4 eta^2 L (F* - F~*); convex, L_k-smooth",
    "S1.21": """# D1.9: = (1 - mu eta/m) ||e||^2 + (1/K) sum_k ||w_k - wbar||^2
#   + ((1 - 2 eta L)/K) sum_k ||w_k - wbar||^2 + 2 eta (1 - 2 eta L)(eta L - 1)(1/K) sum_k (F~_k(wbar) - F*)
#   + 2 eta^2 L (3 - 2 eta L)(F* - F~*)""",
    "S1.22 (42), S1.23": """# D1.10 (16), D1.11 (17): E||e(t+1)||^2 <= (1 - mu eta/m) E||e||^2 + 6 eta^2 L (F* - F~*)
#   + (2 (1 - eta L)/K) sum_k E||w_k - wbar||^2 + eta^2 E||h - g||^2, the inner product being 0 in expectation
# read: with 1/K before the sum, a factor that is in doubt""",
    "S1.25": "# D1.12 (18): S1.25 to S1.31, from c(t+1) to the bound by ||G||^2 - K ||g||^2 (there too with =)\n"
    "# read: with =, as printed, and with <= (last line)",
    "S1.32 (45)": """# D1.13: <= lambda^2 (1+Y) E||c||^2 + eta^2 (1 + 1/Y) K chi^2, Y = (1/2)(1/lambda^2 - 1),
#   Assumption 1""",
    "S1.33": """# D1.14: zeta = max{Gamma^2 E||c(0)||^2,
#   (1/(1-lambda^2)) delta^2 K chi^2/(Gamma^2/((Gamma+1)^2 (lambda^2+1)) - 1/2)}
# read: chi^2 for a garbled symbol, and the condition on Gamma as DeceFL prints it""",
    "S1.34": """# D1.15 (19-20): E||c(0)||^2 <= zeta/Gamma^2; hypothesis E||c(t)||^2 <= zeta/T^2; then
#   E||c(t+1)||^2 <= zeta/(T+1)^2
# read: as S1.34 to S1.37""",
}


def _shared() -> str:
    """S1.4 to S1.37 under DeFed's places; a comment of a line that DeFed does not number goes."""
    start, end = SUPPLEMENT.index("# S1.4 (40)"), SUPPLEMENT.index("# S1.38")
    rows, inside = [], False
    for row in SUPPLEMENT[start:end].splitlines():
        if found := PLACE.fullmatch(row.strip()):
            inside = True
            if found[1] in _PLACES:
                rows.append(_PLACES[found[1]])
        elif not (inside and row.startswith("#")):
            inside = False
            rows.append(re.sub(r"\bS1_(\d+)", r"D_\1", row))
    return "\n".join(rows) + "\n"


THEOREM_1 = (
    r"""
# e is the distance of the mean from w*, c that of the clients from their mean, h and g the mean gradients without and
# with noise, Ft = sum_k F~_k^*. All are stacked, one copy a client, so that |e|^2 is sq(e)/K.
let e = J(x) - o, c = x - J(x), h = J(grad(x)), g = J(grad(x) + n), Ft = tilde_minima_sum, T = t + Gamma
brief: 2*L*eta <= 1 by delta/Gamma <= 1/(2*L), t >= 0
# D1.1: F* = sum_k (m_k/m) F_k(w*), F~_k^* = F~_k(w_k^*), "then" F* = (1/K) sum_k F~_k(w*)
# read: as an equation of the two, as printed, and as another meaning of F* (second line), which the lines after it have
D1_1: F(o) == F(o)/K
D1_1b: Fstar_mean == F(o)/K
# D1.2: F~* = (1/K) sum_k F~_k^*, F* - F~* = (1/K) sum_k (F~_k(w*) - F~_k(w_k^*)) >= 0
# read: with the second value of F*
D1_2: F(o)/K - Ft/K >= 0 by least(o)
D_3: F(o) - Ft >= 0 by least(o)
"""
    + _shared()
    + r"""
# D1.16: zeta~ = max{((6 eps L + sigma^2) delta^2 m + 2 zeta m)/(mu delta - m), Gamma E||e(0)||^2}
# read: eps = F* - F~* of D1.2 for F* - F_k^*, whose index is free
let R = zeta_mean
D1_16: (mu*delta - m)*R >= (6*eps*L + sigma2)*delta**2*m + 2*zeta*m
    by zeta_mean >= ((6*eps*L + sigma2)*delta**2*m + 2*zeta*m)/(mu*delta - m), mu*delta - m > 0
# D1.17: E||e(0)||^2 <= zeta~/Gamma; the hypothesis for t > 0, whose right side is illegible
# read: as (21), E||e(t)||^2 <= zeta~/T
D1_17: start(sq(e))/K <= R/Gamma by zeta_mean >= Gamma*error2(0)
noisy: sq(h - g)/K <= sigma2 by mean_noise, shares_squared, sigma2 >= 0, K >= 2
shrinks: 1 - eta*L >= 0 by brief
mean_some: R >= 0 by zeta_mean >= Gamma*error2(0) with start(e)
divides: m*T**2 > 0 by m >= K, K >= 2, T**2 > 0
always II: sq(e)/K <= R/T
  start by D1_17
  # D1.18: E||e(t+1)||^2 <= (1 - mu eta/m) zeta~/T + 6 eta^2 eps L + eta^2 sigma^2 + 2 (1 - eta L) zeta/T^2
  # read: with the 1/K of (17), and then without it, as nothing of it can be seen
  D1_18: next(sq(e))/K <= (1 - mu*eta/m)*R/T + 6*eta**2*eps*L + eta**2*sigma2 + 2*(1 - eta*L)/K*zeta/T**2
      by D_24, II, D_15b, D_37, shrinks, noisy, eta**2 >= 0
  D1_18b: 2*(1 - eta*L)/K*zeta/T**2 <= 2*(1 - eta*L)*zeta/T**2 by shrinks, known, K >= 2
  # D1.19: = ... <= (1 - mu delta/(m T)) zeta~/T + (delta^2 (6 eps L + sigma^2) + 2 zeta)/T^2 <= (1 - mu delta/(m T))
  #   zeta~/T + (mu delta - m) zeta~/(m T^2) = (1 - 1/T) zeta~/T <= zeta~/(T+1)
  D1_19: (1 - mu*eta/m)*R/T + 6*eta**2*eps*L + eta**2*sigma2 + 2*(1 - eta*L)*zeta/T**2 <=
      (1 - mu*delta/(m*T))*R/T + (delta**2*(6*eps*L + sigma2) + 2*zeta)/T**2 by eta*L >= 0, known
  D1_19b: (1 - mu*delta/(m*T))*R/T + (delta**2*(6*eps*L + sigma2) + 2*zeta)/T**2 <=
      (1 - mu*delta/(m*T))*R/T + (mu*delta - m)*R/(m*T**2) by D1_16
  D1_19c: (1 - 1/T)*R/T <= R/(T + 1) by mean_some
  cleared: T**2*next(sq(e)) <= K*(T**2 - mu/m*delta*T)*R/T + K*delta**2*(6*eps*L + sigma2) + 2*zeta
      by D1_18, known, eta*L >= 0
  lesser: zeta/K <= zeta by known, K >= 2
  room: (1 - mu*delta/(m*T))*R/T + (delta**2*(6*eps*L + sigma2) + 2*zeta/K)/T**2 <=
      (1 - mu*delta/(m*T))*R/T + (mu*delta - m)*R/(m*T**2) by D1_16, lesser
  falls: T**2*next(sq(e)) <= K*(T - 1)*R by cleared, room
  next by falls, mean_some over T**2 > 0
claim by II
"""
)

DEFED = (
    Printed(
        "defed.theorem-1",
        "proof",
        "DeFed, appendix A, proof of Theorem 1",
        THEOREM_1,
        "proof",
        "Displays that the text layer lost are those of DeceFL's supplement, which prints the same proof (S1.4 is its)",
    ),
    Printed(
        "defed.proposition-1",
        "statement",
        "DeFed, appendix B, proof of Proposition 1",
        PROPOSITION_1,
        "repaired",
    ),
)

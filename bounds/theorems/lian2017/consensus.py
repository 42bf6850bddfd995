"""Lian et al. 2017, proof of Theorem 1: the clients' distance from their mean, on the average over rounds.

Statement. M_k = (1/n) sum_i E||xbar_k - x_i(k)||^2, D_2 = 1 - 18 gamma^2 n L^2/(1 - sqrt(rho))^2: D_2 (1/T)
sum_(k<T) M_k <= 2 gamma^2 n sigma^2/(1 - rho) + (18 gamma^2 n/(1 - sqrt(rho))^2) (zeta^2 + (1/T) sum_(k<T)
E||grad f(xbar_k)||^2). No sign of D_2 is needed.

Idea: (1 - lambda) ||Y_(k+1)||^2 <= lambda (1 - lambda) ||Y_k||^2 + gamma^2 ||G_k||^2 and what noise adds, Y the stacked
deviations, G the gradients off their mean; summed over rounds.
"""

from ...theorem import Theorem, Variant
from .setting import D2, GRADIENTS2, NOISY, NOT_CONVEX, NOT_CONVEX_CHANGING, SOURCE, ZETA2

_LEFT = "D2*mean(s < t, spread2(s))/K"
_HETEROGENEOUS = f"18*eta**2*K/(1 - lam)**2*({ZETA2} + {GRADIENTS2})"
_ASSUME = ("lam < 1", "t >= 1")

# Ends with the statement, times what divides it; the proof of Theorem 1 goes on from there. V: noise of all clients.
_DISAGREEMENT = """
let y = x - J(x), f = grad(x) - J(grad(x)), k = 1 - lam, d = grad(J(x)) - J(grad(J(x))), V = {variance}
wide: 1 - lam > 0 by lam < 1
gap2: (1 - lam)**2 > 0 by wide
late: t > 0 by t >= 1
mix: norm(W(y)) <= lam*norm(y) by root, mixing(y)
moved: norm(W(y) - eta*f) <= lam*norm(y) + eta*norm(f) by triangle(W(y), -eta*f), mix
twice: sq(W(y) - eta*f) <= (lam*norm(y) + eta*norm(f))**2 by moved
young: k*(lam*norm(y) + eta*norm(f))**2 <= k*lam*sq(y) + eta**2*sq(f) with k*norm(y) - eta*norm(f)
pull: sq(f) <= 2*L**2*sq(y) + 2*sq(d) by lipschitz(x, J(x)) with f - 2*d, J(grad(x) - grad(J(x)))
next_spread: sq(next(x) - J(next(x))) <= sq(W(y) - eta*f) + eta**2*V{away}
one: k*sq(next(x) - J(next(x))) + k**2*sq(y) <= k*sq(y) + 2*eta**2*(L**2*sq(y) + sq(d)) + k*eta**2*V
  by next_spread, twice, young, pull, wide
let Y = sum(s < t, spread2(s)), Z = sum(s < t, dissimilarity2(s)), G = sum(s < t, global_gradient2(s))
always I: k**2*Y + k*sq(y) <= 2*eta**2*(L**2*Y + K*Z) + t*k*eta**2*V
  next by one, I
always P: Y >= 0 and Q: Z >= 0
  next P by P with y
  next Q by Q with d
let M = max(s < t, dissimilarity2(s)), E = k**2 - 18*eta**2*K*L**2
top: t*M >= Z
base: (k**2 - 2*eta**2*L**2)*Y <= 2*eta**2*K*Z + t*k*eta**2*V by I, wide with y
large: E*Y <= 2*eta**2*K*Z + t*k*eta**2*V by base, P, K >= 2
sums: E*Y <= 18*eta**2*K**2*(t*M + G) + t*k*eta**2*V by large, top, Q, K >= 2
"""


def disagreement(noisy: bool = False) -> str:
    """The lines for clients with noise of variance sigma2, or without."""
    variance, away = ("K*sigma2", " by noise with J(n), eta*J(n)") if noisy else ("0", "")
    return _DISAGREEMENT.format(variance=variance, away=away)


# 1 - lambda^2 stands for 1 - lambda in the noise's term, and 2 K for 1 + lambda.
_NOISE = """
both: 1 - lam**2 > 0 by wide, lam >= 0
spent: (1 - lam**2)*V <= 2*K*k*V by wide, K >= 2, lam <= 1
least: k*eta**2*V <= k**2*2*eta**2*K**2*sigma2/(1 - lam**2) by spent, wide, eta**2 > 0 over both
total: E*Y <= 18*eta**2*K**2*(t*M + G) + t*k**2*2*eta**2*K**2*sigma2/(1 - lam**2) by sums, least, late
claim by total, gap2, both, late over K > 0
"""
# The same without n and 18: nothing but the start of D_2's range is wider.
SHORTER = ("lam < 1", "2*eta**2*L**2 < (1 - lam)**2", "t >= 1")
SHARPER = f"""{disagreement().partition("let M = ")[0]}\
let M = max(s < t, dissimilarity2(s)), E = k**2 - 2*eta**2*L**2
top: t*M >= Z
room: E > 0 by 2*eta**2*L**2 < (1 - lam)**2
few: E*Y <= 2*eta**2*K*t*M by I, wide, top, eta**2*K >= 0 with y
"""

CONSENSUS = Theorem(
    id="lian2017.consensus",
    title="distance of the clients from their mean",
    place=f"proof of Theorem 1; {SOURCE}",
    statement=(
        "D_2 mean_k M_k <= 2 gamma^2 n sigma^2/(1 - rho) + 18 gamma^2 n/(1 - sqrt(rho))^2 (zeta^2 + mean_k "
        "E||grad f(xbar_k)||^2)"
    ),
    family=NOISY,
    rounds=6,
    first=1,
    variants=(
        Variant(
            "main",
            f"{_LEFT} <= 2*eta**2*K*sigma2/(1 - lam**2) + {_HETEROGENEOUS}",
            statement="convex clients, noisy gradients",
            assume=_ASSUME,
            where={"D2": D2},
            derivation=disagreement(noisy=True) + _NOISE,
        ),
        Variant(
            "not-convex",
            f"{_LEFT} <= {_HETEROGENEOUS}",
            statement="clients that need not be convex, no noise",
            assume=_ASSUME,
            where={"D2": D2},
            family=NOT_CONVEX,
            derivation=disagreement() + "claim not-convex by sums\n",
        ),
        Variant(
            "sharp",
            f"mean(s < t, spread2(s))/K <= 2*eta**2*{ZETA2}/((1 - lam)**2 - 2*eta**2*L**2)",
            statement="mean_k M_k <= 2 gamma^2 zeta^2/((1 - lambda)^2 - 2 gamma^2 L^2), convex or not, no noise",
            assume=SHORTER,
            family=NOT_CONVEX_CHANGING,
            derivation=f"""{SHARPER}\
claim by few, room, late
""",
        ),
    ),
).changing("main")

"""Lian et al. 2017, Theorem 1: D-PSGD reaches small gradients, convex or not.

Statement. f_i L-smooth, D_2 = 1 - 18 gamma^2 n L^2/(1 - sqrt(rho))^2 > 0, D_1 = 1/2 - 9 gamma^2 L^2 n/((1 -
sqrt(rho))^2 D_2). Over the first T rounds, with h = (1/n) sum_i grad f_i(x_i): ((1 - gamma L)/2) mean E||h||^2
+ D_1 mean E||grad f(xbar)||^2 <= (f(x_0) - f*)/(gamma T) + gamma L sigma^2/(2n) + gamma^2 L^2 n sigma^2/((1 -
rho) D_2) + 9 gamma^2 L^2 n zeta^2/((1 - sqrt(rho))^2 D_2).

Idea: descent of f at the mean model, where the gradient is off by h - grad f(xbar), of square at most (L^2/n) sum_i
||xbar - x_i||^2; `lian2017.consensus` bounds the sum of these.
"""

from ...theorem import Theorem, Variant
from .consensus import SHARPER, SHORTER, disagreement
from .setting import D2, GRADIENTS2, NOISY, NOISY_CHANGING, NOT_CONVEX, NOT_CONVEX_CHANGING, SOURCE, ZETA2

_D = {"D2": D2, "D1": "1/2 - 9*eta**2*L**2*K/((1 - lam)**2*D2)"}
_LEFT = f"(1 - eta*L)/2*mean(s < t, mean_gradient2(s)) + D1*{GRADIENTS2}"
_START = "gap(0)/(eta*t)"
_NOISE = "eta*L*sigma2/(2*K) + eta**2*L**2*K*sigma2/((1 - lam**2)*D2)"
_HETEROGENEOUS = f"9*eta**2*L**2*K*{ZETA2}/((1 - lam)**2*D2)"
_ASSUME = ("lam < 1", "D2 > 0", "t >= 1")

# U: what noise adds to the mean loss in a round.
_FALL = """
let g = J(grad(J(x))), h = J(grad(x)), U = {noise}
near: sq(h - g) <= L**2*sq(y) by lipschitz(x, J(x)) with grad(x) - grad(J(x)) - (h - g)
let fallen = eta/2*(1 - eta*L)*mean_gradient2(t) + eta/2*global_gradient2(t)
fall: next(gap(t)) <= gap(t) - fallen + eta*L**2/(2*K)*sq(y) + U by above(J(next(x)), J(x)), near{mean}
let H = sum(s < t, mean_gradient2(s))
always S: gap(t) + eta/2*(1 - eta*L)*H + eta/2*G <= gap(0) + eta*L**2/(2*K)*Y + t*U
  next by fall, S
low: gap(t) >= 0 by {least}
half: eta/2*(1 - eta*L)*H + eta/2*G <= gap(0) + eta*L**2/(2*K)*Y + t*U by S, low
"""
_QUIET = _FALL.format(noise="0", mean="", least="mean_least(x)")
_NOISY = _FALL.format(
    noise="eta**2*L*sigma2/(2*K)", mean=", mean_noise", least="below(J(x), o), mu > 0 with J(x) - o"
)
_MAIN_PROOF = f"""{disagreement(noisy=True)}{_NOISY}\
div: (1 - lam)**2*D2 > 0 by gap2, assume2
room: E > 0 by gap2, assume2
both: 1 - lam**2 > 0 by wide, lam >= 0
spent: (1 - lam**2)*V <= 2*K*k*V by wide, K >= 2, lam <= 1
let a = 9*eta**2*L**2*K, N = eta**2*L**2*K*k**2*sigma2/(1 - lam**2)
fewer: k*V <= 2*K**2*k**2*sigma2/(1 - lam**2) by spent, wide over both
bounded: E*Y <= 18*eta**2*K**2*(t*M + G) + t*eta**2*2*K**2*k**2*sigma2/(1 - lam**2) by sums, fewer, late, eta**2 > 0
scaled: eta*L**2/(2*K)*E*Y <= eta*a*(t*M + G) + t*eta*N by bounded, eta*L**2/K > 0
halved: E*(eta/2*(1 - eta*L)*H + eta/2*G - gap(0) - t*U) <= E*eta*L**2/(2*K)*Y by half, room
whole: E*(eta/2*(1 - eta*L)*H + eta/2*G - gap(0) - t*U) <= eta*a*(t*M + G) + t*eta*N by halved, scaled
div2: (1 - lam**2)*D2 > 0 by both, assume2
summed: (1 - eta*L)/2*H/t + (1/2 - a/E)*G/t <= gap(0)/(eta*t) + U/eta + N/E + a*M/E by whole, both, room
claim by summed
"""
_NOT_CONVEX_PROOF = f"""{disagreement()}{_QUIET}\
div: (1 - lam)**2*D2 > 0 by gap2, assume2
room: E > 0 by gap2, assume2
whole: E*(eta/2*(1 - eta*L)*H + eta/2*G - gap(0)) <= 9*eta**3*L**2*K*(t*M + G) by half, sums, room
claim by whole, gap2
"""
_SHARP_PROOF = f"""{SHARPER}{_QUIET}\
whole: E*(eta/2*(1 - eta*L)*H + eta/2*G - gap(0)) <= eta**3*L**2*t*M by half, few, room, eta*L**2/K >= 0
claim by whole, room
"""
_NOISY_SHARP_PROOF = f"""{disagreement(noisy=True).partition("let M = ")[0]}\
let M = max(s < t, dissimilarity2(s)), E = k**2 - 2*eta**2*L**2, N = K*k*sigma2
top: t*M >= Z
room: E > 0 by 2*eta**2*L**2 < (1 - lam)**2
few: E*Y <= eta**2*t*(2*K*M + N) by I, wide, top, eta**2*K >= 0 with y
{_NOISY}\
whole: E*(eta/2*(1 - eta*L)*H + eta/2*G - gap(0) - t*U) <= eta**3*L**2*t*(2*K*M + N)/(2*K)
  by half, few, room, eta*L**2/K >= 0
claim by whole, room
"""

THEOREM_1 = Theorem(
    id="lian2017.theorem-1",
    title="convergence of D-PSGD",
    place=f"Theorem 1; {SOURCE}",
    statement=(
        "(1 - gamma L)/2 mean E||h||^2 + D_1 mean E||grad f(xbar)||^2 <= (f(x_0) - f*)/(gamma T) + gamma L "
        "sigma^2/(2n) + ..."
    ),
    family=NOISY,
    rounds=6,
    first=1,
    variants=(
        Variant(
            "main",
            f"{_LEFT} <= {_START} + {_NOISE} + {_HETEROGENEOUS}",
            statement="convex clients, noisy gradients",
            assume=_ASSUME,
            where=_D,
            derivation=_MAIN_PROOF,
        ),
        Variant(
            "not-convex",
            f"{_LEFT} <= {_START} + {_HETEROGENEOUS}",
            statement="clients that need not be convex, no noise",
            assume=_ASSUME,
            where=_D,
            family=NOT_CONVEX,
            derivation=_NOT_CONVEX_PROOF,
        ),
        Variant(
            "sharp",
            f"(1 - eta*L)/2*mean(s < t, mean_gradient2(s)) + {GRADIENTS2}/2 <= {_START} + "
            f"eta**2*L**2*{ZETA2}/((1 - lam)**2 - 2*eta**2*L**2)",
            statement="1/2 for D_1 and gamma^2 L^2 zeta^2/((1 - lambda)^2 - 2 gamma^2 L^2) for the last term, "
            "without n; W may change",
            assume=SHORTER,
            family=NOT_CONVEX_CHANGING,
            derivation=_SHARP_PROOF,
        ),
        Variant(
            "noisy-sharp",
            f"(1 - eta*L)/2*mean(s < t, mean_gradient2(s)) + {GRADIENTS2}/2 <= {_START} + eta*L*sigma2/(2*K) + "
            f"eta**2*L**2*((1 - lam)*sigma2 + 2*{ZETA2})/(2*((1 - lam)**2 - 2*eta**2*L**2))",
            statement="`sharp` with noisy gradients: no n in the last terms, 1 for 9, 1/2 for D_1; W may change",
            assume=SHORTER,
            family=NOISY_CHANGING,
            derivation=_NOISY_SHARP_PROOF,
        ),
    ),
).changing("main")

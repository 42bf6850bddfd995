"""DeceFL, supplement, Theorem 1: E||wbar(t) - w*||^2 <= zeta~/(t + Gamma) on a fixed graph.

Setting. Algorithm SI (2): w_k(t+1) = sum_j W_kj w_j(t) - eta_t (m_k/m) g_k(w_k(t)), E g_k = grad F_k, E||g_k -
grad F_k||^2 <= sigma_k^2, E||g_k||^2 <= chi^2 along the run; F = sum_k (m_k/m) F_k; eta_t = delta/(t + Gamma),
delta > m/mu; 0 < lambda < 1.

Variants. The proof fixes one reading (`proof`); each other place that prints a part differently is a variant of
its own: the statement's zeta divides by lambda^2 where the proof has 1 - lambda^2; its zeta~ is printed in
terms of itself (`statement-implicit`: taken literally as the smallest solution, `statement`: read as zeta); the
symbol after K in the proof's zeta can be read as lambda^2; epsilon is printed five ways, two of them with a
free index k (`-some-k` takes the k that makes the bound largest, `-every-k` the k that makes it smallest), and
the Fbar* of the statement's epsilon is defined by the supplement's Proposition 1 (`epsilon-minima`) and by
DeFed's (`epsilon-mean-minima`) only. The variants whose epsilon changes when constants are added to the losses
fail: epsilon, and with it the bound, can be made as negative as one likes.

The printed proof, (42) (see `si_eq_42`) with (46) (see `si_eq_46`), covers `proof` only: (42) fails for steps up to
1/L, (46) with the zeta of the statement.

Idea for every reading with eps >= 0 that is not refuted, at steps up to 1/L and for W(t) that change or are not
symmetric: the energy X = E||w - 1 w*||^2 has X(t+1) <= (1 - 2 a/(t + Gamma)) X(t) + eta^2 chi^2 (5 + 4 lambda)/(1 -
lambda^2), a = mu delta/m > 1, and the mean's error is at most X/K.

`statement-at-equality`: the statement prints Gamma >=, the proof Gamma/(Gamma+1) >=. At equality (lambda = 17/31,
Gamma = 25/6, delta = 41/20, say) zeta is x/0, so nothing is said there; all other variants ask for more.

A larger consensus term or epsilon weakens the bound (`proof-2-zeta-m`, `epsilon-end-1-some-k`; `-nonnegative`: where
no minimum is negative). `certified`: sharper constants from a comparison system, without chi^2; `decefl.certified`.
"""

from typing import Any

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import (
    EPS,
    GAMMA,
    GAMMA_STATEMENT,
    KNOWN_CHI2,
    LONG_STEP,
    MEAN,
    MEAN_IMPLICIT,
    MEAN_NO_K,
    RANGE,
    STEP,
    ZETA,
    ZETA_LAMBDA,
    ZETA_STATEMENT,
)
from .certified import certified_mean_square
from .hard_settings import AGREEING_MINIMA, NOISE_ONLY, SLOW_MIXING

_WIDE = """
let Q = (1 - lam**2)*(Gamma**2/((Gamma + 1)**2*(lam**2 + 1)) - 1/2)
wide: 2*Gamma**2 > (Gamma + 1)**2*(1 + lam**2) by Gamma/(Gamma + 1) > sqrt((1 + lam**2)/2)
defined: Q > 0 by wide, lam < 1
small: 2*(1 + lam**2)*Q <= (1 - lam**2)**2
last: zeta*Q >= delta**2*K*chi2 by zeta >= delta**2*K*chi2/Q, defined
lasts: zeta*(1 - lam**2)**2 >= 2*delta**2*K*chi2*(1 + lam**2) by last, small, zeta >= 0, 1 + lam**2 >= 0
poly: 6*(1 + lam**2) >= (5 + 4*lam)*(1 - lam**2) with 1, lam, 1 - 2*lam, 1 - lam
heat: 3*zeta*(1 - lam**2) >= 2*delta**2*chi2*(5 + 4*lam) by lasts, poly, K >= 2, lam < 1
"""
_WIDE_STATEMENT = """
let r = sqrt(2*(1 + lam**2)), Q = Gamma**2*lam**2/((Gamma + 1)**2*(1 + lam**2)) - lam**2/2
apart: 1 - lam**2 > 0 by lam < 1
beyond: Gamma*(1 - lam**2) > r + 1 + lam**2 by Gamma > (r + 1 + lam**2)/(1 - lam**2), apart
root2: 2*Gamma > (Gamma + 1)*r by beyond over 2 + r > 0
wide: 2*Gamma**2 > (Gamma + 1)**2*(1 + lam**2) by root2, (Gamma + 1)*r >= 0
small: 2*(1 + lam**2)*Q <= lam**2*(1 - lam**2)
last: zeta*Q >= delta**2*K*chi2 by zeta >= delta**2*K*chi2/Q
lasts: zeta*lam**2*(1 - lam**2) >= 2*delta**2*K*chi2*(1 + lam**2) by last, small, zeta >= 0, 1 + lam**2 >= 0
poly: 6*(1 + lam**2) >= (5 + 4*lam)*lam**2 with lam
heat: 3*zeta*(1 - lam**2) >= 2*delta**2*chi2*(5 + 4*lam) by lasts, poly, K >= 2 over lam**2 > 0
"""
_SIZES = """
let y = x - J(x), T = t + Gamma, a = delta*flattest, R = zeta_mean, chi = sqrt(chi2)
above: R >= 0 by zeta_mean >= Gamma*error2(0) with start(J(x) - o)
sure: eps >= 0 by least(o), EPS
share: (mu*delta - m)*R >= (6*eps*L + sigma2)*delta**2*m + SHARED
    by zeta_mean >= ((6*eps*L + sigma2)*delta**2*m + SHARED)/(mu*delta - m), mu*delta - m > 0
gain: K*(mu*delta - m)*R >= 2*zeta*m by share, K > 0, sure, K*delta**2*m*L >= 0, K*sigma2*delta**2*m >= 0, zeta*m >= 0
rest: K*(a - 1)*R >= 2*zeta by gain, m*flattest >= mu, delta*K*R >= 0 over m > 0
more: a > 1 by delta*mu > m, m*flattest >= mu, delta > 0 over m > 0
long: T >= 2*a by assume4, K*flattest <= L, K >= 2, t >= 0
open: 1 - lam**2 > 0 by lam < 1
slope: dot(x - o, grad(x)) >= flattest*sq(x - o) + dot(y, grad(o)) by monotone(x, o)
now: norm(grad(x)) <= chi by root, bounded
then: norm(grad(o)) <= chi by root, bounded_at_minimum
moved: T**2*sq(next(x) - o) <= T**2*sq(W(x) - o) - 2*T*delta*dot(W(x) - o, grad(x)) + delta**2*chi2
    by bounded, delta**2 >= 0
"""
_MIXED = """\
mixed: sq(W(x) - o) <= sq(x - o) - (1 - lam**2)*sq(y) by mixing(x)
far: norm(y - W(y)) <= (1 + lam)*norm(y) by root, mixing(x), smallest(y), lam_n >= -lam with y
"""
FORCED = """\
drift: dot(y - W(y), grad(x)) - dot(y, grad(o)) <= (2 + lam)*chi*norm(y)
    by cauchy(y - W(y), grad(x)), cauchy(-y, grad(o)), far, now, then
turned: dot(W(x) - o, grad(x)) >= flattest*sq(x - o) - (2 + lam)*chi*norm(y) by slope, drift
young: 2*T*delta*(2 + lam)*chi*norm(y) - T**2*(1 - lam**2)*sq(y) + delta**2*chi2 <= 3/2*zeta
    by heat, open over 1 - lam**2 > 0 with (1 - lam**2)*T*norm(y) - delta*(2 + lam)*chi
forced: T**2*sq(next(x) - o) <= T*(T - 2*a)*sq(x - o) + 3/2*zeta by moved, mixed, T**2 >= 0, turned, T*delta >= 0, young
"""
_ROUNDS = """\
always A: T*sq(J(x) - o) <= K*R and C: T**2*sq(x - o) <= K*R*T + zeta
  start A by zeta_mean >= Gamma*error2(0)
  start C by zeta_mean >= Gamma*error2(0), zeta >= Gamma**2*spread2(0)
  later: T**2*sq(next(x) - o) <= (T - 2*a)*K*R + 5/2*zeta by forced, C, long, T > 0
"""
END = """\
  less: T**2*sq(next(x) - o) <= (T - 2)*K*R by later, rest, more, K*R >= 0
  down: (T + 1)*sq(next(x) - o) <= K*R by less, T + 1 > 0 over T**2 > 0
  part: sq(J(next(x)) - o) <= sq(next(x) - o) with next(x) - J(next(x))
  next A by down, part, T + 1 > 0
  next C by down, T + 1 > 0
claim by A over T > 0
"""
_LEAST = "tilde_minima_sum >= minima_min, tilde_minima_sum >= K*tilde_minima_min"


def derivation(
    zeta: str, mean: str, least: str = _LEAST, rounds: str = f"{_MIXED}{FORCED}{_ROUNDS}{END}"
) -> str:
    """The proof by the energy; least: what eps >= 0 follows from, beside F(w*) >= sum F~_k^*; rounds: its induction."""
    shared = "2*zeta*m" if mean == MEAN_NO_K else "2*zeta*m/K"
    wide = _WIDE_STATEMENT if zeta == ZETA_STATEMENT else _WIDE
    return wide + _SIZES.replace("EPS", least).replace("SHARED", shared) + rounds


def _over(eps: str) -> str:
    """What shows eps >= 0 is multiplied by: once more than eps is divided by."""
    return " over K**2 > 0" if eps.endswith(")/K") else " over K > 0"


def reading(
    label: str,
    statement: str,
    *,
    zeta: str = ZETA,
    mean: str = MEAN,
    eps: str = EPS,
    within: tuple[str, ...] = (*RANGE, GAMMA),
    step: str = STEP,
    more: tuple[str, ...] = (),
    **options: Any,
) -> Variant:
    """One way to read the theorem, or SI Theorem 3: `within` is what is assumed of lambda, delta and Gamma, `options`
    are those of `Variant`."""
    if zeta in (ZETA, ZETA_STATEMENT) and options.pop("proved", False):
        least = ", ".join((*more, _LEAST, "K > 0", "K >= 2")) + (_over(eps) if more else "")
        options["derivation"] = derivation(zeta, mean, least)
    return Variant(
        label,
        "error2(t) <= zeta_mean/(t + Gamma)",
        statement=statement,
        assume=(*within, step, *more, KNOWN_CHI2),
        where={"eps": eps, "zeta": zeta, "zeta_mean": mean},
        **options,
    )


SI_THEOREM_1 = Theorem(
    id="decefl.si-theorem-1",
    title="O(1/t) decay of the mean square error of the mean, fixed graph, stochastic gradients",
    place="DeceFL, supplement, Theorem 1, and its proof up to (48)",
    statement="E||wbar(t) - w*||^2 <= zeta~/(t + Gamma)",
    family=gossip(scaled=True, turned=False),
    rounds=40,
    variants=(
        reading(
            "statement",
            "zeta over Gamma^2 lambda^2/((Gamma+1)^2(1+lambda^2)) - lambda^2/2; zeta~ with 2 zeta m/K",
            zeta=ZETA_STATEMENT,
            within=(*RANGE, GAMMA_STATEMENT),
            proved=True,
            note="True although (46), a step of the printed proof, fails with this zeta",
        ),
        reading(
            "statement-at-equality",
            "as `statement`, at the smallest Gamma that is printed as allowed",
            zeta=ZETA_STATEMENT,
            within=(*RANGE, GAMMA_STATEMENT.replace(">", "==")),
            vacuous="at equality the denominator of zeta is 0: Gamma^2/(Gamma+1)^2 = (1 + lambda^2)/2",
        ),
        reading(
            "statement-implicit",
            "zeta~ defined by itself: max{((6 eps L + sigma^2) delta^2 m + 2 zeta~ m/K)/(mu delta - m), ...}",
            zeta=ZETA_STATEMENT,
            mean=MEAN_IMPLICIT,
            within=(*RANGE, GAMMA_STATEMENT),
            more=("mu*delta - m > 2*m/K",),
            note="The consensus error no longer enters the bound",
            severity=Severity.TYPO,
            remains="True with zeta for the zeta~ on the right, as the proof has it (`statement`)",
            examples=(AGREEING_MINIMA,),
        ),
        reading(
            "proof", "zeta with chi^2 and 1/(1 - lambda^2), zeta~ with 2 zeta m/K, step 1/(2L)", proved=True
        ),
        reading(
            "proof-lambda",
            "zeta with lambda^2 after K instead of chi^2",
            zeta=ZETA_LAMBDA,
            severity=Severity.TYPO,
            remains="True with chi^2, which the proof carries up to that line (`proof`)",
            rounds=450,
            examples=(SLOW_MIXING,),
        ),
        reading("proof-2-zeta-m", "zeta~ with 2 zeta m", mean=MEAN_NO_K, proved=True),
        reading(
            "proof-long-step",
            "delta/Gamma <= 1/L, as at the end of the proof",
            step=LONG_STEP,
            proved=True,
            note="True although (42), a step of the printed proof, fails at such steps",
        ),
        reading(
            "epsilon-minima",
            "eps = (F* - Fbar*)/K with Fbar* = sum_k F_k^*, as the supplement's Proposition 1 defines it",
            eps="(Fstar - minima_sum)/K",
            severity=Severity.TYPO,
            remains="True with sum_k (m_k/m) F_k^* (`proof`)",
            examples=({**NOISE_ONLY, "o": [1000, 1000]},),
        ),
        reading(
            "epsilon-mean-minima",
            "eps = (F* - Fbar*)/K with Fbar* = (1/K) sum_k F_k^*, as DeFed's Proposition 1 defines it",
            eps="(Fstar - minima_sum/K)/K",
            examples=({**NOISE_ONLY, "o": [0, 1000], "samples": [2, 1], "delta": 4},),
            note="Right where all m_k are equal",
            severity=Severity.TYPO,
            remains="True with sum_k (m_k/m) F_k^* (`proof`), which it is where all m_k are equal",
        ),
        reading(
            "epsilon-end-1-some-k",
            "eps = F*/K - F~_k^* for the k that makes it largest",
            eps="Fstar/K - tilde_minima_min",
            proved=True,
        ),
        reading(
            "epsilon-end-1-every-k",
            "eps = F*/K - F~_k^* for every k",
            eps="Fstar/K - tilde_minima_max",
            severity=Severity.TYPO,
            remains="True with the mean over k (`proof`), or for the k that makes it largest (`epsilon-end-1-some-k`)",
            examples=({**NOISE_ONLY, "o": [1000, 0]},),
        ),
        reading(
            "epsilon-end-2-some-k",
            "eps = (F* - F~_k^*)/K for the k that makes it largest",
            eps="(Fstar - tilde_minima_min)/K",
            severity=Severity.TYPO,
            remains="True with sum_k F~_k^* (`proof`), or for F_k >= 0 (`epsilon-end-2-some-k-nonnegative`)",
            examples=({**NOISE_ONLY, "o": [-1000, -1000]},),
            note="Takes a loss with a negative minimum",
        ),
        reading(
            "epsilon-end-2-some-k-nonnegative",
            "as `epsilon-end-2-some-k`, for losses F_k >= 0",
            eps="(Fstar - tilde_minima_min)/K",
            more=("minima_min >= 0",),
            proved=True,
        ),
        certified_mean_square(),
    ),
)

"""DeceFL, supplement, Theorem 3: graphs connected only jointly, over windows of B rounds.

Setting. Algorithm SI (11), Assumptions 1, 2, 4: W(t) doubly stochastic (Assumption 4 asks for the sums only;
weights are nonnegative throughout the papers, and without that a W(t) inside a window may expand), W_B(t) =
W(t) ... W(t-B+1), lambda = max over t >= B of ||W_B(t) - J||, 0 < lambda < 1 (`lam_windows`); eta_t = delta/(t
+ Gamma), delta > m/mu, Gamma >= B (2 + sqrt(2(1+lambda^2)))/(1-lambda^2) - 1 (at equality zeta_B divides by 0:
`statement-at-equality`), delta/Gamma <= 1/(2L).

Statement. E||wbar(t) - w*||^2 <= zeta~_B/(t + Gamma), zeta_B and zeta~_B below. The symbol after K in zeta_B
reads chi^2 or lambda^2; the end of the proof prints zeta~_B in terms of itself (`proof-implicit`). The
induction (57) inside the proof starts at t = 0 only and fails for 0 < t < B (see `si_eq_57`), so the printed
proof does not stand; the statement does. `repaired`: what the printed proof gives with (57) as repaired there.

Proof of `statement`. Notation of `si_theorem_1`, s = sqrt E||w - 1 wbar||^2, z = sqrt(zeta_B). Of zeta_B we use
z >= Gamma s(0) and, its last factor being below 1/(1 + lambda^2) - 1/2, B delta chi <= (1 - lambda^2) z/2 (K >=
2).

First, s(t) <= 2 z/sqrt(Gamma T). For t <= B nothing expands, s(t) <= s(0) + B delta chi/Gamma <= (3/2) z/Gamma,
and Gamma/(Gamma + B) > 9/16 since Gamma + 1 >= (2 + sqrt 2) B. From r >= 1 on, s(r + B) <= lambda s(r) + B
delta chi/(r + Gamma), which is at most lambda + (1 - lambda^2)/4 times 2 z/sqrt(Gamma (r + Gamma)); that factor
is below sqrt((r + Gamma)/(r + B + Gamma)) >= 1 - B/(2 (Gamma + 1)) >= 1 - (1 - lambda^2)/(4 + 2 sqrt 2), for (1
+ x)^(-1/2) >= 1 - x/2 and 1 - lambda >= (1 - lambda^2)/2.

Second, e(t+1) <= (1 - mu eta/K) e(t) + (eta L/K) s(t)^2 + eta^2 sigma^2. Write p_k (grad F_k(w_k) - grad
F_k(w*)) = A_k (w_k - w*), p_k mu <= A_k <= p_k L symmetric (Hessians averaged along the segment; without second
derivatives too, since ||g - (L + mu) x/2|| <= (L - mu) ||x||/2 for x = w_k - w* and g the difference of
gradients, and a scaled reflection takes x to any vector no longer than x). Then, noise apart, wbar(t+1) - w* =
(I - eta A) (wbar - w*) - eta b, A = (1/K) sum A_k, b = (1/K) sum A_k (w_k - wbar). By Cauchy and Schwarz b =
A^(1/2) c, ||c||^2 <= (1/K) sum (w_k - wbar)' A_k (w_k - wbar); and ((1 - eta alpha) u - eta sqrt(alpha) v)^2 <=
(1 - eta alpha) u^2 + eta v^2 for each eigenvalue alpha <= L/K of A.

As eta L <= Gamma/(2 T), the second term is at most (2/K) zeta_B/T^2, and zeta~_B/T majorizes e by induction as
printed: (1 - a/T) zeta~_B/T + (a - 1) zeta~_B/T^2 <= zeta~_B/(T + 1), a <= T, mu eta/K >= mu eta/m. Nothing
here needs W(t) symmetric, nor the noise of one client independent of another's.

Proof of `repaired`. zeta_B with its first entry enlarged so that (57) holds from the first round on, and lambda
over all windows, the first included (see `si_eq_57`). Given (57), the printed proof of SI Theorem 1 applies word
for word: (42), and an induction.
"""

from functools import partial

from ...families.shared import gossip
from ...theorem import Theorem
from ...verdict import Severity
from ..supplement import GAMMA_B, MEAN_IMPLICIT
from .hard_settings import AGREEING_MINIMA, SLOW_MIXING
from .si_eq_42 import DERIVED as MEAN_ROUND
from .si_theorem_1 import reading
from .windows import ALL, DECAYS, RECURSION, SHORTENS, over

WINDOWS = ("0 < lam_windows < 1", "delta*mu > m")
LAST = "delta**2*B**2*K*chi2/((1 - lam_windows**2)*((Gamma + 1 - B)**2/((Gamma + 1)**2*(lam_windows**2 + 1)) - 1/2))"
ZETA_B = f"max(Gamma**2*spread2(0), {LAST})"
ZETA_B_LAMBDA = ZETA_B.replace("chi2", "lam_windows**2")
ZETA_B_REPAIRED = (
    f"max((Gamma + B - 1)**2*(sqrt(spread2(0)) + (B - 1)*delta/Gamma*sqrt(K*chi2))**2, {LAST})"
).replace("lam_windows", "lam_all_windows")
ALL_WINDOWS = tuple(text.replace("lam_windows", "lam_all_windows") for text in (*WINDOWS, GAMMA_B))

_REPAIRED = """
let A = delta*mu/m, R = zeta_mean
sure: eps >= 0 by least(o), K > 0
share: (mu*delta - m)*R >= (6*eps*L + sigma2)*delta**2*m + 2*zeta*m/K
    by zeta_mean >= ((6*eps*L + sigma2)*delta**2*m + 2*zeta*m/K)/(mu*delta - m), mu*delta - m > 0
gains: K*(A - 1)*R >= K*(6*eps*L + sigma2)*delta**2 + 2*zeta by share, K > 0 over m > 0
above: R >= 0 by zeta_mean >= Gamma*error2(0) with start(J(x) - o)
brief: T >= A by long, order, m >= K, K >= 2, t >= 0 over m > 0
steps: delta*T*flattest*sq(J(x) - o) >= T*A*sq(J(x) - o) by flatter, delta*T >= 0 over m > 0
noises: delta**2*K*noise2(t) <= K*delta**2*sigma2 by variances <= K*sigma2, K >= 2, delta**2*sigma2 >= 0 over K > 0
near: 2*T*(T - L*delta)*sq(u) <= 2*zeta by decays, delta*L*T >= 0 with u
falls: T**2*K*error2(t + 1) <= T*(T - A)*sq(J(x) - o) + K*(6*eps*L + sigma2)*delta**2 + 2*zeta
    by next_one, drop, steps, noises, near
always E: T*sq(J(x) - o) <= K*R
  start by zeta_mean >= Gamma*error2(0), K > 0
  ten: T**2*K*error2(t + 1) <= (T - 1)*K*R by falls, gains, E, brief
  eleven: T**2*(T + 1)*K*error2(t + 1) <= T**2*K*R by ten, T + 1 > 0, above, K > 0
  next by eleven over T**2 > 0
claim by E over T > 0
"""


_reading = partial(reading, within=(*WINDOWS, GAMMA_B))

SI_THEOREM_3 = Theorem(
    id="decefl.si-theorem-3",
    title="O(1/t) decay of the mean square error of the mean, jointly connected graphs",
    place="DeceFL, supplement, section 3, Theorem 3",
    statement="E||wbar(t) - w*||^2 <= zeta~_B/(t + Gamma)",
    family=gossip(scaled=True, turned=False, changing=True),
    rounds=30,
    variants=(
        _reading(
            "statement", "zeta_B with chi^2 after K, zeta~_B with 2 zeta_B m/K", zeta=ZETA_B, proved=True
        ),
        _reading(
            "statement-at-equality",
            "as `statement`, at the smallest Gamma that is printed as allowed",
            zeta=ZETA_B,
            within=(*WINDOWS, GAMMA_B.replace(">", "==")),
            vacuous="at equality the denominator of zeta_B is 0: (Gamma+1-B)^2/(Gamma+1)^2 = (1 + lambda^2)/2",
        ),
        _reading(
            "statement-lambda",
            "zeta_B with lambda^2 after K",
            zeta=ZETA_B_LAMBDA,
            severity=Severity.TYPO,
            remains="True with chi^2 (`statement`)",
            rounds=450,
            examples=({**SLOW_MIXING, "head": 0, "B": 1},),
        ),
        _reading(
            "proof-implicit",
            "zeta~_B of the end of the proof, defined by itself",
            zeta=ZETA_B,
            mean=MEAN_IMPLICIT,
            more=("mu*delta - m > 2*m/K",),
            severity=Severity.TYPO,
            remains="True with zeta_B for the zeta~_B on the right (`statement`)",
            examples=({**AGREEING_MINIMA, "head": 0, "B": 1},),
        ),
        _reading(
            "repaired",
            "zeta_B whose first entry covers the rounds before the first window; lambda over all windows",
            zeta=ZETA_B_REPAIRED,
            within=ALL_WINDOWS,
            derivation=over(ALL, MEAN_ROUND.partition("claim by")[0], RECURSION, SHORTENS, DECAYS, _REPAIRED),
        ),
    ),
)

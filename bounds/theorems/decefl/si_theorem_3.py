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

Idea of `statement`. Notation of `si_theorem_1`, s = sqrt E||w - 1 wbar||^2, z = sqrt(zeta_B); the lines are those of
`jointly`. Of zeta_B we use z >= Gamma s(0) and, its last factor being below 1/(1 + lambda^2) - 1/2, B delta chi <= (1 -
lambda^2) z/2 (K >= 2). So s(t) <= 2 z/sqrt(Gamma T): up to round B nothing expands; from round 1 on, s(r + B) <= lambda
s(r) + B delta chi/(r + Gamma). Then e(t+1) <= (1 - mu eta/m) e(t) + (eta L/K) s(t)^2 + eta^2 sigma^2 by co-coercivity,
and an induction ends it. Nothing here needs W(t) symmetric, nor the noise of one client independent of another's.

Idea of `repaired`. zeta_B with its first entry enlarged so that (57) holds from the first round on, and lambda over all
windows, the first included (see `si_eq_57`); then the same induction.
"""

from functools import partial

from ...families.shared import gossip
from ...theorem import Theorem
from ...verdict import Severity
from ..supplement import GAMMA_B, MEAN_IMPLICIT
from .hard_settings import AGREEING_MINIMA, SLOW_MIXING
from .jointly import ENDS, JOINTLY, SLOPES
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
            "statement",
            "zeta_B with chi^2 after K, zeta~_B with 2 zeta_B m/K",
            zeta=ZETA_B,
            derivation=JOINTLY,
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
            derivation=over(ALL, SLOPES, RECURSION, SHORTENS, DECAYS, ENDS.replace("BOUND", "decays")),
        ),
    ),
)

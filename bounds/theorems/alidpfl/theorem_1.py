"""ALI-DPFL, Theorem 1: local steps stay near the centralized sequence.

Setting. `setting.py`; x = t - (k-1) tau steps after an aggregation. Statement (10): E||w(t) - v_[k](t)|| <=
h(x), with (11), printed again as (24): h(x) = ((xi + 2 sqrt(d) sigma C/B)/beta) ((eta beta + 1)^x - 1) - eta
((xi + 2 sqrt(d) sigma C)/B) x, and the sum inside the proof, whose last term is - eta (xi + 2 sqrt(d) sigma
C/B) x.

Why it fails. At x = 1 with xi = 0 both forms give h(1) = 0, but the two sequences add noise of their own in
that step. The step of the proof "use the beta-smooth" forgets it: ||g~_i - g~_[k]|| is bounded by beta ||w_i
- v|| alone. It fails with full batches too.

`noise-free`: sigma = 0, full batches, last term - eta xi x. True, and so is (11) then, being larger for B >=
1. Idea: by Lemma 4, as sum_i p_i grad F_i(v) = grad F(v).

`shared-noise`: if v's noise is the average of the clients' own, the sum in the proof is right, with sum_i p_i |z_i -
u| for 2 sqrt(d) sigma C/B, which with full batches bounds its mean: E|z_i - u|^2 <= 2 d (sigma C/B)^2. But (8) draws
v's noise anew.

Repair. The sum in the proof, with n for 2 sqrt(d) sigma C/B, and the noise that it forgets: in root mean square
||w(t) - v(t)|| <= ((xi + n)/beta) ((1 + eta beta)^x - 1) - eta (xi + n) x + eta m sqrt(x), n^2 = (1-q) C^2/B + d
sigma^2 C^2/B^2 + (variance of v's noise), m^2 the same with sum_i p_i^2 times its first two terms, as clients' noise
averages out: batch and noise are independent, of mean 0 and of variances sum_s q (1-q) |g_s|^2/B^2 <= (1-q) C^2/B (as
q |D_i| = B, |g_s| <= C) and d sigma^2 C^2/B^2. `repaired` is that on linear losses. `repaired-path`: along one
realization, n = sum_i p_i |z_i| + |u|, where nothing averages out and the noise of each step enters whole.
"""

from ...theorem import Theorem, Variant
from ...verdict import Severity
from .lines import LOSSES, average
from .noisy_lines import APART
from .setting import (
    BATCH,
    CLIPPED,
    DEVIATION2,
    FULL,
    GROWN,
    GROWN_X,
    NOISE_FREE,
    NOISE_OF_BOTH,
    NOISY,
    PATH,
    SHARED,
    SMOOTH,
)

EQ_11 = f"(xi + 2*sigma*C/B)*{GROWN} - eta*((xi + 2*sigma*C)/B)*t"
SUM = f"(xi + 2*sigma*C/B)*({GROWN} - eta*t)"
NOISE_FREE_H = f"xi*({GROWN_X} - eta*x(t))"
PATH_H = f"(xi + noise)*{GROWN_X} - eta*xi*x(t)"
_REMAINS = "One more term, eta sqrt(x) times the deviation of a step's noise, mends the sum in the proof (`repaired`)"
ONE_STEP_APART = {"N": 1, "m": 1, "b": [[1]], "B": 1, "C": 1, "sigma": 1, "eta": 1, "beta": 1}


def _noisy(label: str, statement: str, h: str, batch: str = BATCH) -> Variant:
    return Variant(
        label,
        f"apart_floor(t) <= {h}",
        statement=statement,
        assume=(CLIPPED, batch),
        family=NOISY,
        severity=Severity.CONSTANT,
        remains=_REMAINS,
        examples=(ONE_STEP_APART,),
    )


THEOREM_1 = Theorem(
    id="alidpfl.theorem-1",
    title="distance between local steps and the centralized sequence",
    place="ALI-DPFL, Theorem 1 and its proof",
    statement="E||w(t) - v_[k](t)|| <= h(t - (k-1) tau)",
    family=NOISY,
    rounds=4,
    first=1,
    variants=(
        _noisy("eq-11", "h as in (11), last term eta ((xi + 2 sqrt(d) sigma C)/B) x", EQ_11),
        _noisy("eq-24", "h as in (24), the end of the proof: the same terms as (11)", EQ_11),
        _noisy("sum", "h as summed in the proof, last term eta (xi + 2 sqrt(d) sigma C/B) x", SUM),
        _noisy("sum-full-batch", "h as summed in the proof, every batch the whole data set", SUM, FULL),
        Variant(
            "noise-free",
            f"apart(t) <= {NOISE_FREE_H}",
            statement="sigma = 0 and full batches, h(x) = (xi/beta)((eta beta+1)^x - 1) - eta xi x",
            assume=(SMOOTH,),
            family=NOISE_FREE,
            derivation=average("xi") + "claim by close\n",
        ),
        Variant(
            "shared-noise",
            f"apart(t) <= (xi + noise_apart)*({GROWN_X} - eta*x(t))",
            statement="the sum in the proof, v's noise the average of the clients', sum_i p_i |z_i - u| for 2 "
            "sqrt(d) sigma C/B",
            assume=(SMOOTH,),
            family=SHARED,
            derivation=average("xi + noise_apart", "shared") + "claim by close\n",
        ),
        Variant(
            "repaired",
            f"apart_rms(t) <= (xi + n)*({GROWN} - eta*t) + eta*averaged*sqrt(t)",
            statement="root mean square <= the sum in the proof, n for 2 sqrt(d) sigma C/B, plus eta m sqrt(x)",
            assume=(CLIPPED, BATCH),
            where={"n": NOISE_OF_BOTH, "averaged": f"sqrt({DEVIATION2}/N + central_noise**2)"},
            derivation=APART,
        ),
        Variant(
            "repaired-path",
            f"apart(t) <= {PATH_H}",
            statement="the same along any realization of the noise, n = sum_i p_i |z_i| + |u|",
            assume=(SMOOTH,),
            family=PATH,
            derivation=average("xi + noise", "path") + "claim by close\n",
        ),
    ),
)

EQ_25 = Theorem(
    id="alidpfl.eq-25",
    title="difference of the losses of both sequences",
    place="ALI-DPFL, Theorem 1, (25)",
    statement="E|F(w(t)) - F(v_[k](t))| <= rho h(t - (k-1) tau)",
    family=NOISY,
    rounds=4,
    first=1,
    variants=(
        Variant(
            "sum",
            f"loss_apart_floor(t) <= rho*({SUM})",
            statement="h as summed in the proof",
            assume=(CLIPPED, BATCH),
            severity=Severity.CONSTANT,
            remains="True with rho times the repaired h (`repaired-path`)",
            examples=(ONE_STEP_APART,),
        ),
        Variant(
            "noise-free",
            f"loss_apart(t) <= C*({NOISE_FREE_H})",
            statement="sigma = 0 and full batches",
            assume=(SMOOTH,),
            family=NOISE_FREE,
            derivation=average("xi") + LOSSES,
        ),
        Variant(
            "repaired-path",
            f"loss_apart(t) <= C*({PATH_H})",
            statement="h repaired, along any realization of the noise; F is rho-Lipschitz",
            assume=(SMOOTH,),
            family=PATH,
            derivation=average("xi + noise", "path") + LOSSES,
        ),
    ),
)

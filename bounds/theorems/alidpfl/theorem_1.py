"""ALI-DPFL, Theorem 1: local steps stay near the centralized sequence.

Setting. `setting.py`; x = t - (k-1) tau steps after an aggregation. Statement (10): E||w(t) - v_[k](t)|| <=
h(x), with (11), printed again as (24): h(x) = ((xi + 2 sqrt(d) sigma C/B)/beta) ((eta beta + 1)^x - 1) - eta
((xi + 2 sqrt(d) sigma C)/B) x, and the sum inside the proof, whose last term is - eta (xi + 2 sqrt(d) sigma
C/B) x.

Why it fails. At x = 1 with xi = 0 both forms give h(1) = 0, but the two sequences add noise of their own in
that step. The step of the proof "use the beta-smooth" forgets it: ||g~_i - g~_[k]|| is bounded by beta ||w_i
- v|| alone. It fails with full batches too.

`noise-free`: sigma = 0, full batches, last term - eta xi x. True, and so is (11) then, being larger for B >=
1. Proof: Lemma 4 and ||w(t) - v(t)|| <= ||w(t-1) - v(t-1)|| + eta beta sum_i p_i ||w_i(t-1) - v(t-1)||, where
sum_i p_i grad F_i(v) = grad F(v); the sum over z < x of eta xi ((1 + eta beta)^z - 1) is the claim.

`shared-noise`: if v's noise is the average of the clients' own, the sum in the proof is right, with sum_i p_i |z_i -
u| for 2 sqrt(d) sigma C/B, which with full batches bounds its mean: E|z_i - u|^2 <= 2 d (sigma C/B)^2. Proof: Lemma 4
has z_i - u for its noise, and none is left in the recursion above, as sum_i p_i z_i = u. But (8) draws v's noise anew.

Repair. Keep - eta xi x, drop the noise's share of the last term, and let n = sqrt((1-q) C^2/B + d sigma^2
C^2/B^2) + (deviation of v's noise): (E||w(t) - v(t)||^2)^(1/2) <= ((xi + n)/beta) ((1 + eta beta)^x - 1) -
eta xi x. Proof. In the norm (E||.||^2)^(1/2) a client's noisy batch gradient is off by at most the root in n:
batch and noise are independent, zero-mean, of variances sum_s q (1-q) |g_s|^2/B^2 <= (1-q) C^2/B (as q |D_i|
= B, |g_s| <= C) and d sigma^2 C^2/B^2. The triangle inequality gives Lemma 4 with n for its noise term, and
one more eta n in each step of the recursion above: sum_{z<x} (eta (xi + n) ((1 + eta beta)^z - 1) + eta n) is
the claim. `repaired-path` is the same proof along one realization, n = sum_i p_i |z_i| + |u|.
"""

from ...theorem import Theorem, Variant
from .setting import BATCH, CLIPPED, DEVIATION, FULL, GROWN, GROWN_X, NOISE_FREE, NOISY, PATH, SHARED, SMOOTH

EQ_11 = f"(xi + 2*sigma*C/B)*{GROWN} - eta*((xi + 2*sigma*C)/B)*t"
SUM = f"(xi + 2*sigma*C/B)*({GROWN} - eta*t)"
NOISE_FREE_H = f"xi*({GROWN_X} - eta*x(t))"
PATH_H = f"(xi + noise)*{GROWN_X} - eta*xi*x(t)"
ONE_STEP_APART = {"N": 1, "m": 1, "b": [[1]], "B": 1, "C": 1, "sigma": 1, "eta": 1, "beta": 1}


def _noisy(label: str, statement: str, h: str, batch: str = BATCH) -> Variant:
    return Variant(
        label,
        statement,
        "apart_floor(t)",
        h,
        assume=(CLIPPED, batch),
        family=NOISY,
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
            "sigma = 0 and full batches, h(x) = (xi/beta)((eta beta+1)^x - 1) - eta xi x",
            "apart(t)",
            NOISE_FREE_H,
            assume=(SMOOTH,),
            family=NOISE_FREE,
            proved=True,
        ),
        Variant(
            "shared-noise",
            "the sum in the proof, v's noise the average of the clients', sum_i p_i |z_i - u| for 2 sqrt(d) sigma C/B",
            "apart(t)",
            f"(xi + noise_apart)*({GROWN_X} - eta*x(t))",
            assume=(SMOOTH,),
            family=SHARED,
            proved=True,
        ),
        Variant(
            "repaired",
            "root mean square <= ((xi + n)/beta)((1 + eta beta)^x - 1) - eta xi x, n of sampling and both noises",
            "apart_rms(t)",
            f"(xi + {DEVIATION} + central_noise)*{GROWN} - eta*xi*t",
            assume=(CLIPPED, BATCH),
            proved=True,
        ),
        Variant(
            "repaired-path",
            "the same along any realization of the noise, n = sum_i p_i |z_i| + |u|",
            "apart(t)",
            PATH_H,
            assume=(SMOOTH,),
            family=PATH,
            proved=True,
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
            "h as summed in the proof",
            "loss_apart_floor(t)",
            f"rho*({SUM})",
            assume=(CLIPPED, BATCH),
            examples=(ONE_STEP_APART,),
        ),
        Variant(
            "noise-free",
            "sigma = 0 and full batches",
            "loss_apart(t)",
            f"C*({NOISE_FREE_H})",
            assume=(SMOOTH,),
            family=NOISE_FREE,
            proved=True,
        ),
        Variant(
            "repaired-path",
            "h repaired, along any realization of the noise; F is rho-Lipschitz",
            "loss_apart(t)",
            f"C*({PATH_H})",
            assume=(SMOOTH,),
            family=PATH,
            proved=True,
        ),
    ),
)

"""DeFed, Theorem 1: E||wbar(t) - w*||^2 <= zeta~/(t + Gamma).

Setting and algorithm as DeceFL's SI Theorem 1 (the same work, earlier); the consensus term of zeta~ is printed
2 zeta m, without 1/K. In zeta the symbol after K is garbled; `garbled-lambda` reads lambda^2 where the others
read chi^2. `proof` reads epsilon as (1/K) sum_k (F~_k(w*) - F~_k^*), which is F* - F~* with the second printed
value of F*, (1/K) sum F~_k(w*). `epsilon-sum` takes the first printed value, F* = sum_k F~_k(w*): then epsilon
changes when constants are added to the losses, and negative losses make the bound negative. `epsilon-end-...`
are the proof's last line, F* - F_k^*, for either value of F* and for the k that makes the bound largest or for
every k. Losses that are nowhere negative, as cross-entropy and squared error, mend `epsilon-sum`
(`-nonnegative`: F* - (1/K) sum F~_k^* >= F* - sum F~_k^* = K eps >= eps). `proof` and `long-step` are weaker than
those of `decefl.si-theorem-1` by the factor K in one term.

`certified`: sharper constants from a comparison system, without chi^2; `decefl.certified` is its proof.
"""

from ...families.shared import gossip
from ...theorem import Theorem
from ...verdict import Severity
from ..decefl.certified import certified_mean_square
from ..decefl.hard_settings import NOISE_ONLY, SLOW_MIXING
from ..decefl.si_theorem_1 import reading
from ..supplement import LONG_STEP, MEAN_NO_K, ZETA_LAMBDA

THEOREM_1 = Theorem(
    id="defed.theorem-1",
    title="O(1/t) decay of the mean square error of the mean",
    place="DeFed, Theorem 1 and its proof",
    statement="E||wbar(t) - w*||^2 <= zeta~/(t + Gamma)",
    family=gossip(scaled=True, turned=False),
    rounds=40,
    variants=(
        reading(
            "proof", "zeta~ with 2 zeta m, eps = (1/K) sum (F~_k(w*) - F~_k^*)", mean=MEAN_NO_K, proved=True
        ),
        reading(
            "long-step",
            "delta/Gamma <= 1/L, a reading of the garbled statement",
            mean=MEAN_NO_K,
            step=LONG_STEP,
            proved=True,
        ),
        reading(
            "garbled-lambda",
            "zeta with lambda^2 after K instead of chi^2",
            zeta=ZETA_LAMBDA,
            mean=MEAN_NO_K,
            rounds=450,
            severity=Severity.TYPO,
            remains="True with chi^2 for the garbled symbol (`proof`)",
            examples=(SLOW_MIXING,),
        ),
        reading(
            "epsilon-sum",
            "eps = F* - F~* with F* = sum_k F~_k(w*), F~* = (1/K) sum F~_k^*",
            mean=MEAN_NO_K,
            eps="Fstar - tilde_minima_sum/K",
            severity=Severity.TYPO,
            remains="True with one F* in both places (`proof`), or for losses F_k >= 0 (`epsilon-sum-nonnegative`)",
            examples=({**NOISE_ONLY, "o": [-1000, -1000]},),
            note="Takes a loss with a negative minimum",
        ),
        reading(
            "epsilon-sum-nonnegative",
            "as `epsilon-sum`, for losses F_k >= 0",
            mean=MEAN_NO_K,
            eps="Fstar - tilde_minima_sum/K",
            more=("minima_min >= 0",),
            proved=True,
        ),
        reading(
            "epsilon-end-some-k",
            "eps = F* - F_k^* with F* = sum_k F~_k(w*), for the k that makes it largest",
            mean=MEAN_NO_K,
            eps="Fstar - minima_min",
            proved=True,
        ),
        reading(
            "epsilon-end-every-k",
            "eps = F* - F_k^* with F* = sum_k F~_k(w*), for every k",
            mean=MEAN_NO_K,
            eps="Fstar - minima_max",
            severity=Severity.TYPO,
            remains="True with the mean over k (`proof`), or for the k that makes it largest (`epsilon-end-some-k`)",
            examples=({**NOISE_ONLY, "o": [1000, 0]},),
        ),
        reading(
            "epsilon-end-mean-some-k",
            "eps = F* - F_k^* with F* = (1/K) sum_k F~_k(w*), for the k that makes it largest",
            mean=MEAN_NO_K,
            eps="Fstar_mean - minima_min",
            severity=Severity.TYPO,
            remains="True with F* = sum_k F~_k(w*) (`epsilon-end-some-k`) or F~_k^* under a mean (`proof`)",
            examples=({**NOISE_ONLY, "o": [1000, 1000]},),
        ),
        reading(
            "epsilon-end-mean-every-k",
            "eps = F* - F_k^* with F* = (1/K) sum_k F~_k(w*), for every k",
            mean=MEAN_NO_K,
            eps="Fstar_mean - minima_max",
            severity=Severity.TYPO,
            remains="True with F* = sum_k F~_k(w*), some k (`epsilon-end-some-k`) or F~_k^* under a mean (`proof`)",
            examples=({**NOISE_ONLY, "o": [1000, 1000]},),
        ),
        certified_mean_square(),
    ),
).changing("proof", "long-step")

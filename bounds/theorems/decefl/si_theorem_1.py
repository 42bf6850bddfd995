"""DeceFL, supplement, Theorem 1: E||wbar(t) - w*||^2 <= zeta~/(t + Gamma) on a fixed graph.

Setting. Algorithm SI (2): w_k(t+1) = sum_j W_kj w_j(t) - eta_t (m_k/m) g_k(w_k(t)), E g_k = grad F_k,
E||g_k - grad F_k||^2 <= sigma_k^2, E||g_k||^2 <= chi^2 along the run; F = sum_k (m_k/m) F_k; eta_t =
delta/(t + Gamma), delta > m/mu; 0 < lambda < 1.

Variants. The proof fixes one reading (`proof`); each other place that prints a part differently is a
variant of its own: the statement's zeta divides by lambda^2 where the proof has 1 - lambda^2; its zeta~ is
printed in terms of itself (`statement-implicit`: taken literally as the smallest solution, `statement`:
read as zeta); the symbol after K in the proof's zeta can be read as lambda^2; epsilon is printed five ways,
two of them with a free index k (`-some-k` takes the k that makes the bound largest, `-every-k` the k that
makes it smallest).

Proof of `proof`. Write e = E||wbar - w*||^2, s = E||w - 1 wbar||^2, F~_k = (m_k/m) F_k. Display (42) (see
`si-eq-42`) gives e(t+1) <= (1 - mu eta/m) e(t) + eta^2 (6 L eps + sigma^2) + (2/K) s(t), and (46) (see
`si-eq-46`) s(t) <= zeta/(t + Gamma)^2. With A = (6 L eps + sigma^2) delta^2 + 2 zeta/K <= (mu delta/m - 1)
zeta~, the induction step is zeta~ (t+Gamma-mu delta/m)/(t+Gamma)^2 + A/(t+Gamma)^2 <= zeta~
(t+Gamma-1)/(t+Gamma)^2 <= zeta~/(t+1+Gamma). Multiplying the consensus term by K, or enlarging epsilon,
weakens the bound, so `proof-2-zeta-m` and `epsilon-end-1-some-k` (min_k F~_k^* is at most their mean)
follow. The variants whose epsilon changes when constants are added to the losses fail: epsilon, and with it
the bound, can be made as negative as one likes.
"""

from collections.abc import Mapping
from typing import Any

from ...families import gossip
from ...theorem import Theorem, Variant
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


def reading(
    label: str,
    statement: str,
    *,
    zeta: str = ZETA,
    mean: str = MEAN,
    eps: str = EPS,
    gamma: str = GAMMA,
    step: str = STEP,
    more: tuple[str, ...] = (),
    proved: bool = False,
    note: str = "",
    examples: tuple[Mapping[str, Any], ...] = (),
    rounds: int | None = None,
) -> Variant:
    """One way to read the theorem."""
    return Variant(
        label,
        statement,
        "error2(t)",
        "zeta_mean/(t + Gamma)",
        assume=(*RANGE, gamma, step, *more, KNOWN_CHI2),
        where={"eps": eps, "zeta": zeta, "zeta_mean": mean},
        proved=proved,
        note=note,
        rounds=rounds,
        examples=examples,
    )


# Without chi^2 the consensus error hardly enters the bound. With slow mixing two far-apart clients drift for
# hundreds of rounds, and the sharper one takes the average along; all but the term that mixing adds scales with
# the square of their distance.
SLOW_MIXING = {
    "K": 2,
    "d": 1,
    "S": 1,
    "W": [[["1999/2000", "1/2000"], ["1/2000", "1999/2000"]]],
    "a": [[1], ["1/4"]],
    "c": [[5 * 10**6], [-5 * 10**6]],
    "w0": [[3 * 10**6], [3 * 10**6]],
    "o": [0, 0],
    "v": [[0], [0]],
    "samples": [1, 1],
    "delta": 96,
    "Gamma": 3000,
}

# The average starts at the common minimizer, the clients on either side of it: only the consensus error moves it.
AGREEING_MINIMA = {
    "K": 2,
    "d": 1,
    "S": 1,
    "W": [[["2/3", "1/3"], ["1/3", "2/3"]]],
    "a": [[1], [2]],
    "c": [[0], [0]],
    "w0": [[1], [-1]],
    "o": [0, 0],
    "v": [[0], [0]],
    "samples": [1, 1],
    "delta": 5,
    "Gamma": 1000,
}

# Everything starts and stays at its optimum but for one client's gradient noise.
NOISE_ONLY = {
    "K": 2,
    "d": 1,
    "S": 1,
    "W": [[["2/3", "1/3"], ["1/3", "2/3"]]],
    "a": [[1], [1]],
    "c": [[0], [0]],
    "w0": [[0], [0]],
    "v": [[0], [1]],
    "samples": [1, 1],
    "delta": 3,
    "Gamma": 100,
}

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
            gamma=GAMMA_STATEMENT,
            note=(
                "Not proved: for lambda^2 > 1/2 its zeta is smaller than the true one, and (46) fails with it"
            ),
        ),
        reading(
            "statement-implicit",
            "zeta~ defined by itself: max{((6 eps L + sigma^2) delta^2 m + 2 zeta~ m/K)/(mu delta - m), ...}",
            zeta=ZETA_STATEMENT,
            mean=MEAN_IMPLICIT,
            gamma=GAMMA_STATEMENT,
            more=("mu*delta - m > 2*m/K",),
            note="The consensus error no longer enters the bound",
            examples=(AGREEING_MINIMA,),
        ),
        reading(
            "proof", "zeta with chi^2 and 1/(1 - lambda^2), zeta~ with 2 zeta m/K, step 1/(2L)", proved=True
        ),
        reading(
            "proof-lambda",
            "zeta with lambda^2 after K instead of chi^2",
            zeta=ZETA_LAMBDA,
            rounds=450,
            examples=(SLOW_MIXING,),
        ),
        reading("proof-2-zeta-m", "zeta~ with 2 zeta m", mean=MEAN_NO_K, proved=True),
        reading("proof-long-step", "delta/Gamma <= 1/L, as at the end of the proof", step=LONG_STEP),
        reading(
            "epsilon-minima",
            "eps = (F* - Fbar*)/K with Fbar* = sum_k F_k^*, as the supplement's Proposition 1 defines it",
            eps="(Fstar - minima_sum)/K",
            examples=({**NOISE_ONLY, "o": [1000, 1000]},),
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
            examples=({**NOISE_ONLY, "o": [1000, 0]},),
        ),
        reading(
            "epsilon-end-2-some-k",
            "eps = (F* - F~_k^*)/K for the k that makes it largest",
            eps="(Fstar - tilde_minima_min)/K",
            examples=({**NOISE_ONLY, "o": [-1000, -1000]},),
            note="Takes a loss with a negative minimum; where all F_k >= 0 this eps is at least the true one",
        ),
    ),
)

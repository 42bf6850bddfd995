"""Li et al. 2020, Lemma 2: the variance of the averaged stochastic gradient.

Statement. Client k's stochastic gradient has variance at most sigma_k^2, g_t = sum_k p_k g_k: E||g_t -
gbar_t||^2 <= sum_k p_k^2 sigma_k^2.

Proof. The clients' noises are independent with mean 0, so that the variances of p_k g_k add up; here with
equality, sigma_k^2 being the variance itself.
"""

from ...theorem import Theorem, Variant
from .setting import ALL_CLIENTS, SOURCE

LEMMA_2 = Theorem(
    id="li2020.lemma-2",
    title="variance of the averaged stochastic gradient",
    place=f"Lemma 2; {SOURCE}",
    statement="E||g_t - gbar_t||^2 <= sum_k p_k^2 sigma_k^2",
    family=ALL_CLIENTS,
    rounds=2,
    variants=(
        Variant(
            "main",
            "noise2(t) <= sigma2_of_mean",
            derivation="claim by mean_noise",
        ),
    ),
)

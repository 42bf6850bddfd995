"""Stich 2019, Lemma 3.2: averaging K stochastic gradients divides the variance by K.

Statement. Each stochastic gradient has variance at most sigma^2: E||g_t - gbar_t||^2 <= sigma^2/K.

Proof. The K noises are independent and of mean 0: the variance of their average is (1/K^2) times the sum of
theirs, at most K sigma^2.
"""

from ...theorem import Theorem, Variant
from .setting import ONE_LOSS, SOURCE

LEMMA_3_2 = Theorem(
    id="stich2019.lemma-3-2",
    title="variance of the averaged stochastic gradient",
    place=f"Lemma 3.2; {SOURCE}",
    statement="E||g_t - gbar_t||^2 <= sigma^2/K",
    family=ONE_LOSS,
    rounds=2,
    variants=(
        Variant(
            "main",
            "noise2(t) <= sigma2_max/N",
            derivation="claim by mean_noise, of_mean, variance",
        ),
    ),
)

"""Stich 2019, Lemma 3.3: how far the workers are apart between two averages.

Statement. E||g_k||^2 <= G^2, averages at least every H rounds, steps that do not rise, eta_t <= 2 eta_(t+H):
(1/K) sum_k E||xbar_t - x_k(t)||^2 <= 4 H^2 eta_t^2 G^2.

Proof. As in `li2020.lemma-3`, so that H - 1 may stand for H.
"""

from ...theorem import Theorem, Variant
from ..local_rounds import APART
from .setting import G2, ONE_LOSS, SOURCE

LEMMA_3_3 = Theorem(
    id="stich2019.lemma-3-3",
    title="deviation of the workers between two averages",
    place=f"Lemma 3.3; {SOURCE}",
    statement="(1/K) sum_k E||xbar_t - x_k||^2 <= 4 H^2 eta_t^2 G^2",
    family=ONE_LOSS,
    rounds=4,
    variants=(
        Variant(
            "main",
            "apart2(t) <= 4*H**2*step(t)**2*G2",
            statement="(1/K) sum_k E||xbar_t - x_k||^2 <= 4 H^2 eta_t^2 G^2, steps delta/(t + Gamma), Gamma >= H",
            assume=("Gamma >= H",),
            where={"G2": G2},
            derivation=f"{APART}\nclaim by apart, local, some with eta",
        ),
    ),
)

"""Li et al. 2020, Lemma 3: how far the clients are apart between two averages.

Statement. E||g_k||^2 <= G^2 along the run, steps that do not rise, eta_t <= 2 eta_(t+E): E sum_k p_k ||wbar_t -
w_k(t)||^2 <= 4 eta_t^2 (E - 1)^2 G^2.

Proof. Since the last average a client has made at most E - 1 steps of mean square at most 4 eta_t^2 G^2 each.
"""

from ...theorem import Theorem, Variant
from ..local_rounds import APART
from .setting import ALL_CLIENTS, G2, SLOW, SOURCE

LEMMA_3 = Theorem(
    id="li2020.lemma-3",
    title="divergence of the clients between two averages",
    place=f"Lemma 3; {SOURCE}",
    statement="E sum_k p_k ||wbar_t - w_k(t)||^2 <= 4 eta_t^2 (E - 1)^2 G^2",
    family=ALL_CLIENTS,
    rounds=4,
    variants=(
        Variant(
            "main",
            "apart2(t) <= 4*step(t)**2*(H - 1)**2*G2",
            statement="E sum_k p_k ||wbar_t - w_k(t)||^2 <= 4 eta_t^2 (E - 1)^2 G^2, steps delta/(t + Gamma), "
            "Gamma >= E",
            assume=(SLOW,),
            where={"G2": G2},
            derivation=f"{APART}\nclaim by apart",
        ),
    ),
)

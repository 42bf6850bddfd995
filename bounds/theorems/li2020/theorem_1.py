"""Li et al. 2020, Theorem 1: O(1/T) of FedAvg, all clients taking part.

Statement. kappa = L/mu, gamma = max(8 kappa, E), eta_t = 2/(mu (gamma + t)) for t = 1, 2, ..., B = sum p_k^2
sigma_k^2 + 6 L Gamma + 8 (E - 1)^2 G^2: E F(wbar_T) - F* <= kappa/(gamma + T - 1) (2 B/mu + (mu gamma/2)
E||wbar_1 - w*||^2).

Two readings. `main`: as stated; the first step, from wbar_1, is 2/(mu (gamma + 1)). `proof`: the proof sets
gamma one smaller, so that the first step is 2/(mu gamma) of the statement's gamma; the bound is the same. Round
t here is T = t + 1.

Idea of both: Lemmas 1 to 3 give D_(t+1) <= (1 - eta mu) D_t + eta^2 B for D_t = E||wbar - w*||^2, whence (gamma + t)
D_t <= 4 B/mu^2 + gamma D_0; F(wbar) - F* <= (L/2) D_t.

`sharper`, which the paper does not state: the same with B = sum p_k^2 sigma_k^2 + (3/2)(E - 1)^2 G^2, without Gamma, by
the sharper form of Lemma 1.
"""

from ...theorem import Theorem, Variant
from .lines import SHARPER, rate
from .setting import ALL_CLIENTS, B_SHARPER, SOURCE, B

BOUND = "L/mu/(gamma + t)*(2*B/mu + mu*gamma/2*error2(0))"
GAMMA = "max(8*L/mu, H)"

THEOREM_1 = Theorem(
    id="li2020.theorem-1",
    title="O(1/T) of FedAvg, all clients taking part",
    place=f"Theorem 1; {SOURCE}",
    statement="E F(wbar_T) - F* <= kappa/(gamma + T - 1) (2B/mu + (mu gamma/2) E||wbar_1 - w*||^2)",
    family=ALL_CLIENTS,
    rounds=4,
    variants=(
        Variant(
            "main",
            f"gap(t) <= {BOUND}",
            statement="eta_t = 2/(mu (gamma + t)) from t = 1 on, as stated",
            assume=("delta == 2/mu", f"Gamma == {GAMMA} + 1"),
            where={"gamma": GAMMA, "B": B},
            derivation=rate(),
        ),
        Variant(
            "proof",
            f"gap(t) <= {BOUND}",
            statement="with gamma - 1 for gamma in the steps, as in the proof",
            assume=("delta == 2/mu", f"Gamma == {GAMMA}"),
            where={"gamma": GAMMA, "B": B},
            derivation=rate("proof"),
        ),
        Variant(
            "sharper",
            f"gap(t) <= {BOUND}",
            statement="without Gamma in B, and with 3/2 for 8: not in the paper",
            assume=("delta == 2/mu", f"Gamma == {GAMMA} + 1"),
            where={"gamma": GAMMA, "B": B_SHARPER},
            derivation=rate(end=SHARPER),
        ),
    ),
)

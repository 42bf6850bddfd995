"""Bottou, Curtis and Nocedal 2018, Theorem 4.6: stochastic gradients with a fixed step, strongly convex losses.

Setting as in `descent`.

Statement. For alpha <= 1/L, E F(w_k) - F* <= alpha L M/(2c) + (1 - alpha c)^k (F(w_0) - F* - alpha L M/(2c)).
"""

from ...theorem import Theorem, Variant
from ..local_rounds import TOGETHER
from .descent import CITED, FIXED, STEP

_DERIVED = f"""{TOGETHER}
room: eta*L <= 1 by eta <= 1/L
{STEP}
rate: eta*mu <= 1 by room, L >= mu, eta > 0
let c = eta*L*sigma2_of_mean/(2*mu)
always I: e - c <= (1 - eta*mu)**t*(gap(0) - c)
  next by one, I, rate
claim by I
"""

FIXED_STEP = Theorem(
    id="bottou2018.theorem-4-6",
    title="stochastic gradients, a fixed step: linear to a floor",
    place=f"Bottou, Curtis and Nocedal 2018, Theorem 4.6, {CITED}",
    statement="E F(w_k) - F* <= alpha L M/(2 c mu) + (1 - alpha c mu)^(k-1) (F(w_1) - F* - alpha L M/(2 c mu))",
    family=FIXED,
    rounds=4,
    variants=(
        Variant(
            "main",
            "gap(t) <= eta*L*sigma2_of_mean/(2*mu) + (1 - eta*mu)**t*(gap(0) - eta*L*sigma2_of_mean/(2*mu))",
            assume=("H == 1", "eta <= 1/L"),
            derivation=_DERIVED,
        ),
    ),
)

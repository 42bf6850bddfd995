"""Bottou, Curtis and Nocedal 2018, Theorem 4.7: stochastic gradients with steps beta/(gamma + k).

Setting as in `descent`, with steps alpha_k = beta/(gamma + k) (delta/(t + Gamma) here, rounds from 0), beta > 1/c,
the first at most 1/L.

Statement. E F(w_k) - F* <= nu/(gamma + k), nu = max(beta^2 L M/(2 (beta c - 1)), gamma (F(w_0) - F*)).

Idea. With q = gamma + k and q e <= nu, the recursion gives q^2 e+ <= (q - beta c) nu + (beta c - 1) nu, and (q - 1)(q
+ 1) <= q^2.
"""

from ...families.federated import federated
from ...theorem import Theorem, Variant
from ..local_rounds import TOGETHER
from .descent import CITED, STEP

_DERIVED = f"""{TOGETHER}
room: eta*L <= 1 by L > 0 over t + Gamma > 0
{STEP}
let k = delta*mu - 1, w = max(delta**2*L*sigma2_of_mean/(2*(delta*mu - 1)), Gamma*gap(0)), q = t + Gamma
first: delta**2*L*sigma2_of_mean <= 2*k*w by w >= delta**2*L*sigma2_of_mean/(2*(delta*mu - 1))
low: w >= 0 by first, delta > 0, L > 0
q_low: q > 0
rate: q - delta*mu >= 0 by room, L >= mu over q_low
onward: q**2*next(e) <= (q - delta*mu)*(q*e) + delta**2*L*sigma2_of_mean/2 by one
always I: q*e <= w
  down: q**2*next(e) <= (q - 1)*w by onward, I, first, rate
  last: q**2*(q + 1)*next(e) <= q**2*w by down, low, q_low
  next by last over q_low, q_low
claim by I
"""

DIMINISHING_STEP = Theorem(
    id="bottou2018.theorem-4-7",
    title="stochastic gradients, steps beta/(gamma + k): 1/k",
    place=f"Bottou, Curtis and Nocedal 2018, Theorem 4.7, {CITED}",
    statement="E F(w_k) - F* <= nu/(gamma + k), nu = max(beta^2 L M/(2 (beta c mu - 1)), (gamma + 1)(F(w_1) - F*))",
    family=federated(),
    rounds=4,
    variants=(
        Variant(
            "main",
            "gap(t) <= max(delta**2*L*sigma2_of_mean/(2*(delta*mu - 1)), Gamma*gap(0))/(t + Gamma)",
            statement="beta > 1/c, first step at most 1/L",
            assume=("H == 1", "delta*mu > 1", "delta <= Gamma/L"),
            derivation=_DERIVED,
        ),
    ),
)

"""Nedic, Olshevsky, Ozdaglar and Tsitsiklis 2009: by how much a round of averaging lowers the variance.

Setting. x(k+1) = A(k) x(k), V(k) = sum_i (x_i(k) - xbar)^2. The paper has doubly stochastic A(k) that change; here
one symmetric W. Phi(k) = sum over links of W_ij (x_i(k) - x_j(k))^2 = x'(I - W)x (`links2`).

Statement. V(k) - V(k+1) = sum_(i<j) w_ij (x_i - x_j)^2, w_ij the entries of A'A. With W itself in place of A'A: (1 +
lambda_n) Phi(k) <= V(k) - V(k+1) (`lower`) <= 2 Phi(k) (`upper`); (1 - lambda) V(k) <= Phi(k) (`spread`), so that V
decreases geometrically; and (1 + lambda_n) sum_(s<k) Phi(s) <= V(0) (`sum`).

Idea. I - W^2 = (I - W)(I + W), where 1 + lambda_n <= I + W <= 2.
"""

from ..algorithms import Algorithm
from ..families.declared import declared
from ..theorem import Theorem, Variant

_DERIVED = """
one: (1 + lam_n)*links2(t) <= spread2(t) - spread2(t + 1) by spectrum(x)
always I: (1 + lam_n)*sum(s < t, links2(s)) <= spread2(0) - spread2(t)
  next by one, I
claim lower by one
claim upper with x - W(x)
claim spread by largest(x)
claim sum by I with x - J(x)
"""


def _variant(label: str, statement: str, left: str, right: str) -> Variant:
    return Variant(label, f"{left} <= {right}", statement=statement, derivation=_DERIVED)


DECREASE = Theorem(
    id="nedic2009b.decrease",
    title="averaging: the decrease of the variance by what links see",
    place="Nedic, Olshevsky, Ozdaglar and Tsitsiklis 2009, the lemma on the decrease of the variance, as commonly "
    "cited; "
    "the paper itself could not be read; for one symmetric W, in terms of its own entries",
    statement="V(k) - V(k+1) = sum_(i<j) w_ij (x_i - x_j)^2, w_ij of A'A",
    family=declared(Algorithm("averaging", {"x": "mix(x)"})),
    variants=(
        _variant(
            "lower",
            "(1 + lambda_n) Phi(k) <= V(k) - V(k+1)",
            "(1 + lam_n)*links2(t)",
            "spread2(t) - spread2(t + 1)",
        ),
        _variant("upper", "V(k) - V(k+1) <= 2 Phi(k)", "spread2(t) - spread2(t + 1)", "2*links2(t)"),
        _variant("spread", "(1 - lambda) V(k) <= Phi(k)", "(1 - lam)*spread2(t)", "links2(t)"),
        _variant(
            "sum",
            "(1 + lambda_n) sum_(s<k) Phi(s) <= V(0)",
            "(1 + lam_n)*sum(s < t, links2(s))",
            "spread2(0)",
        ),
    ),
)

STATED: tuple[Theorem, ...] = (DECREASE,)

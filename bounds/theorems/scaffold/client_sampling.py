"""SCAFFOLD, proof of Lemma 7: what it costs to hear S of N clients, drawn without replacement.

Statement. As the (1 - S/N) 4/S of Lemma 7 (one round of FedAvg) needs it, after a factor 2 for the drift:
E||(1/S) sum_(i in S) v_i - vbar||^2 <= (1 - S/N) (2/(S N)) sum_i ||v_i||^2, vbar = (1/N) sum_i v_i; N >= 2.

Idea: the indicators' covariances give `exact`, and 1/(N - 1) <= 2/N; with replacement variances add up. The 2 is not
idle: with v = (1, -1) and S = 1 the left side is 1, and without the 2 the right side 1/2.
"""

from ...families.vectors import vectors
from ...theorem import Theorem, Variant
from .setting import SOURCE

_SAMPLE = """
positive: S > 0
most: c >= 1 by enough, S <= n, c <= 1
drawing: c*(without2 - (1 - S/n)/(S*(n - 1))*scatter2) == 0
  by pairs times 1/(S**2*n*(n - 1)), drawn times -2/(S*n**2) sum i j
value: without2 == (1 - S/n)/(S*(n - 1))*scatter2
  by drawing, c == 1 times without2 - (1 - S/n)/(S*(n - 1))*scatter2
claim exact by value
room: (1 - S/n)/S >= 0 by S <= n
bigger: (n - 2)*squares >= 0 by n >= 2 with v[i] sum i
half: n*scatter2 <= 2*(n - 1)*squares by bigger with sum(i, v[i])
product_of: (1 - S/n)/S*(2*(n - 1)*squares - n*scatter2) >= 0 by room, half
claim main by value, product_of
"""
_REPLACED = """
positive: S > 0
claim by often_pairs times 1/S**2, often times -2/S*p[j] sum i j
"""

CLIENT_SAMPLING = Theorem(
    id="scaffold.client-sampling",
    title="variance of the average of a sample of clients",
    place=f"proof of Lemma 7; {SOURCE}",
    statement="E||(1/S) sum_(i in S) v_i - vbar||^2 <= (1 - S/N)(2/(S N)) sum_i ||v_i||^2",
    family=vectors(),
    first=None,
    variants=(
        Variant(
            "main",
            "without2 <= (1 - S/n)*2/(S*n)*squares",
            statement="E||average of S of n - vbar||^2 <= (1 - S/n)(2/(S n)) sum ||v_i||^2",
            assume=("S <= n",),
            derivation=_SAMPLE,
        ),
        Variant(
            "exact",
            "without2 == (1 - S/n)/(S*(n - 1))*scatter2",
            statement="E||average of S of n - vbar||^2 = (1 - S/n)/(S (n - 1)) sum ||v_i - vbar||^2",
            assume=("S <= n",),
            derivation=_SAMPLE,
        ),
        Variant(
            "with-replacement",
            "with2 == weighted_scatter2/S",
            statement="drawn with replacement, i with chance p_i: E||average of S - sum p_i v_i||^2 = (1/S) sum "
            "p_i ||v_i - sum p_j v_j||^2",
            derivation=_REPLACED,
            note=(
                "The S draws are independent, so that their variances add up; Li et al.'s Scheme I rests on"
                " it"
            ),
        ),
    ),
)

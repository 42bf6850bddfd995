"""Stich 2019, Lemma 3.4: what the weights w_t = (a + t)^2 and the steps eta_t = 4/(mu (a + t)) do to a recursion.

Statement. From a_(t+1) <= (1 - mu eta_t) a_t - eta_t e_t A + eta_t^2 B + eta_t^3 C it follows that (A/S_T)
sum_(t<T) w_t e_t <= (mu a^3/(4 S_T)) a_0 + (2T(T + 2a)/(mu S_T)) B + (16 T/(mu^2 S_T)) C, S_T = sum_(t<T) w_t
>= T^3/3. Sequences are no setting here; the two facts about numbers that make it true are, and
`stich2019.theorem-2-2` is what it is for.

Idea. `telescoping` says s^2 (s - 4) <= (s - 1)^3 with s = a + t; `sum` and `middle` are sums of squares and of
numbers. Multiply the recursion by w_t/eta_t and add up.
"""

from ...domains import POSITIVE
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .setting import SOURCE

_SUM = """
always I: t**3/3 <= sum(s < t, (a + s)**2)
  next by I, a > 1, t >= 0
claim by I
"""
_MIDDLE = """
always I: sum(s < t, (a + s)**2*4/(mu*(a + s))) <= 2*t*(t + 2*a)/mu
  next by I, a > 1, t >= 0
claim by I
"""

WEIGHTS = Theorem(
    id="stich2019.weights",
    title="weights (a + t)^2 with steps 4/(mu (a + t))",
    place=f"Lemma 3.4 and its proof; {SOURCE}",
    statement="(1 - mu eta_t) w_t/eta_t <= w_(t-1)/eta_(t-1), S_T >= T^3/3, sum w_t eta_t <= 2T(T + 2a)/mu",
    family=scalars(a=POSITIVE, mu=POSITIVE),
    first=1,
    variants=(
        Variant(
            "telescoping",
            "(1 - mu*4/(mu*(a + t)))*(a + t)**2*mu*(a + t)/4 <= (a + t - 1)**2*mu*(a + t - 1)/4",
            assume=("a > 1", "t >= 1"),
            derivation="claim by a > 1, t >= 1",
        ),
        Variant(
            "sum",
            "t**3/3 <= sum(s < t, (a + s)**2)",
            assume=("a > 1", "t >= 1"),
            derivation=_SUM,
        ),
        Variant(
            "middle",
            "sum(s < t, (a + s)**2*4/(mu*(a + s))) <= 2*t*(t + 2*a)/mu",
            assume=("a > 1", "t >= 1"),
            derivation=_MIDDLE,
        ),
    ),
)

"""Stich, Cordonnier and Jaggi 2018, Lemma 3.3: what the weights (a + t)^2 do to Mem-SGD's recursion.

Statement. From a_(t+1) <= (1 - mu eta_t/2) a_t + eta_t^2 A + eta_t^3 B - eta_t e_t, eta_t = 8/(mu (a + t)), a > 1, it
follows that (1/S_T) sum_(t<T) w_t e_t <= mu a^3/(8 S_T) a_0 + 4T (T + 2a)/(mu S_T) A + 64T/(mu^2 S_T) B, w_t = (a +
t)^2, S_T = (T/6)(2T^2 + 6aT - 3T + 6a^2 - 6a + 1) >= T^3/3. Sequences are no setting here: what makes it true are the
recursion times w_t/eta_t (`telescoping`: what it leaves of a_t is no more than a round before it counted) and four
facts on sums (`total`, `least`, `middle`, `last`).
"""

from ...domains import POSITIVE
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .contraction import READ


def _sum(label: str, claim: str) -> Variant:
    proof = f"always I: {claim}\n  next by I, a > 1, t >= 0\nclaim {label} by I"
    return Variant(label, claim, assume=("a > 1", "t >= 1"), derivation=proof)


LEMMA_3_3 = Theorem(
    id="stich2018.lemma-3-3",
    title="weights (a + t)^2 with steps 8/(mu (a + t))",
    place=f"Stich, Cordonnier and Jaggi 2018, Lemma 3.3; {READ}",
    statement="(1 - mu eta_t/2) w_t/eta_t <= w_(t-1)/eta_(t-1); S_T, sum w_t eta_t and sum w_t eta_t^2",
    family=scalars(a=POSITIVE, mu=POSITIVE),
    first=1,
    variants=(
        Variant(
            "telescoping",
            "(1 - mu/2*8/(mu*(a + t)))*(a + t)**2*mu*(a + t)/8 <= (a + t - 1)**2*mu*(a + t - 1)/8",
            assume=("a > 1", "t >= 1"),
            derivation="claim telescoping by a > 1, t >= 1",
        ),
        _sum("total", "sum(s < t, (a + s)**2) == t/6*(2*t**2 + 6*a*t - 3*t + 6*a**2 - 6*a + 1)"),
        _sum("least", "t**3/3 <= sum(s < t, (a + s)**2)"),
        _sum("middle", "sum(s < t, (a + s)**2*8/(mu*(a + s))) <= 4*t*(t + 2*a)/mu"),
        _sum("last", "sum(s < t, (a + s)**2*(8/(mu*(a + s)))**2) == 64*t/mu**2"),
    ),
)

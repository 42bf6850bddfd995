"""DeceFL, supplement, Remark 3: with B = 1 Assumption 4 is equivalent to Assumption 3, and Theorem 3 to
Theorem 2.

With B = 1 Assumption 4 takes lambda = max over t >= 1 and says nothing of W(0). `assumptions`: Assumption
3, read for every round, bounds W(0) too; W(0) = I breaks it. `assumptions-n-plus`: "for any t in N_+"
without 0, it leaves W(0) out as well, and the remark is true (a window of one round is its matrix). `gamma`
and `zeta`: the conditions on Gamma and the two zeta coincide at B = 1, by algebra.
"""

from ...families.shared import gossip, matrices
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import ZETA
from .si_theorem_3 import ZETA_B

_LATER = """
less: lam_later <= lam_windows by root, product_Q(yl), later times lam_windows**2, later_attains,
  later_window(yl) times Q(yl), later_window(yl) times W_later(yl)
more: lam_windows <= lam_later by root, product_V(z), widest times lam_later**2, widest_attains,
  widest_window(z) times R(z), widest_window(z) times V(z)
claim by lam_later == lam_windows
"""
_ALL = """
less: lam <= lam_all_windows by root, product_P(h), top times lam_all_windows**2, top_attains,
  window(h) times P(h), window(h) times W(h)
claim by less
"""
_GAMMA = """
defined: 1 - lam**2 > 0 by lam < 1, lam >= 0
claim
"""
_ZETA = """
wide: 2*Gamma**2 > (Gamma + 1)**2*(1 + lam**2) by Gamma/(Gamma + 1) > sqrt((1 + lam**2)/2)
defined: (1 - lam**2)*(Gamma**2/((Gamma + 1)**2*(lam**2 + 1)) - 1/2) > 0 by wide, lam < 1
claim
"""

STILL_AT_FIRST = {
    "K": 2,
    "S": 2,
    "head": 1,
    "B": 1,
    "W": [[[1, 0], [0, 1]], [["2/3", "1/3"], ["1/3", "2/3"]]],
}

SI_REMARK_3 = Theorem(
    id="decefl.si-remark-3",
    title="windows of one round",
    place="DeceFL, supplement, Remark 3",
    statement="B = 1: Assumption 4 is Assumption 3, Theorem 3 is Theorem 2",
    family=matrices(S=(1, 2), head=(0, 1), B=(1, 2)),
    first=None,
    variants=(
        Variant(
            "assumptions",
            "lam <= lam_windows",
            statement="Assumption 4 implies lambda(t) <= lambda for every t >= 0",
            assume=("0 < lam_windows < 1", "B == 1"),
            severity=Severity.MISSING,
            remains="True with lambda over t >= B - 1 (`assumptions-repaired`), or if Assumption 3 leaves W(0) out too",
            examples=(STILL_AT_FIRST,),
        ),
        Variant(
            "assumptions-n-plus",
            "lam_later == lam_windows",
            statement="the same for t in N_+ = {1, 2, ...}, B = 1",
            assume=("B == 1",),
            derivation=_LATER,
        ),
        Variant(
            "assumptions-repaired",
            "lam <= lam_all_windows",
            statement="the same with lambda = max over t >= B - 1",
            assume=("B == 1",),
            derivation=_ALL,
        ),
        Variant(
            "gamma",
            "(2 + sqrt(2*(1 + lam**2)))/(1 - lam**2) - 1 == (sqrt(2*(1 + lam**2)) + 1 + lam**2)/(1 - lam**2)",
            statement="B (2 + sqrt(2(1+lambda^2)))/(1-lambda^2) - 1 at B = 1 is the bound of SI Theorem 1",
            assume=("lam < 1",),
            derivation=_GAMMA,
        ),
        Variant(
            "zeta",
            f"{ZETA_B.replace('lam_windows', 'lam').replace('B', '1')} == {ZETA}",
            statement="zeta_B at B = 1 is zeta",
            assume=("0 < lam < 1", "Gamma/(Gamma + 1) > sqrt((1 + lam**2)/2)"),
            family=gossip(scaled=True, turned=False),
            derivation=_ZETA,
        ),
    ),
)

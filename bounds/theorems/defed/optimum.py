"""DeFed: F* is printed as sum_k (m_k/m) F_k(w*) and as (1/K) sum_k F~_k(w*), F~_k = (m_k/m) F_k.

The second is the first divided by K; they agree only where F* = 0 or K = 1. No repair beyond deleting one
of them.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import CONNECTED

OPTIMUM = Theorem(
    id="defed.optimum",
    title="the two printed values of F*",
    place="DeFed, problem formulation and Assumptions",
    statement="sum_k (m_k/m) F_k(w*) = (1/K) sum_k F~_k(w*)",
    family=gossip(scaled=True, fixed=True),
    first=None,
    variants=(
        Variant(
            "main",
            "Fstar == Fstar_mean",
            statement="the two printed values of F* agree",
            assume=(CONNECTED,),
            severity=Severity.TYPO,
            remains="The second is F*/K; everything said of F* is true of the first",
        ),
        Variant(
            "repaired",
            "Fstar == K*Fstar_mean",
            derivation="claim",
        ),
    ),
)

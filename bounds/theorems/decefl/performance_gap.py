"""DeceFL, main text: the performance gap Delta = F(D; M_c) - F(D; M_d) "is a nonnegative metric".

M_c minimises F(D; .), so Delta <= 0 for every M_d: the sign is the wrong way round (`repaired`).
"""

from ...families.shared import GOSSIP
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import CONNECTED

PERFORMANCE_GAP = Theorem(
    id="decefl.performance-gap",
    title="sign of the performance gap",
    place="DeceFL, main text, problem formulation",
    statement="Delta = F(D; M_c) - F(D; M_d) >= 0",
    family=GOSSIP,
    rounds=0,
    variants=(
        Variant(
            "main",
            "0 <= -gap(t)",
            statement="F(M_c) - F(M_d) >= 0 for the averaged model",
            assume=(CONNECTED,),
            severity=Severity.TYPO,
            remains="F(M_d) - F(M_c) >= 0 (`repaired`)",
        ),
        Variant(
            "repaired",
            "0 <= gap(t)",
            derivation="claim by below(J(x), o) with J(x) - o",
        ),
    ),
)

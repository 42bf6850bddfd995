"""dawo, complexity: per device and outer iteration K_max M (power iteration) + 3M (subgradient) + 2M (step) + M
(projection), in all O(J_max (K_max + 6) M) = O(J_max K_max M).

`order`: (K_max + 6) M <= 7 K_max M for K_max >= 1, true. Step 4, 3M, counts two multiplications and one addition an
entry, p (v_i - v_j)^2; counted in the same way, `step-3` has M multiplications and M - 1 additions an inner iteration
and no more than K_max M operations is false for M >= 2 (it is the count of multiplications alone). The counts leave
out what the nodes cannot do alone: centring and scaling in every inner iteration need sums over all devices (Remark
3), none of which a row of E W_hat contains.
"""

from ...domains import NATURAL
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity

COMPLEXITY = Theorem(
    id="dawo.complexity",
    title="operations of Algorithm 2",
    place="dawo, Section VI, complexity",
    statement="K_max M + 3M + 2M + M operations a device and outer iteration, O(J_max K_max M) in all",
    family=scalars(M=NATURAL, Kmax=NATURAL),
    first=None,
    variants=(
        Variant("order", "(Kmax + 6)*M <= 7*Kmax*M", derivation="claim"),
        Variant(
            "sum",
            "Kmax*M + 3*M + 2*M + M == (Kmax + 6)*M",
            derivation="claim",
        ),
        Variant(
            "step-3",
            "Kmax*(M + M - 1) <= Kmax*M",
            statement="K_max products with a row of E W_hat take at most K_max M operations, additions counted "
            "as in step 4",
            severity=Severity.TYPO,
            remains="The repaired count is right.",
        ),
        Variant(
            "repaired",
            "Kmax*(M + M - 1) + 3*M + 2*M + M <= 2*(Kmax + 3)*M",
            statement="operations of steps 3 to 6 with additions counted throughout: at most 2 K_max M + 6M",
            derivation="claim",
        ),
    ),
)

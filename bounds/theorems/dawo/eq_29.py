"""dawo, (29): the consensus error is unrolled to the noise and the gradients of earlier rounds, "where we use X(0) =
0".

At t = 0 no round is earlier, so (29) says that the consensus error is 0. That is true where all clients start at one
point (`proof`), and an assumption that Theorem 1 does not make (`any-start`). The repair keeps the start's own term:
`dawo.theorem-1`, repaired.
"""

from ...links import learning
from ...theorem import Theorem, Variant

EQ_29 = Theorem(
    id="dawo.eq-29",
    title="the consensus error has no term of the start",
    place="dawo, Appendix A, (29)",
    statement="Xi(t) is at most twice a noise term plus twice a gradient term of the rounds before t",
    family=learning(),
    rounds=0,
    variants=(
        Variant("any-start", "Xi(0) = 0 whatever the start", "spread2(t)", "0"),
        Variant(
            "proof",
            "Xi(0) = 0 where all start at one point",
            "spread2(t)",
            "0",
            family=learning(common=True),
            proved=True,
        ),
    ),
)

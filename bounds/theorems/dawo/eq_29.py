"""dawo, (29): the consensus error is unrolled to the noise and the gradients of earlier rounds, "where we use X(0) =
0".

At t = 0 no round is earlier, so (29) says there that the consensus error is 0: true where all clients start at one
point, which (29) says it uses and Theorem 1 does not ask for (`dawo.theorem-1:second-moment`; its repair keeps the
start's own term). That is all that `at-the-start` states. At later rounds (29) is the identity X(t)(I - J) = N + D of
the proof of `dawo.theorem-1` and ||a + b||^2 <= 2 ||a||^2 + 2 ||b||^2; the bounds on its two terms that the paper
goes on with are `dawo.eq-30` and `dawo.eq-31`.
"""

from ...families.lossy_learning import learning
from ...theorem import Theorem, Variant

# A sum over no rounds, times t = 0.
_DERIVED = """
always Z: sum(s < t, spread2(s + 1)) >= 0
  next by Z with next(x - J(x))
always I: spread2(t) <= t*sum(s < t, spread2(s + 1))
  apart: spread2(t + 1) >= 0 by t >= 0 with next(x - J(x))
  next by apart, Z, t >= 0
claim by I, t == 0 times sum(s < t, spread2(s + 1))
"""

EQ_29 = Theorem(
    id="dawo.eq-29",
    title="the consensus error has no term of the start",
    place="dawo, Appendix A, (29)",
    statement="Xi(t) is at most twice a noise term plus twice a gradient term of the rounds before t",
    family=learning(common=True),
    rounds=3,
    variants=(
        Variant(
            "at-the-start",
            "spread2(t) <= 0",
            statement="at t = 0, where all start at one point: Xi(0) = 0",
            assume=("t == 0",),
            derivation=_DERIVED,
        ),
    ),
)

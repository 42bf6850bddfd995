"""dawo, (28): one round of the expected loss at the mean model.

E f(xbar(t+1)) <= E f(xbar(t)) - (lambda/2) E||grad f(xbar)||^2 + (lambda omega^2/(2M)) sum_i E||xbar - x_i||^2 +
lambda alpha^2/(2M), lambda <= 1/omega.

`main` is true; `sharp` is true with lambda^2 omega alpha^2/(2M), which is below it. `summed`: the display after (31)
divides (28) by lambda and writes lambda omega alpha^2/(2M); from the printed (28) it would be alpha^2/(2M), so the
printed term is a slip for the sharp one. Idea: the descent lemma at xbar, ||grad f - h||^2 <= (omega^2/M) sum_i ||xbar
- x_i||^2 for the mean h of the local gradients; clients draw independently.
"""

from ...families.lossy_learning import learning
from ...theorem import Theorem, Variant
from ...verdict import Severity

_RIGHT = "gap(t) - eta/2*gradient2(t) + eta*omega**2/(2*K)*spread2(t) + "
_STEP = ("eta <= 1/omega",)

_DERIVED = """
let p = J(grad(J(x))), h = J(grad(x))
short: eta*omega <= 1 by eta <= 1/omega
near: sq(p - h) <= omega**2*sq(x - J(x)) by lipschitz(x, J(x)) with grad(x) - grad(J(x)) - h + p
fall: F(J(next(x))) <= F(J(x)) - eta/2*sq(p) + eta/2*sq(p - h) + eta**2*omega/2*alpha2
  by above(J(next(x)), J(x)), short, mean_noise with h
claim sharp
claim main by short
"""

EQ_28 = Theorem(
    id="dawo.eq-28",
    title="one round of the expected loss",
    place="dawo, Appendix A, (28)",
    statement="E f(next mean) <= E f(mean) - (lambda/2) E||grad f||^2 + lambda (omega^2 sum Xi_i + alpha^2)/(2M)",
    family=learning(),
    rounds=4,
    variants=(
        Variant("main", f"gap(t + 1) <= {_RIGHT}eta*alpha2/(2*K)", assume=_STEP, derivation=_DERIVED),
        Variant(
            "sharp",
            f"gap(t + 1) <= {_RIGHT}eta**2*omega*alpha2/(2*K)",
            statement="last term lambda^2 omega alpha^2/(2M)",
            assume=_STEP,
            derivation=_DERIVED,
        ),
        Variant(
            "summed",
            "alpha2/(2*K) <= eta*omega*alpha2/(2*K)",
            statement="the last term divided by lambda is lambda omega alpha^2/(2M), as the sum over rounds says",
            assume=_STEP,
            note="the sum over rounds follows from the variant sharp",
            severity=Severity.MISSING,
            remains="Each round's inequality is true; the sum needs a step with lambda omega <= 1.",
        ),
    ),
)

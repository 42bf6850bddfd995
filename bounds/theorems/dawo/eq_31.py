"""dawo, (31): the consensus error, summed over the rounds.

(1/M) sum_{t<T} sum_i Xi_i <= 2 lambda^2/((1 - rho)(1 - 18 M lambda^2 omega^2/(1 - sqrt rho)^2)) (M alpha^2 T + 9 M
beta^2 T + 9 sum_t E||grad f 1'||^2), rho = rho(E W_hat^2), ||grad f 1'||^2 = M ||grad f||^2 (Frobenius).

Why it fails, at equal starts too, as the proof has them (`main`): gradients that always pull apart build up a spread
of order lambda beta/(1 - sqrt rho), and 1/(1 - sqrt rho)^2 outgrows 1/(1 - rho) as rho -> 1; the noise term alone has
the printed factor. Two clients that pull apart by +1 and -1, weight w on a reliable link, lambda -> 0: the left side
tends to lambda^2 beta^2/(2w)^2 a round, the right one to 36 lambda^2 beta^2/(4w(1 - w)) a round, so any w < 1/37
breaks it in the long run. Repair (proved in `dawo.theorem-1`): (2 C_0/M + 2 lambda^2 alpha^2 T + 4 lambda^2 beta^2
T)/((1 - sqrt rho)^2 - 4 lambda^2 omega^2). `final-display`, Appendix A's last, (1/2) sum_t E||grad f||^2 <=
(f_0-f*)/lambda + lambda omega alpha^2 T/(2M) + (alpha^2 T + 9 beta^2 T + 9 sum_t E||grad f||^2) G, has (1 - sqrt
rho)^2 for 1 - rho again and is not hurt: true, as `dawo.eq-28:sharp`, summed, and the repaired (31) give it with
(alpha^2 T + 2 beta^2 T) H in the last term, H <= G.
"""

from ...families.lossy_learning import learning
from ...theorem import Theorem, Variant
from ...verdict import Severity
from . import lossy
from .theorem_1 import RANGE, WIDER, G

_LEFT = "spread2_before(t)/K"
_RIGHT = (
    "2*eta**2/((1 - rho2)*(1 - 18*K*eta**2*omega**2/(1 - sqrt(rho2))**2))"
    "*(K*alpha2*t + 9*K*beta2*t + 9*K*gradients2_before(t))"
)

_DISPLAY = f"""{lossy.NARROW}{lossy.SPREAD}
{lossy.SHORT}
{lossy.LOSS}{lossy.SMALL}
bound: gradients2_before(t)/2 <= gap(0)/eta + eta*omega*alpha2*t/(2*K) + t*(alpha2 + 2*beta2)*G by descent, flat, room
claim by bound, t >= 0, beta2 >= 0
"""

_SHARP = (
    lossy.SHARPER.replace(", q = r + eta*omega", "")
    + """
deep: (1 - q)**2 > 0 by range
claim by I, range, deep with x - J(x)
"""
)

EQ_31 = Theorem(
    id="dawo.eq-31",
    title="summed consensus error",
    place="dawo, Appendix A, (31)",
    statement="(1/M) sum_t sum_i Xi_i <= 2 lambda^2 (M alpha^2 T + 9 M beta^2 T + 9 sum E||grad f 1'||^2)/((1-rho) D)",
    family=learning(),
    rounds=6,
    first=1,
    variants=(
        Variant(
            "main",
            f"{_LEFT} <= {_RIGHT}",
            statement="as printed, all clients start at one point",
            assume=RANGE,
            family=learning(common=True, noisy=False, clients=(2,)),
            rounds=118,
            examples=(
                {
                    **{"K": 2, "S": 1, "W": [[["49/50", "1/50"], ["1/50", "49/50"]]], "P": [[0, 1], [1, 0]]},
                    **{"a": 1, "c": [1, -1], "start": 0, "eta": "1/5000"},
                },
            ),
            severity=Severity.CONSTANT,
            remains="True with the repaired constants.",
        ),
        Variant(
            "final-display",
            "gradients2_before(t)/2 <= gap(0)/eta + eta*omega*alpha2*t/(2*K) + (alpha2*t + 9*beta2*t + "
            "9*gradients2_before(t))*G",
            statement="what (28) and (31) are summed to, all clients start at one point",
            assume=RANGE,
            where={"G": G},
            family=learning(common=True),
            derivation=_DISPLAY,
        ),
        Variant(
            "repaired",
            f"{_LEFT} <= (2*spread2(0)/K + 2*eta**2*alpha2*t + 4*eta**2*beta2*t)/((1 - sqrt(rho2))**2 "
            "- 4*eta**2*omega**2)",
            statement="(2 C_0/M + 2 lambda^2 alpha^2 T + 4 lambda^2 beta^2 T)/((1 - sqrt rho)^2 - 4 lambda^2 omega^2)",
            assume=WIDER,
            derivation=f"{lossy.WIDER}{lossy.SPREAD}claim by all, more, gap",
        ),
        Variant(
            "sharp",
            f"{_LEFT} <= ((1 - q)*spread2(0)/K + eta**2*((1 - q)*alpha2 + beta2)*t)/(1 - q)**2",
            statement="(1 - q) C_0/M + lambda^2 ((1 - q) alpha^2 + beta^2) T over (1 - q)^2, q = sqrt rho + "
            "lambda omega < 1",
            assume=("eta*omega < 1 - sqrt(rho2)",),
            where={"q": "sqrt(rho2) + eta*omega"},
            derivation=_SHARP,
        ),
    ),
)

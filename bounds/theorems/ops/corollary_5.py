"""ops, Corollary 5: with the main text's step of Corollary 3, (1/T) sum_i sum_t ||x - zbar||^2 <= O((nGR + nR
sigma)/T).

`main`: Theorem 4's bound C_2^2 gamma^2 n (G^2 + sigma^2)(T + 1)/T at that step, C_1 = 4 C_2 + 1, with O(.) read as
100 (1 + C_2)^2: false for small G. gamma^2 G^2 is R/(C_1 T) when sigma = 0, without a G, so no constant times GR/T is
above it (models scale with R, whatever the size of the gradients); and while the noise rules the step it has no T.
For fixed G, sigma, R and T to infinity it is O(1/T). `models`: the models themselves, without noise, at T = 1 and the
constants of n, false for small G in the same way. `repaired`: at most 2 C_2^2 n R (1 + sigma^2/G^2)/(C_1 T), C_2
and R as there, since gamma <= sqrt(nR)/(G sqrt(n C_1 T)) and (T + 1)/T <= 2.
With a step for the W at hand and the exact constant of Theorem 4, without any of these: `ops.step-for-weights`.
"""

from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .corollary_3 import MAIN, SIGNS
from .uniform import C_1, GRAPH, UNIFORM

_LEFT = "C2**2*gamma**2*n*(G**2 + sigma**2)*(T + 1)/T"
_REPAIRED = f"""{SIGNS}\
small: gamma**2*G**2*C1*T <= R by c2
each: gamma**2 <= R/(G**2*C1*T) by small
wide: gamma**2*(T + 1)/T <= 2*R/(G**2*C1*T) by each, gamma**2*(T - 1)/T >= 0
claim by wide with C2*G, C2*sigma
"""

COROLLARY_5 = Theorem(
    id="ops.corollary-5",
    title="consensus at the printed step size",
    place="ops, Corollary 5",
    statement="(1/T) sum_i sum_t ||x_{t+1}^(i) - zbar_{t+1}||^2 <= O((n G R + n R sigma)/T)",
    family=scalars("n", "G sigma R T"),
    first=None,
    variants=(
        Variant(
            "main",
            f"{_LEFT} <= 100*(1 + C2)**2*(n*G*R + n*R*sigma)/T",
            statement="as printed, Theorem 4's bound at the step",
            assume=("T >= 1",),
            where=MAIN,
            examples=({"G": "1/1000000", "sigma": "1/10000000000", "R": 1, "T": 1, "n": 2},),
            severity=Severity.CONSTANT,
            remains="2 C_2^2 n R (1 + sigma^2/G^2)/(C_1 T) is true: O(1/T), but not proportional to G.",
        ),
        Variant(
            "models",
            "deviations(1) <= 100*(1 + C2)**2*n*G*R",
            statement="the models themselves, sigma = 0 and T = 1, so R = gamma^2 G^2 C_1",
            assume=(*GRAPH, "n > 1", "reach2(1) <= R"),
            where={**C_1, "R": "gamma**2*G**2*C1"},
            family=UNIFORM,
            examples=(
                {
                    **{
                        "n": 3,
                        "S": 1,
                        "P": 1,
                        "g": [[f"1/{10**18}", 0, 0]],
                        "b": [[1, 0, 0]],
                        "gamma": 10**18,
                    },
                    "W": [[["1/2", "1/2", 0], [0, "1/2", "1/2"], ["1/2", 0, "1/2"]]],
                },
            ),
            severity=Severity.CONSTANT,
            remains="2 C_2^2 n R (1 + sigma^2/G^2)/(C_1 T) is true: O(1/T), but not proportional to G.",
        ),
        Variant(
            "repaired",
            f"{_LEFT} <= 2*C2**2*n*R*(1 + sigma**2/G**2)/(C1*T)",
            assume=("T >= 1",),
            where=MAIN,
            derivation=_REPAIRED,
        ),
    ),
)

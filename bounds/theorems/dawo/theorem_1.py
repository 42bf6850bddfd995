"""dawo, Theorem 1, (8): the ergodic average of E||grad f(X(t)1/M)||^2.

Setting. M clients (K in formulas) start at X(0) and follow X(t+1) = X(t) W_hat(t) - lambda dF(X(t)) over lossy links
(lambda: eta in formulas), gradients omega-Lipschitz, noise alpha^2, spread of gradients beta^2 at every point; rho2 =
rho(E W_hat^2) < 1.

Statement. With lambda < (1 - sqrt rho)/(6 sqrt(M) omega) and G = M lambda^2 omega^2/((1 - sqrt rho2)^2 - 18 M
lambda^2 omega^2), the average over t < T is at most [(f_0 - f*)/(lambda T) + lambda omega alpha^2/(2M) + alpha^2 G +
9 beta^2 G]/(1/2 - 9 G).

Readings. `mean-square`: the argument of rho in the step condition as printed there, the square of the mean matrix,
sqrt rho = rho(E W_hat), at equal starts. It is below sqrt(rho2), so steps are allowed that make G negative: the bound
itself is then negative. `second-moment`: the same rho2 as in G. Then M lambda^2 omega^2 < (1 - sqrt rho2)^2/36, so 9
G < 1/2 always and the bound is positive. But the statement does not ask for X(0) = 0, which the proof uses: clients
of one common loss that start on both sides of its minimum, with their mean at it, have bound 0 and move away where
the loss is steeper on one side. `equal-start`, `equal-start-bent`: with equal starts it is true.

Repair. For any start and lambda < (1 - sqrt rho2)/(2 omega), H = lambda^2 omega^2/((1 - sqrt rho2)^2 - 4 lambda^2
omega^2): average <= 2 [ (f_0 - f*)/(lambda T) + lambda omega alpha^2/(2M) + (C_0/(M lambda^2 T) + alpha^2 + 2 beta^2)
H ], C_0 = sum_i ||x_i(0) - xbar(0)||^2. No M in H or in the step condition, so more clients no longer hurt; at equal
starts it is below (8) term by term.

Idea of `repaired`. X(t)(I - J) is a start and a noise part, uncorrelated over rounds, which shrink by rho2, and a part
of the gradients, bounded by Young's inequality for convolutions with r = sqrt rho2; this is `dawo.eq-31`, repaired. It
enters the sum of `dawo.eq-28`, with its sharp last term, over t < T. At C_0 = 0 the result is below (8), as H <= G.

`repaired-equal-start`: at equal starts twice the range of steps, and a smaller network term. Idea. No start part;
Minkowski's inequality over all rounds and clients in place of Young's gives c (1 - r - lambda omega) <= lambda (alpha
+ beta) for c^2 = (1/(M T)) sum_{t<T} C_t.

`certified`: clients of different curvature, without beta^2; `dawo.certified` is its proof.
"""

from ...families.lossy_learning import bent, learning
from ...theorem import Theorem, Variant
from ...verdict import Severity
from . import lossy
from .certified import certified

G = "K*eta**2*omega**2/((1 - sqrt(rho2))**2 - 18*K*eta**2*omega**2)"
H = "eta**2*omega**2/((1 - sqrt(rho2))**2 - 4*eta**2*omega**2)"
RANGE = ("rho2 < 1", "eta < (1 - sqrt(rho2))/(6*sqrt(K)*omega)")
WIDER = ("rho2 < 1", "eta < (1 - sqrt(rho2))/(2*omega)")

_LEFT = "gradients2_before(t)/t"
_NOISY = "1/(1/2 - 9*G)*(gap(0)/(eta*t) + eta*omega*alpha2/(2*K) + alpha2*G + 9*beta2*G)"
_PLAIN = "1/(1/2 - 9*G)*(gap(0)/(eta*t))"
_SHARP = "(sqrt(alpha2) + sqrt(beta2))**2*eta**2*omega**2/(1 - sqrt(rho2) - eta*omega)**2"
_REPAIRED = "2*(gap(0)/(eta*t) + eta*omega*alpha2/(2*K) + (spread2(0)/(K*eta**2*t) + alpha2 + 2*beta2)*H)"

_DERIVED = f"""{lossy.WIDER}{lossy.SPREAD}
{lossy.SHORT}
{lossy.LOSS}
rounds_run: t > 0 by t >= 1
whole: omega**2*S <= 2*K*t*(C0/(K*eta**2*t) + alpha2 + 2*beta2)*H by all, more, gap
claim by descent, whole, gap
"""
_AS_PRINTED = f"""{lossy.NARROW}{lossy.SPREAD}
{lossy.SHORT}
{lossy.LOSS}{lossy.SMALL}
rounds_run: t > 0 by t >= 1
let N = gap(0)/(eta*t) + eta*omega*alpha2/(2*K)
bound: gradients2_before(t)/t <= 2*(N + (alpha2 + 2*beta2)*G) by descent, flat, half
claim by bound, half
"""
_EQUAL_START = f"""
{lossy.SHARPER}\
all: (1 - q)**2*spread2_before(t) <= t*V by I, range with x - J(x)
short: eta*omega <= 1 by eta*omega < 1 - sqrt(rho2), r >= 0
{lossy.LOSS}
rounds_run: t > 0 by t >= 1
deep: (1 - q)**2 > 0 by range
whole: omega**2*spread2_before(t) <= K*t*(sqrt(alpha2) + sqrt(beta2))**2*eta**2*omega**2/(1 - r - eta*omega)**2
  by all, deep
claim by descent, whole, deep
"""

THEOREM_1 = Theorem(
    id="dawo.theorem-1",
    title="ergodic average of the squared gradient over lossy links",
    place="dawo, Theorem 1, (8)",
    statement="average <= ((f_0-f*)/(lambda T) + lambda omega alpha^2/(2M) + (alpha^2 + 9 beta^2) G)/(1/2 - 9G)",
    family=learning(),
    rounds=12,
    first=1,
    variants=(
        Variant(
            "mean-square",
            f"{_LEFT} <= {_NOISY}",
            statement="step condition with rho of the square of the mean matrix, as printed there",
            assume=("rho2 < 1", "eta < (1 - rho_mean)/(6*sqrt(K)*omega)"),
            where={"G": G},
            family=learning(common=True),
            severity=Severity.TYPO,
            remains="With rho(E W_hat^2) in the step condition, as in G, the bound holds at equal starts.",
        ),
        Variant(
            "second-moment",
            f"{_LEFT} <= {_PLAIN}",
            statement="step condition with rho(E W_hat^2), any start",
            assume=RANGE,
            where={"G": G},
            family=bent(),
            rounds=3,
            note="equal losses without noise: alpha = beta = 0",
            examples=(
                {
                    **{"K": 2, "S": 1, "W": [[["1/2", "1/2"], ["1/2", "1/2"]]], "P": [[0, 1], [1, 0]]},
                    **{"a": 1, "b": "1/2", "w0": [1, -1], "eta": "1/10"},
                },
            ),
            severity=Severity.MISSING,
            remains="True where all clients start at one point; any start needs the term of the start in the repair.",
        ),
        Variant(
            "equal-start",
            f"{_LEFT} <= {_NOISY}",
            statement="step condition with rho(E W_hat^2), all clients start at one point (quadratic losses)",
            assume=RANGE,
            where={"G": G},
            family=learning(common=True),
            derivation=_AS_PRINTED,
        ),
        Variant(
            "equal-start-bent",
            f"{_LEFT} <= {_PLAIN}",
            statement="the same on losses whose gradient bends",
            assume=RANGE,
            where={"G": G},
            family=bent(common=True),
            rounds=3,
            derivation=lossy.quiet(_AS_PRINTED),
        ),
        Variant(
            "repaired",
            f"{_LEFT} <= {_REPAIRED}",
            statement="2 ((f_0-f*)/(lambda T) + lambda omega alpha^2/(2M) + (C_0/(M lambda^2 T) + alpha^2 + 2 "
            "beta^2) H)",
            assume=WIDER,
            where={"H": H},
            derivation=_DERIVED,
        ),
        Variant(
            "repaired-equal-start",
            f"{_LEFT} <= 2*(gap(0)/(eta*t) + eta*omega*alpha2/(2*K)) + {_SHARP}",
            statement="equal starts: 2 ((f_0-f*)/(lambda T) + lambda omega alpha^2/(2M)) + ((alpha + beta) "
            "lambda omega/(1 - r - lambda omega))^2, r = sqrt(rho2), lambda < (1 - r)/omega",
            assume=("rho2 < 1", "eta*omega < 1 - sqrt(rho2)"),
            family=learning(common=True),
            derivation=_EQUAL_START,
        ),
        Variant(
            "repaired-bent",
            f"{_LEFT} <= 2*(gap(0)/(eta*t) + spread2(0)/(K*eta**2*t)*H)",
            statement="the same on losses whose gradient bends",
            assume=WIDER,
            where={"H": H},
            family=bent(),
            rounds=3,
            derivation=lossy.quiet(_DERIVED),
        ),
        certified(),
    ),
)

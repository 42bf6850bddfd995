"""ops, proof of Theorem 2, step by step (readings as in `ops.theorem-2`, (U) of `uniform`); the network
term: `proof_network_term`.

`ops.proof-convexity`: E sum_i f(x_t^(i)) - f(x*) <= I_1t + I_2t. True: convexity, and x_t^(i) - x* = (x_t^(i) -
zbar_t) + (zbar_t - x*).

`ops.proof-i2`: I_2t <= (n/2 gamma) E(gamma^2 G^2 + gamma^2 sigma^2/n + ||zbar_t - x*||^2 - ||zbar_{t+1} - x*||^2).
`average`, zbar the average of the z^(i): true, an identity with gamma^2 ||gbar||^2 and E||gbar||^2 <= G^2 +
sigma^2/n. `sum`, zbar = -gamma sum G_s 1 as in the supplement's notation: false; then the factor n in front and in
the noise go, and the gradient term is n^2 G^2: `repaired-sum`, (1/2 gamma) E(gamma^2 (n^2 G^2 + n sigma^2) + ...), by
the same identity.

`ops.proof-combined`: the sum of the two bounds, in two lines. `first-line`: prints 2 gamma C q sigma^2 T/(...)
without n and (n/(2 n gamma)) sum(...): false, gains of n nodes are charged once. `first-line-noise`: as a step of
arithmetic, is the sum of the two displays at most the first line with n/(2 gamma) restored: no, the factor n of the
noise term is lost. `second-line`: both factors are back: true under (U). The left side of that display has
f_{i,t}(z_t^(i)) for f_{i,t}(x_t^(i)): no variant. With omega^(i) away from 1 the z^(i) tend to omega^(i) x*, a loss
in proportion to T that no term T gamma pays for when gamma is small, but visible only after thousands of rounds at
the printed constants.
"""

from ...families.digraphs import ROWS
from ...families.pushsum_proof import push_sum
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .proof_network_term import NETWORK
from .uniform import GRAPH, UNIFORM, printed

_PLACE = "ops, supplement, proof of Theorem 2"
_NOISY = push_sum(ROWS, noisy=True, nodes=(1, 2))
_I2 = "n/(2*gamma)*(gamma**2*G**2 + gamma**2*sigma2/n + gain(t))"
_GAINS = "t*(gamma**2*G**2 + gamma**2*sigma2/n) + gains(t)"
_X = "C*q/(delta*(1 - q))"

PROOF_CONVEXITY = Theorem(
    id="ops.proof-convexity",
    title="excess loss split at the average",
    place=_PLACE,
    statement="E sum_i f(x_t^(i)) - f(x*) <= I_1t + I_2t",
    family=_NOISY,
    rounds=2,
    variants=(
        Variant(
            "main",
            "excess(t) <= network_term(t) + average_term(t)",
            derivation="claim by convex sum i",
        ),
    ),
)

# the rows of W sum to 1, so zbar moves by the mean of the gradients alone
_AVERAGE = """
let s = sum(i, h[i] + e[i]), g = s/n
step: average_term(t) == n/(2*gamma)*(gamma**2*sq(g) + gain(t)) by models times next(z) + z - gamma*g - 2*u sum j
jensen: sq(s) <= n**2*G**2 + n*sigma2 by slopes, noise with n*h[i] - sum(j, h[j]) over n > 0 sum i
claim by step, jensen
"""
_SUM = """
let g = sum(i, h[i] + e[i])
step: average_term(t) == (gamma**2*sq(g) + gain(t))/(2*gamma) by models times next(z) + z - gamma*g - 2*u sum j
jensen: sq(g) <= n**2*G**2 + n*sigma2 by slopes, noise with n*h[i] - sum(j, h[j]) over n > 0 sum i
claim by step, jensen
"""

PROOF_I2 = Theorem(
    id="ops.proof-i2",
    title="the average's own step",
    place=_PLACE,
    statement="I_2t <= (n/2 gamma) E(gamma^2 G^2 + gamma^2 sigma^2/n + ||zbar_t - x*||^2 - ||zbar_{t+1} - x*||^2)",
    family=_NOISY,
    rounds=2,
    variants=(
        Variant(
            "average",
            f"average_term(t) <= {_I2}",
            statement="zbar the average of the z^(i)",
            derivation=_AVERAGE,
        ),
        Variant(
            "sum",
            f"average_term(t) <= {_I2}",
            statement="zbar_{t+1} = zbar_t - gamma G_t 1",
            assume=GRAPH,
            family=push_sum(centre="sum"),
            severity=Severity.TYPO,
            remains="With zbar the average of the z, as Theorem 4 defines it, the step is an identity.",
        ),
        Variant(
            "repaired-sum",
            "average_term(t) <= 1/(2*gamma)*(gamma**2*(n**2*G**2 + n*sigma2) + gain(t))",
            statement="zbar_{t+1} = zbar_t - gamma G_t 1: (1/2 gamma) E(gamma^2 (n^2 G^2 + n sigma^2) + ...)",
            family=push_sum(ROWS, noisy=True, nodes=(1, 2), centre="sum"),
            derivation=_SUM,
        ),
    ),
)

# rounds from 1 on, where `late` turns to 1; in round 0 all models are at their average
_COMBINED = f"""{NETWORK}\
let p = sum(i, h[i] + e[i]), g = p/n, V = gamma**2*(n*G**2 + sigma2)
step: average_term(t) == n/(2*gamma)*(gamma**2*sq(g) + gain(t)) by models times next(z) + z - gamma*g - 2*u sum j
jensen: sq(p) <= n**2*G**2 + n*sigma2 by slopes, noise with n*h[i] - sum(j, h[j]) over n > 0 sum i
split: excess(t) <= network_term(t) + average_term(t) by convex sum i
round: 2*gamma*excess(t) <= 2*gamma*network_term(t) + V + n*gain(t)
  by split, step times 2*gamma, jensen
always J: 2*gamma*later_regret <= 2*gamma*sum(s < t, network_term(s)) + V*(t - late) + n*later_gain
  and none: (1 - late)*network_term(t) == 0
  and early: late >= 0
  busy: late*2*gamma*excess(t) <=
    late*(2*gamma*network_term(t) + V + n*gain(t)) by round, early
  next J by J, busy, none times 2*gamma
both: 2*gamma*regret(t) <= 2*gamma*network_terms(t) + 2*V*t + n*gains(t) by next J
claim by both, network over gamma > 0
"""

PROOF_COMBINED = Theorem(
    id="ops.proof-combined",
    title="both terms together",
    place=_PLACE,
    statement="regret <= 8 n gamma C T q G^2/(...) + 2 gamma C q sigma^2 T/(...) + (n/(2 n gamma)) sum(...)",
    family=UNIFORM,
    rounds=6,
    first=1,
    variants=(
        printed(
            "first-line",
            "the first line as printed, weights 1/(number of out-neighbours), self-loops",
            "regret(t)",
            f"8*n*gamma*t*G**2*{_X} + 2*gamma*sigma2*t*{_X} + n/(2*n*gamma)*({_GAINS})",
            examples=(
                {
                    "n": 2,
                    "S": 1,
                    "P": 1,
                    "W": [[["1/2", "1/2"], ["1/2", "1/2"]]],
                    "g": [[1, 1]],
                    "b": [[1, 1]],
                    "gamma": "1/1000",
                },
            ),
            severity=Severity.TYPO,
            remains="The line after it has the right factors, and follows from the steps before.",
        ),
        Variant(
            "first-line-noise",
            "8*n*gamma*C*t*q*G**2/(delta*(1 - q)) + 2*n*gamma*C*q*sigma2*t/(delta*(1 - q)) + "
            "n/(2*gamma)*D <= 8*n*gamma*C*t*q*G**2/(delta*(1 - q)) + 2*gamma*C*q*sigma2*t/(delta*(1 - "
            "q)) + n/(2*gamma)*D",
            statement="the sum of the two displays is at most the first line with n/(2 gamma) restored; D is the "
            "sum there",
            assume=("q < 1", "n > 1"),
            family=scalars("n", "G sigma2 gamma C q delta D"),
            severity=Severity.TYPO,
            remains="The line after it has the right factors, and follows from the steps before.",
        ),
        printed(
            "second-line",
            "the second line, weights 1/(number of out-neighbours), self-loops",
            "regret(t)",
            f"G**2*t*n*gamma*(8*{_X} + 1) + sigma2*t*gamma*(1 + 2*n*{_X}) + n/(2*gamma)*gains(t)",
            derivation=_COMBINED,
        ),
    ),
)

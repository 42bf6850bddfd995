"""ops, Theorem 2: the regret of online push-sum, with constants C, q, delta_min, and with constants that come from W.

R_T <= G^2 T n gamma C_1 + sigma^2 T gamma (1 + n C_2) + n R^2/(2 gamma), C_1 = 8 C q/(delta_min (1-q)) + 1, C_2 = 2 C
q/(delta_min (1-q)). R and G are taken as small as Assumption 1 allows for the run at hand; R_T sums rounds 1, ..., T
while Algorithm 1 starts at round 0.

Readings of Assumption 1.6, "any two vectors satisfy ||x - y||^2 <= R". `main`: literally, models, averages and x*
included: the proof needs R^2, so (1) fails as soon as R < 1 (n = 1 will do). `squared`: ||x - y||^2 <= R^2, in the
reading (U) of `uniform` in which the lemmas' constants are valid: true. `squared-comparator-from-0`: only x* within R
of the start, rounds from 0 on: true as well.

`squared-any-weights`: any weights: false for two nodes. W = (1-e, e; 1/2, 1/2); node 1 has no losses, node 2 suffers
|x + gamma e|, so that its slopes alternate and its weight tends to omega = 4e/(1 + 2e). It loses about gamma/(12 e) a
round, against 2 * 385 gamma a round and a domain's square once (formula against formula: it takes some 10^4 rounds,
`tests/bounds/test_ops.py`).

`valid-constants`: (1) for constants that are valid for the W at hand: ||A - 1 psi(t)'||_F <= n C q^k for products A =
W(t-k) ... W(t-1), the same psi(t) for all k >= 1, and omega_t^(i) >= n delta_min for all t. Here C = 1, q = max_t
tau(W(t)) by (U4), psi(t) = omega_t/n; a fixed W may have smaller ones, `mixproof.bounds.computed_constants`.

Repair. No C, q or delta_min is needed, nor strong connectivity, self-loops, a fixed W, or models inside the domain,
only omega > 0, without which a model is 0/0:

    (A) R_T <= n R^2/(2 gamma) + (gamma/2)(G^2 + sigma^2) sum_t sum_i 1/omega_t^(i),  R = ||x* - x_0||, rounds 0 to T-1.

Idea. Phi_t = sum_i omega_t^(i) ||x_t^(i) - u||^2 for any u: a step, then a convex combination. `repaired-inside`: the
same sum from round 1, where it is at most n R^2. For doubly stochastic W the network costs nothing at all: the regret
charges node i with its own losses at its own model only.

    (B) R_T <= n R^2/(2 gamma) + gamma G^2 (n T/2 + S) + gamma sigma^2 T/2 + gamma G sigma S,  S = sum_t sum_{s<t} s_ts,

where s_ts is any number that bounds |sum_ij <p_i, r_j> D_ts[j, i]| over vectors ||p_i||, ||r_j|| <= 1
(`repaired-consensus`: sum_ij |D_ts[j, i]|; n ||D_ts||_2 serves as well, also for r_j with mean square 1), D_ts =
W(s)...W(t-1) diag(1/omega_t) - 11'/n. Proof. With zbar, convexity and the identity of I_2t, R_T <= n R^2/(2 gamma) +
(gamma/2n) sum_t E||sum_i g_t^(i)||^2 - gamma sum_{s<t} E sum_ij <grad F_{i,t}, g_s^(j)> D_ts[j, i]; E||sum_i
g_t^(i)||^2 <= n^2 G^2 + n sigma^2 by independence, and g_s = grad F_s + xi_s with norms at most G and mean squares at
most sigma^2.  []

Combination: (A) for the G^2 part and (B) for the noise. In (B) the gradients of F enter by the form
sum_t ||sum_i p_t^(i)||^2/(2n) - sum_{s<t} sum_ij <p_t^(i), p_s^(j)> D_ts[j, i], which is at most
(1/2) sum_t sum_i ||p_t^(i)||^2/omega_t^(i) for any vectors p: run (A)'s proof with p for g and keep Phi_T, which is at
least n ||zbar_T - u||^2 by convexity; the identity of I_2t turns sum <p, x - u> into the form.  []
`mixproof.bounds.regret_bound` returns the smallest of these, of which no derivation proves the combination.
"""

from ...families.digraphs import ROWS
from ...families.pushsum_proof import push_sum
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .lines import FLOOR, ROOM, SHRINKS
from .uniform import ANY, C_1, REGRET, UNIFORM, VALID, printed

_POTENTIAL = "n*{R2}/(2*gamma) + gamma*(G**2 + sigma2)*{weights}/2"
# Steps of the nodes, then mixing, lower the weighted distance to u; `regret` is (A) times 2 gamma.
_ROUND = """
let y[i] = x[i] - gamma*(h[i] + e[i])/w[i]
let Phi = sum(i, w[i]*sq(x[i] - u))
mixed: next(Phi) <= sum(i, w[i]*sq(y[i] - u))
    by shares, weight[j == i], models times 2*(u - x2[j]), weights times sq(x2[j]) - sq(u)
    with y[i] - x2[j] sum i j
each: (sq(h[i]) + sq(e[i]))/w[i] <= (G**2 + sigma2)/w[i] by slopes, noise
gradients: sum(i, (sq(h[i]) + sq(e[i]))/w[i]) <= (G**2 + sigma2)*sum(i, 1/w[i]) by each sum i
"""
POTENTIAL = f"""{_ROUND}
always I: Phi + 2*gamma*regret_from_0(t) <= n*radius2_from_0(t) + gamma**2*(G**2 + sigma2)*inverse_weights(t)
  next by I, mixed, gradients, convex, gamma > 0 sum i
positive: Phi >= 0 by weight[j == i] with x[i] - u sum i
regret: 2*gamma*regret_from_0(t) <= n*radius2_from_0(t) + gamma**2*(G**2 + sigma2)*inverse_weights(t) by I, positive
"""
_PROOF = POTENTIAL + "claim by regret\n"
# doubly stochastic W: the weights stay 1
EQUAL = """
always one: w[j] == 1
  next by weights, one[j == i] times W[i, j] sum i
inverse: 1/w[i] <= 1 by one[j == i]
always count: inverse_weights(t) <= n*t
  next by count, inverse sum i
"""
# from round 1 on, where `late` turns to 1: Phi_1 <= n reach2, and round 0 has sum 1/omega = n; never is it less
_LATER = f"""{_ROUND}
always mass: sum(i, w[i]) == n and low: late >= 0 and high: late <= 1
  next mass by mass, weights sum j
tangent: 1/w[i] >= 2 - w[i] with w[i] - 1
least: sum(i, 1/w[i]) >= n by tangent, mass sum i
falls: next(Phi) <= Phi - 2*gamma*sum(i, fx[i] - fu[i]) + gamma**2*(G**2 + sigma2)*sum(i, 1/w[i])
    by mixed, gradients, convex, gamma > 0 sum i
opens: (1 - late)*next(Phi) <= (1 - late)*n*reach2(t)
    by opening times w2[j]*(x2[j] + first[j] - 2*u), inside, next_weight, high, next mass sum j
always J: late*Phi + 2*gamma*later_regret <= n*reach2(t)*late + gamma**2*(G**2 + sigma2)*(inverse_weights(t) - n*late)
  next by J, falls, low, high, opens, least
positive: next(Phi) >= 0 by next_weight with x2[j] - u sum j
"""
_INSIDE = _LATER + "claim by next J, positive"
_UNIFORM_FROM_0 = f"""{POTENTIAL}{FLOOR}{ROOM}
most: 2*gamma*regret_from_0(t) <= n*radius2_from_0(t) + gamma**2*(G**2 + sigma2)*n**n*t by regret, count, sigma2
claim by most, whole, loud over gamma > 0
"""
_UNIFORM_ALL = f"""{POTENTIAL}{FLOOR}{ROOM}
later: next(Phi) >= 0 by next_weight with x2[j] - u sum j
most: 2*gamma*regret_from_0(t + 1) <= n*radius2_from_0(t + 1) + gamma**2*(G**2 + sigma2)*n**n*(t + 1)
  by next I, later, next count, sigma2
claim by most, whole, loud, t >= 1 over gamma > 0
"""
_UNIFORM_INSIDE = f"""{_LATER}{FLOOR}{ROOM}
most: 2*gamma*regret(t) <= n*reach2(t) + gamma**2*(G**2 + sigma2)*(n**n*(t + 1))
  by next J, positive, next count, sigma2
claim by most, whole, loud, t >= 1 over gamma > 0
"""

# One agent's descent of the average, and G times how far the models are from it.
_AVERAGE = """\
let p = sum(i, h[i] + e[i]), g = p/n
step: sum(i, dot(h[i], z - u)) == n/(2*gamma)*(gamma**2*sq(g) + sq(z - u) - sq(next(z) - u))
  by models times next(z) + z - gamma*g - 2*u sum j
jensen: sq(p) <= n**2*G**2 + n*sigma2 by slopes, noise with n*h[i] - sum(j, h[j]) over n > 0 sum i
within: norm(h[i]) <= G by root, slopes
"""
_VALID_CONSTANTS = f"""{SHRINKS}\
let Phi = sum(i, w[i]*sq(x[i] - u)), S = D/least_so_far
length: norm(x[i] - z) >= 0
always mass: sum(i, w[i]) == n and early: late >= 0 and most: late <= 1
  next mass by mass, weights sum j
opens: (1 - late)*next(Phi) <= (1 - late)*n*reach2(t)
    by opening times w2[j]*(x2[j] + first[j] - 2*u), inside, next_weight, most, next mass sum j
inner: n*sq(next(z) - u) <= next(Phi) by next_weight, next mass times sq(next(z)) - sq(u) with x2[j] - next(z) sum j
began: (1 - late)*n*sq(next(z) - u) <= (1 - late)*n*reach2(t) by opens, inner, most
{_AVERAGE}\
near: dot(h[i], w[i]*(x[i] - z)) <= G*norm(w[i]*(x[i] - z)) by cauchy(h[i], w[i]*(x[i] - z)), within
above: G*norm(w[i]*(x[i] - z))*w[i] >= G*norm(w[i]*(x[i] - z))*least_so_far by lower[j == i]
each: dot(h[i], x[i] - z) <= G*norm(w[i]*(x[i] - z))/least_so_far by near, above over w[i] > 0, sign
split: sum(i, fx[i] - fu[i]) <= sum(i, dot(h[i], z - u)) + G*S by convex, each sum i
lifted: 2*gamma*sum(i, fx[i] - fu[i]) <= 2*gamma*sum(i, dot(h[i], z - u)) + 2*gamma*G*S by split
round: 2*gamma*sum(i, fx[i] - fu[i]) <= n*sq(z - u) - n*sq(next(z) - u) + gamma**2*(n*G**2 + sigma2) + 2*gamma*G*S
  by lifted, step times 2*gamma, jensen
always J: late*n*sq(z - u) + 2*gamma*later_regret <=
  n*reach2(t)*late + gamma**2*(n*G**2 + sigma2)*t + 2*gamma*G*sum(s < t, S)
  level: gamma**2*(n*G**2 + sigma2) + 2*gamma*G*S >= 0 by sigma2
  idle: (1 - late)*(gamma**2*(n*G**2 + sigma2) + 2*gamma*G*S) >= 0 by level, most
  busy: late*2*gamma*sum(i, fx[i] - fu[i]) <=
    late*(n*sq(z - u) - n*sq(next(z) - u) + gamma**2*(n*G**2 + sigma2) + 2*gamma*G*S) by round, early
  next J by J, busy, began, idle
always N: least_so_far*sum(s < t, S) <= sum(s < t, D)
  longer: sum(s < t, S) + S >= 0
  fallen: least_next*(sum(s < t, S) + S) <= least_so_far*(sum(s < t, S) + S) by least_falls, longer
  next N by N, fallen
one: norm(h[i] + e[i]) <= G by root, slopes, noise, sigma2
all: B <= n*G by one sum i
always E: (1 - r)*sum(s <= t, D) + r*D <= 2*gamma*r*n*G*t
  pulled: r*B <= r*n*G by all, low
  next E by E, shrinks, pulled
whole: (1 - r)*least_next*sum(s <= t, S) <= (1 - r)*sum(s <= t, D) by next N, rest
end: n*sq(next(z) - u) >= 0
regret: 2*gamma*regret(t) <= n*reach2(t) + gamma**2*(n*G**2 + sigma2)*(t + 1) + 2*gamma*G*sum(s <= t, S) by next J, end
sizes: gamma**2*n*G**2*(t + 1) <= 2*gamma**2*n*G**2*t by t >= 1
network: (1 - r)*least_next*2*gamma*G*sum(s <= t, S) <= 4*gamma**2*r*n*G**2*t
more: 16*gamma**2*n**2*r*G**2*t >= 4*gamma**2*n*r*G**2*t by n >= 1, low
room: (1 - r)*least_next > 0 by rest, least_sign
regret2: 2*gamma*regret(t) <= n*reach2(t) + 2*gamma**2*n*G**2*t + 2*gamma*G*sum(s <= t, S) by regret, sizes, sigma2
scaled: (1 - r)*least_next*2*gamma*regret(t) <=
  (1 - r)*least_next*(n*reach2(t) + 2*gamma**2*n*G**2*t + 2*gamma*G*sum(s <= t, S)) by regret2, room
bound: (1 - r)*least_next*2*gamma*regret(t) <=
  (1 - r)*least_next*(n*reach2(t) + 2*gamma**2*n*G**2*t) + 16*gamma**2*n**2*r*G**2*t by scaled, network, more
claim by bound, sigma2 over room, gamma > 0
"""

_INFLUENCES = f"""
{_AVERAGE}\
near: dot(h[i], x[i] - z) <= G*norm(x[i] - z) by cauchy(h[i], x[i] - z), within
each: dot(h[i], x[i] - z) <= gamma*G**2*share[i] by near, influenced
split: sum(i, fx[i] - fu[i]) <= sum(i, dot(h[i], z - u)) + gamma*G**2*sum(i, share[i]) by convex, each sum i
lifted: 2*gamma*sum(i, fx[i] - fu[i]) <=
  2*gamma*sum(i, dot(h[i], z - u)) + 2*gamma**2*G**2*sum(i, share[i]) by split
round: 2*gamma*sum(i, fx[i] - fu[i]) <=
  n*sq(z - u) - n*sq(next(z) - u) + gamma**2*n*G**2 + 2*gamma**2*G**2*sum(i, share[i])
  by lifted, step times 2*gamma, jensen, sigma2 times gamma**2
always I: n*sq(z - u) + 2*gamma*regret_from_0(t) <=
  n*radius2_from_0(t) + gamma**2*n*G**2*t + 2*gamma**2*G**2*influence(t)
  next I by I, round
end: n*sq(z - u) >= 0
claim by I, end over gamma > 0
"""

# omega of node 2 falls to 3/10^10 at round 2, so its model moves by 33333 gamma at one gradient of size 1
SMALL_WEIGHT = {
    "n": 2,
    "S": 1,
    "W": [[["9999999999/10000000000", "1/10000000000"], ["99999/100000", "1/100000"]]],
}
SMALL_WEIGHT_AT_ROUND_2 = SMALL_WEIGHT | {
    "P": 3,
    "g": [[0, 0], [0, 1], [0, 1]],
    "b": [[0, 0], [0, 1], [0, 0]],
    "gamma": "1/1000000",
}

THEOREM_2 = Theorem(
    id="ops.theorem-2",
    title="regret of online push-sum",
    place="ops, Theorem 2, (1)",
    statement="R_T <= G^2 T n gamma C_1 + sigma^2 T gamma (1 + n C_2) + n R^2/(2 gamma)",
    family=ANY,
    rounds=8,
    first=1,
    variants=(
        printed(
            "main",
            "as printed: all vectors with ||x - y||^2 <= R, (1) with R^2",
            "regret(t)",
            REGRET.format(R2="reach2(t)**2"),
            where=C_1,
            note="The last term needs the squared diameter; R^2 is less than that when R < 1",
            examples=(
                {"n": 1, "S": 1, "P": 1, "W": [[[1]]], "g": [["1/2"]], "b": [["1/3"]], "gamma": "1/4"},
            ),
            severity=Severity.TYPO,
            remains=(
                "With R the squared diameter, as Assumption 1.6 prints it, the last term is n R/(2 gamma): "
                "true with weights 1/(number of out-neighbours) and self-loops."
            ),
        ),
        printed(
            "squared",
            "all vectors with ||x - y|| <= R, weights 1/(number of out-neighbours), self-loops",
            "regret(t)",
            REGRET.format(R2="reach2(t)"),
            where=C_1,
            family=UNIFORM,
            derivation=_UNIFORM_INSIDE,
        ),
        printed(
            "squared-comparator-from-0",
            "x* within R of the start, rounds 0, ..., T-1, weights 1/(number of out-neighbours), self-loops",
            "regret_from_0(t)",
            REGRET.format(R2="radius2_from_0(t)"),
            where=C_1,
            family=UNIFORM,
            derivation=_UNIFORM_FROM_0,
        ),
        printed(
            "all-rounds",
            "the T + 1 rounds 0, ..., T of Algorithm 1 against (1) with T, otherwise as before",
            "regret_from_0(t + 1)",
            REGRET.format(R2="radius2_from_0(t + 1)"),
            where=C_1,
            family=UNIFORM,
            derivation=_UNIFORM_ALL,
        ),
        Variant(
            "squared-any-weights",
            "(T - s)*(min(A, B)*(1 - c**s)/(omega + c**s) - gamma*e) <= 2*T*gamma*385 + (A + "
            "B)**2/(omega**2*gamma)",
            statement="all vectors with ||x - y|| <= R, any weights, self-loops: the run of two nodes in the "
            "docstring",
            assume=("e <= 1/100", "s <= T"),
            where={
                "c": "1/2 - e",
                "omega": "4*e/(1 + 2*e)",
                "A": "gamma*((1 - c)/2 - e)/(1 - c**2)",
                "B": "gamma/2 - c*A",
            },
            family=scalars("T s", "e gamma"),
            examples=({"T": 30000, "s": 30, "e": "1/24000", "gamma": 1},),
            note="left: no more than its regret, right: no less than (1)",
            severity=Severity.MISSING,
            remains=(
                "True with weights 1/(number of out-neighbours) and self-loops, and for any weights with "
                "constants valid for W."
            ),
        ),
        Variant(
            "valid-constants",
            f"regret(t) <= {REGRET.format(R2='reach2(t)')}",
            statement="all vectors with ||x - y|| <= R, any weights, C, q, delta_min valid for W",
            assume=("q < 1",),
            where=VALID,
            family=push_sum(ROWS, schedule=(1, 2)),
            derivation=_VALID_CONSTANTS,
        ),
        Variant(
            "repaired",
            f"regret_from_0(t) <= {_POTENTIAL.format(R2='radius2_from_0(t)', weights='inverse_weights(t)')}",
            statement="n R^2/(2 gamma) + (gamma/2)(G^2 + sigma^2) sum 1/omega, any row-stochastic sequence, x* "
            "within R",
            family=push_sum(ROWS, schedule=(1, 2, 3)),
            derivation=_PROOF,
        ),
        Variant(
            "repaired-noise",
            f"regret_from_0(t) <= {_POTENTIAL.format(R2='radius2_from_0(t)', weights='inverse_weights(t)')}",
            statement="the same, expectations over gradient noise",
            family=push_sum(ROWS, noisy=True, nodes=(1, 2)),
            rounds=3,
            derivation=_PROOF,
        ),
        Variant(
            "repaired-inside",
            f"regret(t) <= {_POTENTIAL.format(R2='reach2(t)', weights='(inverse_weights(t + 1) - n)')}",
            statement="the same for rounds 1, ..., T, all vectors within R of each other",
            family=push_sum(ROWS, schedule=(1, 2, 3)),
            derivation=_INSIDE,
        ),
        Variant(
            "repaired-consensus",
            "regret_from_0(t) <= n*radius2_from_0(t)/(2*gamma) + gamma*G**2*(n*t/2 + influence(t))",
            statement="n R^2/(2 gamma) + gamma G^2 (n T/2 + S), S the influences of all gradients on all models",
            family=push_sum(ROWS, schedule=(1, 2, 3)),
            derivation=_INFLUENCES,
        ),
    ),
)

"""ops, proof of Theorem 2: the network term I_1t (readings as in `ops.theorem-2`, (U) of `uniform`).

`ops.proof-i1`: I_1t <= E sum_i (alpha ||grad F||^2 + ||x - zbar||^2/alpha), any alpha > 0. True (Young, with a factor
4 to spare).

`ops.proof-i1-sum`: sum_{t=1}^T I_1t <= alpha sum_{t=1}^T E||grad F_t||_F^2 + (4 gamma^2 C^2 q^2/(alpha delta_min^2
(1-q)^2)) sum_{t=1}^T (E||grad F_t||_F^2 + n sigma^2). `main`: false, since Lemma 9 has the gradients from round 0 on:
a large gradient at round 0, small ones later. `noise`: E||G_t||_F^2 <= E||grad F_t||_F^2 + n sigma^2, which turns
Lemma 9's right side into this one: true, an identity with sum_i sigma_i^2. `repaired`: the last sum from t = 0, under
(U), by `ops.proof-i1` and `ops.lemma-9:uniform`.

`ops.proof-alpha`: with alpha = 2 gamma C q/(delta_min (1-q)), sum I_1t <= 8 n gamma C T q G^2/(delta_min (1-q)) + 2 n
gamma C q sigma^2 T/(delta_min (1-q)). `uniform`: true under (U). `any-weights`: false, see `ops.theorem-4`.
`arithmetic`: the display before at that alpha is 4 n gamma C T q G^2/(...) + 2 n gamma C q sigma^2 T/(...), so the step
itself is right, with a factor 2 to spare in the first term.
"""

from ...families.digraphs import ROWS
from ...families.pushsum_proof import push_sum
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .lines import DISTANCES
from .theorem_2 import SMALL_WEIGHT_AT_ROUND_2
from .uniform import ANY, GRAPH, PRINTED, UNIFORM, printed

_PLACE = "ops, supplement, proof of Theorem 2"
_I1_BOUND = "8*n*gamma*C*t*q*G**2/(delta*(1 - q)) + 2*n*gamma*C*q*sigma2*t/(delta*(1 - q))"

_YOUNG = """
young: gamma*dot(h[i], x[i] - z) <= gamma**2*sq(h[i]) + sq(x[i] - z)
    with n*gamma*h[i] - n*(x[i] - z)/2, n*(x[i] - z)
claim by young sum i
"""

# (U): far is at least sum_i omega_i |x_i - zbar|, and |grad F| at most G
NETWORK = f"""
power: n**n >= 1 by bernoulli(n - 1, n)
let r = 1 - n**(-n), B = sum(i, norm(h[i] + e[i])), S = sqrt(G**2 + sigma2)
sign: r >= 0 by power
low: n**n*w[j] >= n by floor
one: norm(h[i] + e[i]) <= S by root, slopes, noise
all: B <= n*S by one sum i
always F: far >= 0
  next by far2
always I: (1 - r)*sum(s <= t, far) + r*far <= 4*gamma*r*n*S*t
  next by I, forgets, all, sign
within: norm(h[i]) <= G by root, slopes
inner: dot(h[i], x[i] - z) <= G*norm(x[i] - z) by cauchy(h[i], x[i] - z), within
longer: n*norm(x[i] - z) <= n**n*norm(w[i]*(x[i] - z)) by low[j == i]
each: n*dot(h[i], x[i] - z) <= G*n**n*norm(w[i]*(x[i] - z)) by inner, longer
term: n*network_term(t) <= G*n**n*far by each, nearest sum i
always T: n*sum(s < t, network_term(s)) <= G*n**n*sum(s < t, far)
  next by T, term
mixed: G*S <= G**2 + sigma2/2 by S >= 0 with S - G
total: (1 - r)*sum(s <= t, far) <= 4*gamma*r*n*S*t by I
scaled: n*(1 - r)*network_terms(t) <= G*n**n*4*gamma*r*n*S*t by next T, total, 1 - r >= 0
lift: 4*gamma*r*t >= 0 by sign
rate: 4*gamma*r*t*G*S <= 4*gamma*r*t*(G**2 + sigma2/2) by lift, mixed
bound: network_terms(t) <= n**n*n**n*(4*gamma*r*t*G*S) by scaled over n > 0
second: n**n*n**n*(4*gamma*r*t*G*S) <= n**n*n**n*4*gamma*r*t*(G**2 + sigma2/2) by rate
spare: G**2*(32*n - 4) + sigma2*(8*n - 2) >= 0 by n >= 1, sigma2
scale: n**n*n**n*gamma*r*t >= 0 by lift
room: n**n*n**n*gamma*r*t*(G**2*(32*n - 4) + sigma2*(8*n - 2)) >= 0 by scale, spare
network: network_terms(t) <= {_I1_BOUND} by bound, second, room
"""
_ALPHA = f"{NETWORK}claim by network\n"
# Young with alpha/2 and Lemma 9; alpha is 0 for one node, and far then
_SUM = f"""{DISTANCES.replace("claim by", "far_all: deviations(t) <= alpha**2*gradients2(t) by")}\
halves: 2*alpha*network_term(t) <= alpha**2*slopes2(t) + deviation(t) with alpha*h[i] - (x[i] - z) sum i
always Y: 2*alpha*sum(s < t, network_term(s)) <= alpha**2*sum(s < t, slopes2(s)) + sum(s < t, deviation(s))
  next by Y, halves
always positive: sum(s < t, slopes2(s)) <= sum(s < t, sum(i, sq(h[i] + e[i])))
  next by positive with e[i] sum i
last: deviation(t + 1) >= 0 with x2[i] - next(z) sum i
squares: alpha**2*sum(s <= t, slopes2(s)) <= alpha**2*gradients2(t) by next positive with alpha
within: norm(h[i]) <= G by root, slopes
inner: dot(h[i], x[i] - z) <= G*norm(x[i] - z) by cauchy(h[i], x[i] - z), within
low: n**n*w[j] >= n by floor
longer_one: n*norm(x[i] - z) <= n**n*norm(w[i]*(x[i] - z)) by low[j == i]
each_one: n*dot(h[i], x[i] - z) <= G*n**n*norm(w[i]*(x[i] - z)) by inner, longer_one
term: n*network_term(t) <= G*n**n*far by each_one, nearest sum i
always begun: sum(s <= t, slopes2(s)) >= slopes2(0)
  next begun by begun
later: alpha**2*slopes2_from_1(t) >= 0 by begun with alpha
both_halves: 2*alpha*network_terms(t) <= 2*alpha*(alpha*slopes2_from_1(t) + alpha*gradients2(t))
  by next Y, far_all, squares, last, later
left_over: alpha*slopes2_from_1(t) + alpha*gradients2(t) >= 0 by alpha >= 0, begun, grads
whole_sum: network_terms(t) <= alpha*slopes2_from_1(t) + alpha*gradients2(t) by cases n <= 1, n >= 2
  case
    alone: n**n <= 1 by increasing_power(n, 1, n)
    still: r <= 0 by alone
    always nowhere: far <= 0
      next by forgets, still, F
    always none: n*sum(s < t, network_term(s)) <= 0
      next by none, term, nowhere
    goal: network_terms(t) <= alpha*slopes2_from_1(t) + alpha*gradients2(t) by next none, left_over
  case
    more: n**n >= 1 + n*(n - 1) by bernoulli(n - 1, n)
    moves: r > 0 by more, n >= 2
    alpha > 0 by moves
    goal: network_terms(t) <= alpha*slopes2_from_1(t) + alpha*gradients2(t) by both_halves over alpha > 0
claim by whole_sum
"""
_NOISE = """
always N: sum(s < t, sum(i, sq(e[i]))) <= n*sigma2*t
  next by N, noise sum i
claim by N, noise sum i
"""

PROOF_I1 = Theorem(
    id="ops.proof-i1",
    title="the network term, by Young's inequality",
    place=_PLACE,
    statement="I_1t <= E sum_i (alpha ||grad F_{i,t}||^2 + ||x_t^(i) - zbar_t||^2/alpha)",
    family=push_sum(ROWS, noisy=True, nodes=(1, 2)),
    rounds=2,
    variants=(
        Variant(
            "main",
            "network_term(t) <= gamma*slopes2(t) + deviation(t)/gamma",
            statement="as printed; alpha = gamma (gamma is any positive number)",
            derivation=_YOUNG,
        ),
    ),
)

PROOF_I1_SUM = Theorem(
    id="ops.proof-i1-sum",
    title="the network term summed over rounds",
    place=_PLACE,
    statement="sum_{t=1}^T I_1t <= alpha sum_{t=1}^T ||grad F_t||^2 + (4 gamma^2 C^2 q^2/(alpha ...)) sum_{t=1}^T(...)",
    family=ANY,
    rounds=6,
    first=1,
    variants=(
        Variant(
            "main",
            "network_terms(t) <= 2*alpha*slopes2_from_1(t)",
            statement="both sums from t = 1, alpha as printed",
            assume=(*GRAPH, "n*least >= 1"),
            where=PRINTED,
            note="4 gamma^2 C^2 q^2/(alpha delta^2 (1-q)^2) is alpha itself; no noise",
            examples=(
                {
                    "n": 3,
                    "S": 1,
                    "P": 2,
                    "W": [[["1/3", "1/3", "1/3"], ["1/3", "1/3", "1/3"], ["1/2", 0, "1/2"]]],
                    "g": [[1000000, 0, 0], [0, 1, 0]],
                    "b": [[1000000, 0, 0], [0, 0, 0]],
                    "gamma": 1,
                },
                {
                    "n": 3,
                    "S": 1,
                    "P": 2,
                    "W": [[["1/3", "1/3", "1/3"], ["1/3", "1/3", "1/3"], ["1/2", 0, "1/2"]]],
                    "g": [[0, 0, 1000000], [1, 0, 0]],
                    "b": [[0, 0, 1000000], [-1000000, 0, 0]],
                    "gamma": 1,
                },
            ),
            severity=Severity.MISSING,
            remains="True with weights 1/(number of out-neighbours) and self-loops.",
        ),
        Variant(
            "noise",
            "gradients2(t) <= slopes2(0) + slopes2_from_1(t) + n*sigma2*(t + 1)",
            family=push_sum(ROWS, noisy=True, nodes=(1, 2)),
            rounds=2,
            derivation=_NOISE,
        ),
        printed(
            "repaired",
            "the second sum from t = 0",
            "network_terms(t)",
            "alpha*slopes2_from_1(t) + alpha*gradients2(t)",
            family=UNIFORM,
            derivation=_SUM,
        ),
    ),
)

_ARITHMETIC_PROOF = """
room: 1 - q > 0 by assume1
square: (1 - q)**2 > 0 by room
claim by room, square
"""

PROOF_ALPHA = Theorem(
    id="ops.proof-alpha",
    title="the network term at the chosen alpha",
    place=_PLACE,
    statement="sum_{t=1}^T I_1t <= 8 n gamma C T q G^2/(delta_min (1-q)) + 2 n gamma C q sigma^2 T/(delta_min (1-q))",
    family=ANY,
    rounds=6,
    first=1,
    variants=(
        printed(
            "any-weights",
            "any weights, self-loops",
            "network_terms(t)",
            _I1_BOUND,
            examples=(SMALL_WEIGHT_AT_ROUND_2,),
            severity=Severity.MISSING,
            remains="True with weights 1/(number of out-neighbours) and self-loops.",
        ),
        printed(
            "uniform",
            "weights 1/(number of out-neighbours), self-loops",
            "network_terms(t)",
            _I1_BOUND,
            family=UNIFORM,
            derivation=_ALPHA,
        ),
        Variant(
            "arithmetic",
            "alpha*n*t*G**2 + 4*gamma**2*C**2*q**2/(alpha*delta**2*(1 - q)**2)*t*n*(G**2 + sigma2) <= "
            f"{_I1_BOUND}",
            statement="the display before, at alpha = 2 gamma C q/(delta_min (1-q)) and ||grad F||^2 <= G^2, is "
            "at most this one",
            assume=("q < 1",),
            where={"alpha": PRINTED["alpha"]},
            family=scalars("n", "G sigma2 gamma C q delta"),
            derivation=_ARITHMETIC_PROOF,
        ),
    ),
)

"""ops: what is said of special networks.

`ops.doubly-stochastic`: W doubly stochastic, then omega = 1 (`weights`), x = z, and Algorithm 1 is the distributed
online gradient method (`reduction`). True: columns of W sum to 1. It is the form that steps before it mixes; of
the common form that mixes first, X W - gamma G, it is not the special case (`mix-first`): two nodes that average,
one gradient.

`ops.positive-weights`: x = z/omega needs omega > 0. Assumption 1 has a strongly connected graph and a row-stochastic W
on it, and a node may leave an edge unused (W_ij = 0). `unused-edges`: then nobody may send to a node, itself included,
its omega is 0 and its model 0/0. `repaired`: true where the graph of the weights is strongly connected. PROOF. Each
column of W has a positive entry (n = 1: W = 1), so W'omega > 0 if omega > 0.  []

`ops.fully-connected`: "q = 0 for a fully connected network". `printed-q`: Lemma 7's q = 1 - n^-n is not 0 for n >= 2.
`any-weights`: links between all pairs with unequal weights do not forget in one round. `equal-weights`: W = 11'/n,
then A(t) = 11'/n for all t, q = 0 is valid; and COL has I_1t = 0 because x_t^(i) = zbar_t (`col`). `rank-one`: what
it takes is equal rows: W = 1 psi' has W^t = W.

`ops.linear-in-n`: "the bound depends linearly on n". The paper says nothing of C_1 here. `given-constants`: where C_1
and C_2 are held fixed, as if they did not grow with n, (1) is at most n times its value at n = 1: true, 1 + n C_2 <= n
(1 + C_2). `own-constants`: with the constants of its Lemmas 6 and 7, C = 4, q = 1 - n^-n, delta_min = n^-n, C_1 is 32
(1 - n^-n) n^(2n) + 1, 385 at n = 2 and 23,297 at n = 3, and doubling n multiplies (1) by far more than two.
`repaired`: for doubly stochastic W n
(R^2/(2 gamma) + gamma (G^2 + sigma^2) T/2), by (A) of `ops.theorem-2` with omega = 1. For other W the sum of 1/omega
replaces n T.
"""

from ...families.digraphs import AVERAGING, row_matrices
from ...families.mixing_domain import MIXING
from ...families.pushsum_proof import push_sum
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .theorem_2 import EQUAL, POTENTIAL

# a column of least^(t + 1) or more has a positive entry in the next factor
_POSITIVE = """
always I: sum(i, A[i, j]) >= least**(t + 1)
  start I by picked0, pick0_column times least sum i
  next I by I[j == k], W[i == k], picked[i == k], pick_column times least**(t + 2) sum k
each: at_least[j]*sum(i, A[i, j]) >= at_least[j]*least**(t + 1) by I, at_least
all: least_total(t) >= least**(t + 1) by each, at_one sum j
claim by all
"""
_EQUAL_ROWS = """
down: W0[k, j] <= W0[i, j] by up[i == k, k == i]
always I: A[i, j] == A[k, j]
  start I by W0[i, j] == W0[k, j]
  next I by I[j == m] times W[m, j] sum m
claim by farthest, I times at[i, k, j] sum i j k
"""
_RANK_ONE = f"""
up: W0[i, j] <= W0[k, j] by apart0, half_spread(0) == 0
{_EQUAL_ROWS}"""
_EQUAL_WEIGHTS = f"""
lowest: n*W0[i, j] >= 1 by low0, smallest(0)*n == 1
highest: n*W0[i, j] <= 1 by high0, smallest(0)*n == 1
up: W0[i, j] <= W0[k, j] by highest, lowest[i == k]
{_EQUAL_ROWS}"""
_WEIGHTS = """
always one: w[j] == 1
  next by weights, one[j == i] times W[i, j] sum i
claim by one times at_error[j] sum j
"""
_REDUCTION = """
always one: w[j] == 1
  next by weights, one[j == i] times W[i, j] sum i
always Z: sq(x[j] - dol[j]) <= 0
  moved: sq(x2[j] - dol2[j]) <= sum(i, W[i, j]*sq(x[i] - dol[i]))
    by shares, models times x2[j] - dol2[j], dol_models times x2[j] - dol2[j],
    dol_pull times gamma*W[i, j]*(x2[j] - dol2[j]), next one times dot(x2[j], x2[j] - dol2[j]),
    one[j == i] times W[i, j]*dot(x[i], x2[j] - dol2[j]) with x[i] - dol[i] - (x2[j] - dol2[j]) sum i
  each: W[i, j]*sq(x[i] - dol[i]) <= 0 by Z[j == i], shares
  next Z by moved, each sum i
none: norm(x[j] - dol[j]) <= 0 by root, Z
each: at_dol[i]*norm(x[i] - dol[i]) <= 0 by none[j == i], at_dol
low: dol_distance(t) <= 0 by each sum i
length: norm(x[i] - dol[i]) >= 0
alike: at_dol[i]*norm(x[i] - dol[i]) >= 0 by at_dol, length
high: dol_distance(t) >= 0 by alike sum i
claim by dol_distance(t) == 0
"""
_DOUBLY = push_sum(MIXING, nodes=(2, 3), schedule=(1, 2))

# W = 11'/n: all nodes receive the same
_ALIKE = """
let s = sum(i, w[i]*x[i] - gamma*(h[i] + e[i]))
always one: w[j] == 1
  next by weights, one[j == i] times W[i, j] sum i
alike: sq(n*x2[j] - s) == 0
    by models times n*(n*x2[j] - s), next one times n*dot(x2[j], n*x2[j] - s),
    equal times dot(w[i]*x[i] - gamma*(h[i] + e[i]), n*x2[j] - s) sum i
always flat: deviation(t) == 0
  next by vanishing(n*x2[j] - s) times n*x2[j] - n*next(z), next one times dot(n*x2[j], s - n*next(z))
    over n**2 > 0 sum j
claim by flat
"""

DOUBLY_STOCHASTIC = Theorem(
    id="ops.doubly-stochastic",
    title="doubly stochastic W",
    place="ops, section 2, after Algorithm 1",
    statement="omega_t^(i) = 1, x_t^(i) = z_t^(i), and Algorithm 1 is the distributed online gradient method",
    family=_DOUBLY,
    rounds=6,
    variants=(
        Variant("weights", "weights_error(t) == 0", derivation=_WEIGHTS),
        Variant(
            "reduction",
            "dol_distance(t) == 0",
            statement="x_t^(i) are the models of DOL",
            derivation=_REDUCTION,
        ),
        Variant(
            "mix-first",
            "mix_first_distance(t) == 0",
            statement="x_t^(i) are the models of DOL that mixes before it steps",
            family=push_sum(MIXING, nodes=(2, 3)),
            note="The paper names the method without its formula; this is the order in which many print it",
            severity=Severity.MISSING,
            remains="It is distributed online gradient descent that steps before it mixes (`reduction`).",
        ),
    ),
)

POSITIVE_WEIGHTS = Theorem(
    id="ops.positive-weights",
    title="weights by which models are divided",
    place="ops, Algorithm 1 with Assumption 1",
    statement="omega_t^(i) > 0, so that x_t^(i) = z_t^(i)/omega_t^(i) is defined",
    family=row_matrices(),
    rounds=6,
    variants=(
        Variant(
            "unused-edges",
            "0 < least_total(t)",
            statement="0 < omega_{t+1}^(i), any row-stochastic W on a strongly connected graph",
            examples=({"n": 2, "S": 1, "W": [[[1, 0], [1, 0]]]},),
            severity=Severity.MISSING,
            remains="True where the edges in use, W_ij > 0, make a strongly connected graph.",
        ),
        Variant(
            "repaired",
            "0 < least_total(t)",
            statement="0 < omega_{t+1}^(i), the graph of every W(t) strongly connected",
            assume=("connected == 1",),
            derivation=_POSITIVE,
        ),
    ),
)

FULLY_CONNECTED = Theorem(
    id="ops.fully-connected",
    title="fully connected networks",
    place="ops, remark after Corollary 3, and proof of Theorem 2",
    statement="q = 0 for a fully connected network; for COL I_1t = 0",
    family=row_matrices(S=(1,)),
    rounds=4,
    variants=(
        Variant(
            "printed-q",
            "1 - n**(-n) <= 0",
            statement="1 - n^-n = 0 for n >= 2",
            family=scalars("n"),
            assume=("n >= 2",),
            severity=Severity.CONSTANT,
            remains="q = 0 is valid where all rows of W are equal; Lemma 7's own q is not 0.",
        ),
        Variant(
            "any-weights",
            "half_spread(t) <= 0",
            statement="products of all-positive W have equal rows",
            assume=("smallest(0) > 0",),
            severity=Severity.MISSING,
            remains="True where all rows of W are equal.",
        ),
        Variant(
            "equal-weights",
            "half_spread(t) <= 0",
            statement="products of W = 11'/n have equal rows",
            assume=("smallest(0)*n == 1",),
            derivation=_EQUAL_WEIGHTS,
        ),
        Variant(
            "rank-one",
            "half_spread(t) <= 0",
            statement="products of W = 1 psi' have equal rows",
            assume=("half_spread(0) == 0",),
            derivation=_RANK_ONE,
        ),
        Variant(
            "col",
            "deviation(t) == 0",
            statement="W = 11'/n: I_1t = 0, as every model is the average",
            family=push_sum(AVERAGING, schedule=(1, 2)),
            derivation=_ALIKE,
        ),
    ),
)

LINEAR_IN_N = Theorem(
    id="ops.linear-in-n",
    title="dependence on the number of nodes",
    place="ops, remark after Corollary 3",
    statement="the regret bound depends linearly on n",
    family=scalars("n"),
    first=None,
    variants=(
        Variant(
            "given-constants",
            "G**2*T*n*gamma*C1 + sigma2*T*gamma*(1 + n*C2) + n*R2/(2*gamma) <= n*(G**2*T*gamma*C1 + "
            "sigma2*T*gamma*(1 + C2) + R2/(2*gamma))",
            statement="(1) at the same C_1 and C_2 for every n: at most n times its value at n = 1",
            family=scalars("n T", "G sigma2 gamma C1 C2 R2"),
            derivation="claim",
        ),
        Variant(
            "own-constants",
            "G**2*T*2*n*gamma*(4*K2 + 1) + sigma2*T*gamma*(1 + 2*n*K2) + 2*n*R2/(2*gamma) <= "
            "2*(G**2*T*n*gamma*(4*K1 + 1) + sigma2*T*gamma*(1 + n*K1) + n*R2/(2*gamma))",
            statement="(1) with the constants of Lemmas 6 and 7: twice the nodes, at most twice the bound",
            where={"K1": "8*(1 - n**(-n))*n**(2*n)", "K2": "8*(1 - (2*n)**(-2*n))*(2*n)**(4*n)"},
            family=scalars("n T", "G sigma2 gamma R2"),
            examples=({"n": 2, "T": 1, "G": 1, "sigma2": 1, "gamma": 1, "R2": 1},),
            note="The sentence does not say whether C_1 and C_2 are held fixed; in `given-constants` they are",
            severity=Severity.SUBSTANCE,
            remains="Linear for doubly stochastic W (`repaired`), or with C_1, C_2 held fixed (`given-constants`).",
        ),
        Variant(
            "repaired",
            "regret_from_0(t) <= n*(radius2_from_0(t)/(2*gamma) + gamma*G**2*t/2)",
            statement="doubly stochastic W: n (R^2/(2 gamma) + gamma G^2 T/2)",
            family=_DOUBLY,
            derivation=POTENTIAL + EQUAL + "claim by regret, count",
        ),
    ),
)

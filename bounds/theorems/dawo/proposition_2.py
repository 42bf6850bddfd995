"""dawo, Proposition 2: as M -> infinity, rho(E W_hat) can serve as a surrogate of rho(E W_hat^2); and the steps of
Appendix B that say how.

`finite`: rho(E W_hat^2) <= rho(E W_hat)^2, the final upper bound, at any M: false, and the wrong way round.
`lower-bound`: rho(E W_hat)^2 <= rho(E W_hat^2), always. Idea: E W_hat^2 = (E W_hat)^2 + Wtilde, Wtilde positive
semidefinite. `simplified`: rho(E W_hat^2) <= rho(E W_hat), "a simplified upper bound": false. `eq-33` (Weyl) is true
and, with `lower-bound`, is the repair: rho(E W_hat)^2 <= rho(E W_hat^2) <= rho(E W_hat)^2 + lambda_1(Wtilde). Limits
are read as explicit rates: the difference is at most (M - 1)/M^2 for uniform weights 1/M (`uniform`, true:
lambda_1(Wtilde) <= 2 max wtilde_ii <= 2 * 2 * (M - 1)/(4 M^2)); more generally at most the largest weight of a link,
max w_ij, so that it vanishes where "no device dominates an aggregation" (`no-dominance`, true: 2 max wtilde_ii <=
max_i sum_k w_ki^2 <= max w_ij, by `dawo.eq-36:upper` and row sums of at most 1). But neither with the half of it that
"lambda_1(Wtilde) ~ max wtilde_ii" gives (`uniform-printed`), nor for other weights (`any-weights`). No limit helps the
latter: a client whose one link has w = p = 1/2, at a neighbour that spreads its other half evenly over M - 2 clients
which average among themselves, gives rho(E W_hat^2) -> 1/2 + sqrt(5)/8 = 0.7795 and rho(E W_hat)^2 -> (1/2 +
sqrt(2)/4)^2 = 0.7286 as M grows (the two clients' 2 x 2 blocks decide): one unreliable link that carries a fixed
weight is enough. The appendix's second case, rho(E W_hat^2) = -lambda_M, never occurs with rho > 0: E W_hat^2 is
positive semidefinite. `order`, `minimizer`: what a surrogate is for. A smaller rho(E W_hat) need not come with a
smaller rho(E W_hat^2); and a minimizer of rho(E W_hat) may not mix at all: two clients, p = 1/2, have rho(E W_hat) =
|1 - w|, minimal at w = 1, where W_hat is a permutation in every round and rho(E W_hat^2) = 1. `lazy`: where no row
gives away more than a half the simplified bound is true. Idea: the eigenvalues of every W_hat lie in [0, 1], so
W_hat^2 <= W_hat.
"""

from ...families.lossy_learning import lossy
from ...theorem import Theorem, Variant
from ...verdict import Severity

_UNIFORM = "1 + lam == 1"  # ||W - 11'/M|| = 0
_MIXES = "rho2 < 1"

# E W_hat^2 - (E W_hat)^2 is the mean square of W_hat - E W_hat.
_LOWER = """
claim by links(z), z_size, z_length, z_attains times z, z_attains times W_mean(z) with W_hat(z) - W_mean(z)
"""
_WEYL = """
claim by mean(y), scatter(y), y_attains, y_length times rho_mean**2 + scatter_top
"""
# The eigenvalues of W_hat lie in [2 own - 1, 1], y is the vector of rho2.
_LAZY = """
let l = dot(y, W_mean(y))
top: l <= lam2 by second(y), y_length times lam2
one: l <= 1 by y_attains, y_length, rho2 <= 1 with y - W_hat(y)
shrunk: rho2 <= 2*own*l - 2*own + 1 by own_spectrum(y), y_attains, y_length times 2*own - 1
claim lazy-general by shrunk, top, own >= 0
claim lazy by shrunk, top, one, own >= 1/2
"""
# p (1 - p) <= 1/4 and (a_i - a_j)^2 <= 2 a_i^2 + 2 a_j^2, a_i the coordinates of y.
_DOMINANCE = """
let g = largest_weight
c1: w[i, j]*p[i, j]*(1 - p[i, j]) <= w[i, j]/4 by w with 1/2 - p[i, j]
c4: w[i, j]**2*p[i, j]*(1 - p[i, j]) <= g*w[i, j]/4
apart: sum(i, sum(j, w[i, j]**2*p[i, j]*(1 - p[i, j])*(a[i] - a[j])**2)) <= sum(i, sum(j, g*w[i, j]/4*(a[i] - a[j])**2))
  by c4 with a[i] - a[j] sum i j
twice: sum(i, sum(j, w[i, j]*(a[i] - a[j])**2)) <= 2*sum(i, sum(j, w[i, j]*a[i]**2)) + 2*sum(i, sum(j, w[i, j]*a[j]**2))
  by w with a[i] + a[j] sum i j
rows: sum(i, sum(j, w[i, j]*a[i]**2)) <= 1 by w_row, coordinates with a[i] sum i
columns: sum(i, sum(j, w[i, j]*a[j]**2)) == sum(i, sum(j, w[i, j]*a[i]**2)) by w_pairs times a[j]**2 sum i j
spread: sum(i, sum(j, w[i, j]*(a[i] - a[j])**2)) <= 4 by twice, rows, columns
excess: dot(y, W_second(y)) - sq(W_mean(y)) <= g by coordinates_scatter, apart, spread, g >= 0
claim by excess, mean(y), y_attains, y_length times rho_mean**2
"""
_UNIFORM_PROOF = """
even: w[i, j] <= 1/K by w_even, 1 + lam == 1
c1: w[i, j]*p[i, j]*(1 - p[i, j]) <= w[i, j]/4 by w with 1/2 - p[i, j]
c2: w[i, j]**2*p[i, j]*(1 - p[i, j]) <= w[i, j]**2/4 by w, c1
c3: w[i, j]**2 <= 1/K**2 by w, even, K > 0
c4: w[i, j]**2*p[i, j]*(1 - p[i, j]) <= 1/(4*K**2) by c2, c3
apart: sum(i, sum(j, w[i, j]**2*p[i, j]*(1 - p[i, j])*(a[i] - a[j])**2)) <= sum(i, sum(j, (a[i] - a[j])**2))/(4*K**2)
  by c4 with a[i] - a[j] sum i j
pairs: sum(i, sum(j, (a[i] - a[j])**2)) == 2*K by coordinates times 2*K, flat times -2*sum(j, a[j])
even_out: sum(i, sum(j, w[i, j]**2*p[i, j]*(1 - p[i, j])*(a[i] - a[j])**2)) <= 1/(2*K) by apart, pairs times 1/(4*K**2)
excess: dot(y, W_second(y)) - sq(W_mean(y)) <= 1/(2*K) by even_out, coordinates_scatter
sharper: rho2 <= rho_mean**2 + 1/(2*K) by excess, mean(y), y_attains, y_length times rho_mean**2
claim uniform-sharp by sharper
claim uniform by sharper, K >= 2
"""

PROPOSITION_2 = Theorem(
    id="dawo.proposition-2",
    title="the mean matrix as a surrogate of the second moment",
    place="dawo, Proposition 2 and Appendix B",
    statement="rho(E W_hat) can serve as a surrogate objective of rho(E W_hat^2) as M -> infinity",
    family=lossy(),
    first=None,
    variants=(
        Variant(
            "finite",
            "rho2 <= rho_mean**2",
            statement="rho(E W_hat^2) <= rho(E W_hat)^2",
            assume=(_MIXES,),
            severity=Severity.SUBSTANCE,
            remains="The other way round it is true; the excess is at most lambda_1(Wtilde), or the largest weight.",
        ),
        Variant(
            "simplified",
            "rho2 <= rho_mean",
            statement="rho(E W_hat^2) <= rho(E W_hat)",
            assume=(_MIXES,),
            severity=Severity.SUBSTANCE,
            remains="True where every client keeps at least half of its own model (`lazy`).",
        ),
        Variant(
            "lazy",
            "rho2 <= lam2",
            statement="where every self-weight is at least 1/2: rho(E W_hat^2) <= lambda_2(E W_hat)",
            assume=("own >= 1/2",),
            derivation=_LAZY,
        ),
        Variant(
            "lazy-general",
            "rho2 <= 2*own*lam2 + 1 - 2*own",
            statement="any self-weights, own the least: rho(E W_hat^2) <= 2 own lambda_2(E W_hat) + 1 - 2 own",
            derivation=_LAZY,
        ),
        Variant(
            "lower-bound",
            "rho_mean**2 <= rho2",
            statement="rho(E W_hat)^2 <= rho(E W_hat^2)",
            derivation=_LOWER,
        ),
        Variant(
            "eq-33",
            "rho2 <= rho_mean**2 + scatter_top",
            statement="rho(E W_hat^2) <= rho(E W_hat)^2 + lambda_1(Wtilde)",
            derivation=_WEYL,
        ),
        Variant(
            "uniform",
            "rho2 <= rho_mean**2 + (K - 1)/K**2",
            statement="W = 11'/M: rho(E W_hat^2) <= rho(E W_hat)^2 + (M - 1)/M^2",
            assume=(_UNIFORM,),
            derivation=_UNIFORM_PROOF,
        ),
        Variant(
            "uniform-sharp",
            "rho2 <= rho_mean**2 + 1/(2*K)",
            statement="W = 11'/M: rho(E W_hat^2) <= rho(E W_hat)^2 + 1/(2M)",
            assume=(_UNIFORM,),
            derivation=_UNIFORM_PROOF,
        ),
        Variant(
            "uniform-printed",
            "rho2 <= rho_mean**2 + (K - 1)/(2*K**2)",
            statement="W = 11'/M: rho(E W_hat^2) <= rho(E W_hat)^2 + (M - 1)/(2M^2)",
            assume=(_UNIFORM,),
            severity=Severity.CONSTANT,
            remains="(M - 1)/M^2, twice the printed term, is enough.",
        ),
        Variant(
            "no-dominance",
            "rho2 <= rho_mean**2 + largest_weight",
            statement="any feasible W: rho(E W_hat^2) <= rho(E W_hat)^2 + max w_ij over i != j",
            derivation=_DOMINANCE,
        ),
        Variant(
            "any-weights",
            "rho2 <= rho_mean**2 + (K - 1)/K**2",
            statement="any feasible W: rho(E W_hat^2) <= rho(E W_hat)^2 + (M - 1)/M^2",
            assume=(_MIXES,),
            severity=Severity.MISSING,
            remains="Any feasible W: the largest weight of a link is enough in its place.",
        ),
        Variant(
            "order",
            "rho2 <= rho2_other",
            statement="of two W, the one with the smaller rho(E W_hat) has no larger rho(E W_hat^2)",
            assume=("rho_mean < rho_other",),
            family=lossy(2),
            severity=Severity.SUBSTANCE,
            remains=(
                "Weights of smaller rho(E W_hat) can have larger rho(E W_hat^2): minimise the second moment "
                "itself."
            ),
        ),
        Variant(
            "minimizer",
            "rho2 < 1",
            statement="a W that makes rho(E W_hat) as small as can be meets Assumption 3, rho(E W_hat^2) < 1",
            assume=("rho_mean <= 0",),
            examples=({"K": 2, "S": 1, "W": [[[0, 1], [1, 0]]], "P": [[0, "1/2"], ["1/2", 0]]},),
            severity=Severity.SUBSTANCE,
            remains=(
                "Weights of smaller rho(E W_hat) can have larger rho(E W_hat^2): minimise the second moment "
                "itself."
            ),
        ),
    ),
)

"""dawo, (3) to (7) and (32) to (36): the mixing matrix of a round and its moments, against enumeration of all patterns
of links.

`dawo.eq-3`, `-5`: a lost model is replaced by the receiver's own; W_hat = I + W o S - Diag(W S). `dawo.eq-7`: E W_hat.
`dawo.eq-32`: E W_hat^2 = (E W_hat)^2 + Wtilde with (34). `dawo.eq-35`, `-36`: wtilde_ij = 2 w_ij^2 (p_ij^2 - p_ij),
wtilde_ii = 2 sum_k w_ki^2 (p_ki - p_ki^2); and 0 <= wtilde_ii <= (1/2) sum_k w_ki^2 (the sum's index is printed as i),
|wtilde_ii| >= sum_j |wtilde_ij|, lambda_2((E W_hat)^2) = rho(E W_hat)^2, and the remark under Assumption 3 that W_hat,
E W_hat and E W_hat^2 are doubly stochastic with W. All true.
Derived below entry by entry, from the entries of W_hat and independent links.
"""

from ...families.link_moments import MOMENTS
from ...theorem import Theorem, Variant


def _theorem(number: str, title: str, statement: str, *variants: Variant) -> Theorem:
    place = f"dawo, ({number})"
    return Theorem(f"dawo.eq-{number}", title, place, statement, MOMENTS, variants, first=None)


def _zero(label: str, statement: str, name: str, proof: str) -> Variant:
    return Variant(label, f"{name} <= 0", statement=statement, derivation=proof)


_ROUND = "claim by round_error_size, no_loop times at_round_error[i, i]*up[i, i] sum i"
_MEAN = """
entry: dot(H[i, j], one) - M[i, j] == 0 by one times M[i, j]
claim by mean_error_size, entry times at_mean_error[i, j] sum i j
"""
_NONNEGATIVE = """
used: sum(k, w[i, k]*up[i, k]) <= 1 by w_row, w, up_top sum j
expected: sum(k, w[i, k]*p[i, k]) <= 1 by w_row, w, p_top sum j
a: sum(i, in_pattern[i, i]*(1 - sum(k, w[i, k]*up[i, k]))) >= 0 by in_pattern[j == i], used sum i
b: sum(i, in_mean[i, i]*(1 - sum(k, w[i, k]*p[i, k]))) >= 0 by in_mean[j == i], expected sum i
c: sum(i, sum(j, in_second[i, j]*sum(k, dot(H[i, k], H[k, j])))) >= 0 by in_second, products sum i j k
claim by smallest, a, b, c
"""
# W_hat is symmetric, so that (34), of W_hat'W_hat, is of W_hat^2.
_SECOND = """
turned: sum(k, dot(H[i, k], H[k, j]) - M[i, k]*M[k, j]) - V[i, j] == 0
  by w_pairs[j == k] times dot(p[i, k]*one + x[i, k], H[k, j]), p_pairs[j == k] times w[k, i]*dot(one, H[k, j]),
  x_pairs[j == k] times w[k, i]*H[k, j], w_pairs[j == k] times p[i, k]*M[k, j],
  p_pairs[j == k] times w[k, i]*M[k, j] sum k
claim by moment_error_size, turned times at_moment_error[i, j] sum i j
"""
_SQUARE = """
most: second_of_square <= rho_mean**2 by y_attains, mean(y), y times rho_mean**2
least: second_of_square >= rho_mean**2
  by square(z), z times second_of_square, z times m**2, z_size, z_attains times m*z, z_attains times W_mean(z)
claim by second_of_square == rho_mean**2
"""
_APART = """
let X[i, j] = w[i, j]*x[i, j] - same(i, j)*sum(k, w[i, k]*x[i, k])
apart: V[i, j] == sum(k, dot(X[k, i], X[k, j])) by one times sum(k, M[k, i]*M[k, j])
"""
_OFF = f"""{_APART}
let at[i, j] = (1 - same(i, j))*at_off_error[i, j]
claim by off_error_size, apart times at[i, j], link[i == k, j == i, k == k, l == j] times w[k, i]*w[k, j]*at[i, j],
  link[i == i, j == k, k == i, l == j] times w[i, k]*w[i, j]*at[i, j],
  link[i == j, j == i, k == j, l == k] times w[j, i]*w[j, k]*at[i, j],
  w_pairs times (w[i, j] + w[j, i])*p[i, j]*(1 - p[i, j])*at[i, j],
  p_pairs times w[j, i]**2*(1 - p[i, j] - p[j, i])*at[i, j] sum i j k
"""
_DIAGONAL = f"""{_APART}
let at[i] = at_diagonal_error[i, i]
claim by diagonal_error_size, apart times same(i, j)*at_diagonal_error[i, j],
  link[i == k, j == i, k == k, l == i] times w[k, i]**2*at[i],
  no_link times w[i, i]**2*(1 - p[i, i])*at[i], no_loop times w[i, i]*at[i]*dot(x[i, i], x[i, i]),
  link[i == i, j == i, k == i, l == k] times w[i, i]*w[i, k]*at[i],
  link[i == i, j == k, k == i, l == l] times w[i, k]*w[i, l]*at[i],
  w_pairs[j == k] times (w[i, k] + w[k, i])*p[i, k]*(1 - p[i, k])*at[i],
  p_pairs[j == k] times w[k, i]**2*(1 - p[i, k] - p[k, i])*at[i] sum i j k l
"""
_DOMINANCE = """
small: size[k, i] <= 2*w[k, i]**2*(p[k, i] - p[k, i]**2)
  by root, off_size, p[i == k, j == i], p_top[i == k, j == i] with w[k, i]
all: sum(k, size[k, i]) <= D[i] by small sum k
claim by dominance_value, at_dominance, all sum i
"""
_LOWER = """
sign: D[i] >= 0 by p[i == k, j == i], p_top[i == k, j == i] with w[k, i] sum k
claim by scatter_min_value, at_scatter_min, sign sum i
"""
_UPPER = """
each: 2*w[k, i]**2*(p[k, i] - p[k, i]**2) <= w[k, i]**2/2 by w with w[k, i]*(1 - 2*p[k, i])
all: D[i] <= sum(k, w[k, i]**2)/2 by each sum k
claim by scatter_excess_value, at_scatter_excess, all sum i
"""


EQ_3 = _theorem(
    "3",
    "one round's aggregation",
    "w_ii x_i + sum_j w_ij rhat_j = x_i + sum_j w_ij n_ji (x_j - x_i)",
    _zero("main", "both forms of (3), and W_hat of (5), are the same map", "round_error", _ROUND),
)
EQ_7 = _theorem(
    "7",
    "mean mixing matrix",
    "E W_hat has w_ij p_ij off the diagonal and rows of sum 1",
    _zero("main", "(7) is the mean over all patterns", "mean_error", _MEAN),
    Variant(
        "doubly-stochastic",
        "0 <= smallest_entry",
        statement="W_hat, E W_hat and E W_hat^2 are nonnegative with W",
        derivation=_NONNEGATIVE,
    ),
)
EQ_32 = _theorem(
    "32",
    "second moment",
    "E W_hat^2 = (E W_hat)^2 + Wtilde, Wtilde by (34)",
    _zero("main", "(32) with (34) is the mean over all patterns", "moment_error", _SECOND),
    Variant(
        "square",
        "second_of_square == rho_mean**2",
        statement="lambda_2((E W_hat)^2) = rho(E W_hat)^2",
        derivation=_SQUARE,
    ),
)
EQ_35 = _theorem(
    "35",
    "Wtilde off the diagonal",
    "wtilde_ij = 2 w_ij^2 (p_ij^2 - p_ij)",
    _zero("main", "(35) is (34)", "off_error", _OFF),
    Variant(
        "dominance", "0 <= dominance", statement="|wtilde_ii| >= sum_j |wtilde_ij|", derivation=_DOMINANCE
    ),
)
EQ_36 = _theorem(
    "36",
    "Wtilde on the diagonal",
    "wtilde_ii = 2 sum_k w_ki^2 (p_ki - p_ki^2)",
    _zero("main", "(36) is (34)", "diagonal_error", _DIAGONAL),
    Variant("lower", "0 <= scatter_min", statement="0 <= wtilde_ii", derivation=_LOWER),
    Variant("upper", "scatter_excess <= 0", statement="wtilde_ii <= (1/2) sum_k w_ki^2", derivation=_UPPER),
)

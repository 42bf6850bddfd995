"""dawo, (3) to (7) and (32) to (36): the mixing matrix of a round and its moments, against enumeration of all patterns
of links.

`dawo.eq-3`, `-5`: a lost model is replaced by the receiver's own; W_hat = I + W o S - Diag(W S). `dawo.eq-7`: E W_hat.
`dawo.eq-32`: E W_hat^2 = (E W_hat)^2 + Wtilde with (34). `dawo.eq-35`, `-36`: wtilde_ij = 2 w_ij^2 (p_ij^2 - p_ij),
wtilde_ii = 2 sum_k w_ki^2 (p_ki - p_ki^2); and 0 <= wtilde_ii <= (1/2) sum_k w_ki^2 (the sum's index is printed as i),
|wtilde_ii| >= sum_j |wtilde_ij|, lambda_2((E W_hat)^2) = rho(E W_hat)^2, and the remark under Assumption 3 that W_hat,
E W_hat and E W_hat^2 are doubly stochastic with W. All true.
PROOF. W_hat = I - sum_e n_e w_e a_e a_e', a_e = e_i - e_j for the link e = ij; rows sum to 1 by construction. Off the
diagonal the entries are n_e w_e, so (7) is the mean. W_hat - E W_hat = -sum_e (n_e - p_e) w_e a_e a_e' with
independent centred n_e - p_e of variance p_e (1 - p_e), and (a a')^2 = 2 a a', hence Wtilde = 2 sum_e w_e^2 p_e (1 -
p_e) a_e a_e', which is (35) and (36), with equality in the dominance; p (1 - p) <= 1/4. (E W_hat)^2 has eigenvalue 1
at 1 and squares of eigenvalues of E W_hat on its complement. Self-weights of W_hat are at least those of W, and
products of nonnegative matrices are nonnegative.
"""

from ...families.link_moments import MOMENTS
from ...theorem import Theorem, Variant


def _theorem(number: str, title: str, statement: str, *variants: Variant) -> Theorem:
    place = f"dawo, ({number})"
    return Theorem(f"dawo.eq-{number}", title, place, statement, MOMENTS, variants, first=None)


def _zero(label: str, statement: str, name: str) -> Variant:
    return Variant(label, statement, name, "0", proved=True)


EQ_3 = _theorem(
    "3",
    "one round's aggregation",
    "w_ii x_i + sum_j w_ij rhat_j = x_i + sum_j w_ij n_ji (x_j - x_i)",
    _zero("main", "both forms of (3), and W_hat of (5), are the same map", "round_error"),
)
EQ_7 = _theorem(
    "7",
    "mean mixing matrix",
    "E W_hat has w_ij p_ij off the diagonal and rows of sum 1",
    _zero("main", "(7) is the mean over all patterns", "mean_error"),
    Variant(
        "doubly-stochastic",
        "W_hat, E W_hat and E W_hat^2 are nonnegative with W",
        "0",
        "smallest_entry",
        proved=True,
    ),
)
EQ_32 = _theorem(
    "32",
    "second moment",
    "E W_hat^2 = (E W_hat)^2 + Wtilde, Wtilde by (34)",
    _zero("main", "(32) with (34) is the mean over all patterns", "moment_error"),
    Variant(
        "square",
        "lambda_2((E W_hat)^2) = rho(E W_hat)^2",
        "second_of_square",
        "rho_mean**2",
        relation="==",
        proved=True,
    ),
)
EQ_35 = _theorem(
    "35",
    "Wtilde off the diagonal",
    "wtilde_ij = 2 w_ij^2 (p_ij^2 - p_ij)",
    _zero("main", "(35) is (34)", "off_error"),
    Variant("dominance", "|wtilde_ii| >= sum_j |wtilde_ij|", "0", "dominance", proved=True),
)
EQ_36 = _theorem(
    "36",
    "Wtilde on the diagonal",
    "wtilde_ii = 2 sum_k w_ki^2 (p_ki - p_ki^2)",
    _zero("main", "(36) is (34)", "diagonal_error"),
    Variant("lower", "0 <= wtilde_ii", "0", "scatter_min", proved=True),
    Variant("upper", "wtilde_ii <= (1/2) sum_k w_ki^2", "scatter_excess", "0", proved=True),
)

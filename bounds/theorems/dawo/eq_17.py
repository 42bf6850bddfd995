"""dawo, (16) to (21): the problem in the weights w_ij, and its subgradients.

R(W) = I + (1/2) sum_{i,j} w_ij E_ij is E W_hat (`dawo.eq-16`, true: each pair is counted twice). `gain` = sum over
pairs i < j of p_ij (v_i - v_j)^2 (w'_ij - w_ij), |v| = 1.

`dawo.eq-17` is printed with the sum over all i, j and without the 1/2: it counts every pair twice and is false; the
repair is the sum over i < j.
`dawo.eq-19`, `-21`: g(w_ij) = -p_ij (v_i - v_j)^2 where rho = lambda_2, +p_ij (v_i - v_j)^2 where rho = -lambda_M; as
subgradients in the pair weights, true.
Idea: v'R(W)v = 1 - sum_{i<j} w_ij p_ij (v_i - v_j)^2 for |v| = 1, and Proposition 3.
"""

from ...families.link_moments import MOMENTS
from ...families.subgradients import subgradient
from ...theorem import Theorem, Variant
from ...verdict import Severity

__all__ = ["EQ_16", "EQ_17", "EQ_19", "EQ_21", "FALL"]

_ENTRIES = """
first: dot(H[i, j], one) - M[i, j] == 0 by one times M[i, j]
claim by weights_error_size, first times at_weights_error[i, j], w_pairs times at_weights_error[i, j]*p[i, j],
  p_pairs times at_weights_error[i, j]*w[j, i],
  w_pairs[j == k] times same(i, j)*at_weights_error[i, j]*p[i, k],
  p_pairs[j == k] times same(i, j)*at_weights_error[i, j]*w[k, i] sum i j k
"""
_LOW = ("norm2 > 0", "residual2 <= 0", "1 - quotient == 1 + rho_mean")
_HIGH = ("norm2 > 0", "residual2 <= 0", "1 + quotient == 1 + rho_mean")
_SECOND = ("norm2 > 0", "residual2 <= 0", "1 + quotient == 1 + lam2")
FALL = """
m: norm(W_other(v)) <= rho_other*norm(v) by root, other(v)
fall: dot(v, W_other(v)) == dot(v, W_mean(v)) - gain*sq(v)
  by form, form_other, slopes times w2[i, j] - w[i, j] sum i j
"""
_SECOND_PROOF = f"{FALL}claim by second_other(v), fall, norm2 > 0, 1 + quotient == 1 + lam2"
_HIGH_PROOF = f"{FALL}claim by cauchy(v, W_other(v)), m, fall, norm2 > 0, 1 + quotient == 1 + rho_mean"
_LOW_PROOF = f"{FALL}claim by cauchy(-v, W_other(v)), m, fall, norm2 > 0, 1 - quotient == 1 + rho_mean"

EQ_16 = Theorem(
    id="dawo.eq-16",
    title="the mean matrix as a function of the weights",
    place="dawo, (16)",
    statement="I + (1/2) sum_ij w_ij E_ij = E W_hat",
    family=MOMENTS,
    first=None,
    variants=(Variant("main", "weights_error <= 0", derivation=_ENTRIES),),
)
EQ_17 = Theorem(
    id="dawo.eq-17",
    title="subgradient inequality in the weights",
    place="dawo, (17)",
    statement="lambda_2(R(W')) >= lambda_2(R(W)) + sum_{i,j=1}^M (v'E_ij v)(w'_ij - w_ij)",
    family=subgradient(),
    first=None,
    variants=(
        Variant(
            "main",
            "lam2 - 2*gain <= lam2_other",
            statement="sum over all i, j",
            assume=_SECOND,
            severity=Severity.TYPO,
            remains="The sum over the pairs i < j is right: all i, j count every pair twice.",
        ),
        Variant(
            "repaired",
            "lam2 - gain <= lam2_other",
            statement="sum over the pairs i < j",
            assume=_SECOND,
            derivation=_SECOND_PROOF,
        ),
    ),
)
EQ_19 = Theorem(
    id="dawo.eq-19",
    title="subgradient where rho = lambda_2",
    place="dawo, (18), (19)",
    statement="g(w_ij) = -p_ij (v_i - v_j)^2",
    family=subgradient(),
    first=None,
    variants=(
        Variant(
            "main",
            "rho_mean - gain <= rho_other",
            statement="in the pair weights",
            assume=_HIGH,
            derivation=_HIGH_PROOF,
        ),
    ),
)
EQ_21 = Theorem(
    id="dawo.eq-21",
    title="subgradient where rho = -lambda_M",
    place="dawo, (20), (21)",
    statement="g(w_ij) = +p_ij (v_i - v_j)^2",
    family=subgradient(),
    first=None,
    variants=(
        Variant(
            "main",
            "rho_mean + gain <= rho_other",
            statement="in the pair weights",
            assume=_LOW,
            derivation=_LOW_PROOF,
        ),
    ),
)

"""ops, Lemma 8: a_t = sum_{s<=t} rho^(t-s) b_s has sum a_t <= sum b_s/(1-rho) and sum a_t^2 <= sum b_s^2/(1-rho)^2.
Both are true.

Proof idea (derived below). Beside the sum of squares the invariant carries rho (1 - rho) a_t^2, beside the sum rho a_t.
For squares the b_s may have any sign.
"""

from ...families.convolution import convolution
from ...theorem import Theorem, Variant

_SQUARES = """
always I: (1 - rho)**2*squares(t) + rho*(1 - rho)*a**2 <= inputs2(t)
  next by I, rho >= 0 with (1 - rho)*a - b
gap: (1 - rho)**2 > 0 by 1 - rho > 0
claim by I, rho >= 0, 1 - rho > 0 with a
"""
_SUMS = """
always I: (1 - rho)*sums(t) + rho*a <= inputs(t) and sign: a >= 0
  next I by I
  next sign by sign, b >= 0, rho >= 0
claim by I, sign, rho >= 0
"""

LEMMA_8 = Theorem(
    id="ops.lemma-8",
    title="sums of geometric convolutions",
    place="ops, supplement, Lemma 8 and its proof",
    statement="sum_{t<=k} a_t^2 <= sum_{s<=k} b_s^2/(1 - rho)^2",
    family=convolution(),
    rounds=12,
    variants=(
        Variant(
            "main",
            "squares(t) <= inputs2(t)/(1 - rho)**2",
            statement="squares",
            assume=("rho < 1",),
            derivation=_SQUARES,
        ),
        Variant(
            "proof", "sums(t) <= inputs(t)/(1 - rho)", statement="sums", assume=("rho < 1",), derivation=_SUMS
        ),
    ),
)

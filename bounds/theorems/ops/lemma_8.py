"""ops, Lemma 8: a_t = sum_{s<=t} rho^(t-s) b_s has sum a_t <= sum b_s/(1-rho) and sum a_t^2 <= sum b_s^2/(1-rho)^2.
Both are true.

Proof. Exchange the sums, sum_t rho^(t-s) <= 1/(1-rho); for squares a_t^2 <= (sum_s rho^(t-s)) sum_s rho^(t-s) b_s^2
(Cauchy-Schwarz), then the same.  []
"""

from ...families.convolution import convolution
from ...theorem import Theorem, Variant

LEMMA_8 = Theorem(
    id="ops.lemma-8",
    title="sums of geometric convolutions",
    place="ops, supplement, Lemma 8 and its proof",
    statement="sum_{t<=k} a_t^2 <= sum_{s<=k} b_s^2/(1 - rho)^2",
    family=convolution(),
    rounds=12,
    variants=(
        Variant("main", "squares", "squares(t)", "inputs2(t)/(1 - rho)**2", assume=("rho < 1",), proved=True),
        Variant("proof", "sums", "sums(t)", "inputs(t)/(1 - rho)", assume=("rho < 1",), proved=True),
    ),
)

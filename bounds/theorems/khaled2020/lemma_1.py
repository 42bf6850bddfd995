"""Khaled et al. 2020, identical data: how far the workers are apart.

Statement. One loss f, convex and L-smooth, gamma <= 1/(2L), averages at least every H rounds, variance at most
sigma^2: E V_t <= (H - 1) gamma^2 sigma^2, V_t = (1/M) sum_m ||x_m(t) - xhat(t)||^2.

Proof. A step without noise brings the workers no further apart, the noise adds at most (1 - 1/M) gamma^2 sigma^2 to V,
and at most H - 1 steps follow an average. Steps up to 2/L are short enough (`sharp`).
"""

from ...theorem import Theorem, Variant
from ..local_rounds import ALIKE
from .setting import IDENTICAL, SOURCE

LEMMA_1 = Theorem(
    id="khaled2020.lemma-1",
    title="deviation of the workers, identical data",
    place=f"Lemma 1 (identical data); {SOURCE}",
    statement="E V_t <= (H - 1) gamma^2 sigma^2 for gamma <= 1/(2L)",
    family=IDENTICAL,
    rounds=4,
    variants=(
        Variant(
            "main",
            "apart2(t) <= (H - 1)*eta**2*sigma2_max",
            assume=("eta <= 1/(2*L)",),
            derivation=f"short: L*eta <= 2 by eta <= 1/(2*L)\n{ALIKE}\nclaim by apart",
        ),
        Variant(
            "sharp",
            "apart2(t) <= (1 - 1/N)*(H - 1)*eta**2*sigma2_max",
            statement="E V_t <= (1 - 1/M) (H - 1) gamma^2 sigma^2 for gamma <= 2/L",
            assume=("eta <= 2/L",),
            derivation=f"short: L*eta <= 2 by eta <= 2/L\n{ALIKE}\nclaim by nearer",
        ),
    ),
)

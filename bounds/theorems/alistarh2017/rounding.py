"""Alistarh et al. 2017 (QSGD), Lemma 3.1: random rounding to s levels.

Setting. Q(v)_i = ||v|| sign(v_i) l_i/s, l_i an integer next to a_i = s |v_i|/||v||, at random with the mean a_i.

Statement. For v in R^d: E||Q(v) - v||^2 <= min(d/s^2, sqrt(d)/s) ||v||^2 (`variance`), so that E||Q(v)||^2 <= (1 +
min(d/s^2, sqrt(d)/s)) ||v||^2 (`second-moment`); and at most s (s + sqrt(d)) coordinates are not 0 in the mean
(`sparsity`).

Proof. With p_i = a_i - floor(a_i) the variance is ||v||^2/s^2 sum_i p_i (1 - p_i); p (1 - p) is at most 1, and at most
a_i, whose sum is at most s sqrt(d). The mean being v, ||v||^2 is added. At most s^2 of the a_i are 1 or more, their
squares adding up to s^2; the others are rounded up with probability a_i.  []
"""

from ...families.quantised import QUANTISED
from ...theorem import Theorem, Variant

READ = "NIPS 2017, read in a transcription without the appendix"

ROUNDING = Theorem(
    id="alistarh2017.rounding",
    title="random rounding: variance and how much is sent",
    place=f"Alistarh, Grubic, Li, Tomioka and Vojnovic 2017, Lemma 3.1, {READ}",
    statement="E||Q(v) - v||^2 <= min(d/s^2, sqrt(d)/s) ||v||^2",
    family=QUANTISED,
    first=None,
    variants=(
        Variant(
            "variance",
            "E||Q(v) - v||^2 <= min(d/s^2, sqrt(d)/s) ||v||^2",
            "lost2",
            "min(d/s**2, sqrt(d)/s)*norm2",
            proved=True,
        ),
        Variant(
            "second-moment",
            "E||Q(v)||^2 <= (1 + min(d/s^2, sqrt(d)/s)) ||v||^2",
            "second2",
            "(1 + min(d/s**2, sqrt(d)/s))*norm2",
            proved=True,
        ),
        Variant(
            "sparsity",
            "at most s (s + sqrt(d)) coordinates, in the mean",
            "sent",
            "s*(s + sqrt(d))",
            proved=True,
        ),
    ),
)

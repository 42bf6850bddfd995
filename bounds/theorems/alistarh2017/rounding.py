"""Alistarh et al. 2017 (QSGD), Lemma 3.1: random rounding to s levels.

Setting. Q(v)_i = ||v|| sign(v_i) l_i/s, l_i an integer next to a_i = s |v_i|/||v||, at random with the mean a_i.

Statement. For v in R^d: E||Q(v) - v||^2 <= min(d/s^2, sqrt(d)/s) ||v||^2 (`variance`), so that E||Q(v)||^2 <= (1 +
min(d/s^2, sqrt(d)/s)) ||v||^2 (`second-moment`); and at most s (s + sqrt(d)) coordinates are not 0 in the mean
(`sparsity`).

Idea. With p_i = a_i - floor(a_i) the variance is ||v||^2/s^2 sum_i p_i (1 - p_i); p (1 - p) is at most 1, and at most
a_i, whose sum is at most s sqrt(d). The mean being v, ||v||^2 is added. At most s^2 of the a_i are 1 or more, their
squares adding up to s^2; the others are rounded up with probability a_i.
"""

from ...families.compressed import QUANTISED
from ...theorem import Theorem, Variant

READ = "NIPS 2017, read in a transcription without the appendix"
_PLACES = """
square: sum(i, a[i])**2 <= (s*sqrt(d))**2 by squares times d with a[i] - a[j] sum i j
places: sum(i, a[i]) <= s*sqrt(d) by root, square
"""
_LOST = f"""{_PLACES}
let lost = r**2/s**2*sum(i, up[i]*(1 - up[i]))
each: up[i]*(1 - up[i]) <= a[i] by low with up[i]
few: lost <= d/s**2*norm2 by up, up_high sum i
sizes: sum(i, up[i]*(1 - up[i])) <= s*sqrt(d) by each, places sum i
many: lost <= sqrt(d)/s*norm2 by sizes
one: lost <= min(d/s**2, sqrt(d)/s)*norm2
  by cases min(d/s**2, sqrt(d)/s) == d/s**2, min(d/s**2, sqrt(d)/s) == sqrt(d)/s
  case
    lost <= min(d/s**2, sqrt(d)/s)*norm2 by few, case times norm2
  case
    lost <= min(d/s**2, sqrt(d)/s)*norm2 by many, case times norm2
"""
_SECOND = f"""{_LOST}\
claim by one
"""
_SPARSITY = f"""{_PLACES}\
few: some[i] <= a[i]**2 by some, from_one, low, up, none
each: (1 - up[i])*some[i] + up[i] <= a[i] + a[i]**2 by few, low, up, up_high, some
claim by each, squares, places sum i
"""

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
            "lost2 <= min(d/s**2, sqrt(d)/s)*norm2",
            derivation=f"{_LOST}claim by one",
        ),
        Variant(
            "second-moment",
            "second2 <= (1 + min(d/s**2, sqrt(d)/s))*norm2",
            derivation=_SECOND,
        ),
        Variant(
            "sparsity",
            "sent <= s*(s + sqrt(d))",
            statement="at most s (s + sqrt(d)) coordinates, in the mean",
            derivation=_SPARSITY,
        ),
    ),
)

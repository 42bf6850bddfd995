"""Random sparsification made unbiased: k random coordinates, times d/k.

Statement, as commonly cited (Wangni, Wang, Liu and Zhang 2018 for probabilities of any kind; Stich, Cordonnier and
Jaggi 2018 compare with it). E (d/k) rand_k(x) = x, and E||(d/k) rand_k(x) - x||^2 = (d/k - 1) ||x||^2: the second
moment grows by d/k, where rand_k itself contracts.

Idea. A coordinate is x_j d/k with probability k/d, else 0: its mean is x_j, its second moment x_j^2 d/k.
"""

from ...families.compressed import compressed
from ...theorem import Theorem, Variant
from .contraction import CHANCE, READ

_MEAN = f"""{CHANCE}
claim by chance times v[i]**2*(dot(mask[i], one)/omega**2 - 1/omega) sum i
"""
_VARIANCE = f"""{CHANCE}
claim by chance times v[i]**2, mask[j == i] times v[i]**2, one times norm2 sum i
  over omega > 0
"""

UNBIASED = Theorem(
    id="stich2018.unbiased",
    title="random coordinates times d/k: unbiased, variance d/k - 1",
    place=f"Stich, Cordonnier and Jaggi 2018, on unbiased sparsification; {READ}",
    statement="E (d/k) rand_k(x) = x, E||(d/k) rand_k(x) - x||^2 = (d/k - 1) ||x||^2",
    family=compressed("random"),
    first=None,
    variants=(
        Variant("mean", "bias2 == 0", statement="E (d/k) rand_k(x) = x", derivation=_MEAN),
        Variant(
            "variance",
            "scaled_lost2 == (1/omega - 1)*norm2",
            statement="E||(d/k) rand_k(x) - x||^2 = (d/k - 1) ||x||^2",
            derivation=_VARIANCE,
        ),
    ),
)

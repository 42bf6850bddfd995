"""Stich, Cordonnier and Jaggi 2018, the contraction of operators that keep k of d coordinates.

Statement. For x in R^d, top_k (the k largest coordinates) and rand_k (any k coordinates, all sets as likely):
E||x - comp_k(x)||^2 <= (1 - k/d) ||x||^2.

Idea. rand_k drops each coordinate with probability 1 - k/d. Every coordinate that top_k keeps is at least as large as
every one that it drops: summed over all pairs, (d - k) of what is kept is at least k of what is lost.
"""

from ...families.compressed import compressed
from ...theorem import Theorem, Variant

READ = "NeurIPS 2018, read in a transcription without the appendix"

_TOP = """
whole: sum(j, mask[j]**2*v[j]**2) == sum(j, mask[j]*v[j]**2) by mask times v[j]**2 sum j
pairs: (d - k)*(norm2 - lost2) >= k*lost2 by order, whole, size times norm2 sum i j
claim by pairs, share times norm2
  over d > 0
"""
CHANCE = """
alike_all: d*dot(mask[i], one) == dot(sum(j, mask[j]), one) by alike times 1 sum j
chance: dot(mask[i], one) == omega by alike_all, size times one, one times k, share times 1
  over d > 0
"""
_RANDOM = f"""{CHANCE}
claim by chance times v[i]**2, mask[j == i] times v[i]**2, one times norm2 sum i
"""

CONTRACTION = Theorem(
    id="stich2018.contraction",
    title="keeping k of d coordinates loses at most 1 - k/d",
    place=f"Stich, Cordonnier and Jaggi 2018, Definition 2.1 and Lemma A.1; {READ}",
    statement="E||x - comp_k(x)||^2 <= (1 - k/d) ||x||^2",
    family=compressed("top"),
    first=None,
    variants=(
        Variant("top", "lost2 <= (1 - omega)*norm2", statement="the k largest coordinates", derivation=_TOP),
        Variant(
            "random",
            "lost2 == (1 - omega)*norm2",
            statement="k random coordinates",
            family=compressed("random"),
            derivation=_RANDOM,
        ),
    ),
)

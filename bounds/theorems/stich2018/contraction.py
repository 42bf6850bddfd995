"""Stich, Cordonnier and Jaggi 2018, the contraction of operators that keep k of d coordinates.

Statement. For x in R^d, top_k (the k largest coordinates) and rand_k (any k coordinates, all sets as likely):
E||x - comp_k(x)||^2 <= (1 - k/d) ||x||^2.

Proof. rand_k drops each coordinate with probability 1 - k/d, so equality holds. What top_k drops is, of all sets of
d - k coordinates, the one of least sum of squares, so at most the mean over all of them.  []
"""

from ...families.compressed import compressed
from ...theorem import Theorem, Variant

READ = "NeurIPS 2018, read in a transcription without the appendix"

CONTRACTION = Theorem(
    id="stich2018.contraction",
    title="keeping k of d coordinates loses at most 1 - k/d",
    place=f"Stich, Cordonnier and Jaggi 2018, Definition 2.1 and Lemma A.1; {READ}",
    statement="E||x - comp_k(x)||^2 <= (1 - k/d) ||x||^2",
    family=compressed("top"),
    first=None,
    variants=(
        Variant("top", "the k largest coordinates", "lost2", "(1 - omega)*norm2", proved=True),
        Variant(
            "random",
            "k random coordinates",
            "lost2",
            "(1 - omega)*norm2",
            "==",
            family=compressed("random"),
            proved=True,
        ),
    ),
)

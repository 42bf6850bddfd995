"""Qu and Li 2018: the mean of the trackers is the mean of the gradients, at every round.

Setting as in `system`, any step, any start.

Statement. sbar(t) = g(t) = (1/n) sum_i grad f_i(x_i(t)), hence xbar(t+1) = xbar(t) - eta g(t). Judged as lengths
squared.

Proof. W is doubly stochastic, so sbar(t+1) - sbar(t) = g(t+1) - g(t), and s(0) = grad(0).
"""

from ...theorem import Theorem, Variant
from .system import CITED, TRACKING

_MAIN_PROOF = """
claim by vanishing(J(p)) times p, vanishing(J(p)) times grad(x)
"""

MEAN_TRACKER = Theorem(
    id="qu2018.mean-tracker",
    title="Gradient tracking: the mean moves along the mean gradient",
    place=f"Qu and Li 2018, the lemma on averages, {CITED}",
    statement="sbar(t) = g(t), xbar(t+1) = xbar(t) - eta g(t)",
    family=TRACKING,
    variants=(
        Variant(
            "main",
            "moved_mean2(t) == eta**2*mean_gradient2(t)",
            derivation=_MAIN_PROOF,
        ),
    ),
)

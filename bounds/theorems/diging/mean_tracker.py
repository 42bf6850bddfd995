"""Nedic, Olshevsky and Shi 2017: DIGing's trackers keep the mean of the gradients on networks that change.

Setting as in `rate`, any doubly stochastic W(t), any step and start.

Statement. (1/n) 1'y(k) = (1/n) 1'grad f(x(k)) at every round, so xbar(k+1) = xbar(k) - alpha (1/n) 1'grad f(x(k)).
Judged as lengths squared.

Proof. 1'W(k) = 1', so the mean of y changes by that of the gradients, and y(0) = grad f(x(0)).
"""

from ...theorem import Theorem, Variant
from .rate import CHANGING, CITED

_MAIN_PROOF = """
claim by vanishing(J(p)) times p, vanishing(J(p)) times grad(x)
"""

MEAN_TRACKER = Theorem(
    id="diging.mean-tracker",
    title="DIGing: the mean moves along the mean gradient",
    place=f"Nedic, Olshevsky and Shi 2017, section 2, {CITED}",
    statement="(1/n) 1'y(k) = (1/n) 1'grad f(x(k))",
    family=CHANGING,
    variants=(
        Variant(
            "main",
            "moved_mean2(t) == eta**2*mean_gradient2(t)",
            derivation=_MAIN_PROOF,
        ),
    ),
)

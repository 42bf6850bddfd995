"""Shi, Ling, Wu and Yin 2015: the mean model of EXTRA moves along the mean of the clients' gradients.

Setting as in `lyapunov`, any start and step.

Statement. xbar(k+1) = xbar(k) - alpha (1/n) sum_i grad f_i(x_i(k)): EXTRA corrects how clients differ, never their
mean. So a point at rest, where clients agree, has (1/n) sum_i grad f_i = 0 and is optimal. Judged as lengths
squared.

Proof. EXTRA sums up (W~ - W)(x(0) + ... + x(k-1)), and 1'(W~ - W) = 0.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant
from .lyapunov import CITED

_DERIVED = """
claim by vanishing(J(q)) times J(q), vanishing(J(q)) times J(grad(x))
"""

MEAN_MODEL = Theorem(
    id="shi2015.mean-model",
    title="EXTRA: the mean model is a gradient step of the mean",
    place=f"Shi, Ling, Wu and Yin 2015, section 2, {CITED}",
    statement="xbar(k+1) = xbar(k) - alpha (1/n) sum_i grad f_i(x_i(k))",
    family=declared("EXTRA", signed=True),
    variants=(
        Variant(
            "main",
            "moved_mean2(t) == eta**2*mean_gradient2(t)",
            derivation=_DERIVED,
        ),
    ),
)

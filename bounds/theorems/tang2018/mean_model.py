"""Tang, Lian, Yan, Zhang and Liu 2018: the mean model of D2 moves along the mean of the clients' gradients.

Setting. x(t+1) = W (2 x(t) - x(t-1) - gamma (g(t) - g(t-1))), x(1) = W (x(0) - gamma g(0)), W symmetric and doubly
stochastic, g(t) the clients' gradients at their own models, full ones here; `eta` is gamma.

Statement. xbar(t+1) = xbar(t) - gamma (1/n) sum_i g_i(t). Judged as lengths squared.

Proof. With psi = x - gamma g(t) a round is x+ = W (psi + x - psi'), psi' the psi before, at first x(0): the mean of
x - psi' is 0 at every round, as in exact diffusion.
"""

from ...algorithms import Algorithm
from ...families.declared import declared
from ...theorem import Theorem, Variant
from ..yuan2019.mean_model import CITED, PROOF

D2 = declared(
    Algorithm(
        "D2",
        let={"psi": "x - eta*grad(x)"},
        next={"x": "mix(psi + x - before)", "before": "psi"},
        start={"before": "x"},
    )
)

MEAN_MODEL = Theorem(
    id="tang2018.mean-model",
    title="D2: the mean model is a gradient step of the mean",
    place=f"Tang, Lian, Yan, Zhang and Liu 2018, the update of the mean, {CITED}",
    statement="xbar(t+1) = xbar(t) - gamma (1/n) sum_i g_i(t)",
    family=D2,
    variants=(
        Variant(
            "main",
            "moved_mean2(t) == eta**2*mean_gradient2(t)",
            derivation=PROOF,
        ),
    ),
)

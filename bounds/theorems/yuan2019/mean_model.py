"""Yuan, Ying, Zhao and Sayed 2019: the mean model of exact diffusion moves along the mean of the clients' gradients.

Setting. psi = x - mu grad f(x) (adapt), phi = psi + x - psi' (correct), x+ = (I + A)/2 phi (combine), psi' the psi of
the round before, at first x(0); A symmetric and doubly stochastic, one step for all, `eta` here.

Statement. xbar(t+1) = xbar(t) - mu (1/n) sum_i grad f_i(x_i(t)): the correction has the mean 0, so that a point at rest
where clients agree is optimal. Judged as lengths squared.

Proof. The mean of x - psi' is 0 at first, and A keeps means: that of x+ - psi is that of phi - psi = x - psi'.
"""

from ...algorithms import Algorithm
from ...families.declared import declared
from ...theorem import Theorem, Variant

CITED = "as commonly cited; the paper itself could not be read"
ALGORITHM = Algorithm(
    "exact diffusion",
    let={"psi": "x - eta*grad(x)", "phi": "psi + x - before"},
    next={"x": "(phi + mix(phi))/2", "before": "psi"},
    start={"before": "x"},
)
EXACT_DIFFUSION = declared(ALGORITHM)
# Of any method that adds x - before, whose mean is 0, to a gradient step.
PROOF = """
always B: sq(J(x - before)) == 0
  next by B
claim by vanishing(J(x - before)) times x, vanishing(J(x - before)) times before,
  vanishing(J(x - before)) times grad(x)
"""

MEAN_MODEL = Theorem(
    id="yuan2019.mean-model",
    title="Exact diffusion: the mean model is a gradient step of the mean",
    place=f"Yuan, Ying, Zhao and Sayed 2019, Part I, the role of the correction, {CITED}",
    statement="xbar(t+1) = xbar(t) - mu (1/n) sum_i grad f_i(x_i(t))",
    family=EXACT_DIFFUSION,
    variants=(
        Variant(
            "main",
            "moved_mean2(t) == eta**2*mean_gradient2(t)",
            derivation=PROOF,
        ),
    ),
)

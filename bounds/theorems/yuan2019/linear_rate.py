"""Yuan, Ying, Zhao and Sayed 2019: exact diffusion converges linearly to w* with a constant step.

Setting as in `mean_model`; f_i mu-strongly convex and L-smooth, h = (grad f_i(w*))_i.

Statement. Linear convergence to w*, whatever the heterogeneity. In numbers, for every step up to 2/L: ||x(t) - 1 w*||^2
<= max(1 - (2 - eta L) mu eta, (1 + lambda)/2)^t (||x(0) - 1 w*||^2 + 2 eta^2 h'(I - A)^+ h); these numbers are those of
`nids.linear-rate`, the paper's own are an order for small steps.

Proof. r = x - psi' follows the recursion of NIDS: r+ = x+ - psi = x+ - phi + r, from r = 0.
"""

from ...theorem import Theorem, Variant
from ..nids.linear_rate import PROOF
from ..nids.step_range import STEP
from .mean_model import CITED, EXACT_DIFFUSION

LINEAR_RATE = Theorem(
    id="yuan2019.linear-rate",
    title="Exact diffusion: linear rate to the minimizer",
    place=f"Yuan, Ying, Zhao and Sayed 2019, Part II, linear convergence, {CITED}; the numbers are those of NIDS",
    statement="linear convergence to w* with a constant step",
    family=EXACT_DIFFUSION,
    variants=(
        Variant(
            "main",
            "distance2(t) <= max(1 - (2 - eta*L)*mu*eta, (1 + lam)/2)**t*(distance2(0) + 2*eta**2*tension2)",
            statement="||x(t) - 1 w*||^2 <= rate^t (||x(0) - 1 w*||^2 + 2 eta^2 h'(I - A)^+ h), rate = max(1 - "
            "(2 - eta L) mu eta, (1 + lambda)/2)",
            assume=STEP,
            derivation=f"let r = x - before, n = x - eta*grad(x) + r\n{PROOF.lstrip()}",
        ),
    ),
)

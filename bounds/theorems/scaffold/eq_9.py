"""SCAFFOLD, (9): how far the clients' gradients are from theirs at the common minimizer.

Statement. f = (1/N) sum_i f_i, each f_i convex and beta-smooth, x* a minimizer of f: (1/N) sum_i ||grad f_i(x)
- grad f_i(x*)||^2 <= 2 beta (f(x) - f(x*)). The minimizers of the f_i may differ. (beta is L here.)

Proof. For each i, ||grad f_i(x) - grad f_i(x*)||^2 <= 2 beta (f_i(x) - f_i(x*) - <grad f_i(x*), x - x*>), which
holds for every convex and beta-smooth function; take the mean over i, grad f(x*) being 0.
"""

from ...families.points import points
from ...theorem import Theorem, Variant
from .setting import SOURCE

EQ_9 = Theorem(
    id="scaffold.eq-9",
    title="growth of the clients' gradients around the common minimizer",
    place=f"(9); {SOURCE}",
    statement="(1/N) sum_i ||grad f_i(x) - grad f_i(x*)||^2 <= 2 beta (f(x) - f(x*))",
    family=points(),
    first=None,
    variants=(
        Variant(
            "main",
            "growth2 <= 2*L*gap",
            derivation="claim by interpolation_convex(x, o)",
        ),
    ),
)

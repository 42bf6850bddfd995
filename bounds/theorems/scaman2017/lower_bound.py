"""Scaman et al. 2017, lower bound: two clients share a chain of quadratics, of which a method learns link by link.

Setting. F_1 and F_2 are mu/2 ||w||^2 + (L - mu)/4 times the sum of (w_i - w_(i+1))^2 over the odd, and the even links
of an endless chain with w_0 = 1: each is mu-strongly convex and L-smooth. While an agent has seen k coordinates the
others are 0; the next needs a gradient of the other client, D exchanges away (`diameter`). kappa = L/mu.

Statement. w*_i = q^i with q = (sqrt(kappa) - 1)/(sqrt(kappa) + 1) (`minimizer`). What is missing beyond k coordinates
is q^(2k) of ||w*||^2, at least (1 - 4/sqrt(kappa))^k of it for kappa > 16 (`error`): models that are combinations of
what was seen come no nearer. The printed exponent is 1 + t/(1 + D tau), tau the time of an exchange.

Idea. (kappa - 1) (1 - q)^2 = 4 q, and q^2 = 1 - 4 sqrt(kappa)/(1 + sqrt(kappa))^2.
"""

from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .eigengap import CITED

_ERROR = """
let r = sqrt(kappa)
long: r - 4 > 0 by kappa > 16 over r + 4 > 0
slow: 1 - 4/r > 0 by long over r > 0
fast: q**2 >= 1 - 4/r by long
square: q**2 >= 0 by fast, slow
unit: 1 - q**2 > 0 by long
first: (1 - 4/r)**k*(q**2 - (1 - 4/r))*k >= 0 by fast, slow
tangent: (q**2)**k >= (1 - 4/r)**k by power_tangent(1 - 4/r, q**2, k), first over 1 - 4/r > 0
power: q**(2*k) >= (1 - 4/r)**k by tangent, power_product(q, q, k)
claim by power, unit with q
"""

LOWER_BOUND = Theorem(
    id="scaman2017.lower-bound",
    title="lower bound: a chain of quadratics between two clients",
    place=f"Scaman et al. 2017, the lower bound for strongly convex and smooth losses, {CITED}",
    statement="F(w) - F* >= (mu/2) (1 - 4/sqrt(kappa))^(1 + t/(1 + D tau)) ||w(0) - w*||^2 for some losses",
    family=scalars("k", "kappa"),
    first=None,
    variants=(
        Variant(
            "minimizer",
            "(kappa - 1)/4*(2*q**(k + 1) - q**k - q**(k + 2)) + q**(k + 1) == 0",
            statement="the mean gradient at (q, q^2, q^3, ...) is 0 in every coordinate",
            where={"q": "(sqrt(kappa) - 1)/(sqrt(kappa) + 1)"},
            derivation="claim",
        ),
        Variant(
            "error",
            "(1 - 4/sqrt(kappa))**k*q**2/(1 - q**2) <= q**(2*k + 2)/(1 - q**2)",
            statement="the coordinates of w* beyond k are at least (1 - 4/sqrt(kappa))^k of ||w*||^2",
            assume=("kappa > 16",),
            where={"q": "(sqrt(kappa) - 1)/(sqrt(kappa) + 1)"},
            derivation=_ERROR,
        ),
    ),
)

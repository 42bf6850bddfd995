"""Qu and Li 2018, the step with a stated rate: eta = (alpha/beta^2) ((1 - sigma)/6)^2.

Setting, z and G(eta) as in `system`.

Statement. For this step rho(G(eta)) <= 1 - (1/2) ((alpha/beta) (1 - sigma)/6)^2 =: r, so the errors are O(r^t). A
finite form: with the weights v = [71/(2 a s), 1, 2/a], a = alpha/beta and s = 1 - sigma, the largest of beta-scaled
z_i/v_i shrinks by r every round (`finite`). That rho(G) <= r, for all a and s, is `spectral-radius`: r I - G has
nonnegative leading minors; here its determinant, for beta = 1.

Proof. Scale beta to 1; then eta = a s^2/36, lambda = 1 - a eta = 1 - a^2 s^2/36 and r = 1 - a^2 s^2/72. It is
enough that G v <= r v, v positive. Row 3: eta = (2/a) a^2 s^2/72 = (2/a) (r - lambda), as needed. Row 2: eta 71/(2
a s) = 71 s/72 <= s - a^2 s^2/72 = r - sigma. Row 1: (r - sigma - eta) 71/(2 a s) >= s (1 - 1/72 - 1/36) 71/(2 a s)
> 34/a, and eta + 2 + 2 eta/a <= 1/36 + 2 + 1/18. So z(t) <= c v implies z(t+1) <= c r v, and rho(G) <= r by Perron
and Frobenius; then r I - G is a (perhaps singular) M-matrix, whose determinant is nonnegative.
"""

from ...domains import UNIT
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .system import CITED, TRACKING

_TRACKER = "added_spread({0})/(eta*L)/(71*L/(2*mu*(1 - lam)))"
_LARGEST = f"max({_TRACKER}, spread({{0}}), sqrt(K)*error({{0}})*mu/(2*L))"

RATE = Theorem(
    id="qu2018.rate",
    title="Gradient tracking: a step and its linear rate",
    place=f"Qu and Li 2018, the linear rate, {CITED}",
    statement="rho(G(eta)) <= 1 - (1/2) (alpha (1 - sigma)/(6 beta))^2 at eta = (alpha/beta^2) ((1 - sigma)/6)^2",
    family=TRACKING,
    variants=(
        Variant(
            "finite",
            f"{_LARGEST.format('t')} <= (1 - (mu/L*(1 - lam)/6)**2/2)**t*{_LARGEST.format('0')}",
            statement="the errors, suitably weighted, shrink by that rate every round",
            assume=("lam < 1", "eta == mu/L**2*((1 - lam)/6)**2"),
            proved=True,
        ),
        Variant(
            "spectral-radius",
            "(eta*(2 + eta)*(r - lambda_) + eta**3)/((r - lambda_)*(r - sigma)) <= r - sigma - eta",
            statement="det(r I - G) >= 0, beta = 1",
            assume=("0 < a", "sigma < 1"),
            where={"eta": "a*((1 - sigma)/6)**2", "lambda_": "1 - a*eta", "r": "1 - (a*(1 - sigma)/6)**2/2"},
            family=scalars(a=UNIT, sigma=UNIT),
            proved=True,
        ),
    ),
)

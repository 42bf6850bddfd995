"""Mironov 2017, Proposition 3: from Renyi differential privacy to (eps, delta), for Gaussian noise.

Setting. (alpha, alpha rho)-RDP at every order alpha > 1, as T Gaussian mechanisms of noise multiplier sigma have with
rho = T/(2 sigma^2); Proposition 3 gives (eps, delta) with eps = alpha rho + log(1/delta)/(alpha - 1), which is taken
as given.

Statement. No order gives less than rho + 2 sqrt(rho log(1/delta)) (`least`), and alpha = 1 + sqrt(log(1/delta)/rho)
gives it (`attained`): the choice of order that accountants make over a grid.
"""

from ..domains import UNIT
from ..families.scalars import scalars
from ..theorem import Theorem, Variant

_LEAST = """
one: log(1/delta) >= 1 - delta by log_below(1/delta)
let r = sqrt(rho*log(1/delta))
core: 2*(alpha - 1)*r <= (alpha - 1)**2*rho + log(1/delta) by rho > 0 over rho > 0 with (alpha - 1)*rho - r
claim by core
"""
_ATTAINED = """
one: log(1/delta) >= 1 - delta by log_below(1/delta)
pos: log(1/delta) > 0 by one, delta < 1
claim
"""
_LEAST_EPS, _EPS = "rho + 2*sqrt(rho*log(1/delta))", "alpha*rho + log(1/delta)/(alpha - 1)"

CONVERSION = Theorem(
    id="mironov2017.proposition-3",
    title="Renyi differential privacy of Gaussian noise: the best order",
    place="Mironov 2017, v3, Proposition 3, as quoted in the source of Google's dp_accounting "
    "(rdp_privacy_accountant.py); its minimum over orders, the proposition being taken as given",
    statement="eps = min over alpha of alpha rho + log(1/delta)/(alpha - 1) = rho + 2 sqrt(rho log(1/delta))",
    family=scalars("", "rho", delta=UNIT),
    first=None,
    variants=(
        Variant(
            "least",
            f"{_LEAST_EPS} <= {_EPS}",
            statement="every order alpha > 1 gives at least rho + 2 sqrt(rho log(1/delta))",
            assume=("alpha > 1", "0 < delta"),
            family=scalars("", "alpha rho", delta=UNIT),
            derivation=_LEAST,
        ),
        Variant(
            "attained",
            f"{_EPS} == {_LEAST_EPS}",
            statement="alpha = 1 + sqrt(log(1/delta)/rho)",
            assume=("0 < delta", "delta < 1"),
            where={"alpha": "1 + sqrt(rho*log(1/delta))/rho"},
            derivation=_ATTAINED,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (CONVERSION,)

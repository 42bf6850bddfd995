"""Canonne, Kamath and Steinke 2020, Proposition 12: the sharper conversion from Renyi to (eps, delta) privacy.

Setting. eps(alpha) = eps_alpha + log(1 - 1/alpha) - (log(delta) + log(alpha))/(alpha - 1) for (alpha, eps_alpha)-RDP,
alpha > 1, taken as given; before it eps_alpha + log(1/delta)/(alpha - 1) (`mironov2017.proposition-3`).

Statement. The new one is never more (`never-more`), and less by at least 2/alpha (`gain`): what the logarithms of
alpha say.
"""

from ..domains import UNIT
from ..families.scalars import scalars
from ..theorem import Theorem, Variant

_DERIVED = """
up: alpha - 1 > 0
a: log(1 - 1/alpha) <= -1/alpha by log_tangent(1 - 1/alpha)
b: log(alpha) >= 1 - 1/alpha by log_below(alpha)
c: log(alpha)/(alpha - 1) >= 1/alpha by b over up
less: log(1 - 1/alpha) - log(alpha)/(alpha - 1) <= -2/alpha by a, c, up, alpha > 0
claim never-more by less, up, alpha > 0
claim gain by less
"""
_NEW, _OLD = "rdp + log(1 - 1/alpha) - (log(delta) + log(alpha))/(alpha - 1)", "rdp - log(delta)/(alpha - 1)"
_ASSUME = ("alpha > 1", "0 < delta")

CONVERSION = Theorem(
    id="canonne2020.proposition-12",
    title="Renyi to (eps, delta): the sharper conversion",
    place="Canonne, Kamath and Steinke 2020, v4, Proposition 12, as quoted in the source of Google's dp_accounting "
    "(rdp_privacy_accountant.py); compared with Mironov's, both taken as given",
    statement="eps = eps_alpha + log(1 - 1/alpha) - log(delta alpha)/(alpha - 1)",
    family=scalars("", "alpha rdp", delta=UNIT),
    first=None,
    variants=(
        Variant(
            "never-more",
            f"{_NEW} <= {_OLD}",
            statement="at most Mironov's",
            assume=_ASSUME,
            derivation=_DERIVED,
        ),
        Variant(
            "gain",
            f"{_NEW} <= {_OLD} - 2/alpha",
            statement="at least 2/alpha below Mironov's",
            assume=_ASSUME,
            derivation=_DERIVED,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (CONVERSION,)

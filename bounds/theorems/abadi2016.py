"""Abadi et al. 2016, Theorem 1: noise sigma >= c_2 q sqrt(T log(1/delta))/eps makes DP-SGD (eps, delta)-private.

Setting, from its proof. The log moment of order lambda of T steps is at most T q^2 lambda^2/sigma^2 (for small q and
lambda), and two conditions are enough: T q^2 lambda^2/sigma^2 <= lambda eps/2 and exp(-lambda eps/2) <= delta. q is
the sampling rate.

Statement. With lambda = 2 log(1/delta)/eps, which meets the second with equality, the first holds for sigma >= 2 q
sqrt(T log(1/delta))/eps: c_2 = 2 in these conditions (`noise`), and for no smaller sigma where delta < 1 (`needed`).
"""

from ..domains import UNIT
from ..families.scalars import scalars
from ..theorem import Theorem, Variant

_SIGNS = """
one: log(1/delta) >= 1 - delta by log_below(1/delta)
pos: log(1/delta) >= 0 by one, delta <= 1
let r = sqrt(T*log(1/delta))
"""
_NOISE = f"""{_SIGNS}
big: sigma*eps >= 2*q*r by sigma >= 2*q*sqrt(T*log(1/delta))/eps over eps > 0
low: 2*q*r >= 0
square: (sigma*eps)**2 >= (2*q*r)**2 by big, low
claim over eps > 0, eps > 0, sigma > 0, sigma > 0
"""
_NEEDED = f"""{_SIGNS}
sure: log(1/delta) > 0 by one, delta < 1
core: log(1/delta)*(sigma**2*eps**2 - 4*q**2*T*log(1/delta)) >= 0
  by T*q**2*lam**2/sigma**2 <= lam*eps/2 over eps > 0, eps > 0, sigma > 0, sigma > 0
square: sigma**2*eps**2 >= (2*q*r)**2 by core over sure
big: 2*q*r <= sigma*eps by root, square
claim by big over eps > 0
"""
_WHERE = {"lam": "2*log(1/delta)/eps"}

NOISE = Theorem(
    id="abadi2016.theorem-1",
    title="DP-SGD: how much noise its two conditions ask for",
    place="Abadi et al. 2016, Theorem 1 and its proof, as commonly cited; the paper itself could not be read; the "
    "choice "
    "of the order and of the noise alone, the bound of the moments being taken as given",
    statement="sigma >= c_2 q sqrt(T log(1/delta))/eps",
    family=scalars("T", "q sigma eps", delta=UNIT),
    first=None,
    variants=(
        Variant(
            "noise",
            "T*q**2*lam**2/sigma**2 <= lam*eps/2",
            statement="T q^2 lambda^2/sigma^2 <= lambda eps/2 for sigma >= 2 q sqrt(T log(1/delta))/eps",
            assume=("0 < delta", "sigma >= 2*q*sqrt(T*log(1/delta))/eps"),
            where=_WHERE,
            derivation=_NOISE,
        ),
        Variant(
            "needed",
            "2*q*sqrt(T*log(1/delta))/eps <= sigma",
            statement="and only for such sigma",
            assume=("0 < delta", "delta < 1", "T*q**2*lam**2/sigma**2 <= lam*eps/2"),
            where=_WHERE,
            derivation=_NEEDED,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (NOISE,)

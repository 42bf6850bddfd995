"""Bun and Steinke 2016: rho-zCDP implies (rho + 2 sqrt(rho log(1/delta)), delta)-differential privacy.

Setting. rho-zCDP bounds the Renyi divergence of order alpha > 1 by alpha rho; by Markov's inequality the privacy loss
exceeds eps with a chance of at most exp((alpha - 1)(alpha rho - eps)). These two are taken as given; ell is
log(1/delta).

Statement. At eps = rho + 2 sqrt(rho ell) and alpha = (eps + rho)/(2 rho) that chance is exp(-ell) = delta (`exponent`,
of logarithms); no order gives a smaller eps = alpha rho + ell/(alpha - 1) (`best`).

Proof. (alpha - 1)(alpha rho - eps) = -(eps - rho)^2/(4 rho) at that alpha. For `best`, (alpha - 1) rho + ell/(alpha -
1) >= 2 sqrt(rho ell).
"""

from ..domains import POSITIVE
from ..families.scalars import scalars
from ..theorem import Theorem, Variant

_BEST_PROOF = """
claim best with (alpha - 1)*sqrt(rho) - sqrt(ell)
"""

CONVERSION = Theorem(
    id="bun2016.conversion",
    title="zCDP: the conversion to (eps, delta)",
    place="Bun and Steinke 2016, Proposition 1.3, as commonly cited; the paper itself could not be read; "
    "the choice of the order alone, Markov's inequality being taken as given",
    statement="eps = rho + 2 sqrt(rho log(1/delta)) is the least that any order alpha > 1 gives",
    family=scalars("", "rho ell"),
    first=None,
    variants=(
        Variant(
            "exponent",
            "(alpha - 1)*(eps - alpha*rho) == ell",
            statement="(alpha - 1)(alpha rho - eps) = -log(1/delta) at eps = rho + 2 sqrt(rho log(1/delta)), "
            "alpha = (eps + rho)/(2 rho)",
            where={"eps": "rho + 2*sqrt(rho*ell)", "alpha": "(eps + rho)/(2*rho)"},
            derivation="claim exponent",
        ),
        Variant(
            "best",
            "rho + 2*sqrt(rho*ell) <= alpha*rho + ell/(alpha - 1)",
            statement="rho + 2 sqrt(rho log(1/delta)) <= alpha rho + log(1/delta)/(alpha - 1) for every alpha > 1",
            assume=("alpha > 1",),
            family=scalars("", "rho ell", alpha=POSITIVE),
            derivation=_BEST_PROOF,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (CONVERSION,)

"""Richtarik, Sokolov and Fatkhullin 2021 (EF21): the constants theta and beta of the contraction, and the best split.

Setting. A compressor that leaves at most 1 - alpha of a squared length, 0 < alpha < 1; s > 0 is the weight of a split,
theta(s) = 1 - (1 - alpha)(1 + s), beta(s) = (1 - alpha)(1 + 1/s).

Statement. Of all s with theta(s) > 0, s* = 1/sqrt(1 - alpha) - 1 makes beta/theta least (`best`); theta(s*) = 1 -
sqrt(1 - alpha) (`theta`), beta(s*) = (1 - alpha)/(1 - sqrt(1 - alpha)) (`beta`), and sqrt(beta/theta) <= 2/alpha - 1
there (`ratio`, judged squared).

Proof. With r = sqrt(1 - alpha): beta/theta at s* is r^2/(1 - r)^2, and (1 + s)(1 - r)^2 - s theta(s) = (1 - r - r s)^2.
For `ratio`, r alpha = r (1 + r)(1 - r) <= (1 + r^2)(1 - r) = (2 - alpha)(1 - r).
"""

from ...domains import UNIT
from ...families.scalars import scalars
from ...theorem import Theorem, Variant

CITED = "as commonly cited; the paper itself could not be read"
_OPEN = ("0 < alpha", "alpha < 1")
_AT_BEST = {
    "r": "sqrt(1 - alpha)",
    "s": "1/r - 1",
    "theta": "1 - (1 - alpha)*(1 + s)",
    "beta": "(1 - alpha)*(1 + 1/s)",
}
_SPLIT = {name: text for name, text in _AT_BEST.items() if name != "s"}
_SIGNS = """
side: 1 + r > 0
under: 1 - r > 0 by alpha > 0 over side
"""
_THETA_PROOF = """
claim theta
"""
_BETA_PROOF = f"""{_SIGNS}
claim beta by under
"""
_BEST_PROOF = f"""{_SIGNS}
square: (1 - r)**2 > 0 by under
claim best with 1 - r - r*s, r*(1 - r - r*s)
"""
_RATIO_PROOF = f"""{_SIGNS}
square: (1 - r)**2 > 0 by under
core: r*alpha <= (2 - alpha)*(1 - r) by under, r >= 0
low: r*alpha >= 0 by alpha > 0
high: (2 - alpha)*(1 - r) >= 0 by core, low
both: (r*alpha)**2 <= ((2 - alpha)*(1 - r))**2 by core, low, high
claim ratio by both over alpha > 0, alpha > 0
"""

CONSTANTS = Theorem(
    id="richtarik2021.constants",
    title="EF21: the constants of its contraction",
    place=f"Richtarik, Sokolov and Fatkhullin 2021, the lemma on theta(s) and beta(s), {CITED}",
    statement="beta(s)/theta(s) is least at s = 1/sqrt(1 - alpha) - 1; theta, beta there; sqrt(beta/theta) <= "
    "2/alpha - 1",
    family=scalars(alpha=UNIT),
    first=None,
    variants=(
        Variant(
            "theta",
            "theta == 1 - r",
            statement="theta(s*) = 1 - sqrt(1 - alpha)",
            assume=_OPEN,
            where=_AT_BEST,
            derivation=_THETA_PROOF,
        ),
        Variant(
            "beta",
            "beta == (1 - alpha)/(1 - r)",
            statement="beta(s*) = (1 - alpha)/(1 - sqrt(1 - alpha))",
            assume=_OPEN,
            where=_AT_BEST,
            derivation=_BETA_PROOF,
        ),
        Variant(
            "best",
            "(1 - alpha)/(1 - r)**2 <= beta/theta",
            statement="(1 - alpha)/(1 - sqrt(1 - alpha))^2 <= beta(s)/theta(s) for every s with theta(s) > 0",
            assume=(*_OPEN, "theta > 0"),
            where=_SPLIT,
            family=scalars("", "s", alpha=UNIT),
            derivation=_BEST_PROOF,
        ),
        Variant(
            "ratio",
            "(1 - alpha)/(1 - r)**2 <= (2/alpha - 1)**2",
            statement="sqrt(beta/theta) <= 2/alpha - 1, squared",
            assume=_OPEN,
            where={"r": _AT_BEST["r"]},
            derivation=_RATIO_PROOF,
        ),
    ),
)

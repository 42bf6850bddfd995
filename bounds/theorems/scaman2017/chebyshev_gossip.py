"""Scaman et al. 2017, accelerated gossip: K exchanges with Chebyshev weights shrink disagreement by 2 c^K/(1 + c^2K).

Setting. Averaging with a symmetric doubly stochastic W whose eigenvalues off the ones lie in [-lambda, lambda];
gamma = (1 - lambda)/(1 + lambda), c = (1 - sqrt gamma)/(1 + sqrt gamma). A round is K exchanges, x <- P(W) x with
P(x) = T_K(x/lambda)/T_K(1/lambda), T_K Chebyshev's polynomial. lambda = 1/2 is judged, K = 2 and K = 3.

Statement. ||x(t) - 1 xbar|| <= (2 c^K/(1 + c^2K))^t ||x(0) - 1 xbar||, and no polynomial of degree K does better
for all such W.

Idea. |T_K| <= 1 on [-1, 1], P(1) = 1, and 1/T_K(1/lambda) = 2 u^K/(1 + u^2K) with u = (1 - sqrt(1 -
lambda^2))/lambda, which is c. T_K(2) is 7 and 26. Chebyshev's polynomial being extremal is a classical theorem and
is not judged.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant
from .eigengap import CITED

_WHERE = {"gamma": "1/3", "c": "(1 - sqrt(gamma))/(1 + sqrt(gamma))"}
_TWO_PROOF = """
let y = x - J(x)
under: 1 + sqrt(gamma) > 0
sign: 1 + c**4 > 0 with c**2
seventh: 14*c**2 == 1 + c**4 over under, under, under, under
rate: 2*c**2/(1 + c**4) == 1/7 by seventh over sign
small: lam**2 <= 1/4 by lam <= 1/2, lam >= 0
flat: sq(next(x) - J(next(x))) <= sq(y)/49 by mixing(y), mixing(W(y)), small with y, W(y)
one: norm(next(x) - J(next(x))) <= norm(y)/7 by root, flat
always I: spread(t) <= (2*c**2/(1 + c**4))**t*spread(0)
  next by one, I, rate
claim two-exchanges by I
"""
_THREE_PROOF = """
let y = x - J(x)
under: 1 + sqrt(gamma) > 0
sign: 1 + c**6 > 0 with c**3
part: 52*c**3 == 1 + c**6 over under, under, under, under, under, under
rate: 2*c**3/(1 + c**6) == 1/26 by part over sign
small: lam**2 <= 1/4 by lam <= 1/2, lam >= 0
flat: sq(next(x) - J(next(x))) <= sq(y)/676 by mixing(y), mixing(W(y)), mixing(W(W(y))), mixing(W(W(y)) - y/16),
  mixing(4*W(W(y)) - y), small with y, W(y), W(W(y)), W(W(y)) - y/16, 4*W(W(y)) - y
one: norm(next(x) - J(next(x))) <= norm(y)/26 by root, flat
always I: spread(t) <= (2*c**3/(1 + c**6))**t*spread(0)
  next by one, I, rate
claim three-exchanges by I
"""


def _exchanges(label: str, n: int) -> Variant:
    return Variant(
        label,
        f"spread(t) <= (2*c**{n}/(1 + c**{2 * n}))**t*spread(0)",
        statement=f"lambda = 1/2 and K = {n} exchanges a round",
        assume=("lam <= 1/2",),
        where=_WHERE,
        family=declared(f"chebyshev-gossip-{n}-1/2"),
        derivation=_TWO_PROOF if n == 2 else _THREE_PROOF,
    )


CHEBYSHEV_GOSSIP = Theorem(
    id="scaman2017.chebyshev-gossip",
    title="Chebyshev gossip: disagreement after K exchanges",
    place=f"Scaman et al. 2017, accelerated gossip, {CITED}",
    statement="||x(t) - 1 xbar|| <= (2 c^K/(1 + c^2K))^t ||x(0) - 1 xbar||",
    family=declared("chebyshev-gossip-2-1/2"),
    variants=(_exchanges("two-exchanges", 2), _exchanges("three-exchanges", 3)),
)

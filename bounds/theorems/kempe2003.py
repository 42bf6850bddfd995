"""Kempe, Dobra and Gehrke 2003: push-sum with random targets, how fast the potential falls.

Setting. Every round each of n nodes keeps half of what it has and sends half to a node drawn at random. v_i says how
much of every node's start node i holds, w_i is its weight; the potential is Phi = sum_i ||v_i - w_i 1/n||^2, vectors of
sum 0 (here v_i minus their mean).

Statement, as commonly cited. E(Phi(t+1) | Phi(t)) = (1/2 - 1/(2n)) Phi(t). Which targets are meant could not be
compared. Of a target that is the node itself with the chance p, each other one with q = (1 - p)/(n - 1), the factor is
1/2 + (p - q)/2 - (2 p q + (n - 2) q^2)/4 (`any-chance`). Among all n nodes that is 1/2 - 1/(4n) (`all-nodes`), a little
more than the cited one; among the n - 1 others 1/2 - (3n - 4)/(4 (n - 1)^2), for which the cited one is enough
(`others`).

Idea. Vectors of sum 0: sum_(i != k) <v_i, v_k> = -Phi; two halves arrive together with the chance sum_j P_ij P_kj.
"""

from ..families.vectors import vectors
from ..theorem import Theorem, Variant

_EXACT = """
let A = potential, two = 2*own*q + (n - 2)*q**2
kept: sum(j, dot(sum(i, g[i, j]), v[j])) == (own - q)*A by sent times same(j, k), centred times q sum i j k
meet: sum(j, sq(sum(i, g[i, j]))) == A - two*A by met, others times A, centred times two sum i j k
exact: pushed2 == (1/2 + (own - q)/2 - two/4)*A by kept, meet
"""
_ALL = f"""{_EXACT}
alike: q == own by others, own*n == 1 over n - 1 > 0
unit: q*n == 1 by alike, own*n == 1
factor: 1/2 + (own - q)/2 - two/4 == 1/2 - 1/(4*n) by alike, unit over n > 0
claim by exact, factor times A
"""
_OTHERS = f"""{_EXACT}
square: (n - 1)**2 > 0
unit: q == 1/(n - 1) by others, own == 0 over n - 1 > 0
less: 1/2 + (own - q)/2 - two/4 <= 1/2 - 1/(2*n) by unit, own == 0, n >= 2, square over square
room: (1/2 - 1/(2*n))*A >= (1/2 + (own - q)/2 - two/4)*A by less
claim by exact, room
"""

POTENTIAL = Theorem(
    id="kempe2003.potential",
    title="push-sum with random targets: the potential's mean after a round",
    place="Kempe, Dobra and Gehrke 2003, the lemma on the potential of push-sum with uniform gossip, as commonly "
    "cited; the paper itself could not be read",
    statement="E(Phi(t+1) | Phi(t)) = (1/2 - 1/(2n)) Phi(t)",
    family=vectors("pushed"),
    first=None,
    variants=(
        Variant(
            "any-chance",
            "pushed2 == (1/2 + (own - q)/2 - (2*own*q + (n - 2)*q**2)/4)*potential",
            derivation=f"{_EXACT}claim by exact",
        ),
        Variant("all-nodes", "pushed2 == (1/2 - 1/(4*n))*potential", assume=("own*n == 1",), derivation=_ALL),
        Variant("others", "pushed2 <= (1/2 - 1/(2*n))*potential", assume=("own == 0",), derivation=_OTHERS),
    ),
)

STATED: tuple[Theorem, ...] = (POTENTIAL,)

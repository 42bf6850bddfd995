"""SCAFFOLD, Lemma 5: perturbed strong convexity.

Statement. h is beta-smooth and mu-strongly convex. For all x, y, z: <grad h(x), z - y> >= h(z) - h(y) + (mu/4)
||y - z||^2 - beta ||z - x||^2. (beta is L here.)

Idea. Smoothness between x and z, strong convexity between x and y, and ||y - z||^2 <= 2||x - y||^2 + 2||z - x||^2.
"""

from ...families.points import points
from ...theorem import Theorem, Variant
from .setting import SOURCE

_DERIVED = """
sharp: climb + mu/4*yz2 <= pull + (L + mu)/2*zx2 by above(z, x), below(y, x), mu > 0 with 2*x - y - z
claim sharp by sharp
claim main by sharp, L >= mu with z - x
"""

LEMMA_5 = Theorem(
    id="scaffold.lemma-5",
    title="perturbed strong convexity",
    place=f"Lemma 5; {SOURCE}",
    statement="<grad h(x), z - y> >= h(z) - h(y) + (mu/4)||y - z||^2 - beta ||z - x||^2",
    family=points(),
    first=None,
    variants=(
        Variant(
            "main",
            "climb + mu/4*yz2 <= pull + L*zx2",
            statement="h(z) - h(y) + (mu/4)||y - z||^2 <= <grad h(x), z - y> + L ||z - x||^2",
            derivation=_DERIVED,
        ),
        Variant(
            "sharp",
            "climb + mu/4*yz2 <= pull + (L + mu)/2*zx2",
            statement="the same with (L + mu)/2 in place of L",
            derivation=_DERIVED,
        ),
    ),
)

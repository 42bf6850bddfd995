"""SCAFFOLD, Lemma 6: a gradient step is a contraction.

Statement. h is beta-smooth and mu-strongly convex, eta <= 1/beta. For all x, y: ||x - eta grad h(x) - y + eta
grad h(y)||^2 <= (1 - mu eta) ||x - y||^2. (beta is L here.)

Idea. Expand the square; co-coercivity bounds eta^2 ||grad h(x) - grad h(y)||^2.
"""

from ...families.points import points
from ...theorem import Theorem, Variant
from .setting import SOURCE

_DERIVED = """
let h = J(grad(x)) - J(grad(y))
short: eta*L <= 1 by eta <= 1/L
co: L*dot(h, x - y) >= sq(h) by mean_cocoercive_convex(x, y)
mono: dot(h, x - y) >= mu*sq(x - y) by monotone(x, y)
claim by co, mono, short, eta > 0, mu > 0 with x - y
"""

LEMMA_6 = Theorem(
    id="scaffold.lemma-6",
    title="contractive mapping",
    place=f"Lemma 6; {SOURCE}",
    statement="||x - eta grad h(x) - y + eta grad h(y)||^2 <= (1 - mu eta)||x - y||^2 for eta <= 1/beta",
    family=points(),
    first=None,
    variants=(
        Variant(
            "main",
            "moved2 <= (1 - mu*eta)*xy2",
            assume=("eta <= 1/L",),
            derivation=_DERIVED,
        ),
    ),
)

"""DeFed and DeceFL: constants of the global and of the scaled losses.

F = sum_k (m_k/m) F_k is L-smooth and mu-strongly convex, L = max L_k, mu = min mu_k (both papers); F~_k =
(m_k/m) F_k is L_k-smooth and (mu_k/m)-strongly convex; the displays used are ||grad F||^2 >= 2 mu (F - F*)
(DeFed) and >= (2 mu/m)(F - F*) (DeceFL SI). Proof: averages of Hessians between mu I and L I stay there;
m_k/m lies in [1/m, 1].
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant

_FAMILY = gossip(scaled=True, fixed=True)

_STRONG = """
claim by mean_curved(x), m >= K, K >= 2 over m > 0
"""


def _constants(paper: str) -> Theorem:
    strong = "2*mu*gap(t)" if paper == "defed" else "2*mu/m*gap(t)"
    return Theorem(
        id=f"{paper}.global-constants",
        title="smoothness and strong convexity of the global and the scaled losses",
        place={"defed": "DeFed", "decefl": "DeceFL, supplement"}[paper]
        + ", assumptions and the displays that use them",
        statement="F is L-smooth and mu-strongly convex, F~_k is L_k-smooth and (mu_k/m)-strongly convex",
        family=_FAMILY,
        rounds=0,
        variants=(
            Variant(
                "smooth",
                "global_gradient2(t) <= 2*L*gap(t)",
                derivation="claim by mean_steep(x)",
            ),
            Variant(
                "strongly-convex",
                f"{strong} <= global_gradient2(t)",
                statement="||grad F||^2 >= " + ("2 mu (F - F*)" if paper == "defed" else "(2 mu/m)(F - F*)"),
                derivation=_STRONG,
            ),
            Variant(
                "scaled-smooth",
                "sharpest <= L",
                statement="curvatures of F~_k are at most L",
                derivation="claim by sharpest <= L",
            ),
            Variant(
                "scaled-convex",
                "mu/m <= flattest",
                statement="curvatures of F~_k are at least mu/m",
                derivation="claim by m*flattest >= mu",
            ),
        ),
    )


DEFED_GLOBAL_CONSTANTS, DECEFL_GLOBAL_CONSTANTS = _constants("defed"), _constants("decefl")

"""Koloskova, Stich and Jaggi 2019 (Choco-Gossip), the two recursions of the proof.

Setting as in `average`; delta = 1 - |lambda_2(W)|, beta = ||I - W||, omega = k/d; S(t) = E||X(t) - Xbar||^2 and U(t)
= E||X(t) - Xhat(t + 1)||^2, both summed over nodes.

Statement. For gamma <= 1 and with the weights gamma delta/2 and omega/2 of the two splittings:
(1) S(t+1) <= (1 + gamma delta/2) (1 - gamma delta)^2 S(t) + (1 + 2/(gamma delta)) gamma^2 beta^2 U(t);
(2) U(t+1) <= (1 - omega) ((1 + omega/2) (1 + gamma beta)^2 U(t) + (1 + 2/omega) gamma^2 beta^2 S(t)).

Idea. Young's inequality, for (2) after what compression loses in the mean (`stich2018.contraction`).
"""

from ...families.compressed import compressed
from ...theorem import Theorem, Variant
from .average import CITED
from .lines import OPENED, SPREAD, UNSENT

TOP, RANDOM = compressed("top"), compressed("random")
NETWORK = {"delta": "1 - lam", "beta": "1 - lam_n"}
_SPREAD = (
    "(1 + gamma*delta/2)*(1 - gamma*delta)**2*spread2(t) + (1 + 2/(gamma*delta))*gamma**2*beta**2*unsent2(t)"
)
_UNSENT = (
    "(1 - omega)*((1 + omega/2)*(1 + gamma*beta)**2*unsent2(t) + (1 + 2/omega)*gamma**2*beta**2*spread2(t))"
)
_SPREAD_PROOF = f"""{OPENED}whole: gamma <= 1
{SPREAD}scaled: g*spread2(t + 1) <= g*(1 + g/2)*(1 - g)**2*sq(y) + (g + 2)*r*sq(u) by moved_g, split, kept_a, comes
claim by scaled over gd
"""
_UNSENT_PROOF = f"""{OPENED}{UNSENT}let f = omega*(1 - omega)*(1 + omega/2), q = (1 - omega)*(omega + 2)
grow_o: f*sq(c) <= f*(1 + gamma*beta)**2*sq(u) by grow, left
off_o: q*sq(p) <= q*r*sq(y) by off_y, left
claim over omega > 0
"""
_RECURSIONS = {"spread": ("(1)", "spread2(t + 1)", _SPREAD), "unsent": ("(2)", "unsent2(t + 1)", _UNSENT)}

ONE_ROUND = Theorem(
    id="choco2019.one-round",
    title="Choco-Gossip: disagreement and what copies lack, from one round to the next",
    place=f"Koloskova, Stich and Jaggi 2019, the proof of Theorem 2, {CITED}",
    statement="E||X(t+1) - Xbar||^2 and E||X(t+1) - Xhat(t+2)||^2 by their values a round before",
    family=TOP,
    rounds=6,
    variants=tuple(
        Variant(
            f"{name}-{kind}",
            f"{left} <= {right}",
            statement=f"{shown}, {kind} coordinates",
            assume=("lam < 1", "gamma <= 1"),
            where=NETWORK,
            family=family,
            derivation=_UNSENT_PROOF if name == "unsent" else _SPREAD_PROOF,
        )
        for name, (shown, left, right) in _RECURSIONS.items()
        for kind, family in (("top", TOP), ("random", RANDOM))
    ),
)

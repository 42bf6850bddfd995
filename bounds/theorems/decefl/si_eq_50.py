"""DeceFL, supplement, (50), inside the proof of Proposition 1: descent of the global loss at a fixed step.

E F(wbar(t+1)) <= E F(wbar) - (eta/2) E||grad F(wbar)||^2 + (eta^2 L/2) E||g||^2 + (eta K L^2/2)||w - 1 wbar||^2
+ eta K^2 sigma^2/2.

It fails: F = sum_k F~_k but wbar moves along h = (1/K) sum_k grad F~_k, so for K >= 3 the descent is (eta/K) ||grad
F||^2 to first order, not (eta/2) ||grad F||^2 (`agreeing`: even where w_k = wbar); for K = 2 the two agree, but grad F
- K h is of first order in the disagreement and the right side leaves it a square only. A step on the way, E||grad
F_k(w_k) - g~_k(w_k)||^2 <= sigma_k^2, compares g~_k = (m_k/m) g_k with what g_k estimates: the left side is (1 -
m_k/m)^2 ||grad F_k||^2 + (m_k/m)^2 sigma_k^2, at least ||grad F_k||^2/m^2 as m_k <= m - 1 (`variance`;
`variance-repaired`: with grad F~_k for grad F_k it is (m_k/m)^2 sigma_k^2). Repair. -(eta/(2K)) for -(eta/2), and the
remainders of f = F/K. Idea: the descent lemma for f, see `si_proposition_1`, times K.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import CONNECTED, KNOWN_CHI2

_ASSUME = ("eta <= K/(2*m*L)",)
_RIGHT = (
    "gap(t) - eta/2*global_gradient2(t) + eta**2*L/2*(mean_gradient2(t) + noise2(t))"
    " + eta*K*L**2/2*spread2(t) + eta*K**2*sigma2/2"
)
_REMAINS = "True with eta/(2K) for eta/2, and then with smaller remainders (`repaired`)"
_REPAIRED = """
claim by mean_above(next(x), x), mean_noise, mean_lipschitz(x, J(x)), eta <= K/L with J(grad(x))
"""
# Three clients with one loss at one point.
EQUAL_CLIENTS = {
    "K": 3,
    "d": 1,
    "S": 1,
    "W": [[["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]],
    "a": [[1], [1], [1]],
    "c": [[0], [0], [0]],
    "s": [0, 0, 0],
    "start": [1],
    "o": [0, 0, 0],
    "v": [[0], [0], [0]],
    "samples": [1, 1, 1],
    "eta": "1/2",
}

SI_EQ_50 = Theorem(
    id="decefl.si-eq-50",
    title="descent of the global loss",
    place="DeceFL, supplement, proof of Proposition 1, (50)",
    statement=(
        "E F(wbar(t+1)) <= E F(wbar) - (eta/2) E||grad F(wbar)||^2 + (eta^2 L/2) E||g||^2 + (eta K "
        "L^2/2)||1 wbar - w||^2 + eta K^2 sigma^2/2"
    ),
    family=gossip(scaled=True, fixed=True),
    rounds=4,
    variants=(
        Variant(
            "proof",
            f"gap(t + 1) <= {_RIGHT}",
            assume=(CONNECTED, *_ASSUME, KNOWN_CHI2),
            severity=Severity.CONSTANT,
            remains=_REMAINS,
        ),
        Variant(
            "agreeing",
            f"gap(t + 1) <= {_RIGHT}",
            statement="as printed, w_k = wbar (round 0 of a common start)",
            assume=(CONNECTED, *_ASSUME, KNOWN_CHI2, "t == 0"),
            family=gossip(scaled=True, fixed=True, common=True),
            severity=Severity.CONSTANT,
            remains=_REMAINS,
            examples=(EQUAL_CLIENTS,),
        ),
        Variant(
            "variance",
            "gradients2(t)/m**2 <= K*sigma2",
            statement="a step on the way, E||grad F_k(w_k) - g~_k(w_k)||^2 <= sigma_k^2, through sum_k ||grad "
            "F_k(w_k)||^2/m^2 <= sum_k sigma_k^2, which it implies",
            assume=(CONNECTED, *_ASSUME, KNOWN_CHI2),
            severity=Severity.TYPO,
            remains="True with grad F~_k for grad F_k, what g~_k estimates (`variance-repaired`)",
        ),
        Variant(
            "variance-repaired",
            "K**2*noise2(t) <= K*sigma2",
            derivation="claim by variances <= K*sigma2",
        ),
        Variant(
            "repaired",
            "gap(t + 1) <= gap(t) - eta/(2*K)*global_gradient2(t) + eta*L**2/(2*K)*spread2(t) + "
            "eta**2*L/2*noise2(t)",
            assume=("eta <= K/L",),
            derivation=_REPAIRED,
        ),
    ),
)

"""DeceFL, supplement, (57), inside the proof of Theorem 3: E||w(t) - 1 wbar(t)||^2 <= zeta_B/(t + Gamma)^2 for
all t.

The printed induction starts at t = 0 and steps over B rounds; rounds 1 .. B-1 are never the end of a window.
With W(0) = I the models do not mix in the first round, the error does not shrink, but the bound does. The same
happens at t = B - 1 -> B through lambda = max over t >= B, which leaves the window of rounds 0 .. B-1 out. The
step itself is right (`step`), so (57) holds at t = 0, B, 2B, ... with lambda over all windows.

Repair. lambda over t >= B - 1 (all windows), and Gamma^2 E||w(0) - 1 wbar(0)||^2 replaced by (Gamma+B-1)^2 (s_0
+ (B-1)(delta/Gamma) sqrt(K chi^2))^2, s_0 = sqrt E||w(0) - 1 wbar(0)||^2. Proof. Doubly stochastic W(t) do not
expand, so in the L2 norm s(t) <= s_0 + sum_{j<t} eta_j sqrt(K chi^2) <= s_0 + (B-1)(delta/Gamma) sqrt(K chi^2)
for t < B, and (t+Gamma)^2 <= (Gamma+B-1)^2. For t >= B the printed step applies: (56) gives s(t)^2 <=
(1+lambda^2)/2 zeta_B/(t-B+Gamma)^2 + B^2 (1+lambda^2)/(1-lambda^2) delta^2 K chi^2/(t-B+Gamma)^2 <=
zeta_B/(t+Gamma)^2, because (t-B+Gamma)^2/(t+Gamma)^2 >= (Gamma/(Gamma+B))^2 >= ((Gamma+1-B)/(Gamma+1))^2. The
same with max{zeta_B, (t+Gamma)^2 s(t)^2} for zeta_B proves `step`.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import GAMMA_B, KNOWN_CHI2, STEP
from .si_theorem_3 import ALL_WINDOWS, WINDOWS, ZETA_B, ZETA_B_LAMBDA, ZETA_B_REPAIRED

_PRINTED = (*WINDOWS, GAMMA_B, STEP, KNOWN_CHI2)
_REMAINS = (
    "True at t = 0, B, 2B, ... with lambda over all windows; between, with a larger first entry (`repaired`)"
)

# Every second round mixes, the first one does not.
LATE_START = {
    "K": 2,
    "d": 1,
    "S": 2,
    "head": 0,
    "B": 2,
    "W": [[[1, 0], [0, 1]], [["2/3", "1/3"], ["1/3", "2/3"]]],
    "a": [[1], [1]],
    "c": [[0], [1]],
    "w0": [[0], [1]],
    "o": [0, 0],
    "v": [[0], [0]],
    "samples": [1, 1],
    "delta": 3,
    "Gamma": 100,
}

SI_EQ_57 = Theorem(
    id="decefl.si-eq-57",
    title="consensus error of the time-varying algorithm decays like 1/t",
    place="DeceFL, supplement, proof of Theorem 3, (57)",
    statement="E||w(t) - 1 wbar(t)||^2 <= zeta_B/(t + Gamma)^2",
    family=gossip(scaled=True, turned=False, changing=True),
    rounds=12,
    variants=(
        Variant(
            "proof",
            "zeta_B with chi^2 after K",
            "spread2(t)",
            "zeta/(t + Gamma)**2",
            assume=_PRINTED,
            where={"zeta": ZETA_B},
            severity=Severity.CONSTANT,
            remains=_REMAINS,
            examples=(LATE_START,),
        ),
        Variant(
            "proof-lambda",
            "zeta_B with lambda^2 after K",
            "spread2(t)",
            "zeta/(t + Gamma)**2",
            assume=_PRINTED,
            where={"zeta": ZETA_B_LAMBDA},
            severity=Severity.CONSTANT,
            remains=_REMAINS,
            examples=(LATE_START,),
        ),
        Variant(
            "step",
            "the induction's step: (t+B+Gamma)^2 E||w(t+B) - 1 wbar(t+B)||^2 <= max{zeta_B, (t+Gamma)^2 E||w(t) - 1 "
            "wbar(t)||^2}, lambda over all windows",
            "(t + B + Gamma)**2*spread2(t + B)",
            "max(zeta, (t + Gamma)**2*spread2(t))",
            assume=(*ALL_WINDOWS, STEP, KNOWN_CHI2),
            where={"zeta": ZETA_B.replace("lam_windows", "lam_all_windows")},
            proved=True,
        ),
        Variant(
            "repaired",
            "first entry (Gamma+B-1)^2 (s_0 + (B-1)(delta/Gamma) sqrt(K chi^2))^2, lambda over all windows",
            "spread2(t)",
            "zeta/(t + Gamma)**2",
            assume=(*ALL_WINDOWS, STEP, KNOWN_CHI2),
            where={"zeta": ZETA_B_REPAIRED},
            examples=(LATE_START,),
            proved=True,
        ),
    ),
)

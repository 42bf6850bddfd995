"""DeceFL, supplement, (57), inside the proof of Theorem 3: E||w(t) - 1 wbar(t)||^2 <= zeta_B/(t + Gamma)^2 for
all t.

The printed induction starts at t = 0 and steps over B rounds; rounds 1 .. B-1 are never the end of a window.
With W(0) = I the models do not mix in the first round, the error does not shrink, but the bound does. The same
happens at t = B - 1 -> B through lambda = max over t >= B, which leaves the window of rounds 0 .. B-1 out. The
step itself is right (`step`), so (57) holds at t = 0, B, 2B, ... with lambda over all windows.

Repair. lambda over t >= B - 1 (all windows), and Gamma^2 E||w(0) - 1 wbar(0)||^2 replaced by (Gamma+B-1)^2 (s_0
+ (B-1)(delta/Gamma) sqrt(K chi^2))^2, s_0 = sqrt E||w(0) - 1 wbar(0)||^2: doubly stochastic W(t) do not expand, so
that in mean square the disagreement grows by at most eta_j sqrt(K chi^2) a round, which bounds the rounds t < B. From
window to window the printed step applies, as (t-B+Gamma)/(t+Gamma) >= (Gamma+1-B)/(Gamma+1) for t >= B. It is
`step`, with max{zeta_B, (t+Gamma)^2 s(t)^2} for zeta_B.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import GAMMA_B, KNOWN_CHI2, STEP
from ..two_clients import two_clients
from .si_theorem_3 import ALL_WINDOWS, WINDOWS, ZETA_B, ZETA_B_LAMBDA, ZETA_B_REPAIRED
from .windows import ALL, DECAYS, RECURSION, SHORTENS, WINDOW, over

_T = "let T = t + Gamma\n"
_STEP = (
    WINDOW.replace("MOST", "BOUND >= T**2*spread2(t)").replace("BOUND", "max(zeta, T**2*spread2(t))")
    + "claim by four"
)
_PRINTED = (*WINDOWS, GAMMA_B, STEP, KNOWN_CHI2)
_REMAINS = (
    "True at t = 0, B, 2B, ... with lambda over all windows; between, with a larger first entry (`repaired`)"
)

# Every second round mixes, the first one does not.
LATE_START = two_clients(
    0,
    "1/3",
    head=0,
    B=2,
    a=[1, 1],
    c=[0, 1],
    w0=[0, 1],
    o=[0, 0],
    v=[0, 0],
    samples=[1, 1],
    delta=3,
    Gamma=100,
)

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
            "spread2(t) <= zeta/(t + Gamma)**2",
            statement="zeta_B with chi^2 after K",
            assume=_PRINTED,
            where={"zeta": ZETA_B},
            severity=Severity.CONSTANT,
            remains=_REMAINS,
            examples=(LATE_START,),
        ),
        Variant(
            "proof-lambda",
            "spread2(t) <= zeta/(t + Gamma)**2",
            statement="zeta_B with lambda^2 after K",
            assume=_PRINTED,
            where={"zeta": ZETA_B_LAMBDA},
            severity=Severity.CONSTANT,
            remains=_REMAINS,
            examples=(LATE_START,),
        ),
        Variant(
            "step",
            "(t + B + Gamma)**2*spread2(t + B) <= max(zeta, (t + Gamma)**2*spread2(t))",
            statement="the induction's step: (t+B+Gamma)^2 E||w(t+B) - 1 wbar(t+B)||^2 <= max{zeta_B, "
            "(t+Gamma)^2 E||w(t) - 1 wbar(t)||^2}, lambda over all windows",
            assume=(*ALL_WINDOWS, STEP, KNOWN_CHI2),
            where={"zeta": ZETA_B.replace("lam_windows", "lam_all_windows")},
            derivation=over(ALL, RECURSION, _T, SHORTENS, _STEP),
        ),
        Variant(
            "repaired",
            "spread2(t) <= zeta/(t + Gamma)**2",
            statement="first entry (Gamma+B-1)^2 (s_0 + (B-1)(delta/Gamma) sqrt(K chi^2))^2, lambda over all windows",
            assume=(*ALL_WINDOWS, STEP, KNOWN_CHI2),
            where={"zeta": ZETA_B_REPAIRED},
            examples=(LATE_START,),
            derivation=over(ALL, RECURSION, _T, SHORTENS, DECAYS, "claim by decays over T**2 > 0\n"),
        ),
    ),
)

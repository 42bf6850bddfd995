"""ops, remarks on Corollary 3: one node, and the dependence on T. B, the steps and the reading of O(.) are those of
`corollary_3`.

`ops.single-node` (n = 1, sigma = 0, C_1 = 1: O(GR sqrt T)): the main text's step gives G sqrt(RT) + R^(3/2) G
sqrt(T)/2, false for small R and for large; 3 G sqrt(RT)/2 where R bounds squared distances throughout
(`main-radius`); the supplement's gives 3 GR sqrt(T)/2.

`ops.optimal-in-t` ("optimal dependence on T", so B = O(sqrt T)): false for both printed steps with a constant that
serves all sigma and G, true for the repaired one. With all else held fixed and any G > 0, as T grows, true
(`main-fixed`, `supplement-fixed`; Corollary 3 likewise, so read): the denominator of gamma is at least its term with
G, so the first term of B has gamma <= sqrt(R/C_1)/(G sqrt T), or n^(1/4) R/(G sqrt(C_1 T)); and it is at most sqrt T
times its value at T = 1, so n R^2/(2 gamma) is.
"""

from typing import Any

from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .corollary_3 import BOUND, FAMILY, LONG, MAIN, NOISY, REPAIRED, SIGNS, SUPPLEMENT

_PLACE = "ops, Corollary 3, main text and supplement, and the remarks after it"
_ONE = scalars("", "G R T")
_ONE_B = "gamma*G**2*T + R**2/(2*gamma)"

SINGLE_NODE = Theorem(
    id="ops.single-node",
    title="one node, no noise",
    place=_PLACE,
    statement="n = 1, sigma = 0: the implied bound O(G R sqrt T) matches the lower bound of online optimisation",
    family=_ONE,
    first=None,
    variants=(
        Variant(
            "main",
            f"{_ONE_B} <= 100*G*R*sqrt(T)",
            statement="the main text's step sqrt(R)/(G sqrt T): B <= 100 G R sqrt T",
            where={"gamma": "sqrt(R)/(G*sqrt(T))"},
            examples=({"G": 1, "R": "1/1000000", "T": 1},),
            severity=Severity.TYPO,
            remains=(
                "With R a bound on squared distances throughout, or with the supplement's step, 3/2 times "
                "the printed rate is true."
            ),
        ),
        Variant(
            "main-radius",
            f"{_ONE_B.replace('R**2', 'R')} <= 3/2*G*sqrt(R*T)",
            statement="the same step, R a bound on squared distances throughout: B <= 3/2 G sqrt(R T)",
            where={"gamma": "sqrt(R)/(G*sqrt(T))"},
            derivation="claim",
        ),
        Variant(
            "supplement",
            f"{_ONE_B} <= 3/2*G*R*sqrt(T)",
            statement="the supplement's step R/(G sqrt T): B <= 3/2 G R sqrt T",
            where={"gamma": "R/(G*sqrt(T))"},
            derivation="claim",
        ),
    ),
)


_A = "(n*C1*G**2 + (1 + n*C2)*sigma**2)"
_MAIN = f"""{SIGNS}\
let D1 = sigma*sqrt(1 + n*C2) + G*sqrt(n*C1)
small: gamma**2*G**2*C1*T <= R by c2
first: gamma*T <= sqrt(T)*sqrt(R/C1)/G by root, small
long: 1 <= sqrt(T) by root
one: gamma*A*T <= sqrt(T)*(sqrt(R/C1)/G*A) by first with sqrt(A)
two: n*R**2/(2*gamma) <= sqrt(T)*(n*R**2/2*D1/sqrt(n*R)) with sqrt(R*sqrt(n*R))
claim by one, two
"""
_SUPPLEMENT = f"""{SIGNS}\
let E = (1 + n*C2)*sigma**2 + sqrt(n)*C1*G**2*T, E1 = (1 + n*C2)*sigma**2 + sqrt(n)*C1*G**2
e: E > 0 by c1, noise
e1: E1 > 0 by c1, noise
small: gamma**2*G**2*C1*T <= sqrt(n)*R**2 by noise
first: gamma*T <= sqrt(T)*(R*sqrt(sqrt(n)/C1))/G by root, small
later: sqrt(E) <= sqrt(T)*sqrt(E1) by root, noise, T >= 1
one: gamma*A*T <= sqrt(T)*(R*sqrt(sqrt(n)/C1)/G*A) by first with sqrt(A)
two: n*R**2/(2*gamma) <= sqrt(T)*(n*R**2/2*(sqrt(E1)/(sqrt(n)*R))) by later with sqrt(R*sqrt(n))
claim by one, two
"""
_REPAIRED = f"""{SIGNS}\
let h = sqrt(n/(2*T*A)), h1 = sqrt(n/(2*A))
later: gamma*A*T + n*R**2/(2*gamma) == 2*R*A*(T*h)
first: once*A + n*R**2/(2*once) == 2*R*A*h1
shorter: T*h <= sqrt(T)*h1 by root
scaled: 2*R*A*(T*h) <= 2*R*A*(sqrt(T)*h1) by shorter with sqrt(R*A)
claim by later, first times sqrt(T), scaled
"""


def _fixed(label: str, where: dict[str, str], first: str, once: str, derivation: str) -> Variant:
    """B is at most sqrt T times a number without T: `first` at the largest gamma, n R^2/2 over gamma at T = 1."""
    return Variant(
        f"{label}-fixed",
        f"{BOUND.format(T='T', R2='R**2')} <= sqrt(T)*({first} + n*R**2/2*{once})",
        statement=f"the {label} step, all but T fixed, G > 0: at most sqrt T times a number without T",
        assume=(LONG,),
        where=where,
        derivation=derivation,
    )


def _growth(label: str, statement: str, where: dict[str, str], c: str, derivation: str = "") -> Variant:
    """B at T against its value at T = 1 (with the step for T = 1) times sqrt T."""
    once = {"once": where["gamma"].replace("*T", "")}
    right = f"{c}*sqrt(T)*(" + BOUND.format(T="1", R2="R**2").replace("gamma", "once") + ")"
    left = BOUND.format(T="T", R2="R**2")
    told: dict[str, Any] = {"derivation": derivation}
    if not derivation:
        told = {
            "examples": (NOISY,),
            "severity": Severity.CONSTANT,
            "remains": "All but T fixed, this step gives O(sqrt T); one constant for all sigma, G needs the repair.",
        }
    return Variant(
        label, f"{left} <= {right}", statement=statement, assume=(LONG,), where=where | once, **told
    )


OPTIMAL_IN_T = Theorem(
    id="ops.optimal-in-t",
    title="dependence on the number of rounds",
    place=_PLACE,
    statement="OPS has optimal dependence on T: the bound at T is at most 100 sqrt T times the bound at T = 1",
    family=FAMILY,
    first=None,
    variants=(
        _growth("main", "the main text's step", MAIN, "100"),
        _growth("supplement", "the supplement's step", SUPPLEMENT, "100"),
        _fixed("main", MAIN, f"sqrt(R/C1)/G*{_A}", "(sigma*sqrt(1 + n*C2) + G*sqrt(n*C1))/sqrt(n*R)", _MAIN),
        _fixed(
            "supplement",
            SUPPLEMENT,
            f"R*sqrt(sqrt(n)/C1)/G*{_A}",
            "sqrt((1 + n*C2)*sigma**2 + sqrt(n)*C1*G**2)/(sqrt(n)*R)",
            _SUPPLEMENT,
        ),
        _growth("repaired", "the repaired step, constant 1", REPAIRED, "1", _REPAIRED),
    ),
)

"""DeceFL, supplement, (46), inside the proof of Theorem 1: E||w(t) - 1 wbar(t)||^2 <= zeta/(t + Gamma)^2 for
all t.

zeta is the one of SI Theorem 1, printed three ways (see `si_theorem_1`). Idea of `proof`: induction by (45); what zeta
has to cover is largest at t = 0 (`increasing`), where it is the second entry of zeta. `statement` replaces
1/(1-lambda^2) by 1/lambda^2, too small when lambda is near 1; `proof-lambda` has no chi^2 and so does not scale.
"""

from dataclasses import replace

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import GAMMA, GAMMA_STATEMENT, KNOWN_CHI2, RANGE, STEP, ZETA, ZETA_LAMBDA, ZETA_STATEMENT
from ..two_clients import two_clients

DERIVED = """
let Q = (1 - lam**2)*(Gamma**2/((Gamma + 1)**2*(lam**2 + 1)) - 1/2), T = t + Gamma,
    y = x - J(x), a = W(x) - J(x), B = grad(x) + n - J(grad(x) + n)
wide: 2*Gamma**2 > (Gamma + 1)**2*(1 + lam**2) by Gamma/(Gamma + 1) > sqrt((1 + lam**2)/2)
open: 1 - lam**2 > 0 by lam < 1
wider: (1 - lam**2)*(1 + lam**2) > 0 by open, lam >= 0
defined: Q > 0 by wide, lam < 1
small: sq(B) <= K*chi2 by bounded, K >= 2, chi2 >= 0 with J(grad(x) + n)
young: 2*lam**2*(1 - lam**2)*sq(T*a - delta*B) <=
    (1 - lam**2)*(1 + lam**2)*T**2*sq(a) + 2*lam**2*(1 + lam**2)*delta**2*sq(B)
    with (1 - lam**2)*T*a + 2*lam**2*delta*B
mixed: sq(a) <= lam**2*sq(y) by mixing(x)
weight: (1 - lam**2)*(1 + lam**2)*T**2 >= 0 by wider, T > 0
round: (1 - lam**2)*T**2*sq(next(x) - J(next(x))) <=
    (1 - lam**2)*(1 + lam**2)/2*T**2*sq(y) + (1 + lam**2)*delta**2*K*chi2
    by young, mixed, weight, small, lam**2*(1 + lam**2)*delta**2 >= 0 over lam**2 > 0
slower: (Gamma + 1)**2*T**2 >= Gamma**2*(T + 1)**2 by Gamma*(T + 1) >= 0
fallen: (1 - lam**2)*(1 + lam**2)*(Gamma + 1)**2*zeta + 2*(Gamma + 1)**2*(1 + lam**2)*delta**2*K*chi2 <=
    2*Gamma**2*(1 - lam**2)*zeta
always I: T**2*sq(y) <= zeta
  start by zeta >= Gamma**2*spread2(0)
  one: 2*(1 - lam**2)*T**2*sq(next(y)) <= (1 - lam**2)*(1 + lam**2)*zeta + 2*(1 + lam**2)*delta**2*K*chi2
      by round, I, wider
  two: (Gamma + 1)**2*T**2*sq(next(y)) <= Gamma**2*zeta
      by one, (Gamma + 1)**2 > 0, fallen, T**2 > 0 over 2*(1 - lam**2) > 0
  some: sq(next(y)) >= 0 with next(y)
  three: Gamma**2*(T + 1)**2*sq(next(y)) <= Gamma**2*zeta by two, slower, some
  next by three over Gamma**2 > 0
claim by I over T**2 > 0
"""


def _reading(
    label: str,
    statement: str,
    zeta: str,
    gamma: str = GAMMA,
    severity: Severity | None = None,
    remains: str = "",
) -> Variant:
    """Proved where it has no severity."""
    return Variant(
        label,
        "spread2(t) <= zeta/(t + Gamma)**2",
        statement=statement,
        assume=(*RANGE, gamma, STEP, KNOWN_CHI2),
        where={"zeta": zeta},
        derivation="" if severity else DERIVED,
        severity=severity,
        remains=remains,
    )


# A start where mixing just balances the pull of the heavy client's gradient: the disagreement stays, the bound shrinks.
NEAR_BALANCE = two_clients(
    "1/40", a=[1, 1], c=[1, 0], w0=["3/50", 0], o=[0, 0], v=[0, 0], samples=[20, 1], delta=42, Gamma=10000
)

SI_EQ_46 = Theorem(
    id="decefl.si-eq-46",
    title="consensus error decays like 1/t",
    place="DeceFL, supplement, proof of Theorem 1, (46)",
    statement="E||w(t) - 1 wbar(t)||^2 <= zeta/(t + Gamma)^2",
    family=gossip(scaled=True, turned=False),
    rounds=60,
    variants=(
        _reading("proof", "zeta with chi^2 and 1/(1 - lambda^2)", ZETA),
        _reading(
            "proof-lambda",
            "zeta with lambda^2 after K instead of chi^2",
            ZETA_LAMBDA,
            severity=Severity.TYPO,
            remains="True with chi^2, which the proof carries up to that line (`proof`)",
        ),
        replace(
            _reading(
                "statement",
                "zeta of the statement, 1/lambda^2 for 1/(1 - lambda^2)",
                ZETA_STATEMENT,
                GAMMA_STATEMENT,
                Severity.CONSTANT,
                "True with 1/(1 - lambda^2) (`proof`); Theorem 1 stands with either (`decefl.si-theorem-1:statement`)",
            ),
            examples=(NEAR_BALANCE,),
        ),
        Variant(
            "increasing",
            "(t + Gamma)**2/(t + 1 + Gamma)**2 <= (t + 1 + Gamma)**2/(t + 2 + Gamma)**2",
            statement="(t+Gamma)^2/(t+1+Gamma)^2 increases in t",
            derivation="claim",
        ),
    ),
)

"""DeceFL, supplement, (46), inside the proof of Theorem 1: E||w(t) - 1 wbar(t)||^2 <= zeta/(t + Gamma)^2 for
all t.

zeta is the one of SI Theorem 1, printed three ways (see `si_theorem_1`). Proof of `proof`. (45) gives s(t+1) <=
((1+lambda^2)/2) s(t) + eta_t^2 ((1+lambda^2)/(1-lambda^2)) K chi^2. Inductively this is at most
zeta/(t+1+Gamma)^2 as soon as zeta ((t+Gamma)^2/(t+1+Gamma)^2 - (1+lambda^2)/2) >= delta^2 K chi^2
(1+lambda^2)/(1-lambda^2); the bracket is smallest at t = 0 (`increasing`: (t+Gamma)/(t+1+Gamma) = 1 -
1/(t+1+Gamma)) and positive by the condition on Gamma, and this is the second entry of zeta. `statement`
replaces 1/(1-lambda^2) by 1/lambda^2, too small when lambda is near 1; `proof-lambda` has no chi^2 and so does
not scale.
"""

from dataclasses import replace

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import GAMMA, GAMMA_STATEMENT, KNOWN_CHI2, RANGE, STEP, ZETA, ZETA_LAMBDA, ZETA_STATEMENT


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
        statement,
        "spread2(t)",
        "zeta/(t + Gamma)**2",
        assume=(*RANGE, gamma, STEP, KNOWN_CHI2),
        where={"zeta": zeta},
        proved=severity is None,
        severity=severity,
        remains=remains,
    )


# A start where mixing just balances the pull of the heavy client's gradient: the disagreement stays, the bound shrinks.
NEAR_BALANCE = {
    "K": 2,
    "d": 1,
    "S": 1,
    "W": [[["39/40", "1/40"], ["1/40", "39/40"]]],
    "a": [[1], [1]],
    "c": [[1], [0]],
    "w0": [["3/50"], [0]],
    "o": [0, 0],
    "v": [[0], [0]],
    "samples": [20, 1],
    "delta": 42,
    "Gamma": 10000,
}

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
            "(t+Gamma)^2/(t+1+Gamma)^2 increases in t",
            "(t + Gamma)**2/(t + 1 + Gamma)**2",
            "(t + 1 + Gamma)**2/(t + 2 + Gamma)**2",
            proved=True,
        ),
    ),
)

"""dawo, Remark 1: the neighbourhood that (8) leaves as T grows shrinks "with larger M, smaller learning rate lambda,
lower gradient variance (alpha, beta), and better network mixing (smaller G)".

N = (lambda omega alpha^2/(2M) + (alpha^2 + 9 beta^2) G)/(1/2 - 9 G), G = M lambda^2 omega^2/((1 - s)^2 - 18 M lambda^2
omega^2), s = sqrt(rho(E W_hat^2)); the second setting changes one of M, lambda, alpha^2, beta^2, s. Both steps meet
the condition of Theorem 1.

`larger-M` is false: G grows with M at the same lambda and s, so without noise N grows with M. The others are true.
PROOF. On the range 0 < G < 1/18, N increases with alpha^2, beta^2, G and its first term; G increases with lambda and
s, the first term with lambda.
`repaired-larger-M`: the repaired bound of `dawo.theorem-1` has 2 (lambda omega alpha^2/(2M) + (alpha^2 + 2 beta^2) H)
with no M in H: it falls with M.
"""

from typing import Any

from ...domains import UNIT
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity

_FAMILY = scalars(
    "M M1", "eta eta1 omega", s=UNIT, s1=UNIT, alpha2=UNIT, beta2=UNIT, alpha21=UNIT, beta21=UNIT
)


def _neighbourhood(M: str, eta: str, s: str, alpha2: str, beta2: str) -> str:
    G = f"({M}*{eta}**2*omega**2/((1 - {s})**2 - 18*{M}*{eta}**2*omega**2))"
    return f"({eta}*omega*{alpha2}/(2*{M}) + ({alpha2} + 9*{beta2})*{G})/(1/2 - 9*{G})"


def _repaired(M: str) -> str:
    return (
        f"2*(eta*omega*alpha2/(2*{M}) + (alpha2 + 2*beta2)*eta**2*omega**2/((1 - s)**2 - 4*eta**2*omega**2))"
    )


_NAMES = {"M": "M", "eta": "eta", "s": "s", "alpha2": "alpha2", "beta2": "beta2"}


def _variant(label: str, statement: str, better: str, **more: Any) -> Variant:
    """The setting in which `better`, a comparison x1 <= x or x1 >= x, holds has the smaller neighbourhood."""
    changed = better.split()[0]
    second = {**_NAMES, changed[:-1]: changed}
    return Variant(
        label,
        f"{_neighbourhood(**second)} <= {_neighbourhood(**_NAMES)}",
        statement=statement,
        assume=(
            "M >= 2",
            better,
            "s < 1",
            "36*M*(eta*omega)**2 < (1 - s)**2",
            f"36*{second['M']}*({second['eta']}*omega)**2 < (1 - {second['s']})**2",
        ),
        derivation="claim by assume1, assume2, assume3, assume4, assume5" if "severity" not in more else "",
        **more,
    )


_REPAIRED_LARGER_M_PROOF = """
room: (1 - s)**2 - 4*eta**2*omega**2 > 0 by assume3
claim by assume1, assume2, assume3, room
"""

REMARK_1 = Theorem(
    id="dawo.remark-1",
    title="what makes the neighbourhood smaller",
    place="dawo, Remark 1",
    statement="the neighbourhood shrinks with larger M, smaller lambda, alpha, beta and rho",
    family=_FAMILY,
    first=None,
    variants=(
        _variant(
            "larger-M",
            "smaller with more clients",
            "M1 >= M",
            severity=Severity.CONSTANT,
            remains=(
                "The factor M in G is not needed: with the repaired bound more clients do shrink the "
                "neighbourhood."
            ),
            examples=(
                {
                    **{
                        "M": 2,
                        "M1": 40,
                        "eta": "1/100",
                        "eta1": "1/100",
                        "omega": 1,
                        "s": "1/4",
                        "s1": "1/4",
                    },
                    **{"alpha2": 0, "beta2": 1, "alpha21": 0, "beta21": 1},
                },
            ),
        ),
        _variant("smaller-step", "smaller with a smaller learning rate", "eta1 <= eta"),
        _variant("smaller-alpha", "smaller with less gradient noise", "alpha21 <= alpha2"),
        _variant("smaller-beta", "smaller with less spread of gradients", "beta21 <= beta2"),
        _variant("better-mixing", "smaller with smaller rho(E W_hat^2)", "s1 <= s"),
        Variant(
            "repaired-larger-M",
            f"{_repaired('M1')} <= {_repaired('M')}",
            statement="the repaired neighbourhood is smaller with more clients",
            assume=("M1 >= M", "s < 1", "2*eta*omega < 1 - s"),
            derivation=_REPAIRED_LARGER_M_PROOF,
        ),
    ),
)

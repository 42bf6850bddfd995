"""Koloskova, Stich and Jaggi 2019, Theorem 2: Choco-Gossip converges linearly with messages of any compression.

Setting as in `one_round`; e_t = E||X(t) - Xbar||^2 + E||X(t) - Xhat(t+1)||^2, D = 16 delta + delta^2 + 4 beta^2 + 2
delta beta^2 - 8 delta omega.

Statement, as cited: e_t <= (1 - delta^2 omega/82)^t e_0 for gamma = delta^2 omega/D (`cited`). The same numerator and
the same rate stand in Theorem 4.1 of Koloskova, Lin, Stich and Jaggi 2020 (with rho for delta, delta for omega),
which was read, and which takes both from here. One delta is too many in the step: with three nodes, messages in full
and an eigenvalue near 1 beside one near -1 the disagreement falls by (1 - gamma delta)^2 a round, about 1 - 2
delta^3/D, however errors of the copies are counted. With gamma = delta omega/D the rate is right (`repaired`); with
the cited step it is 1 - delta^3 omega/82 (`step-as-cited`).

Proof of e_t <= (1 - gamma delta/2)^t e_0 for gamma <= delta omega/D (`any-step`); D <= 41 then gives the other two.
D >= 8 delta, so gamma <= 1/8. By (1) and (2) of `one_round` e_(t+1) <= max(p, q) e_t, where, by (1 + x/2)(1 - x)^2
<= 1 - x, (1 - omega)(1 + 2/omega) <= 2/omega, (1 - omega)(1 + omega/2) <= 1 - omega/2, (1 + gamma beta)^2 <= 1 +
8 gamma and gamma^2 <= gamma, both p and q are at most 1 - gamma delta/2.
"""

from typing import Any

from ...theorem import Theorem, Variant
from ...verdict import Severity
from .average import CITED
from .lines import rate
from .one_round import NETWORK, RANDOM, TOP

_WHERE = {**NETWORK, "D": "16*delta + delta**2 + 4*beta**2 + 2*delta*beta**2 - 8*delta*omega"}
_ERROR, _START = "spread2(t) + unsent2(t)", "(spread2(0) + unsent2(0))"
_AS_CITED, _REPAIRED, _ANY = (
    f"gamma {step}" for step in ("== delta**2*omega/D", "== delta*omega/D", "<= delta*omega/D")
)
_SLOW = {
    **{"K": 3, "S": 1, "d": 1, "k": 1, "w0": [[1], [1], [-2]], "gamma": "9/38392"},
    "W": [[["1/25", "47/50", "1/50"], ["47/50", "1/25", "1/50"], ["1/50", "1/50", "24/25"]]],
}


def _rate(label: str, statement: str, step: str, rate: str, **more: Any) -> Variant:
    assume = ("lam < 1", step)
    told = {"proved": "severity" not in more, **more}
    return Variant(label, statement, _ERROR, f"({rate})**t*{_START}", assume=assume, where=_WHERE, **told)


RATE = Theorem(
    id="choco2019.rate",
    title="Choco-Gossip: a linear rate for every compression",
    place=f"Koloskova, Stich and Jaggi 2019, Theorem 2, {CITED}",
    statement="e_t <= (1 - delta^2 omega/82)^t e_0 for gamma = delta^2 omega/(16 delta + delta^2 + 4 beta^2 + ...)",
    family=TOP,
    rounds=8,
    first=1,
    variants=(
        _rate(
            "cited",
            "gamma = delta^2 omega/D",
            _AS_CITED,
            "1 - delta**2*omega/82",
            severity=Severity.TYPO,
            remains="One factor delta too many in the step at most: 82 = 2 * 41, and 1 - gamma delta/2 is the rate "
            "printed at gamma = delta omega/D. The rate holds with that step (`repaired`); the cited one has the rate "
            "1 - delta^3 omega/82 (`step-as-cited`)",
            note="The paper was not at hand; step and rate are those that its authors repeat in Theorem 4.1 of "
            "Koloskova, Lin, Stich and Jaggi 2020",
            examples=(_SLOW,),
        ),
        _rate("repaired", "gamma = delta omega/D", _REPAIRED, "1 - delta**2*omega/82", derivation=rate(1)),
        _rate(
            "step-as-cited",
            "the cited step, its own rate",
            _AS_CITED,
            "1 - delta**3*omega/82",
            derivation=rate(2),
        ),
        _rate(
            "any-step",
            "1 - gamma delta/2 for gamma <= delta omega/D",
            _ANY,
            "1 - gamma*delta/2",
            derivation=rate(),
        ),
        _rate(
            "random",
            "`any-step`, random coordinates",
            _ANY,
            "1 - gamma*delta/2",
            family=RANDOM,
            derivation=rate(),
        ),
    ),
)

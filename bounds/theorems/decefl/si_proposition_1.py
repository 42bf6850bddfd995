"""DeceFL, supplement, Proposition 1: linear convergence to a neighbourhood at a fixed step.

Setting. Algorithm SI (2) with eta_t = eta <= K/(2 m L); Xi = E||w(0) - 1 wbar(0)||^2 + 2 eta^2 K chi^2
(1+lambda^2)/(1-lambda^2)^2. Statement. E F(wbar(t)) - F* <= q^t (F(wbar(0)) - F*) + (m/(eta mu)) [((eta K^2
L^2 + eta^2 L^2 mu)/K) Xi + eta K^2 sigma^2 + eta^2 L (sigma^2 + 2 mu zeta)], zeta = (F* - Fbar*)/K; q = 1 -
mu eta/m in the statement, 1 - mu eta/(2m) in the proof.

As printed, Fbar* = sum_k F_k^* while F* = sum_k (m_k/m) F_k(w*): adding a constant to the losses makes
zeta, and so the bound, as negative as one likes (`statement`, `proof`). With Fbar* = sum_k (m_k/m) F_k^*
(`-scaled`) both are true, though (50) and (52) on the way are not.

`repaired`: E F(wbar(t)) - F* <= (1 - mu eta/K)^t (F(wbar(0)) - F*) + (L^2 Xi + eta L sigma^2)/(2 mu), with no zeta at
all: m/K times the rate, 1/m of the floor. Idea. F/K, L/K-smooth and mu/K-strongly convex, descends along a noisy h =
(1/K) sum grad F~_k(w_k), which differs from its gradient by at most (L/K) ||w - 1 wbar|| (`si_eq_54`);
the floor is a geometric series. `repaired-sharp`: Xi of `si_eq_54:sharp`, eta <= K/L.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..fixed_step import GAP_PRINTED, GAP_SHARP, PROPOSITION
from ..supplement import KNOWN_CHI2, XI, XI_SHARP
from ..two_clients import two_clients
from .unbounded import UNBOUNDED

_RIGHT = (
    "q**t*gap(0) + m/(eta*mu)*((eta*K**2*L**2 + eta**2*L**2*mu)/K*Xi + eta*K**2*sigma2"
    " + eta**2*L*(sigma2 + 2*mu*zeta))"
)
_ASSUME = ("0 < lam < 1", "eta <= K/(2*m*L)", KNOWN_CHI2)
_STATEMENT, _PROOF = "1 - mu*eta/m", "1 - mu*eta/(2*m)"
_PRINTED, _SCALED = "(Fstar - minima_sum)/K", "(Fstar - tilde_minima_sum)/K"


_REPAIRED = "(1 - mu*eta/K)**t*gap(0) + (L**2*Xi + eta*L*sigma2)/(2*mu)"

# At rest at the common minimizer, where nothing happens; only zeta sees the constant that is added to the losses.
RAISED = two_clients("1/3", a=[1, 1], c=[0, 0], w0=[0, 0], o=[1, 1], v=[0, 0], samples=[1, 1], eta="1/2")


def _reading(label: str, statement: str, q: str, zeta: str) -> Variant:
    proved = zeta == _SCALED
    return Variant(
        label,
        f"gap(t) <= {_RIGHT}",
        statement=statement,
        assume=_ASSUME,
        where={"q": q, "Xi": XI, "zeta": zeta},
        derivation=PROPOSITION if proved else "",
        severity=None if proved else Severity.TYPO,
        remains=""
        if proved
        else f"True with Fbar* = sum_k (m_k/m) F_k^* (`{label}-scaled`), as F* weighs the clients",
        examples=() if proved else (RAISED,),
    )


SI_PROPOSITION_1 = Theorem(
    id="decefl.si-proposition-1",
    title="linear convergence to a neighbourhood at a fixed step",
    place="DeceFL, supplement, Proposition 1",
    statement="E F(wbar(t)) - F* <= q^t (F(wbar(0)) - F*) + (m/(eta mu)) [...]",
    family=gossip(scaled=True, fixed=True, turned=False),
    rounds=30,
    variants=(
        _reading("statement", "q = 1 - mu eta/m, Fbar* = sum_k F_k^*", _STATEMENT, _PRINTED),
        _reading("proof", "q = 1 - mu eta/(2m), Fbar* = sum_k F_k^*", _PROOF, _PRINTED),
        _reading("statement-scaled", "q = 1 - mu eta/m, Fbar* = sum_k (m_k/m) F_k^*", _STATEMENT, _SCALED),
        _reading("proof-scaled", "q = 1 - mu eta/(2m), Fbar* = sum_k (m_k/m) F_k^*", _PROOF, _SCALED),
        Variant(
            "repaired",
            f"gap(t) <= {_REPAIRED}",
            assume=_ASSUME,
            where={"Xi": XI},
            derivation=GAP_PRINTED,
        ),
        Variant(
            "repaired-sharp",
            f"gap(t) <= {_REPAIRED}",
            statement="the same with Xi = max{E||w(0) - 1 wbar(0)||^2, eta^2 chi^2/(1 - lambda)^2}, lambda < 1, "
            "eta <= K/L",
            assume=("lam < 1", "eta <= K/L", KNOWN_CHI2),
            where={"Xi": XI_SHARP},
            derivation=GAP_SHARP,
        ),
        UNBOUNDED,
    ),
)

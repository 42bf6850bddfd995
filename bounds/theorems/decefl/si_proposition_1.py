"""DeceFL, supplement, Proposition 1: linear convergence to a neighbourhood at a fixed step.

Setting. Algorithm SI (2) with eta_t = eta <= K/(2 m L); Xi = E||w(0) - 1 wbar(0)||^2 + 2 eta^2 K chi^2
(1+lambda^2)/(1-lambda^2)^2. Statement. E F(wbar(t)) - F* <= q^t (F(wbar(0)) - F*) + (m/(eta mu)) [((eta K^2
L^2 + eta^2 L^2 mu)/K) Xi + eta K^2 sigma^2 + eta^2 L (sigma^2 + 2 mu zeta)], zeta = (F* - Fbar*)/K; q = 1 -
mu eta/m in the statement, 1 - mu eta/(2m) in the proof.

As printed, Fbar* = sum_k F_k^* while F* = sum_k (m_k/m) F_k(w*): adding a constant to the losses makes
zeta, and so the bound, as negative as one likes (`statement`, `proof`). With Fbar* = sum_k (m_k/m) F_k^*
(`-scaled`) both are true, though (50) and (52) on the way are not. Proof of the `-scaled` variants. f = F/K
is L-smooth and mu/m-strongly convex, h = (1/K) sum grad F~_k(w_k). As eta <= 1/L, E f(wbar(t+1)) <= f -
(eta/2)||grad f||^2 + (eta/2)||grad f - h||^2 + (eta^2 L/2) sigma^2, ||grad f - h||^2 <= (L^2/K)||w - 1
wbar||^2, and E||w - 1 wbar||^2 <= Xi (`si_eq_54`). Summed, E F(wbar(t)) - F* <= (1 - mu eta/m)^t
(F(wbar(0)) - F*) + (m/(2 mu)) (L^2 Xi + eta K L sigma^2); this is the `repaired` bound, with no zeta at
all, and each of its terms is at most a printed one because zeta >= 0 and eta L <= 1/2.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ..supplement import KNOWN_CHI2, XI

_RIGHT = (
    "q**t*gap(0) + m/(eta*mu)*((eta*K**2*L**2 + eta**2*L**2*mu)/K*Xi + eta*K**2*sigma2"
    " + eta**2*L*(sigma2 + 2*mu*zeta))"
)
_ASSUME = ("0 < lam < 1", "eta <= K/(2*m*L)", KNOWN_CHI2)
_STATEMENT, _PROOF = "1 - mu*eta/m", "1 - mu*eta/(2*m)"
_PRINTED, _SCALED = "(Fstar - minima_sum)/K", "(Fstar - tilde_minima_sum)/K"


def _reading(label: str, statement: str, q: str, zeta: str, proved: bool = False) -> Variant:
    where = {"q": q, "Xi": XI, "zeta": zeta}
    return Variant(label, statement, "gap(t)", _RIGHT, assume=_ASSUME, where=where, proved=proved)


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
        _reading(
            "statement-scaled", "q = 1 - mu eta/m, Fbar* = sum_k (m_k/m) F_k^*", _STATEMENT, _SCALED, True
        ),
        _reading("proof-scaled", "q = 1 - mu eta/(2m), Fbar* = sum_k (m_k/m) F_k^*", _PROOF, _SCALED, True),
        Variant(
            "repaired",
            "E F(wbar(t)) - F* <= (1 - mu eta/m)^t (F(wbar(0)) - F*) + (m/(2 mu)) (L^2 Xi + eta K L sigma^2)",
            "gap(t)",
            "(1 - mu*eta/m)**t*gap(0) + m/(2*mu)*(L**2*Xi + eta*K*L*sigma2)",
            assume=_ASSUME,
            where={"Xi": XI},
            proved=True,
        ),
    ),
)

"""DeFed, Proposition 1: linear convergence to a neighbourhood at a fixed step eta <= 1/L.

E F(wbar(t)) - F* <= (1 - mu eta)^t (F(wbar(0)) - F*) + eta L (sigma^2 + 2 mu zeta)/(2 mu), zeta = F* -
(1/K) sum_k F_k^*.

Readings. `statement`: algorithm (5) with gradients scaled by m_k/m and F = sum (m_k/m) F_k. The average
then moves along (1/K) sum grad F~_k, so with equal clients the gap shrinks by (1 - mu eta/K)^2 a round, not
1 - mu eta. `unscaled`: gradients not scaled and F = (1/K) sum F_k, so that the average moves along the
gradient. `-equal-start`: all clients start at one point. No reading bounds the disagreement of the clients,
on which the gradients' bias depends: every one fails.

Repair. Use the strong convexity that the average sees and add the consensus error, Xi of DeceFL's SI
Proposition 1: `repaired` (scaled) (1 - mu eta/m)^t gap(0) + (m/(2 mu)) (L^2 Xi + eta K L sigma^2),
`repaired-unscaled` (1 - mu eta)^t gap(0) + L^2 Xi/(2 K mu) + eta L sigma^2/(2 mu). Proof:
`decefl.si-proposition-1` and `decefl.si-eq-50`; unscaled, f = F itself.
"""

from ...families import gossip
from ...theorem import Theorem, Variant
from ..supplement import KNOWN_CHI2, XI

_RIGHT = "(1 - mu*eta)**t*gap(0) + eta*L*(sigma2 + 2*mu*zeta)/(2*mu)"
_WHERE = {"zeta": "Fstar - minima_sum/K"}
_STEP = "eta <= 1/L"

PROPOSITION_1 = Theorem(
    id="defed.proposition-1",
    title="linear convergence to a neighbourhood at a fixed step",
    place="DeFed, Proposition 1",
    statement="E F(wbar(t)) - F* <= (1 - mu eta)^t (F(wbar(0)) - F*) + eta L (sigma^2 + 2 mu zeta)/(2 mu)",
    family=gossip(scaled=True, fixed=True, offsets=False),
    rounds=25,
    variants=(
        Variant(
            "statement",
            "gradients scaled by m_k/m, any start",
            "gap(t)",
            _RIGHT,
            assume=(_STEP,),
            where=_WHERE,
        ),
        Variant(
            "statement-equal-start",
            "gradients scaled by m_k/m, equal start",
            "gap(t)",
            _RIGHT,
            assume=(_STEP,),
            where=_WHERE,
            family=gossip(scaled=True, fixed=True, common=True, offsets=False),
        ),
        Variant(
            "unscaled",
            "gradients not scaled, F = (1/K) sum F_k, any start",
            "gap(t)",
            _RIGHT,
            assume=(_STEP,),
            where=_WHERE,
            family=gossip(fixed=True, offsets=False),
        ),
        Variant(
            "unscaled-equal-start",
            "gradients not scaled, F = (1/K) sum F_k, equal start",
            "gap(t)",
            _RIGHT,
            assume=(_STEP, "lam < 1"),
            where=_WHERE,
            family=gossip(fixed=True, common=True, offsets=False),
        ),
        Variant(
            "repaired",
            "(1 - mu eta/m)^t (F(wbar(0)) - F*) + (m/(2 mu)) (L^2 Xi + eta K L sigma^2)",
            "gap(t)",
            "(1 - mu*eta/m)**t*gap(0) + m/(2*mu)*(L**2*Xi + eta*K*L*sigma2)",
            assume=("0 < lam < 1", _STEP, KNOWN_CHI2),
            where={"Xi": XI},
            family=gossip(scaled=True, fixed=True, turned=False, offsets=False),
            proved=True,
        ),
        Variant(
            "repaired-unscaled",
            "(1 - mu eta)^t (F(wbar(0)) - F*) + L^2 Xi/(2 K mu) + eta L sigma^2/(2 mu)",
            "gap(t)",
            "(1 - mu*eta)**t*gap(0) + L**2*Xi/(2*K*mu) + eta*L*sigma2/(2*mu)",
            assume=("0 < lam < 1", _STEP, KNOWN_CHI2),
            where={"Xi": XI},
            family=gossip(fixed=True, turned=False, offsets=False),
            proved=True,
        ),
    ),
)

"""DeFed, Proposition 1: linear convergence to a neighbourhood at a fixed step eta <= 1/L.

E F(wbar(t)) - F* <= (1 - mu eta)^t (F(wbar(0)) - F*) + eta L (sigma^2 + 2 mu zeta)/(2 mu), zeta = F* - (1/K)
sum_k F_k^*.

Readings. `statement`: algorithm (5) with gradients scaled by m_k/m and F = sum (m_k/m) F_k. The average then
moves along (1/K) sum grad F~_k, so with equal clients the gap shrinks by (1 - mu eta/K)^2 a round, not 1 - mu
eta. `unscaled`: gradients not scaled and F = (1/K) sum F_k, so that the average moves along the gradient.
`scaled-mean-equal-start`: gradients scaled and F = (1/K) sum F~_k, whose gradient the average does follow and
whose minimum DeFed prints as a second value of F* (see `defed.optimum`); but this F is only mu/K-strongly
convex where the m_k are equal. `-equal-start`: all clients start at one point. No reading bounds the
disagreement of the clients, on which the gradients' bias depends: every one fails, on connected graphs with
lambda < 1 and with gradients that stay bounded along the run, as Assumption 1 asks.

Repair. Use the strong convexity that the average sees and add the consensus error, Xi of DeceFL's SI Proposition
1: `repaired` (scaled) (1 - mu eta/K)^t gap(0) + (L^2 Xi + eta L sigma^2)/(2 mu), `repaired-unscaled` (1 - mu eta)^t
gap(0) + (L^2 Xi + eta L sigma^2)/(2 K mu). Proof: `defed.recursion:repaired-scaled` and `:repaired`, summed, with
E||w - 1 wbar||^2 <= Xi (`decefl.si-eq-54`; unscaled gradients too have E||G||^2 <= K chi^2). `-sharp`: with the
smaller Xi of `decefl.si-eq-54:sharp`, for lambda = 0 too.

`certified`: without chi^2, from a comparison system; `decefl.certified` is its proof.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..decefl.certified import certified_gap
from ..fixed_step import GAP_PRINTED, GAP_SHARP, UNSCALED_PRINTED, UNSCALED_SHARP
from ..supplement import CONNECTED, KNOWN_CHI2, XI, XI_SHARP, XI_SHARP_UNSCALED
from ..two_clients import two_clients

_RIGHT = "(1 - mu*eta)**t*gap(0) + eta*L*(sigma2 + 2*mu*zeta)/(2*mu)"
_WHERE = {"zeta": "Fstar - minima_sum/K"}
_ASSUME = (CONNECTED, "eta <= 1/L", KNOWN_CHI2)
_SHARP = ("lam < 1", "eta <= 1/L", KNOWN_CHI2)
_SCALED, _UNSCALED = (
    gossip(scaled=True, fixed=True, turned=False, offsets=False),
    gossip(fixed=True, turned=False, offsets=False),
)
_REPAIRED = "(1 - mu*eta/K)**t*gap(0) + (L**2*Xi + eta*L*sigma2)/(2*mu)"
_REPAIRED_UNSCALED = "(1 - mu*eta)**t*gap(0) + (L**2*Xi + eta*L*sigma2)/(2*K*mu)"
_REMAINS = (
    "Linear convergence at the rate 1 - eta mu/K, to a floor that grows with the disagreement (`repaired`)"
)
_REMAINS_UNSCALED = "The rate is right; the floor has to grow with the disagreement (`repaired-unscaled`)"

# One loss, one start: gradient descent with the step eta/K.
EQUAL_CLIENTS = two_clients("1/3", a=[1, 1], c=[0, 0], s=[0, 0], start=[1], v=[0, 0], samples=[1, 1], eta=1)

ANY_START = {name: x for name, x in EQUAL_CLIENTS.items() if name != "start"} | {"w0": [[1], [1]]}

# One loss but for its curvature, no noise: only the clients' distance from each other at the start moves the mean.
APART = two_clients("1/3", a=[2, 1], c=[0, 0], s=[0, 0], w0=[-1, 2], v=[0, 0], eta="1/3")

# With rare mixing the clients settle near their own minimizers, and their average nowhere near w*; the bound is small
# because the step is.
RARE_MIXING = two_clients("1/1000", a=[1, 4], c=[1, -1], s=[0, 0], start=[-1], v=[0, 0], eta="1/20")

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
            f"gap(t) <= {_RIGHT}",
            statement="gradients scaled by m_k/m, any start",
            assume=_ASSUME,
            where=_WHERE,
            severity=Severity.SUBSTANCE,
            remains=_REMAINS,
            examples=(ANY_START,),
        ),
        Variant(
            "statement-equal-start",
            f"gap(t) <= {_RIGHT}",
            statement="gradients scaled by m_k/m, equal start",
            assume=_ASSUME,
            where=_WHERE,
            family=gossip(scaled=True, fixed=True, common=True, offsets=False),
            severity=Severity.SUBSTANCE,
            remains=_REMAINS,
            examples=(EQUAL_CLIENTS,),
        ),
        Variant(
            "scaled-mean-equal-start",
            "gap(t)/K <= (1 - mu*eta)**t*gap(0)/K + eta*L*(sigma2 + 2*mu*Fstar_mean)/(2*mu)",
            statement="gradients scaled by m_k/m, F = (1/K) sum F~_k, equal start",
            assume=_ASSUME,
            family=gossip(scaled=True, fixed=True, common=True, offsets=False),
            note="Losses with minimum 0, so that all values printed for Fbar* agree",
            severity=Severity.SUBSTANCE,
            remains=_REMAINS,
            examples=(EQUAL_CLIENTS,),
        ),
        Variant(
            "unscaled",
            f"gap(t) <= {_RIGHT}",
            statement="gradients not scaled, F = (1/K) sum F_k, any start",
            assume=_ASSUME,
            where=_WHERE,
            family=gossip(fixed=True, offsets=False),
            severity=Severity.SUBSTANCE,
            remains=_REMAINS_UNSCALED,
            examples=(APART,),
        ),
        Variant(
            "unscaled-equal-start",
            f"gap(t) <= {_RIGHT}",
            statement="gradients not scaled, F = (1/K) sum F_k, equal start",
            assume=_ASSUME,
            where=_WHERE,
            family=gossip(fixed=True, common=True, offsets=False),
            rounds=60,
            severity=Severity.SUBSTANCE,
            remains=_REMAINS_UNSCALED,
            examples=(RARE_MIXING,),
        ),
        Variant(
            "repaired",
            f"gap(t) <= {_REPAIRED}",
            assume=_ASSUME,
            where={"Xi": XI},
            family=_SCALED,
            derivation=GAP_PRINTED,
        ),
        Variant(
            "repaired-sharp",
            f"gap(t) <= {_REPAIRED}",
            statement="the same with Xi = max{E||w(0) - 1 wbar(0)||^2, eta^2 chi^2/(1 - lambda)^2}, lambda < 1",
            assume=_SHARP,
            where={"Xi": XI_SHARP},
            family=_SCALED,
            derivation=GAP_SHARP,
        ),
        Variant(
            "repaired-unscaled",
            f"gap(t) <= {_REPAIRED_UNSCALED}",
            assume=_ASSUME,
            where={"Xi": XI},
            family=_UNSCALED,
            derivation=UNSCALED_PRINTED,
        ),
        Variant(
            "repaired-unscaled-sharp",
            f"gap(t) <= {_REPAIRED_UNSCALED}",
            statement="the same with Xi = max{E||w(0) - 1 wbar(0)||^2, eta^2 K chi^2/(1 - lambda)^2}, lambda < 1",
            assume=_SHARP,
            where={"Xi": XI_SHARP_UNSCALED},
            family=_UNSCALED,
            derivation=UNSCALED_SHARP,
        ),
        certified_gap(_SCALED),
    ),
)

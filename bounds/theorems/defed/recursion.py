"""DeFed, the recursion that proves Proposition 1.

E F(wbar(t+1)) - F* <= (1 - eta mu) E[F(wbar(t)) - F*] + (eta^2 L/2)(sigma^2 + 2 mu zeta), zeta = F* - (1/K) sum_k
F_k^*, eta <= 1/L. It inherits the flaws of (23) and (25); `unscaled` reads the gradients as not scaled by m_k/m and F
= (1/K) sum F_k. `agreeing`: so read it is true in a round that starts with w_k = wbar, as FedAvg's do (proof: the
repair below, with nothing of the consensus error, zeta >= 0 and K >= 1). Repair (unscaled): add the consensus error, E
F(wbar(t+1)) - F* <= (1 - eta mu)(...) + (eta L^2/(2K)) E||w - 1 wbar||^2 + eta^2 L sigma^2/(2K). Idea: the descent
lemma at wbar, with ||grad F - h||^2 <= (L^2/K) ||w - 1 wbar||^2 and independent noise. `repaired-scaled` is the same
for gradients times m_k/m, see `decefl.si-proposition-1`.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..fixed_step import AGREEING
from ..supplement import CONNECTED, KNOWN_CHI2

_RIGHT = "(1 - eta*mu)*gap(t) + eta**2*L/2*(sigma2 + 2*mu*(Fstar - minima_sum/K))"

_ASSUME = (CONNECTED, "eta <= 1/L", KNOWN_CHI2)

_AGREEING = """
low: 0 <= Fstar - minima_sum/K by least(o)
step: gap(t + 1) <= (1 - eta*mu)*gap(t) + eta*L**2/(2*K)*spread2(t) + eta**2*L*sigma2/(2*K)
   by above(J(next(x)), J(x)), mean_noise, lipschitz(x, J(x)), mean_curved(x), eta <= 1/L
 with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x))), J(grad(x))
claim by step, alike, eta*L**2/K >= 0, low, eta**2*L*mu >= 0, K >= 2, eta**2*L*sigma2/K >= 0
"""
_REPAIRED = """
claim by above(J(next(x)), J(x)), mean_noise, lipschitz(x, J(x)), mean_curved(x), eta <= 1/L
 with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x))), J(grad(x))
"""
_SCALED = """
claim by mean_above(next(x), x), mean_noise, variances <= K*sigma2, mean_lipschitz(x, J(x)), mean_curved(x), eta <= K/L
 with J(grad(x))
"""

RECURSION = Theorem(
    id="defed.recursion",
    title="one round of the expected gap",
    place="DeFed, proof of Proposition 1",
    statement="E F(wbar(t+1)) - F* <= (1 - eta mu) E[F - F*] + (eta^2 L/2)(sigma^2 + 2 mu zeta)",
    family=gossip(scaled=True, fixed=True, offsets=False),
    rounds=4,
    variants=(
        Variant(
            "proof",
            f"gap(t + 1) <= {_RIGHT}",
            statement="gradients scaled by m_k/m",
            assume=_ASSUME,
            severity=Severity.SUBSTANCE,
            remains="With the consensus error for zeta and the rate 1 - eta mu/K (`repaired-scaled`)",
        ),
        Variant(
            "unscaled",
            f"gap(t + 1) <= {_RIGHT}",
            statement="gradients not scaled, F = (1/K) sum F_k",
            assume=_ASSUME,
            family=gossip(fixed=True, offsets=False),
            severity=Severity.SUBSTANCE,
            remains="True in a round that starts from agreement (`agreeing`), else with the consensus error",
        ),
        Variant(
            "agreeing",
            f"gap(t + 1) <= {_RIGHT}",
            statement="gradients not scaled, F = (1/K) sum F_k, w_k = wbar (round 0 of a common start)",
            assume=("eta <= 1/L", "t == 0"),
            family=gossip(fixed=True, common=True, offsets=False),
            derivation=AGREEING + _AGREEING,
        ),
        Variant(
            "repaired",
            "gap(t + 1) <= (1 - eta*mu)*gap(t) + eta*L**2/(2*K)*spread2(t) + eta**2*L*sigma2/(2*K)",
            statement="unscaled, with (eta L^2/(2K)) E||w - 1 wbar||^2 + eta^2 L sigma^2/(2K) for the last term",
            assume=("eta <= 1/L",),
            family=gossip(fixed=True, offsets=False),
            derivation=_REPAIRED,
        ),
        Variant(
            "repaired-scaled",
            "gap(t + 1) <= (1 - eta*mu/K)*gap(t) + eta*L**2/(2*K)*spread2(t) + eta**2*L*sigma2/(2*K)",
            statement="scaled, with rate 1 - eta mu/K and (eta L^2/(2K)) E||w - 1 wbar||^2 + eta^2 L sigma^2/(2K)",
            assume=("eta <= K/L",),
            derivation=_SCALED,
        ),
    ),
)

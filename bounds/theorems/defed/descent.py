"""DeFed, proof of Proposition 1: the two displays that stand around (23), one round of F and the second moment of g.

The text at hand prints (23), (25) and the recursion that they lead to. What leads there are smoothness, E
F(wbar(t+1)) <= E F(wbar(t)) - eta E[g' grad F(wbar)] + (eta^2 L/2) E||g||^2 (`smooth`), and E||g||^2 <= sigma^2 +
(1/K) sum_k E||grad F_k(w_k)||^2 (`second-moment`): by their place (22) and (24), whose wording was not at hand. Both
are true, scaled and not, at every round; it is (23) and (25) that fail.

Proof. F is L-smooth, and wbar(t+1) = wbar(t) - eta g. With p_k = m_k/m, or 1 where nothing is scaled, and the clients'
noise independent, E||g||^2 = E||(1/K) sum p_k grad F_k(w_k)||^2 + (1/K^2) sum p_k^2 sigma_k^2; p_k <= 1, Jensen's
inequality for the first, and (1/K^2) sum sigma_k^2 = sigma^2/K for the second.
"""

from ...families.shared import gossip
from ...family import Family
from ...theorem import Theorem, Variant

_SECOND = "mean_gradient2(t) + noise2(t)"
_SCALED, _UNSCALED = gossip(scaled=True, fixed=True, offsets=False), gossip(fixed=True, offsets=False)


_SMOOTH = """
claim by above(J(next(x)), J(x)), mean_noise
"""
_MOMENT = """
claim by mean_noise, K >= 2 with grad(x) - J(grad(x))
"""
_SMOOTH_SCALED = """
claim by mean_above(next(x), x), mean_noise
"""
_MOMENT_SCALED = """
claim by share(x), variances <= K*sigma2, K >= 2, sigma2 >= 0 with grad(x) - J(grad(x))
"""


def _both(suffix: str, said: str, family: Family) -> tuple[Variant, Variant]:
    return (
        Variant(
            f"smooth{suffix}",
            f"gap(t + 1) <= gap(t) - eta*alignment(t) + eta**2*L/2*({_SECOND})",
            statement=f"E F(wbar(t+1)) <= E F(wbar) - eta E[g' grad F(wbar)] + (eta^2 L/2) E||g||^2, {said}",
            family=family,
            derivation=_SMOOTH if suffix else _SMOOTH_SCALED,
        ),
        Variant(
            f"second-moment{suffix}",
            f"{_SECOND} <= sigma2 + gradients2(t)/K",
            statement=f"E||g||^2 <= sigma^2 + (1/K) sum_k E||grad F_k(w_k)||^2, {said}",
            family=family,
            derivation=_MOMENT if suffix else _MOMENT_SCALED,
        ),
    )


DESCENT = Theorem(
    id="defed.descent",
    title="one round of the global loss, and the second moment of the average gradient",
    place="DeFed, proof of Proposition 1, around (23)",
    statement="smoothness of F along one round; E||g||^2 <= sigma^2 + (1/K) sum ||grad F_k(w_k)||^2",
    family=_SCALED,
    rounds=4,
    variants=(
        *_both("", "gradients scaled by m_k/m", _SCALED),
        *_both("-unscaled", "gradients not scaled, F = (1/K) sum F_k", _UNSCALED),
    ),
)

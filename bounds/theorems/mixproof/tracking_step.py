"""Gradient tracking (DIGing): the step from which on it fails, and just below it a rate, for every lambda.

Setting. K clients, mu-strongly convex and L-smooth; W symmetric, perhaps another at every round, with W 1 = 1 and
its other eigenvalues in [-lambda, lambda], lambda < 1. x <- W x - eta y, y <- W y + (gradients at the new x) -
(those at the old one), y(0) the gradients at x(0): DIGing, of Nedić, Olshevsky and Shi (2017) and of Qu and Li (2018),
neither of whom states what follows.

Necessary. All F_k = L x^2/2, W with the eigenvalue nu: in that direction z^2 - (2 nu - eta L) z + nu^2 - eta L is
the characteristic polynomial of a round. At z = -1 it is (1 + nu)^2 - 2 eta L, so a root lies below -1 as soon as
eta > (1 + nu)^2/(2 L); with nu = -lambda that is (1 - lambda)^2/(2 L). `APART`, 5 % above it, is such a setting.

Sufficient, up to half a percent, where L <= 1000 mu: derived (`tracking_derivation`). With s = 1 - lambda, a Lyapunov
function V = K P e^2 + s (sum over directions of disagreement of Q at (x, s p/L)), e the error of the mean, p = y -
gradients less its value at rest, P and Q linear in s, has V(t+1) <= (1 - eta L/1000) V(t) for every s in (0, 1].
"""

from fractions import Fraction
from typing import Any

from ...families.declared import declared
from ...theorem import Theorem, Variant
from ..two_clients import two_clients

__all__ = ["MOST", "SHARE", "TRACKING_STEP"]

SHARE = Fraction(199, 400)  # eta L/(1 - lam)^2
MOST = 12
_LEFT = "K*error2(t) + (1 - lam)*spread2(t)"
_START = "K*error2(0) + (1 - lam)*(spread2(0) + (1 - lam)**2*gstar**2/L**2)"
_RIGHT = f"{MOST}*(1 - eta*L/1000)**t*({_START})"

# Equal clients that start apart, lambda = 0: z^2 + 21/40 z - 21/40 has the root -1.034.
APART: dict[str, Any] = two_clients("1/2", a=[1, 1], s=[0, 0], c=[0, 0], w0=[1, -1], eta="21/40")

TRACKING_STEP = Theorem(
    id="mixproof.tracking-step",
    title="the largest step of gradient tracking is (1 - lambda)^2/(2L)",
    place="found here: necessary by a quadratic, sufficient by a Lyapunov function",
    statement="DIGing converges linearly for eta = .995 (1 - lambda)^2/(2L), and for no step above (1 - lambda)^2/(2L)",
    family=declared("diging"),
    rounds=60,
    variants=(
        Variant(
            "below",
            f"{_LEFT} <= {_RIGHT}",
            statement="eta at 99.5 % of (1 - lambda)^2/(2L), kappa <= 1000, every lambda: linear convergence",
            assume=("lam < 1", "L <= 1000*mu", f"eta == {SHARE}*(1 - lam)**2/L"),
            proved=True,
        ),
    ),
)

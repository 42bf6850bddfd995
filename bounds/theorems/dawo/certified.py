"""The variant `certified` of dawo's Theorem 1: over lossy links, without a bound on how much gradients differ.

beta^2, the spread of the gradients at every point, is finite only where all losses have one curvature, up to bounded
terms. Here clients are mu-strongly convex and omega-smooth, and g = ||(grad f_i(w*))_i|| takes its place: how much the
gradients differ at the one point w* that minimizes f.

Setting. w(t+1) = W_hat(t) w(t) - eta (grad + noise); the W_hat(t) independent of each other and of the rest,
symmetric, W_hat 1 = 1, every eigenvalue at least lambda_n, that of the matrix W whose links all work (with weights >= 0
a link that fails lowers no eigenvalue); lambda = lambda_2(E W_hat), rho2 = rho(E W_hat^2). V = M alpha^2 bounds the
variance of all clients' noise. L = omega, A = (L + mu)/2, D = (L - mu)/2, a = 1 - eta mu, sigma = 1 + lambda_n - eta
(L + mu) > 0; e, s, x and h as in `decefl.certified`, in mean square.

The idea, whose lines are in `certified_lines`. (1) x+^2 <= a^2 x^2 + eta^2 (a^2 g^2/(sigma (1 - lambda)) + V), so x <=
a^t x(0) + Y: N = W_hat - eta H lies between -a + sigma and a, so N^2 <= a^2 - sigma (a - N), and a - N is at least I -
W_hat in the mean; the largest value over y is reached at I - E W_hat's potential of h.

(2) s+^2 <= (b s + eta D x + eta g)^2 + eta^2 V, b^2 = rho2 - 2 eta A (rho2 + lambda_n)/(1 + lambda_n) + (eta A)^2: of
vectors of mean zero W_hat^2 <= (1 + lambda_n) W_hat - lambda_n, so E||(W_hat - eta A) v||^2 is at most b^2 ||v||^2 and
rho2 <= (1 + lambda_n) lambda - lambda_n, whence b < a. As in `decefl.certified`, a fixed step, s <= S + Z a^t.

(3) With eta L <= 1 the mean loss falls by (eta/2) ||grad f(wbar)||^2 up to (eta/2) D^2 s^2/M and eta^2 L V/(2 M^2); the
rounds before t are summed with s^2 <= 2 S^2 + 2 Z^2 a^(2 tau).
"""

from ...families.lossy_learning import curved
from ...theorem import Variant
from ..decefl.certified import settled_spread
from .certified_lines import CERTIFIED

__all__ = ["certified"]


def certified() -> Variant:
    """The ergodic average of the squared gradient for clients of different curvature."""
    return Variant(
        "certified",
        "gradients2_before(t)/t <= 2*gap(0)/(eta*t) + eta*omega*alpha2/K + (omega - "
        "mu)**2/(2*K)*(S**2 + Z**2/(eta*mu*(2 - eta*mu)*t))",
        statement="clients of different curvature, without beta^2: g* at the minimum, from a comparison system",
        assume=("rho2 < 1", "eta*omega <= 1", "eta < (1 + lam_n)/(omega + mu)"),
        where={
            "variance": "K*alpha2",
            "shrunk": "1 - eta*mu",
            "sigma": "1 + lam_n - eta*(omega + mu)",
            "middle": "eta*(omega + mu)/2",
            "b": "sqrt(rho2 - 2*middle*(rho2 + lam_n)/(1 + lam_n) + middle**2)",
            **settled_spread(
                "omega",
                "mu",
                driven="(gstar*shrunk)**2/(sigma*(1 - lam2))",
                beta="1 - b",
                apart="shrunk - b",
                spread="sqrt(spread2(0))",
                distance="sqrt(K*error2(0) + spread2(0))",
            ),
        },
        family=curved(),
        derivation=CERTIFIED,
    )

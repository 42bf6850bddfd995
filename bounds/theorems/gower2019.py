"""Gower, Loizou, Qian, Sailanbayev, Shulgin and Richtarik 2019, Theorem 3.1: stochastic gradients under expected
smoothness.

Setting. x+ = x - gamma g(x), g unbiased, E||g(x) - g(x*)||^2 <= 2 l (F(x) - F*), sigma^2 = E||g(x*)||^2, F
mu-quasi-strongly convex. Here g is the mean of the clients' gradients with noise whatever x, so that l = L and
sigma^2 is `sigma2_of_mean`.

Statement. For gamma <= 1/(2 l), E||x_k - x*||^2 <= (1 - gamma mu)^k ||x_0 - x*||^2 + 2 gamma sigma^2/mu (`main`). In
this setting, where the noise is independent of x, half of the floor is enough, for gamma <= 1/L (`sharp`).

Idea. E||x+ - x*||^2 = ||x - x* - gamma grad F||^2 + gamma^2 sigma^2, and a gradient step contracts.
"""

from ..families.federated import federated
from ..theorem import Theorem, Variant
from .local_rounds import TOGETHER

_DERIVED = f"""{TOGETHER}
lift: sq(grad(x) - grad(m)) <= 0 by lipschitz(x, m), near
stepped: sq(J(y) - o) == sq(m - o) - 2*eta*dot(J(grad(m)), m - o) + eta**2*sq(J(grad(m))) + eta**2*sigma2_of_mean
  by mean_noise, vanishing(grad(x) - grad(m)) times m - o, vanishing(grad(x) - grad(m)) times J(grad(m)),
  vanishing(grad(x) - grad(m)) times J(grad(x))
short: eta*L <= 1 by eta <= 1/L
one: sq(J(y) - o) <= (1 - eta*mu)*sq(m - o) + eta**2*sigma2_of_mean
  by stepped, mean_cocoercive_convex(x, o), monotone(m, o), short, eta > 0 over L > 0 with J(grad(m))
rate: eta*mu <= 1 by short, L >= mu, eta > 0
some: sigma2_of_mean >= 0 by mean_noise with J(n)
let c = eta*sigma2_of_mean/mu
always I: error2(t) - c <= (1 - eta*mu)**t*(error2(0) - c)
  next by one, I, rate
claim by I
"""

THEOREM_3_1 = Theorem(
    id="gower2019.theorem-3-1",
    title="stochastic gradients: linear to a floor",
    place="Gower et al. 2019, Theorem 3.1, as commonly cited; the paper itself could not be read",
    statement="E||x_k - x*||^2 <= (1 - gamma mu)^k ||x_0 - x*||^2 + 2 gamma sigma^2/mu",
    family=federated(fixed=True),
    rounds=4,
    variants=(
        Variant(
            "main",
            "error2(t) <= (1 - eta*mu)**t*error2(0) + 2*eta*sigma2_of_mean/mu",
            assume=("H == 1", "eta <= 1/(2*L)"),
            derivation=_DERIVED.replace("by eta <= 1/L", "by eta <= 1/(2*L)"),
        ),
        Variant(
            "sharp",
            "error2(t) <= (1 - eta*mu)**t*error2(0) + eta*sigma2_of_mean/mu",
            statement="gamma <= 1/L, half of the floor",
            assume=("H == 1", "eta <= 1/L"),
            derivation=_DERIVED,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (THEOREM_3_1,)

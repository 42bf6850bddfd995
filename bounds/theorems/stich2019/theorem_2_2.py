"""Stich 2019, Theorem 2.2: local SGD with averages every H rounds.

Statement. f L-smooth and mu-strongly convex, kappa = L/mu, a > max(16 kappa, H), eta_t = 4/(mu (a + t)),
weights w_t = (a + t)^2, S_T = sum_(t<T) w_t, xhat_T = (1/(K S_T)) sum_k sum_t w_t x_k(t): E f(xhat_T) - f* <=
(mu a^3/(2 S_T)) ||x_0 - x*||^2 + (4T(T + 2a)/(mu K S_T)) sigma^2 + (256 T/(mu^2 S_T)) G^2 H^2 L.

Here for (1/S_T) sum w_t E(f(xbar_t) - f*), which is at least E f(xhat_T) - f* as f is convex: what holds for
it, holds for the printed left side.

Idea. By the sharper form of Lemma 3.1 and by Lemmas 3.2 and 3.3, D_t = E||xbar_t - x*||^2 fulfils D_(t+1) <= (1 - mu
eta_t) D_t - eta_t e_t + eta_t^2 sigma^2/K + 6 eta_t^3 L (H - 1)^2 G^2. Times w_t/eta_t and summed up, as in
`stich2019.weights`. This is `sharp`, which the paper does not state: half of the first two terms, 96 (H - 1)^2 for 256
H^2.
"""

from ...theorem import Theorem, Variant
from ..local_rounds import APART, STEP
from .setting import G2, ONE_LOSS, SOURCE

_SUMS = f"""
far: mu*Gamma > 16*L by Gamma > 16*L/mu, mu > 0
one: Gamma > 1 by far, L >= mu, mu > 0
{APART}{STEP}
let a = t + Gamma
whole: mu*delta == 4 by delta == 4/mu times mu
short: 4*L*eta <= 1 by far, whole times 4*L over mu > 0
step: error2(t + 1) <= (1 - mu*eta)*error2(t) - eta*e + eta**2*sigma2_max/N + 3/2*eta*L*apart2(t)
  by stepped, pulled, climb, above_zero, short, mean_noise, of_mean, variance, L > 0, eta > 0 with x - m
step2: error2(t + 1) <= (1 - mu*eta)*error2(t) - eta*e + eta**2*sigma2_max/N + 6*eta**3*L*(H - 1)**2*G2
  by step, apart, L > 0, eta > 0
two: mu**2*delta**2 == 16 by whole times mu*delta + 4
three: mu**3*delta**3 == 64 by whole times mu**2*delta**2 + 4*mu*delta + 16
scaled: mu**3*a**3*error2(t + 1) <= mu**3*(a**3 - 4*a**2)*error2(t) - 4*mu**2*a**2*e + 16*mu*a*sigma2_max/N +
  384*L*(H - 1)**2*G2
  by step2, whole times mu**3*a**2*error2(t), whole times mu**2*a**2*e,
  two times mu*a*sigma2_max/N, three times L*(H - 1)**2*G2
cubic: a**3 - 4*a**2 <= (a - 1)**3 by one, t >= 0
less: mu**3*(a**3 - 4*a**2)*error2(t) <= mu**3*(a - 1)**3*error2(t) by cubic, mu > 0 with J(x) - o
many: sigma2_max >= 0 by variance, variance_low
room: 8*mu*sigma2_max/N >= 0 by many
fewer: (Gamma - 1)**3 <= Gamma**3 by one
let far2 = 384*L*(H - 1)**2*G2, noisy = 8*mu*t*(t + 2*Gamma)*sigma2_max/N
always sums: 4*mu**2*sum(s < t, (Gamma + s)**2*gap(s)) + mu**3*(a - 1)**3*error2(t) <=
  mu**3*Gamma**3*error2(0) + noisy + t*far2
  start sums by fewer, mu > 0 with w0 - o
  rise: far2 <= next(far2) by next(G2) >= G2, L > 0 with H - 1
  grown: (t + 1)*far2 <= (t + 1)*next(far2) by rise, t >= 0
  next sums by sums, scaled, less, room, grown
began: t > 0 by t >= 1
always weights: t**3/3 <= sum(s < t, (Gamma + s)**2)
  next weights by weights, one, t >= 0
rest: mu**3*(a - 1)**3*error2(t) >= 0 by one, t >= 0, mu > 0 with J(x) - o
end: 4*mu**2*sum(s < t, (Gamma + s)**2*gap(s)) <= mu**3*Gamma**3*error2(0) + noisy + t*far2 by sums, rest
claim sharp by end over mu**2 > 0, S_t > 0
later: t*far2 <= 1024*t*L*H**2*G2 by began
begun: mu**3*Gamma**3*error2(0) >= 0 by one, mu > 0 with w0 - o
spare: noisy >= 0 by many, began, one, mu > 0
wide: 4*mu**2*sum(s < t, (Gamma + s)**2*gap(s)) <=
  2*mu**3*Gamma**3*error2(0) + 2*noisy + 1024*t*L*H**2*G2 by end, later, begun, spare
claim main by wide over mu**2 > 0, S_t > 0
"""

THEOREM_2_2 = Theorem(
    id="stich2019.theorem-2-2",
    title="convergence of local SGD",
    place=f"Theorem 2.2; {SOURCE}",
    statement=(
        "E f(xhat_T) - f* <= mu a^3/(2 S_T) ||x_0 - x*||^2 + 4T(T + 2a)/(mu K S_T) sigma^2 + 256 T/(mu^2 "
        "S_T) G^2 H^2 L"
    ),
    family=ONE_LOSS,
    rounds=4,
    first=1,
    variants=(
        Variant(
            "main",
            "sum(s < t, (Gamma + s)**2*gap(s))/S_t <= mu*Gamma**3/(2*S_t)*error2(0) + 4*t*(t + "
            "2*Gamma)/(mu*N*S_t)*sigma2_max + 256*t/(mu**2*S_t)*G2*H**2*L",
            statement="the weighted mean of the values, which is no less than the value at the weighted mean",
            assume=("delta == 4/mu", "Gamma > 16*L/mu", "Gamma > H", "t >= 1"),
            where={"S_t": "sum(s < t, (Gamma + s)**2)", "G2": G2},
            derivation=_SUMS,
        ),
        Variant(
            "sharp",
            "sum(s < t, (Gamma + s)**2*gap(s))/S_t <= mu*Gamma**3/(4*S_t)*error2(0) + 2*t*(t + "
            "2*Gamma)/(mu*N*S_t)*sigma2_max + 96*t/(mu**2*S_t)*G2*(H - 1)**2*L",
            statement="half of the first two terms, 96 (H - 1)^2 for 256 H^2: not in the paper",
            assume=("delta == 4/mu", "Gamma > 16*L/mu", "Gamma > H", "t >= 1"),
            where={"S_t": "sum(s < t, (Gamma + s)**2)", "G2": G2},
            derivation=_SUMS,
        ),
    ),
)

"""Khaled et al. 2020, different data, convex: the average iterate.

Statement. gamma <= min(1/(4L), 1/(8 L (H - 1))), averages at least every H rounds, sigma_dif^2 = (1/M) sum_m
E||g_m(x*)||^2: E f(xbar_T) - f(x*) <= 4 ||x_0 - x*||^2/(gamma T) + 20 gamma sigma_dif^2/M + 16 gamma^2 L (H -
1)^2 sigma_dif^2.

Idea, for noise that does not depend on the model, as here. With e_t = E f(xhat_t) - f* and b_t the mean square of
what the stochastic gradients differ from their average, D_(t+1) <= D_t - gamma e_t + (3/2) gamma L V_t + gamma^2
sigma_dif^2/M by `khaled2020.convexity`, and b_t <= 3 L^2 V_t + 6 L e_t + 3 sigma_dif^2. j rounds after an average, j
V_(t+1) <= (j + 1)(V_t + j gamma^2 b_t), whence sum V_t <= gamma^2 (H - 1)^2 sum b_t, by induction with the part that
is not used up, ((H - 1)^2 - j (j - 1)) V_t/j.

`sharper`, which the paper does not state: the same lines, their constants rounded less.
"""

from ...theorem import Theorem, Variant
from ..local_rounds import STEP
from .setting import DIFFERENT_DATA, SHORT, SOURCE

_ASSUMED = (SHORT, "8*L*(H - 1)*eta <= 1", "t >= 1")
_SUMS = f"""{STEP}
quarter: 4*L*eta <= 1 by eta <= 1/(4*L)
let a = x - m, h = g - J(g), k = H - 1
let B = sum(s < t, sq(g - J(g))), S = sum(s < t, apart2(s)), E = sum(s < t, gap(s)), U = eta**2*k**2*B - S
mixed: since*sq(a - eta*h) <= (since + 1)*(sq(a) + since*eta**2*sq(h)) with a + since*eta*h
always bulk: B >= 0
  next bulk by bulk with h
always near: apart2(t) <= since*eta**2*B
  close: sq(a - eta*h) <= (since + 1)*eta**2*(B + sq(h)) by cases since <= 0, since >= 1
    case
      none: sq(a) <= 0 by near, case
      sq(a - eta*h) <= (since + 1)*eta**2*(B + sq(h))
        by vanishing(a) times a, vanishing(a) times eta*h, since_low, bulk with eta*h
    case
      some: since > 0 by case
      sq(a - eta*h) <= (since + 1)*eta**2*(B + sq(h)) by mixed, near, since_low over since > 0
  next near by close, restart_whole, restart_high
let c = k**2 - since*(since + 1), V = U + eta**2*k**2*sq(h) - apart2(t)
room: k - since >= 0 by before
plus: k + since >= 0 by local
able: (1 - restart)*c >= 0 by goes_on, plus, restart_high, local
wider: (k**2 - since**2)*apart2(t) >= 0 by room, plus with a
always I: U >= 0 and II: (k**2 - since*(since - 1))*apart2(t) <= since*U
  small: apart2(t) <= U by cases since <= 0, since >= 1
    case
      none: sq(a) <= 0 by near, case
    case
      some: since > 0 by case
      apart2(t) <= U by II, wider over since > 0
  go: (1 - restart)*c*sq(a - eta*h) <= (1 - restart)*(since + 1)*V by cases since <= 0, since >= 1
    case
      none: sq(a) <= 0 by near, case
      alone: sq(a - eta*h) <= eta**2*sq(h) by vanishing(a) times a, vanishing(a) times eta*h
      left: c*sq(a - eta*h) <= k**2*eta**2*sq(h) by alone, since_low with k, a - eta*h
      right: k**2*eta**2*sq(h) <= (since + 1)*V by small, since_low with k*eta*h
      both: c*sq(a - eta*h) <= (since + 1)*V by left, right
      (1 - restart)*c*sq(a - eta*h) <= (1 - restart)*(since + 1)*V by both, restart_high
    case
      some: since > 0 by case
      first: since*(1 - restart)*c*sq(a - eta*h) <= (1 - restart)*c*(since + 1)*(sq(a) + since*eta**2*sq(h))
        by able, mixed
      inner: c*(sq(a) + since*eta**2*sq(h)) <= since*V by II, since_low with a, eta*h
      outer: (1 - restart)*(since + 1)*c*(sq(a) + since*eta**2*sq(h)) <= (1 - restart)*(since + 1)*since*V
        by inner, restart_high, since_low
      (1 - restart)*c*sq(a - eta*h) <= (1 - restart)*(since + 1)*V by first, outer over since > 0
  next I by small with eta*k*h
  next II by go, restart_whole
split: sq(h) <= 3*L**2*apart2(t) + 6*L*e + 3*sigma2_star
  by noise, lipschitz(x, m), interpolation_convex(m, o), variance_low, L > 0
  with J(g), grad(x) - 2*grad(m) + grad(o), grad(x) - grad(m) - grad(o), grad(m) - 2*grad(o)
always total: B <= 3*L**2*S + 6*L*E + 3*sigma2_star*t
  next total by total, split
step: error2(t + 1) <= error2(t) - eta*e + 3/2*eta*L*apart2(t) + eta**2*sigma2_star/N
  by stepped, pulled, climb, above_zero, quarter, mean_noise, of_mean, L > 0, eta > 0, mu > 0 with x - m, m - o, grad(o)
always sums: eta*E + error2(t) <= error2(0) + 3/2*eta*L*S + t*eta**2*sigma2_star/N
  next sums by sums, step
always spreads: S >= 0 and gaps: E >= 0
  next spreads by spreads with x - m
  next gaps by gaps, above_zero
low: L*k*eta >= 0 by local
tight: 64*L**2*k**2*eta**2 <= 1 by 8*L*(H - 1)*eta <= 1, low
span: S <= eta**2*k**2*(3*L**2*S + 6*L*E + 3*sigma2_star*t) by I, total with eta*k
less: 61*S <= 64*eta**2*k**2*(6*L*E + 3*sigma2_star*t) by span, tight, spreads
drift: 61*L*S <= 6*E + 192*eta**2*k**2*L*sigma2_star*t by less, tight, gaps, L > 0
end: 104*eta*E <= 122*error2(0) + 576*eta**3*k**2*L*sigma2_star*t + 122*t*eta**2*sigma2_star/N
  by sums, drift, eta > 0 with J(x) - o
began: t > 0 by t >= 1
level: sigma2_star >= 0 by variance_low with grad(o)
noisy: t*eta**2*sigma2_star/N >= 0 by level, began
apart: eta**3*k**2*L*sigma2_star*t >= 0 by level, began, L > 0, eta > 0 with k
all: eta*E <= 6/5*error2(0) + 6/5*t*eta**2*sigma2_star/N + 6*eta**3*k**2*L*sigma2_star*t
  by end, noisy, apart with w0 - o
more: eta*E <= 4*error2(0) + 20*t*eta**2*sigma2_star/N + 16*eta**3*k**2*L*sigma2_star*t
  by all, noisy, apart with w0 - o
claim main by jensen, more over eta > 0, began
claim sharper by jensen, all over eta > 0, began
"""

DIFFERENT = Theorem(
    id="khaled2020.different-data",
    title="local SGD on different data, convex",
    place=f"theorem for different data; {SOURCE}",
    statement=(
        "E f(xbar_T) - f* <= 4||x_0 - x*||^2/(gamma T) + 20 gamma sigma_dif^2/M + 16 gamma^2 L (H - 1)^2 "
        "sigma_dif^2"
    ),
    family=DIFFERENT_DATA,
    rounds=4,
    first=1,
    variants=(
        Variant(
            "main",
            "gap_of_average(t) <= 4*error2(0)/(eta*t) + 20*eta*sigma2_star/N + 16*eta**2*L*(H - "
            "1)**2*sigma2_star",
            statement="E f(xbar_t) - f* at the average of xhat_0, ..., xhat_(t-1)",
            assume=_ASSUMED,
            derivation=_SUMS,
        ),
        Variant(
            "sharper",
            "gap_of_average(t) <= 6/5*error2(0)/(eta*t) + 6/5*eta*sigma2_star/N + 6*eta**2*L*(H - "
            "1)**2*sigma2_star",
            statement="the same with 6/5, 6/5 and 6 for 4, 20 and 16: not in the paper",
            assume=_ASSUMED,
            derivation=_SUMS,
        ),
    ),
)

"""Woodworth, Patel, Stich, Dai, Bullins, McMahan, Shamir and Srebro 2020: local SGD on one convex loss, upper bound.

Setting. M machines take K steps of SGD on one convex, H-smooth loss F between two averages, R times, from one start,
||x_0 - x*|| <= B, variance at most sigma^2. Here N machines, an average at least every H steps, t = K R, L for
the paper's H.

Statement. Theorem 2: for some constant c, E F(xhat) - F* <= c (H B^2/(K R) + sigma B/sqrt(M K R) + (H sigma^2
B^4/(K R^2))^(1/3)). In numbers, for every step eta <= 1/(4 L) and the average of all steps: E F(xbar) - F* <= B^2/(eta
t) + eta sigma^2/N + (3/2) eta^2 L (H - 1) sigma^2. With the best eta (`koloskova2020.step-tuning`: d = 4 L, b =
sigma^2/N, e = (3/2) L (H - 1) sigma^2) these are the three terms, the first with 4 and the others with 2 and 2
(3/2)^(1/3). `khaled2020.theorem-2` has 2, 2 and 4 for 1, 1 and 3/2.

Idea. A step of the average falls by eta (F - F*), up to (3/2) eta L V and the variance of a mean of N; the machines are
V <= (H - 1) eta^2 sigma^2 apart, as a step without noise brings them no further apart.
"""

from ..theorem import Theorem, Variant
from .khaled2020.setting import IDENTICAL, SHORT
from .local_rounds import ALIKE, STEP

_PROOF = f"""
short: 2*L*eta <= 1 by eta <= 1/(4*L)
{ALIKE}{STEP}
began: t > 0 by t >= 1
quarter: 4*L*eta <= 1 by eta <= 1/(4*L)
step: error2(t + 1) <= error2(t) - eta*gap(t) + eta**2*sigma2_max/N + 3/2*eta*L*apart2(t)
  by stepped, pulled, climb, above_zero, quarter, mean_noise, of_mean, variance, L > 0, eta > 0, mu > 0
  with x - m, m - o
let c = eta**2*sigma2_max/N + 3/2*L*eta**3*(H - 1)*sigma2_max
down: error2(t + 1) <= error2(t) - eta*gap(t) + c by step, apart, L > 0, eta > 0
always sums: eta*sum(s < t, gap(s)) + error2(t) <= error2(0) + t*c
  next sums by sums, down
end: eta*sum(s < t, gap(s)) <= error2(0) + t*c by sums with J(x) - o
claim by jensen, end, eta > 0
"""

UPPER_BOUND = Theorem(
    id="woodworth2020.theorem-2",
    title="local SGD on one convex loss: upper bound",
    place="Woodworth et al. 2020, Theorem 2, as commonly cited; of the paper only the beginning could be read; in "
    "numbers of our own",
    statement="E F(xhat) - F* <= c (H B^2/(K R) + sigma B/sqrt(M K R) + (H sigma^2 B^4/(K R^2))^(1/3))",
    family=IDENTICAL,
    rounds=4,
    first=1,
    variants=(
        Variant(
            "any-step",
            "gap_of_average(t) <= error2(0)/(eta*t) + eta*sigma2_max/N + 3/2*eta**2*L*(H - 1)*sigma2_max",
            statement="E F(xbar_t) - F* for every step up to 1/(4 L)",
            assume=(SHORT, "t >= 1"),
            derivation=_PROOF,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (UPPER_BOUND,)

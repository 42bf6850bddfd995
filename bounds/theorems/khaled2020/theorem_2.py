"""Khaled et al. 2020, identical data, convex: the average iterate.

Statement. gamma <= 1/(4L), averages at least every H rounds, xbar_T = (1/T) sum_(t<T) xhat_t: E f(xbar_T) -
f(x*) <= (2/(gamma T)) ||x_0 - x*||^2 + 2 gamma sigma^2/M + 4 gamma^2 L sigma^2 (H - 1). (Stated for mu = 0; mu
> 0 does no harm.)

Idea. Lemma 3.1 of Stich with mu = 0 and the bound on V_t, summed over t < T; the mean of values is at least the value
at the mean.
"""

from ...theorem import Theorem, Variant
from ..local_rounds import ALIKE, STEP
from .setting import IDENTICAL, SHORT, SOURCE

_SUMS = """began: t > 0 by t >= 1
quarter: 4*L*eta <= 1 by eta <= 1/(4*L)
step: error2(t + 1) <= error2(t) - eta*gap(t) + eta**2*sigma2_max/N + 3/2*eta*L*apart2(t)
  by stepped, pulled, climb, above_zero, quarter, mean_noise, of_mean, variance, L > 0, eta > 0, mu > 0
  with x - m, m - o
let c = eta**2*sigma2_max/N + 3/2*L*eta*(H - 1)*V
down: error2(t + 1) <= error2(t) - eta*gap(t) + c by step, nearer, L > 0, eta > 0
always sums: eta*sum(s < t, gap(s)) + error2(t) <= error2(0) + t*c
  next sums by sums, down
end: eta*sum(s < t, gap(s)) <= error2(0) + t*c by sums with J(x) - o
claim sharp by jensen, end, eta > 0
floor: c <= eta**2*sigma2_max/N + 3/2*L*eta**3*(H - 1)*sigma2_max by less, local, eta > 0, L > 0
drift: eta**3*L*(H - 1)*sigma2_max >= 0 by many, local, eta > 0, L > 0
noisy: eta**2*sigma2_max/N >= 0 by many
level: c <= 2*eta**2*sigma2_max/N + 4*L*eta**3*(H - 1)*sigma2_max by floor, drift, noisy
more: eta*sum(s < t, gap(s)) <= 2*error2(0) + t*(2*eta**2*sigma2_max/N + 4*L*eta**3*(H - 1)*sigma2_max)
  by end, level, began with w0 - o
claim main by jensen, more, eta > 0
"""

THEOREM_2 = Theorem(
    id="khaled2020.theorem-2",
    title="local SGD on identical data, convex",
    place=f"Theorem 2; {SOURCE}",
    statement=(
        "E f(xbar_T) - f* <= 2/(gamma T) ||x_0 - x*||^2 + 2 gamma sigma^2/M + 4 gamma^2 L sigma^2 (H - 1)"
    ),
    family=IDENTICAL,
    rounds=4,
    first=1,
    variants=(
        Variant(
            "main",
            "gap_of_average(t) <= 2/(eta*t)*error2(0) + 2*eta*sigma2_max/N + 4*eta**2*L*sigma2_max*(H - 1)",
            statement="E f(xbar_t) - f* at the average of xhat_0, ..., xhat_(t-1)",
            assume=(SHORT, "t >= 1"),
            derivation=f"short: L*eta <= 2 by eta <= 1/(4*L)\n{ALIKE}{STEP}{_SUMS}",
        ),
        Variant(
            "sharp",
            "gap_of_average(t) <= error2(0)/(eta*t) + eta*sigma2_max/N + 3/2*eta**2*L*(1 - 1/N)*(H - 1)*sigma2_max",
            statement="1, 1 and (3/2)(1 - 1/M) for 2, 2 and 4: not in the paper",
            assume=(SHORT, "t >= 1"),
            derivation=f"short: L*eta <= 2 by eta <= 1/(4*L)\n{ALIKE}{STEP}{_SUMS}",
        ),
    ),
)

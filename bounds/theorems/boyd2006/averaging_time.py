"""Boyd et al. 2006, Theorem 3: the averaging time of random pairs, its upper half.

T(eps) is the first t with P(||x(t) - xbar 1||/||x(0)|| >= eps) <= eps for every start.

Statement, as commonly cited. T(eps) <= 3 log(1/eps)/log(1/lambda_2(E W)) (and at least a sixth of that). By
Markov's inequality the probability is at most E||x(t) - xbar 1||^2/(eps^2 ||x(0)||^2), so that it is enough, and
what the paper proves, that from that round on E||x(t) - xbar 1||^2 <= eps^3 ||x(0)||^2 (`upper`).

Idea: E||y(t)||^2 <= lambda_2^t ||y(0)||^2 (`boyd2006.second-moment`), and lambda_2^t <= eps^3 from that round on.
"""

from ...families.random_pairs import RANDOM_PAIRS
from ...theorem import Theorem, Variant

_UPPER = """
always I: spread2(t) <= lam2**t*spread2(0)
  next by I, second(x)
let power = lam2**t, z = eps**3/lam2**t
accuracy: log(1/eps) == -log(eps) by log_product(eps, 1/eps)
factor: log(1/lam2) == -log(lam2) by log_product(lam2, 1/lam2)
powers: log(power) == t*log(lam2) by log_power(lam2, t)
cubes: log(eps**3) == 3*log(eps) by log_power(eps, 3)
quotient: log(z) == log(eps**3) - log(power) by log_product(eps**3, 1/power), log_product(power, 1/power)
sign: log(z) >= 0 by quotient, cubes, powers, accuracy times 3, factor times t, t*log(1/lam2) >= 3*log(1/eps)
one: z >= 1 by log_tangent(z), sign
small: power <= eps**3 by one over power > 0
claim by I, small
"""

AVERAGING_TIME = Theorem(
    id="boyd2006.theorem-3",
    title="averaging time of random pairs, from above",
    place="Boyd, Ghosh, Prabhakar, Shah 2006, Theorem 3; as commonly cited",
    statement="T(eps) <= 3 log(1/eps)/log(1/lambda_2(E W))",
    family=RANDOM_PAIRS,
    rounds=30,
    variants=(
        Variant(
            "upper",
            "spread2(t) <= eps**3*start_norm2",
            statement="from 3 log(1/eps)/log(1/lambda_2) rounds on the mean square error is at most eps^3 ||x(0)||^2",
            assume=("0 < eps < 1", "0 < lam2 < 1", "t*log(1/lam2) >= 3*log(1/eps)"),
            derivation=_UPPER,
        ),
    ),
)

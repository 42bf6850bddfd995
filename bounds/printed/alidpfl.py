"""ALI-DPFL: the parts of the proofs of Theorems 1 and 2 that are about numbers alone."""

from ..theorems.alidpfl.jensen import SECOND
from .declared import Printed

_LOCAL = "it is about whole runs of local steps, and not typed yet"

THEOREM_1 = rf"""
# y is eta beta, S = 2 sqrt(d) sigma C, b = xi + S/B, x = t - t0
let y = eta*beta, S = 2*sqrt(d)*sigma*C, b = xi + S/B
# A5.1, A5.2, A5.3, A5.4, A5.5, A5.6: E||w(t) - v(t)|| - E||w(t-1) - v(t-1)|| <= eta b ((eta beta+1)^(t-t0-1) - 1),
#   and its sum
#   over the interval, where the models agree at t0
# unsaid: {_LOCAL}
# A5.7: sum_{{y=t0+1}}^t eta b ((eta beta+1)^(t-t0-1) - 1) = sum_{{z=1}}^{{t-t0}} (eta b (eta beta+1)^(z-1) - eta b)
# read: the summand in t, as printed
A5_7: x*eta*b*((y + 1)**(x - 1) - 1) == sum(z < x, eta*b*(y + 1)**z - eta*b)
# A5.8: = (b/beta)((eta beta+1)^(t-t0) - 1) - eta ((xi + S)/B)(t-t0) = h(t-t0), geometric sum
# read: as printed, where S is 2 sqrt(d) sigma C, and with b for (xi + S)/B (second line), which is true, but a sum up
#   to x
#   has no rule
A5_8: sum(z < x, eta*b*(y + 1)**z - eta*b) == b/beta*((y + 1)**x - 1) - eta*((xi + S)/B)*x
A5_8b: sum(z < x, eta*b*(y + 1)**z - eta*b) == b/beta*((y + 1)**x - 1) - eta*b*x
# A5.9: E||w(t) - v(t)|| <= h(t-t0) (23); E|F(w(t)) - F(v(t))| <= rho h(t-t0) (25)
# unsaid: {_LOCAL}
# A5.10: (eta beta+1)^x >= eta beta x + 1, so h(x) >= 0; h(0) = h(1) = 0 "evident"
# read: h as in (11)
A5_10: (y + 1)**x >= y*x + 1 by bernoulli(y, x)
grown: ((y + 1)**x - 1)/beta - eta*x >= 0 by A5_10
whole: B >= 1
A5_10b: b/beta*((y + 1)**x - 1) - eta*((xi + S)/B)*x >= 0 by grown, whole, xi > 0, S >= 0, b >= 0
A5_10c: b*((y + 1)**0 - 1)/beta - eta*((xi + S)/B)*0 == 0
A5_10d: b*((y + 1)**1 - 1)/beta - eta*((xi + S)/B)*1 == 0
"""

THEOREM_2 = (
    r"""
# X is a random number in (0, 1), here of two values x, y with chances p, 1 - p; A is what E(1/X) is known to be at
# least
# A9.1: 1/E(X^3) >= E(1/X^3), Jensen's inequality for f(x) = 1/x^3, 0 < X < 1
A9_1: 1/cube >= inverse_cube
# A9.2: E(1/X^3) > E(1/X) >= T (eta phi - rho h(tau)/(tau lambda^2)), 0 < X < 1"""
    + SECOND.format(line="A9_2: ")
    + r"""# A9.3 (37): E(X^3) < 1/(T (eta phi - rho h(tau)/(tau lambda^2))), combine
# read: the lower bound on E(1/X) at its best, E(1/X) itself
A9_3: cube < 1/inverse
# A9.4: the largest difference of x and x^3 on (0,1) is sqrt(3)/3, "well known"
# read: as a value that is reached, at its only stationary point, and as an upper bound (second line)
A9_4: 1/sqrt(3) - 1/sqrt(3)**3 == sqrt(3)/3
less: 2*sqrt(3)/9 <= sqrt(3)/3
A9_4b: x - x**3 <= sqrt(3)/3 by x + 2*sqrt(3)/3 >= 0, less with x - sqrt(3)/3
A9_4c: y - y**3 <= sqrt(3)/3 by y + 2*sqrt(3)/3 >= 0, less with y - sqrt(3)/3
# A9.5 (12): E(X) <= E(X^3) + sqrt(3)/3, hence (12), largest difference
A9_5: p*x + (1 - p)*y <= cube + sqrt(3)/3 by A9_4b, A9_4c, p >= 0, p <= 1
claim by A9_5, A9_3
"""
)

ALIDPFL = (
    Printed(
        "alidpfl.h-at-one",
        "eq-11",
        "ALI-DPFL, proof of Theorem 1, the sum of (24), and the remarks after it",
        THEOREM_1,
        "sign-sum",
    ),
    Printed(
        "alidpfl.eq-37",
        "conclusion",
        "ALI-DPFL, proof of Theorem 2, from E(1/X) to E(X)",
        THEOREM_2,
        "repaired",
        "For a random X no small repair exists: rare small values make E(1/X) large and hardly move E(X)",
    ),
)

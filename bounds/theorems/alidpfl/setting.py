"""Families and formulas that several statements of ALI-DPFL share.

Three families carry the paper's algorithm, each with exact expectations: `local_steps` has curvature and
heterogeneity, with no noise, one realization of it, or all paths of signs; `noisy_steps` has Gaussian noise and
Poisson sampling on linear losses; AT_ONE_STEP is one noisy step of one client from w0 on F(w) = Huber loss of
curvature beta and slope C, minimum 0 at 0, as scalars.
"""

from ...domains import POSITIVE, REAL
from ...families.local_steps import local_steps
from ...families.noisy_steps import noisy_steps
from ...families.scalars import scalars

NOISE_FREE, PATH, SHARED = local_steps(), local_steps("path"), local_steps("shared")
NOISY, NOISY_AS_8 = noisy_steps(), noisy_steps("printed")
ONE_INTERVAL, ONE_INTERVAL_PATH = local_steps(tau=(4,)), local_steps("path", tau=(4,))
INTERVALS = local_steps(K=(1, 2, 3))
SIGNS = local_steps("signs", tau=(1, 2, 3), K=(1,))

SMOOTH = "steepest <= beta"
SHORT = "eta*beta <= 1"
CLIPPED, BATCH, FULL = "largest <= C", "B <= m", "B == m"
GROWN = "((eta*beta + 1)**t - 1)/beta"  # of `noisy_steps`, where x = t
GROWN_X = "((eta*beta + 1)**x(t) - 1)/beta"
# what replaces 2 sqrt(d) sigma C/B: sampling and noise in one step of one client
DEVIATION2 = "((1 - q)*C**2/B + noise**2)"
DEVIATION = f"sqrt({DEVIATION2})"
NOISE_OF_BOTH = f"sqrt({DEVIATION2} + central_noise**2)"  # with the noise of v, which is independent

AT_ONE_STEP = scalars(w0=REAL, C=POSITIVE, eta=POSITIVE, beta=POSITIVE, s=POSITIVE)
ONE_STEP = {
    "g": "max(min(beta*w0, C), -C)",
    "F0": "g**2/(2*beta) + C*(abs(w0) - abs(g)/beta)",
    "w1": "w0 - eta*g",
    # E|v(1)| >= max(|w1|, eta s sqrt(2/pi)), sqrt(2/pi) > 0.797884, and F(w) >= C |w| - C^2/(2 beta)
    "floor": "C*max(abs(w1), eta*s*797884/1000000) - C**2/(2*beta)",
    # E|v(1)| <= |w1| + eta s sqrt(2/pi), sqrt(2/pi) < 0.797885, and F(w) <= C |w|
    "ceiling": "C*(abs(w1) + eta*s*797885/1000000)",
}

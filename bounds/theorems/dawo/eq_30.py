"""dawo, (30): E||prod_{m=j+1}^{t-1} (11'/M - W_hat(m)) e_i||^2 <= rho(E W_hat^2)^{t-j-1}; t below counts the factors,
t - j - 1.

True, also with the factor 1 - 1/M once there is a factor (`sharp`): ||(I - J)e_i||^2 = 1 - 1/M. Idea: an independent
W_hat - J multiplies the mean square of what it is applied to by rho2 at most.
"""

from ...families.link_moments import MOMENTS
from ...theorem import Theorem, Variant

_PROOF = """
always I: sq(d) <= rho2**t
  start I by client
  next I by I, links(d), rho2 with J(d)
claim by I
"""
_SHARP = """
always I: sq(d - J(d)) <= (1 - 1/K)*rho2**t and centred: t*sq(J(d)) <= 0
  start I by client, client_mean over K > 0
  next I by I, links(d), rho2
late: t > 0 by t >= 1
flat: sq(J(d)) <= 0 by centred over late
claim by I, flat
"""

EQ_30 = Theorem(
    id="dawo.eq-30",
    title="products of lossy mixing matrices",
    place="dawo, Appendix A, (30)",
    statement="E||prod (11'/M - W_hat) e_i||^2 <= rho(E W_hat^2)^(number of factors)",
    family=MOMENTS,
    rounds=6,
    variants=(
        Variant("main", "product2(t) <= rho2**t", derivation=_PROOF),
        Variant(
            "sharp",
            "product2(t) <= (1 - 1/K)*rho2**t",
            statement="times 1 - 1/M",
            assume=("t >= 1",),
            derivation=_SHARP,
        ),
    ),
)

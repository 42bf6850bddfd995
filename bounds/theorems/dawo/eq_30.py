"""dawo, (30): E||prod_{m=j+1}^{t-1} (11'/M - W_hat(m)) e_i||^2 <= rho(E W_hat^2)^{t-j-1}; t below counts the factors,
t - j - 1.

True. PROOF. For u orthogonal to 1 and an independent W_hat, E||(W_hat - J)u||^2 = u'(E W_hat^2 - J)u <= rho2 ||u||^2;
the first factor sends e_i there, with ||(I - J)e_i|| < 1. Both W_hat^2 and its mean are positive semidefinite, so rho2
= lambda_2.
"""

from ...families.link_moments import MOMENTS
from ...theorem import Theorem, Variant

EQ_30 = Theorem(
    id="dawo.eq-30",
    title="products of lossy mixing matrices",
    place="dawo, Appendix A, (30)",
    statement="E||prod (11'/M - W_hat) e_i||^2 <= rho(E W_hat^2)^(number of factors)",
    family=MOMENTS,
    rounds=6,
    variants=(Variant("main", "as printed", "product2(t)", "rho2**t", proved=True),),
)

"""Cao, Spielman and Yeh 2006: with a shift register the disagreement falls by the square root of beta a round.

Setting. x(t+1) = (1 + beta) W x(t) - beta x(t-1), x(-1) = x(0), W symmetric and doubly stochastic; `eta` is beta here,
any positive number.

Statement. The mean stays (`mean`). If lambda < 2 sqrt(beta)/(1 + beta), every eigenvalue of the iteration off the mean
has the modulus sqrt(beta), so that ||x(t) - 1 xbar|| = O(beta^(t/2)); the least such beta is ((1 - sqrt(1 -
lambda^2))/lambda)^2. In numbers (`rate`): ||x(t) - 1 xbar||^2 <= beta^t 4 beta (1 + beta) (1 - lambda_n)/(4 beta -
lambda^2 (1 + beta)^2) ||x(0) - 1 xbar||^2.

Idea. Off the mean E = ||x||^2 - (1 + beta) <x, W x'> + beta ||x'||^2, x' the models before, is beta times itself a
round later, exactly; and E >= (1 - lambda^2 (1 + beta)^2/(4 beta)) ||x||^2, the square of (1 + beta) W x/2 - beta x'
being left out.
"""

from ..algorithms import Algorithm
from ..families.declared import declared
from ..theorem import Theorem, Variant

_MEAN_PROOF = """
always A: sq(J(x - before)) == 0
  next by A
always M: sq(J(x) - J(w0)) == 0
  next by M, vanishing(J(x - before)) times x, vanishing(J(x - before)) times before, vanishing(J(x - before)) times w0
claim mean by M
"""
_RATE_PROOF = """
let y = x - J(x), b = before - J(before), E = sq(y) - (1 + eta)*dot(y, W(b)) + eta*sq(b)
rise: 1 + eta > 0
always I: E <= eta**t*(1 + eta)*(1 - lam_n)*spread2(0)
  start by smallest(w0 - J(w0)), rise
  next by I, eta > 0
short: sq(W(y)) <= lam**2*sq(y) by mixing(y)
low: (4*eta - lam**2*(1 + eta)**2)*sq(y) <= 4*eta*E by short with (1 + eta)*W(y) - 2*eta*b, 1 + eta
claim rate
"""

SHIFT_REGISTER = Theorem(
    id="cao2006.shift-register",
    title="Accelerated gossip: averaging with a shift register",
    place="Cao, Spielman and Yeh 2006, convergence of the shift-register method, as commonly cited; the paper itself "
    "could not be read",
    statement="||x(t) - 1 xbar|| = O(beta^(t/2)) for lambda < 2 sqrt(beta)/(1 + beta)",
    family=declared(
        Algorithm(
            "shift register", {"x": "(1 + eta)*mix(x) - eta*before", "before": "x"}, start={"before": "x"}
        )
    ),
    variants=(
        Variant(
            "mean",
            "error2(t) == 0",
            statement="the mean of the models is that of their starts",
            derivation=_MEAN_PROOF,
        ),
        Variant(
            "rate",
            "spread2(t) <= eta**t*4*eta*(1 + eta)*(1 - lam_n)/(4*eta - lam**2*(1 + eta)**2)*spread2(0)",
            assume=("lam**2*(1 + eta)**2 < 4*eta",),
            derivation=_RATE_PROOF,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (SHIFT_REGISTER,)

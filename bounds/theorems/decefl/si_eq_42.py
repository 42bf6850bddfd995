"""DeceFL, supplement, (42)-(43): one round of the error of the mean.

E||wbar(t+1)-w*||^2 <= (1 - mu eta/m) E||wbar(t)-w*||^2 + (6 eta^2 L/K)(F* - F~*) + (2(1 - eta L)/K) sum_k
E||w_k - wbar||^2 + eta^2 E||h - g||^2, F~* = sum_k F~_k^*.

Proof for eta <= 1/(2L) (after Li et al. 2020, On the convergence of FedAvg on non-iid data, Lemma 1).
Expand ||wbar - eta h - w*||^2; eta^2||h||^2 <= (2 eta^2 L/K) sum (F~_k(w_k) - F~_k^*); -2<wbar - w_k, grad
F~_k> <= ||wbar - w_k||^2/eta + eta ||grad F~_k||^2; strong convexity in w_k - w*. What is left is
-(gamma/K) sum (F~_k(w_k) - F~_k(w*)) + (4 eta^2 L/K)(F* - F~*), gamma = 2 eta (1 - 2 eta L) >= 0; convexity
at wbar bounds the first by (gamma eta L/K)(F* - F~*) + (gamma/(2 eta K)) sum ||w_k - wbar||^2, and gamma <=
2 eta. With eta up to 1/L, as the end of the proof prints the step rule, gamma is negative and the display
fails.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import GAMMA, LONG_STEP, RANGE, STEP

_RIGHT = (
    "(1 - mu*step(t)/m)*error2(t) + 6*step(t)**2*L/K*(Fstar - tilde_minima_sum)"
    " + 2*(1 - step(t)*L)/K*spread2(t) + step(t)**2*noise2(t)"
)

SI_EQ_42 = Theorem(
    id="decefl.si-eq-42",
    title="recursion of the error of the mean",
    place="DeceFL, supplement, proof of Theorem 1, (42)-(43)",
    statement=(
        "E||wbar(t+1)-w*||^2 <= (1 - mu eta/m) E||wbar(t)-w*||^2 + (6 eta^2 L/K)(F*-F~*) + (2(1-eta"
        " L)/K) sum ||w_k-wbar||^2 + ..."
    ),
    family=gossip(scaled=True),
    rounds=12,
    variants=(
        Variant(
            "proof",
            "eta_t <= 1/(2L)",
            "error2(t + 1)",
            _RIGHT,
            assume=(STEP,),
            proved=True,
        ),
        Variant(
            "long-step",
            "eta_t <= 1/L, as at the end of the proof",
            "error2(t + 1)",
            _RIGHT,
            assume=(*RANGE, GAMMA, LONG_STEP),
            severity=Severity.CONSTANT,
            remains="True for steps up to 1/(2L) (`proof`); Theorem 1 survives the longer ones all the same",
        ),
    ),
)

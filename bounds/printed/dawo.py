"""dawo's Appendix A, and the proof of its Proposition 1."""

import re

from ..theorems.dawo import lossy
from .declared import Printed, added

# What the library shows the last display with, beside the lines that are printed.
_SUMMED = f"""{lossy.SPREAD}
{lossy.LOSS}{lossy.SMALL}
level0: gap(0) >= 0 by mean_least(start(x))
summed: gradients2_before(t)/2 <= gap(0)/eta + eta*omega*alpha2*t/(2*K) + t*(alpha2 + 2*beta2)*G by descent, flat, room
large: G >= 0 by room
"""


def _beyond(text: str) -> str:
    """What the text as printed lacks; what it has by then is left out."""
    text = text.replace("let r = sqrt(rho2), ", "let ")
    return added(re.sub(r"^(below|clear|room|half): .*\n", "", text, flags=re.MULTILINE))


_FAR = (
    "it follows one client through all rounds before t, by products of random matrices; the language has no index over "
    "past rounds"
)

THEOREM_1 = rf"""
# a is the gradient of f at the mean, m the mean of the clients' gradients there, b the same with noise; f at the mean
# is
# F(J(x))/K. All vectors are stacked, one copy a client, so that |a|^2 is sq(a)/K. lambda is eta, M is K.
let a = J(grad(J(x))), m = J(grad(x)), b = J(grad(x) + n)
rooted: sqrt(K) >= 1 by root
short: eta*omega <= 1 by eta < (1 - sqrt(rho2))/(6*sqrt(K)*omega), rooted
# W1.1, W1.2: E f(X^(t+1)1/M) = E f(X^(t) What^(t) 1/M - lambda b) <= E f - lambda E<a, b> + (omega lambda^2/2)
#   E||b||^2,
#   smoothness, Wbar 1 = 1
W1_2: next(F(J(x)))/K <= F(J(x))/K - eta*dot(a, b)/K + omega*eta**2/2*sq(b)/K by above(J(next(x)), J(x))
# W1.3: = E f - (lambda/2) E||a||^2 + (lambda/2) E||a - b||^2 - (lambda/2) E||b||^2 + (omega lambda^2/2) E||b||^2
W1_3: 0 - eta*dot(a, b)/K == 0 - eta/2*sq(a)/K + eta/2*sq(a - b)/K - eta/2*sq(b)/K
# W1.4: <= E f - (lambda/2) E||a||^2 + (lambda/2) E||a - b||^2, lambda <= 1/omega
W1_4: omega*eta**2/2*sq(b)/K - eta/2*sq(b)/K <= 0 by short, eta/K >= 0 with b
# W1.5: E||a - b||^2 = E||a - m||^2 + E||m - b||^2 + 2 E<a - m, m - b> = E||a - m||^2 + E||m - b||^2
W1_5: sq(a - b)/K == sq(a - m)/K + sq(m - b)/K
# W1.6: <= E||a - m||^2 + alpha^2/M, Assumption 5
W1_6: sq(m - b)/K <= alpha2/K by mean_noise
# W1.7: E||a - m||^2 = E||(1/M) sum_i (grad f_i(X1/M) - grad f_i(X e_i))||^2 <= (1/M) sum_i E||...||^2
#   <= (omega^2/M) sum_i E||X1/M - X e_i||^2
W1_7: sq(a - m)/K <= omega**2/K*sq(x - J(x)) by lipschitz(x, J(x)) with grad(x) - grad(J(x)) - m + a
# W1.8 (28): E f(X^(t+1)1/M) <= E f - (lambda/2) E||a||^2 + (lambda omega^2/(2M)) sum_i Xi_i^(t) + lambda alpha^2/(2M)
W1_8: next(F(J(x)))/K <= F(J(x))/K - eta/2*sq(a)/K + eta*omega**2/(2*K)*sq(x - J(x)) + eta*alpha2/(2*K)
    by W1_2, W1_3, W1_4, W1_5, W1_6, W1_7
# W1.9, W1.10, W1.11, W1.12 (29), W1.13, W1.14, W1.15, W1.16, W1.17, W1.18 (30): Xi_i^(t) = E||X^(0)(1/M - prod What^(m)
#   e_i) - sum_j lambda dF(X^(j),xi^(j)) u_j||^2, unrolled from X^(0) = 0, split into gradients and noise; the noise by
#   E||prod (11'/M - What^(m)) e_i||^2 <= rho^(t-j-1)
# unsaid: {_FAR}
# W1.19, W1.20, W1.21: E||sum_j df(X^(j)) u_j||^2 <= 3 sum_j sum_h E omega^2 Xi_h^(j) ||u_j||^2 + 6 sum_j (...) + 9 n
#   beta^2/(1-r)^2 + ..., "analysis in [46]", with t, M and P_j also printed as k, n and W^(t-j-1)
# unsaid: {_FAR}
# W1.22 (31): (1/M) sum_{{t<T}} sum_i Xi_i^(t) <= [2 lambda^2/((1-rho)(1 - 18 M lambda^2 omega^2/(1-r)^2))] (M alpha^2 T
#   + 9 M beta^2 T + 9 sum_{{t<T}} E||a 1'||^2), sum over t, rearrange, "relaxation"
# read: sum_i Xi_i^(t) is spread2(t) and ||a 1'||^2 is M ||a||^2
{lossy.NARROW.strip()}
let r = sqrt(rho2)
below: r < 1 by range
clear: (1 - r)**2 > 36*K*eta**2*omega**2 by narrow, below
room: (1 - r)**2 - 18*K*eta**2*omega**2 > 0 by clear
half: 1/2 - 9*G > 0 by clear
deep: (1 - r)**2 > 0 by below
scarce: 1 - 18*K*eta**2*omega**2/(1 - sqrt(rho2))**2 > 0 by room over (1 - r)**2 > 0
both: (1 - rho2)*(1 - 18*K*eta**2*omega**2/(1 - sqrt(rho2))**2) > 0 by scarce, rho2 < 1
W1_22: spread2_before(t)/K <= 2*eta**2/((1 - rho2)*(1 - 18*K*eta**2*omega**2/(1 - sqrt(rho2))**2)) *
    (K*alpha2*t + 9*K*beta2*t + 9*K*gradients2_before(t))
# W1.23: (1/2) sum_{{t<T}} E||a||^2 <= (f_0 - f*)/lambda + lambda omega alpha^2 T/(2M) + (alpha^2 T + 9 beta^2 T
#   + 9 sum_{{t<T}} E||a||^2) G, sum (28), apply (31)
# read: the sum of (28) has alpha^2 T/(2M); the printed lambda omega comes of E||b||^2 kept in W1.4
always sums: K*gap(t) + K*eta/2*gradients2_before(t) <= K*gap(0) + eta/2*omega**2*spread2_before(t) + t*eta*alpha2/2
  next by sums, W1_8
{_beyond(_SUMMED)}
W1_23: gradients2_before(t)/2 <= gap(0)/eta + eta*omega*alpha2*t/(2*K) +
    (alpha2*t + 9*beta2*t + 9*gradients2_before(t))*G by sums, W1_22
    #+ by summed, large, t >= 0, beta2 >= 0
# W1.24: (8), rearrange
rounds_run: t > 0 by t >= 1
claim by W1_23, half, rounds_run
"""

PROPOSITION_1 = r"""
# WP1.1: bound = (A + B G)/(1/2 - 9 G)
# read: A and B as (8) has them; the bound is defined where G < 1/18
WP1_1: 1/2 - 9*G0 > 0 by 36*M*(eta*omega)**2 < (1 - s)**2 over (1 - s)**2 - 18*M*eta**2*omega**2 > 0
# WP1.2: d/dG = (1/2 + 9 A)/(1/2 - 9 G)^2 > 0, so it increases in G
# read: the numerator of the derivative by the quotient rule, as printed, and with the factor B that is lost (second
#   line)
WP1_2: B*(1/2 - 9*G0) + 9*(A + B*G0) == 1/2 + 9*A
WP1_2b: B*(1/2 - 9*G0) + 9*(A + B*G0) == B/2 + 9*A
# WP1.3: G increases in rho, so the bound does
# read: s <= s1 are the roots of two values of rho
WP1_3: (A + B*G0)/(1/2 - 9*G0) <= (A + B*G1)/(1/2 - 9*G1)
"""

# Two clients that mix rarely: their disagreement settles far above what (31) has for it.
_SLOW = {
    **{"K": 2, "S": 1, "W": [[["49/50", "1/50"], ["1/50", "49/50"]]], "P": [[0, 1], [1, 0]]},
    **{"a": 1, "c": [1, -1], "start": 0, "v": [0, 0], "eta": "1/5000"},
}

DAWO = (
    Printed(
        "dawo.theorem-1",
        "equal-start",
        "dawo, Appendix A, proof of Theorem 1",
        THEOREM_1,
        "repaired",
        "The models start at one point, as the proof assumes (X^(0) = 0) and the statement does not",
        {"W1_22": (_SLOW, 150)},
    ),
    Printed(
        "dawo.proposition-1",
        "main",
        "dawo, proof of Proposition 1",
        PROPOSITION_1,
        "repaired",
    ),
)

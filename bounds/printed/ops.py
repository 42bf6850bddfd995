"""Online Push-Sum's supplement: the proofs of Theorem 2 and of Lemma 8."""

from .declared import Printed

_CONSTANTS = "C, q and delta_min are those of Lemmas 6 and 7, which are cited, and no names of the setting"

THEOREM_2 = rf"""
# z is the average of the z^(i), u is x*, h[i] the gradient of the expected loss of node i, e[i] the noise; g their mean
let g = sum(i, h[i] + e[i])/n
# O2.1, O2.2: E_t sum_i f_(i,t)(x; xi) - n F_t(x*) = E_t sum_i (f_(i,t)(x; xi) - f_(i,t)(x*; xi)) <= E_t sum_i <g_i,
#   x - x*>, f convex
O2_2: sum(i, fx[i] - fu[i]) <= sum(i, dot(h[i], x[i] - u)) by convex sum i
# O2.3: = I_1t + I_2t, I_1t = E_t sum_i <g_i, x - zbar_t>, I_2t = E_t sum_i <g_i, zbar_t - x*>
O2_3: sum(i, dot(h[i], x[i] - u)) == sum(i, dot(h[i], x[i] - z)) + sum(i, dot(h[i], z - u))
# O2.4: I_2t = (n/gamma) E_t <(gamma/n) sum_i g_i, zbar_t - x*> = (n/(2 gamma)) E_t (||(gamma/n) sum_i g_i||^2
#   + ||zbar_t - x*||^2 - ||zbar_t - x* - (gamma/n) sum_i g_i||^2)
O2_4: sum(i, dot(h[i], z - u)) == n/(2*gamma)*(gamma**2*sq(g) + sq(z - u) - sq(z - u - gamma*g))
# O2.5: = (n/(2 gamma)) E_t (||(gamma/n) sum_i g_i||^2 + ||zbar_t - x*||^2 - ||zbar_{{t+1}} - x*||^2)
# read: zbar the average of the z^(i), as Theorem 4 defines it; with the sum of Lemma 9 it is false (`ops.proof-i2:sum`)
O2_5: sum(i, dot(h[i], z - u)) == n/(2*gamma)*(gamma**2*sq(g) + sq(z - u) - sq(next(z) - u))
    by models times next(z) + z - gamma*g - 2*u sum j
# O2.6: <= (n/(2 gamma)) E_t (gamma^2 G^2 + gamma^2 sigma^2/n + ||zbar_t - x*||^2 - ||zbar_{{t+1}} - x*||^2)
many: sq(sum(i, h[i] + e[i])) <= n**2*G**2 + n*sigma2 by slopes, noise with n*h[i] - sum(j, h[j]) over n > 0 sum i
O2_6: n/(2*gamma)*gamma**2*sq(g) <= n/(2*gamma)*(gamma**2*G**2 + gamma**2*sigma2/n) by many, gamma > 0
# O2.7: for COL I_1t = 0, as x_t^(i) = zbar_t
# unsaid: it speaks of another algorithm, whose statement is `ops.fully-connected:col`
# O2.8: I_1t <= E_t sum_i (alpha ||grad F_(i,t)(x)||^2 + (1/alpha) ||x - zbar_t||^2)
# read: gamma for alpha; both are any positive number
O2_8: gamma*dot(h[i], x[i] - z) <= gamma**2*sq(h[i]) + sq(x[i] - z) with n*gamma*h[i] - n*(x[i] - z)/2, n*(x[i] - z)
O2_8b: network_term(t) <= gamma*slopes2(t) + deviation(t)/gamma by O2_8 sum i
# O2.9: sum_{{t=1}}^T I_1t <= sum_{{t=1}}^T (alpha E_t||grad F_t(X_t)||_F^2 + (1/alpha) E_t||X_t - zbar_t||_F^2)
# read: from round 0 on
always sums: sum(s < t, network_term(s)) <= gamma*sum(s < t, slopes2(s)) + sum(s < t, deviation(s))/gamma
  next by sums, O2_8b
# O2.10, O2.11, O2.12: <= alpha sum E_t||grad F_t||_F^2 + (4 gamma^2 C^2 q^2/(alpha D^2)) sum E_t||G_t||_F^2, Lemma 9;
#   alpha = 2 gamma C q/D: sum I_1t <= 8 n gamma C T q G^2/D + 2 n gamma C q sigma^2 T/D
# unsaid: {_CONSTANTS}; as formulas these lines are `ops.proof-i1-sum`, `ops.proof-alpha`
# O2.13, O2.14, O2.15: sum_{{t=1}}^T E_t sum_i f_(i,t)(z_t^(i); xi) - n F(x*) <= ... <= G^2 T n gamma (8Cq/D + 1)
#   + sigma^2 T gamma (1 + 2nCq/D) + n R^2/(2 gamma)
# unsaid: {_CONSTANTS}; as formulas these lines are `ops.proof-combined`, whose first is false
"""

LEMMA_8 = r"""
# O8.1: S_k = sum_{t=1}^k a_t = sum_{t=1}^k sum_{s=1}^t rho^(t-s) b_s = ... <= sum_{s=1}^k b_s/(1-rho), definition (4)
# read: by induction over k, since the exchange of two sums over rounds has no line
always S: (1 - rho)*sums(t) + rho*a <= inputs(t) and sign: a >= 0
  next S by S
  next sign by sign, b >= 0, rho >= 0
O8_1: sums(t) <= inputs(t)/(1 - rho) by S, sign, rho >= 0
# O8.2, O8.3: D_k = sum_t sum_s sum_r rho^(2t-s-r) b_s b_r <= sum_t sum_s sum_r rho^(2t-s-r) (b_s^2 + b_r^2)/2
# unsaid: three sums over past rounds, one inside the other; the language has running sums alone
# O8.4 (5): <= (1/(1-rho)) sum_{t=1}^k sum_{s=1}^t rho^(t-s) b_s^2 <= (1/(1-rho)^2) sum_{s=1}^k b_s^2
# read: by induction over k
always D: (1 - rho)**2*squares(t) + rho*(1 - rho)*a**2 <= inputs2(t)
  next by D, rho >= 0 with (1 - rho)*a - b
gap: (1 - rho)**2 > 0 by 1 - rho > 0
claim by D, rho >= 0, 1 - rho > 0 with a
"""

OPS = (
    Printed(
        "ops.theorem-2",
        "repaired-noise",
        "Online Push-Sum, supplement, proof of Theorem 2",
        THEOREM_2,
        "repaired-noise",
        "What precedes Lemma 9 is true of every row-stochastic W, and is read without the printed constants",
    ),
    Printed("ops.lemma-8", "main", "Online Push-Sum, supplement, proof of Lemma 8", LEMMA_8, "main"),
)

"""Shi, Ling, Wu and Yin 2015: the first-order optimality residual of EXTRA, O(1/k) on average and o(1/k) at best.

Setting, z, V_0 and zeta as in `lyapunov`. The residual at round k: ||U x(k+1)||^2 = ||q(k+1) - q(k)||^2, the
violation of consensus, and ||1'grad f(x(k))||^2, the violation of optimality.

Statement. The running averages of both over k rounds are O(1/k); as ||z(k) - z(k+1)||_G does not grow, it is o(1/k)
squared; Theorem 3.5 prints the running best, min_(s<=k), of which `last` is the sharper form without a minimum. In
numbers: sum_(s<k) ||z(s) - z(s+1)||_G^2 <= V_0/zeta, and ||z(k) - z(k+1)||_G^2 <= V_0/(zeta (k + 1)).

Idea. The sum telescopes in the inequality of `lyapunov`. That inequality holds for differences of successive rounds
too, with the same proof, as a round is affine but for gradients: x(k) - x(k+1) takes the place of x(k) - x*. So ||z(k)
- z(k+1)||_G does not grow, and is at most the average.
"""

from ...theorem import Theorem, Variant
from .lyapunov import CITED, COMMON, CONSTANTS, ROUND, STEP

# N is ||z(t) - z(t+1)||_G^2, M that of the round before, p the models of the round before: the residual does not grow.
_PROOF = f"""{ROUND}\
half: eta*L*sq(d)/2 <= eta*L/(1 + lam_n)*dot(d, d + W(d))/2 by below, eta*L < 1 + lam_n over 1 + lam_n > 0
pos: zeta > 0 by room over 1 + lam_n > 0
less: zeta <= 1 by eta > 0, L > 0 over 1 + lam_n > 0
flat: dot(d - J(d), d - J(d) + W(d - J(d))) >= 0 by smallest(d - J(d)), lam_n >= -lam, lam <= 1 with d - J(d)
let N = dot(next(x), next(x) - W(next(x)))/2 + dot(d, d + W(d))/2
fall: next(V) - V <= -zeta*N by move, pulled, half, links, less
lean: K*eta**2*mean_gradient2(t) + links2(t + 1)/2 <= N by K > 0
scaled: zeta*(K*eta**2*mean_gradient2(t) + links2(t + 1)/2) <= zeta*N by lean, pos
always S: zeta*sum(s < t, K*eta**2*mean_gradient2(s) + links2(s + 1)/2) <= V0 - V
  start by tension times zh, vanishing(qh) times zh
  next by scaled, fall, S
end: dot(k, k - W(k)) >= 0 by largest(k), lam <= 1 with k - J(k)
tail: dot(e, e + W(e)) >= 0 by smallest(e), lam_n >= -lam, lam <= 1 with e
claim average by S, end, tail, pos

state p: start 0*w0, next x
let b = x - p, M = dot(x, x - W(x))/2 + dot(b, b + W(b))/2, c = d - b, h = grad(x) - grad(p)
always R: sq(t*(x - (W(p) + p)/2 + eta*grad(p) + q)) <= 0
  next by t >= 0
again: t*(N - M) == -2*eta*t*dot(d, h) - t*dot(d, d - W(d))/2 - t*dot(c, c + W(c))/2
  by vanishing(t*(x - (W(p) + p)/2 + eta*grad(p) + q)) times d
pull_again: -2*eta*L*dot(d, h) <= eta*L**2*sq(c)/2 by cocoercive_convex(x, p) with 2*h + L*c
pulled_again: -2*eta*dot(d, h) <= eta*L*sq(c)/2 by pull_again over L > 0
half_again: eta*L*sq(c)/2 <= dot(c, c + W(c))/2 by smallest(c), room with c
side: dot(d, d - W(d)) >= 0 by largest(d), lam <= 1 with d - J(d)
less_again: -2*eta*dot(d, h) - dot(d, d - W(d))/2 - dot(c, c + W(c))/2 <= 0 by pulled_again, half_again, side
shrinks: zeta*t*N <= zeta*t*M by again, less_again, pos, t >= 0
always T: zeta*t*M <= V0 - V
  start by tension times zh, vanishing(qh) times zh
  next by fall, shrinks, T
end_next: dot(next(k), next(k) - W(next(k))) >= 0 by largest(next(k)), lam <= 1 with next(k) - J(next(k))
tail_next: dot(next(e), next(e) + W(next(e))) >= 0 by smallest(next(e)), lam_n >= -lam, lam <= 1 with next(e)
whole: zeta*(t + 1)*N <= V0 by next T, end_next, tail_next
late: zeta*(t + 1) > 0 by pos
claim last by whole over late
"""

RESIDUAL = Theorem(
    id="shi2015.residual",
    title="EXTRA: the optimality residual decays like 1/k",
    place=f"Shi, Ling, Wu and Yin 2015, its rates O(1/k) and o(1/k) in finite numbers, {CITED}",
    statement="(1/k) sum_t ||z(t) - z(t+1)||_G^2 = O(1/k), ||z(k) - z(k+1)||_G^2 = o(1/k)",
    family=COMMON,
    variants=(
        Variant(
            "average",
            "sum(s < t, K*eta**2*mean_gradient2(s) + links2(s + 1)/2) <= V0/zeta",
            statement="the running average of both violations is O(1/k): their sum is at most V_0/zeta",
            assume=STEP,
            where=CONSTANTS,
            derivation=_PROOF,
        ),
        Variant(
            "last",
            "K*eta**2*mean_gradient2(t) + links2(t + 1)/2 <= V0/(zeta*(t + 1))",
            statement="both violations at round k are at most V_0/(zeta (k + 1))",
            assume=STEP,
            where=CONSTANTS,
            derivation=_PROOF,
        ),
    ),
)

"""Shi, Ling, Wu and Yin 2015: the first-order optimality residual of EXTRA, O(1/k) on average and o(1/k) at best.

Setting, z, V_0 and zeta as in `lyapunov`. The residual at round k: ||U x(k+1)||^2 = ||q(k+1) - q(k)||^2, the
violation of consensus, and ||1'grad f(x(k))||^2, the violation of optimality.

Statement. The running averages of both over k rounds are O(1/k); as ||z(k) - z(k+1)||_G does not grow, it is o(1/k)
squared; Theorem 3.5 prints the running best, min_(s<=k), of which `last` is the sharper form without a minimum. In
numbers: sum_(s<k) ||z(s) - z(s+1)||_G^2 <= V_0/zeta, and ||z(k) - z(k+1)||_G^2 <= V_0/(zeta (k + 1)).

Proof. The sum telescopes in the inequality of `lyapunov`. That inequality holds for differences of successive
rounds too, with the same proof (a round is affine but for gradients, and x(k) - x(k+1) takes the place of x(k) -
x*), so ||z(k) - z(k+1)||_G does not grow, and is at most the average. Now ||q(k) - q(k+1)||^2 = x(k+1)'(I -
W)x(k+1)/2; and 1'(x(k+1) - x(k)) = -alpha 1'grad f(x(k)) with W~1 = 1, so ||x(k) - x(k+1)||^2 in the norm of W~ is
at least alpha^2 ||1'grad f(x(k))||^2/K, which is K alpha^2 `mean_gradient2`.
"""

from ...theorem import Theorem, Variant
from .lyapunov import CITED, COMMON, CONSTANTS, ROUND, STEP

_AVERAGE_PROOF = f"""{ROUND}\
end: dot(k, k - W(k)) >= 0 by largest(k), lam <= 1 with k - J(k)

half: eta*L*sq(d)/2 <= eta*L/(1 + lam_n)*dot(d, d + W(d))/2 by below, eta*L < 1 + lam_n over 1 + lam_n > 0
rest: next(V) - V <= -dot(next(x), next(x) - W(next(x)))/2 - zeta*dot(d, d + W(d))/2 by move, pulled, half
pos: zeta > 0 by room over 1 + lam_n > 0
less: zeta <= 1 by eta > 0, L > 0 over 1 + lam_n > 0
flat: dot(d - J(d), d - J(d) + W(d - J(d))) >= 0 by smallest(d - J(d)), lam_n >= -lam, lam <= 1 with d - J(d)
always N: sq(J(q)) <= 0
  next by N
along: dot(d, d + W(d))/2 >= eta**2*sq(J(grad(x)))
  by flat, vanishing(J(q)) times J(q), vanishing(J(q)) times J(grad(x)), vanishing(J(q)) times x,
  vanishing(J(q)) times J(d)
lean: next(V) - V <= -zeta*(links2(t + 1)/2 + eta**2*sq(J(grad(x)))) by rest, along, links, less, pos
always S: zeta*sum(s < t, K*eta**2*mean_gradient2(s) + links2(s + 1)/2) <= V0 - V
  start by tension times zh, vanishing(qh) times zh
  next by lean, S
tail: dot(e, e + W(e)) >= 0 by smallest(e), lam_n >= -lam, lam <= 1 with e
claim by S, end, tail, pos
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
            derivation=_AVERAGE_PROOF,
        ),
        Variant(
            "last",
            "K*eta**2*mean_gradient2(t) + links2(t + 1)/2 <= V0/(zeta*(t + 1))",
            statement="both violations at round k are at most V_0/(zeta (k + 1))",
            assume=STEP,
            where=CONSTANTS,
            proved=True,
        ),
    ),
)

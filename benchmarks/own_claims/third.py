"""A third set of 40 true claims, and false neighbours of 20: `python benchmarks/own_claims third`.

Written from README, NOTATION.md, the guide on checking a bound, docstrings and the names of the families alone. The
comment above each claim says why it is true; the false neighbour, where there is one, differs in a factor, a name or a
term. First figure: 19 of 40 true claims proved, 0 of 20 false ones, median .4 CPU s; 25 of 40 after the finder was
improved with what this set had lacked in sight.
"""

from __future__ import annotations

from asked import FULL, NOISY, ONE, Asked

import mixproof as mx
from mixproof.families import (
    CONSTANT_WEIGHTS,
    QUANTISED,
    RANDOM_PAIRS,
    declared,
    federated,
    gossip,
    learning,
    lossy,
    matrices,
    points,
    push_sum,
    row_matrices,
    scalars,
    vectors,
)

_TOGETHER = gossip(fixed=True, common=True, noisy=False)
_NETWORKS = gossip(noisy=False, changing=True)
_BOUNDED = gossip(common=True, turned=False)
_SPARSE = declared(mx.Algorithm("sparse descent", {"x": "x - eta*average(sparse(grad(x)))"}), common=True)
_ADAPT_FIRST = declared(mx.Algorithm("adapt, then combine", {"x": "mix(x - eta*grad(x))"}))
_HALF = declared(mx.Algorithm("half averaging", {"x": "x/2 + mix(x)/2"}))
_PROXIMAL = declared(mx.Algorithm("mixed proximal point", {"x": "backward(mix(x))"}))
_TRACKING = declared(
    mx.Algorithm(
        "tracking",
        let={"u": "grad(x)"},
        next={"x": "mix(x) - eta*(p + u)", "p": "mix(p + u) - u"},
        balanced=("p",),
        rest={"x": "0", "p": "-h"},
    )
)

ASKED = {
    # --- how far clients drift apart -------------------------------------------------------------------------------
    # (I - J) W x = (W - J)(I - J) x, ||W - J|| <= lam, ||I - J|| <= 1, and the triangle inequality.
    # Half of the step is false for lam = 0 and opposite gradients.
    "drift of one round, changing networks": Asked(
        _NETWORKS,
        ("spread(t + 1) <= lam*spread(t) + step(t)*sqrt(gradients2(t))",),
        "spread(t + 1) <= lam*spread(t) + step(t)*sqrt(gradients2(t))/2",
    ),
    # The recursion spread(t + 1) <= lam spread(t) + eta ||grad(t)||, unrolled to round 0.
    "drift, unrolled": Asked(
        FULL,
        (
            "spread(t) <= lam**t*spread(0) + eta*sum(s < t, lam**(t - 1 - s)*sqrt(gradients2(s)))",
            "lam > 0",
        ),
    ),
    # Unrolled from 0, then Jensen: (sum lam^j a_j)^2 <= (sum lam^j)(sum lam^j a_j^2), and sum lam^j <= 1/(1 - lam).
    # Without that factor false: two rounds of opposite gradients that hardly change give (1 + lam)^2 > 1 + lam.
    "drift, squared and unrolled": Asked(
        _TOGETHER,
        ("spread2(t) <= eta**2/(1 - lam)*sum(s < t, lam**(t - 1 - s)*gradients2(s))", "0 < lam < 1"),
        "spread2(t) <= eta**2*sum(s < t, lam**(t - 1 - s)*gradients2(s))",
    ),
    # Induction with C = 2 sqrt(K chi2)/(1 - lam): lam C + sqrt(K chi2) = C (1 + lam)/2, and by the assumption on
    # Gamma (1 + lam)/2 step(t) <= step(t + 1).
    "drift follows the decaying step": Asked(
        _BOUNDED,
        ("spread(t) <= 2*step(t)*sqrt(K*chi2)/(1 - lam)", "lam < 1", "Gamma >= (1 + lam)/(1 - lam)"),
    ),
    # Deviations sum to 0, so ||e_k||^2 = ||sum of the others||^2 <= (K - 1)(spread2 - ||e_k||^2).
    # With 1/2 false for K = 3 and deviations 2, -1, -1.
    "the farthest client": Asked(
        declared("DGD"),
        ("farthest2(t) <= (1 - 1/K)*spread2(t)",),
        "farthest2(t) <= spread2(t)/2",
    ),
    # --- descent and linear rates ----------------------------------------------------------------------------------
    # F is L-smooth, -<g, h> = (||g - h||^2 - ||g||^2 - ||h||^2)/2, and K ||g - h||^2 <= L^2 spread2; any eta.
    # Twice the decrease is false for equal clients with curvature L at one point: the left is then -eta/2 ||g||^2.
    "descent of the mean, keeping the mean gradient": Asked(
        FULL,
        (
            "gap(t + 1) - gap(t) + eta*(1 - eta*L)/2*mean_gradient2(t)"
            " <= eta*L**2/(2*K)*spread2(t) - eta/2*global_gradient2(t)",
        ),
        "gap(t + 1) - gap(t) + eta*(1 - eta*L)/2*mean_gradient2(t)"
        " <= eta*L**2/(2*K)*spread2(t) - eta*global_gradient2(t)",
    ),
    # W does not lengthen, x -> x - eta grad F_k(x) contracts by 1 - eta mu, and moves w* by eta grad F_k(w*).
    # From x = w* with W near I the distance is about eta gstar, which breaks the half of it.
    "one round of diffusion": Asked(
        _ADAPT_FIRST,
        ("distance(t + 1) <= (1 - eta*mu)*distance(t) + eta*gstar", "eta <= 2/(L + mu)"),
        "distance(t + 1) <= (1 - eta*mu)*distance(t) + eta*gstar/2",
    ),
    # W - eta H has its eigenvalues in [lam_n - eta L, 1 - eta mu], so its norm is 1 - eta mu; a geometric series.
    "linear rate to a neighbourhood": Asked(
        FULL,
        ("distance(t) <= (1 - eta*mu)**t*distance(0) + gstar/mu", "mu > 0", "eta*(L + mu) <= 1 + lam_n"),
    ),
    # ||grad f_i(x) - grad f_i(x*)||^2 <= 2 L (Bregman distance of f_i), averaged with grad f(x*) = 0.
    "gradients around the optimum": Asked(points(), ("growth2 <= 2*L*gap",), first=None),
    # f(z) <= f(x) + <g, z - x> + L/2 |z - x|^2 and f(y) >= f(x) + <g, y - x> + mu/2 |y - x|^2, subtracted.
    "three points": Asked(points(), ("climb <= pull + L/2*zx2 - mu/2*xy2",), first=None),
    # --- sums over rounds ------------------------------------------------------------------------------------------
    # The descent of the mean for eta <= 1/L, times 2, summed over rounds; gap(t) >= 0.
    # With one gap(0) false: equal clients with curvature L, eta = 1/L, one round: ||g||^2/L > ||g||^2/(2 L).
    "gradients of all rounds": Asked(
        FULL,
        (
            "eta*sum(s < t, global_gradient2(s)) <= 2*gap(0) + eta*L**2/K*sum(s < t, spread2(s))",
            "eta <= 1/L",
        ),
        "eta*sum(s < t, global_gradient2(s)) <= gap(0) + eta*L**2/K*sum(s < t, spread2(s))",
    ),
    # Young's inequality for convolutions: the sequence lam^j, of sum 1/(1 - lam), with the gradients' norms.
    "consensus errors of all rounds": Asked(
        _TOGETHER,
        ("sum(s <= t, spread2(s)) <= eta**2/(1 - lam)**2*sum(s < t, gradients2(s))", "lam < 1"),
    ),
    # M = (I + W)/2 is psd, so I - M^2 = (I - M)(I + M) >= I - M = (I - W)/2: a round loses links2/2, telescoped.
    # Without the 2 false: per eigenvalue m < 1 of M the left is 2 (1 - m), the right (1 - m)(1 + m).
    "differences over links, all rounds": Asked(
        _HALF,
        ("sum(s < t, links2(s)) <= 2*(spread2(0) - spread2(t))",),
        "sum(s < t, links2(s)) <= spread2(0) - spread2(t)",
    ),
    # <g, w - w*> >= gap + ||g||^2/(2 L), so error2 falls by 2 eta gap a round if eta <= 1/L; then Jensen.
    # Half of it is false at t = 1, eta = 1/L, for curvature L: gap(0) = L error2(0)/2.
    "the average iterate of gradient descent": Asked(
        ONE,
        ("gap_of_average(t) <= error2(0)/(2*eta*t)", "eta <= 1/L", "t >= 1"),
        "gap_of_average(t) <= error2(0)/(4*eta*t)",
    ),
    # --- gradient noise, local steps -------------------------------------------------------------------------------
    # Descent of the mean, ||grad F||^2 >= 2 mu gap, and L/2 eta^2 times the mean's noise sigma^2/K.
    "noisy descent to a floor": Asked(
        NOISY,
        (
            "gap(t + 1) - (1 - eta*mu)*gap(t) <= eta*L**2/(2*K)*spread2(t) + eta**2*L*sigma2/(2*K)",
            "eta <= 1/L",
        ),
    ),
    # The noise, independent over clients, adds eta^2 (K sigma2 - sigma2); Young with weights lam and 1 - lam.
    "drift of one noisy round": Asked(
        NOISY,
        (
            "spread2(t + 1) - lam*spread2(t) <= eta**2*(gradients2(t)/(1 - lam) + (K - 1)*sigma2)",
            "0 < lam < 1",
        ),
    ),
    # (a + b)^2 <= 3/2 a^2 + 3 b^2, a the sum of the conditional means, b of martingale differences: E b^2 <= n sigma2.
    # As if a and b were uncorrelated it is false: X_1 = z, X_2 = xi_2 = z has 4 on the left and 3 on the right.
    "a sum of martingale noise": Asked(
        vectors("martingale"),
        ("sum2 <= 3/2*mean_sum2 + 3*n*sigma2",),
        "sum2 <= mean_sum2 + n*sigma2",
        first=None,
    ),
    # All models were equal at most H - 1 steps ago; a variance is at most the second moment of those steps' sum.
    # A quarter of it is false for H = 2, two clients with opposite gradients and no noise.
    "local models apart": Asked(
        federated("full", fixed=True),
        ("apart2(t) <= eta**2*(H - 1)**2*max(s <= t, largest_gradient2(s))",),
        "apart2(t) <= eta**2*(H - 1)**2/4*max(s <= t, largest_gradient2(s))",
    ),
    # The three-point inequality of each F_k at w_k, wbar and w*; the mean of |w_k - w*|^2 is error2 + apart2.
    # With mu error2 false for one client F = mu w^2/2: 3/2 mu error2 on the left, mu error2 on the right.
    "pull of local gradients": Asked(
        federated("full", uniform=True),
        ("gap(t) + mu/2*error2(t) <= pull(t) + (L - mu)/2*apart2(t)",),
        "gap(t) + mu*error2(t) <= pull(t) + (L - mu)/2*apart2(t)",
    ),
    # --- lossy links, random pairs, directed networks --------------------------------------------------------------
    # E x(t) = (E W)^t x(0), and E W is psd, an average of projections: its norm off the mean is lam2.
    # The mean square falls by lam2 and not by its square: E W'W = E W.
    "mean of random pairs": Asked(
        RANDOM_PAIRS,
        ("mean_spread2(t) <= lam2**(2*t)*mean_spread2(0)",),
        "spread2(t) <= lam2**(2*t)*spread2(0)",
    ),
    # Every realization has self-weights of at least 1/2, so its eigenvalues lie in [0, 1], and W_hat^2 <= W_hat.
    # By its square false for two clients: the eigenvalue of W_hat varies.
    "lossy links, large self-weights": Asked(
        lossy(),
        ("rho2 <= rho_mean", "own >= 1/2"),
        "rho2 <= rho_mean**2",
        first=None,
    ),
    # All clients have one curvature, so the mean gradient is f'(xbar); noise of the mean at most alpha2/K; telescoped.
    "learning over lossy links, all rounds": Asked(
        learning(),
        ("eta*gradients2_before(t) <= 2*gap(0) + t*eta**2*omega*alpha2/K", "eta <= 1/omega"),
    ),
    # The n weights of a round sum to n; harmonic mean <= arithmetic mean, summed over t rounds.
    "push-sum weights, inverted": Asked(push_sum(), ("inverse_weights(t) >= n*t",)),
    # Dobrushin: each of the t + 1 factors contracts distances between rows by forgetting, and those of I are 1.
    # One factor more is false at t = 0 for two nodes with weights 3/4 and 1/4: 1/4 > 1/8.
    "directed products forget": Asked(
        row_matrices(),
        ("half_spread(t) <= forgetting**(t + 1)/2",),
        "half_spread(t) <= forgetting**(t + 2)/2",
    ),
    # --- declared methods ------------------------------------------------------------------------------------------
    # The tracker y = p + grad(x) becomes W y + grad(next x) - grad(x), and every gradient is L-Lipschitz.
    "tracker of one round": Asked(
        _TRACKING,
        ("norm(next(p + grad(x)) - W(p + grad(x))) <= L*sqrt(moved2(t))",),
    ),
    # The mean of the tracker is the mean gradient, whose square is at most the mean of the squares.
    "the mean under tracking": Asked(_TRACKING, ("moved_mean2(t) <= eta**2/K*gradients2(t)",)),
    # EXTRA's mean moves by -eta times the mean gradient, so it has the descent of DGD's mean.
    # Without the spread false: at wbar = w* the gradients at the clients' own models need not cancel.
    "descent of EXTRA's mean": Asked(
        declared("EXTRA"),
        ("gap(t + 1) <= gap(t) - eta/2*global_gradient2(t) + eta*L**2/(2*K)*spread2(t)", "eta <= 1/L"),
        "gap(t + 1) <= gap(t) - eta/2*global_gradient2(t)",
    ),
    # v + eta (grad F(v) - grad F(w*)) = W x - eta grad F(w*), and strong monotonicity: the left is >= (1 + eta mu)|v|.
    # With L for mu false for a flat client beside a sharp one, both with their minimum at w*.
    "proximal steps": Asked(
        _PROXIMAL,
        ("distance(t + 1) <= (distance(t) + eta*gstar)/(1 + eta*mu)",),
        "distance(t + 1) <= (distance(t) + eta*gstar)/(1 + eta*L)",
    ),
    # --- compressed messages, matrices -----------------------------------------------------------------------------
    # Each coordinate is rounded between neighbours |v|/s apart, so its variance is at most (|v|/s)^2/4.
    # Half of it is false for four equal coordinates and s = 1, where it is an equality.
    "random rounding": Asked(
        QUANTISED, ("lost2 <= d*norm2/(4*s**2)",), "lost2 <= d*norm2/(8*s**2)", first=None
    ),
    # Descent lemma: the messages are right in the mean, and E|average|^2 <= average of E|sparse(g_k)|^2 = |g_k|^2/kept.
    "descent with sparse gradients": Asked(
        _SPARSE,
        ("gap(t + 1) - gap(t) <= eta**2*L/(2*kept)*gradients2(t) - eta*global_gradient2(t)",),
    ),
    # An entry minus 1/K is (e_j - 1/K)'(product - J)(e_i - 1/K), and |e_i - 1/K|^2 = 1 - 1/K.
    # With lam^(2t) false for two nodes: their entries are (1 - lam^t)/2 and (1 + lam^t)/2.
    "entries of a product": Asked(
        matrices(),
        ("smallest(t) >= 1/K - (1 - 1/K)*lam**t",),
        "smallest(t) >= 1/K - (1 - 1/K)*lam**(2*t)",
    ),
    # rho >= alpha top - 1 and rho >= 1 - alpha gap: gap times the first plus top times the second.
    "no better constant weight": Asked(
        CONSTANT_WEIGHTS,
        (
            "rho_constant >= (laplacian_top - laplacian_gap)/(laplacian_top + laplacian_gap)",
            "links_connected == 1",
            "laplacian_gap > 0",
        ),
        first=None,
    ),
    # --- numbers ---------------------------------------------------------------------------------------------------
    # (1 + x/tau)^tau <= exp(x) <= exp(1/2) < 2.
    "growth over local steps": Asked(
        scalars("tau", "eta L"),
        ("(1 + eta*L)**tau <= 2", "eta*tau*L <= 1/2"),
        first=None,
    ),
    # With s = n + a: (s - 2)/s^2 + 1/s^2 = (s - 1)/s^2 <= 1/(s + 1), as s^2 - 1 <= s^2; with 2 it is 1/s > 1/(s + 1).
    "induction for a step like 2/n": Asked(
        scalars("n", "a c"),
        ("(1 - 2/(n + a))*c/(n + a) + c/(n + a)**2 <= c/(n + a + 1)",),
        "(1 - 2/(n + a))*c/(n + a) + 2*c/(n + a)**2 <= c/(n + a + 1)",
        first=None,
    ),
    # (sqrt(a + b) - sqrt(a)) (sqrt(a + b) + sqrt(a)) = b, and the second factor is at least 2 sqrt(a).
    "a root grows slowly": Asked(
        scalars(positive="a b"), ("sqrt(a + b) - sqrt(a) <= b/(2*sqrt(a))",), first=None
    ),
    # Arithmetic and geometric mean of r/(eta T) and c eta.
    "the best fixed step": Asked(
        scalars("T", "eta r c"), ("r/(eta*T) + c*eta >= 2*sqrt(r*c/T)",), first=None
    ),
    # 1/k <= log(k) - log(k - 1) for k >= 2.
    "harmonic sum": Asked(scalars("n"), ("sum(1 <= k <= n, 1/k) <= 1 + log(n)",), first=None),
    # The whole series sum (s + 1) lam^s is 1/(1 - lam)^2; two terms, 1 + 2 lam, exceed 1/(1 - lam) for lam < 1/2.
    "a series with its index": Asked(
        scalars("n", "lam"),
        ("sum(s < n, (s + 1)*lam**s) <= 1/(1 - lam)**2", "lam < 1"),
        "sum(s < n, (s + 1)*lam**s) <= 1/(1 - lam)",
        first=None,
    ),
    # The square of 1 - x/2 is 1 - x + x^2/4.
    "root of a spectral gap": Asked(scalars(positive="x"), ("1 - sqrt(1 - x) >= x/2", "x <= 1"), first=None),
    # With y = gamma delta in (0, 1]: (1 + y/2)(1 - y) = 1 - y/2 - y^2/2 <= 1, times 1 - y >= 0.
    "half of the contraction pays for Young": Asked(
        scalars(positive="gamma delta"),
        ("(1 + gamma*delta/2)*(1 - gamma*delta)**2 <= 1 - gamma*delta", "gamma <= 1", "delta <= 1"),
        first=None,
    ),
}

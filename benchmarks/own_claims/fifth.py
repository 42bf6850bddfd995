"""A fifth set: 40 true claims, each with a false neighbour: `python benchmarks/own_claims fifth`.

Written from NOTATION.md and the names of the families, before the finder was worked on once more and without its code:
noisy recursions and their sums, maxima, local steps and sampling, push-sum's one-round gain, compression, scalar sums.
First figure: 18 of 40 true claims proved, two stopped after 150 s on a busy machine.
"""

from __future__ import annotations

from asked import AVERAGING, FEEDBACK, FULL, NOISY, ONE, Asked

from mixproof.families import (
    RANDOM_PAIRS,
    compressed,
    consensus,
    declared,
    federated,
    gossip,
    learning,
    matrices,
    points,
    push_sum,
    scalars,
    vectors,
)

_FIXED = federated(fixed=True)
_SHORT = "eta <= 1/(4*L)"

ASKED = {
    # gossip gradient descent, noise or not
    "spread, split in halves": Asked(
        FULL,
        ("spread2(t + 1) <= 2*lam**2*spread2(t) + 2*eta**2*gradients2(t)",),
        "spread2(t + 1) <= lam**2*spread2(t) + eta**2*gradients2(t)",
    ),
    "error with noise and gap": Asked(
        NOISY,
        (
            "error2(t + 1) <= (1 - eta*mu)*error2(t) - eta*gap(t) + 2*L*eta*spread2(t)/K + eta**2*sigma2/K",
            _SHORT,
        ),
        "error2(t + 1) <= (1 - eta*mu)*error2(t) - eta*gap(t) + 2*L*eta*spread2(t)/K + eta**2*sigma2/K**2",
    ),
    "sum of gaps with noise": Asked(
        NOISY,
        (
            "eta*sum(s < t, gap(s)) <= error2(0) + 2*L*eta*sum(s < t, spread2(s))/K + t*eta**2*sigma2/K",
            _SHORT,
        ),
        "eta*sum(s < t, gap(s)) <= error2(0)/8 + 2*L*eta*sum(s < t, spread2(s))/K + t*eta**2*sigma2/K",
    ),
    "mean of gradients with noise": Asked(
        NOISY,
        (
            "mean(s < t, global_gradient2(s)) <= "
            "2*gap(0)/(eta*t) + L**2*mean(s < t, spread2(s))/K + eta*L*sigma2/K",
            "eta <= 1/L",
        ),
        "mean(s < t, global_gradient2(s)) <= gap(0)/(4*eta*t) + L**2*mean(s < t, spread2(s))/K + eta*L*sigma2/K",
        first=1,
    ),
    "spread with noise": Asked(
        NOISY,
        (
            "spread2(t + 1) <= lam*spread2(t) + eta**2*gradients2(t)/(1 - lam) + eta**2*K*sigma2",
            "lam < 1",
        ),
        "spread2(t + 1) <= lam**4*spread2(t) + eta**2*gradients2(t)/(1 - lam) + eta**2*K*sigma2",
    ),
    "sum of spreads with noise": Asked(
        NOISY,
        (
            "(1 - lam)*sum(s < t, spread2(s)) <= "
            "spread2(0) + eta**2*sum(s < t, gradients2(s))/(1 - lam) + t*eta**2*K*sigma2",
            "lam < 1",
        ),
        "(1 - lam)*sum(s < t, spread2(s)) <= spread2(0)/2 + eta**2*sum(s < t, gradients2(s))/(1 - lam) + "
        "t*eta**2*K*sigma2",
    ),
    "gap of one round, strongly convex": Asked(
        NOISY,
        (
            "gap(t + 1) <= (1 - eta*mu)*gap(t) + eta*L**2*spread2(t)/(2*K) + eta**2*L*sigma2/(2*K)",
            "eta <= 1/L",
        ),
        "gap(t + 1) <= (1 - eta*mu)*gap(t) + eta*L**2*spread2(t)/(16*K) + eta**2*L*sigma2/(2*K)",
    ),
    "largest spread until now": Asked(
        FULL,
        (
            "max(s <= t, spread(s)) <= max(spread(0), eta*max(s <= t, sqrt(gradients2(s)))/(1 - lam))",
            "lam < 1",
        ),
        "max(s <= t, spread(s)) <= max(spread(0), eta*max(s <= t, sqrt(gradients2(s)))*(1 - lam)/2)",
    ),
    "spread under the largest gradient": Asked(
        FULL,
        ("spread(t) <= spread(0) + eta*max(s <= t, sqrt(gradients2(s)))/(1 - lam)", "lam < 1"),
        "spread(t) <= spread(0)/2 + eta*max(s <= t, sqrt(gradients2(s)))",
    ),
    "smallest gradient": Asked(
        FULL,
        (
            "min(s < t, global_gradient2(s)) <= 2*gap(0)/(eta*t) + L**2*max(s < t, spread2(s))/K",
            "eta <= 1/L",
        ),
        "min(s < t, global_gradient2(s)) <= gap(0)/(8*eta*t) + L**2*max(s < t, spread2(s))/K",
        first=1,
    ),
    "error, decaying steps with noise": Asked(
        gossip(),
        (
            "error2(t + 1) <= (1 - mu*step(t))*error2(t) + 2*L*step(t)*spread2(t)/K + step(t)**2*sigma2/K",
            "delta/Gamma <= 1/(4*L)",
        ),
        "error2(t + 1) <= (1 - mu*step(t))*error2(t) + 2*L*step(t)*spread2(t)/K + step(t)**2*sigma2/(2*K)",
    ),
    "sum of gaps, decaying steps": Asked(
        gossip(),
        (
            "sum(s < t, step(s)*gap(s)) <= "
            "error2(0) + 2*L*sum(s < t, step(s)*spread2(s))/K + sigma2*sum(s < t, step(s)**2)/K",
            "delta/Gamma <= 1/(4*L)",
        ),
        "sum(s < t, step(s)*gap(s)) <= error2(0)/8 + 2*L*sum(s < t, step(s)*spread2(s))/K + "
        "sigma2*sum(s < t, step(s)**2)/K",
    ),
    "distance with noise": Asked(
        NOISY,
        (
            "distance2(t + 1) <= (1 - eta*mu)*distance2(t) + eta*gstar**2/mu + eta**2*K*sigma2",
            "eta*(L + mu) <= 1 + lam_n",
        ),
        "distance2(t + 1) <= (1 - eta*mu)*distance2(t) + eta*gstar**2/(8*mu) + eta**2*K*sigma2",
    ),
    # declared methods
    "EXTRA's mean moves little": Asked(
        declared("EXTRA"),
        ("moved_mean2(t) <= eta**2*gradients2(t)/K",),
        "moved_mean2(t) <= eta**2*gradients2(t)/K**2",
    ),
    "tracking, a round": Asked(
        declared("DIGing", changing=True),
        ("spread(t + 1) <= lam*spread(t) + added_spread(t)",),
        "spread(t + 1) <= lam*spread(t)/2 + added_spread(t)",
    ),
    "diffusion, a round": Asked(
        declared("diffusion"),
        ("spread(t + 1) <= lam*(spread(t) + eta*sqrt(gradients2(t)))",),
        "spread(t + 1) <= lam**2*(spread(t) + eta*sqrt(gradients2(t)))",
    ),
    "diffusion, all rounds": Asked(
        declared("diffusion"),
        ("distance(t) <= (1 - eta*mu)**t*distance(0) + gstar/mu", "eta*(L + mu) <= 2"),
        "distance(t) <= (1 - eta*mu)**(4*t)*distance(0) + gstar/(8*mu)",
    ),
    "smallest gradient, not convex": Asked(
        declared("dgd", "dented"),
        (
            "t*min(s < t, global_gradient2(s)) <= 2*gap(0)/eta + L**2*sum(s < t, spread2(s))/K",
            "eta <= 1/L",
        ),
        "t*min(s < t, global_gradient2(s)) <= gap(0)/(8*eta) + L**2*sum(s < t, spread2(s))/K",
        first=1,
    ),
    "gradient descent, 1/t": Asked(
        ONE,
        ("t*gap(t) <= error2(0)/(2*eta)", "eta <= 1/L"),
        "t*gap(t) <= error2(0)/(16*eta)",
    ),
    "gradient descent, linear": Asked(
        ONE,
        ("error2(t) <= (1 - eta*mu)**t*error2(0)", "eta <= 2/(L + mu)"),
        "error2(t) <= (1 - eta*mu)**(3*t)*error2(0)",
    ),
    "W drawn, sum of spreads": Asked(
        declared(AVERAGING, drawn=True),
        ("sum(s < t, spread2(s)) <= spread2(0)/(1 - rho2)", "rho2 < 1"),
        "sum(s < t, spread2(s)) <= spread2(0)/(2*(1 - rho2))",
    ),
    "error feedback, Young": Asked(
        declared(FEEDBACK, free=("theta",)),
        ("sq(next(e)) <= (1 - 1/d)*((1 + theta)*sq(e) + (1 + 1/theta)*eta**2*gradients2(t))",),
        "sq(next(e)) <= (1 - 1/d)*((1 + theta)*sq(e) + eta**2*gradients2(t)/theta)",
    ),
    # local steps
    "local SGD, a step": Asked(
        _FIXED,
        (
            "error2(t + 1) <= (1 - eta*mu)*error2(t) + eta**2*sigma2_of_mean + 2*eta*L*apart2(t)",
            _SHORT,
        ),
        "error2(t + 1) <= (1 - eta*mu)*error2(t) + eta**2*sigma2_of_mean/2 + 2*eta*L*apart2(t)",
    ),
    "local SGD, drift": Asked(
        _FIXED,
        ("apart2(t) <= eta**2*H**2*max(s <= t, largest_gradient2(s))",),
        "apart2(t) <= eta**2*(H - 1)**2*max(s <= t, largest_gradient2(s))/8",
    ),
    "local SGD, sum of gaps": Asked(
        _FIXED,
        (
            "eta*sum(s < t, gap(s)) <= error2(0) + 2*eta*L*sum(s < t, apart2(s)) + t*eta**2*sigma2_of_mean",
            _SHORT,
        ),
        "eta*sum(s < t, gap(s)) <= error2(0)/8 + 2*eta*L*sum(s < t, apart2(s)) + t*eta**2*sigma2_of_mean",
    ),
    "clients drawn, what sampling adds": Asked(
        federated("with", noisy=False, fixed=True),
        ("sampling2(t + 1) <= eta**2*H**2*max(s <= t, largest_gradient2(s))/S",),
        "sampling2(t + 1) <= eta**2*H**2*max(s <= t, largest_gradient2(s))/(16*S)",
    ),
    "noise of the average": Asked(_FIXED, ("noise2(t) <= sigma2_max",), "noise2(t) <= sigma2_max/N**2"),
    # push-sum, compression, pairs, matrices
    "push-sum, a round's gain": Asked(
        push_sum(),
        ("average_term(t) <= n*gain(t)/(2*gamma) + gamma*slopes2(t)/2",),
        "average_term(t) <= n*gain(t)/(2*gamma) + gamma*slopes2(t)/16",
    ),
    "push-sum, excess": Asked(
        push_sum(),
        ("excess(t) <= average_term(t) + network_term(t)",),
        "excess(t) <= average_term(t)",
    ),
    "compressed gossip, copies": Asked(
        compressed("top"),
        (
            "unsent2(t + 1) <= "
            "2*(1 - omega)*((1 + gamma*(1 - lam_n))**2*unsent2(t) + gamma**2*(1 - lam_n)**2*spread2(t))",
        ),
        "unsent2(t + 1) <= (1 - omega)*unsent2(t) + (1 - omega)*gamma**2*(1 - lam_n)**2*spread2(t)/4",
    ),
    "random pairs, sum of spreads": Asked(
        RANDOM_PAIRS,
        ("sum(s < t, spread2(s)) <= spread2(0)/(1 - lam2)", "lam2 < 1"),
        "sum(s < t, spread2(s)) <= spread2(0)/(2*(1 - lam2))",
    ),
    "smallest entry of powers": Asked(
        matrices(), ("1/K - smallest(t) <= lam**t",), "1/K - smallest(t) <= lam**(3*t)/K"
    ),
    "lossy links, a round": Asked(
        learning(),
        (
            "spread2(t + 1) <= "
            "2*rho2*spread2(t) + 4*eta**2*omega**2*spread2(t) + 4*eta**2*K*beta2 + eta**2*K*alpha2",
        ),
        "spread2(t + 1) <= 2*rho2*spread2(t) + 4*eta**2*omega**2*spread2(t) + eta**2*K*alpha2",
    ),
    "consensus problem, a round": Asked(
        consensus("decefl"),
        ("spread(t + 1) <= (lam + step(t))*spread(t) + step(t)*spread(0)",),
        "spread(t + 1) <= lam*spread(t) + step(t)*spread(0)/4",
    ),
    "loss between points": Asked(
        points(), ("climb + mu/2*xy2 <= pull + L/2*zx2",), "climb + mu/2*xy2 <= pull + L/8*zx2", first=None
    ),
    "two vectors": Asked(
        vectors(), ("first_two2 <= 2*first2 + 2*second2",), "first_two2 <= first2 + 2*second2", first=None
    ),
    # numbers
    "telescoping fractions": Asked(
        scalars("n", ""),
        ("sum(s < n, 1/((s + 1)*(s + 2))) <= 1",),
        "sum(s < n, 1/((s + 1)*(s + 2))) <= 1/4",
        first=None,
    ),
    "sum of roots": Asked(
        scalars("n", ""),
        ("sum(s < n, 1/sqrt(s + 1)) <= 2*sqrt(n)",),
        "sum(s < n, 1/sqrt(s + 1)) <= sqrt(n)/2",
        first=None,
    ),
    "weights of a schedule": Asked(
        scalars("n", "a"),
        ("sum(s < n, a + s) == n*a + n*(n - 1)/2",),
        "sum(s < n, a + s) == n*a + n*n/2",
        first=None,
    ),
    "power below a fraction": Asked(
        scalars("n", "x"),
        ("(1 - x)**n <= 1/(1 + n*x)", "x <= 1"),
        "(1 - x)**n <= 1/(1 + 2*n*x)",
        first=None,
    ),
}

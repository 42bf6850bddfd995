"""A sixth set: 20 true claims, 12 of them with a false neighbour: `python benchmarks/own_claims sixth`.

Written after the finder was worked on, by who worked on it, from NOTATION.md and from what papers state, and committed
before any of it was tried. First figure: see own_claims.txt.
"""

from __future__ import annotations

from asked import AVERAGING, FEEDBACK, FULL, MIXED, NOISY, Asked

from mixproof.families import compressed, declared, federated, push_sum, scalars

_TRACKING = declared("DIGing")
_SHORT = "eta <= 1/(4*L)"

ASKED = {
    # gossip
    "averaging, how far models move": Asked(
        MIXED, ("moved2(t) <= (1 - lam_n)**2*spread2(t)",), "moved2(t) <= (1 - lam)**2*spread2(t)"
    ),
    "averaging, moves of all rounds": Asked(
        MIXED, ("sum(s < t, moved2(s)) <= (1 - lam_n)**2*spread2(0)/(1 - lam**2)", "lam < 1")
    ),
    "averaging over lossy links": Asked(
        declared(AVERAGING, lossy=True),
        ("spread2(t) <= rho2**t*spread2(0)",),
        "spread2(t) <= rho2**(2*t)*spread2(0)",
    ),
    # gossip gradient descent
    "consensus error, half of the contraction": Asked(
        FULL,
        (
            "spread2(t + 1) <= (1 + lam**2)/2*spread2(t) + (1 + lam**2)/(1 - lam**2)*eta**2*gradients2(t)",
            "lam < 1",
        ),
        "spread2(t + 1) <= (1 + lam**2)/2*spread2(t) + eta**2*gradients2(t)/(1 - lam**2)",
    ),
    "descent with room to spare": Asked(
        FULL,
        (
            "gap(t + 1) <= gap(t) - eta/4*global_gradient2(t) + eta*L**2*spread2(t)/K",
            "eta <= 1/(2*L)",
        ),
    ),
    "descent, keeping the mean gradient": Asked(
        NOISY,
        (
            "gap(t + 1) <= gap(t) - eta/2*global_gradient2(t) - eta*(1 - eta*L)/2*mean_gradient2(t)"
            " + eta*L**2*spread2(t)/(2*K) + eta**2*L*sigma2/(2*K)",
        ),
        "gap(t + 1) <= gap(t) - eta/2*global_gradient2(t) - eta*(1 - eta*L)/2*mean_gradient2(t)"
        " + eta*L**2*spread2(t)/(2*K) + eta**2*L*sigma2/(4*K)",
    ),
    "mean gradient, two parts": Asked(
        FULL,
        ("mean_gradient2(t) <= 2*global_gradient2(t) + 2*L**2*spread2(t)/K",),
        "mean_gradient2(t) <= global_gradient2(t) + L**2*spread2(t)/K",
    ),
    "mean gap with noise": Asked(
        NOISY,
        (
            "mean(s < t, gap(s)) <= error2(0)/(eta*t) + 2*L*mean(s < t, spread2(s))/K + eta*sigma2/K",
            _SHORT,
        ),
        "mean(s < t, gap(s)) <= error2(0)/(8*eta*t) + 2*L*mean(s < t, spread2(s))/K + eta*sigma2/K",
        first=1,
    ),
    "error of all rounds, with noise": Asked(
        NOISY,
        (
            "error2(t) <= (1 - eta*mu)**t*error2(0) + (2*L*max(s <= t, spread2(s))/K + eta*sigma2/K)/mu",
            _SHORT,
        ),
    ),
    # gradient tracking
    "mean under tracking": Asked(
        _TRACKING,
        ("error(t + 1) <= (1 - eta*mu)*error(t) + eta*L*spread(t)/sqrt(K)", "eta <= 1/L"),
        "error(t + 1) <= (1 - 2*eta*mu)*error(t) + eta*L*spread(t)/sqrt(K)",
    ),
    "trackers off their mean": Asked(
        _TRACKING,
        (
            "norm(next(p + grad(x)) - J(next(p + grad(x)))) <= "
            "lam*norm(p + grad(x) - J(p + grad(x))) + L*norm(next(x) - x)",
        ),
    ),
    # local steps
    "local SGD, decaying steps": Asked(
        federated(),
        (
            "error2(t + 1) <= (1 - mu*step(t))*error2(t) + 2*L*step(t)*apart2(t) + step(t)**2*sigma2_of_mean",
            "delta/Gamma <= 1/(4*L)",
        ),
        "error2(t + 1) <= (1 - mu*step(t))*error2(t) + 2*L*step(t)*apart2(t) + step(t)**2*sigma2_of_mean/2",
    ),
    "local SGD, mean gap": Asked(
        federated(fixed=True),
        (
            "mean(s < t, gap(s)) <= error2(0)/(eta*t) + 2*L*mean(s < t, apart2(s)) + eta*sigma2_of_mean",
            _SHORT,
        ),
        first=1,
    ),
    # push-sum
    "push-sum, network term": Asked(
        push_sum(),
        ("network_term(t) <= gamma*slopes2(t)/2 + deviation(t)/(2*gamma)",),
        "network_term(t) <= gamma*slopes2(t)/4 + deviation(t)/(2*gamma)",
    ),
    "push-sum, excess of a round": Asked(
        push_sum(),
        ("excess(t) <= n*gain(t)/(2*gamma) + gamma*slopes2(t)/2 + network_term(t)",),
        "excess(t) <= n*gain(t)/(2*gamma) + gamma*slopes2(t)/2",
    ),
    # compression
    "compressed gossip, spread of a round": Asked(
        compressed("top"),
        (
            "sqrt(spread2(t + 1)) <= "
            "(1 - gamma + gamma*lam)*sqrt(spread2(t)) + gamma*(1 - lam_n)*sqrt(unsent2(t))",
            "gamma <= 1",
        ),
        "sqrt(spread2(t + 1)) <= (1 - gamma)*sqrt(spread2(t)) + gamma*(1 - lam_n)*sqrt(unsent2(t))",
    ),
    "error feedback, the model without its error": Asked(
        declared(FEEDBACK), ("sq(next(x - e) - (x - e)) == eta**2*gradients2(t)",)
    ),
    # numbers
    "power below an exponential": Asked(scalars("n", "x"), ("(1 - x)**n <= exp(-n*x)", "x <= 1"), first=None),
    "geometric sum": Asked(
        scalars("n", "x"),
        ("sum(s < n, (1 - x)**s) <= 1/x", "x <= 1"),
        "sum(s < n, (1 - x)**s) <= 1/(2*x)",
        first=None,
    ),
    "squares of a decaying step": Asked(
        scalars("n", ""),
        ("sum(s < n, 1/(s + 1)**2) <= 2 - 1/n",),
        "sum(s < n, 1/(s + 1)**2) <= 2 - 2/n",
        first=None,
    ),
}

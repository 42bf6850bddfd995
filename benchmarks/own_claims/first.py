"""40 true claims as a user would write them, and false neighbours of 23: `python benchmarks/own_claims first`.

Each true one has a known proof. Written from NOTATION.md alone, before claims could be proved without a derivation.
"""

from __future__ import annotations

from asked import DESCENT, DIFFUSION, FULL, LAZY, MIXED, NOISY, ONE, Asked

from mixproof.families import (
    RANDOM_PAIRS,
    compressed,
    declared,
    gossip,
    learning,
    lossy,
    points,
    scalars,
    vectors,
)

_UNTURNED = gossip(fixed=True, noisy=False, turned=False)
_DECAYING = gossip(noisy=False)
_ONE_DECAYING = declared(DESCENT, common=True, step="delta/(t + Gamma)")

ASKED = {
    "spread of one round": Asked(
        FULL,
        ("spread2(t + 1) <= lam*spread2(t) + eta**2*gradients2(t)/(1 - lam)", "0 < lam < 1"),
        "spread2(t + 1) <= lam**2*spread2(t) + eta**2*gradients2(t)",
    ),
    "spread, not squared": Asked(
        FULL,
        ("spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t))",),
        "spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t))/2",
    ),
    "error of one round": Asked(
        FULL,
        ("error2(t + 1) <= (1 - eta*mu)*error2(t) + eta*L**2/mu*spread2(t)/K", "eta <= 1/L"),
        under=("eta <= 3/L",),
    ),
    "descent of one round": Asked(
        FULL,
        ("gap(t + 1) <= gap(t) - eta/2*global_gradient2(t) + eta*L**2*spread2(t)/(2*K)", "eta <= 1/L"),
        under=("eta <= 3/L",),
    ),
    "mean gradient": Asked(
        FULL, ("mean_gradient2(t) <= gradients2(t)/K",), "mean_gradient2(t) <= gradients2(t)/K**2"
    ),
    "Pythagoras": Asked(
        FULL,
        ("distance2(t) == spread2(t) + K*error2(t)",),
        "distance2(t) == spread2(t) + error2(t)",
    ),
    "spread, decaying step": Asked(
        _DECAYING,
        ("spread2(t + 1) <= lam*spread2(t) + step(t)**2*gradients2(t)/(1 - lam)", "0 < lam < 1"),
    ),
    "error, decaying step": Asked(
        _DECAYING,
        (
            "error2(t + 1) <= (1 - step(t)*mu)*error2(t) + step(t)*L**2/mu*spread2(t)/K",
            "delta/Gamma <= 1/L",
        ),
    ),
    "spread with noise": Asked(
        NOISY,
        ("spread2(t + 1) <= 2*lam**2*spread2(t) + 2*eta**2*gradients2(t) + eta**2*K*sigma2",),
        "spread2(t + 1) <= 2*lam**2*spread2(t) + 2*eta**2*gradients2(t) + eta**2*sigma2",
    ),
    "error with noise": Asked(
        NOISY,
        (
            "error2(t + 1) <= (1 - eta*mu)*error2(t) + eta*L**2/mu*spread2(t)/K + eta**2*sigma2/K",
            "eta <= 1/L",
        ),
        "error2(t + 1) <= (1 - eta*mu)*error2(t) + eta*L**2/mu*spread2(t)/K + eta**2*sigma2/K**2",
    ),
    "descent with noise": Asked(
        NOISY,
        (
            "gap(t + 1) <= gap(t) - eta/2*global_gradient2(t) + eta*L**2*spread2(t)/(2*K) + eta**2*L*sigma2/(2*K)",
            "eta <= 1/L",
        ),
    ),
    "spread of all rounds": Asked(
        _UNTURNED,
        ("spread(t) <= lam**t*spread(0) + eta*sqrt(K*chi2)/(1 - lam)", "0 < lam < 1", "eta*L <= own"),
        "spread(t) <= lam**(2*t)*spread(0) + eta*sqrt(K*chi2)/(1 - lam)",
    ),
    "spread from a common start": Asked(
        gossip(fixed=True, common=True, noisy=False),
        ("spread(t) <= eta*sqrt(2*L*eps0)/(1 - lam)", "lam < 1", "eta <= (1 + lam_n)/L"),
        under=("lam < 1", "eta <= 1/L"),
    ),
    "sum of spreads": Asked(
        FULL,
        (
            "sum(s < t, spread2(s)) <= spread2(0)/(1 - lam) + eta**2*sum(s < t, gradients2(s))/(1 - lam)**2",
            "0 < lam < 1",
        ),
    ),
    "sum of gradients": Asked(
        FULL,
        (
            "sum(s < t, global_gradient2(s)) <= 2*gap(0)/eta + L**2/K*sum(s < t, spread2(s))",
            "eta <= 1/L",
        ),
    ),
    "averaging, rate": Asked(
        MIXED,
        ("spread(t) <= lam**t*spread(0)",),
        "spread(t) <= lam**(2*t)*spread(0)",
    ),
    "averaging, sum": Asked(
        MIXED,
        ("sum(s <= t, spread2(s)) <= spread2(0)/(1 - lam**2)", "lam < 1"),
        "sum(s <= t, spread2(s)) <= spread2(0)/(1 - lam**3)",
    ),
    "lazy averaging": Asked(
        LAZY, ("spread(t + 1) <= (1 + lam)/2*spread(t)",), "spread(t + 1) <= lam*spread(t)"
    ),
    "gradient descent, rate of the error": Asked(
        ONE,
        ("error2(t) <= (1 - eta*mu)**t*error2(0)", "eta <= 1/L"),
        "error2(t) <= (1 - eta*mu)**(3*t)*error2(0)",
    ),
    "gradient descent, rate of the gap": Asked(
        ONE,
        ("gap(t) <= (1 - eta*mu)**t*gap(0)", "eta <= 1/L"),
        "gap(t) <= (1 - eta*mu)**(3*t)*gap(0)",
    ),
    "gradient descent, sum of gradients": Asked(
        ONE,
        ("sum(s < t, global_gradient2(s)) <= 2*gap(0)/eta", "eta <= 1/L"),
        "sum(s < t, global_gradient2(s)) <= gap(0)/(2*eta)",
    ),
    "gradient descent, sublinear": Asked(
        ONE,
        ("gap(t) <= error2(0)/(2*eta*t)", "t >= 1", "eta <= 1/L"),
        "gap(t) <= error2(0)/(8*eta*t)",
    ),
    "gradient descent, decaying step": Asked(
        _ONE_DECAYING,
        ("error2(t) <= Gamma*error2(0)/(t + Gamma)", "delta*mu >= 1", "delta/Gamma <= 1/L"),
    ),
    "diffusion, spread": Asked(
        DIFFUSION,
        ("spread2(t + 1) <= 2*lam**2*spread2(t) + 2*lam**2*eta**2*gradients2(t)",),
        "spread2(t + 1) <= lam**2*spread2(t) + lam**2*eta**2*gradients2(t)",
    ),
    "diffusion, distance": Asked(
        DIFFUSION,
        ("distance(t + 1) <= (1 - eta*mu)*distance(t) + eta*gstar", "eta <= 1/L"),
        "distance(t + 1) <= (1 - eta*mu)*distance(t) + eta*gstar/4",
    ),
    "diffusion, radius": Asked(
        DIFFUSION,
        ("distance(t) <= (1 - eta*mu)**t*distance(0) + gstar/mu", "eta <= 1/L"),
    ),
    "subgradients, spread": Asked(
        declared("DGD", "linear"),
        ("spread(t) <= max(spread(0), eta*sqrt(K)*G/(1 - lam))", "lam < 1"),
    ),
    "mean of gradient tracking": Asked(declared("DIGing"), ("moved_mean2(t) == eta**2*mean_gradient2(t)",)),
    "lossy links, spread": Asked(
        learning(),
        ("spread2(t + 1) <= (2*rho2 + 4*eta**2*omega**2)*spread2(t) + 4*eta**2*K*beta2 + 2*eta**2*K*alpha2",),
    ),
    "random pairs": Asked(
        RANDOM_PAIRS, ("spread2(t) <= lam2**t*spread2(0)",), "spread2(t) <= lam2**(2*t)*spread2(0)"
    ),
    "compressed messages": Asked(
        compressed("random"),
        (
            "spread2(t + 1) <= 2*(1 - gamma*(1 - lam))**2*spread2(t) + 2*gamma**2*(1 - lam_n)**2*unsent2(t)",
            "gamma <= 1",
        ),
    ),
    "moments of lossy links": Asked(lossy(), ("rho_mean**2 <= rho2",), first=None),
    "points, three of them": Asked(points(), ("climb <= pull + L/2*zx2 - mu/2*xy2",), first=None),
    "points, contraction": Asked(points(), ("moved2 <= (1 - eta*mu)**2*xy2", "eta <= 1/L"), first=None),
    "vectors, their sum": Asked(vectors(), ("sum2 <= n*squares",), "sum2 <= squares", first=None),
    "vectors, their scatter": Asked(vectors(), ("scatter2 <= squares",), first=None),
    "two means": Asked(
        scalars(positive="a b"), ("sqrt(a*b) <= (a + b)/2",), "sqrt(a*b) <= (a + b)/3", first=None
    ),
    "Bernoulli": Asked(
        scalars("tau", "eta mu"),
        ("(1 - eta*mu)**tau >= 1 - tau*eta*mu", "eta*mu <= 1"),
        "(1 - eta*mu)**tau <= 1 - tau*eta*mu",
        first=None,
    ),
    "Young": Asked(scalars(positive="a b c"), ("a*b <= c*a**2/2 + b**2/(2*c)",), first=None),
    "geometric": Asked(scalars(positive="lam"), ("1/(1 - lam**2) <= 1/(1 - lam)", "lam < 1"), first=None),
}

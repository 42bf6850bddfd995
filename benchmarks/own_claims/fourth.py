"""A fourth set: 40 true claims, each with a false neighbour: `python benchmarks/own_claims fourth`.

Written from NOTATION.md, the page of what a claim can say and the names of the families, before the finder was worked
on again and without its code; not run before that work was done. First figure: 31 of 40 true claims proved, 0 of 40
false ones, median 1.1 CPU s.
"""

from __future__ import annotations

from asked import AVERAGING, DESCENT, FEEDBACK, FULL, NOISY, Asked

import mixproof as mx
from mixproof.bounds.algorithms import algorithm, beside
from mixproof.families import (
    RANDOM_PAIRS,
    compressed,
    declared,
    federated,
    gossip,
    matrices,
    points,
    push_sum,
    scalars,
)

_TWO_STEPS = mx.Algorithm("two local steps", let={"y": "x - eta*grad(x)"}, next={"x": "mix(y - eta*grad(y))"})
_CORRECTED = mx.Algorithm(
    "corrected", {"x": "mix(x) - eta*(grad(x) - c + mix(c))", "c": "grad(x)"}, models=("x",)
)
_MOMENTUM = mx.Algorithm(
    "momentum", let={"v": "m/2 + grad(x)"}, next={"x": "mix(x) - eta*v", "m": "v"}, models=("x",)
)
_C = "2*eta*L/((1 - lam)*sqrt(K))"

ASKED = {
    # networks and gradient descent
    "spread, unrolled": Asked(
        FULL,
        ("spread(t) <= lam**t*spread(0) + eta*sum(s < t, lam**(t - 1 - s)*sqrt(gradients2(s)))",),
        "spread(t) <= lam**t*spread(0) + eta*sum(s < t, lam**(t - s)*sqrt(gradients2(s)))",
    ),
    "Young with a parameter": Asked(
        declared("dgd", free=("theta",)),
        ("spread2(t + 1) <= (1 + theta)*lam**2*spread2(t) + (1 + 1/theta)*eta**2*gradients2(t)",),
        "spread2(t + 1) <= (1 + theta)*lam**2*spread2(t) + eta**2*gradients2(t)/theta",
    ),
    "error of one round, not squared": Asked(
        FULL,
        ("error(t + 1) <= (1 - eta*mu)*error(t) + eta*L*spread(t)/sqrt(K)", "eta <= 1/L"),
        "error(t + 1) <= (1 - eta*mu)*error(t) + eta*L*spread(t)/(4*sqrt(K))",
    ),
    "distance over two rounds": Asked(
        FULL,
        ("distance(t + 2) <= (1 - eta*mu)**2*distance(t) + 2*eta*gstar", "eta*(L + mu) <= 1 + lam_n"),
        "distance(t + 2) <= (1 - eta*mu)**2*distance(t) + eta*gstar",
    ),
    "sum of spreads": Asked(
        FULL,
        (
            "sum(s < t, spread2(s)) <= spread2(0)/(1 - lam) + eta**2*sum(s < t, gradients2(s))/(1 - lam)**2",
            "lam < 1",
        ),
        "sum(s < t, spread2(s)) <= spread2(0)/(1 - lam) + eta**2*sum(s < t, gradients2(s))/(1 - lam)",
    ),
    "three rounds of averaging": Asked(
        declared(AVERAGING, changing=True),
        ("spread2(t + 3) <= lam**6*spread2(t)",),
        "spread2(t + 3) <= lam**8*spread2(t)",
    ),
    "noisy error of one round": Asked(
        NOISY,
        (
            "error2(t + 1) <= (1 - eta*mu)*error2(t) - eta*gap(t) + 3*eta*L*spread2(t)/(2*K) + eta**2*sigma2/K",
            "eta <= 1/(4*L)",
        ),
        "error2(t + 1) <= (1 - eta*mu)*error2(t) - eta*gap(t) + 3*eta*L*spread2(t)/(2*K) + eta**2*sigma2/(2*K)",
    ),
    "noisy gaps, summed": Asked(
        NOISY,
        (
            "sum(s < t, gap(s)) <= error2(0)/eta + 3*L*sum(s < t, spread2(s))/(2*K) + t*eta*sigma2/K",
            "eta <= 1/(4*L)",
        ),
        "sum(s < t, gap(s)) <= error2(0)/(8*eta) + 3*L*sum(s < t, spread2(s))/(2*K) + t*eta*sigma2/K",
    ),
    "error under a decaying step": Asked(
        gossip(noisy=False),
        ("error(t + 1) <= (1 - mu*step(t))*error(t) + L*step(t)*spread(t)/sqrt(K)", "delta/Gamma <= 1/L"),
        "error(t + 1) <= (1 - mu*step(t))*error(t)",
    ),
    "error and spread, weighted": Asked(
        FULL,
        (
            f"error(t + 1) + {_C}*spread(t + 1) <= max(1 - eta*mu, (1 + lam)/2)*(error(t) + {_C}*spread(t))"
            f" + {_C}*eta*sqrt(gradients2(t))",
            "eta <= 1/L",
            "lam < 1",
        ),
        f"error(t + 1) + {_C}*spread(t + 1) <= max(1 - eta*mu, (1 + lam)/2)*(error(t) + {_C}*spread(t))",
    ),
    "loss at the clients' models": Asked(
        FULL,
        ("F_of_clients(t) <= gap(t) + L*spread2(t)/(2*K)",),
        "F_of_clients(t) <= gap(t) + mu*spread2(t)/(2*K)",
    ),
    "two local steps": Asked(
        declared(_TWO_STEPS),
        ("distance(t + 1) <= (1 - eta*mu)**2*distance(t) + 2*eta*gstar", "eta <= 1/L"),
        "distance(t + 1) <= (1 - eta*mu)**2*distance(t) + eta*gstar",
    ),
    # not convex, or convex without mu
    "least gradient, not convex": Asked(
        declared(DESCENT, "dented", common=True),
        ("min(s < t, global_gradient2(s)) <= 2*gap(0)/(eta*t)", "t >= 1", "eta <= 1/L"),
        "min(s < t, global_gradient2(s)) <= gap(0)/(4*eta*t)",
    ),
    "mean gradient over a network, not convex": Asked(
        declared("dgd", "dented"),
        (
            "mean(s < t, global_gradient2(s)) <= 2*gap(0)/(eta*t) + L**2*mean(s < t, spread2(s))/K",
            "t >= 1",
            "eta <= 1/L",
        ),
        "mean(s < t, global_gradient2(s)) <= gap(0)/(2*eta*t) + L**2*mean(s < t, spread2(s))/K",
    ),
    "average iterate": Asked(
        declared(DESCENT, common=True),
        ("gap_of_average(t) <= error2(0)/(2*eta*t)", "t >= 1", "eta <= 1/L"),
        "gap_of_average(t) <= error2(0)/(16*eta*t)",
    ),
    "weighted gaps under a decaying step": Asked(
        declared(DESCENT, common=True, step="delta/(t + Gamma)"),
        ("sum(s < t, step(s)*gap(s)) <= error2(0)", "delta <= Gamma/(2*L)"),
        "sum(s < t, step(s)*gap(s)) <= error2(0)/8",
    ),
    "gradients shrink": Asked(
        declared(DESCENT, common=True),
        ("global_gradient2(t + 1) <= global_gradient2(t)", "eta <= 2/L"),
        "global_gradient2(t + 1) <= (1 - eta*mu)**4*global_gradient2(t)",
    ),
    "descent of gradient tracking, not convex": Asked(
        declared("diging", "dented"),
        ("gap(t + 1) <= gap(t) - eta*global_gradient2(t)/2 + eta*L**2*spread2(t)/(2*K)", "eta <= 1/L"),
        "gap(t + 1) <= gap(t) - eta*global_gradient2(t) + eta*L**2*spread2(t)/(2*K)",
    ),
    # corrections, memory, two methods
    "trackers": Asked(
        declared("diging"),
        (
            "norm(next(p + grad(x)) - J(next(grad(x)))) <= lam*norm(p + grad(x) - J(grad(x)))"
            " + L*norm(next(x) - x)",
        ),
        "norm(next(p + grad(x)) - J(next(grad(x)))) <= lam*norm(p + grad(x) - J(grad(x)))"
        " + mu*norm(next(x) - x)",
    ),
    "mean of EXTRA": Asked(
        declared("extra"),
        ("error(t + 1) <= (1 - eta*mu)*error(t) + eta*L*spread(t)/sqrt(K)", "eta <= 1/L"),
        "error(t + 1) <= (1 - eta*mu)*error(t)",
    ),
    "corrected gradients": Asked(
        declared(_CORRECTED),
        ("spread(t + 1) <= lam*spread(t) + eta*norm(grad(x) - c) + eta*lam*norm(c - J(c))",),
        "spread(t + 1) <= lam*spread(t) + eta*norm(grad(x) - c)",
    ),
    "momentum, seen from ahead": Asked(
        declared(_MOMENTUM),
        ("sq(J(next(x) - eta*next(m)) - J(x - eta*m)) == 4*eta**2*sq(J(grad(x)))",),
        "sq(J(next(x) - eta*next(m)) - J(x - eta*m)) == eta**2*sq(J(grad(x)))",
    ),
    "means of two methods": Asked(
        declared(beside(algorithm("diffusion"), algorithm("dgd"))),
        ("norm(J(next(x)) - J(next(x_other))) <= norm(J(x) - J(x_other)) + eta*L*norm(x - x_other)",),
        "norm(J(next(x)) - J(next(x_other))) <= norm(J(x) - J(x_other)) + eta*mu*norm(x - x_other)",
    ),
    # compression, sampling, push-sum
    "compressed messages": Asked(
        compressed("random"),
        (
            "spread2(t + 1) <= (1 - gamma*(1 - lam))*spread2(t) + gamma*(1 - lam_n)**2*unsent2(t)/(1 - lam)",
            "lam < 1",
            "gamma <= 1",
        ),
        "spread2(t + 1) <= (1 - gamma*(1 - lam))*spread2(t) + gamma*(1 - lam_n)**2*unsent2(t)/(4*(1 - lam))",
    ),
    "error feedback": Asked(
        declared(FEEDBACK),
        ("d*sq(next(e)) <= 2*(d - 1)*(sq(e) + eta**2*gradients2(t))",),
        "d*sq(next(e)) <= (d - 1)*(sq(e) + eta**2*gradients2(t))",
    ),
    "sampled clients": Asked(
        federated("with"),
        (
            "error2(t + 1) <= error2(t) - 2*step(t)*pull(t) + step(t)**2*largest_gradient2(t)"
            " + sampling2(t + 1)",
        ),
        "error2(t + 1) <= error2(t) - 4*step(t)*pull(t) + step(t)**2*largest_gradient2(t) + sampling2(t + 1)",
    ),
    "drift of local steps": Asked(
        federated("full"),
        ("sqrt(apart2(t + 1)) <= sqrt(apart2(t)) + step(t)*sqrt(largest_gradient2(t))",),
        "sqrt(apart2(t + 1)) <= sqrt(apart2(t)) + step(t)*sqrt(largest_gradient2(t))/4",
    ),
    "push-sum, one round": Asked(
        push_sum(),
        ("gain(t) <= 2*gamma*average_term(t)/n",),
        "gain(t) <= gamma*average_term(t)/n",
    ),
    # random links, noise, projections
    "lossy links, sum of spreads": Asked(
        declared(AVERAGING, lossy=True),
        ("sum(s < t, spread2(s)) <= spread2(0)/(1 - rho2)", "rho2 < 1"),
        "sum(s < t, spread2(s)) <= spread2(0)/(1 - rho_mean**2)",
    ),
    "lossy links, gradient descent": Asked(
        declared("dgd", lossy=True),
        (
            "spread2(t + 1) <= (1 + rho2)/2*spread2(t) + (1 + rho2)/(1 - rho2)*eta**2*gradients2(t)",
            "rho2 < 1",
        ),
        "spread2(t + 1) <= (1 + rho2)/2*spread2(t) + eta**2*gradients2(t)/2",
    ),
    "drawn weights, diffusion": Asked(
        declared("diffusion", drawn=True),
        ("spread2(t + 1) <= 2*rho2*(spread2(t) + eta**2*gradients2(t))",),
        "spread2(t + 1) <= rho2*(spread2(t) + eta**2*gradients2(t))",
    ),
    "random pairs in the mean": Asked(
        RANDOM_PAIRS,
        ("mean_spread2(t) <= lam2**(2*t)*spread2(0)",),
        "mean_spread2(t) <= lam2**(3*t)*spread2(0)",
    ),
    "noise and spread": Asked(
        NOISY,
        (
            "spread2(t + 1) <= (1 + lam**2)/2*spread2(t) + (1 + lam**2)/(1 - lam**2)*eta**2*gradients2(t)"
            " + eta**2*(K - 1)*sigma2",
            "lam < 1",
        ),
        "spread2(t + 1) <= (1 + lam**2)/2*spread2(t) + (1 + lam**2)/(1 - lam**2)*eta**2*gradients2(t)"
        " + eta**2*(K - 1)*sigma2/2",
    ),
    "projected onto an interval": Asked(
        declared("projected-dgd", regular=("low", "span")),
        ("norm(next(x) - o) <= norm(W(x) - o) + eta*norm(grad(x) - J(grad(o)))",),
        "norm(next(x) - o) <= norm(W(x) - o) + eta*norm(grad(x) - J(grad(o)))/4",
    ),
    "subgradients, mean gap": Asked(
        declared(DESCENT, "linear", common=True),
        ("mean(s < t, gap(s)) <= error2(0)/(2*eta*t) + eta*G**2/2", "t >= 1"),
        "mean(s < t, gap(s)) <= error2(0)/(2*eta*t) + eta*G**2/8",
    ),
    # matrices, numbers, points
    "farthest column": Asked(
        matrices(),
        ("farthest_column2(t) <= lam**(2*t)*(1 - 1/K)",),
        "farthest_column2(t) <= lam**(2*t)*(1 - 1/K)/2",
    ),
    "links and spread": Asked(
        declared(AVERAGING),
        ("links2(t) >= (1 - lam)*spread2(t)",),
        "links2(t) >= (1 - lam**2)*spread2(t)",
    ),
    "step of a decaying rate": Asked(
        scalars("k"),
        ("(1 - 2/(k + 2))/(k + 2) + 1/(k + 2)**2 <= 1/(k + 3)",),
        "(1 - 2/(k + 2))/(k + 2) + 1/(k + 2)**2 <= 1/(k + 4)",
        first=None,
    ),
    "geometric and harmonic": Asked(
        scalars("tau", "a"),
        ("(1 - a)**tau <= 1/(1 + tau*a)", "a < 1"),
        "(1 - a)**tau <= 1/(1 + tau*a)**2",
        first=None,
    ),
    "points, gradient read elsewhere": Asked(
        points(),
        ("2*pull_best >= 2*gap - L*zx2",),
        "2*pull_best >= 4*gap - L*zx2",
        first=None,
    ),
}

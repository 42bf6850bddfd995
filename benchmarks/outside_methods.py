"""A third set of claims, on gossip descent and on declared methods: what a researcher might write down.

Written from NOTATION.md and from textbooks, before the search was changed with it in mind, but by somebody who had
read the search; most false ones aim at where it was known to be weak: late growth, constants that are nearly right,
methods that are declared on the spot. A reason stands beside a claim where the eye does not see it.
"""

from __future__ import annotations

from outside_claims import Collection

from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.families import consensus, declared, gossip
from mixproof.bounds.families.compressed import compressed
from mixproof.bounds.families.federated import federated
from mixproof.bounds.families.lossy_learning import lossy
from mixproof.bounds.families.random_pairs import RANDOM_PAIRS
from mixproof.bounds.families.vectors import vectors

CLAIMS = Collection()
DGD = gossip(fixed=True, noisy=False)

CLAIMS.add(
    DGD,
    true=[
        "spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t))",
        "gap(t) >= mu*error2(t)/2",
        "gap(t) <= L*error2(t)/2",
        "distance2(t) == spread2(t) + K*error2(t)",
        "F_of_clients(t) >= gap(t)",
        "F_of_clients(t) <= gap(t) + L*spread2(t)/(2*K)",
        "global_gradient2(t) <= 2*L*gap(t)",
        "global_gradient2(t) >= 2*mu*gap(t)",
        "mean_gradient2(t) <= gradients2(t)/K",
        "error(t + 1) <= (1 - eta*mu)*error(t) + eta*L*spread(t)/sqrt(K) | eta <= 1/L",
        # eigenvalues of W - eta H lie in [lam_n - eta L, 1 - eta mu]
        "distance2(t + 1) <= distance2(t) | eta <= (1 + lam_n)/L | gstar == 0",
        "distance2(t + 1) <= (1 - eta*mu)**2*distance2(t) | eta <= (1 + lam_n)/(L + mu) | gstar == 0",
        "distance(t) <= max(distance(0), gstar/mu) | eta <= (1 + lam_n)/(L + mu)",
    ],
    false=[
        "spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t))/2",
        "spread(t + 1) <= abs(lam_n)*spread(t) + eta*sqrt(gradients2(t))",
        "gap(t) <= mu*error2(t)/2",
        "distance2(t) <= spread2(t) + error2(t)",
        "F_of_clients(t) <= gap(t) + mu*spread2(t)/(2*K)",
        "F_of_clients(t) <= gap(t) + L*spread2(t)/(2*K**2)",
        "global_gradient2(t) <= L*gap(t)",
        "mean_gradient2(t) <= gradients2(t)/K**2",
        "error(t + 1) <= (1 - eta*mu)*error(t) + eta*mu*spread(t)/sqrt(K) | eta <= 1/L",
        "error(t + 1) <= (1 - eta*L)*error(t) + eta*L*spread(t)/sqrt(K) | eta <= 1/L",
        "gap(t + 1) <= gap(t) | eta <= 1/L",
        # lam_n = -1
        "distance2(t + 1) <= distance2(t) | eta <= 1/L | gstar == 0",
        "distance2(t + 1) <= distance2(t) | eta <= 11/(10*L) | lam_n >= 0 | gstar == 0",
        "distance2(t + 1) <= (1 - eta*mu)**2*distance2(t) | eta <= (1 + lam_n)/L | gstar == 0",
        "distance2(t + 1) <= (1 - eta*mu)**2*distance2(t) | eta <= 3*(1 + lam_n)/(2*(L + mu)) | gstar == 0",
        "distance(t) <= max(distance(0), gstar/L) | eta <= (1 + lam_n)/(L + mu)",
        "spread(t) <= spread(0) + eta*gstar | eta <= 1/L",
        # grows by 1.02 a round at most, in the square by 1.0404
        "distance2(t) <= 50*distance2(0) | eta <= 201/(100*L) | lam_n >= 99/100 | gstar == 0",
        "error2(t) <= 9*error2(0) | eta <= 201/(100*L) | lam_n >= 99/100 | gstar == 0 | spread2(0) == 0",
        "spread(t) <= 2*eta*gstar | spread(0) == 0 | eta <= 1/L | lam <= 3/4",
        "gap(t) <= gap(0) | eta <= 1/L",
    ],
)
CLAIMS.add(
    gossip(fixed=True, turned=False, offsets=False),
    true=[
        "noise2(t) == sigma2/K",
        "spread2(t + 1) >= eta**2*sigma2*(K - 1)",
    ],
    false=[
        "noise2(t) <= sigma2/K**2",
        "spread2(t + 1) >= eta**2*sigma2*K",
        "gap(t + 1) <= gap(t) | gstar == 0 | eta <= 1/(100*L) | spread2(0) == 0",
        "spread2(t) <= spread2(0) + eta**2*sigma2*(K - 1)",
    ],
)
CLAIMS.add(
    gossip(noisy=False),
    true=[
        "spread(t + 1) <= lam*spread(t) + step(t)*sqrt(gradients2(t))",
        "step(t) <= delta/Gamma",
    ],
    false=[
        "spread(t + 1) <= lam*spread(t) + step(t + 1)*sqrt(gradients2(t))",
        "error2(t) <= error2(0)*Gamma/(t + Gamma) | Gamma >= delta*L | gstar == 0",
        "gap(t) <= gap(0) | Gamma >= delta*L",
        "spread(t) <= step(t)*gstar/(1 - lam) | spread(0) == 0 | Gamma >= delta*L | lam < 1",
    ],
)
CLAIMS.add(
    gossip(fixed=True, noisy=False, changing=True),
    true=["spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t))"],
    false=[
        "spread(t + 1) <= lam_later*spread(t) + eta*sqrt(gradients2(t))",
        "spread(t + 2) <= lam_windows*spread(t) + 2*eta*sqrt(gradients2(t)) | B == 2",
    ],
)

# --- declared methods: the mean moves by eta times the mean gradient

for method in ("DGD", "diffusion", "EXTRA", "DIGing", "ATC-tracking", "NIDS"):
    CLAIMS.add(
        declared(method),
        true=[
            "moved_mean2(t) <= eta**2*gradients2(t)/K",
            # curvatures are (L + mu)/2 but for (L - mu)/2, and what clients are apart sums to 0
            "error(t + 1) <= (1 - eta*mu)*error(t) + eta*L*spread(t)/(2*sqrt(K)) | eta <= 1/L",
        ],
        false=[
            "moved_mean2(t) <= eta**2*gradients2(t)/K**2",
            "moved_mean2(t) <= 9*eta**2*gradients2(t)/(10*K)",
            "error(t + 1) <= (1 - eta*mu)*error(t) + eta*L*spread(t)/(3*sqrt(K)) | eta <= 1/L",
        ],
    )

# clients that are alike: gradient descent, whose error is multiplied by -1.01 a round
CLAIMS.add(
    declared("diffusion"),
    true=[
        "distance2(t + 1) <= distance2(t) | eta <= 2/L | gstar == 0",
        "distance2(t + 1) <= (1 - eta*mu)**2*distance2(t) | eta <= 2/(L + mu) | gstar == 0",
        "spread(t + 1) <= lam*(spread(t) + eta*sqrt(gradients2(t)))",
    ],
    false=[
        "distance2(t + 1) <= (1 - eta*mu)**2*distance2(t) | eta <= 21/(10*(L + mu)) | gstar == 0",
        "distance2(t) <= 100*distance2(0) | eta <= 201/(100*L) | gstar == 0",
        "distance2(t) <= 1000*distance2(0) | eta <= 201/(100*L) | gstar == 0",
        "spread(t + 1) <= lam*spread(t)",
        "spread(t + 1) <= lam**2*(spread(t) + eta*sqrt(gradients2(t)))",
    ],
)
CLAIMS.add(
    declared("EXTRA"),
    false=[
        "error2(t) <= 2*error2(0) | eta <= 201/(100*L) | gstar == 0 | own >= 9/10",
        "distance2(t) <= 10*distance2(0) | eta <= 201/(100*L) | gstar == 0 | spread2(0) == 0",
        # lam_n = -1
        "distance2(t) <= 100*distance2(0) | eta <= 1/L | gstar == 0",
        "distance2(t) <= distance2(0) | eta <= 1/(2*L)",
        "spread(t) <= spread(0) | eta <= 1/(10*L)",
        "gap(t) <= (1 - eta*mu)**t*gap(0) | eta <= 1/(10*L)",
    ],
)
CLAIMS.add(
    declared("DIGing"),
    false=[
        "error2(t) <= 5*error2(0) | eta <= 41/(20*L) | gstar == 0 | own >= 9/10",
        # z^2 - (2 l - a) z + l^2 - a of an eigenvalue l of W, a = eta L, is negative at -1 where 2 a > (1 + l)^2
        "distance2(t) <= 100*distance2(0) | eta <= 1/L | lam <= 1/2 | lam_n >= 0 | gstar == 0",
        "distance2(t) <= 1000*distance2(0) | eta <= 11/(20*L) | lam <= 1/2 | lam_n >= 0 | gstar == 0",
        "distance2(t + 1) <= distance2(t) | eta <= 1/(10*L)",
        "spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t))",
    ],
)
CLAIMS.add(
    declared("NIDS"),
    false=[
        "error2(t) <= 2*error2(0) | eta <= 201/(100*L) | gstar == 0",
        "distance2(t) <= 4*distance2(0) | eta <= 201/(100*L) | gstar == 0 | spread2(0) == 0",
        "distance2(t) <= distance2(0) | eta <= 1/L",
        "gap(t + 1) <= gap(t) | eta <= 1/L",
        "moved2(t + 1) <= moved2(t) | eta <= 1/L",
    ],
)
CLAIMS.add(
    declared("ATC-tracking"),
    false=[
        "error2(t) <= 7*error2(0) | eta <= 201/(100*L) | gstar == 0 | spread2(0) == 0",
        "error2(t + 1) <= error2(t) | eta <= 1/L",
    ],
)
CLAIMS.add(
    declared("SWARM"),
    true=["spread(t + 1) <= eta*sqrt(gradients2(t))"],
    false=["spread(t + 1) <= eta*sqrt(gradients2(t))/2", "spread(t + 1) <= eta*L*spread(t)"],
)
CLAIMS.add(
    declared("local-2"),
    # gradients at one's own model only shrink along steps of at most 2/L
    true=["moved_mean2(t) <= 4*eta**2*gradients2(t)/K | eta <= 2/L"],
    false=[
        "moved_mean2(t) <= eta**2*gradients2(t)/K | eta <= 2/L",
        "moved_mean2(t) <= 3*eta**2*gradients2(t)/K | eta <= 2/L",
    ],
)
HEAVY = Algorithm(
    "heavy ball",
    {"x": "mix(x) - eta*grad(x) + (x - before)/2", "before": "x"},
    start={"before": "x"},
)
CLAIMS.add(
    declared(HEAVY),
    true=["gap(t) >= mu*error2(t)/2", "distance2(t) == spread2(t) + K*error2(t)"],
    false=[
        "error2(t + 1) <= error2(t) | gstar == 0 | eta <= 1/L | lam_n >= 1/2",
        "distance2(t) <= distance2(0) | eta <= 1/L | gstar == 0",
        # z^2 - (3/2 - a) z + 1/2, a = eta L = 3.02, has a root at -1.039
        "distance2(t) <= 10*distance2(0) | eta <= 302/(100*L) | lam_n >= 99/100 | gstar == 0",
    ],
)
CLAIMS.add(
    declared("nesterov-1/2"),
    false=["error2(t) <= error2(0) | eta <= 1/L | gstar == 0"],
)
MIXES = Algorithm("lazy averaging", {"x": "(x + mix(x))/2"})
CLAIMS.add(
    declared(MIXES),
    true=["spread(t + 1) <= (1 + lam)/2*spread(t)", "error2(t) == 0"],
    false=[
        # a path of five: eigenvalue 1 - (1 - cos(pi/5))/4
        "spread(t) <= spread(0)/2 | t >= 12 | connected == 1 | least >= 1/4",
        "spread(t) <= (9/10)**t*spread(0) | connected == 1 | least >= 1/4",
        "spread(t) < spread(0) | t >= 1 | spread(0) > 0",
        "links2(t) <= (1 - lam)*spread2(t)",
    ],
)

# --- other settings

CLAIMS.add(
    consensus("decefl", fixed=True),
    # of an eigenvalue l, e <- (l - eta) e + eta e(0) moves to eta/(1 - l + eta) in [0, 1]
    true=["spread(t) <= spread(0) | eta <= 1 | lam_n >= 0"],
    false=[
        "spread(t + 1) <= spread(t) | eta <= 1/2",
        "spread(t) <= lam*spread(0) | t >= 1 | eta <= 1/10",
        "spread(t) <= spread(0) | eta <= 1",
        # l = 0, eta = 2.02
        "spread(t) <= 20*spread(0) | eta <= 202/100 | lam_n >= 0",
    ],
)
CLAIMS.add(
    lossy(),
    first=None,
    true=["rho2 >= rho_mean**2", "rho2 <= 1"],
    false=["rho2 <= rho_mean**2", "rho2 <= rho_mean", "rho2 <= (1 + rho_mean)/2", "rho_mean < 1"],
)
CLAIMS.add(
    RANDOM_PAIRS,
    true=["spread2(t) <= lam2**t*spread2(0)"],
    false=["spread2(t) <= lam2**(2*t)*spread2(0)", "spread2(t + 1) < spread2(t)"],
)
CLAIMS.add(
    compressed("top"),
    true=["unsent2(t) >= 0"],
    false=["spread2(t) <= spread2(0) | gamma <= 1", "spread2(t + 1) <= spread2(t) | gamma <= 1/2"],
)
CLAIMS.add(
    federated("full"),
    true=["gap(t) >= 0", "apart2(t) >= 0"],
    false=["gap(t) <= gap(0)", "gap(t + 1) <= gap(t)", "apart2(t) <= 0"],
)
CLAIMS.add(
    vectors(),
    first=None,
    true=[
        "sum2 <= n*squares",
        "first_two2 <= (1 + alpha)*first2 + (1 + 1/alpha)*second2",
        "first_two2 <= 2*first2 + 2*second2",
        "sum2 == n*squares - n*scatter2",
    ],
    false=[
        "sum2 <= (n - 1)*squares",
        "sum2 <= squares",
        "first_two2 <= (1 + alpha)*first2 + second2/alpha",
        "first_two2 <= 2*first2 + second2",
        "sum2 <= n*squares - 2*n*scatter2",
    ],
)

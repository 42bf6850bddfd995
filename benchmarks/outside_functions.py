"""Claims on losses, gradient methods and numbers, by somebody who had read neither the search nor `outside_claims`.

True forms and false variations, as people get them wrong: a reason above each, and each was checked on settings drawn
without mixproof. When they were written, 94 % of the false ones of this file and `outside_networks` were refuted at
first try (seed 0).
"""

from __future__ import annotations

from outside_claims import Collection

from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.domains import UNIT
from mixproof.bounds.families import declared
from mixproof.bounds.families.federated import federated
from mixproof.bounds.families.points import points
from mixproof.bounds.families.quantised import QUANTISED
from mixproof.bounds.families.scalars import scalars
from mixproof.bounds.families.vectors import vectors

CLAIMS = Collection()
GRADIENT = Algorithm("gradient descent", {"x": "x - eta*average(grad(x))"})  # one model for all

# --- contraction of the gradient map (Polyak 1987; Ryu and Boyd 2016, Primer, section 5)

CLAIMS.add(
    points(),
    first=None,
    true=[
        # spectrum of I - eta H, mu <= H <= L
        "moved2 <= max((1 - eta*mu)**2, (1 - eta*L)**2)*xy2",
        # then |1 - eta L| <= 1 - eta mu
        "moved2 <= (1 - eta*mu)**2*xy2 | eta <= 2/(L + mu)",
    ],
    false=[
        # eta near 2/L, curvature L: factor 1
        "moved2 <= (1 - eta*mu)**2*xy2 | eta <= 2/L",
        # curvature mu: (1-eta mu)^2 = 1 - 2 eta mu + eta^2 mu^2
        "moved2 <= (1 - 2*eta*mu)*xy2 | eta <= 1/L",
        # holds for eta <= 2/(mu+L) only; eta=2/L, curvature L: 1
        "moved2 <= (1 - 2*eta*mu*L/(mu + L))*xy2 | eta <= 2/L",
        # curvature mu: (1 - mu/L)^2 is more
        "moved2 <= ((L - mu)/(L + mu))**2*xy2 | eta == 1/L",
        # curvature L: |1 - 2.2| = 1.2
        "moved2 <= xy2 | eta <= 11/(5*L)",
        # mean curvature instead of the least; curvature mu
        "moved2 <= (1 - eta*(L + mu)/2)**2*xy2 | eta <= 1/L",
    ],
)

# --- three points: smoothness at x, convexity at y

CLAIMS.add(
    points(),
    first=None,
    true=[
        # descent lemma from x to z, strong convexity from x to y
        "climb <= pull + L/2*zx2 - mu/2*xy2",
    ],
    false=[
        # y = x: f(z) - f(x) - <g, z-x> = L/2 |z-x|^2 for curvature L
        "climb <= pull + 9/20*L*zx2",
        # curvature L: difference is L/2(|z-x|^2 - |y-x|^2); z-x=2, y-x=1: 3 > 1
        "climb <= pull + L/2*yz2",
        # z = x, quadratic of curvature mu: -mu/2 > -mu
        "climb <= pull + L/2*zx2 - mu*xy2",
        # L = mu, y-x = 1, z-x = -1: 0 > 1/2 - 4/2
        "climb <= pull + L/2*zx2 - mu/2*yz2",
        # curvature mu < L, z = x
        "climb <= pull + L/2*zx2 - L/2*xy2",
        # mean of L and mu for L; y = x, curvature L > mu
        "climb <= pull + (L + mu)/4*zx2",
    ],
)

# --- growth of the clients' gradients from below

CLAIMS.add(
    points(),
    first=None,
    true=[
        # each Bregman distance <= |grad f_i(x) - grad f_i(x*)|^2/(2 mu); they average to the gap
        "2*mu*gap <= growth2",
    ],
    false=[
        # one loss, curvature L: growth2 = 2 L gap
        "growth2 <= L*gap",
        # the same, mu < L
        "growth2 <= (L + mu)*gap",
        # the same, mu < L
        "growth2 <= 2*mu*gap",
        # one loss of curvature mu: growth2 = 2 mu gap
        "11/5*mu*gap <= growth2",
        # curvature mu < L met at x
        "2*L*gap <= growth2",
    ],
)

# --- vectors: Young from below, weighted and plain scatter

CLAIMS.add(
    vectors(),
    first=None,
    true=[
        # 2ab >= -alpha a^2 - b^2/alpha
        "first_two2 >= (1 - alpha)*first2 - (1/alpha - 1)*second2",
        # Gershgorin: lambda_max(diag p - pp') <= max 2 p_i (1 - p_i) <= 1/2
        "weighted_scatter2 <= scatter2/2",
        # parallel axes
        "sum2 == n*(squares - scatter2)",
    ],
    false=[
        # a = 2, b = -1.3: .49 < 2 - .845
        "first_two2 >= first2/2 - second2/2",
        # alpha = 1/2, b = -a/2: 1/4 < 1/2 - 0
        "first_two2 >= (1 - alpha)*first2 - (1/(2*alpha) - 1)*second2",
        # p not uniform: two vectors at -1, 1, p = 1/2 each, a third at 0
        "weighted_scatter2 <= scatter2/n",
        # n = 4 only: -1, 1, 0, 0 with p = 1/2, 1/2: 1 > 2/3; true for n <= 3
        "weighted_scatter2 <= scatter2/(n - 1)",
        # n = 2, p = 1/2: 1/2
        "weighted_scatter2 <= 2/5*scatter2",
        # cross terms lost
        "sum2 <= squares",
    ],
)

# --- gradient descent, one client (Drori and Teboulle 2014; Taylor, Hendrickx, Glineur 2018; Nesterov 2004, 1.2.3)

GD = declared(GRADIENT, common=True)
DENTED = declared(GRADIENT, "dented", common=True)
CLAIMS.add(
    GD,
    true=[
        # exact worst case, Taylor et al. 2018, in function values
        "gap(t) <= (1 - mu*eta)**(2*t)*gap(0) | eta <= 2/(L + mu)",
        # Drori and Teboulle 2014, Theorem 3.1
        "gap(t) <= L*error2(0)/(4*t + 2) | eta == 1/L",
        # cocoercivity
        "global_gradient2(t + 1) <= global_gradient2(t) | eta <= 2/L",
    ],
    false=[
        # eta near 2/L, curvature L
        "gap(t) <= (1 - mu*eta)**(2*t)*gap(0) | eta <= 2/L",
        # t = 0: L/2; Huber at t > 0
        "gap(t) <= L*error2(0)/(4*t + 4) | eta == 1/L",
        # Huber, t = 1: L/6 > L/7
        "gap(t) <= L*error2(0)/(5*t + 2) | eta == 1/L",
        # accelerated rate; Huber, t = 1: 1/6 > 1/8
        "gap(t) <= L*error2(0)/(2*(t + 1)**2) | eta == 1/L",
        # smaller steps are slower: eta to 0
        "gap(t) <= L*error2(0)/(4*t + 2) | eta <= 1/L",
        # curvature mu: (1 - mu/L)^2
        "gap(t) <= ((L - mu)/(L + mu))**(2*t)*gap(0) | eta == 1/L",
        # eta for 1/L
        "gap(t) <= exp(-2*t*mu/L)*gap(0) | eta <= 1/L",
    ],
)
CLAIMS.add(
    DENTED,
    false=[
        # not convex: gradients grow
        "global_gradient2(t + 1) <= global_gradient2(t) | eta <= 1/L",
    ],
)
BEST = "2*gap(0)/(eta*(2 - L*eta)*t)"
CLAIMS.add(
    GD,
    first=1,
    true=[
        # f(x_s) - f* <= <g, x - x*> - |g|^2/(2L) = L/2 (e_s - e_(s+1)); sum, Jensen
        "gap_of_average(t) <= L*error2(0)/(2*t) | eta == 1/L",
        # Jensen
        "gap_of_average(t) <= mean(s < t, gap(s))",
    ],
    false=[
        # t = 1: average is x_0: L/2 > L/4
        "gap_of_average(t) <= L*error2(0)/(2*t + 2) | eta == 1/L",
        # gap decreases, the average lags
        "gap_of_average(t) <= gap(t) | eta <= 1/L",
        # the same
        "gap_of_average(t) <= min(s < t, gap(s)) | eta <= 1/L",
        # Jensen the other way
        "mean(s < t, gap(s)) <= gap_of_average(t) | eta <= 1/L",
    ],
)
CLAIMS.add(
    DENTED,
    first=1,
    true=[
        # descent lemma, summed
        f"min(s < t, global_gradient2(s)) <= {BEST} | eta < 2/L",
    ],
    false=[
        # min for max: t large
        f"max(s < t, global_gradient2(s)) <= {BEST} | eta < 2/L",
        # last for best, not convex: flat first
        f"global_gradient2(t - 1) <= {BEST} | eta <= 1/L",
        # t + 1 for t; t = 1, curvature L, eta = 1/L
        "min(s < t, global_gradient2(s)) <= 2*gap(0)/(eta*(2 - L*eta)*(t + 1)) | eta < 2/L",
        # factor 2 lost; t = 1
        "min(s < t, global_gradient2(s)) <= L*gap(0)/t | eta == 1/L",
    ],
)

# --- subgradient method, one client (Shor 1985, Polyak 1987)

KINKS = declared(GRADIENT, "linear", common=True)
RATE = "(error2(0) + eta**2*G**2*t)/(2*eta*t)"
CLAIMS.add(
    KINKS,
    first=1,
    true=[
        # telescoped
        f"min(s < t, gap(s)) <= {RATE}",
        # telescoped, Jensen
        f"gap_of_average(t) <= {RATE}",
        # subgradient inequality
        "error2(t + 1) - error2(t) <= eta**2*G**2 - 2*eta*gap(t)",
    ],
    false=[
        # last for best: |x| from eps, x_1 = eps - eta: t = 2: eta > eta/2
        f"gap(t - 1) <= {RATE}",
        # floor missing: |x| around 0 at +-eta/2
        "min(s < t, gap(s)) <= error2(0)/(2*eta*t)",
        # half the floor: t = 1, R = eta G: 1 > 3/4
        "min(s < t, gap(s)) <= error2(0)/(2*eta*t) + eta*G**2/4",
        # t = 1, R = eta G: 1 > 1/2
        "min(s < t, gap(s)) <= (error2(0) + eta**2*G**2*t)/(2*eta*(t + 1))",
        # |x|, equality with eta^2 G^2
        "error2(t + 1) - error2(t) <= eta**2*G**2/2 - 2*eta*gap(t)",
        # the same
        "error2(t + 1) - error2(t) <= eta**2*G**2 - 3*eta*gap(t)",
    ],
)

# --- DGD's map contracts (gradient step of the penalised problem; Yuan, Ling, Yin 2016; the difference of rounds)

DGD = declared("dgd")
CLAIMS.add(
    DGD,
    true=[
        # lam_n - eta L >= -(1 - eta mu)
        "moved2(t + 1) <= (1 - eta*mu)**2*moved2(t) | eta <= (1 + lam_n)/(L + mu)",
    ],
    false=[
        # lam_n forgotten: lam_n = -1
        "moved2(t + 1) <= (1 - eta*mu)**2*moved2(t) | eta <= 1/L",
        # lam_n - eta L = -1
        "moved2(t + 1) <= (1 - eta*mu)**2*moved2(t) | eta <= (1 + lam_n)/L",
        # all clients mu: (1 - eta mu)^2
        "moved2(t + 1) <= (1 - 2*eta*mu)*moved2(t) | eta <= (1 + lam_n)/(L + mu)",
        # mean for stack: the mean may stand still once
        "moved_mean2(t + 1) <= (1 - eta*mu)**2*moved_mean2(t) | eta <= (1 + lam_n)/(L + mu)",
        # the mean is not mixed
        "moved2(t + 1) <= (1 - eta*mu)**2*lam**2*moved2(t) | eta <= (1 + lam_n)/(L + mu)",
    ],
)
CLAIMS.add(
    declared("dgd", changing=True),
    false=[
        # W(t) changes: rest of W(0) is no rest of W(1)
        "moved2(t + 1) <= (1 - eta*mu)**2*moved2(t) | eta <= (1 + lam_n)/(L + mu)",
    ],
)

# --- losses and gradients at the clients' own models

CLAIMS.add(
    DGD,
    true=[
        # descent lemma at wbar, first order terms cancel
        "F_of_clients(t) <= gap(t) + L/(2*K)*spread2(t)",
        # strong convexity at wbar
        "gap(t) + mu/(2*K)*spread2(t) <= F_of_clients(t)",
        # descent lemma, |grad F| <= sqrt(2 L gap)
        "worst_gap(t) <= (sqrt(gap(t)) + sqrt(L/2)*farthest(t))**2",
        # subtract (L + mu)/2 times differences, which sum to 0
        "sqrt(mean_gradient2(t)) <= sqrt(global_gradient2(t)) + (L - mu)/2*spread(t)/sqrt(K)",
    ],
    false=[
        # all clients curvature L: equality with L/(2K)
        "F_of_clients(t) <= gap(t) + L/(4*K)*spread2(t)",
        # the same, 10 %
        "F_of_clients(t) <= gap(t) + 9/20*L/K*spread2(t)",
        # the same, K squared
        "F_of_clients(t) <= gap(t) + L/(2*K**2)*spread2(t)",
        # 1/K lost
        "gap(t) + mu/2*spread2(t) <= F_of_clients(t)",
        # first order term dropped
        "worst_gap(t) <= gap(t) + L/2*farthest2(t)",
        # second order term dropped: wbar = w*
        "worst_gap(t) <= gap(t) + sqrt(global_gradient2(t))*farthest(t)",
        # K = 2, curvatures L, mu, wbar = w*: 1/2
        "sqrt(mean_gradient2(t)) <= sqrt(global_gradient2(t)) + (L - mu)/3*spread(t)/sqrt(K)",
        # cross term lost: small spread beside a large gradient
        "mean_gradient2(t) <= global_gradient2(t) + L**2/K*spread2(t)",
    ],
)

# --- random rounding

CLAIMS.add(
    QUANTISED,
    first=None,
    true=[
        # p (1 - p) <= 1/4
        "lost2 <= d/(4*s**2)*norm2",
        # sum of s |v_i|/|v| <= s sqrt d
        "sent <= s*sqrt(d)",
        # |v| |v|_1
        "second2 <= sqrt(d)*norm2 | s == 1",
    ],
    false=[
        # d = 4, s = 1, all alike: 1 > 4/5
        "lost2 <= d/(5*s**2)*norm2",
        # d = 2, s = 1, alike: .414 > 1/4
        "lost2 <= (d - 1)/(4*s**2)*norm2",
        # d = 9, s = 1, alike: 2 > 3/2; true for d <= 4
        "lost2 <= sqrt(d)/(2*s)*norm2",
        # s = 2, d = 2: 2
        "sent <= sqrt(d)",
        # dimension lost
        "lost2 <= norm2/(4*s**2)",
        # s cubed: s = 2, d = 3
        "lost2 <= d/(4*s**3)*norm2",
    ],
)

# --- FedAvg / minibatch SGD

FED = federated("full", fixed=True)
SAME = federated("full", fixed=True, identical=True, uniform=True)
QUIET = federated("full", fixed=True, noisy=False)
CONTRACTED = "error2(t) <= (1 - eta*mu)**(2*t)*error2(0)"
FLOOR = "eta*sigma2_of_mean/(mu*(2 - eta*mu))"
CLAIMS.add(
    FED,
    true=[
        # contraction plus eta^2 sigma^2 a step
        f"{CONTRACTED} + {FLOOR} | H == 1 | eta <= 2/(L + mu)",
    ],
    false=[
        # floor for small eta: 2 - eta mu < 2
        f"{CONTRACTED} + eta*sigma2_of_mean/(2*mu) | H == 1 | eta <= 2/(L + mu)",
        # local steps drift
        f"{CONTRACTED} + {FLOOR} | eta <= 1/L",
        # noise of one step only; t = 2
        f"{CONTRACTED} + eta**2*sigma2_of_mean | H == 1 | eta <= 1/L",
        # eta = 1/L, L = mu: eta sigma^2/2
        "gap(t) <= (1 - eta*mu)**t*gap(0) + eta*L*sigma2_of_mean/(4*mu) | H == 1 | eta <= 1/L",
    ],
)
CLAIMS.add(
    SAME,
    false=[
        # identical losses that are not quadratic, H = 2, signs cancel: see checks
        f"{CONTRACTED} + {FLOOR} | eta <= 2/(L + mu)",
        # 1/N^2 for 1/N: N = 2
        f"{CONTRACTED} + eta*sigma2_max/(N**2*mu*(2 - eta*mu)) | H == 1 | eta <= 2/(L + mu)",
    ],
)
CLAIMS.add(
    QUIET,
    false=[
        # H = 2: rests elsewhere
        "gap(t) <= (1 - eta*mu)**t*gap(0) | eta <= 1/L",
    ],
)

# --- numbers

CLAIMS.add(
    scalars(rho=UNIT),
    first=1,
    true=[
        # (t/(t + 1))^(t + 1) < 1/e
        "t*rho**t*(1 - rho) <= exp(-1)",
        # exp(-y) <= 1 - y/2 for y <= 1
        "(1 - rho)**t <= 1 - t*rho/2 | t*rho <= 1",
        # 1/s^2 <= 1/(s - 1) - 1/s
        "sum(1 <= s <= t, 1/s**2) <= 2 - 1/t",
    ],
    false=[
        # from t = 5 on: (5/6)^6 = .3349
        "t*rho**t*(1 - rho) <= 1/3",
        # from t = 24 on
        "t*rho**t*(1 - rho) <= 9/25",
        # t = 6, rho = 1/6: .3349
        "(1 - rho)**t <= 1 - 2*t*rho/3 | t*rho <= 1",
        # t = 3, rho = 2/3
        "(1 - rho)**t <= 1 - t*rho/2 | t*rho <= 2",
        # t = 7
        "sum(1 <= s <= t, 1/s**2) <= 3/2",
        # t = 23, beyond the 20 rounds asked for
        "sum(1 <= s <= t, 1/s**2) <= 8/5",
    ],
)

# --- Nesterov's method for strong convexity, beta = 1/3 <-> sqrt(mu/L) = 1/2 (Nesterov 2004, 2.2; Lyapunov form)

MOMENTUM = Algorithm(
    "nesterov's method",
    let={"y": "x + (x - before)/3"},
    next={"x": "y - eta*average(grad(y))", "before": "x"},
    start={"before": "x"},
)
FAST = declared(MOMENTUM, common=True)
CLAIMS.add(
    FAST,
    true=[
        # Lyapunov function, mu replaced by L/4 <= mu
        "gap(t) <= (gap(0) + L/8*error2(0))/2**t | L <= 4*mu | eta == 1/L",
    ],
    false=[
        # rate squared; quadratic mu = L/4: double root 1/2, factor t
        "gap(t) <= (gap(0) + L/8*error2(0))/4**t | L <= 4*mu | eta == 1/L",
        # L <= 4 mu missing
        "gap(t) <= (gap(0) + L/8*error2(0))/2**t | eta == 1/L",
        # smaller steps
        "gap(t) <= (gap(0) + L/8*error2(0))/2**t | L <= 4*mu | eta <= 1/L",
    ],
)

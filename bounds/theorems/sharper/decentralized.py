"""Decentralized methods over whole runs: longer steps, faster rates, lower floors, fewer rounds, an assumption less."""

from __future__ import annotations

from .comparison import Sharper
from .grids import DPSGD, LAM, LAST, LOSSY, NONCONVEX, SI

_BENT = {**LOSSY, "alpha2": ("0",), "beta2": ("0",)}
_PUSH = {
    "n": ("2", "3", "5"),
    "gamma": ("1/1000", "1/10", "1"),
    "G": ("1",),
    "sigma2": ("0", "1"),
    "t": ("1", "10", "1000"),
    "radius2_from_0": ("1",),
    "reach2": ("1",),
    "inverse_weights": ("n*t",),
}
_STEPS = {
    "K": ("2", "10", "100"),
    "m": ("K", "10*K"),
    "L": ("1",),
    "lam": LAM,
    "omega": ("1",),
    "rho2": ("1/10", "9/10"),
}
_NETWORK = {"L": ("1",), "mu": ("1/2", "1/10", "1/100"), "lam": LAM}
_MOST = "4*L**4*n**5/(sigma**6*(F + L)**2)*(sigma**2/(1 - lam**2) + 9*zeta**2/(1 - lam)**2)**2"
_ROUNDS = {
    "n": ("2", "10", "100"),
    "L": ("1",),
    "F": ("1",),
    "sigma": ("1", "10"),
    "zeta": ("0", "1"),
    "lam": LAM,
    "T": tuple(f"{much}*max({_MOST}, 72*L**2*n**2/(sigma**2*(1 - lam)**2))" for much in ("1", "100")),
}
_SUBGRADIENT = {
    "K": ("2", "3", "5", "10"),
    "B": ("1",),
    "least": ("1/2", "1/3", "1/10"),
    "lam": ("1 - 8*least/K**2",),
    "eta": ("1/10",),
    "G": ("1",),
    "error2": ("1",),
    "t": LAST,
}
_DGD = {
    "K": ("2", "10", "100"),
    **_NETWORK,
    "lam_n": ("0", "-lam"),
    "eps0": ("1",),
    "gap": ("1",),
    "t": LAST,
    "eta": ("(1 + lam_n)/(2*L)", "(1 + lam_n)/(20*L)"),
}

DECENTRALIZED = (
    Sharper(
        "qu2018.rate:finite",
        "qu2018.rate:long-step",
        "gradient tracking: steps L/mu times as long and more, the rate 1 - eta mu, W may change",
        _NETWORK,
        "eta",
    ),
    Sharper(
        "diging.rate:finite",
        "qu2018.rate:long-step",
        "DIGing, W that changes: no mu, n or square root of kappa in the step",
        {**_NETWORK, "K": ("2", "10", "100")},
        "eta",
    ),
    Sharper(
        "shi2015.linear-rate:main",
        "shi2015.linear-rate:long-step",
        "EXTRA: a linear rate at every step at which it is known to converge, L/mu times as long",
        {**_NETWORK, "lam_n": ("0", "-lam")},
        "eta",
    ),
    Sharper(
        "lian2017.corollary-2:from-theorem-1",
        "lian2017.corollary-2:sharp",
        "D-PSGD is as fast as the centralized method from n^3 rounds on, for n^5",
        _ROUNDS,
        "T",
    ),
    Sharper(
        "lian2017.corollary-2:from-theorem-1",
        "lian2017.corollary-2:sharp",
        "half of the bound, or less",
        _ROUNDS,
    ),
    Sharper(
        "lian2017.theorem-1:main",
        "lian2017.theorem-1:noisy-sharp",
        "no n beside L^2, 1 for 9, 1/2 for D_1 on the left, W may change",
        {**DPSGD, "sigma2": ("0", "1")},
    ),
    Sharper(
        "decefl.si-proposition-1:statement-scaled",
        "decefl.si-proposition-1:unbounded",
        "no bound on gradients, a floor that falls with the step, any dimension, W may change",
        {
            **SI,
            "lam": ("1/10", "1/2", "9/10"),
            "sharpest": ("L/K",),
            "gstar": ("1",),
            "spread2": ("1",),
            "eta": ("(1 - lam)*K/(6*m*L)", "(1 - lam)*K/(60*m*L)"),
            "error2": ("2/mu",),
        },
    ),
    Sharper(
        "nedic2009.consensus:main",
        "nedic2009.consensus:sharp",
        "1/(1 - lambda) for C_1, which grows exponentially with m",
        _SUBGRADIENT,
    ),
    Sharper(
        "nedic2009.mean-average:main",
        "nedic2009.mean-average:sharp",
        "1/(1 - lambda) for C_1, no m",
        _SUBGRADIENT,
    ),
    Sharper(
        "yuan2016.strongly-convex:all-rounds",
        "yuan2016.strongly-convex:sharp",
        "1/n of the floor, twice the rate",
        {**_DGD, "eta": ("(1 + lam_n)/(4*L)", "(1 + lam_n)/(20*L)")},
    ),
    Sharper(
        "yuan2016.convex:gradients",
        "yuan2016.convex:sharp",
        "1/n of the floor, and no convexity",
        _DGD,
    ),
    Sharper(
        "choco2019.rate:repaired",
        "choco2019.rate:sharp",
        "longer steps, and squares shrink by (1 - gamma delta/2)^2",
        {"lam": LAM, "lam_n": ("0", "-lam"), "omega": ("1/100", "1/2", "99/100")},
        "gamma",
    ),
    Sharper(
        "kong2021.rate:rate",
        "kong2021.rate:sharp",
        "half the start, a quarter of the noise, four times the critical distance, W may change",
        {**NONCONVEX, "gap": ("1",), "t": LAST},
    ),
    Sharper("kong2021.rate:rate", "kong2021.rate:sharp", "steps four times as long", {"L": ("1",)}, "eta"),
    Sharper(
        "decefl.si-proposition-1:statement-scaled",
        "decefl.si-proposition-1:repaired",
        "m/K times the rate, 1/m of the floor, no heterogeneity",
        SI,
    ),
    Sharper(
        "decefl.si-proposition-1:statement-scaled",
        "decefl.si-proposition-1:repaired-sharp",
        "the same with a smaller consensus error, lambda = 0 too",
        SI,
    ),
    Sharper(
        "decefl.si-proposition-1:statement-scaled",
        "decefl.si-proposition-1:repaired-sharp",
        "steps 2 m times as long",
        _STEPS,
        "eta",
    ),
    Sharper(
        "decefl.si-theorem-1:proof",
        "decefl.si-theorem-1:proof-long-step",
        "steps twice as long",
        _STEPS,
        "delta/Gamma",
    ),
    Sharper(
        "defed.theorem-1:proof", "defed.theorem-1:long-step", "steps twice as long", _STEPS, "delta/Gamma"
    ),
    Sharper(
        "dawo.theorem-1:equal-start",
        "dawo.theorem-1:repaired",
        "no M beside the steps, 2 for 9, any start",
        LOSSY,
    ),
    Sharper(
        "dawo.theorem-1:equal-start",
        "dawo.theorem-1:repaired",
        "steps 3 sqrt(M) times as long",
        _STEPS,
        "eta",
    ),
    Sharper(
        "dawo.theorem-1:equal-start", "dawo.theorem-1:repaired-equal-start", "Minkowski for Young", LOSSY
    ),
    Sharper("dawo.theorem-1:equal-start-bent", "dawo.theorem-1:repaired-bent", "any start", _BENT),
    Sharper(
        "ops.theorem-2:squared-comparator-from-0",
        "ops.theorem-2:repaired",
        "no C, q, delta_min: any row-stochastic W(t); at weights that stay 1",
        _PUSH,
    ),
    Sharper(
        "ops.theorem-2:squared",
        "ops.theorem-2:repaired-inside",
        "the same for rounds 1 to T, all vectors inside",
        {**_PUSH, "inverse_weights": ("n*(t + 1)",)},
    ),
    Sharper(
        "lian2017.theorem-1:not-convex",
        "lian2017.theorem-1:sharp",
        "no n, 1 for 9, 1/2 for D_1 on the left",
        DPSGD,
    ),
)

"""Learning over links that fail at random (dawo): mean squares over links and noise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..formal import Operator
from ..table import Family, Kind, Table, renamed
from ..text import integer
from .smooth import SMOOTH, at_most, contraction, convex, with_potential
from .weightings import two

# What is random of W: W_mean and W_second are E W_hat and E W_hat^2, which W_hat is independent of the models for.
LOSSY = {
    "W_hat": Operator(mean="W_mean", second="W_second"),
    "W_mean": Operator(),
    "W_second": Operator(),
}
LINKS = {
    "links": at_most("W_second", "rho2"),
    "links_sign": ("u", "dot(u, W_second(u)) >= sq(J(u))"),
}
NETWORK = {"K": "K > 0", "clients": "K >= 2", "rho2_low": "rho2 >= 0", "rho2_high": "rho2 <= 1"}
METRICS = {
    "spread2": "sq(x - J(x))",
    "error2": "sq(J(x) - o)/K",
    "gap": "(F(J(x)) - F(o))/K",
    "gradient2": "sq(J(grad(J(x))))/K",
    "gradients2_before": "sum(s < t, gradient2(s))",
    "spread2_before": "sum(s < t, spread2(s))",
}


def of(kind: Kind) -> Table:
    """The table of the families `quadratic-links` and `bent-links`; F(u) sums the losses, o is w* at every client.

    Every client's loss is convex with omega-Lipschitz gradients; their gradients at one point spread by at most beta2,
    a mean over clients; bent clients are equal and have no noise.
    """
    own, bent = kind.parameters, kind.name == "bent-links"
    common, noisy = "start" in own, "v" in own
    noise: dict[str, Any] = {"n": {"fresh": True, "moving": True}} if noisy else {}
    facts = {**NETWORK, "omega": "omega > 0", "eta": "eta > 0"}
    numbers = ["K", "rho2", "omega", "eta"]
    if noisy:
        numbers.append("alpha2")
        facts |= {"noise": "sq(n) <= K*alpha2", "mean_noise": "sq(J(n)) <= alpha2", "alpha2": "alpha2 >= 0"}
    if not bent:
        numbers.append("beta2")
        facts |= {"beta2": "beta2 >= 0"}
    return Table(
        "x <- W_hat x - eta (grad F_k(x_k)" + (" + noise)" if noisy else ")") + ", W_hat a symmetric doubly "
        "stochastic W over links that fail independently, rho2 = rho(E W_hat^2); every F_k convex and omega-smooth, "
        "their gradients at one point "
        + ("equal" if bent else "apart by beta2 in the mean")
        + "; F the mean of the "
        "F_k"
        + ("; noise of mean zero and variance at most alpha2, independent over clients and rounds" * noisy)
        + ("; one start for all" if common else ""),
        dict.fromkeys(numbers, 0),
        facts,
        natural=("K",),
        moving=("W_hat",),
        vectors={"o": {"still": True}, **noise, **({"w0": {"still": True}} if common else {})},
        states={"x": "W_hat(x) - eta*(grad(x) + n)" if noisy else "W_hat(x) - eta*grad(x)"},
        start={"x": "w0"} if common else {},
        operators=LOSSY,
        gradients=("grad",),
        functions=("F",),
        flat_at="o",
        rules={**LINKS, **convex("omega"), "apart": ("u", "sq(grad(J(u)) - J(grad(J(u)))) <= K*beta2")},
        lets={**({} if noisy else {"alpha2": "0"}), **({"beta2": "0"} if bent else {})},
        metrics=METRICS,
    )


# Where clients differ in curvature. lam_n is the least eigenvalue of W, whose links all work: with weights >= 0 a link
# that fails lowers no eigenvalue, so that it bounds those of every W_hat, which are at most 1.
SPECTRUM = {
    "spectrum": ("u", "dot(u - W_hat(u), W_hat(u) - lam_n*u) >= 0"),
    "smallest": ("u", "dot(u, W_mean(u)) >= lam_n*sq(u)"),
    "second": at_most("W_mean", "lam2"),
}
EIGENVALUES = {
    "lam_n_low": "lam_n >= -1",
    "lam_n_high": "lam_n <= lam2",
    "lam2_high": "lam2 <= 1",
    "lam2_square": "lam2**2 <= rho2",
    "rho2_second": "rho2 <= (1 + lam_n)*lam2 - lam_n",
}


def curved(kind: Kind) -> Table:
    """The table of the family `curved-links`: clients are mu-strongly convex and omega-smooth."""
    table = of(kind).without("beta2")
    about = table.about.replace("convex and", "mu-strongly convex and").replace(
        "their gradients at one point apart by beta2 in the mean",
        "lam_n the least eigenvalue of W, lam2 the second of E W_hat",
    )
    own = {name: rule for name, rule in SMOOTH.items() if "minima_sum" not in rule[1]}
    table = replace(table, about=about).more(
        numbers=dict.fromkeys(("mu", "lam2", "lam_n"), 0),
        facts={"mu": "mu > 0", "order": "omega >= mu", **EIGENVALUES},
        rules=renamed(own, L="omega") | SPECTRUM,
        lets={"gstar": "norm(grad(o))"},
    )
    return with_potential(table, "W_mean", "lam2")


# Vectors of length 1 that attain what a spectral constant is: y (with coordinates a_i) of rho2 and z of rho_mean, both
# off the mean; b_i are the coordinates of one of scatter_top, e is the client of scatter_max. w[i, j] and p[i, j] are
# the weights and the chances of the links, 0 for i = j.
ATTAINED = {
    "y_length": "sq(y) == 1",
    "y_attains": "dot(y, W_second(y)) == rho2",
    "z_length": "sq(z) == 1",
    "z_attains": "W_mean(z) == m*z",
    "z_size": "m**2 == rho_mean**2",
    "e_length": "sq(e) == 1",
    "e_attains": "dot(e, W_second(e)) - sq(W_mean(e)) == scatter_max",
    "coordinates": "sum(i, a[i]**2) == 1",
    "coordinates_scatter": "dot(y, W_second(y)) - sq(W_mean(y))"
    " == sum(i, sum(j, w[i, j]**2*p[i, j]*(1 - p[i, j])*(a[i] - a[j])**2))",
    "flat": "sum(i, a[i]) == 0",
    "top_length": "sum(i, b[i]**2) == 1",
    "top_attains": "sum(i, sum(j, w[i, j]**2*p[i, j]*(1 - p[i, j])*(b[i] - b[j])**2)) == scatter_top",
    "diagonal": "2*sum(j, w[i, j]**2*p[i, j]*(1 - p[i, j])) <= scatter_max",
}
WEIGHTS = {
    "w": "w[i, j] >= 0",
    "w_top": "w[i, j] <= largest_weight",
    "w_even": "w[i, j] <= 1/K + lam",
    "w_pairs": "w[i, j] == w[j, i]",
    "w_row": "sum(j, w[i, j]) <= 1",
    "p": "p[i, j] >= 0",
    "p_top": "p[i, j] <= 1",
    "p_pairs": "p[i, j] == p[j, i]",
}
# Where W is primitive its other eigenvalues are smaller than 1 in size, and where E W_hat is connected its second is
# below 1 (Perron and Frobenius). none_lost is the chance of all links working, W_hat = W.
GRAPHS = {
    "perron": ("", "lam < 1"),
    "connected": ("", "lam2 < 1"),
    "some_chance": ("", "none_lost > 0"),
    "all_work": ("u", "dot(u, W_second(u)) <= (1 - none_lost)*sq(u) + none_lost*sq(W(u))"),
}
PREMISES = {
    "perron": "weights_primitive == 1",
    "connected": "mean_connected == 1",
    "some_chance": "unreliable < 1",
}
# Metropolis weights p s, s_j = 1/(extra + the larger sum of chances of the link's ends), at the client of own.
METROPOLIS = {
    "chances": "q[j] >= 0",
    "shares": "s[j] >= 0",
    "chances_top": "q[j] <= sum(k, q[k])",
    "shares_top": "s[j]*({} + sum(k, q[k])) <= 1",
    "metropolis": "own == 1 - sum(j, q[j]*s[j])",
}
SPECTRA = {
    "lam": "lam >= 0",
    "lam_high": "lam <= 1",
    "rho_mean": "rho_mean >= 0",
    "rho_mean_high": "rho_mean**2 <= rho2",
    "own": "own >= 0",
    "own_high": "own <= 1",
    "scatter_max": "scatter_max >= 0",
    "scatter_top": "scatter_top >= 0",
    "largest_weight": "largest_weight >= 0",
    "unreliable": "unreliable >= 0",
    "none_lost": "none_lost >= 0",
    "none_lost_high": "none_lost <= 1",
}


def alone(kind: Kind) -> Table:
    """The table of the families `links` and `metropolis`: spectral constants over lossy links of one W, or of two."""
    if kind.sizes.get("S", 1) > 1:
        return two(kind)
    numbers = dict.fromkeys(
        ["K", "rho2", "lam2", "m", *(name for name in SPECTRA if not name.endswith("_high"))], 0
    ) | dict.fromkeys(("weights_primitive", "mean_connected"), 0)
    extra = integer(kind.options.get("extra", 0), 0, 1, "extra")
    own: dict[str, str] = {}
    if kind.name == "metropolis":
        numbers |= {"q": 1, "s": 1}
        own = METROPOLIS | {"shares_top": METROPOLIS["shares_top"].format(extra)}
    return Table(
        "W_hat a symmetric doubly stochastic W, nonnegative, over links that fail independently with chance 1 - p_ij; "
        "rho2 and rho_mean are rho of E W_hat^2 and E W_hat, lam that of W, lam2 the second eigenvalue of E W_hat, own "
        "the least self-weight, scatter_top and scatter_max the largest eigenvalue and diagonal entry of E W_hat^2 - "
        "(E W_hat)^2, unreliable the largest 1 - p_ij"
        + (f"; w_ij = p_ij/({extra} + the larger sum of p at i and j)" if own else ""),
        {**numbers, "w": 2, "p": 2, "a": 1, "b": 1},
        {**NETWORK, **SPECTRA, **ATTAINED, **WEIGHTS, **own},
        natural=("K",),
        moving=("W_hat",),
        vectors={"y": {"flat": True}, "z": {"flat": True}, "e": {}},
        operators={**LOSSY, "W": Operator()},
        rules={
            **LINKS,
            "fixed": contraction("W", "lam"),
            "mean": contraction("W_mean", "rho_mean"),
            "second": at_most("W_mean", "lam2"),
            "scatter": ("u", "dot(u, W_second(u)) - sq(W_mean(u)) <= scatter_top*sq(u)"),
            "own_spectrum": ("u", "dot(u - W_hat(u), W_hat(u) - (2*own - 1)*u) >= 0"),
            "lost": ("u", "dot(u, W_mean(u) - W(u)) <= 2*unreliable*sq(u)"),
            "lost_sign": ("u", "dot(u, W_mean(u) - W(u)) >= 0"),
            **GRAPHS,
        },
        premises=PREMISES,
        metrics={},
    )


TABLES = {
    "curved-links": Family(curved, "P W a c eta start v w0", one="S"),
    "quadratic-links": Family(of, "P W a c eta start v w0", one="S"),
    "bent-links": Family(of, "P W a b eta start w0", one="S"),
    "links": Family(alone, "P W"),
    "metropolis": Family(alone, "P", "extra", one="S"),
}
